//! Cohesive contact with damage: a bond that pulls on the gap until it is torn (intrinsic bilinear law of cohesive zones).
//!
//! With the opening g, the largest opening so far κ, the strength σ and the energy of separation G_c per area,
//!
//! ```text
//! E(x) = K x  (x ≤ δ₀),   σ (δ_c − x)/(δ_c − δ₀)  (x ≤ δ_c),   0 beyond ,      δ₀ = σ/K ,   δ_c = 2 G_c/σ
//! T = E(g)  if g ≥ max(κ, δ₀) ,      T = (1 − D) K g  if 0 ≤ g below ,      (1 − D) K = E(κ)/κ ,   κ ≥ δ₀            (34)
//! ```
//!
//! T is tension per area. Unloading goes back to the origin along the secant; the damage D never heals. The bond holds ½(1 − D) K g² per
//! area, and tearing takes
//!
//! ```text
//! φ(κ) = ½ (σ κ − E(κ) δ₀)   for δ₀ ≤ κ ≤ δ_c ,     φ(δ_c) = G_c                                                   (35)
//! ```
//!
//! The force is that of an element on the measure of the gap, implicit in every problem of a step as a spring's is. The gap itself is
//! unilateral as ever: pressure, impacts and friction are the contact's. κ is part of [`crate::model::Kinematics`], grows when a step is
//! accepted, and is in checkpoints.

use super::law::{COMMON, friction};
use super::{Contact, Friction};
use crate::catalog::{Entry, Kind};
use crate::element::{MeasureForce, MeasureLaw};
use crate::model::Kinematics;
use crate::spec::{BuildError, Builder, Function, Number};
use schemars::JsonSchema;
use serde::Deserialize;

/// Opening at the strength as a share of the opening at which a bond is torn, where no stiffness is given.
const STIFF: f64 = 0.1;

/// The law (34) times the area of the contact: forces, lengths and energies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cohesion {
    /// N
    strength: f64,
    /// m
    start: f64,
    end: f64,
}

impl Cohesion {
    /// The law of a strength (N) and the openings (m) at which tearing starts and ends.
    pub fn new(strength: f64, start: f64, end: f64) -> Self {
        Self { strength, start, end }
    }

    /// E at an opening.
    fn envelope(&self, x: f64) -> f64 {
        let falling = self.strength * (self.end - x) / (self.end - self.start);
        if x <= self.start { self.strength * x / self.start } else { falling.max(0.0) }
    }

    /// Tension at an opening after a largest one, and its slope.
    pub fn tension(&self, opening: f64, largest: f64) -> (f64, f64) {
        let edge = largest.max(self.start);
        if opening < 0.0 || edge >= self.end || opening >= self.end {
            return (0.0, 0.0);
        }
        if opening < edge {
            let secant = self.envelope(edge) / edge;
            return (secant * opening, secant);
        }
        (self.envelope(opening), -self.strength / (self.end - self.start))
    }

    /// What T does from 0 to an opening if κ stays: at κ ≥ g what the bond holds.
    pub fn energy(&self, opening: f64, largest: f64) -> f64 {
        let edge = largest.max(self.start);
        let held = |x: f64| 0.5 * self.envelope(edge) / edge * x * x;
        if opening <= 0.0 || edge >= self.end {
            0.0
        } else if opening <= edge {
            held(opening)
        } else {
            let to = opening.min(self.end);
            held(edge) + 0.5 * (self.envelope(edge) + self.envelope(to)) * (to - edge)
        }
    }

    /// φ of (35): the energy that tearing to a largest opening took.
    pub fn taken(&self, largest: f64) -> f64 {
        let x = largest.clamp(self.start, self.end);
        0.5 * (self.strength * x - self.envelope(x) * self.start)
    }

    /// D: 0 intact, 1 torn.
    pub fn damage(&self, largest: f64) -> f64 {
        let x = largest.clamp(self.start, self.end);
        1.0 - self.envelope(x) * self.start / (x * self.strength)
    }
}

/// A bond of the model.
#[derive(Clone, Debug)]
pub struct Bond {
    /// The contact in [`crate::model::Model::contacts`].
    pub contact: usize,
    pub law: Cohesion,
}

impl Bond {
    /// The largest opening at the start of a run: contacts that are nearer than the opening at which bonds are torn are bonded.
    pub fn initial(&self, contact: &Contact, kin: &Kinematics) -> f64 {
        contact.pair.gap(kin).clamp(0.0, self.law.end)
    }
}

