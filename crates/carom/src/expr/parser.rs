//! Tokens to a syntax tree.
//!
//! ```text
//! or         := and ("or" and)*
//! and        := not ("and" not)*
//! not        := "not" not | comparison
//! comparison := sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)?
//! sum        := product (("+" | "-") product)*
//! product    := unary (("*" | "/") unary)*
//! unary      := ("-" | "+") unary | power
//! power      := atom ("^" unary)?            right associative; −2^2 = −4
//! atom       := number | name | name "(" or ("," or)* ")" | "(" or ")"
//! ```

use super::ExprError;
use super::lexer::{Spanned, Token, tokens};
use super::program::Op;

/// Deeper nesting is refused, so that no input exhausts the call stack.
const MAX_NESTING: usize = 64;
/// Longer expressions are refused for the same reason: a chain of operators is a deep tree.
const MAX_TOKENS: usize = 2000;

/// A node of the syntax tree; names keep their byte ranges.
#[derive(Debug)]
pub enum Tree<'a> {
    Number(f64),
    Name { name: &'a str, start: usize, end: usize },
    Call { name: &'a str, start: usize, end: usize, arguments: Vec<Tree<'a>> },
    Apply(Op, Vec<Tree<'a>>),
}

/// Parses a whole expression.
pub fn parse(text: &str) -> Result<Tree<'_>, ExprError> {
    let tokens = tokens(text)?;
    if let Some(token) = tokens.get(MAX_TOKENS) {
        let message = format!("the expression is too long: more than {MAX_TOKENS} numbers, names and operators");
        return Err(ExprError::new(message, token.start, token.end));
    }
    let mut parser = Parser { text, tokens, at: 0, depth: 0 };
    let tree = parser.or()?;
    match parser.peek().token {
        Token::End => Ok(tree),
        Token::Symbol(s @ (")" | ",")) => Err(parser.error(format!("unexpected `{s}`"))),
        _ => Err(parser.error(format!("expected an operator before {}", parser.found()))),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Spanned<'a>>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Spanned<'a> {
        self.tokens[self.at]
    }

    fn next(&mut self) -> Spanned<'a> {
        let token = self.tokens[self.at];
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let hit = self.at_symbol(symbol);
        if hit {
            self.next();
        }
        hit
    }

    fn at_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek().token, Token::Symbol(s) if s == symbol)
    }

    fn error(&self, message: String) -> ExprError {
        let Spanned { start, end, .. } = self.peek();
        ExprError::new(message, start, end)
    }

    fn found(&self) -> String {
        let Spanned { token, start, end } = self.peek();
        if token == Token::End { "the end".to_owned() } else { format!("`{}`", &self.text[start..end]) }
    }

    /// Guards a recursive rule.
    fn nested(&mut self, rule: fn(&mut Self) -> Result<Tree<'a>, ExprError>) -> Result<Tree<'a>, ExprError> {
        if self.depth == MAX_NESTING {
            return Err(self.error("the expression is nested too deeply".to_owned()));
        }
        self.depth += 1;
        let tree = rule(self);
        self.depth -= 1;
        tree
    }

    /// A left-associative chain of operators of equal rank.
    fn chain(
        &mut self,
        operators: &[(&str, Op)],
        operand: fn(&mut Self) -> Result<Tree<'a>, ExprError>,
    ) -> Result<Tree<'a>, ExprError> {
        let mut tree = operand(self)?;
        while let Some((_, op)) = operators.iter().find(|(symbol, _)| self.accept(symbol)) {
            tree = Tree::Apply(*op, vec![tree, operand(self)?]);
        }
        Ok(tree)
    }

    fn or(&mut self) -> Result<Tree<'a>, ExprError> {
        self.chain(&[("or", Op::Or)], Self::and)
    }

    fn and(&mut self) -> Result<Tree<'a>, ExprError> {
        self.chain(&[("and", Op::And)], Self::not)
    }

    fn not(&mut self) -> Result<Tree<'a>, ExprError> {
        if self.accept("not") {
            return Ok(Tree::Apply(Op::Not, vec![self.nested(Self::not)?]));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Result<Tree<'a>, ExprError> {
        const OPERATORS: [(&str, Op); 6] = [
            ("<", Op::Less),
            ("<=", Op::LessEqual),
            (">", Op::Greater),
            (">=", Op::GreaterEqual),
            ("==", Op::Equal),
            ("!=", Op::NotEqual),
        ];
        let left = self.sum()?;
        let Some((_, op)) = OPERATORS.iter().find(|(symbol, _)| self.accept(symbol)) else {
            return Ok(left);
        };
        let right = self.sum()?;
        if OPERATORS.iter().any(|(symbol, _)| self.at_symbol(symbol)) {
            return Err(self.error("comparisons cannot be chained: write `a < b and b < c`".to_owned()));
        }
        Ok(Tree::Apply(*op, vec![left, right]))
    }

    fn sum(&mut self) -> Result<Tree<'a>, ExprError> {
        self.chain(&[("+", Op::Add), ("-", Op::Sub)], Self::product)
    }

    fn product(&mut self) -> Result<Tree<'a>, ExprError> {
        self.chain(&[("*", Op::Mul), ("/", Op::Div)], Self::unary)
    }

    fn unary(&mut self) -> Result<Tree<'a>, ExprError> {
        if self.accept("-") {
            return Ok(Tree::Apply(Op::Neg, vec![self.nested(Self::unary)?]));
        }
        if self.accept("+") {
            return self.nested(Self::unary);
        }
        let base = self.atom()?;
        if self.accept("^") {
            return Ok(Tree::Apply(Op::Pow, vec![base, self.nested(Self::unary)?]));
        }
        Ok(base)
    }

    fn atom(&mut self) -> Result<Tree<'a>, ExprError> {
        let Spanned { token, start, end } = self.peek();
        match token {
            Token::Number(x) => {
                self.next();
                Ok(Tree::Number(x))
            }
            Token::Name(name) => {
                self.next();
                if self.accept("(") {
                    return Ok(Tree::Call { name, start, end, arguments: self.arguments()? });
                }
                Ok(Tree::Name { name, start, end })
            }
            Token::Symbol("(") => {
                self.next();
                let tree = self.nested(Self::or)?;
                self.close(start)?;
                Ok(tree)
            }
            Token::End if self.at == 0 => Err(self.error("the expression is empty".to_owned())),
            _ => Err(self.error(format!("expected a number, a name or `(`, found {}", self.found()))),
        }
    }

    fn arguments(&mut self) -> Result<Vec<Tree<'a>>, ExprError> {
        let open = self.tokens[self.at - 1].start;
        let mut arguments = Vec::new();
        if self.accept(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.nested(Self::or)?);
            if !self.accept(",") {
                self.close(open)?;
                return Ok(arguments);
            }
        }
    }

    fn close(&mut self, open: usize) -> Result<(), ExprError> {
        if self.accept(")") {
            return Ok(());
        }
        let column = self.text[..open].chars().count() + 1;
        Err(self.error(format!("expected `)` for the `(` at character {column}, found {}", self.found())))
    }
}
