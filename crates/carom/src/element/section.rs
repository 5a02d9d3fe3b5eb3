//! Cross sections of beams: area A, second moments I_y = ∫z² dA, I_z = ∫y² dA, torsion constant J, shear areas.
//!
//! The section's x axis is the beam's, y and z are principal axes through the centroid.
//!
//! ```text
//! circle      A = πr², I = πr⁴/4, J = 2I, A_s = k A,  k = 6(1+ν)/(7+6ν)                                     Cowper 1966
//! tube        A = π(R²−r²), I = π(R⁴−r⁴)/4, J = 2I, m = r/R,
//!             k = 6(1+ν)(1+m²)²/((7+6ν)(1+m²)² + (20+12ν)m²)                                               Cowper 1966
//! rectangle   A = wh, I_y = wh³/12, I_z = hw³/12, A_s = 5/6 A, with the longer side a and the shorter side c
//!             J = ac³ [1/3 − 64/π⁵ c/a Σ tanh(nπa/2c)/n⁵], n = 1, 3, 5 …                    Timoshenko & Goodier, §109
//! i           I_y = (wh³ − (w−t)(h−2f)³)/12, I_z = (2fw³ + (h−2f)t³)/12, web t, flanges f,
//!             J = (2wf³ + (h−f)t³)/3 (thin walls), A_sz = t(h−f) (the web), A_sy = 5/6 · 2wf (the flanges)
//! ```
//!
//! Cowper, J. Appl. Mech. 33 (1966), 335–340. For other shear factors or warping corrections give `properties`.

use crate::spec::{BuildError, Builder, Number};
use schemars::JsonSchema;
use serde::Deserialize;
use std::f64::consts::PI;

/// Forms of cross sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SectionType {
    /// With `radius`.
    Circle,
    /// With `outer` and `inner` radius or `thickness`.
    Tube,
    /// With `width` along y and `height` along z.
    Rectangle,
    /// With `height` along z, `width` along y, `web` and `flange` thickness.
    I,
    /// With `area`, `inertia_y`, `inertia_z`, `torsion`, `shear_area_y`, `shear_area_z`.
    Properties,
}

/// A cross section.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SectionSpec {
    /// `circle` (radius), `tube` (outer, inner or thickness), `rectangle` (width, height), `i` (height, width, web,
    /// flange) or `properties` (area, inertia_y, inertia_z, torsion, shear_area_y, shear_area_z).
    pub r#type: SectionType,
    /// (m) Radius of a circle.
    pub radius: Option<Number>,
    /// (m) Outer radius of a tube.
    pub outer: Option<Number>,
    /// (m) Inner radius of a tube.
    pub inner: Option<Number>,
    /// (m) Wall thickness of a tube, instead of `inner`.
    pub thickness: Option<Number>,
    /// (m) Extent along the section's y axis.
    pub width: Option<Number>,
    /// (m) Extent along the section's z axis.
    pub height: Option<Number>,
    /// (m) Thickness of the web of an I.
    pub web: Option<Number>,
    /// (m) Thickness of each flange of an I.
    pub flange: Option<Number>,
    /// (m²) Area.
    pub area: Option<Number>,
    /// (m⁴) Second moment of area ∫z² dA, for bending about y.
    pub inertia_y: Option<Number>,
    /// (m⁴) Second moment of area ∫y² dA, for bending about z.
    pub inertia_z: Option<Number>,
    /// (m⁴) Torsion constant.
    pub torsion: Option<Number>,
    /// (m²) Shear area along y.
    pub shear_area_y: Option<Number>,
    /// (m²) Shear area along z.
    pub shear_area_z: Option<Number>,
}

/// What a beam needs of its section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// m².
    pub area: f64,
    /// ∫z² dA, m⁴.
    pub inertia_y: f64,
    /// ∫y² dA, m⁴.
    pub inertia_z: f64,
    /// m⁴.
    pub torsion: f64,
    /// m².
    pub shear_area_y: f64,
    /// m².
    pub shear_area_z: f64,
}

impl Section {
    /// A full circle, with Poisson's ratio for its shear area.
    pub fn circle(radius: f64, poisson: f64) -> Self {
        Self::tube(radius, 0.0, poisson)
    }

