//! Mass, centre and inertia of bodies from their shapes: solid forms of uniform density ρ.
//!
//! About its own centre and along its own axes, with r ≤ R the radii, l the length along z and m the mass,
//!
//! | form | volume | J_x = J_y | J_z |
//! |---|---|---|---|
//! | box | a b c | m (b² + c²)/12, m (c² + a²)/12 | m (a² + b²)/12 |
//! | sphere | 4/3 π R³ | 2/5 m R² | 2/5 m R² |
//! | tube (cylinder: r = 0) | π (R² − r²) l | m (3 (R² + r²) + l²)/12 | m (R² + r²)/2 |
//! | capsule | cylinder c and two half spheres s | m_c (3 R² + l²)/12 + m_s (2/5 R² + l²/4 + 3/8 R l) | m_c R²/2 + 2/5 m_s R² |
//! | mesh | Σ det/6 of the tetrahedra over the origin | tr C − C with C = ∫ρ x xᵀ = Σ det A C₀ Aᵀ | |
//!
//! and for several of them the sum of J + m (|d|² − d dᵀ) about the common centre. Where shapes overlap both count.

use super::build::{BuildError, Builder};
use super::shape::ShapeSpec;
use super::value::{Number, Span};
use crate::record::Geometry;
use crate::{Frame, Mat3, Vec3};
use std::f64::consts::PI;

/// Mass, centre, and inertia about the centre.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    pub mass: f64,
    pub center: Vec3,
    pub inertia: Mat3,
}

impl Weight {
    /// Of a geometry of density 1 in its own frame; none of what has no volume.
    pub fn of(geometry: &Geometry) -> Option<Self> {
        let about_z = |mass: f64, across: f64, along: f64| {
            let inertia = Mat3::from_diagonal(&Vec3::new(across, across, along));
            Self { mass, center: Vec3::zeros(), inertia }
        };
        let tube = |outer: f64, inner: f64, length: f64| {
            let (mass, squares) = (PI * (outer * outer - inner * inner) * length, outer * outer + inner * inner);
            about_z(mass, mass * (3.0 * squares + length * length) / 12.0, 0.5 * mass * squares)
        };
        let ball = |radius: f64| 4.0 / 3.0 * PI * radius.powi(3);
        Some(match *geometry {
            Geometry::Box { size: [a, b, c] } => {
                let mass = a * b * c;
                let moments = Vec3::new(b * b + c * c, c * c + a * a, a * a + b * b) * (mass / 12.0);
                Self { mass, center: Vec3::zeros(), inertia: Mat3::from_diagonal(&moments) }
            }
            Geometry::Sphere { radius } => {
                let moment = 0.4 * ball(radius) * radius * radius;
                about_z(ball(radius), moment, moment)
            }
            Geometry::Cylinder { radius, length } => tube(radius, 0.0, length),
            Geometry::Tube { radius, inner, length } => tube(radius, inner, length),
            Geometry::Capsule { radius, length } => {
                let (middle, ends) = (tube(radius, 0.0, length), ball(radius));
                let across = ends * (0.4 * radius * radius + 0.25 * length * length + 0.375 * radius * length);
                let along = 0.4 * ends * radius * radius;
                about_z(middle.mass + ends, middle.inertia[(0, 0)] + across, middle.inertia[(2, 2)] + along)
            }
            Geometry::Mesh { ref points, ref triangles } => of_surface(points, triangles),
            Geometry::Line { .. } | Geometry::Cage { .. } | Geometry::Plane { .. } | Geometry::Patch { .. } => {
                return None;
            }
        })
    }

    /// The same with another density.
    fn times(self, density: f64) -> Self {
        Self { mass: density * self.mass, inertia: self.inertia * density, ..self }
    }

    /// In a frame that it is placed in.
    fn placed(self, at: &Frame) -> Self {
        Self { center: at.point(&self.center), inertia: at.r() * self.inertia * at.r().transpose(), ..self }
    }

    /// All of them as one body.
    fn sum(parts: &[Self]) -> Self {
        let mass: f64 = parts.iter().map(|part| part.mass).sum();
        let center = parts.iter().map(|part| part.center * part.mass).sum::<Vec3>() / mass;
        let about = |part: &Self| {
            let d = part.center - center;
            part.inertia + (Mat3::from_diagonal_element(d.norm_squared()) - d * d.transpose()) * part.mass
        };
        Self { mass, center, inertia: parts.iter().map(about).sum() }
    }
}

/// The body inside a closed surface.
fn of_surface(points: &[Vec3], triangles: &[[usize; 3]]) -> Weight {
    let (mut volume, mut first, mut second) = (0.0, Vec3::zeros(), Mat3::zeros());
    // Tetrahedra over the first point rather than the origin, which may be far away.
    let base = points[0];
    let one = Mat3::new(2.0, 1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0, 2.0) / 120.0;
    for corners in triangles {
        let [a, b, c] = corners.map(|i| points[i] - base);
        let edges = Mat3::from_columns(&[a, b, c]);
        let det = edges.determinant();
        volume += det / 6.0;
        first += (a + b + c) * (det / 24.0);
        second += edges * one * edges.transpose() * det;
    }
    let center = first / volume;
    let c = second - center * center.transpose() * volume;
    let inertia = Mat3::from_diagonal_element(c.trace()) - c;
    Weight { mass: volume, center: base + center, inertia: (inertia + inertia.transpose()) * 0.5 }
}

