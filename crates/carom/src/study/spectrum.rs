//! `carom spectrum`: what a step of a scheme does to a vibration.
//!
//! The test oscillator q̈ + ω² q = 0 is a model with a mass and a spring, and its step that of the integrator which runs take. The state
//! of a scheme is z = (q, v, v̇, what it remembers of every degree of freedom); since all is linear, z_{n+1} = A z_n, and column j of A
//! is the step from the unit vector e_j. With the eigenvalues λ of A and Ω = ωΔt = 2πΔt/T
//!
//! ```text
//! spectral radius      ρ = max |λ|
//! principal roots      λ = exp(−ξ̄Ω̄ ± iΩ̄), those that go to exp(±iΩ) for Ω → 0
//! numerical damping    ξ̄ = −ln|λ|/Ω̄,  Ω̄ = |arg λ|
//! period error         T̄/T − 1 = Ω/Ω̄ − 1
//! ```
//!
//! What a scheme remembers for first iterates, or of contacts, is no part of a free vibration and would add eigenvalues of its own: A is
//! restricted to what (q, v) reach in some steps and what reaches them.

use super::sweep::in_parallel;
use super::{SchemeChoice, StudyError};
use crate::drive::Simulation;
use crate::integrate::State;
use crate::spec::load_str;
use nalgebra::{Complex, DMatrix};
use std::f64::consts::TAU;

/// The oscillator with ω = 1, T = 2π. A step that is halved would be another one.
const OSCILLATOR: &str = r#"
name = "test oscillator"
[simulation]
step = 1
until = 1e300
max_halvings = 0
[bodies.mass]
type = "scalar_mass"
mass = 1
[forces.spring]
type = "force"
on = "mass"
force = ["-x", 0, 0]
"#;

/// A scheme at one size of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// Δt/T.
    pub ratio: f64,
    /// ρ.
    pub radius: f64,
    /// ξ̄ and T̄/T − 1; not a number where the principal roots are real.
    pub damping: f64,
    pub period: f64,
}

/// Responses of several schemes.
#[derive(Clone, Debug)]
pub struct Spectrum {
    pub schemes: Vec<String>,
    /// One list a scheme, over the same ratios.
    pub responses: Vec<Vec<Response>>,
    /// Scheme, ratio and reason where a step could not be taken.
    pub failures: Vec<(usize, f64, String)>,
}

/// Entries below this share of the largest are rounding when it is asked what reaches what.
const ROUNDING: f64 = 1e-9;

/// Responses of schemes at ratios Δt/T.
pub fn spectrum(schemes: &[SchemeChoice], ratios: &[f64]) -> Result<Spectrum, StudyError> {
    for scheme in schemes {
        load(scheme, 1.0)?;
    }
    let mut ratios = ratios.to_vec();
    ratios.sort_by(f64::total_cmp);
    let count = schemes.len() * ratios.len();
    let order: Vec<usize> = (0..count).collect();
    let one = |i: usize| amplification(&schemes[i / ratios.len()], ratios[i % ratios.len()] * TAU);
    let mut matrices = in_parallel(&order, count, one).into_iter();
    let mut out = Spectrum { schemes: Vec::new(), responses: Vec::new(), failures: Vec::new() };
    for (k, scheme) in schemes.iter().enumerate() {
        let mut responses = Vec::new();
        let mut root = None;
        for (ratio, matrix) in ratios.iter().zip(matrices.by_ref()) {
            match matrix {
                Ok(matrix) => responses.push(response(*ratio, &matrix, &mut root)),
                Err(reason) => out.failures.push((k, *ratio, reason)),
            }
        }
        out.schemes.push(scheme.label.clone());
        out.responses.push(responses);
    }
    Ok(out)
}

fn load(scheme: &SchemeChoice, h: f64) -> Result<crate::spec::Loaded, StudyError> {
    let mut set = scheme.set.clone();
    set.push(("simulation.step".to_owned(), format!("{h:e}")));
    Ok(load_str("the test oscillator", OSCILLATOR, &set)?)
}