    pub fn tube(outer: f64, inner: f64, poisson: f64) -> Self {
        let area = PI * (outer * outer - inner * inner);
        let inertia = 0.25 * area * (outer * outer + inner * inner);
        let m2 = (inner / outer).powi(2);
        let square = (1.0 + m2) * (1.0 + m2);
        let k = 6.0 * (1.0 + poisson) * square / ((7.0 + 6.0 * poisson) * square + (20.0 + 12.0 * poisson) * m2);
        Self {
            area,
            inertia_y: inertia,
            inertia_z: inertia,
            torsion: 2.0 * inertia,
            shear_area_y: k * area,
            shear_area_z: k * area,
        }
    }

    /// A rectangle of this width along y and height along z.
    pub fn rectangle(width: f64, height: f64) -> Self {
        let area = width * height;
        let (long, short) = (width.max(height), width.min(height));
        // Terms fall with n⁻⁵: the rest after n = 199 is below 1e-10 of the sum.
        let sum: f64 =
            (0..100).map(|k| f64::from(2 * k + 1)).map(|n| (0.5 * n * PI * long / short).tanh() / n.powi(5)).sum();
        Self {
            area,
            inertia_y: area * height * height / 12.0,
            inertia_z: area * width * width / 12.0,
            torsion: long * short.powi(3) * (1.0 / 3.0 - 64.0 / PI.powi(5) * short / long * sum),
            shear_area_y: area * 5.0 / 6.0,
            shear_area_z: area * 5.0 / 6.0,
        }
    }

    /// An I with two equal flanges of this width along y; `height` over all along z.
    pub fn i(height: f64, width: f64, web: f64, flange: f64) -> Self {
        let clear = height - 2.0 * flange;
        Self {
            area: 2.0 * width * flange + clear * web,
            inertia_y: (width * height.powi(3) - (width - web) * clear.powi(3)) / 12.0,
            inertia_z: (2.0 * flange * width.powi(3) + clear * web.powi(3)) / 12.0,
            torsion: (2.0 * width * flange.powi(3) + (height - flange) * web.powi(3)) / 3.0,
            shear_area_y: 5.0 / 6.0 * 2.0 * width * flange,
            shear_area_z: web * (height - flange),
        }
    }
}

/// Corners of circles and ellipses in pictures.
const SIDES: usize = 20;

/// The rim of a circle, for pictures of lines whose section has no shape.
pub fn section_circle(radius: f64) -> Vec<[f64; 2]> {
    ellipse(radius, radius)
}

/// An ellipse with these half axes along y and z.
fn ellipse(a: f64, b: f64) -> Vec<[f64; 2]> {
    (0..SIDES).map(|k| 2.0 * PI * k as f64 / SIDES as f64).map(|angle| [a * angle.cos(), b * angle.sin()]).collect()
}

/// A polygon that is symmetric about y and z, by its corners with y, z ≥ 0, counter-clockwise.
fn symmetric(quarter: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let second = quarter.iter().rev().map(|[y, z]| [-y, *z]);
    let third = quarter.iter().map(|[y, z]| [-y, -z]);
    let fourth = quarter.iter().rev().map(|[y, z]| [*y, -z]);
    quarter.iter().copied().chain(second).chain(third).chain(fourth).collect()
}

