//! Discrete energy balances of the lecture (L 93, 97, 103, 111–114) on random linear systems with a contact: identities, which hold to
//! rounding in every step, and the parameters for which they say that energy is never gained.
//!
//! ```text
//! M v̇ + C v + K q = F(t) + Gᵀ λ ,     E = ½ vᵀM v + ½ qᵀK q
//! ```
//!
//! In (L 103) the printed h/2 is h²/2: with it the terms have one unit, and the identity holds.

use carom::drive::Simulation;
use carom::integrate::{Coefficients, MeanVelocity, Method, MoreauJean, NonsmoothAlpha};
use carom::spec::load_str;
use carom::testkit::Random;
use std::sync::Arc;

const STEP: f64 = 2e-3;
const STEPS: usize = 500;

/// A vertical chain of masses with springs and dampers above a floor, the topmost driven by a force; the lowest bounces.
struct Chain {
    mass: Vec<f64>,
    /// Stiffness and damping between a mass and the one above it.
    springs: Vec<[f64; 2]>,
    restitution: f64,
    /// Where springs have no tension.
    rest: Vec<f64>,
}

/// What is known of a chain at a time; q is measured from the lengths without tension.
struct Point {
    t: f64,
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    /// Impulse of the contact over the step that ends here.
    p: f64,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// (1−w) a + w b.
fn mean(w: f64, a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| (1.0 - w) * a + w * b).collect()
}

fn change(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| b - a).collect()
}

impl Chain {
    fn new(seed: u64, restitution: f64) -> Self {
        let mut random = Random::new(seed);
        let count = 2 + random.below(3);
        let mass = (0..count).map(|_| random.between(0.5, 3.0)).collect();
        let springs = (1..count).map(|_| [random.between(200.0, 4000.0), random.between(0.0, 3.0)]).collect();
        Self { mass, springs, restitution, rest: (0..count).map(|i| 0.05 + i as f64).collect() }
    }

    fn text(&self) -> String {
        let mut text = format!(
            "gravity = [0, 0, -9.81]\nsimulation = {{ step = {STEP}, until = 10, tolerance = 1e-13 }}\n\
             [contacts.floor]\ntype = 'node_face'\npoint = 'm0'\nplane = 'ground'\nrestitution = {}\n\
             [forces.drive]\ntype = 'force'\non = 'm{}'\nforce = [0, 0, '8*sin(31*t)']\n",
            self.restitution,
            self.mass.len() - 1
        );
        for (i, (mass, z)) in self.mass.iter().zip(&self.rest).enumerate() {
            text += &format!(
                "[bodies.m{i}]\ntype = 'point_mass'\nmass = {mass:e}\nposition = [0, 0, {z:e}]\nvelocity = [0, 0, -1.5]\n"
            );
        }
        for (i, [k, c]) in self.springs.iter().enumerate() {
            let above = i + 1;
            text += &format!(
                "[forces.s{i}]\ntype = 'spring_damper'\na = 'm{i}'\nb = 'm{above}'\nstiffness = {k:e}\ndamping = {c:e}\n"
            );
        }
        text
    }

    fn times_mass(&self, x: &[f64]) -> Vec<f64> {
        self.mass.iter().zip(x).map(|(m, x)| m * x).collect()
    }

    /// K x or C x.
    fn times(&self, which: usize, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; x.len()];
        for (i, spring) in self.springs.iter().enumerate() {
            let tension = spring[which] * (x[i + 1] - x[i]);
            y[i] -= tension;
            y[i + 1] += tension;
        }
        y
    }

    fn load(&self, t: f64) -> Vec<f64> {
        let mut load: Vec<f64> = self.mass.iter().map(|m| -9.81 * m).collect();
        *load.last_mut().unwrap() += 8.0 * (31.0 * t).sin();
        load
    }

    fn mass_norm(&self, x: &[f64]) -> f64 {
        dot(x, &self.times_mass(x))
    }

    fn stiffness_norm(&self, x: &[f64]) -> f64 {
        dot(x, &self.times(0, x))
    }

    fn energy(&self, p: &Point) -> f64 {
        0.5 * (self.mass_norm(&p.v) + self.stiffness_norm(&p.q))
    }

    /// F − C v of a mean of two points.
    fn forces(&self, w: f64, from: &Point, to: &Point) -> Vec<f64> {
        let load = mean(w, &self.load(from.t), &self.load(to.t));
        change(&self.times(1, &mean(w, &from.v, &to.v)), &load)
    }

    fn point(&self, simulation: &Simulation) -> Point {
        let state = &simulation.state;
        let dofs: Vec<usize> =
            (0..self.mass.len()).map(|node| simulation.system.layout.dofs[node][2] as usize).collect();
        let pick = |x: &[f64]| dofs.iter().map(|&dof| x[dof]).collect::<Vec<_>>();
        let a = state.history.iter().find(|(name, _)| *name == "a").map_or(&state.acceleration[..], |(_, a)| a);
        Point {
            t: state.kin.t,
            q: (0..self.mass.len()).map(|i| state.kin.frames[i].x[2] - self.rest[i]).collect(),
            v: pick(&state.kin.v),
            a: pick(a),
            p: state.contacts[0].impulse[0],
        }
    }

    /// All points of a run.
    fn run(&self, method: impl Method + 'static) -> Vec<Point> {
        let loaded = load_str("chain.toml", &self.text(), &[]).unwrap_or_else(|e| panic!("{e}"));
        let mut settings = loaded.settings;
        settings.method = Arc::new(method);
        let mut simulation = Simulation::new(loaded.model, settings).unwrap_or_else(|e| panic!("{e}"));
        let mut points = vec![self.point(&simulation)];
        for _ in 0..STEPS {
            simulation.step().unwrap_or_else(|e| panic!("{e}"));
            points.push(self.point(&simulation));
        }
        assert!(points.iter().any(|point| point.p > 0.1), "nothing was hit");
        points
    }
}

