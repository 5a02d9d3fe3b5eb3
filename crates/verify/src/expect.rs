//! `expect.toml`: what must come out of a benchmark, how closely, and who says so.
//!
//! ```toml
//! [[quantity]]
//! name = "frequency"
//! published = 7.66              # left out where nothing is published
//! unit = "Hz"
//! relative = 0.01               # or absolute = …, range = [low, high], at_most = …, at_least = …
//! reason = "why the tolerance is what it is"
//! source = "where the value is printed, or `analytic`"
//! known = "why it is not met"   # optional
//! ```

use crate::rows::Row;
use crate::{RowResult, VerifyError};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    quantity: Vec<Quantity>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Quantity {
    name: String,
    published: Option<f64>,
    #[serde(default)]
    unit: String,
    absolute: Option<f64>,
    relative: Option<f64>,
    range: Option<[f64; 2]>,
    at_most: Option<f64>,
    at_least: Option<f64>,
    reason: String,
    source: String,
    known: Option<String>,
}

/// When a computed value is accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Accept {
    Within { of: f64, tolerance: f64 },
    Range { low: f64, high: f64 },
    AtMost(f64),
    AtLeast(f64),
}

/// An expected quantity.
pub struct Expected {
    pub name: String,
    published: Option<f64>,
    unit: String,
    accept: Accept,
    reason: String,
    source: String,
    known: Option<String>,
}

/// Reads the expected values of a row.
pub fn parse(row: &Row) -> Result<Vec<Expected>, VerifyError> {
    let fail = |message: String| VerifyError::Expect { id: row.id, message };
    let file: File = toml::from_str(row.expect).map_err(|e| fail(e.to_string()))?;
    file.quantity.into_iter().map(|q| q.check().map_err(fail)).collect()
}

impl Quantity {
    fn check(self) -> Result<Expected, String> {
        let accept = match (self.published, self.absolute, self.relative, self.range, self.at_most, self.at_least) {
            (Some(of), Some(tolerance), None, None, None, None) => Accept::Within { of, tolerance },
            (Some(of), None, Some(relative), None, None, None) => Accept::Within { of, tolerance: relative * of.abs() },
            (_, None, None, Some([low, high]), None, None) => Accept::Range { low, high },
            (_, None, None, None, Some(limit), None) => Accept::AtMost(limit),
            (_, None, None, None, None, Some(limit)) => Accept::AtLeast(limit),
            _ => return Err(format!("`{}` needs one of absolute, relative, range, at_most, at_least", self.name)),
        };
        let Self { name, published, unit, reason, source, known, .. } = self;
        Ok(Expected { name, published, unit, accept, reason, source, known })
    }
}

impl Accept {
    fn met(self, value: f64) -> bool {
        match self {
            Self::Within { of, tolerance } => (value - of).abs() <= tolerance,
            Self::Range { low, high } => (low..=high).contains(&value),
            Self::AtMost(limit) => value <= limit,
            Self::AtLeast(limit) => value >= limit,
        }
    }

    fn tolerance(self, published: Option<f64>) -> f64 {
        match self {
            Self::Within { tolerance, .. } => tolerance,
            Self::Range { low, high } => {
                let center = published.unwrap_or(0.5 * (low + high));
                (high - center).max(center - low)
            }
            Self::AtMost(limit) | Self::AtLeast(limit) => limit,
        }
    }

    fn describe(self) -> String {
        match self {
            Self::Within { tolerance, .. } => format!("± {}", crate::report::number(tolerance)),
            Self::Range { low, high } => format!("{low} … {high}"),
            Self::AtMost(limit) => format!("at most {}", crate::report::number(limit)),
            Self::AtLeast(limit) => format!("at least {}", crate::report::number(limit)),
        }
    }
}

impl Expected {
    /// The row of the table for a computed value.
    pub fn result(&self, id: &str, computed: f64, remark: Option<&str>) -> RowResult {
        let mut note = format!("{}: {}", self.accept.describe(), self.reason);
        if let Some(remark) = remark {
            note = format!("{note}; {remark}");
        }
        RowResult {
            id: id.to_owned(),
            quantity: self.name.clone(),
            published: self.published,
            computed,
            unit: self.unit.clone(),
            tolerance: self.accept.tolerance(self.published),
            met: self.accept.met(computed),
            // A run that stopped is excused by nothing that is known of its numbers.
            known: self.known.clone().filter(|_| computed.is_finite()),
            source: self.source.clone(),
            note,
        }
    }
}
