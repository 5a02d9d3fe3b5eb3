//! Discrete energy balances of schemes (L 93, 97, 103, 111–114): what a step leaves of the energy, exactly, for linear systems.
//!
//! ```text
//! M v̇ + C v + K q = F(t) + Gᵀ λ ,     E = ½ vᵀM v + ½ qᵀK q ,     f* = F − C v ,     U = G v
//! ```
//!
//! Moreau–Jean with θ in the forces and ϑ in the kinematics, Δq = h v_ϑ:
//!
//! ```text
//! ΔE − Δqᵀ f*_θ = (½−ϑ) ‖Δv‖²_M + (½−θ) ‖Δq‖²_K + U_ϑ P                                                            (L 93, 97)
//! ```
//!
//! Newmark (α = 0) and HHT at velocity level, with the algorithmic energy H = E + ¼h²(2β−γ) ‖a‖²_M + ½α(1−γ) ‖Δq‖²_K:
//!
//! ```text
//! ΔH − Δqᵀ[(1−α) f*_γ + α f*_γ,n] = ½(U_n + U)P − ½h²(2β−γ)(γ−½) ‖Δa‖²_M − (γ−½−α) ‖Δq‖²_K − ½α(1−γ) ‖Δq − Δq_n‖²_K   (L 103, 114)
//! ```
//!
//! In (L 103) the printed h/2 is h²/2: with it the terms have one unit, and the identity holds.

use super::coefficients::Coefficients;
use super::moreau_jean::MeanVelocity;

/// The balance of a scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Identity {
    MoreauJean { theta: f64, kinematics: MeanVelocity },
    Newmark(Coefficients),
}

/// What the balance of a step is made of, in J. Three values belong to the step before, its start and its end, or to the step before,
/// this one and the difference of both.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepTerms {
    pub h: f64,
    /// ΔE.
    pub energy: f64,
    /// Δqᵀ f* with the forces of three times.
    pub work: [f64; 3],
    /// ‖Δv‖²_M.
    pub velocity: f64,
    /// ‖Δq‖²_K.
    pub way: [f64; 3],
    /// ‖a‖²_M at the start and the end, and of the difference.
    pub acceleration: [f64; 3],
    /// U P with the velocities at the start and at the end.
    pub contact: [f64; 2],
}

impl Identity {
    /// Steps that a balance looks at.
    pub fn steps(&self) -> usize {
        match self {
            Self::MoreauJean { .. } => 1,
            Self::Newmark(_) => 2,
        }
    }

    /// ϑ, the weight of the end of the step in Δq = h v_ϑ, where that is all of it.
    pub fn kinematics(&self) -> f64 {
        match self {
            Self::MoreauJean { kinematics: MeanVelocity::Theta, theta } => *theta,
            _ => 0.5,
        }
    }

    /// Both sides of the balance: what the step dissipates by it, and what it gained beside the work of loads and dampers.
    pub fn sides(&self, t: &StepTerms) -> [f64; 2] {
        let [_, from, to] = t.work;
        match self {
            Self::MoreauJean { theta, .. } => {
                let in_kinematics = self.kinematics();
                let contact = (1.0 - in_kinematics) * t.contact[0] + in_kinematics * t.contact[1];
                let expected = (0.5 - in_kinematics) * t.velocity + (0.5 - theta) * t.way[1] + contact;
                [expected, t.energy - (1.0 - theta) * from - theta * to]
            }
            Self::Newmark(Coefficients { alpha_f: alpha, beta, gamma, .. }) => {
                let inertia = 0.5 * t.h * t.h * (2.0 * beta - gamma);
                let memory = 0.5 * alpha * (1.0 - gamma);
                let [before, way, turn] = t.way;
                let expected = 0.5 * (t.contact[0] + t.contact[1])
                    - inertia * (gamma - 0.5) * t.acceleration[2]
                    - (gamma - 0.5 - alpha) * way
                    - memory * turn;
                let stored = 0.5 * inertia * (t.acceleration[1] - t.acceleration[0]) + memory * (way - before);
                let mean = |from: f64, to: f64| (1.0 - gamma) * from + gamma * to;
                let work = (1.0 - alpha) * mean(from, to) + alpha * mean(t.work[0], from);
                [expected, t.energy + stored - work]
            }
        }
    }

    /// Whether energy is never gained, with coefficients of restitution up to `e`: ½ ≤ θ ≤ 1/(1+e) (L 95), with the midpoint in the
    /// kinematics all θ ≥ ½ (L 98); 2β ≥ γ ≥ ½ and 0 ≤ α ≤ γ − ½ (L 105, 116).
    pub fn dissipates(&self, e: f64) -> bool {
        match self {
            Self::MoreauJean { theta, kinematics } => {
                *theta >= 0.5 && (*kinematics == MeanVelocity::Midpoint || *theta <= 1.0 / (1.0 + e))
            }
            Self::Newmark(c) => 2.0 * c.beta >= c.gamma && c.gamma >= 0.5 && (0.0..=c.gamma - 0.5).contains(&c.alpha_f),
        }
    }
}
