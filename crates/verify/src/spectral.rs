//! What linear schemes do to a vibration (R figs. 6–12, appendices A and B): spectral radius ρ, damping ratio ξ̄ and period error T̄/T − 1
//! over Δt/T, from the steps that runs take (`carom::study::spectrum`), beside those of the matrices in the text.
//!
//! In (q, Δt v, Δt² a) with Ω = ωΔt
//!
//! ```text
//! A_α = 1/D ⎡ 1−α_m−α_f β Ω²   1−α_m                      (½−β)(1−α_m) − β α_m                      ⎤     D = 1 − α_m + (1−α_f) β Ω²   (R 96)
//!           ⎢ −γ Ω²            1−α_m−(1−α_f)(γ−β) Ω²      (1−γ)(1−α_m) − γ α_m − (1−α_f)(½γ−β) Ω²    ⎥
//!           ⎣ −Ω²              −(1−α_f) Ω²                −(1−α_f)(½−β) Ω² − α_m                    ⎦
//! A_B = 1/D ⎡ 144 − 19Ω²       144 − 5Ω²                  28          ⎤     D = (16 + Ω²)(9 + Ω²)      (R 106, rows in the order of columns)
//!           ⎢ −96Ω² + Ω⁴       144 − 47Ω²                 48 − 4Ω²    ⎥
//!           ⎣ −144Ω² + 19Ω⁴    −144Ω² + 5Ω⁴               −28Ω²       ⎦
//! ```
//!
//! with γ = ½ − α_m + α_f, β = ¼(1 − α_m + α_f)². For Ω → ∞ the roots are (α_f−α_m−1)/(α_f−α_m+1), twice, and α_f/(α_f−1) (R 101, 103).

use crate::VerifyError;
use crate::case::Case;
use carom::study::{Response, SchemeChoice, spectrum};
use nalgebra::{Complex, Matrix3, Matrix4, Matrix4x2};
use std::f64::consts::TAU;

/// The amplification matrix of the text at Ω.
type Amplification = fn([f64; 2], f64) -> Matrix3<f64>;

/// A scheme: its name, the integrator with its keys, α_m and α_f where it has them, and its matrix.
struct Entry {
    name: &'static str,
    integrator: &'static str,
    keys: &'static [(&'static str, &'static str)],
    averages: [f64; 2],
    matrix: Amplification,
}

const fn alpha(
    (name, integrator): (&'static str, &'static str),
    keys: &'static [(&'static str, &'static str)],
    averages: [f64; 2],
) -> Entry {
    Entry { name, integrator, keys, averages, matrix: generalized_alpha }
}

const fn ed_alpha(name: &'static str, keys: &'static [(&'static str, &'static str)], rho: f64) -> Entry {
    Entry { name, integrator: "mixed_ed_alpha", keys, averages: [rho; 2], matrix: energy_decaying }
}

const DECAYING: &str = "ED-α, ρ∞ = 0";
const NEWMARK: &str = "Newmark";
const ANNIHILATING: &str = "α, ρ∞ = 0";
const BATHE: &str = "Bathe";

const ENTRIES: [Entry; 15] = [
    alpha((NEWMARK, "nonsmooth_newmark"), &[], [0.0, 0.0]),
    alpha(("HHT, α = 0.1", "nonsmooth_hht"), &[("alpha", "0.1")], [0.0, 0.1]),
    alpha(("HHT, α = 0.3", "nonsmooth_hht"), &[("alpha", "0.3")], [0.0, 0.3]),
    alpha(("HHT, α = 1/2", "generalized_alpha"), &[("alpha_m", "0"), ("alpha_f", "0.5")], [0.0, 0.5]),
    alpha(("α, ρ∞ = 1", "mixed_alpha"), &[("rho_inf", "1")], [0.5, 0.5]),
    alpha(("α, ρ∞ = 0.8", "mixed_alpha"), &[("rho_inf", "0.8")], [1.0 / 3.0, 4.0 / 9.0]),
    alpha(("α, ρ∞ = 0.5", "mixed_alpha"), &[("rho_inf", "0.5")], [0.0, 1.0 / 3.0]),
    alpha((ANNIHILATING, "mixed_alpha"), &[("rho_inf", "0")], [-1.0, 0.0]),
    alpha(("point A", "generalized_alpha"), &[("alpha_m", "-1"), ("alpha_f", "0.5")], [-1.0, 0.5]),
    alpha(("point C", "generalized_alpha"), &[("alpha_m", "-1"), ("alpha_f", "-0.5")], [-1.0, -0.5]),
    alpha(("decoupled, ρ∞ = 0.8", "decoupled"), &[("rho_inf", "0.8")], [1.0 / 3.0, 4.0 / 9.0]),
    ed_alpha("ED-α, ρ∞ = 0.8", &[("rho_inf", "0.8")], 0.8),
    ed_alpha("ED-α, ρ∞ = 0.5", &[("rho_inf", "0.5")], 0.5),
    ed_alpha(DECAYING, &[("rho_inf", "0")], 0.0),
    Entry { name: BATHE, integrator: "mixed_bathe", keys: &[], averages: [0.0; 2], matrix: bathe },
];

