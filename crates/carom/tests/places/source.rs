//! Names in Rust source without a parser: comments and texts are left out, brackets are counted.

use std::ops::Range;

/// The words and signs of a source file.
pub struct Source {
    tokens: Vec<String>,
}

impl Source {
    pub fn new(text: &str) -> Self {
        let (mut tokens, mut rest) = (Vec::new(), text);
        while let Some(first) = rest.chars().next() {
            let length = match skipped(rest) {
                Some(length) => length,
                None => {
                    let word = rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len());
                    let length = word.max(first.len_utf8());
                    tokens.push(rest[..length].to_owned());
                    length
                }
            };
            rest = &rest[length..];
        }
        Self { tokens }
    }

    /// Whether an item of the code is here: `Type::member`, `module::item`, `Type`, or a name in lower case wherever it occurs.
    pub fn has(&self, item: &str) -> bool {
        let is_type = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
        match item.rsplit_once("::") {
            Some((path, member)) => match path.rsplit("::").next().filter(|owner| is_type(owner)) {
                Some(owner) => self.has_member(owner, member),
                None => self.defines(member),
            },
            None if is_type(item) => self.defines(item),
            None => self.tokens.iter().any(|token| token == item),
        }
    }

    fn defines(&self, name: &str) -> bool {
        const WORDS: [&str; 7] = ["struct", "enum", "trait", "type", "fn", "const", "static"];
        self.tokens.windows(2).any(|pair| pair[1] == name && WORDS.contains(&pair[0].as_str()))
    }

    /// Whether `member` is a field, a variant or a function of the type or trait `owner`, declared here.
    fn has_member(&self, owner: &str, member: &str) -> bool {
        const BEFORE: [&str; 9] = ["{", ",", ";", "}", ")", "]", "pub", "fn", "const"];
        self.bodies(owner).any(|body| {
            let mut depth = 0;
            body.into_iter().any(|i| {
                match self.tokens[i].as_str() {
                    "{" | "(" | "[" => depth += 1,
                    "}" | ")" | "]" => depth -= 1,
                    token => return depth == 1 && token == member && BEFORE.contains(&self.tokens[i - 1].as_str()),
                }
                false
            })
        })
    }

    /// From the opening brace to the next declaration, or the end: what `struct`, `enum`, `trait` and `impl` say of a type.
    fn bodies(&self, owner: &str) -> impl Iterator<Item = Range<usize>> {
        let position = |from: usize, sign: &str| self.tokens[from..].iter().position(|t| t == sign).map(|n| from + n);
        (0..self.tokens.len()).filter_map(move |i| {
            let open = match self.tokens[i].as_str() {
                "struct" | "enum" | "trait" if self.tokens.get(i + 1).is_some_and(|t| t == owner) => position(i, "{")?,
                "impl" => {
                    let open = position(i, "{")?;
                    let subject = position(i, "for").filter(|&at| at < open).unwrap_or(i);
                    self.tokens[subject..open].iter().any(|t| t == owner).then_some(open)?
                }
                _ => return None,
            };
            Some(open..self.closing(open))
        })
    }

    /// The place behind the brace that closes the one at `open`.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0;
        for (i, token) in self.tokens.iter().enumerate().skip(open) {
            match token.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return i + 1;
            }
        }
        self.tokens.len()
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the space, comment, text, character or lifetime that `rest` begins with.
fn skipped(rest: &str) -> Option<usize> {
    let after = |start: usize, end: &str| rest[start..].find(end).map_or(rest.len(), |n| start + n + end.len());
    if rest.starts_with(char::is_whitespace) {
        return Some(rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len()));
    }
    if rest.starts_with("//") {
        return Some(after(0, "\n"));
    }
    if rest.starts_with("/*") {
        return Some(after(2, "*/"));
    }
    if let Some(raw) = rest.strip_prefix('r').filter(|raw| raw.trim_start_matches('#').starts_with('"')) {
        let marks = raw.len() - raw.trim_start_matches('#').len();
        return Some(after(marks + 2, &format!("\"{}", "#".repeat(marks))));
    }
    match rest.chars().next()? {
        '"' => Some(closing_quote(rest, '"')),
        '\'' => {
            let second = rest.chars().nth(1)?;
            let is_character = second == '\\' || rest.chars().nth(2) == Some('\'');
            let lifetime = || rest[1..].find(|c: char| !is_of_word(c)).map_or(rest.len(), |n| n + 1);
            Some(if is_character { closing_quote(rest, '\'') } else { lifetime() })
        }
        _ => None,
    }
}

/// The length of a quotation; a backslash hides what follows it.
fn closing_quote(rest: &str, quote: char) -> usize {
    let mut hidden = false;
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            _ if hidden => hidden = false,
            '\\' => hidden = true,
            c if c == quote => return i + 1,
            _ => {}
        }
    }
    rest.len()
}

#[test]
fn members_belong_to_their_types() {
    let source = Source::new(
        r##"
        /// A `ghost` in a comment.
        pub struct Ball<'a> { pub(super) mass: f64, #[allow(dead_code)] name: &'a str }
        enum Shape { Round(Ball<'static>), Flat { side: f64 } }
        impl<'a> Ball<'a> { fn weight(&self) -> f64 { let hidden = '"'; let text = r#"phantom " }"#; self.mass } }
        impl Body for Ball<'_> { fn place(&self) {} }
        "##,
    );
    for there in [
        "Ball::mass",
        "Ball::name",
        "Ball::weight",
        "Ball::place",
        "Shape::Round",
        "Shape::Flat",
        "hidden",
        "lie::weight",
    ] {
        assert!(source.has(there), "{there}");
    }
    for absent in
        ["ghost", "phantom", "Ball::hidden", "Body::place", "Shape::side", "Ball::Round", "mass::weight::x", "Body"]
    {
        assert!(!source.has(absent), "{absent}");
    }
}
