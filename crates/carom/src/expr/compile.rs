//! Syntax tree to program: names are resolved, constant parts folded, the depth of the stack checked.

use super::ExprError;
use super::parser::Tree;
use super::program::{FUNCTIONS, Op, STACK, run};
use super::table::Table;
use std::sync::Arc;

/// What a name can stand for.
pub struct Names<'a> {
    pub variables: &'a [&'a str],
    pub constants: &'a dyn Fn(&str) -> Option<f64>,
    /// Functions given by points.
    pub tables: &'a dyn Fn(&str) -> Option<Arc<Table>>,
    /// Names to suggest when one is unknown.
    pub known: &'a [&'a str],
}

/// What functions are called elsewhere, and how they are written here.
const FOREIGN: [(&str, &str); 8] = [
    ("log", "write `ln` for the natural logarithm, `log10` for the decimal one"),
    ("log2", "write `ln(x)/ln(2)`"),
    ("arcsin", "write `asin`"),
    ("arccos", "write `acos`"),
    ("arctan", "write `atan`"),
    ("sgn", "write `sign`"),
    ("fmod", "write `mod`"),
    ("sqr", "write `x^2`"),
];

/// Whether a name is taken by a function, a word of the language or a built-in constant.
pub fn is_reserved(name: &str) -> bool {
    matches!(name, "pi" | "and" | "or" | "not") || FUNCTIONS.iter().any(|(f, _)| *f == name)
}

/// The program, and the tables that it calls.
pub fn compile(tree: &Tree, names: &Names) -> Result<Program, ExprError> {
    let mut program = Program::default();
    emit(tree, names, &mut program)?;
    check_depth(&program.ops)?;
    Ok(program)
}

/// Instructions, and the tables that they call.
#[derive(Default)]
pub struct Program {
    pub ops: Vec<Op>,
    pub tables: Vec<Arc<Table>>,
}

/// Refuses programs that need more than the stack.
pub fn check_depth(program: &[Op]) -> Result<(), ExprError> {
    if depth(program) > STACK {
        return Err(ExprError::new("the expression is nested too deeply".to_owned(), 0, 0));
    }
    Ok(())
}

fn emit(tree: &Tree, names: &Names, program: &mut Program) -> Result<(), ExprError> {
    match tree {
        Tree::Number(x) => program.ops.push(Op::Constant(*x)),
        Tree::Name { name, start, end } => {
            program.ops.push(resolve(name, names).map_err(|message| ExprError::new(message, *start, *end))?);
        }
        Tree::Call { name, start, end, arguments } => {
            let called = match (names.tables)(name) {
                Some(table) => program.call(table, name, arguments.len()),
                None => function(name, arguments.len(), names),
            };
            let op = called.map_err(|message| ExprError::new(message, *start, *end))?;
            apply(op, arguments, names, program)?;
        }
        Tree::Apply(op, operands) => apply(*op, operands, names, program)?,
    }
    Ok(())
}

/// Emits the operands and the operator, or the result if all operands are constant.
fn apply(op: Op, operands: &[Tree], names: &Names, program: &mut Program) -> Result<(), ExprError> {
    let start = program.ops.len();
    for operand in operands {
        emit(operand, names, program)?;
    }
    program.ops.push(op);
    let part = &program.ops[start..];
    if part.len() == operands.len() + 1 && part[..operands.len()].iter().all(|o| matches!(o, Op::Constant(_))) {
        let value = run::<f64>(part, &program.tables, |_| f64::NAN);
        program.ops.truncate(start);
        program.ops.push(Op::Constant(value));
    }
    Ok(())
}

impl Program {
    /// The call of a table.
    fn call(&mut self, table: Arc<Table>, name: &str, given: usize) -> Result<Op, String> {
        if given != 1 {
            return Err(format!("the table `{name}` takes 1 argument, got {given}"));
        }
        let known = self.tables.iter().position(|t| Arc::ptr_eq(t, &table));
        let place = known.unwrap_or(self.tables.len());
        if known.is_none() {
            self.tables.push(table);
        }
        Ok(Op::Table(place))
    }
}

fn resolve(name: &str, names: &Names) -> Result<Op, String> {
    if let Some(i) = names.variables.iter().position(|v| *v == name) {
        return Ok(Op::Variable(i));
    }
    if name == "pi" {
        return Ok(Op::Constant(std::f64::consts::PI));
    }
    if let Some(x) = (names.constants)(name) {
        return Ok(Op::Constant(x));
    }
    if FUNCTIONS.iter().any(|(f, _)| *f == name) || (names.tables)(name).is_some() {
        return Err(format!("`{name}` is a function: write `{name}(…)`"));
    }
    if name == "e" {
        return Err("unknown name `e`; Euler's number is written `exp(1)`".to_owned());
    }
    let candidates = names.variables.iter().chain(names.known).copied().chain(["pi"]);
    Err(format!("unknown name `{name}`{}", suggestion(name, candidates)))
}

fn function(name: &str, given: usize, names: &Names) -> Result<Op, String> {
    let Some((_, op)) = FUNCTIONS.iter().find(|(f, _)| *f == name) else {
        if names.variables.contains(&name) || (names.constants)(name).is_some() {
            return Err(format!("`{name}` is not a function: write `*` to multiply"));
        }
        if let Some((_, cure)) = FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
            return Err(format!("unknown function `{name}`: {cure}"));
        }
        let functions = FUNCTIONS.iter().map(|(f, _)| *f);
        return Err(format!("unknown function `{name}`{}", suggestion(name, functions)));
    };
    let wanted = op.arity();
    if given == wanted {
        return Ok(*op);
    }
    let plural = if wanted == 1 { "" } else { "s" };
    Err(format!("`{name}` takes {wanted} argument{plural}, got {given}"))
}

/// "; did you mean `…`?" for the nearest candidate, if one is near.
fn suggestion<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    let near = candidates
        .map(|c| (strsim::damerau_levenshtein(&name.to_lowercase(), &c.to_lowercase()), c))
        .filter(|(distance, c)| *distance <= name.len().max(c.len()) / 3 + 1 && *distance < name.len().max(2))
        .min_by_key(|(distance, _)| *distance);
    near.map_or(String::new(), |(_, c)| format!("; did you mean `{c}`?"))
}

/// The greatest number of values a program holds at once.
fn depth(program: &[Op]) -> usize {
    let mut top = 0;
    let mut deepest = 0;
    for op in program {
        top = top + 1 - op.arity();
        deepest = deepest.max(top);
    }
    deepest
}