/// Δt/T from slow to fast vibrations, and one that stands for infinity.
const RATIOS: usize = 41;
const INFINITE: f64 = 1e3;
/// Up to this Δt/T damping and period are compared, where vibrations are still followed.
const FOLLOWED: f64 = 0.3;
/// Where the text's figures tell schemes apart.
const SHOWN: f64 = 0.1;

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let mut ratios: Vec<f64> = (0..RATIOS).map(|i| 10_f64.powf(-2.0 + 0.1 * i as f64)).collect();
    ratios.push(INFINITE);
    let choices: Vec<SchemeChoice> = ENTRIES.iter().map(|e| SchemeChoice::new(e.integrator, e.keys)).collect();
    let found = spectrum(&choices, &ratios).map_err(|source| case.study(source))?;
    if !found.failures.is_empty() {
        return Err(case.event("a step of every scheme"));
    }
    for (entry, list) in ENTRIES.iter().zip(&found.responses) {
        report(case, entry, list);
    }
    let period = |name: &str| {
        let place = ENTRIES.iter().position(|entry| entry.name == name);
        let at = |list: &Vec<Response>| list.iter().find(|r| (r.ratio / SHOWN - 1.0).abs() < 1e-9).map(|r| r.period);
        place.and_then(|k| at(&found.responses[k])).unwrap_or(f64::NAN)
    };
    case.report("period error, Bathe over Newmark", period(BATHE) / period(NEWMARK));
    case.report("period error, Bathe over α with ρ∞ = 0", period(BATHE) / period(ANNIHILATING));
    case.report("period error, ED-α over Bathe, ρ∞ = 0", period(DECAYING).abs() / period(BATHE));
    Ok(())
}

/// Differences to the matrix of the text, the limit, and how far ρ rises again behind its least value.
fn report(case: &mut Case, entry: &Entry, list: &[Response]) {
    let [mut radius, mut motion, mut least, mut rise] = [0.0_f64, 0.0, f64::INFINITY, 0.0];
    for r in list.iter().filter(|r| r.ratio < INFINITE) {
        let omega = TAU * r.ratio;
        let roots = (entry.matrix)(entry.averages, omega).complex_eigenvalues();
        let exact = roots.iter().map(|z| z.norm()).fold(0.0, f64::max);
        radius = radius.max((r.radius - exact).abs());
        (least, rise) = (least.min(r.radius), f64::max(rise, r.radius - least));
        if r.ratio <= FOLLOWED {
            let principal =
                roots.iter().copied().max_by(|a, b| a.im.total_cmp(&b.im)).unwrap_or(Complex::new(0.0, 0.0));
            let (damping, period) = (-principal.norm().ln() / principal.arg(), omega / principal.arg() - 1.0);
            motion = motion.max((r.damping - damping).abs()).max((r.period - period).abs());
        }
    }
    let name = entry.name;
    case.report(&format!("spectral radius, {name}"), radius);
    case.report(&format!("damping and period, {name}"), motion);
    case.report(&format!("limit, {name}"), list.last().map_or(f64::NAN, |r| r.radius));
    case.report(&format!("rise, {name}"), rise);
}

fn generalized_alpha([m, f]: [f64; 2], omega: f64) -> Matrix3<f64> {
    let w = omega * omega;
    let (gamma, beta) = (0.5 - m + f, 0.25 * (1.0 - m + f).powi(2));
    let d = 1.0 - m + (1.0 - f) * beta * w;
    let velocity = (1.0 - gamma) * (1.0 - m) - gamma * m - (1.0 - f) * (0.5 * gamma - beta) * w;
    let matrix = Matrix3::new(
        1.0 - m - f * beta * w,
        1.0 - m,
        (0.5 - beta) * (1.0 - m) - beta * m,
        -gamma * w,
        1.0 - m - (1.0 - f) * (gamma - beta) * w,
        velocity,
        -w,
        -(1.0 - f) * w,
        -(1.0 - f) * (0.5 - beta) * w - m,
    );
    scaled(matrix / d, omega)
}

fn bathe(_averages: [f64; 2], omega: f64) -> Matrix3<f64> {
    let w = omega * omega;
    let position = [144.0 - 19.0 * w, 144.0 - 5.0 * w, 28.0];
    let velocity = [-96.0 * w + w * w, 144.0 - 47.0 * w, 48.0 - 4.0 * w];
    let matrix = Matrix3::from_row_slice(&[position, velocity, position.map(|x| -w * x)].concat());
    scaled(matrix / ((16.0 + w) * (9.0 + w)), omega)
}

/// (R 79–82) with a = −ω²q in both stages: two equations for Δt v_j and Δt v, and one step from (q, Δt v); what is remembered of the
/// acceleration is −Ω²q.
fn energy_decaying([rho, _]: [f64; 2], omega: f64) -> Matrix3<f64> {
    let w = omega * omega;
    let (alpha, beta) = ((1.0 - rho) / (1.0 + rho), 1.0 / 6.0);
    // (q_j, v_j, q', v') = from (q, v): E z = F (q, v).
    let e = Matrix4::new(
        1.0,
        -beta * alpha,
        0.0,
        beta, //
        beta * alpha * w,
        1.0,
        -beta * w,
        0.0, //
        0.0,
        -0.5,
        1.0,
        -0.5, //
        0.5 * w,
        0.0,
        0.5 * w,
        1.0,
    );
    let f = Matrix4x2::new(
        1.0,
        beta * (1.0 - alpha), //
        -beta * (1.0 - alpha) * w,
        1.0, //
        1.0,
        0.0, //
        0.0,
        1.0,
    );
    let z = e.lu().solve(&f).unwrap_or_else(Matrix4x2::zeros);
    let mut matrix = Matrix3::zeros();
    matrix.fixed_view_mut::<2, 2>(0, 0).copy_from(&z.fixed_rows::<2>(2));
    scaled(matrix, omega)
}

/// The matrix in (q, Δt v/Ω, Δt² a/Ω²), which has the same roots and entries of one size.
fn scaled(matrix: Matrix3<f64>, omega: f64) -> Matrix3<f64> {
    Matrix3::from_fn(|i, j| matrix[(i, j)] * omega.powi(j as i32 - i as i32))
}
