//! The compiled expression: a postfix program on a small fixed stack, generic over the kind of number.

use super::number::{Number, sign};
use super::table::Table;
use std::sync::Arc;

/// The deepest stack a program may need.
pub const STACK: usize = 32;

/// One instruction. Operators take their operands from the top of the stack and leave one result there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Constant(f64),
    Variable(usize),
    /// A table of the expression, by its place.
    Table(usize),
    Neg,
    Not,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Ln,
    Log10,
    Sqrt,
    Abs,
    Sign,
    Floor,
    Ceil,
    Step,
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Atan2,
    Min,
    Max,
    Modulo,
    Hypot,
    Select,
    Smoothstep,
    Pulse,
}

/// Functions by name. `if` is one: both branches are evaluated, one is taken.
pub const FUNCTIONS: [(&str, Op); 27] = [
    ("sin", Op::Sin),
    ("cos", Op::Cos),
    ("tan", Op::Tan),
    ("asin", Op::Asin),
    ("acos", Op::Acos),
    ("atan", Op::Atan),
    ("atan2", Op::Atan2),
    ("sinh", Op::Sinh),
    ("cosh", Op::Cosh),
    ("tanh", Op::Tanh),
    ("exp", Op::Exp),
    ("ln", Op::Ln),
    ("log10", Op::Log10),
    ("sqrt", Op::Sqrt),
    ("abs", Op::Abs),
    ("sign", Op::Sign),
    ("min", Op::Min),
    ("max", Op::Max),
    ("floor", Op::Floor),
    ("ceil", Op::Ceil),
    ("mod", Op::Modulo),
    ("hypot", Op::Hypot),
    ("pow", Op::Pow),
    ("step", Op::Step),
    ("smoothstep", Op::Smoothstep),
    ("pulse", Op::Pulse),
    ("if", Op::Select),
];

impl Op {
    /// How many operands the instruction takes.
    pub fn arity(self) -> usize {
        use Op::*;
        match self {
            Constant(_) | Variable(_) => 0,
            Table(_) | Neg | Not | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Exp | Ln | Log10
            | Sqrt | Abs | Sign | Floor | Ceil | Step => 1,
            Select | Smoothstep | Pulse => 3,
            _ => 2,
        }
    }

    #[inline]
    fn unary<T: Number>(self, x: T) -> T {
        let flag = |b: bool| T::constant(f64::from(b));
        match self {
            Op::Neg => -x,
            Op::Not => flag(x.value() == 0.0),
            Op::Sin => x.sin(),
            Op::Cos => x.cos(),
            Op::Tan => x.tan(),
            Op::Asin => x.asin(),
            Op::Acos => x.acos(),
            Op::Atan => x.atan(),
            Op::Sinh => x.sinh(),
            Op::Cosh => x.cosh(),
            Op::Tanh => x.tanh(),
            Op::Exp => x.exp(),
            Op::Ln => x.ln(),
            Op::Log10 => x.log10(),
            Op::Sqrt => x.sqrt(),
            Op::Abs => x.abs(),
            Op::Sign => T::constant(sign(x.value())),
            Op::Floor => T::constant(x.value().floor()),
            Op::Ceil => T::constant(x.value().ceil()),
            Op::Step => flag(x.value() >= 0.0),
            _ => unreachable!("not a unary instruction"),
        }
    }

    #[inline]
    fn binary<T: Number>(self, a: T, b: T) -> T {
        let flag = |b: bool| T::constant(f64::from(b));
        let (x, y) = (a.value(), b.value());
        match self {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul => a * b,
            Op::Div => a / b,
            Op::Pow => a.pow(b),
            Op::Less => flag(x < y),
            Op::LessEqual => flag(x <= y),
            Op::Greater => flag(x > y),
            Op::GreaterEqual => flag(x >= y),
            Op::Equal => flag(x == y),
            Op::NotEqual => flag(x != y),
            Op::And => flag(x != 0.0 && y != 0.0),
            Op::Or => flag(x != 0.0 || y != 0.0),
            Op::Atan2 => a.atan2(b),
            Op::Min => a.min(b),
            Op::Max => a.max(b),
            Op::Modulo => a.modulo(b),
            Op::Hypot => a.hypot(b),
            _ => unreachable!("not a binary instruction"),
        }
    }

    #[inline]
    fn ternary<T: Number>(self, a: T, b: T, c: T) -> T {
        match self {
            Op::Select if a.value() != 0.0 => b,
            Op::Select => c,
            Op::Smoothstep => a.smoothstep(b, c),
            Op::Pulse => T::constant(f64::from(a.value() >= b.value() && a.value() < c.value())),
            _ => unreachable!("not a ternary instruction"),
        }
    }
}

/// Runs a program; the compiler has checked its depth and the balance of its stack.
#[inline]
pub fn run<T: Number>(program: &[Op], tables: &[Arc<Table>], variable: impl Fn(usize) -> T) -> T {
    let mut stack = [T::constant(0.0); STACK];
    let mut top = 0;
    for op in program {
        match *op {
            Op::Constant(x) => stack[top] = T::constant(x),
            Op::Variable(i) => stack[top] = variable(i),
            Op::Table(k) => {
                top -= 1;
                stack[top] = tables[k].at(stack[top]);
            }
            op => {
                top -= op.arity();
                stack[top] = match op.arity() {
                    1 => op.unary(stack[top]),
                    2 => op.binary(stack[top], stack[top + 1]),
                    _ => op.ternary(stack[top], stack[top + 1], stack[top + 2]),
                };
            }
        }
        top += 1;
    }
    stack[0]
}
