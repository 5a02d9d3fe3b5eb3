//! The Hausdorff distance of filled-in graphs (L 58–61; Moreau 1978).
//!
//! ```text
//! gr*(f) = {(t, x) : x ∈ [f(t⁻), f(t⁺)]},     d((t, x), (s, y)) = max{|t − s|, |x − y|}
//! e(F, G) = sup_{p ∈ F} inf_{r ∈ G} d(p, r),   h*(F, G) = max{e(F, G), e(G, F)}
//! ```
//!
//! Times are in s, values in their SI unit. Two motions that jump by the same amount at times δ apart are δ apart, while their
//! difference is as large as the jump. Graphs of signals are polylines; a jump of a run is the line between two of its steps.
//!
//! The distance of a point to a segment is the least of a convex function: the larger of two distances, whose minimum is at that of
//! one of them or where they are equal. The supremum is found by bisection of segments, most of which need not be looked at: between two
//! points d(·, G) is at most the larger of their distances to one segment of G, which is convex, and since it has the Lipschitz
//! constant 1 at most (d₁ + d₂ + L)/2 if they are L apart. The nearest segment is looked for in a tree of [`Balls`]: graphs that are
//! δ apart make all segments within δ candidates, which for a coarse run of a flexible body against a fine one are most of them.

use super::Signal;
use super::balls::{Ball, Balls};

/// Relative accuracy of the supremum.
const ACCURACY: f64 = 2e-3;
/// Bisections of a segment, at most.
const DEEPEST: u32 = 40;

/// The distance of the graphs of two signals of the same width.
pub fn hausdorff(a: &Signal, b: &Signal) -> f64 {
    if a.is_empty() || b.is_empty() {
        return f64::INFINITY;
    }
    let first = excess(a, b, 0.0);
    excess(b, a, first)
}

/// e(F, G), or `known` if that is larger.
fn excess(from: &Signal, to: &Signal, known: f64) -> f64 {
    let mut search = Search { to, balls: Balls::new(to), largest: known };
    let length = |i: usize| match i + 1 < from.len() {
        true => point(from.times()[i], from.row(i), from.times()[i + 1], from.row(i + 1)),
        false => 0.0,
    };
    let mut next = length(0);
    let mut before = search.look(from.times()[0], from.row(0), next);
    for i in 1..from.len() {
        let own = std::mem::replace(&mut next, length(i));
        let after = search.look(from.times()[i], from.row(i), own.max(next));
        let ends = [(from.times()[i - 1], from.row(i - 1), before), (from.times()[i], from.row(i), after)];
        search.between(ends, own, 0);
        before = after;
    }
    search.largest
}

/// The distance of a point to one segment of the other graph: the nearest one, or one that is near enough.
#[derive(Clone, Copy)]
struct Near {
    distance: f64,
    segment: usize,
}

/// A point of one graph, with its distance to the other or an upper bound of it.
type Probe<'a> = (f64, &'a [f64], Near);

struct Search<'a> {
    to: &'a Signal,
    balls: Balls,
    largest: f64,
}

impl Search<'_> {
    /// Looks for larger distances of points between two that are `length` apart.
    fn between(&mut self, [low, high]: [Probe; 2], length: f64, depth: u32) {
        let [first, second] = [low.2, high.2];
        let mut most = 0.5 * (first.distance + second.distance + length);
        if most > (1.0 + ACCURACY) * self.largest {
            let forth = self.segment(high.0, high.1, first.segment).max(first.distance);
            let back = self.segment(low.0, low.1, second.segment).max(second.distance);
            most = most.min(forth).min(back);
        }
        // Not a number: nothing to look for.
        let is_larger = most > (1.0 + ACCURACY) * self.largest && most > f64::MIN_POSITIVE;
        if !is_larger || depth == DEEPEST {
            return;
        }
        let (t, half) = (0.5 * (low.0 + high.0), 0.5 * length);
        let x: Vec<f64> = low.1.iter().zip(high.1).map(|(a, b)| 0.5 * (a + b)).collect();
        let middle = (t, x.as_slice(), self.look(t, &x, half));
        self.between([low, middle], half, depth + 1);
        self.between([middle, high], half, depth + 1);
    }

    /// Distance of a point to the graph, or an upper bound of it that is so small that no point within `reach` is farther away than the
    /// farthest so far.
    fn look(&mut self, t: f64, x: &[f64], reach: f64) -> Near {
        let near = self.distance(t, x, self.largest - reach);
        self.largest = self.largest.max(near.distance);
        near
    }

    /// Distance of a point to the graph; the search ends where it is known to be at most `enough`.
    fn distance(&self, t: f64, x: &[f64], enough: f64) -> Near {
        let times = self.to.times();
        let last = times.len().saturating_sub(2);
        let start = times.partition_point(|&time| time < t).saturating_sub(1).min(last);
        let mut near = Near { distance: self.segment(t, x, start), segment: start };
        if let (Some(root), true) = (self.balls.root(), near.distance > enough) {
            self.descend(root, (t, x), enough, &mut near);
        }
        near
    }

    /// Looks for a nearer segment in a ball, unless none there can be.
    fn descend(&self, ball: Ball, (t, x): (f64, &[f64]), enough: f64, near: &mut Near) {
        let Some((first, second)) = self.balls.halves(ball) else {
            for segment in ball.segments(self.to.len().saturating_sub(1)) {
                let distance = self.segment(t, x, segment);
                if distance < near.distance {
                    *near = Near { distance, segment };
                }
            }
            return;
        };
        let bounded = |half: Ball| (self.balls.least(self.to, half, t, x), half);
        let (first, second) = (bounded(first), second.map(bounded));
        let nearer_first = match second {
            Some(second) if second.0 < first.0 => [Some(second), Some(first)],
            other => [Some(first), other],
        };
        for (least, half) in nearer_first.into_iter().flatten() {
            let may_be_nearer = least.is_nan() || least < near.distance;
            if may_be_nearer && near.distance > enough {
                self.descend(half, (t, x), enough, near);
            }
        }
    }

    /// Distance of a point to the segment from row i to the next one.
    fn segment(&self, t: f64, x: &[f64], i: usize) -> f64 {
        let next = (i + 1).min(self.to.len() - 1);
        let (t0, t1) = (self.to.times()[i], self.to.times()[next]);
        let (a, b) = (self.to.row(i), self.to.row(next));
        // With s(λ) = t0 + λ τ and y(λ) = a + λ c: (t − s)² = (r − λ τ)², |x − y|² = p − 2 λ q + λ² w.
        let (r, tau) = (t - t0, t1 - t0);
        let (mut p, mut q, mut w) = (0.0, 0.0, 0.0);
        for ((x, a), b) in x.iter().zip(a).zip(b) {
            let (d, c) = (x - a, b - a);
            (p, q, w) = (p + d * d, q + d * c, w + c * c);
        }
        let value = |lambda: f64| {
            let lambda = lambda.clamp(0.0, 1.0);
            let apart = (p - 2.0 * lambda * q + lambda * lambda * w).max(0.0).sqrt();
            (r - lambda * tau).abs().max(apart)
        };
        let mut least = value(0.0).min(value(1.0));
        if tau > 0.0 {
            least = least.min(value(r / tau));
        }
        if w > 0.0 {
            least = least.min(value(q / w));
        }
        // Where both are equal: (w − τ²) λ² − 2 (q − r τ) λ + p − r² = 0.
        let (k2, k1, k0) = (w - tau * tau, q - r * tau, p - r * r);
        let root = (k1 * k1 - k2 * k0).sqrt();
        if !root.is_nan() {
            // Both forms, of which one does not cancel.
            let sum = k1 + root.copysign(k1);
            for lambda in [sum / k2, k0 / sum] {
                if lambda.is_finite() {
                    least = least.min(value(lambda));
                }
            }
        }
        least
    }
}

