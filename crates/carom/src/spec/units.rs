//! Units in values: numbers of a model are SI and have none. Who writes "200 g" is told what it is.

use super::build::BuildError;
use super::value::Span;

/// A unit, its size in SI, and the SI unit.
const UNITS: [(&str, f64, &str); 49] = [
    ("kg", 1.0, "kg"),
    ("g", 1e-3, "kg"),
    ("mg", 1e-6, "kg"),
    ("t", 1e3, "kg"),
    ("lb", 0.453_592_37, "kg"),
    ("m", 1.0, "m"),
    ("mm", 1e-3, "m"),
    ("cm", 1e-2, "m"),
    ("um", 1e-6, "m"),
    ("µm", 1e-6, "m"),
    ("km", 1e3, "m"),
    ("in", 0.0254, "m"),
    ("ft", 0.3048, "m"),
    ("s", 1.0, "s"),
    ("ms", 1e-3, "s"),
    ("us", 1e-6, "s"),
    ("µs", 1e-6, "s"),
    ("min", 60.0, "s"),
    ("h", 3600.0, "s"),
    ("rad", 1.0, "rad"),
    ("deg", std::f64::consts::PI / 180.0, "rad"),
    ("°", std::f64::consts::PI / 180.0, "rad"),
    ("rpm", std::f64::consts::PI / 30.0, "rad/s"),
    ("rad/s", 1.0, "rad/s"),
    ("deg/s", std::f64::consts::PI / 180.0, "rad/s"),
    ("Hz", 1.0, "1/s"),
    ("kHz", 1e3, "1/s"),
    ("N", 1.0, "N"),
    ("kN", 1e3, "N"),
    ("mN", 1e-3, "N"),
    ("lbf", 4.448_221_615_260_5, "N"),
    ("Nm", 1.0, "N m"),
    ("Nmm", 1e-3, "N m"),
    ("Pa", 1.0, "Pa"),
    ("kPa", 1e3, "Pa"),
    ("MPa", 1e6, "Pa"),
    ("GPa", 1e9, "Pa"),
    ("bar", 1e5, "Pa"),
    ("J", 1.0, "J"),
    ("m/s", 1.0, "m/s"),
    ("mm/s", 1e-3, "m/s"),
    ("km/h", 1.0 / 3.6, "m/s"),
    ("m/s^2", 1.0, "m/s²"),
    ("m/s²", 1.0, "m/s²"),
    ("N/m", 1.0, "N/m"),
    ("N/mm", 1e3, "N/m"),
    ("kg/m^3", 1.0, "kg/m³"),
    ("kg/m³", 1.0, "kg/m³"),
    ("g/cm^3", 1e3, "kg/m³"),
];

/// A value with a unit is not longer than this, bytes.
const LONGEST: usize = 40;

/// What to say of a text that is a number with a unit.
pub(super) fn advice(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    if text.len() > LONGEST || !text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return None;
    }
    let is_number = |end: &usize| text.get(..*end).is_some_and(|number| number.parse::<f64>().is_ok());
    let end = (1..=text.len()).rev().find(is_number)?;
    let (number, unit) = (text[..end].parse::<f64>().ok()?, text[end..].trim());
    let &(name, size, si) = UNITS.iter().find(|(name, ..)| *name == unit)?;
    let help = if size == 1.0 {
        format!("write {number}")
    } else {
        format!("{number} {name} are {} {si}: write {}", rounded(number * size), rounded(number * size))
    };
    Some((format!("`{text}` has a unit: numbers have none, they are SI (m, kg, s, N, rad)"), help))
}

/// Without the last digits, which the conversion makes.
fn rounded(x: f64) -> f64 {
    format!("{x:.12e}").parse().unwrap_or(x)
}

/// The same of an unquoted value in a line of a file that is no TOML for it: `mass = 200 g`.
pub(super) fn in_line(text: &str, at: &Span) -> Option<BuildError> {
    let start = text.get(..at.start)?.rfind('\n').map_or(0, |i| i + 1);
    let line = text[start..].lines().next()?;
    let (key, value) = line.split_once('=')?;
    let value = value.split('#').next().unwrap_or(value);
    let (message, help) = advice(value)?;
    let from = start + key.len() + 1 + (value.len() - value.trim_start().len());
    Some(BuildError::at(&(from..from + value.trim().len()), message).help(help))
}

#[cfg(test)]
mod tests {
    use super::{advice, in_line};

    #[test]
    fn units_are_converted() {
        let help = |text: &str| advice(text).map(|(_, help)| help);
        assert_eq!(help("200 g").as_deref(), Some("200 g are 0.2 kg: write 0.2"));
        assert_eq!(help("-3mm").as_deref(), Some("-3 mm are -0.003 m: write -0.003"));
        assert_eq!(help("1e3 kg").as_deref(), Some("write 1000"));
        assert_eq!(help("2 m_1"), None);
        assert_eq!(help("2*g"), None);
        assert_eq!(help("200"), None);
        assert_eq!(help(""), None);
    }

    #[test]
    fn the_value_of_a_line_is_found() {
        let text = "[bodies.a]\nmass = 200 g # light\n";
        let error = in_line(text, &(22..23));
        assert_eq!(error.and_then(|e| e.span).map(|s| &text[s]), Some("200 g"));
    }
}
