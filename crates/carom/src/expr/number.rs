//! Numbers an expression can be evaluated with: `f64` and dual numbers over any of them.
//!
//! A dual number x + d ε with ε² = 0 carries a value and its derivative along one direction, so that evaluating an
//! expression once gives its exact derivative; `Dual<Dual<f64>>` gives the second derivative as well
//! (Griewank & Walther 2008, ch. 3 and 10).
//!
//! A zero tangent stays zero whatever the slope: `sqrt(x)` of a constant 0 has the derivative 0, not NaN.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// What the evaluation of an expression needs of a number.
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    fn constant(x: f64) -> Self;
    fn value(self) -> f64;
    /// Whether the value and every derivative vanish.
    fn is_zero(self) -> bool;
    /// Whether every derivative vanishes.
    fn is_constant(self) -> bool;

    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tan(self) -> Self;
    fn asin(self) -> Self;
    fn acos(self) -> Self;
    fn atan(self) -> Self;
    fn sinh(self) -> Self;
    fn cosh(self) -> Self;
    fn tanh(self) -> Self;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn log10(self) -> Self;
    fn sqrt(self) -> Self;
    /// The angle of the point (x, self).
    fn atan2(self, x: Self) -> Self;
    fn hypot(self, other: Self) -> Self;
    /// The power with a constant exponent.
    fn powc(self, exponent: f64) -> Self;
    fn pow(self, exponent: Self) -> Self;

    fn abs(self) -> Self {
        if self.value() < 0.0 { -self } else { self * Self::constant(sign(self.value()).abs()) }
    }

    fn min(self, other: Self) -> Self {
        if other.value() < self.value() { other } else { self }
    }

    fn max(self, other: Self) -> Self {
        if other.value() > self.value() { other } else { self }
    }

    /// The remainder with the sign of the divisor.
    fn modulo(self, divisor: Self) -> Self {
        self - divisor * Self::constant((self.value() / divisor.value()).floor())
    }

    /// The C² ramp 6u⁵ − 15u⁴ + 10u³ from 0 at `low` to 1 at `high`.
    fn smoothstep(self, low: Self, high: Self) -> Self {
        if self.value() <= low.value() {
            return Self::constant(if self.value() >= high.value() { 1.0 } else { 0.0 });
        }
        if self.value() >= high.value() {
            return Self::constant(1.0);
        }
        let u = (self - low) / (high - low);
        let c = Self::constant;
        u * u * u * (c(10.0) + u * (c(-15.0) + u * c(6.0)))
    }
}

/// The sign of a number, 0 for 0 (and NaN for NaN).
pub fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

macro_rules! forward {
    ($($name:ident),*) => { $(#[inline] fn $name(self) -> Self { f64::$name(self) })* };
}

impl Number for f64 {
    #[inline]
    fn constant(x: f64) -> Self {
        x
    }

    #[inline]
    fn value(self) -> f64 {
        self
    }

    #[inline]
    fn is_zero(self) -> bool {
        self == 0.0
    }

    #[inline]
    fn is_constant(self) -> bool {
        true
    }

    forward!(sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, ln, log10, sqrt);

    #[inline]
    fn atan2(self, x: Self) -> Self {
        f64::atan2(self, x)
    }

    #[inline]
    fn hypot(self, other: Self) -> Self {
        f64::hypot(self, other)
    }

    #[inline]
    fn powc(self, exponent: f64) -> Self {
        if exponent == 2.0 { self * self } else { self.powf(exponent) }
    }

    #[inline]
    fn pow(self, exponent: Self) -> Self {
        self.powc(exponent)
    }
}

/// A value with its derivative along one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<T> {
    pub x: T,
    pub d: T,
}

impl<T: Number> Dual<T> {
    /// f(x) with the slope f′(x), which is not looked at where nothing varies.
    #[inline]
    fn chain(self, value: T, slope: impl FnOnce() -> T) -> Self {
        let d = if self.d.is_zero() { self.d } else { slope() * self.d };
        Self { x: value, d }
    }
}

impl<T: Number> Add for Dual<T> {
    type Output = Self;

    #[inline]
    fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, d: self.d + o.d }
    }
}

