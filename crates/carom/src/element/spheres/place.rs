//! Where generated spheres go.

use super::Placed;
use super::random::Random;
use crate::Vec3;
use crate::spec::{BuildError, Builder, Lengths, Number, Span, Vector};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::HashMap;

/// Spheres of one table, at most.
const MOST: f64 = 1e6;
/// Places that are tried for a sphere before the box counts as full.
const ATTEMPTS: usize = 10_000;
/// Spheres of a grid may touch, up to the rounding of their positions.
const ROUNDING: f64 = 1e-12;

/// Rows along x, columns along y and layers along z.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridSpec {
    /// How many along x, y and z.
    count: Vector,
    /// (m) Distance between centres: one number, or one along each axis.
    spacing: Lengths,
    /// (m) Centre of the first sphere. Default: [0, 0, 0].
    origin: Option<Vector>,
    /// (m) Coordinates are shifted at random by up to this: one number, or one along each axis. Default: 0.
    jitter: Option<Lengths>,
    /// Lets neighbours overlap: for beads that joints or `exclude` of a collision keep from touching. Default: false.
    #[serde(default)]
    overlap: bool,
}

/// Spheres one after the other at random places that are free.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RandomSpec {
    /// How many.
    count: Number,
    /// (m) The corner of the box with the smallest coordinates. Spheres lie wholly inside the box; along an axis on which `low` and
    /// `high` agree, their centres are there.
    low: Vector,
    /// (m) The corner with the largest coordinates.
    high: Vector,
}

fn count(x: f64, span: &Span) -> Result<usize, BuildError> {
    if x.fract() == 0.0 && (1.0..=MOST).contains(&x) {
        return Ok(x as usize);
    }
    Err(BuildError::at(span, format!("count is {x}, expected a whole number between 1 and {MOST}")))
}

impl GridSpec {
    pub(super) fn place(
        &self,
        b: &Builder,
        [min, max]: [f64; 2],
        random: &mut Random,
    ) -> Result<Vec<Placed>, BuildError> {
        let counts = b.vector(&self.count)?;
        let span = self.count.0.span();
        let [nx, ny, nz] = [count(counts.x, &span)?, count(counts.y, &span)?, count(counts.z, &span)?];
        count(counts.x * counts.y * counts.z, &span)?;
        let spacing = b.lengths(&self.spacing, "spacing")?;
        let origin = b.vector_or_zero(self.origin.as_ref())?;
        let jitter = self.jitter.as_ref().map_or(Ok(Vec3::zeros()), |n| b.sizes(n, "jitter"))?;
        let normal = b.model.plane.map(|plane| plane.normal());
        for axis in (0..3).filter(|&axis| counts[axis] > 1.0) {
            if normal == Some(axis) {
                return Err(BuildError::at(
                    &span,
                    "layers along the normal of a planar model would lie in one another",
                )
                .help(format!("set the count along {} to 1", ["x", "y", "z"][axis])));
            }
            self.check_overlap(spacing[axis], max, jitter[axis])?;
        }
        let mut placed = Vec::with_capacity(nx * ny * nz);
        for (k, j, i) in (0..nz).flat_map(|k| (0..ny).flat_map(move |j| (0..nx).map(move |i| (k, j, i)))) {
            let mut x = origin + spacing.component_mul(&Vec3::new(i as f64, j as f64, k as f64));
            for axis in (0..3).filter(|&axis| jitter[axis] > 0.0 && normal != Some(axis)) {
                x[axis] += random.between(-jitter[axis], jitter[axis]);
            }
            placed.push(Placed { x, radius: random.between(min, max) });
        }
        Ok(placed)
    }

