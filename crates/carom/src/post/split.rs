//! A recorded history of impulses, split into what a closed contact carries and impacts (S C.24, C.25, C.40, C.41).
//!
//! Step k of size h_k has the impulse Λ_k. In steps without impact all of it is continuous, with the force Λ_k/h_k. In a step with
//! an impact the continuous force is that between its neighbours without impact, on either side:
//!
//! ```text
//! λ_k = ½ (Λ_{k−1}/h_{k−1} + Λ_{k+1}/h_{k+1}) ,   Λ_i = Λ_k − h_k λ_k ≥ 0                                      (1)
//! ```
//!
//! For one size of step this is (S C.40). Where impacts follow each other step by step, the force runs linearly between the nearest steps
//! without; at the ends of the record it is that of the one neighbour. If (1) exceeds Λ_k/h_k, no impulse is left for an impact.
//!
//! Which steps have impacts is known from the flags of a run ([`Split::by_hits`]). Records without them are left to the filter of
//! the text ([`Split::by_peaks`]): Λ_k > Λ_{k−1} and Λ_k > Λ_{k+1}. It takes every local maximum of a vibrating force for an impact, and
//! of impacts in steps that follow each other only the larger; it needs equal steps.
//!
//! Λ = Σ Λ_i + Σ h λ holds for both, exactly. Not known is how much of Λ_k an impact has: (1) is of first order in h.

use super::{PostError, positive};

/// The impulse of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactImpulse {
    /// The step, from 0.
    pub step: usize,
    /// Λ_i (N s).
    pub impulse: f64,
}

/// A history in its two parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Split {
    /// λ_k, the force of every step without impacts (N).
    pub force: Vec<f64>,
    /// Impacts, in the order of time.
    pub impacts: Vec<ImpactImpulse>,
}

impl Split {
    /// By the flags of the steps in which the contact was hit. `sizes` are those of the steps (s), `impulses` in N s.
    pub fn by_hits(sizes: &[f64], impulses: &[f64], hits: &[bool]) -> Result<Self, PostError> {
        let expected = sizes.len();
        for (what, found) in [("impulses", impulses.len()), ("hit flags", hits.len())] {
            if found != expected {
                return Err(PostError::Length { what, found, expected });
            }
        }
        for &size in sizes {
            positive("size of a step", size)?;
        }
        let mut split = Self { force: impulses.iter().zip(sizes).map(|(p, h)| p / h).collect(), impacts: Vec::new() };
        let mut step = 0;
        while step < expected {
            let run = hits[step..].iter().take_while(|hit| **hit).count();
            split.take_out(step, run, sizes);
            step += run.max(1);
        }
        Ok(split)
    }

    /// By the peaks of the impulses, for steps of one size (s).
    pub fn by_peaks(size: f64, impulses: &[f64]) -> Result<Self, PostError> {
        Self::by_hits(&vec![size; impulses.len()], impulses, &Self::peaks(impulses))
    }

    /// Which steps the filter of the text takes for impacts: Λ_k > Λ_{k−1} and Λ_k > Λ_{k+1}.
    pub fn peaks(impulses: &[f64]) -> Vec<bool> {
        let mut peaks = vec![false; impulses.len()];
        for (k, near) in impulses.windows(3).enumerate() {
            peaks[k + 1] = near[1] > near[0] && near[1] > near[2];
        }
        peaks
    }

    /// Takes the impacts out of steps that follow each other; `force` holds Λ/h there.
    fn take_out(&mut self, first: usize, count: usize, sizes: &[f64]) {
        let before = first.checked_sub(1).map(|k| self.force[k]);
        let after = self.force.get(first + count).copied();
        let (before, after) = match (before, after) {
            (Some(before), Some(after)) => (before, after),
            (Some(one), None) | (None, Some(one)) => (one, one),
            (None, None) => (0.0, 0.0),
        };
        for i in 0..count {
            let step = first + i;
            let part = (i + 1) as f64 / (count + 1) as f64;
            let carried = (before + part * (after - before)).min(self.force[step]);
            let impulse = (self.force[step] - carried) * sizes[step];
            self.force[step] = carried;
            if impulse > 0.0 {
                self.impacts.push(ImpactImpulse { step, impulse });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two cases of S figure C.8: an impact between flights, and one on a closed contact; the sum is kept.
    #[test]
    fn impacts_in_flight_and_on_a_closed_contact() {
        let impulses = [0.0, 0.0, 5.0, 0.0, 1.0, 1.0, 4.0, 2.0, 2.0];
        let split = Split::by_peaks(0.5, &impulses).expect("a split");
        let impacts = vec![ImpactImpulse { step: 2, impulse: 5.0 }, ImpactImpulse { step: 6, impulse: 2.5 }];
        assert_eq!(split.impacts, impacts);
        assert_eq!(split.force, [0.0, 0.0, 0.0, 0.0, 2.0, 2.0, 3.0, 4.0, 4.0]);
        let sum = 0.5 * split.force.iter().sum::<f64>() + impacts.iter().map(|i| i.impulse).sum::<f64>();
        assert_eq!(sum, impulses.iter().sum::<f64>());
    }

    /// The filter takes a ripple for an impact, flags do not; and two impacts in a row are both found by flags alone.
    #[test]
    fn flags_know_what_peaks_do_not() {
        let ripple = [1.0, 1.1, 1.0, 1.0, 3.0, 6.0, 1.0];
        let peaks = Split::by_peaks(1.0, &ripple).expect("a split");
        assert_eq!(peaks.impacts.iter().map(|i| i.step).collect::<Vec<_>>(), [1, 5]);
        let hits = [false, false, false, false, true, true, false];
        let flags = Split::by_hits(&[1.0; 7], &ripple, &hits).expect("a split");
        assert_eq!(flags.impacts, [ImpactImpulse { step: 4, impulse: 2.0 }, ImpactImpulse { step: 5, impulse: 5.0 }]);
    }

    /// Forces are kept over steps of different sizes, and at the ends of a record.
    #[test]
    fn steps_of_different_sizes_and_ends() {
        let split = Split::by_hits(&[0.1, 0.2, 0.1], &[3.0, 2.0 + 7.0, 1.0], &[false, true, false]).expect("a split");
        assert_eq!(split.force[0], 30.0);
        assert!((split.force[1] - 20.0).abs() < 1e-12 && (split.impacts[0].impulse - 5.0).abs() < 1e-12);
        let ends = Split::by_hits(&[1.0; 3], &[4.0, 1.0, 0.5], &[true, false, true]).expect("a split");
        assert_eq!(ends.force, [1.0, 1.0, 0.5]);
        assert_eq!(ends.impacts, [ImpactImpulse { step: 0, impulse: 3.0 }]);
        let alone = Split::by_hits(&[1.0], &[2.0], &[true]).expect("a split");
        assert_eq!((alone.force[0], alone.impacts[0].impulse), (0.0, 2.0));
    }

    #[test]
    fn bad_records_are_refused() {
        assert!(Split::by_hits(&[1.0; 2], &[1.0], &[false; 2]).is_err());
        assert!(Split::by_hits(&[1.0, 0.0], &[1.0; 2], &[false; 2]).is_err());
        assert!(Split::by_peaks(0.1, &[]).expect("nothing").impacts.is_empty());
    }
}