/// A of one scheme at Ω = h, restricted to what takes part in the vibration.
fn amplification(scheme: &SchemeChoice, h: f64) -> Result<DMatrix<f64>, String> {
    let loaded = load(scheme, h).map_err(|e| e.to_string())?;
    let mut simulation = Simulation::new(loaded.model, loaded.settings).map_err(|e| e.to_string())?;
    // The first step of a run may differ; from the second on its size is that of the last.
    simulation.step().map_err(|e| e.to_string())?;
    let start = simulation.state.clone();
    let n = read(&start).len();
    let mut a = DMatrix::zeros(n, n);
    for j in 0..n {
        *simulation.state = (*start).clone();
        write(&mut simulation, &(0..n).map(|i| f64::from(i == j)).collect::<Vec<_>>());
        simulation.step().map_err(|e| e.to_string())?;
        a.set_column(j, &nalgebra::DVector::from_vec(read(&simulation.state)));
    }
    let a = balanced(a);
    let (forth, back) = (reaching(&a), reaching(&a.transpose()));
    let kept: Vec<usize> = forth.into_iter().filter(|i| back.contains(i)).collect();
    Ok(DMatrix::from_fn(kept.len(), kept.len(), |i, j| a[(kept[i], kept[j])]))
}

/// q, v, v̇ and what the scheme remembers of the one degree of freedom.
fn read(state: &State) -> Vec<f64> {
    let own = [state.kin.frames[0].x.x, state.kin.v[0], state.acceleration[0]];
    own.into_iter().chain(state.history.of_dofs().flat_map(|array| array.iter().copied())).collect()
}

fn write(simulation: &mut Simulation, z: &[f64]) {
    let system = simulation.system.clone();
    let state = &mut simulation.state;
    (state.kin.frames[0].x.x, state.kin.v[0], state.acceleration[0]) = (z[0], z[1], z[2]);
    for (array, z) in state.history.of_dofs_mut().zip(&z[3..]) {
        array[0] = *z;
    }
    state.kin.update_ports(&system.model.ports);
}

/// The components of z from which q or v are reached in any number of steps.
fn reaching(a: &DMatrix<f64>) -> Vec<usize> {
    let n = a.nrows();
    let size = a.amax();
    let mut reaches: Vec<bool> = (0..n).map(|i| i < 2).collect();
    for _ in 0..n {
        for j in 0..n {
            reaches[j] |= (0..n).any(|i| reaches[i] && a[(i, j)].abs() > ROUNDING * size);
        }
    }
    (0..n).filter(|j| reaches[*j]).collect()
}

/// The matrix in units of z in which its rows are as large as its columns: eigenvalues are then found as well as they can be, although
/// accelerations are Ω² times larger than positions.
fn balanced(mut a: DMatrix<f64>) -> DMatrix<f64> {
    let n = a.nrows();
    for i in (0..20 * n).map(|k| k % n) {
        let others = || (0..n).filter(move |j| *j != i);
        let row: f64 = others().map(|j| a[(i, j)].abs()).sum();
        let column: f64 = others().map(|j| a[(j, i)].abs()).sum();
        if row > 0.0 && column > 0.0 {
            // Powers of two do not round.
            let factor = (0.5 * (column / row).log2()).round().exp2();
            a.row_mut(i).scale_mut(factor);
            a.column_mut(i).scale_mut(1.0 / factor);
        }
    }
    a
}