    /// Refuses neighbours that can overlap.
    fn check_overlap(&self, spacing: f64, radius: f64, jitter: f64) -> Result<(), BuildError> {
        let needed = 2.0 * (radius + jitter);
        if self.overlap || spacing >= needed * (1.0 - ROUNDING) {
            return Ok(());
        }
        let needed = (needed * 1e9).round() / 1e9;
        let what = if jitter > 0.0 { "the largest diameter and twice the jitter" } else { "the largest diameter" };
        Err(BuildError::at(
            &self.spacing.0.span(),
            format!("the spacing of {spacing} m is less than {what}, {needed} m"),
        )
        .help(format!(
            "spheres that can touch must not overlap at the start: set `spacing` to {needed} or more; for beads on joints add `overlap = true`"
        )))
    }
}

impl RandomSpec {
    pub(super) fn place(
        &self,
        b: &Builder,
        [min, max]: [f64; 2],
        random: &mut Random,
    ) -> Result<Vec<Placed>, BuildError> {
        let n = count(b.number(&self.count)?, &self.count.span)?;
        let (low, high) = (b.vector(&self.low)?, b.vector(&self.high)?);
        self.check_box(b, [low, high], max)?;
        let mut free = FreeSpace::new(2.0 * max);
        for _ in 0..n {
            let radius = random.between(min, max);
            let inset = |axis: usize| if low[axis] == high[axis] { 0.0 } else { radius };
            let mut draw =
                || Vec3::from_fn(|axis, _| random.between(low[axis] + inset(axis), high[axis] - inset(axis)));
            let found = (0..ATTEMPTS).map(|_| Placed { x: draw(), radius }).find(|sphere| free.holds(sphere));
            let Some(sphere) = found else { return Err(self.full(free.placed.len(), n)) };
            free.take(sphere);
        }
        Ok(free.placed)
    }

    fn check_box(&self, b: &Builder, [low, high]: [Vec3; 2], radius: f64) -> Result<(), BuildError> {
        for axis in 0..3 {
            let (name, edge) = (["x", "y", "z"][axis], high[axis] - low[axis]);
            if b.model.plane.is_some_and(|plane| plane.normal() == axis) && edge != 0.0 {
                let message =
                    format!("in this planar model all spheres lie in one plane, but the box has {edge} m along {name}");
                return Err(BuildError::at(&self.high.0.span(), message)
                    .help(format!("give `low` and `high` the same {name} coordinate")));
            }
            if edge < 0.0 || (edge > 0.0 && edge < 2.0 * radius) {
                let message =
                    format!("the box is {edge} m long along {name}, less than the diameter {} m", 2.0 * radius);
                return Err(BuildError::at(&self.high.0.span(), message).help("`high` has the larger coordinates"));
            }
        }
        Ok(())
    }

    fn full(&self, placed: usize, wanted: usize) -> BuildError {
        let message = format!("only {placed} of {wanted} spheres found a place in the box");
        BuildError::at(&self.count.span, message)
            .help("enlarge the box, or use `grid`: at random, spheres fill about a third of a box")
    }
}

/// Spheres by the cubes of space that their centres lie in; only those in neighbouring cubes can overlap.
struct FreeSpace {
    edge: f64,
    cubes: HashMap<[i64; 3], Vec<usize>>,
    placed: Vec<Placed>,
}

impl FreeSpace {
    fn new(edge: f64) -> Self {
        Self { edge, cubes: HashMap::new(), placed: Vec::new() }
    }

    fn cube(&self, x: &Vec3) -> [i64; 3] {
        [0, 1, 2].map(|axis| (x[axis] / self.edge).floor() as i64)
    }

    /// Whether a sphere overlaps none.
    fn holds(&self, sphere: &Placed) -> bool {
        let [i, j, k] = self.cube(&sphere.x);
        let apart = |other: &Placed| {
            let least = sphere.radius + other.radius;
            (sphere.x - other.x).norm_squared() >= least * least
        };
        let near = (0..27).map(|c| [i + c % 3 - 1, j + c / 3 % 3 - 1, k + c / 9 - 1]);
        near.filter_map(|cube| self.cubes.get(&cube)).flatten().all(|&other| apart(&self.placed[other]))
    }

    fn take(&mut self, sphere: Placed) {
        self.cubes.entry(self.cube(&sphere.x)).or_default().push(self.placed.len());
        self.placed.push(sphere);
    }
}