/// What a step dissipates by its identity, and what it gained beside the work of loads and dampers: both of algorithmic energies.
type Balance<'a> = dyn Fn(&Chain, &[Point], usize) -> [f64; 2] + 'a;

/// The largest difference of the two, relative to the energy, and the largest gain in a run. The lecture concludes that energy is not
/// gained from U_n P ≤ 0: steps in which a contact that has penetrated and is opening is pushed back by loads are left out.
fn worst(chain: &Chain, points: &[Point], balance: &Balance) -> [f64; 2] {
    let size = points.iter().map(|point| chain.energy(point)).fold(0.0, f64::max);
    (2..points.len()).fold([0.0, f64::NEG_INFINITY], |[error, gain], n| {
        let [expected, found] = balance(chain, points, n);
        let is_pushed_back = points[n].p > 0.0 && points[n - 1].v[0] > 0.0;
        let gain = if is_pushed_back { gain } else { gain.max(found / size) };
        [error.max((found - expected).abs() / size), gain]
    })
}

/// Rounding of energies, and the tolerance of 1e-13 in forces that move by h v: together below 1e-12 of the energy.
const ROUNDING: f64 = 1e-12;

fn moreau_jean(theta: f64, kinematics: MeanVelocity) -> impl Fn(&Chain, &[Point], usize) -> [f64; 2] {
    move |chain, points, n| {
        let (from, to) = (&points[n - 1], &points[n]);
        let (dv, dq) = (change(&from.v, &to.v), change(&from.q, &to.q));
        let in_kinematics = if kinematics == MeanVelocity::Midpoint { 0.5 } else { theta };
        let v = mean(in_kinematics, &from.v, &to.v);
        let work = STEP * dot(&v, &chain.forces(theta, from, to));
        let inertia = (0.5 - in_kinematics) * chain.mass_norm(&dv);
        let expected = inertia + (0.5 - theta) * chain.stiffness_norm(&dq) + v[0] * to.p;
        [expected, chain.energy(to) - chain.energy(from) - work]
    }
}

/// Newmark (α = 0) and HHT.
fn hht(c: Coefficients) -> impl Fn(&Chain, &[Point], usize) -> [f64; 2] {
    move |chain, points, n| {
        let [before, from, to] = [&points[n - 2], &points[n - 1], &points[n]];
        let (alpha, h2) = (c.alpha_f, STEP * STEP * (2.0 * c.beta - c.gamma));
        let (da, dq, dq_before) = (change(&from.a, &to.a), change(&from.q, &to.q), change(&before.q, &from.q));
        let forces = mean(alpha, &chain.forces(c.gamma, from, to), &chain.forces(c.gamma, before, from));
        // w = ½Δq.
        let stored = |p: &Point, dq: &[f64]| {
            chain.energy(p)
                + 0.25 * h2 * chain.mass_norm(&p.a)
                + 0.5 * alpha * (1.0 - c.gamma) * chain.stiffness_norm(dq)
        };
        let expected = 0.5 * (from.v[0] + to.v[0]) * to.p
            - 0.5 * h2 * (c.gamma - 0.5) * chain.mass_norm(&da)
            - (c.gamma - 0.5 - alpha) * chain.stiffness_norm(&dq)
            - 0.5 * alpha * (1.0 - c.gamma) * chain.stiffness_norm(&change(&dq_before, &dq));
        [expected, stored(to, &dq) - stored(from, &dq_before) - dot(&dq, &forces)]
    }
}

fn nonsmooth(coefficients: Coefficients) -> NonsmoothAlpha {
    NonsmoothAlpha { coefficients, ..NonsmoothAlpha::default() }
}

