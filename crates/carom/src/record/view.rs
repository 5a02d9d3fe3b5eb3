//! The view of a strobe picture: the one in which most is seen to move.

use super::reach::{Ball, Reach};
use super::{Instant, Shape};
use crate::Vec3;

/// Motion along an axis below this share of the largest is not worth a view.
const SLIGHT: f64 = 0.01;

/// The axes of space that point to the right and upwards in the picture, 0 to 2; the view is along the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    pub right: usize,
    pub up: usize,
    /// Whether `up` points downwards instead.
    pub inverted: bool,
}

impl View {
    pub const XY: Self = Self::new(0, 1);
    pub const YZ: Self = Self::new(1, 2);
    pub const ZX: Self = Self::new(2, 0);
    pub const XZ: Self = Self::new(0, 2);

    const fn new(right: usize, up: usize) -> Self {
        Self { right, up, inverted: false }
    }

    /// The view along the normal of a planar model, or onto the two axes along which bodies move farthest. Where less than
    /// two are left, the one along gravity comes first, then the one along which the model is longest. Gravity points down.
    pub fn of(shapes: &[Shape], instants: &[Instant], gravity: &Vec3, normal: Option<usize>) -> Self {
        let reach = Reach::new(shapes);
        let instants: Vec<Vec<Ball>> = instants.iter().map(|instant| reach.at(instant)).collect();
        let motion = [0, 1, 2].map(|axis| motion(&instants, axis));
        let least = SLIGHT * motion.iter().fold(0.0, |a: f64, b| a.max(*b));
        let rank = |axis: usize| {
            let moves = if motion[axis] > least { motion[axis] } else { 0.0 };
            [moves, gravity[axis].abs(), length(instants.iter().flatten().map(|ball| ball.x[axis]))]
        };
        let ranks = [0, 1, 2].map(rank);
        let mut axes: Vec<usize> = (0..3).filter(|axis| normal != Some(*axis)).collect();
        let by_rank = |a: &usize, b: &usize| {
            let pairs = ranks[*b].iter().zip(&ranks[*a]);
            pairs.map(|(b, a)| b.total_cmp(a)).find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        };
        // Of axes that are alike, the first ones.
        axes.sort_by(by_rank);
        let (first, second) = (axes[0].min(axes[1]), axes[0].max(axes[1]));
        let (right, up) = if gravity[first].abs() > gravity[second].abs() { (second, first) } else { (first, second) };
        Self { right, up, inverted: gravity[up] > 0.0 }
    }

    pub(super) fn project(self, x: &Vec3) -> [f64; 2] {
        let up = x[self.up.min(2)];
        [x[self.right.min(2)], if self.inverted { -up } else { up }]
    }

    /// How far a point lies towards the eye.
    pub(super) fn height(self, x: &Vec3) -> f64 {
        let axis = |i: usize| Vec3::ith(i.min(2), 1.0);
        let height = axis(self.right).cross(&axis(self.up)).dot(x);
        if self.inverted { -height } else { height }
    }
}

/// How far the point that moves most goes along an axis.
fn motion(instants: &[Vec<Ball>], axis: usize) -> f64 {
    let points = instants.iter().map(Vec::len).min().unwrap_or(0);
    let path = |k: usize| length(instants.iter().map(move |balls| balls[k].x[axis]));
    (0..points).map(path).fold(0.0, f64::max)
}

/// From the least to the largest value; nothing if there is none.
fn length(values: impl Iterator<Item = f64>) -> f64 {
    let limits = values.filter(|x| x.is_finite()).fold(None, |limits: Option<(f64, f64)>, x| {
        let (low, high) = limits.unwrap_or((x, x));
        Some((low.min(x), high.max(x)))
    });
    limits.map_or(0.0, |(low, high)| high - low)
}