fn point(t: f64, x: &[f64], s: f64, y: &[f64]) -> f64 {
    (t - s).abs().max(super::norms::distance(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step_at(time: f64, height: f64) -> Signal {
        let mut signal = Signal::new(1);
        [(0.0, 0.0), (time, 0.0), (time, height), (2.0, height)].into_iter().for_each(|(t, x)| signal.push(t, [x]));
        signal
    }

    /// The nearest segment of a long curve is found in the tree as it is among all of them.
    #[test]
    fn the_tree_finds_the_nearest_segment() {
        let times = (0..=2000).map(|i| 1e-3 * f64::from(i));
        let curve = Signal::sample(times, 2, |t, out| out.extend([(40.0 * t).cos(), (9.0 * t * t).sin()]));
        let search = Search { to: &curve, balls: Balls::new(&curve), largest: 0.0 };
        for i in 0..200 {
            let t = 0.013 * f64::from(i) - 0.3;
            let x = [1.3 * (17.0 * t).sin(), (t + 0.2).cos()];
            let all = (0..2000).map(|segment| search.segment(t, &x, segment)).fold(f64::INFINITY, f64::min);
            assert_eq!(search.distance(t, &x, 0.0).distance, all, "{i}");
        }
    }

    /// Jumps at other times are as far apart as the times, however high; jumps at the same time as the difference of their heights.
    #[test]
    fn two_steps_are_as_far_apart_as_their_jumps() {
        for height in [0.5, 3.0, -40.0] {
            let shift = hausdorff(&step_at(1.0, height), &step_at(1.1, height));
            assert!((shift - 0.1).abs() < 2.0 * ACCURACY * 0.1, "{height}: {shift}");
        }
        let (low, high) = (step_at(1.0, 1.0), step_at(1.0, 1.25));
        assert!((hausdorff(&low, &high) - 0.25).abs() < 1e-12);
        assert_eq!(hausdorff(&low, &low), 0.0);
    }

    /// A jump that is smaller than the shift is the distance itself.
    #[test]
    fn small_jumps_far_apart_differ_by_their_height() {
        let apart = hausdorff(&step_at(0.5, 0.01), &step_at(1.5, 0.01));
        assert!((apart - 0.01).abs() < 0.01 * ACCURACY, "{apart}");
    }

    /// A spike that one of them has is as far away as it is high.
    #[test]
    fn spikes_count_in_full() {
        let mut spike = Signal::new(2);
        for (t, x) in [(0.0, 0.0), (1.0, 0.0), (1.0, 0.3), (1.0, 0.0), (2.0, 0.0)] {
            spike.push(t, [x, 0.0]);
        }
        let flat = Signal::sample([0.0, 2.0], 2, |_, value| value.extend([0.0, 0.0]));
        assert!((hausdorff(&flat, &spike) - 0.3).abs() < 1e-9);
    }

    /// The largest distance can lie inside of a long segment: half way up a jump, both ends of which are on horizontal lines of the other.
    #[test]
    fn the_farthest_point_may_lie_inside_of_a_segment() {
        let jump = step_at(1.0, 2.0);
        let mut lines = Signal::new(1);
        for (t, x) in [(0.0, 0.0), (1.5, 0.0), (1.5, -0.5), (1.9, -0.5), (1.9, 2.0), (0.1 + 1.8, 2.0), (2.0, 2.0)] {
            lines.push(t, [x]);
        }
        // (1, x) is x away from the line below, and 0.9 from the jump at 1.9 s.
        let apart = super::excess(&jump, &lines, 0.0);
        let exact = 0.9;
        assert!((apart - exact).abs() < 2.0 * ACCURACY, "{apart}");
    }
}
