//! Balls around pieces of a graph, in a binary tree over the time: what lies in a ball that is farther away than the nearest segment so
//! far need not be looked at.
//!
//! A node holds 2ᵏ segments. Its centre c is the row in their middle and its radius r ≥ |x − c| for all of their rows x, and so for all
//! points between them; that of two halves is at most max(|c − c₁| + r₁, |c − c₂| + r₂). A point (t, x) is at least
//! max(t₀ − t, t − t₁, |x − c| − r) away from what it holds.

use super::Signal;
use super::norms::distance;

/// Segments of the smallest balls.
const LEAF: usize = 8;

/// Radii by level, from the smallest balls to the one around all.
pub(super) struct Balls {
    levels: Vec<Vec<f64>>,
}

/// A place in the tree.
#[derive(Clone, Copy)]
pub(super) struct Ball {
    level: usize,
    index: usize,
}

impl Ball {
    /// The segments in it, of a graph with `count` of them.
    pub fn segments(self, count: usize) -> std::ops::Range<usize> {
        let size = LEAF << self.level;
        (self.index * size).min(count)..((self.index + 1) * size).min(count)
    }

    /// The row in its middle.
    fn centre(self, count: usize) -> usize {
        let segments = self.segments(count);
        (segments.start + segments.end) / 2
    }
}

impl Balls {
    /// Around all segments of a graph.
    pub fn new(graph: &Signal) -> Self {
        let count = graph.len().saturating_sub(1);
        let from = |level: usize, index: usize| graph.row(Ball { level, index }.centre(count));
        let leaf = |index: usize| {
            let rows = Ball { level: 0, index }.segments(count);
            rows.start..=rows.end
        };
        let radius = |index: usize| leaf(index).map(|row| distance(graph.row(row), from(0, index))).fold(0.0, larger);
        let mut levels: Vec<Vec<f64>> = vec![(0..count.div_ceil(LEAF)).map(radius).collect()];
        while let Some(below) = levels.last().filter(|below| below.len() > 1) {
            let level = levels.len();
            let joined = |(index, halves): (usize, &[f64])| {
                let reach = |(half, radius): (usize, &f64)| {
                    distance(from(level, index), from(level - 1, 2 * index + half)) + radius
                };
                halves.iter().enumerate().map(reach).fold(0.0, larger)
            };
            let next = below.chunks(2).enumerate().map(joined).collect();
            levels.push(next);
        }
        Self { levels }
    }

    /// The ball around everything; none around a graph without segments.
    pub fn root(&self) -> Option<Ball> {
        self.levels.last().filter(|level| !level.is_empty()).map(|_| Ball { level: self.levels.len() - 1, index: 0 })
    }

    /// Its halves, of which the second may be empty; none of the smallest.
    pub fn halves(&self, ball: Ball) -> Option<(Ball, Option<Ball>)> {
        let level = ball.level.checked_sub(1)?;
        let half = |index: usize| Ball { level, index };
        let second = 2 * ball.index + 1;
        Some((half(second - 1), (second < self.levels[level].len()).then(|| half(second))))
    }

    /// No point of what is in a ball is nearer to (t, x). Not a number where values are not finite.
    pub fn least(&self, graph: &Signal, ball: Ball, t: f64, x: &[f64]) -> f64 {
        let count = graph.len().saturating_sub(1);
        let segments = ball.segments(count);
        let late = (graph.times()[segments.start] - t).max(t - graph.times()[segments.end]).max(0.0);
        let apart = distance(graph.row(ball.centre(count)), x) - self.levels[ball.level][ball.index];
        if apart.is_nan() { apart } else { late.max(apart) }
    }
}

/// The larger of two, or not a number if one of them is none.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a curve in space every segment is as far away as the bound of each ball that it lies in says, or farther; the bound of all of
    /// it is not above its nearest row.
    #[test]
    fn nothing_in_a_ball_is_nearer_than_its_bound() {
        for rows in [2, 3, 9, 10, 100, 1001] {
            let times = (0..rows).map(|i| 0.01 * f64::from(i));
            let graph = Signal::sample(times, 3, |t, out| out.extend([(3.0 * t).cos(), (5.0 * t).sin(), t * t]));
            let balls = Balls::new(&graph);
            let count = graph.len() - 1;
            for (t, x) in [(0.0, [0.0; 3]), (0.02, [1.0, -1.0, 0.3]), (7.0, [0.2, 0.9, 40.0])] {
                let away = |row: usize| (graph.times()[row] - t).abs().max(distance(graph.row(row), &x));
                let mut open: Vec<Ball> = balls.root().into_iter().collect();
                let mut seen = 0;
                while let Some(ball) = open.pop() {
                    let (bound, segments) = (balls.least(&graph, ball, t, &x), ball.segments(count));
                    let nearest = segments.clone().chain([segments.end]).map(away).fold(f64::INFINITY, f64::min);
                    assert!(bound <= nearest * (1.0 + 1e-14), "{rows}: {bound} and {nearest}");
                    match balls.halves(ball) {
                        Some((first, second)) => open.extend(std::iter::once(first).chain(second)),
                        None => seen += segments.len(),
                    }
                }
                assert_eq!(seen, count);
            }
        }
    }
}
