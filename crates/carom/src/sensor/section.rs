//! Forces and strains of a section of a bar, cable or beam, in the section's axes (x along the beam).
//!
//! ```text
//! force    n = N_x, q_y = N_y, q_z = N_z, m_x, m_y, m_z        of N = C_Γ(Γ + βΓ̇), M = C_κ(κ + βκ̇)
//! strain   gamma_x (extension), gamma_y, gamma_z (shear), kappa_x (twist), kappa_y, kappa_z (bending)
//! ```
//!
//! They act from the part behind the section (towards the end) on the part before it: n > 0 is tension. An element has one value
//! for all of its sections, that of its middle. A node, also one at an end, has the value of the straight line through the
//! middles of the nearest two, which is of second order in the length of an element; a cable's is at least 0. Bars and cables have n and gamma_x only.

use super::{Quantity, Sensor};
use crate::catalog::Kind;
use crate::element::LineElements;
use crate::record::{Channel, ChannelKind};
use crate::spec::{BuildError, Builder, Number, Reference};
use crate::system::Snapshot;
use crate::{Mat3, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A component of the section force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ForceComponent {
    N,
    QY,
    QZ,
    MX,
    MY,
    MZ,
}

/// A component of the section strain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StrainComponent {
    GammaX,
    GammaY,
    GammaZ,
    KappaX,
    KappaY,
    KappaZ,
}

/// Force and moment in a section of a bar, cable or beam.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SectionForce {
    /// The bar, cable or beam.
    pub of: Reference,
    /// Fraction of the length, from 0 at the start to 1 at the end. A node, also one at an end, has the value of
    /// the straight line through the middles of the two nearest elements.
    pub at: Number,
    /// `n`, `q_y`, `q_z`, `m_x`, `m_y` or `m_z`. Default: all that there are, NAME.n, NAME.q_y, ….
    pub component: Option<ForceComponent>,
}

/// Strain and curvature in a section of a bar, cable or beam.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SectionStrain {
    /// The bar, cable or beam.
    pub of: Reference,
    /// Fraction of the length, from 0 at the start to 1 at the end. A node, also one at an end, has the value of
    /// the straight line through the middles of the two nearest elements.
    pub at: Number,
    /// `gamma_x`, `gamma_y`, `gamma_z`, `kappa_x`, `kappa_y` or `kappa_z`. Default: all that there are, NAME.gamma_x, ….
    pub component: Option<StrainComponent>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Force,
    Strain,
}

impl What {
    /// Names and units of the six components.
    fn channels(self) -> [(&'static str, &'static str); 6] {
        match self {
            Self::Force => [("n", "N"), ("q_y", "N"), ("q_z", "N"), ("m_x", "N m"), ("m_y", "N m"), ("m_z", "N m")],
            Self::Strain => [
                ("gamma_x", ""),
                ("gamma_y", ""),
                ("gamma_z", ""),
                ("kappa_x", "1/m"),
                ("kappa_y", "1/m"),
                ("kappa_z", "1/m"),
            ],
        }
    }

    fn kind(self) -> ChannelKind {
        match self {
            Self::Force => ChannelKind::Force,
            Self::Strain => ChannelKind::State,
        }
    }
}

#[derive(Debug)]
struct OfSection {
    what: What,
    /// The elements near the section and what the value of each counts.
    elements: LineElements,
    weights: Vec<f64>,
    /// The section's axes in those of the nodes.
    axes: Mat3,
    component: Option<usize>,
}

impl Quantity for OfSection {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        match &self.elements {
            LineElements::Bar(bars) => {
                let of = |bar: &crate::element::BarElement| match self.what {
                    What::Force => bar.section_force(&s.scene),
                    What::Strain => bar.strain(&s.scene),
                };
                let value: f64 = bars.iter().zip(&self.weights).map(|(bar, weight)| weight * of(bar)).sum();
                // A line through the forces of two elements may leave the ones that a cable can have.
                let pulls = self.what == What::Force && bars.iter().all(crate::element::BarElement::is_cable);
                values.push(if pulls { value.max(0.0) } else { value });
            }
            LineElements::Beam(beams) => {
                let (mut linear, mut angular) = (Vec3::zeros(), Vec3::zeros());
                for (beam, weight) in beams.iter().zip(&self.weights) {
                    let state = match self.what {
                        What::Force => beam.section_force(&s.scene),
                        What::Strain => beam.strain(&s.scene),
                    };
                    linear += state.linear * *weight;
                    angular += state.angular * *weight;
                }
                let (l, a) = (self.axes.tr_mul(&linear), self.axes.tr_mul(&angular));
                let all = [l.x, l.y, l.z, a.x, a.y, a.z];
                match self.component {
                    Some(i) => values.push(all[i]),
                    None => values.extend(all),
                }
            }
        }
    }
}

fn build(
    (name, of, at): (&str, &Reference, &Number),
    what: What,
    component: Option<usize>,
    b: &mut Builder,
) -> Result<(), BuildError> {
    let line = b.line(of)?;
    let fraction = b.fraction(at, "at")?;
    let (elements, weights) = line.around(fraction);
    let is_bar = matches!(elements, LineElements::Bar(_));
    let names = what.channels();
    if let (true, Some(i @ 1..)) = (is_bar, component) {
        let message = format!("`{}` is a bar or cable and has no `{}`", of.name, names[i].0);
        return Err(BuildError::at(&of.span, message).help(format!("its only component is `{}`", names[0].0)));
    }
    let channel = |suffix: &str, unit: &str| Channel::new(format!("{name}{suffix}"), unit, what.kind());
    let channels = match (component, is_bar) {
        (Some(i), _) => vec![channel("", names[i].1)],
        (None, true) => vec![channel("", names[0].1)],
        (None, false) => names.iter().map(|(c, unit)| channel(&format!(".{c}"), unit)).collect(),
    };
    let quantity = Arc::new(OfSection { what, elements, weights, axes: line.axes, component });
    b.add_sensor(Sensor { name: name.to_owned(), channels, quantity })
}

impl Kind for SectionForce {
    const KEY: &'static str = "section_force";
    const SUMMARY: &'static str = "force and moment in a section of a bar, cable or beam";
    const SAMPLE: &'static str = r#"
name = "loaded cantilever"
gravity = [0, 0, -9.81]
[bodies.rod]
type = "beam"
start = "ground"
end = [1, 0, 0]
elements = 2
section = { type = "i", height = 0.1, width = 0.05, web = 0.004, flange = 0.006 }
young = 2.1e11
poisson = 0.3
density = 7850
[sensors.root]
type = "section_force"
of = "rod"
at = 0
[sensors.middle]
type = "section_force"
of = "rod"
at = 0.5
component = "m_y"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        build((name, &self.of, &self.at), What::Force, self.component.map(|c| c as usize), b)
    }
}

impl Kind for SectionStrain {
    const KEY: &'static str = "section_strain";
    const SUMMARY: &'static str = "strain and curvature in a section of a bar, cable or beam";
    const SAMPLE: &'static str = r#"
name = "pulled bar"
[bodies.bar]
type = "bar"
start = "ground"
end = [1, 0, 0]
elements = 2
area = 1e-4
young = 2.1e11
density = 7850
[forces.pull]
type = "force"
on = "bar.end"
force = ["1000*smoothstep(t, 0, 0.01)", 0, 0]
[sensors.strain]
type = "section_strain"
of = "bar"
at = 0.25
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        build((name, &self.of, &self.at), What::Strain, self.component.map(|c| c as usize), b)
    }
}