impl SectionSpec {
    /// The rims of the section in its y and z, the outer one first, for pictures. Of `properties` the ellipse with the same radii of
    /// gyration.
    pub fn rings(&self, b: &Builder, section: &Section) -> Result<Vec<Vec<[f64; 2]>>, BuildError> {
        Ok(match self.r#type {
            SectionType::Circle => vec![section_circle(self.positive(b, "radius")?)],
            SectionType::Tube => {
                let outer = self.positive(b, "outer")?;
                let inner = self.inner_radius(b, outer)?;
                [outer, inner].into_iter().filter(|radius| *radius > 0.0).map(section_circle).collect()
            }
            SectionType::Rectangle => {
                vec![symmetric(&[[0.5 * self.positive(b, "width")?, 0.5 * self.positive(b, "height")?]])]
            }
            SectionType::I => {
                let [height, width] = [self.positive(b, "height")?, self.positive(b, "width")?];
                let (web, clear) = (self.positive(b, "web")?, height - 2.0 * self.positive(b, "flange")?);
                let inner = [0.5 * web, 0.5 * clear];
                vec![symmetric(&[inner, [0.5 * width, 0.5 * clear], [0.5 * width, 0.5 * height]])]
            }
            SectionType::Properties => {
                let half = |inertia: f64| 2.0 * (inertia / section.area).sqrt();
                vec![ellipse(half(section.inertia_z), half(section.inertia_y))]
            }
        })
    }

    /// The section, with Poisson's ratio of its material.
    pub fn build(&self, b: &Builder, poisson: f64) -> Result<Section, BuildError> {
        self.refuse_foreign_keys()?;
        Ok(match self.r#type {
            SectionType::Circle => Section::circle(self.positive(b, "radius")?, poisson),
            SectionType::Tube => {
                let outer = self.positive(b, "outer")?;
                Section::tube(outer, self.inner_radius(b, outer)?, poisson)
            }
            SectionType::Rectangle => Section::rectangle(self.positive(b, "width")?, self.positive(b, "height")?),
            SectionType::I => self.i(b)?,
            SectionType::Properties => Section {
                area: self.positive(b, "area")?,
                inertia_y: self.positive(b, "inertia_y")?,
                inertia_z: self.positive(b, "inertia_z")?,
                torsion: self.positive(b, "torsion")?,
                shear_area_y: self.positive(b, "shear_area_y")?,
                shear_area_z: self.positive(b, "shear_area_z")?,
            },
        })
    }

    fn keys(&self) -> [(&'static str, &Option<Number>); 14] {
        [
            ("radius", &self.radius),
            ("outer", &self.outer),
            ("inner", &self.inner),
            ("thickness", &self.thickness),
            ("width", &self.width),
            ("height", &self.height),
            ("web", &self.web),
            ("flange", &self.flange),
            ("area", &self.area),
            ("inertia_y", &self.inertia_y),
            ("inertia_z", &self.inertia_z),
            ("torsion", &self.torsion),
            ("shear_area_y", &self.shear_area_y),
            ("shear_area_z", &self.shear_area_z),
        ]
    }

    fn name_and_keys(&self) -> (&'static str, &'static [&'static str]) {
        match self.r#type {
            SectionType::Circle => ("circle", &["radius"]),
            SectionType::Tube => ("tube", &["outer", "inner", "thickness"]),
            SectionType::Rectangle => ("rectangle", &["width", "height"]),
            SectionType::I => ("i", &["height", "width", "web", "flange"]),
            SectionType::Properties => {
                ("properties", &["area", "inertia_y", "inertia_z", "torsion", "shear_area_y", "shear_area_z"])
            }
        }
    }

    fn refuse_foreign_keys(&self) -> Result<(), BuildError> {
        let (name, own) = self.name_and_keys();
        match self.keys().into_iter().find(|(key, value)| value.is_some() && !own.contains(key)) {
            Some((key, Some(number))) => {
                Err(BuildError::at(&number.span, format!("a section of type `{name}` has no `{key}`"))
                    .help(format!("its keys are {}", own.join(", "))))
            }
            _ => Ok(()),
        }
    }

    fn positive(&self, b: &Builder, key: &str) -> Result<f64, BuildError> {
        let (name, _) = self.name_and_keys();
        match self.keys().into_iter().find(|(k, _)| *k == key) {
            Some((_, Some(number))) => b.positive(number, key),
            _ => Err(BuildError::new(format!("a section of type `{name}` needs the key `{key}`"))
                .help(format!("add `{key} = …` to `section`"))),
        }
    }

    fn inner_radius(&self, b: &Builder, outer: f64) -> Result<f64, BuildError> {
        let (number, inner) = match (&self.inner, &self.thickness) {
            (Some(inner), None) => (inner, b.positive(inner, "inner")?),
            (None, Some(wall)) => (wall, outer - b.positive(wall, "thickness")?),
            (Some(inner), Some(_)) => {
                return Err(BuildError::at(&inner.span, "the wall of the tube is given twice")
                    .help("keep `inner` or `thickness`"));
            }
            (None, None) => {
                return Err(BuildError::new("a section of type `tube` needs `inner` or `thickness`")
                    .help("a full circle is `type = \"circle\"`"));
            }
        };
        if (0.0..outer).contains(&inner) {
            return Ok(inner);
        }
        Err(BuildError::at(
            &number.span,
            format!("the inner radius {inner} m is not between 0 and the outer {outer} m"),
        )
        .help("`outer` and `inner` are radii, and the wall is `outer - inner`"))
    }

    fn i(&self, b: &Builder) -> Result<Section, BuildError> {
        let [height, width] = [self.positive(b, "height")?, self.positive(b, "width")?];
        let [web, flange] = [self.positive(b, "web")?, self.positive(b, "flange")?];
        let too_thick = |number: &Option<Number>, message: String| {
            let error =
                number.as_ref().map_or_else(|| BuildError::new(&message), |n| BuildError::at(&n.span, &message));
            Err(error.help("an I is made of thin walls: two flanges and a web between them"))
        };
        if 2.0 * flange >= height {
            return too_thick(
                &self.flange,
                format!("two flanges of {flange} m leave no web in a height of {height} m"),
            );
        }
        if web >= width {
            return too_thick(&self.web, format!("the web of {web} m is not thinner than the width of {width} m"));
        }
        Ok(Section::i(height, width, web, flange))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torsion_of_rectangles_is_saint_venants() {
        // Timoshenko & Goodier, table in §109: J = k a c³, four printed digits.
        for (ratio, k) in [(1.0, 0.1406), (2.0, 0.229), (5.0, 0.291), (10.0, 0.312)] {
            assert!((Section::rectangle(ratio, 1.0).torsion / ratio - k).abs() < 6e-4, "{ratio}");
            assert!((Section::rectangle(1.0, ratio).torsion / ratio - k).abs() < 6e-4, "{ratio}");
        }
    }

    #[test]
    fn shear_factors_are_cowpers() {
        // Cowper 1966, ν = 0.3: circle 0.886, thin tube 0.531.
        let circle = Section::circle(0.02, 0.3);
        assert!((circle.shear_area_y / circle.area - 0.886).abs() < 5e-4);
        let tube = Section::tube(1.0, 0.9999, 0.3);
        assert!((tube.shear_area_z / tube.area - 0.531).abs() < 5e-4);
    }

    /// Area and second moments of a polygon by Green's theorem.
    fn moments(ring: &[[f64; 2]]) -> [f64; 3] {
        let mut sums = [0.0; 3];
        for (i, [y, z]) in ring.iter().enumerate() {
            let [v, w] = ring[(i + 1) % ring.len()];
            let cross = y * w - v * z;
            sums[0] += cross / 2.0;
            sums[1] += cross * (z * z + z * w + w * w) / 12.0;
            sums[2] += cross * (y * y + y * v + v * v) / 12.0;
        }
        sums
    }

    #[test]
    fn drawn_polygons_have_the_moments_of_their_sections() {
        let (i, inner) = (Section::i(0.2, 0.1, 0.01, 0.02), [0.005, 0.08]);
        let ring = symmetric(&[inner, [0.05, 0.08], [0.05, 0.1]]);
        for (found, exact) in moments(&ring).into_iter().zip([i.area, i.inertia_y, i.inertia_z]) {
            assert!((found / exact - 1.0).abs() < 1e-12, "{found} for {exact}");
        }
        // A polygon of 20 corners has 1.6 % less area than its circle, and 3.3 % less inertia.
        let (circle, ring) = (Section::circle(0.3, 0.3), ellipse(0.3, 0.3));
        let [area, inertia, _] = moments(&ring);
        assert!((area / circle.area - 1.0).abs() < 0.017 && (inertia / circle.inertia_y - 1.0).abs() < 0.034);
    }

    #[test]
    fn an_i_without_gap_is_a_rectangle() {
        let (i, full) = (Section::i(0.2, 0.1, 0.1 * (1.0 - 1e-12), 0.01), Section::rectangle(0.1, 0.2));
        assert!((i.area / full.area - 1.0).abs() < 1e-11);
        assert!((i.inertia_y / full.inertia_y - 1.0).abs() < 1e-11);
        assert!((i.inertia_z / full.inertia_z - 1.0).abs() < 1e-11);
    }
}