/// (L 93) and (L 97); energy is not gained for ½ ≤ θ ≤ 1/(1+e) (L 95), with the midpoint in the kinematics for all θ ≥ ½ (L 98).
#[test]
fn moreau_jean_and_its_variant_balance_their_energy() {
    for seed in 0..6 {
        for (theta, e) in [(0.5, 1.0), (0.5, 0.3), (0.6, 0.6), (1.0, 0.0), (1.0, 0.8)] {
            for kinematics in [MeanVelocity::Theta, MeanVelocity::Midpoint] {
                let chain = Chain::new(seed, e);
                let points = chain.run(MoreauJean { theta, kinematics, ..MoreauJean::default() });
                let [error, gain] = worst(&chain, &points, &moreau_jean(theta, kinematics));
                assert!(error < ROUNDING, "θ = {theta}, e = {e}, {kinematics:?}, seed {seed}: off by {error:.1e}");
                let is_promised = kinematics == MeanVelocity::Midpoint || theta <= 1.0 / (1.0 + e);
                assert!(
                    gain < ROUNDING || !is_promised,
                    "θ = {theta}, e = {e}, {kinematics:?}, seed {seed}: {gain:.1e}"
                );
            }
        }
    }
}

/// Beyond θ = 1/(1+e) impacts of a body that springs load can make energy.
#[test]
fn moreau_jean_gains_energy_with_much_restitution_and_a_large_theta() {
    let chain = Chain::new(0, 0.8);
    let points = chain.run(MoreauJean { theta: 1.0, ..MoreauJean::default() });
    let [_, gain] = worst(&chain, &points, &moreau_jean(1.0, MeanVelocity::Theta));
    assert!(gain > 1e-4, "gains {gain:.1e}");
}

/// Below θ = ½ energy comes out of nothing, as (L 93) says how much.
#[test]
fn moreau_jean_gains_energy_below_one_half() {
    let chain = Chain::new(1, 0.8);
    let points = chain.run(MoreauJean { theta: 0.4, ..MoreauJean::default() });
    let [error, gain] = worst(&chain, &points, &moreau_jean(0.4, MeanVelocity::Theta));
    assert!(error < ROUNDING, "off by {error:.1e}");
    assert!(gain > 1e-6, "gains {gain:.1e}");
}

/// (L 103), with the energy of (L 102); not gained for 2β ≥ γ ≥ ½ (L 105).
#[test]
fn the_nonsmooth_newmark_scheme_balances_its_algorithmic_energy() {
    for seed in 0..6 {
        for (gamma, beta) in [(0.5, 0.25), (0.5, 0.4), (0.6, 0.3025), (0.9, 0.5)] {
            let c = Coefficients::newmark(gamma, beta);
            let chain = Chain::new(seed, 0.7);
            let [error, gain] = worst(&chain, &chain.run(nonsmooth(c)), &hht(c));
            assert!(error < ROUNDING, "γ = {gamma}, β = {beta}, seed {seed}: off by {error:.1e}");
            assert!(gain < ROUNDING, "γ = {gamma}, β = {beta}, seed {seed}: gains {gain:.1e}");
        }
    }
    let c = Coefficients::newmark(0.4, 0.25);
    let chain = Chain::new(1, 0.7);
    let [error, gain] = worst(&chain, &chain.run(nonsmooth(c)), &hht(c));
    assert!(error < ROUNDING, "off by {error:.1e}");
    assert!(gain > 1e-6, "gains {gain:.1e}");
}

/// (L 114), with the energy of (L 111); not gained for 2β ≥ γ ≥ ½ and 0 ≤ α ≤ γ − ½ (L 116).
#[test]
fn the_nonsmooth_hht_scheme_balances_its_algorithmic_energy() {
    for seed in 0..6 {
        for alpha in [0.05, 0.2, 1.0 / 3.0] {
            let c = Coefficients::hht(alpha);
            let chain = Chain::new(seed, 0.7);
            let [error, gain] = worst(&chain, &chain.run(nonsmooth(c)), &hht(c));
            assert!(error < ROUNDING, "α = {alpha}, seed {seed}: off by {error:.1e}");
            assert!(gain < ROUNDING, "α = {alpha}, seed {seed}: gains {gain:.1e}");
        }
    }
    // α > γ − ½.
    let c = Coefficients { alpha_m: 0.0, alpha_f: 0.3, gamma: 0.5, beta: 0.25 };
    let chain = Chain::new(1, 0.7);
    let [error, gain] = worst(&chain, &chain.run(nonsmooth(c)), &hht(c));
    assert!(error < ROUNDING, "off by {error:.1e}");
    assert!(gain > 1e-6, "gains {gain:.1e}");
}
