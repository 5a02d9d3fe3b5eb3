//! The nearest point of an ellipse whose axes grow with the normal force: orthotropic friction.
//!
//! With the axes a_i = c_i N and the nearest point x of t outside of the ellipse, t − x is along its normal x_i/a_i²:
//!
//! ```text
//! x_i = a_i² t_i/(a_i² + s) ,     φ(s) = ‖(a_i t_i/(a_i² + s))_i‖ = 1 ,     s > 0
//! ∂x/∂t = B − (B n)(B n)ᵀ/(nᵀ B n) ,     B = diag(a_i²/(a_i² + s)) ,     n_i = x_i/a_i²
//! ∂x/∂N = (x − ∂x/∂t t)/N      since x is homogeneous of degree one in (t, N)
//! ```
//!
//! 1/φ is concave and increasing, so that Newton's method on it climbs to the root from any point where φ ≥ 1. An axis of length zero
//! makes the ellipse a segment.

/// The ellipse of the normal force `normal`, with `axes` per unit of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ellipse {
    pub axes: [f64; 2],
    pub normal: f64,
}

/// A nearest point and its derivatives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnEllipse {
    pub force: [f64; 2],
    /// ∂x/∂t and ∂x/∂N.
    pub derivative: [[f64; 2]; 2],
    pub along_normal: [f64; 2],
    /// The point is on the edge.
    pub slips: bool,
}

/// Most Newton iterations; four or five are usual.
const MAX_ITERATIONS: usize = 50;

impl Ellipse {
    /// The nearest point, and s of it if t is not inside.
    pub fn nearest(&self, t: [f64; 2]) -> ([f64; 2], Option<f64>) {
        let a = self.axes.map(|c| c * self.normal);
        if a.contains(&0.0) {
            // A segment, or a point.
            return ([0, 1].map(|i| t[i].clamp(-a[i], a[i])), Some(0.0));
        }
        let length = |s: f64| (a[0] * t[0] / (a[0] * a[0] + s)).hypot(a[1] * t[1] / (a[1] * a[1] + s));
        if length(0.0) < 1.0 {
            return (t, None);
        }
        // Each term alone is one here: φ is not less.
        let mut s = [0, 1].map(|i| a[i] * (t[i].abs() - a[i])).into_iter().fold(0.0, f64::max);
        for _ in 0..MAX_ITERATIONS {
            let size = length(s);
            let term = |i: usize| (a[i] * t[i]).powi(2) / (a[i] * a[i] + s).powi(3);
            // d(1/φ)/ds = −φ′/φ², φ φ′ = −Σ term
            let step = (size - 1.0) * size * size / (term(0) + term(1));
            let next = s + step;
            if next <= s {
                break;
            }
            s = next;
        }
        ([0, 1].map(|i| a[i] * a[i] * t[i] / (a[i] * a[i] + s)), Some(s))
    }

    /// The nearest point with its derivatives.
    pub fn project(&self, t: [f64; 2]) -> OnEllipse {
        let (force, s) = self.nearest(t);
        let identity = [[1.0, 0.0], [0.0, 1.0]];
        let mut out = OnEllipse { force, derivative: identity, along_normal: [0.0; 2], slips: s.is_some() };
        let Some(s) = s else { return out };
        let a = self.axes.map(|c| c * self.normal);
        out.derivative = [[0.0; 2]; 2];
        if self.normal == 0.0 {
            // x/N where N vanishes: the point of the ellipse with axes c whose normal is t.
            let c = self.axes;
            let size = (c[0] * t[0]).hypot(c[1] * t[1]);
            out.along_normal = [0, 1].map(|i| if size > 0.0 { c[i] * c[i] * t[i] / size } else { 0.0 });
            return out;
        }
        if a.contains(&0.0) {
            for i in 0..2 {
                let inside = t[i].abs() < a[i];
                out.derivative[i][i] = f64::from(inside);
                out.along_normal[i] = if inside || t[i] == 0.0 { 0.0 } else { self.axes[i] * t[i].signum() };
            }
            return out;
        }
        let b = [0, 1].map(|i| a[i] * a[i] / (a[i] * a[i] + s));
        let bn = [0, 1].map(|i| b[i] * force[i] / (a[i] * a[i]));
        let size: f64 = (0..2).map(|i| bn[i] * force[i] / (a[i] * a[i])).sum();
        for i in 0..2 {
            for j in 0..2 {
                out.derivative[i][j] = if i == j { b[i] } else { 0.0 } - bn[i] * bn[j] / size;
            }
            let moved: f64 = (0..2).map(|j| out.derivative[i][j] * t[j]).sum();
            out.along_normal[i] = (force[i] - moved) / self.normal;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_point_is_on_the_edge_and_the_rest_is_along_the_normal() {
        for k in 0..200 {
            let (angle, far) = (0.7 * f64::from(k), 0.9 + 0.05 * f64::from(k));
            let axes = [0.3, 0.3 * 10_f64.powf(0.03 * f64::from(k) - 3.0)];
            let ellipse = Ellipse { axes, normal: 2.0 };
            let a = axes.map(|c| 2.0 * c);
            let t = [far * a[0] * angle.cos(), far * a[1] * angle.sin()];
            let (x, s) = ellipse.nearest(t);
            if far < 1.0 {
                assert!(x == t && s.is_none());
                continue;
            }
            let on_edge = (x[0] / a[0]).hypot(x[1] / a[1]);
            // Terms of the secular equation are known to some units of the last place.
            assert!((on_edge - 1.0).abs() < 1e-13, "{axes:?} {t:?}: {on_edge}");
            let (n, rest) = (a.map(|a| 1.0 / (a * a)), [t[0] - x[0], t[1] - x[1]]);
            let across = rest[0] * n[1] * x[1] - rest[1] * n[0] * x[0];
            let size = rest[0].hypot(rest[1]) * (n[0] * x[0]).hypot(n[1] * x[1]);
            // t − x is a difference of numbers that round.
            let rounding = 1e-12 + 1e-15 * t[0].hypot(t[1]) / rest[0].hypot(rest[1]).max(1e-30);
            assert!(across.abs() <= rounding * size, "{axes:?} {t:?}: {across:e} of {size:e}");
        }
    }
}