/// How a body says that its shapes weigh.
#[derive(Clone, Copy)]
pub enum Given<'a> {
    /// All shapes have this density, but those that have their own.
    Density(&'a Number),
    /// Together they have this mass; densities of shapes count against each other.
    Mass(&'a Number),
}

impl Builder {
    /// Mass, centre and inertia of a body from its shapes, in the body's frame.
    pub fn weigh(&self, shapes: &[ShapeSpec], given: Given, span: &Span) -> Result<Weight, BuildError> {
        let common = match given {
            Given::Density(n) => self.positive(n, "density")?,
            Given::Mass(_) => 1.0,
        };
        let mut parts = Vec::new();
        for shape in shapes {
            let own = shape.density.as_ref().map(|n| self.not_negative(n, "density")).transpose()?;
            let Some(weight) = Weight::of(&shape.geometry(self)?) else { continue };
            let at = self.frame(shape.position.as_ref(), shape.rotation.as_ref())?;
            let weight = weight.times(own.unwrap_or(common)).placed(&at);
            if weight.mass > 0.0 {
                parts.push(weight);
            }
        }
        if parts.is_empty() {
            return Err(BuildError::at(span, "the body has no shape that weighs")
                .help("give it `shapes` with a volume: box, sphere, cylinder, tube, capsule or mesh"));
        }
        let weight = Weight::sum(&parts);
        Ok(match given {
            Given::Density(_) => weight,
            Given::Mass(n) => weight.times(self.positive(n, "mass")? / weight.mass),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A form, what is inside it, and half of the box around it.
    type Form = (Geometry, fn(&Vec3) -> bool, Vec3);

    /// A grid of small cubes, each with its own inertia: the error of a curved surface is of the size of a cube.
    fn by_cubes(inside: impl Fn(&Vec3) -> bool, half: Vec3) -> Weight {
        const N: usize = 60;
        let size = half * (2.0 / N as f64);
        let cell = Weight::of(&Geometry::Box { size: size.into() });
        let mut parts = Vec::new();
        for k in 0..N * N * N {
            let index = Vec3::new((k % N) as f64, (k / N % N) as f64, (k / N / N) as f64);
            let center = size.component_mul(&(index + Vec3::repeat(0.5))) - half;
            if let Some(cell) = cell.filter(|_| inside(&center)) {
                parts.push(Weight { center, ..cell });
            }
        }
        Weight::sum(&parts)
    }

    fn agree(found: &Weight, expected: &Weight, tolerance: f64) {
        assert!((found.mass / expected.mass - 1.0).abs() < tolerance, "{found:?} {expected:?}");
        let scale = expected.inertia.norm();
        assert!((found.inertia - expected.inertia).norm() < tolerance * scale, "{found:?} {expected:?}");
    }

    #[test]
    fn formulas_agree_with_sums_over_small_cubes() {
        let forms: [Form; 4] = [
            (Geometry::Sphere { radius: 0.3 }, |x| x.norm() < 0.3, Vec3::repeat(0.3)),
            (Geometry::Cylinder { radius: 0.2, length: 0.7 }, |x| x.xy().norm() < 0.2, Vec3::new(0.2, 0.2, 0.35)),
            (
                Geometry::Tube { radius: 0.3, inner: 0.2, length: 0.5 },
                |x| (0.2..0.3).contains(&x.xy().norm()),
                Vec3::new(0.3, 0.3, 0.25),
            ),
            (
                Geometry::Capsule { radius: 0.2, length: 0.5 },
                |x| (x - Vec3::z() * x.z.clamp(-0.25, 0.25)).norm() < 0.2,
                Vec3::new(0.2, 0.2, 0.45),
            ),
        ];
        for (geometry, inside, half) in forms {
            let Some(found) = Weight::of(&geometry) else { panic!("{geometry:?}") };
            // 60 cubes across, half of those at the surface too many or too few at random.
            agree(&found, &by_cubes(inside, half), 5e-3);
        }
    }

    #[test]
    fn a_mesh_of_a_box_far_away_is_the_box() {
        let size = [0.3, 0.5, 0.7];
        let corner =
            |i: usize| Vec3::from_fn(|k, _| size[k] * (f64::from(i as u32 >> k & 1) - 0.5)) + Vec3::repeat(10.0);
        let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        let mesh = Geometry::Mesh { points: (0..8).map(corner).collect(), triangles };
        let (Some(found), Some(expected)) = (Weight::of(&mesh), Weight::of(&Geometry::Box { size })) else { panic!() };
        // Rounding of coordinates at 10 m.
        agree(&found, &expected, 1e-12);
        assert!((found.center - Vec3::repeat(10.0)).norm() < 1e-12, "{found:?}");
    }

    #[test]
    fn two_halves_are_the_whole() {
        let half = |z: f64| {
            Weight::of(&Geometry::Box { size: [1.0, 2.0, 1.5] }).map(|w| Weight { center: Vec3::z() * z, ..w })
        };
        let (Some(a), Some(b)) = (half(-0.75), half(0.75)) else { panic!() };
        let Some(whole) = Weight::of(&Geometry::Box { size: [1.0, 2.0, 3.0] }) else { panic!() };
        agree(&Weight::sum(&[a, b]), &whole, 1e-14);
    }
}
