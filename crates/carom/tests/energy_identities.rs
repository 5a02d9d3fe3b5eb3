//! Discrete energy balances of the lecture (L 93, 97, 103, 111–114; `integrate/identity.rs`) on random linear systems with a contact:
//! identities, which hold to rounding in every step, the parameters for which they say that energy is never gained, and the monitor that
//! evaluates them in a run.

use carom::drive::Simulation;
use carom::integrate::{Coefficients, MeanVelocity, Method, MoreauJean, NonsmoothAlpha, StepTerms};
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

    /// F − C v.
    fn forces(&self, point: &Point) -> Vec<f64> {
        change(&self.times(1, &point.v), &self.load(point.t))
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

/// The balance of a scheme, as the monitor of runs evaluates it, with the matrices of the chain.
fn of(method: &impl Method) -> impl Fn(&Chain, &[Point], usize) -> [f64; 2] {
    let identity = method.identity().unwrap();
    move |chain, points, n| {
        let [before, from, to] = [&points[n - 2], &points[n - 1], &points[n]];
        let (dq_before, dq) = (change(&before.q, &from.q), change(&from.q, &to.q));
        identity.sides(&StepTerms {
            h: STEP,
            energy: chain.energy(to) - chain.energy(from),
            work: [before, from, to].map(|point| dot(&dq, &chain.forces(point))),
            velocity: chain.mass_norm(&change(&from.v, &to.v)),
            way: [&dq_before, &dq, &change(&dq_before, &dq)].map(|x| chain.stiffness_norm(x)),
            acceleration: [&from.a, &to.a, &change(&from.a, &to.a)].map(|x| chain.mass_norm(x)),
            contact: [from.v[0] * to.p, to.v[0] * to.p],
        })
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
                let method = MoreauJean { theta, kinematics, ..MoreauJean::default() };
                let [error, gain] = worst(&chain, &chain.run(method.clone()), &of(&method));
                assert!(error < ROUNDING, "θ = {theta}, e = {e}, {kinematics:?}, seed {seed}: off by {error:.1e}");
                let is_promised = method.identity().unwrap().dissipates(e);
                assert_eq!(is_promised, kinematics == MeanVelocity::Midpoint || theta <= 1.0 / (1.0 + e));
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
    let method = MoreauJean { theta: 1.0, ..MoreauJean::default() };
    let [_, gain] = worst(&chain, &chain.run(method.clone()), &of(&method));
    assert!(gain > 1e-4, "gains {gain:.1e}");
}

/// Below θ = ½ energy comes out of nothing, as (L 93) says how much.
#[test]
fn moreau_jean_gains_energy_below_one_half() {
    let chain = Chain::new(1, 0.8);
    let method = MoreauJean { theta: 0.4, ..MoreauJean::default() };
    let [error, gain] = worst(&chain, &chain.run(method.clone()), &of(&method));
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
            let [error, gain] = worst(&chain, &chain.run(nonsmooth(c)), &of(&nonsmooth(c)));
            assert!(error < ROUNDING, "γ = {gamma}, β = {beta}, seed {seed}: off by {error:.1e}");
            assert!(gain < ROUNDING, "γ = {gamma}, β = {beta}, seed {seed}: gains {gain:.1e}");
        }
    }
    let c = Coefficients::newmark(0.4, 0.25);
    let chain = Chain::new(1, 0.7);
    let [error, gain] = worst(&chain, &chain.run(nonsmooth(c)), &of(&nonsmooth(c)));
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
            let [error, gain] = worst(&chain, &chain.run(nonsmooth(c)), &of(&nonsmooth(c)));
            assert!(error < ROUNDING, "α = {alpha}, seed {seed}: off by {error:.1e}");
            assert!(gain < ROUNDING, "α = {alpha}, seed {seed}: gains {gain:.1e}");
        }
    }
    // α > γ − ½.
    let c = Coefficients { alpha_m: 0.0, alpha_f: 0.3, gamma: 0.5, beta: 0.25 };
    let chain = Chain::new(1, 0.7);
    let [error, gain] = worst(&chain, &chain.run(nonsmooth(c)), &of(&nonsmooth(c)));
    assert!(error < ROUNDING, "off by {error:.1e}");
    assert!(gain > 1e-6, "gains {gain:.1e}");
}

/// The monitor of a run finds the same: no defect beyond rounding on a linear model, and what the parameters promise. Its potentials
/// have the height of the masses, which is some 10 times the energy of their motion.
#[test]
fn a_run_monitors_the_identity_of_its_scheme() {
    for (integrator, keys, promised) in [
        ("moreau_jean", "theta = 0.6", true),
        ("moreau_jean", "theta = 1", false),
        ("moreau_jean", "theta = 1, kinematics = 'midpoint'", true),
        ("nonsmooth_newmark", "gamma = 0.6", true),
        ("nonsmooth_hht", "alpha = 0.2", true),
    ] {
        let chain = Chain::new(3, 0.6);
        let text = chain.text().replace("until = 10", "until = 1").replace(
            "simulation = {",
            &format!("simulation = {{ integrator = '{integrator}', {keys}, energy_identity = true,"),
        );
        let (simulation, history) = carom::testkit::run(&text, &[]);
        let (identity, energy) = (simulation.statistics.energy.identity.unwrap(), &simulation.statistics.energy);
        // Balances of two steps begin anew at the start and at the two checkpoints.
        assert!(identity.steps >= 497, "{integrator}: {} steps", identity.steps);
        let size = energy.turned_over();
        let defect = identity.defect.0.abs() / size;
        assert!(defect < 10.0 * ROUNDING, "{integrator}, {keys}: off by {defect:.1e}");
        assert_eq!(identity.dissipates, promised, "{integrator}, {keys}");
        let most = history.column("identity_defect").unwrap().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        assert_eq!(most, identity.defect.0.abs(), "{integrator}: the channel has another largest defect");
    }
}

/// A pendulum made of springs is not linear: the defect says so. Schemes and models without an identity are refused where they ask.
#[test]
fn what_has_no_identity_says_so() {
    let swing = "gravity = [0, 0, -9.81]\nsimulation = { integrator = 'moreau_jean', step = 1e-2, until = 0.3, energy_identity = true }\n\
                 [bodies.m]\ntype = 'point_mass'\nmass = 1\nposition = [1, 0, 0]\n[forces.s]\ntype = 'spring_damper'\n\
                 a = 'ground'\nb = 'm'\nstiffness = 100\n";
    let (simulation, _) = carom::testkit::run(swing, &[]);
    let identity = simulation.statistics.energy.identity.unwrap();
    assert!(identity.defect.0.abs() > 1e-9, "off by {:e} J", identity.defect.0);
    let refused = |text: &str| {
        let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
        Simulation::new(loaded.model, loaded.settings).err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert!(refused(&swing.replace("moreau_jean", "decoupled")).contains("energy_identity"));
    let body = swing.replace("type = 'point_mass'\nmass = 1", "type = 'rigid_body'\nmass = 1\ninertia = [1, 2, 3]");
    assert!(refused(&body).contains("rotations in space"));
}
