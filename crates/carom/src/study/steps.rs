//! Step sizes of a study: `1e-2,5e-3,2e-3`, or `1e-2..1e-4:9`, nine sizes of equal ratios.

use super::StudyError;

/// Most sizes of a range.
const MOST: usize = 1000;

/// Reads a list of sizes, in s, and sorts them from the largest to the smallest.
pub fn parse_steps(text: &str) -> Result<Vec<f64>, StudyError> {
    let mut steps = Vec::new();
    for part in text.split(',').map(str::trim) {
        match part.split_once("..") {
            Some(range) => steps.extend(spread(part, range)?),
            None => steps.push(size(part)?),
        }
    }
    steps.sort_by(|a, b| b.total_cmp(a));
    match steps.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(StudyError::asked(format!("the size {} is named twice", pair[0]), "name it once")),
        None => Ok(steps),
    }
}

fn size(text: &str) -> Result<f64, StudyError> {
    let bad =
        || StudyError::asked(format!("`{text}` is not a size"), "expected positive numbers, as in 1e-2,5e-3,2.5e-3");
    text.parse().ok().filter(|h: &f64| h.is_finite() && *h > 0.0).ok_or_else(bad)
}

/// `LARGEST..SMALLEST:COUNT`.
fn spread(part: &str, (from, rest): (&str, &str)) -> Result<Vec<f64>, StudyError> {
    let bad = || {
        StudyError::asked(format!("`{part}` is not a range of sizes"), "expected FROM..TO:COUNT, as in 1e-2..1e-4:9")
    };
    let (to, count) = rest.split_once(':').ok_or_else(bad)?;
    let count = count.trim().parse().ok().filter(|count| (2..=MOST).contains(count)).ok_or_else(bad)?;
    let (from, to) = (size(from.trim())?, size(to.trim())?);
    let last = (count - 1) as f64;
    Ok((0..count).map(|i| if i + 1 == count { to } else { from * (to / from).powf(i as f64 / last) }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_are_sorted() {
        assert_eq!(parse_steps("1e-3, 1e-2").unwrap(), [1e-2, 1e-3]);
        let range = parse_steps("1..1e-4:5").unwrap();
        assert!(range.iter().zip([1.0, 0.1, 0.01, 1e-3, 1e-4]).all(|(a, b)| (a / b - 1.0).abs() < 1e-12), "{range:?}");
        for bad in ["", "0", "-1", "x", "1e-3,1e-3", "1..2", "1..2:1", "1..0:4", "1e-3,,1e-4", "inf"] {
            assert!(parse_steps(bad).is_err(), "{bad}");
        }
    }
}
