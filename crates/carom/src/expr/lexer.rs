//! Text to tokens, each with its byte range.

use super::ExprError;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token<'a> {
    Number(f64),
    Name(&'a str),
    /// An operator, a parenthesis, a comma or one of the words `and`, `or`, `not`.
    Symbol(&'static str),
    End,
}

#[derive(Clone, Copy, Debug)]
pub struct Spanned<'a> {
    pub token: Token<'a>,
    pub start: usize,
    pub end: usize,
}

/// Two-character symbols come first, so that they win.
const SYMBOLS: [&str; 15] = ["<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "^", "(", ")", ",", "−"];
const WORDS: [&str; 3] = ["and", "or", "not"];
/// What people write from habit, and what it is called here.
const FOREIGN: [(&str, &str); 7] = [
    ("**", "powers are written `^`"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("!", "write `not`"),
    ("=", "comparison is written `==`"),
    ("%", "write `mod(a, b)`"),
    ("?", "write `if(condition, a, b)`"),
];

/// Splits an expression; the last token is [`Token::End`].
pub fn tokens(text: &str) -> Result<Vec<Spanned<'_>>, ExprError> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let rest = &text[at..];
        let (token, length) = if c.is_ascii_digit() || c == '.' {
            number(rest, at)?
        } else if c.is_alphabetic() || c == '_' {
            let length = name_length(rest);
            let word = WORDS.into_iter().find(|w| *w == &rest[..length]);
            (word.map_or(Token::Name(&rest[..length]), Token::Symbol), length)
        } else {
            symbol(rest, at)?
        };
        out.push(Spanned { token, start: at, end: at + length });
        at += length;
    }
    out.push(Spanned { token: Token::End, start: text.len(), end: text.len() });
    Ok(out)
}

fn symbol(rest: &str, at: usize) -> Result<(Token<'static>, usize), ExprError> {
    let starts = |s: &str| rest.starts_with(s);
    let foreign = FOREIGN.iter().find(|(s, _)| starts(s) && !starts("!=") && !starts("=="));
    if let Some((written, cure)) = foreign {
        return Err(ExprError::new(format!("unknown operator `{written}`: {cure}"), at, at + written.len()));
    }
    match SYMBOLS.into_iter().find(|s| starts(s)) {
        // The typographic minus sign is pasted from texts.
        Some("−") => Ok((Token::Symbol("-"), "−".len())),
        Some(s) => Ok((Token::Symbol(s), s.len())),
        None => {
            let c = rest.chars().next().unwrap_or(' ');
            Err(ExprError::new(format!("unexpected character `{c}`"), at, at + c.len_utf8()))
        }
    }
}

/// Names may contain dots followed by a letter: `sensor.x`.
fn name_length(rest: &str) -> usize {
    let mut previous_dot = false;
    for (i, c) in rest.char_indices() {
        let letter = c.is_alphabetic() || c == '_';
        if previous_dot && !letter {
            return i - 1;
        }
        if !(letter || c.is_ascii_digit() || c == '.') {
            return i;
        }
        previous_dot = c == '.';
    }
    rest.len() - usize::from(previous_dot)
}

fn number(rest: &str, at: usize) -> Result<(Token<'static>, usize), ExprError> {
    let bytes = rest.as_bytes();
    let digits = |mut i: usize| {
        while bytes.get(i).is_some_and(u8::is_ascii_digit) {
            i += 1;
        }
        i
    };
    let mut length = digits(0);
    if bytes.get(length) == Some(&b'.') {
        length = digits(length + 1);
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        let end = digits(length + 1 + sign);
        if end > length + 1 + sign {
            length = end;
        }
    }
    match rest[..length].parse() {
        Ok(x) => Ok((Token::Number(x), length)),
        Err(_) => Err(ExprError::new(format!("malformed number `{}`", &rest[..length]), at, at + length)),
    }
}
