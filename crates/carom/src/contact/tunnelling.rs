//! Whether two shapes go through each other between the ends of a step.
//!
//! Contacts are judged at the ends of steps. The way between them is taken as straight in the frame of the master, where the signed
//! distance from a convex shape is a convex function: it is smallest at an end or once between them. Shapes that are much deeper in
//! each other on the way than at its ends pass through each other. So do, in the making, shapes that are in each other at the end
//! with a normal that is not the one they touched with: the contact would push them apart on another side.

use super::plane::is_inside;
use crate::Vec3;
use crate::measure::Field;
use crate::model::{Kinematics, PortId};

/// Depth on the way that is let pass, over the radius of curvature. A ball that grazes another by less is turned aside by less than
/// 14 % of its velocity.
const GRAZE: f64 = 0.01;

/// Cosine of the angle by which the normal may turn from where two shapes touch to where the step ends: 26°. Beyond, it says little
/// about the impact; in the extreme a thin wall is left on its far side.
pub const TURNED: f64 = 0.9;

/// A sphere whose centre is nearer than this share to the middle of what it hits is about to leave it on the far side.
const DEEP: f64 = 0.5;

/// Iterations of a search on the way; a millionth of it is left.
const HALVINGS: usize = 30;

/// The place of B in the frame of A.
fn place(kin: &Kinematics, a: PortId, b: PortId) -> Vec3 {
    kin.ports[a].r.tr_mul(&(kin.ports[b].x - kin.ports[a].x))
}

/// Whether a way is so short against a radius that it cannot lead through: a chord of length s is s²/8r deep.
fn is_short(way: &Vec3, radius: f64) -> bool {
    way.norm_squared() <= 8.0 * GRAZE * radius * radius
}

/// Two spheres side by side whose centres are this far apart when they touch.
pub(super) fn through_sphere([a, b]: [PortId; 2], distance: f64, start: &Kinematics, end: &Kinematics) -> bool {
    let from = start.ports[b].x - start.ports[a].x;
    let to = end.ports[b].x - end.ports[a].x;
    let way = to - from;
    if is_short(&way, distance) {
        return false;
    }
    // Where the centres are nearest, and how near.
    let middle = -from.dot(&way) / way.norm_squared();
    let nearest = (from + way * middle).norm();
    let ends = from.norm().min(to.norm()).min(distance);
    if (0.0..1.0).contains(&middle) && nearest < ends - GRAZE * distance {
        return true;
    }
    if to.norm() < from.norm().min(DEEP * distance) {
        return true;
    }
    if from.norm() <= distance || to.norm() >= distance {
        return false;
    }
    let touch = middle - ((distance * distance - nearest * nearest) / way.norm_squared()).sqrt();
    (from + way * touch).normalize().dot(&to.normalize()) < TURNED
}

/// A sphere and a box around A.
pub(super) fn through_box(
    [a, b]: [PortId; 2],
    field: &Field,
    radius: f64,
    start: &Kinematics,
    end: &Kinematics,
) -> bool {
    let (from, to) = (place(start, a, b), place(end, a, b));
    let way = to - from;
    if is_short(&way, radius) {
        return false;
    }
    let gap = |share: f64| field.at(&(from + way * share)).value - radius;
    let (first, last) = (gap(0.0), gap(1.0));
    let limit = first.min(last).min(0.0) - GRAZE * radius;
    // The gap changes by no more than the way.
    if 0.5 * (first + last - way.norm()) < limit && falls_below(limit, gap) {
        return true;
    }
    if matches!(field, Field::Box { half } if last < first && last + radius < -DEEP * half.min()) {
        return true;
    }
    if first <= 0.0 || last >= 0.0 {
        return false;
    }
    let normal = |share: f64| field.at(&(from + way * share)).n;
    normal(root(gap)).dot(&normal(1.0)) < TURNED
}

/// Whether a convex function on 0 … 1 falls below a limit.
fn falls_below(limit: f64, f: impl Fn(f64) -> f64) -> bool {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let third = (high - low) / 3.0;
        let (left, right) = (f(low + third), f(high - third));
        if left.min(right) < limit {
            return true;
        }
        if left < right { high -= third } else { low += third }
    }
    false
}

/// Where a function that is positive at 0 and negative at 1 vanishes.
fn root(f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

/// A sphere or a point (radius 0) and a finite face: it left the face under it, after having met it from its free side.
pub(super) fn through_face(
    [a, b]: [PortId; 2],
    extent: [f64; 2],
    radius: f64,
    start: &Kinematics,
    end: &Kinematics,
) -> bool {
    let (from, to) = (place(start, a, b), place(end, a, b));
    let depth = GRAZE * if radius > 0.0 { radius } else { extent[0].min(extent[1]) };
    let gaps = [from.z - radius, to.z - radius];
    // What rested on the face slides over its edge; what ends over the face is seen there.
    if gaps[0] <= depth || gaps[1] >= -depth || is_inside(extent, &to) {
        return false;
    }
    // Where the way is `depth` under the face.
    let share = (gaps[0] + depth) / (gaps[0] - gaps[1]);
    is_inside(extent, &(from + (to - from) * share))
}