/// `root` is the principal root of the last smaller ratio.
fn response(ratio: f64, a: &DMatrix<f64>, root: &mut Option<Complex<f64>>) -> Response {
    let omega = TAU * ratio;
    let all = balanced(a.clone()).complex_eigenvalues();
    let radius = all.iter().map(|z| z.norm()).fold(0.0, f64::max);
    // Followed from small steps on, where it is exp(iΩ).
    let expected = root.unwrap_or_else(|| Complex::from_polar(1.0, omega));
    let upper = all.iter().map(|z| Complex::new(z.re, z.im.abs()));
    let found = upper.min_by(|a, b| (a - expected).norm().total_cmp(&(b - expected).norm())).unwrap_or(expected);
    *root = Some(found);
    let (turned, is_real) = (found.arg(), found.im <= 1e-9 * found.norm());
    let only = |x: f64| if is_real { f64::NAN } else { x };
    Response { ratio, radius, damping: only(-found.norm().ln() / turned), period: only(omega / turned - 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response_of(scheme: &str, keys: &[(&str, &str)], ratios: &[f64]) -> Vec<Response> {
        let found = spectrum(&[SchemeChoice::new(scheme, keys)], ratios).unwrap();
        assert!(found.failures.is_empty(), "{:?}", found.failures);
        found.responses.into_iter().next().unwrap()
    }

    /// The amplification matrix of generalized-α in (q, hv, h²a), written down from its equations (Chung & Hulbert 1993).
    fn generalized_alpha(rho: f64, omega: f64) -> f64 {
        let (am, af) = ((2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0));
        let gamma = 0.5 + af - am;
        let beta = 0.25 * (gamma + 0.5).powi(2);
        let w = omega * omega;
        // (1−α_m) a' + α_m a = −w [(1−α_f) q' + α_f q],  q' = q + v + (½−β) a + β a',  v' = v + (1−γ) a + γ a'
        let denominator = 1.0 - am + w * (1.0 - af) * beta;
        let a = [-w, -w * (1.0 - af), -(am + w * (1.0 - af) * (0.5 - beta))].map(|x| x / denominator);
        let rows = [
            [1.0 + beta * a[0], 1.0 + beta * a[1], 0.5 - beta + beta * a[2]],
            [gamma * a[0], 1.0 + gamma * a[1], 1.0 - gamma + gamma * a[2]],
            a,
        ];
        let matrix = DMatrix::from_fn(3, 3, |i, j| rows[i][j]);
        matrix.complex_eigenvalues().iter().map(|z| z.norm()).fold(0.0, f64::max)
    }

    /// The spectral radius is that of the closed form at all steps, and at high frequency the one that was asked for, up to O(T/Δt).
    #[test]
    fn generalized_alpha_has_its_spectral_radius() {
        for rho in [0.0, 0.5, 0.8, 1.0] {
            let ratios = [1e-2, 0.1, 0.3, 1.0, 3.0, 30.0, 1e3];
            let found = response_of("decoupled", &[("rho_inf", &rho.to_string())], &ratios);
            for r in &found {
                // Double roots at infinity are found to the root of the rounding; triple ones, of ρ = 0, to its cube root.
                let allowed = if rho == 0.0 { 3e-3 } else { 1e-6 };
                let exact = generalized_alpha(rho, TAU * r.ratio);
                assert!((r.radius - exact).abs() < allowed, "ρ∞ = {rho}, Δt/T = {}: {} and {exact}", r.ratio, r.radius);
            }
            let limit = found.last().unwrap().radius;
            assert!((limit - rho).abs() < 5e-3, "{rho}: {limit}");
        }
    }

    /// θ = ½ is the trapezoidal rule: ρ = 1 and tan(Ω̄/2) = Ω/2. For θ the roots have |λ|² = (1 + (1−θ)²Ω²)/(1 + θ²Ω²).
    #[test]
    fn moreau_jean_is_the_theta_method() {
        for r in response_of("moreau_jean", &[], &[1e-2, 0.1, 1.0, 100.0]) {
            let omega = TAU * r.ratio;
            let exact = omega / (2.0 * (0.5 * omega).atan()) - 1.0;
            assert!((r.radius - 1.0).abs() < 1e-9 && r.damping.abs() < 1e-9, "{r:?}");
            assert!((r.period - exact).abs() < 1e-9 * (1.0 + exact), "{r:?}, {exact}");
        }
        for r in response_of("moreau_jean", &[("theta", "0.75")], &[1e-2, 0.1, 1.0, 100.0]) {
            let w = (TAU * r.ratio).powi(2);
            let exact = ((1.0 + 0.0625 * w) / (1.0 + 0.5625 * w)).sqrt();
            assert!((r.radius - exact).abs() < 1e-9, "{r:?}, {exact}");
        }
    }

    /// Every integrator follows slow vibrations: its roots are exp(±iΩ) to the first order at least, and it is stable there.
    #[test]
    fn every_integrator_follows_slow_vibrations() {
        for scheme in super::super::parse_schemes("all").unwrap() {
            let found = spectrum(std::slice::from_ref(&scheme), &[1e-3]).unwrap();
            assert!(found.failures.is_empty(), "{}: {:?}", scheme.label, found.failures);
            let r = found.responses[0][0];
            assert!(
                r.period.abs() < 1e-2 && r.damping.abs() < 1e-2 && r.radius < 1.0 + 1e-6,
                "{}: {r:?}",
                scheme.label
            );
        }
    }
}
