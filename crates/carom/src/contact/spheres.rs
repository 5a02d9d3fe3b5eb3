//! Two spheres, side by side or one inside the other (S B.31–B.43, S 4.2).
//!
//! With d = x_B − x_A, s = 1 for spheres side by side and s = −1 for B inside A:
//!
//! ```text
//! n = s d/|d| ,   g_N = s |d| − (s r_A + r_B) ,   arms  s r_A n  and  −r_B n
//! ```
//!
//! n points from the surface of A to the centre of B. Where the centres coincide there is no normal; the last one is kept. That
//! happens only far from contact: inside a cage, where the gap is then r_A − r_B.

use super::tunnelling::through_sphere;
use super::{Pair, axes_about, rolling_rows};
use crate::Vec3;
use crate::joint::Row;
use crate::measure::Measure;
use crate::model::{ContactFrame, Kinematics, Plane, PortId};
use crate::post::Curvatures;

/// Centres and radii of two spheres.
#[derive(Clone, Debug)]
pub struct Spheres {
    pub ports: [PortId; 2],
    pub radii: [f64; 2],
    /// B is inside A.
    pub inside: bool,
    pub out_of_plane: Option<Vec3>,
}

impl Spheres {
    pub fn new(ports: [PortId; 2], radii: [f64; 2], inside: bool, plane: Option<Plane>) -> Self {
        Self { ports, radii, inside, out_of_plane: plane.map(|p| Vec3::ith(p.normal(), 1.0)) }
    }

    fn sign(&self) -> f64 {
        if self.inside { -1.0 } else { 1.0 }
    }

    /// Gap of centres that coincide.
    fn offset(&self) -> f64 {
        self.sign() * self.radii[0] + self.radii[1]
    }
}

impl Pair for Spheres {
    fn ports(&self) -> (PortId, PortId) {
        (self.ports[0], self.ports[1])
    }

    fn curvatures(&self) -> Option<Curvatures> {
        let outer = if self.inside { -self.radii[0] } else { self.radii[0] };
        Some(Curvatures::spheres(outer, self.radii[1]))
    }

    fn rows(&self, slot: usize) -> Vec<Row> {
        let [a, b] = self.ports;
        let gap = Row { terms: vec![(self.sign(), Measure::Distance { a, b })], offset: self.offset(), ..Row::void() };
        rolling_rows(gap, (a, b), slot, false)
    }

    fn gap(&self, kin: &Kinematics) -> f64 {
        let d = kin.ports[self.ports[1]].x - kin.ports[self.ports[0]].x;
        self.sign() * d.norm() - self.offset()
    }

    fn normal_turns(&self) -> bool {
        true
    }

    fn passes(&self, start: &Kinematics, end: &Kinematics) -> bool {
        // Inside a cage the straight way between two places keeps farther from the wall than one of them.
        !self.inside && through_sphere(self.ports, self.offset(), start, end)
    }

    fn frame(&self, kin: &Kinematics, last: &ContactFrame) -> ContactFrame {
        let [a, b] = self.ports.map(|p| &kin.ports[p]);
        let d = b.x - a.x;
        let length = d.norm();
        let n = if length > f64::EPSILON * self.radii[0] {
            d * (self.sign() / length)
        } else {
            last.normal().unwrap_or_else(|| Vec3::ith(usize::from(self.out_of_plane == Some(Vec3::x())), 1.0))
        };
        let arms = [n * (self.sign() * self.radii[0]), n * -self.radii[1]];
        ContactFrame { axes: axes_about(n, self.out_of_plane, last), arms, d, r: [a.r, b.r] }
    }
}
