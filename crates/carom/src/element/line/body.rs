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
    /// The rims of the section, if its nodes have orientations.
    pub rings: Vec<Vec<[f64; 2]>>,
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
        Self { elements, stations, axes, rings: Vec::new() }
    }

    /// With the rims of its section, in the section's y and z.
    pub fn with_rings(self, rings: Vec<Vec<[f64; 2]>>) -> Self {
        Self { rings, ..self }
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
    /// What a value in the middle of every element makes of one at a fraction of the length: copies of elements, and their
    /// weights. Inside an element it is its own, at a node it lies on the straight line through the middles of the nearest two.
    pub fn around(&self, fraction: f64) -> (LineElements, Vec<f64>) {
        let (element, s) = self.locate(fraction);
        let last = self.element_count() - 1;
        let first = if s == 0.0 { element.saturating_sub(1) } else { element.min(last.saturating_sub(1)) };
        let (elements, weights) = if last == 0 || (s != 0.0 && s != 1.0) {
            (element..=element, vec![1.0])
        } else {
            let node = self.range(element)[usize::from(s == 1.0)];
            let [m, n] = [first, first + 1].map(|e| 0.5 * self.range(e).iter().sum::<f64>());
            (first..=first + 1, vec![(n - node) / (n - m), (node - m) / (n - m)])
        };
        let elements = match &self.elements {
            LineElements::Bar(bars) => LineElements::Bar(bars[elements].to_vec()),
            LineElements::Beam(beams) => LineElements::Beam(beams[elements].to_vec()),
        };
        (elements, weights)
    }
}

impl Builder {
    /// A bar, cable or beam by its name.
    pub fn line(&self, name: &Reference) -> Result<&LineBody, BuildError> {
        if let Some(body) = self.modal_body(name) {
            return Err(BuildError::at(&name.span, format!("`{}` moves in modes: it has no elements", body.name))
                .help("name a beam without `reduce`"));
        }
        let known = self.lines.keys().map(String::as_str);
        self.lines.get(name.as_str()).ok_or_else(|| self.unknown("bar, cable or beam", name, known))
    }
}
