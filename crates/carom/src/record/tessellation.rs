//! Surfaces of shapes as polygons, tessellated once in the shape's own frame.
//!
//! Corners go round counter-clockwise seen from outside.

use super::Geometry;
use crate::Vec3;
use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};

/// Points and the pieces between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tessellation {
    pub points: Vec<Vec3>,
    pub pieces: Vec<Piece>,
}

/// A face, or a line, through points of the tessellation.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Polygon(Vec<usize>),
    Polyline(Vec<usize>),
}

/// Points and faces of the surface of a geometry; circles get `sides` sides.
pub fn polygons(geometry: &Geometry, sides: usize) -> (Vec<Vec3>, Vec<Vec<usize>>) {
    let Tessellation { points, pieces } = Tessellation::new(geometry, sides);
    let face = |piece| match piece {
        Piece::Polygon(corners) => Some(corners),
        Piece::Polyline(_) => None,
    };
    (points, pieces.into_iter().filter_map(face).collect())
}

/// Points of the lines of a geometry; circles get `sides` sides.
pub fn polylines(geometry: &Geometry, sides: usize) -> Vec<Vec<Vec3>> {
    let Tessellation { points, pieces } = Tessellation::new(geometry, sides);
    let line = |piece| match piece {
        Piece::Polyline(corners) => Some(corners.into_iter().map(|i: usize| points[i]).collect()),
        Piece::Polygon(_) => None,
    };
    pieces.into_iter().filter_map(line).collect()
}

impl Tessellation {
    /// The surface of a geometry; circles get `sides` sides (at least 3).
    pub fn new(geometry: &Geometry, sides: usize) -> Self {
        let sides = sides.max(3);
        match geometry {
            Geometry::Box { size } => cuboid(size),
            Geometry::Sphere { radius } => sphere(*radius, sides),
            Geometry::Cylinder { radius, length } => cylinder(*radius, *length, sides),
            Geometry::Tube { radius, inner, length } => tube(*radius, *inner, *length, sides),
            Geometry::Capsule { radius, length } => capsule(*radius, *length, sides),
            Geometry::Mesh { points, triangles } => {
                let pieces = triangles.iter().map(|corners| Piece::Polygon(corners.to_vec())).collect();
                Self { points: points.clone(), pieces }
            }
            Geometry::Line { points } => {
                let pieces = if points.len() < 2 { vec![] } else { vec![Piece::Polyline((0..points.len()).collect())] };
                Self { points: points.clone(), pieces }
            }
            Geometry::Cage { radius } => cage(*radius, sides),
            Geometry::Plane { size } => rectangle(*size, *size),
            Geometry::Patch { size: [a, b] } => rectangle(*a, *b),
        }
    }
}

/// Circles about the three axes.
fn cage(radius: f64, sides: usize) -> Tessellation {
    let circle = ring(radius, 0.0, sides);
    let points =
        [0, 1, 2].iter().flat_map(|axis| circle.iter().map(move |p| Vec3::from_fn(|i, _| p[(i + 2 - axis) % 3])));
    let pieces = (0..3).map(|k| Piece::Polyline((0..=sides).map(|j| k * sides + j % sides).collect()));
    Tessellation { points: points.collect(), pieces: pieces.collect() }
}

fn rectangle(a: f64, b: f64) -> Tessellation {
    let points = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let points = points.map(|[x, y]| Vec3::new(0.5 * a * x, 0.5 * b * y, 0.0)).to_vec();
    Tessellation { points, pieces: vec![Piece::Polygon(vec![0, 1, 2, 3])] }
}

/// Corner i has the sign of x, y, z in its bits 0, 1, 2.
fn cuboid(size: &[f64; 3]) -> Tessellation {
    let half = Vec3::from(*size) * 0.5;
    let sign = |i: usize, bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
    let corner = |i| Vec3::new(sign(i, 0), sign(i, 1), sign(i, 2)).component_mul(&half);
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    Tessellation {
        points: (0..8).map(corner).collect(),
        pieces: faces.iter().map(|f| Piece::Polygon(f.to_vec())).collect(),
    }
}

fn cylinder(radius: f64, length: f64, sides: usize) -> Tessellation {
    let mut points = ring(radius, -0.5 * length, sides);
    points.extend(ring(radius, 0.5 * length, sides));
    let mut pieces = band(0, sides);
    pieces.push(Piece::Polygon((0..sides).rev().collect()));
    pieces.push(Piece::Polygon((sides..2 * sides).collect()));
    Tessellation { points, pieces }
}

fn tube(radius: f64, inner: f64, length: f64, sides: usize) -> Tessellation {
    let rings = [(radius, -0.5), (radius, 0.5), (inner, 0.5), (inner, -0.5)];
    let points = rings.iter().flat_map(|(r, z)| ring(*r, z * length, sides)).collect();
    let next = |j: usize| (j + 1) % sides;
    let side = |k: usize| {
        let (from, to) = (k * sides, (k + 1) % 4 * sides);
        (0..sides).map(move |j| Piece::Polygon(vec![from + j, from + next(j), to + next(j), to + j]))
    };
    Tessellation { points, pieces: (0..4).flat_map(side).collect() }
}

