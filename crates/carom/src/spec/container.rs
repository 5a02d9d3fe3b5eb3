//! The inside of a box: what spheres are poured into.

use crate::{Frame, Vec3};
use std::f64::consts::{FRAC_PI_2, PI};

/// Frames whose x-y planes are the walls, their normals inwards; the floor comes first. The origin is the centre of the floor.
pub(super) fn walls(size: &Vec3, closed: bool) -> Vec<Frame> {
    let [a, b, c] = [0.5 * size.x, 0.5 * size.y, size.z];
    let wall = |x: [f64; 3], psi: [f64; 3]| Frame::from_rotation_vector(x.into(), &psi.into());
    let mut walls = vec![
        Frame::identity(),
        wall([-a, 0.0, 0.0], [0.0, FRAC_PI_2, 0.0]),
        wall([a, 0.0, 0.0], [0.0, -FRAC_PI_2, 0.0]),
        wall([0.0, -b, 0.0], [-FRAC_PI_2, 0.0, 0.0]),
        wall([0.0, b, 0.0], [FRAC_PI_2, 0.0, 0.0]),
    ];
    if closed {
        walls.push(wall([0.0, 0.0, c], [PI, 0.0, 0.0]));
    }
    walls
}

/// A line along all edges.
pub(super) fn edges(size: &Vec3) -> Vec<Vec3> {
    let corner = |i: usize, top: f64| {
        let (x, y) = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)][i % 4];
        Vec3::new(x, y, top).component_mul(size)
    };
    let floor = (0..4).map(|i| corner(i, 0.0));
    let sides = (0..4).flat_map(|i| [corner(i, 0.0), corner(i, 1.0), corner(i + 1, 1.0), corner(i + 1, 0.0)]);
    floor.chain(sides).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The centre of the box is half an edge in front of every wall.
    #[test]
    fn walls_face_inwards() {
        let size = Vec3::new(1.0, 2.0, 3.0);
        let centre = Vec3::new(0.0, 0.0, 1.5);
        let gaps: Vec<f64> = walls(&size, true).iter().map(|wall| wall.r().column(2).dot(&(centre - wall.x))).collect();
        let expected = [1.5, 0.5, 0.5, 1.0, 1.0, 1.5];
        assert!(gaps.iter().zip(expected).all(|(gap, half)| (gap - half).abs() < 1e-15), "{gaps:?}");
    }
}
