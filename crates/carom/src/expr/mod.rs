//! Expressions of named variables, as written in model files: `"m*g*sin(phi)"`, `"if(t < 0.1, 5, 0)"`.
//!
//! Text → `lexer` → `parser` (syntax tree) → `compile` (names resolved, constants folded) → `program` (postfix on
//! a fixed stack, no heap) → a `number`: `f64`, or dual numbers for exact first and second derivatives.
//!
//! Operators, weakest first: `or`, `and`, `not`, comparisons (1 or 0), `+ -`, `* /`, unary minus, `^` (right associative,
//! −2^2 = −4). Angles are in rad. The only built-in constant is `pi`; `e` is too easily a restitution, write `exp(1)`.
//! Tables of points (`table`) are called like functions.
//! Not differentiable points take a one-sided value (`abs`, `min`, `max`) and jumps have the derivative 0 (`sign`, `floor`,
//! `ceil`, `step`, `pulse`).
//!
//! The crate exmex was considered: it has neither positions in its errors nor evaluation without allocation of second
//! derivatives, and models need both.

mod compile;
mod lexer;
mod number;
mod parser;
mod program;
mod table;
#[cfg(test)]
mod tests;

pub use compile::is_reserved;
pub use number::{Dual, Number};
pub use table::{Interpolation, Table};

use compile::Names;
use parser::Tree;
use program::{Op, run};
use std::sync::Arc;

/// A compiled expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    program: Box<[Op]>,
    tables: Vec<Arc<Table>>,
}

/// Variables from this one on are held over a step: inputs and values of sensors.
const SIGNALS: usize = 64;

/// What is wrong with an expression, and where: a byte range of its text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct ExprError {
    pub message: String,
    pub start: usize,
    pub end: usize,
}

impl ExprError {
    fn new(message: String, start: usize, end: usize) -> Self {
        Self { message, start, end }
    }
}

impl Expression {
    /// Compiles `text`. Names are looked up among the `variables` (their order is the one of `eval`), then among the
    /// `constants`; `known` lists further names to suggest when one is unknown.
    pub fn parse(
        text: &str,
        variables: &[&str],
        constants: &dyn Fn(&str) -> Option<f64>,
        known: &[&str],
    ) -> Result<Self, ExprError> {
        Self::parse_with(text, variables, constants, &|_| None, known)
    }

    /// The same with tables, which are called like functions.
    pub fn parse_with(
        text: &str,
        variables: &[&str],
        constants: &dyn Fn(&str) -> Option<f64>,
        tables: &dyn Fn(&str) -> Option<Arc<Table>>,
        known: &[&str],
    ) -> Result<Self, ExprError> {
        let names = Names { variables, constants, tables, known };
        let program = compile::compile(&parser::parse(text)?, &names)?;
        Ok(Self { program: program.ops.into(), tables: program.tables })
    }

    pub fn constant(x: f64) -> Self {
        Self { program: [Op::Constant(x)].into(), tables: Vec::new() }
    }

    /// The smaller of two expressions of the same variables.
    pub fn smaller(&self, other: &Self) -> Result<Self, ExprError> {
        let moved = |op: &Op| if let Op::Table(k) = op { Op::Table(k + self.tables.len()) } else { *op };
        let others = other.program.iter().map(moved);
        let program: Box<[Op]> = self.program.iter().copied().chain(others).chain([Op::Min]).collect();
        compile::check_depth(&program)?;
        Ok(Self { program, tables: [&self.tables[..], &other.tables[..]].concat() })
    }

    /// The value, if the expression depends on no variable.
    pub fn as_constant(&self) -> Option<f64> {
        match *self.program {
            [Op::Constant(x)] => Some(x),
            _ => None,
        }
    }

    /// The value; `vars` in the order of the variables given to [`Expression::parse`].
    #[inline]
    pub fn eval(&self, vars: &[f64]) -> f64 {
        match *self.program {
            [Op::Constant(x)] => x,
            _ => run(&self.program, &self.tables, |i| vars[i]),
        }
    }

    /// Value and exact derivative with respect to variable `i`.
    pub fn partial(&self, vars: &[f64], i: usize) -> (f64, f64) {
        if !self.uses(i) {
            return (self.eval(vars), 0.0);
        }
        let y = run(&self.program, &self.tables, |j| Dual { x: vars[j], d: f64::from(i == j) });
        (y.x, y.d)
    }

    /// The same expression, whose variables from `first` on are signals with these places.
    #[must_use]
    pub fn with_signals(mut self, first: usize, places: &[usize]) -> Self {
        for op in &mut self.program {
            if let Op::Variable(i) = op
                && *i >= first
            {
                *i = SIGNALS + places[*i - first];
            }
        }
        self
    }

    /// The value for variables and signals.
    #[inline]
    pub fn eval_with(&self, vars: &[f64], signals: &[f64]) -> f64 {
        match *self.program {
            [Op::Constant(x)] => x,
            _ => run(&self.program, &self.tables, |i| variable(vars, signals, i)),
        }
    }

    /// The same with the derivative with respect to variable `i`.
    pub fn partial_with(&self, vars: &[f64], signals: &[f64], i: usize) -> (f64, f64) {
        if !self.uses(i) {
            return (self.eval_with(vars, signals), 0.0);
        }
        let dual = |j| Dual { x: variable(vars, signals, j), d: f64::from(i == j) };
        let y = run(&self.program, &self.tables, dual);
        (y.x, y.d)
    }

    /// Whether variable `i` occurs.
    pub fn uses(&self, i: usize) -> bool {
        self.program.contains(&Op::Variable(i))
    }

    /// Value, first and second derivative with respect to variable 0, the only variable.
    pub fn time_jet(&self, t: f64) -> (f64, f64, f64) {
        self.time_jet_with(t, &[])
    }

    /// The same where signals, which do not change with the time, may occur.
    pub fn time_jet_with(&self, t: f64, signals: &[f64]) -> (f64, f64, f64) {
        if let Some(x) = self.as_constant() {
            return (x, 0.0, 0.0);
        }
        let t = Dual { x: Dual { x: t, d: 1.0 }, d: Dual { x: 1.0, d: 0.0 } };
        let held = |i| Dual::constant(variable(&[], signals, i));
        let y = run(&self.program, &self.tables, |i| if i < SIGNALS { t } else { held(i) });
        (y.x.x, y.x.d, y.d.d)
    }

    /// Whether the signal at a place occurs.
    pub fn uses_signal(&self, place: usize) -> bool {
        self.uses(SIGNALS + place)
    }

    /// The names in `text` that are neither functions nor built-in constants, in the order they appear.
    pub fn names(text: &str) -> Result<Vec<String>, ExprError> {
        let mut names = Vec::new();
        collect(&parser::parse(text)?, &mut names);
        Ok(names)
    }
}

/// A variable, or from [`SIGNALS`] on a signal; one that is not known yet is 0.
#[inline]
fn variable(vars: &[f64], signals: &[f64], i: usize) -> f64 {
    if i < SIGNALS { vars[i] } else { signals.get(i - SIGNALS).copied().unwrap_or(0.0) }
}

fn collect(tree: &Tree, names: &mut Vec<String>) {
    match tree {
        Tree::Number(_) => {}
        Tree::Name { name, .. } => {
            if !is_reserved(name) && !names.iter().any(|n| n == name) {
                names.push((*name).to_owned());
            }
        }
        Tree::Call { arguments: parts, .. } | Tree::Apply(_, parts) => {
            parts.iter().for_each(|part| collect(part, names));
        }
    }
}
