//! A line as a whole, for what refers to it by a fraction of its length: points, section sensors, line loads.

use crate::Mat3;
use crate::element::bar::BarElement;
use crate::element::beam::BeamElement;
use crate::spec::{BuildError, Builder, Reference};

/// A fraction of an element this near to a node is the node.
const AT_NODE: f64 = 1e-9;

/// Copies of the elements, in order.
#[derive(Clone, Debug)]
pub enum LineElements {
    Bar(Vec<BarElement>),
    Beam(Vec<BeamElement>),
}

/// A line of elements.
#[derive(Clone, Debug)]
pub struct LineBody {
    pub elements: LineElements,
    /// Fraction of the length at each node, from 0 to 1.
    stations: Vec<f64>,
    /// The section's axes in the axes of the nodes.
    pub axes: Mat3,
}

impl LineBody {
    pub fn new(elements: LineElements, lengths: &[f64], axes: Mat3) -> Self {
        let total: f64 = lengths.iter().sum();
        let mut sum = 0.0;
        let mut stations = vec![0.0];
        stations.extend(lengths.iter().map(|l| {
            sum += l;
            sum / total
        }));
        Self { elements, stations, axes }
    }

    /// Fractions of the length between which an element lies.
    pub fn range(&self, element: usize) -> [f64; 2] {
        [self.stations[element], self.stations[element + 1]]
    }

    /// Number of elements.
    pub fn element_count(&self) -> usize {
        self.stations.len() - 1
    }

    /// The element at a fraction of the length, and the fraction of the element, exactly 0 or 1 at a node.
    pub fn locate(&self, fraction: f64) -> (usize, f64) {
        let after = self.stations.partition_point(|s| *s <= fraction);
        let element = after.clamp(1, self.element_count()) - 1;
        let [a, b] = self.range(element);
        let s = (fraction - a) / (b - a);
        let s = if s < AT_NODE {
            0.0
        } else if s > 1.0 - AT_NODE {
            1.0
        } else {
            s
        };
        (element, s)
    }
}

impl LineBody {
    /// Copies of the element at a fraction of the length, or of the two beside a node.
    pub fn around(&self, fraction: f64) -> LineElements {
        let (element, s) = self.locate(fraction);
        let first = if s == 0.0 { element.saturating_sub(1) } else { element };
        let last = if s == 1.0 { (element + 1).min(self.element_count() - 1) } else { element };
        match &self.elements {
            LineElements::Bar(bars) => LineElements::Bar(bars[first..=last].to_vec()),
            LineElements::Beam(beams) => LineElements::Beam(beams[first..=last].to_vec()),
        }
    }
}

impl Builder {
    /// A bar, cable or beam by its name.
    pub fn line(&self, name: &Reference) -> Result<&LineBody, BuildError> {
        let known = self.lines.keys().map(String::as_str);
        self.lines.get(name.as_str()).ok_or_else(|| self.unknown("bar, cable or beam", name, known))
    }
}