/// A sphere whose halves are drawn apart.
fn capsule(radius: f64, length: f64, sides: usize) -> Tessellation {
    // An even number of sides has a ring at the equator, which becomes two.
    let sides = sides.div_ceil(4) * 4;
    let mut out = sphere(radius, sides);
    let equator = 1 + (sides / 4 - 1) * sides;
    let shift = Vec3::z() * (0.5 * length);
    let doubled: Vec<Vec3> = out.points[equator..equator + sides].to_vec();
    out.points.iter_mut().take(equator + sides).for_each(|p| *p -= shift);
    out.points.iter_mut().skip(equator + sides).for_each(|p| *p += shift);
    let upper = out.points.len();
    out.points.extend(doubled.iter().map(|p| p + shift));
    // Pieces above the equator start from the upper copy of it.
    for piece in &mut out.pieces {
        if let Piece::Polygon(corners) = piece
            && corners.iter().any(|&i| (equator + sides..upper).contains(&i))
        {
            let is_equator = |i: usize| (equator..equator + sides).contains(&i);
            corners.iter_mut().filter(|i| is_equator(**i)).for_each(|i| *i = upper + (*i - equator));
        }
    }
    let next = |j: usize| (j + 1) % sides;
    let wall = (0..sides).map(|j| Piece::Polygon(vec![equator + j, equator + next(j), upper + next(j), upper + j]));
    out.pieces.extend(wall);
    out
}

/// Rings of equal latitude from the south pole (point 0) to the north pole (the last point).
fn sphere(radius: f64, sides: usize) -> Tessellation {
    let rings = (sides / 2).max(2) - 1;
    let mut points = vec![Vec3::new(0.0, 0.0, -radius)];
    for k in 1..=rings {
        let (sin, cos) = (PI * k as f64 / (rings + 1) as f64).sin_cos();
        points.extend(ring(radius * sin, -radius * cos, sides));
    }
    let north = points.len();
    points.push(Vec3::new(0.0, 0.0, radius));
    let next = |j: usize| (j + 1) % sides;
    let mut pieces: Vec<_> = (0..sides).map(|j| Piece::Polygon(vec![0, 1 + next(j), 1 + j])).collect();
    pieces.extend((0..rings - 1).flat_map(|k| band(1 + k * sides, sides)));
    let top = north - sides;
    pieces.extend((0..sides).map(|j| Piece::Polygon(vec![top + j, top + next(j), north])));
    Tessellation { points, pieces }
}

/// A sphere of 12 points, after a round of subdivision 42, after two 162: triangles that an icosahedron is divided into.
pub(super) fn ball(radius: f64, rounds: u32) -> Tessellation {
    let mut points = vec![Vec3::z()];
    for (k, z) in [(0, 1.0), (1, -1.0)] {
        // Two rings of five at the latitudes ±atan(1/2).
        let (height, flat) = (z / 5_f64.sqrt(), 2.0 / 5_f64.sqrt());
        points.extend((0..5).map(|j| {
            let (sin, cos) = (TAU * (f64::from(j) + 0.5 * f64::from(k)) / 5.0).sin_cos();
            Vec3::new(flat * cos, flat * sin, height)
        }));
    }
    points.push(-Vec3::z());
    let mut faces: Vec<[usize; 3]> = Vec::new();
    for j in 0..5 {
        let next = (j + 1) % 5;
        let (a, b, c, d) = (1 + j, 1 + next, 6 + j, 6 + next);
        faces.extend([[0, a, b], [a, c, b], [b, c, d], [11, d, c]]);
    }
    for _ in 0..rounds {
        let mut middles = BTreeMap::new();
        let mut middle = |i: usize, j: usize| {
            *middles.entry((i.min(j), i.max(j))).or_insert_with(|| {
                points.push((points[i] + points[j]).normalize());
                points.len() - 1
            })
        };
        faces = (faces.iter())
            .flat_map(|&[a, b, c]| {
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    let pieces = faces.iter().map(|face| Piece::Polygon(face.to_vec())).collect();
    Tessellation { points: points.iter().map(|p| radius * p).collect(), pieces }
}

/// A circle about the z axis.
pub(super) fn ring(radius: f64, z: f64, sides: usize) -> Vec<Vec3> {
    let point = |j| {
        let (sin, cos) = (TAU * j as f64 / sides as f64).sin_cos();
        Vec3::new(radius * cos, radius * sin, z)
    };
    (0..sides).map(point).collect()
}

/// Quadrilaterals between the ring that starts at point `first` and the one above it.
fn band(first: usize, sides: usize) -> Vec<Piece> {
    let quadrilateral = |j| {
        let (a, b) = (first + j, first + (j + 1) % sides);
        Piece::Polygon(vec![a, b, b + sides, a + sides])
    };
    (0..sides).map(quadrilateral).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Closed (Euler: V − E + F = 2), outwards, and the points on the sphere: its volume is that of the sphere to the share that flat
    /// triangles cut off, a quarter of it after every round.
    #[test]
    fn balls_are_closed_and_round() {
        let volume = |rounds| {
            let Tessellation { points, pieces } = ball(2.0, rounds);
            assert!(points.iter().all(|p| (p.norm() - 2.0).abs() < 1e-15 * 4.0));
            assert_eq!(points.len() + pieces.len() - 3 * pieces.len() / 2, 2);
            let tetrahedra = pieces.iter().map(|piece| match piece {
                Piece::Polygon(c) => points[c[0]].cross(&points[c[1]]).dot(&points[c[2]]) / 6.0,
                Piece::Polyline(_) => 0.0,
            });
            1.0 - tetrahedra.sum::<f64>() / (4.0 / 3.0 * PI * 8.0)
        };
        let lost = [0, 1, 2].map(volume);
        assert!(lost[0] > 0.0 && lost[0] < 0.4, "{lost:?}");
        assert!(lost.windows(2).all(|l| (0.2..0.4).contains(&(l[1] / l[0]))), "{lost:?}");
    }
}