impl<T: Number> Sub for Dual<T> {
    type Output = Self;

    #[inline]
    fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, d: self.d - o.d }
    }
}

impl<T: Number> Mul for Dual<T> {
    type Output = Self;

    #[inline]
    fn mul(self, o: Self) -> Self {
        Self { x: self.x * o.x, d: self.d * o.x + self.x * o.d }
    }
}

impl<T: Number> Div for Dual<T> {
    type Output = Self;

    #[inline]
    fn div(self, o: Self) -> Self {
        let x = self.x / o.x;
        Self { x, d: (self.d - x * o.d) / o.x }
    }
}

impl<T: Number> Neg for Dual<T> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { x: -self.x, d: -self.d }
    }
}

impl<T: Number> Number for Dual<T> {
    fn constant(x: f64) -> Self {
        Self { x: T::constant(x), d: T::constant(0.0) }
    }

    fn value(self) -> f64 {
        self.x.value()
    }

    fn is_zero(self) -> bool {
        self.x.is_zero() && self.d.is_zero()
    }

    fn is_constant(self) -> bool {
        self.d.is_zero() && self.x.is_constant()
    }

    fn sin(self) -> Self {
        self.chain(self.x.sin(), || self.x.cos())
    }

    fn cos(self) -> Self {
        self.chain(self.x.cos(), || -self.x.sin())
    }

    fn tan(self) -> Self {
        let t = self.x.tan();
        self.chain(t, || T::constant(1.0) + t * t)
    }

    fn asin(self) -> Self {
        self.chain(self.x.asin(), || (T::constant(1.0) - self.x * self.x).powc(-0.5))
    }

    fn acos(self) -> Self {
        self.chain(self.x.acos(), || -(T::constant(1.0) - self.x * self.x).powc(-0.5))
    }

    fn atan(self) -> Self {
        self.chain(self.x.atan(), || T::constant(1.0) / (T::constant(1.0) + self.x * self.x))
    }

    fn sinh(self) -> Self {
        self.chain(self.x.sinh(), || self.x.cosh())
    }

    fn cosh(self) -> Self {
        self.chain(self.x.cosh(), || self.x.sinh())
    }

    fn tanh(self) -> Self {
        let t = self.x.tanh();
        self.chain(t, || T::constant(1.0) - t * t)
    }

    fn exp(self) -> Self {
        let e = self.x.exp();
        self.chain(e, || e)
    }

    fn ln(self) -> Self {
        self.chain(self.x.ln(), || T::constant(1.0) / self.x)
    }

    fn log10(self) -> Self {
        self.chain(self.x.log10(), || T::constant(std::f64::consts::LOG10_E) / self.x)
    }

    fn sqrt(self) -> Self {
        let s = self.x.sqrt();
        self.chain(s, || T::constant(0.5) / s)
    }

    fn atan2(self, x: Self) -> Self {
        let n = self.d * x.x - self.x * x.d;
        let r2 = self.x * self.x + x.x * x.x;
        Self { x: self.x.atan2(x.x), d: if n.is_zero() { n } else { n / r2 } }
    }

    fn hypot(self, other: Self) -> Self {
        let n = self.x * self.d + other.x * other.d;
        let h = self.x.hypot(other.x);
        Self { x: h, d: if h.value() == 0.0 { T::constant(0.0) } else { n / h } }
    }

    fn powc(self, exponent: f64) -> Self {
        self.chain(self.x.powc(exponent), || {
            if exponent == 0.0 { T::constant(0.0) } else { self.x.powc(exponent - 1.0) * T::constant(exponent) }
        })
    }

    /// xʸ (y′ ln x + y x′/x)
    fn pow(self, exponent: Self) -> Self {
        if exponent.is_constant() || self.value() == 0.0 {
            return self.powc(exponent.value());
        }
        let p = self.x.pow(exponent.x);
        Self { x: p, d: p * (exponent.d * self.x.ln() + exponent.x * self.d / self.x) }
    }
}
