//! `[tables.NAME]`: functions given by points, from a file or in the model file, which expressions call by their names.

use super::build::{BuildError, Builder};
use super::value::{Number, Reference, Span};
use crate::expr::{Interpolation, Table, is_reserved};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// How to go from point to point.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InterpolationSpec {
    Linear,
    Cubic,
    Pchip,
}

/// What a table does beyond its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outside {
    Hold,
    Linear,
}

/// A function given by points.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableSpec {
    /// CSV file with two columns, x ascending: numbers separated by commas, semicolons or blanks; a first line of names, empty lines and
    /// lines that start with `#` are passed over. Its path is relative to the model file.
    pub file: Option<Reference>,
    /// Points [x, y] instead of a file, x ascending.
    pub points: Option<Vec<[Number; 2]>>,
    /// `linear`, `cubic` (natural spline, twice differentiable) or `pchip` (monotone where the points are). Default: "linear".
    pub interpolation: Option<InterpolationSpec>,
    /// Beyond the ends: `hold` the last value, or go on `linear` with the slope there. Default: "hold".
    pub outside: Option<Outside>,
}

impl Builder {
    pub(super) fn add_table(&mut self, name: &str, span: &Span, spec: &TableSpec) -> Result<(), BuildError> {
        let taken = is_reserved(name) || self.parameters.contains_key(name);
        if taken || name.contains('-') {
            let what = if taken { "is a function, a constant or a parameter already" } else { "cannot be called" };
            return Err(BuildError::at(span, format!("`{name}` {what}")).help("choose another name"));
        }
        let (points, place) = match (&spec.file, &spec.points) {
            (Some(file), None) => (self.read_points(file)?, file.span.clone()),
            (None, Some(points)) => {
                let pair = |[x, y]: &[Number; 2]| Ok([self.number(x)?, self.number(y)?]);
                (points.iter().map(pair).collect::<Result<Vec<_>, BuildError>>()?, span.clone())
            }
            _ => {
                return Err(BuildError::at(span, "a table has either a `file` or `points`")
                    .help("write `file = \"curve.csv\"` or `points = [[0, 0], [1, 5]]`"));
            }
        };
        if points.len() < 2 {
            return Err(BuildError::at(&place, format!("a table needs two points or more, got {}", points.len())));
        }
        if let Some(k) = points.windows(2).position(|two| two[1][0] <= two[0][0]) {
            let message =
                format!("x does not rise from point {} to {}: {} to {}", k + 1, k + 2, points[k][0], points[k + 1][0]);
            return Err(BuildError::at(&place, message).help("sort the points by x, and give each x once"));
        }
        let interpolation = match spec.interpolation {
            None | Some(InterpolationSpec::Linear) => Interpolation::Linear,
            Some(InterpolationSpec::Cubic) => Interpolation::Cubic,
            Some(InterpolationSpec::Pchip) => Interpolation::Pchip,
        };
        let table = Table::new(&points, interpolation, spec.outside == Some(Outside::Linear));
        self.tables.insert(name.to_owned(), Arc::new(table));
        Ok(())
    }

    fn read_points(&self, file: &Reference) -> Result<Vec<[f64; 2]>, BuildError> {
        let (path, content) = self.read_file(file.as_str());
        let fail =
            |why: String| BuildError::at(&file.span, format!("cannot read the table `{}`: {why}", path.display()));
        let bytes = content.map_err(|e| fail(e.to_string()).help("paths are relative to the model file"))?;
        let text = std::str::from_utf8(&bytes).map_err(|_| fail("it is no text".to_owned()))?;
        let mut points = Vec::new();
        let mut is_first = true;
        for (k, line) in text.lines().enumerate() {
            let line = line.trim().trim_start_matches('\u{feff}');
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let words: Vec<&str> = line.split([',', ';', ' ', '\t']).map(str::trim).filter(|w| !w.is_empty()).collect();
            let numbers: Option<Vec<f64>> =
                words.iter().map(|w| w.parse().ok().filter(|x: &f64| x.is_finite())).collect();
            match numbers.as_deref() {
                Some([x, y]) => points.push([*x, *y]),
                // Words of a heading do not begin like numbers.
                None if is_first
                    && !words.iter().any(|w| w.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))) => {}
                _ => {
                    return Err(fail(format!("line {} has no two finite numbers", k + 1))
                        .help("expected two columns, x and y, separated by a comma"));
                }
            }
            is_first = false;
        }
        Ok(points)
    }
}