/// Unilateral contact that is glued until it is torn.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CohesiveSpec {
    /// (N/m²) Largest tension σ that the bond bears.
    pub strength: Number,
    /// (J/m²) Energy G_c that tears it. It is torn at the opening 2 G_c/σ. What is nearer at the start is bonded.
    pub energy: Number,
    /// (m²) Area of the bond, for contacts of many nodes that of one of them.
    pub area: Number,
    /// (N/m³) Stiffness K of the intact bond, above σ²/(2 G_c). Default: 5 σ²/G_c, so that it begins to tear at a tenth of the opening at
    /// which it is torn.
    pub stiffness: Option<Number>,
    /// Coefficient of friction μ, under pressure: a number, or an expression of the speed of sliding `v` (m/s). Default: 0.
    pub friction: Option<Function>,
}

impl Kind for CohesiveSpec {
    const KEY: &'static str = "cohesive";
    const SUMMARY: &'static str = "unilateral contact with Coulomb friction, glued by a bond that can be torn";
    const COMPANIONS: &'static [&'static Entry] = &[&COMMON];
    const SAMPLE: &'static str = r#"
name = "tape that is pulled off"
[bodies.tape]
type = "point_mass"
mass = 0.1
[forces.pull]
type = "force"
on = "tape"
force = [0, 0, "10*t"]
[contacts.glue]
type = "node_face"
point = "tape"
plane = "ground"
law = "cohesive"
strength = 1e4
energy = 50
area = 1e-4
friction = 0.3
"#;

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let strength = b.positive(&self.strength, "strength")?;
        let energy = b.positive(&self.energy, "energy")?;
        let area = b.positive(&self.area, "area")?;
        let end = 2.0 * energy / strength;
        let start = match &self.stiffness {
            None => STIFF * end,
            Some(n) => {
                let (stiffness, least) = (b.positive(n, "stiffness")?, strength / end);
                if stiffness <= least {
                    let message =
                        format!("stiffness is {stiffness}, expected more than strength²/(2 energy) = {least}");
                    return Err(BuildError::at(&n.span, message)
                        .help("a softer bond would store more than its energy before it tears"));
                }
                strength / stiffness
            }
        };
        b.law.friction = self.friction.as_ref().map_or(Ok(Friction::default()), |f| friction(f, b))?;
        b.law.cohesion = Some(Cohesion::new(strength * area, start, end));
        Ok(())
    }
}

impl Builder {
    /// Adds the bond of a contact that gets the number `index`, if its law has one.
    pub fn add_bond(&mut self, index: usize, contact: &Contact) -> Result<(), BuildError> {
        let Some(law) = contact.law.cohesion else { return Ok(()) };
        let rows = contact.pair.rows(index);
        let [(sign, measure)] = rows[0].terms.as_slice() else {
            return Err(BuildError::new("the gap of this contact is no single measure, which a bond could pull on"));
        };
        let slot = self.model.bonds.len();
        let force = MeasureLaw::Bond { slot, sign: *sign, offset: rows[0].offset, law };
        let element = MeasureForce::new(measure.clone(), force, &self.model.ports);
        self.add_element(&contact.name, CohesiveSpec::KEY, Box::new(element));
        self.model.bonds.push(Bond { contact: index, law });
        Ok(())
    }

    /// Refuses bonds between contacts that are found, which have no memory once they are far.
    pub fn refuse_bonds(&self) -> Result<(), BuildError> {
        if self.law.cohesion.is_none() {
            return Ok(());
        }
        Err(BuildError::new("the law `cohesive` needs a contact that is named")
            .help("use contacts such as `node_face`, `sphere_plane` or `sphere_sphere` for what is glued"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn energies_are_the_areas_under_the_force() {
        let law = Cohesion::new(3.0, 0.2, 1.1);
        for largest in [0.0, 0.15, 0.3, 0.8, 1.5] {
            let (mut sum, n, to) = (0.0, 20_000, 1.3);
            for i in 0..n {
                let x = to * (f64::from(i) + 0.5) / f64::from(n);
                sum += law.tension(x, largest).0 * to / f64::from(n);
            }
            // Midpoints: the error of the kinks is (to/n)² times a slope of 15.
            assert!((sum - law.energy(to, largest)).abs() < 1e-6, "{largest}");
            // What is held at the edge and what was taken are the area under the envelope.
            let area = law.energy(largest.clamp(0.2, 1.1), 0.0);
            assert!((law.energy(largest.max(0.2), largest) + law.taken(largest) - area).abs() < 1e-12, "{largest}");
        }
        assert!((law.taken(2.0) - 0.5 * 3.0 * 1.1).abs() < 1e-12);
        assert_eq!((law.damage(0.0), law.damage(5.0)), (0.0, 1.0));
    }
}
