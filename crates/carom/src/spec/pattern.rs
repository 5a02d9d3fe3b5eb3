//! Patterns: an item with the key `repeat` stands for many, one for each value of its indices.
//!
//! ```toml
//! [bodies.ball]
//! repeat = { i = 8 }                                    # ball_1 … ball_8
//! type = "sphere"
//! position = ["R*cos(2*pi*i/8)", "R*sin(2*pi*i/8)", 0]
//! [contacts.touch]
//! repeat = { i = [1, 7] }
//! type = "sphere_sphere"
//! a = "ball_{i}"
//! b = "ball_{i + 1}"
//! ```
//!
//! Expressions see the indices as numbers; in texts `{…}` is replaced by the value of the expression inside, a whole number. Copies keep the
//! places of their values in the file, so that errors point there; their label says which copy it was. They are made when parameters are
//! known and before anything is built, so that nothing else knows of patterns.

use super::build::{BuildError, Builder};
use super::document::{Entry, in_file_order, is_name};
use super::value::{Number, Span};
use crate::expr::is_reserved;
use serde::Deserialize;
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

/// Keys of a pattern, in any item.
pub(super) const REPEAT: &str = "repeat";
pub(super) const WHERE: &str = "where";
/// What the keys are for, for the reference and the schema.
pub(super) const REPEAT_TEXT: &str = "Copies of the item: a number of them with the index `i`, or indices with their numbers or \
    ranges, `{ i = 8 }`, `{ i = [0, 7], j = \"n\" }`. The copies are called NAME_1, NAME_2, …, of several indices NAME_1_1 ….";
pub(super) const WHERE_TEXT: &str = "An expression of the indices of `repeat`: copies for which it is 0 are left out.";

/// More copies of one item are taken for a mistake.
const MOST_COPIES: f64 = 1e5;

/// Which copy of a pattern an entry is.
#[derive(Clone, Debug, Default)]
pub(super) struct Copy {
    /// 0 of an entry that is not one.
    pub number: usize,
    /// Names and values of the indices.
    pub indices: Vec<(String, f64)>,
}

impl Copy {
    /// ` (i = 3, j = 1)`
    pub fn label(&self) -> String {
        let indices: Vec<String> = self.indices.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        if indices.is_empty() { String::new() } else { format!(" ({})", indices.join(", ")) }
    }
}

/// An index with its first and last value.
struct Index {
    name: String,
    range: [f64; 2],
}

/// Whether an entry is a pattern.
pub(super) fn is_pattern(entry: &Entry) -> bool {
    entry.value.get_ref().get(REPEAT).is_some()
}

/// The copies of a pattern, the first index slowest.
pub(super) fn expand<'a>(b: &mut Builder, mut entry: Entry<'a>) -> Result<Vec<Entry<'a>>, BuildError> {
    let DeValue::Table(table) = entry.value.get_mut() else { return Ok(vec![entry]) };
    let Some(repeat) = table.remove(REPEAT) else { return Ok(vec![entry]) };
    let span = repeat.span();
    let condition = table.remove(WHERE).map(number).transpose()?;
    let indices = read(b, repeat)?;
    let count: f64 = indices.iter().map(|index| index.range[1] - index.range[0] + 1.0).product();
    if count > MOST_COPIES {
        return Err(BuildError::at(&span, format!("{count} copies of one item"))
            .help(format!("at most {MOST_COPIES}; `spheres` makes many bodies from one table")));
    }
    let mut copies = Vec::new();
    let mut values: Vec<f64> = indices.iter().map(|index| index.range[0]).collect();
    for _ in 0..count as usize {
        let named: Vec<(String, f64)> = indices.iter().map(|i| i.name.clone()).zip(values.iter().copied()).collect();
        let copy = with_indices(b, &named, |b| copy(b, &entry, &named, condition.as_ref()))?;
        if let Some(copy) = copy {
            copies.push(Entry { copy: Copy { number: copies.len() + 1, indices: named }, ..copy });
        }
        for (value, index) in values.iter_mut().zip(&indices).rev() {
            *value += 1.0;
            if *value <= index.range[1] {
                break;
            }
            *value = index.range[0];
        }
    }
    Ok(copies)
}

/// Does something while expressions know the indices.
pub(super) fn with_indices<T>(b: &mut Builder, indices: &[(String, f64)], act: impl FnOnce(&mut Builder) -> T) -> T {
    for (name, value) in indices {
        b.parameters.insert(name.clone(), *value);
        b.parameter_names.push(name.clone());
    }
    let result = act(b);
    for (name, _) in indices {
        b.parameters.remove(name);
        b.parameter_names.pop();
    }
    result
}

/// One copy, unless the condition leaves it out.
fn copy<'a>(
    b: &Builder,
    entry: &Entry<'a>,
    indices: &[(String, f64)],
    condition: Option<&Number>,
) -> Result<Option<Entry<'a>>, BuildError> {
    if condition.map_or(Ok(1.0), |condition| b.number(condition))? == 0.0 {
        return Ok(None);
    }
    let mut value = entry.value.clone();
    fill(&mut value, b)?;
    let numbers = indices.iter().map(|(_, value)| format!("_{value}")).collect::<String>();
    let name = format!("{}{numbers}", entry.name);
    Ok(Some(Entry { name, value, name_span: entry.name_span.clone(), copy: Copy::default(), ..*entry }))
}

fn read(b: &Builder, repeat: Spanned<DeValue>) -> Result<Vec<Index>, BuildError> {
    let span = repeat.span();
    let indices = match repeat.into_inner() {
        DeValue::Table(table) => in_file_order(table)
            .into_iter()
            .map(|(key, value)| index(b, (key.get_ref(), &key.span()), value))
            .collect::<Result<Vec<_>, _>>()?,
        other => vec![index(b, ("i", &span), Spanned::new(span.clone(), other))?],
    };
    if indices.is_empty() {
        return Err(BuildError::at(&span, "`repeat` has no index").help("write such as `repeat = { i = 8 }`"));
    }
    Ok(indices)
}

fn index(b: &Builder, (name, at): (&str, &Span), value: Spanned<DeValue>) -> Result<Index, BuildError> {
    if is_reserved(name) || !is_name(name) || name.contains('-') {
        return Err(BuildError::at(at, format!("`{name}` cannot be an index")).help("choose a name such as `i`"));
    }
    if b.parameters.contains_key(name) {
        return Err(BuildError::at(at, format!("the index `{name}` is a parameter too")).help("rename one of them"));
    }
    let span = value.span();
    let whole = |n: Number| -> Result<f64, BuildError> {
        let x = b.number(&n)?;
        if x.fract() == 0.0 { Ok(x) } else { Err(not_whole(&n.span, x)) }
    };
    let range = match value.into_inner() {
        DeValue::Array(list) => {
            let ends = list.into_iter().map(|end| whole(number(end)?)).collect::<Result<Vec<f64>, _>>()?;
            let [first, last] = ends[..] else {
                return Err(BuildError::at(&span, format!("a range has a first and a last value, not {}", ends.len()))
                    .help("write such as `i = [0, 7]`"));
            };
            [first, last]
        }
        other => [1.0, whole(number(Spanned::new(span.clone(), other))?)?],
    };
    if range[1] < range[0] {
        let message = format!("the index `{name}` goes from {} to {}: there are no copies", range[0], range[1]);
        return Err(
            BuildError::at(&span, message).help("give a positive number, or a range with the smaller value first")
        );
    }
    Ok(Index { name: name.to_owned(), range })
}

fn number(value: Spanned<DeValue>) -> Result<Number, BuildError> {
    let span = value.span();
    Number::deserialize(ValueDeserializer::from(value)).map_err(|_| {
        BuildError::at(&span, "expected a number or an expression").help("write such as `repeat = { i = 8 }`")
    })
}

fn not_whole(span: &Span, x: f64) -> BuildError {
    BuildError::at(span, format!("{x} is no whole number"))
}

/// Puts numbers in the place of `{…}` in all texts.
fn fill(value: &mut Spanned<DeValue>, b: &Builder) -> Result<(), BuildError> {
    let span = value.span();
    match value.get_mut() {
        DeValue::String(text) if text.contains('{') => {
            let filled = filled(text, &span, b)?;
            *text = Cow::Owned(filled);
            Ok(())
        }
        DeValue::Array(list) => list.iter_mut().try_for_each(|value| fill(value, b)),
        DeValue::Table(table) => table.iter_mut().try_for_each(|(_, value)| fill(value, b)),
        _ => Ok(()),
    }
}

fn filled(text: &str, span: &Span, b: &Builder) -> Result<String, BuildError> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((inside, after)) = after.split_once('}') else {
            return Err(BuildError::at(span, format!("`{{` without `}}` in \"{text}\""))
                .help("in a pattern `{i}` is replaced by the index"));
        };
        let x = b.value_of(inside, span)?;
        if x.fract() != 0.0 {
            return Err(not_whole(span, x).help(format!("`{{{inside}}}` stands in a name")));
        }
        out += before;
        // Without the sign of a zero.
        out += &(x + 0.0).to_string();
        rest = after;
    }
    out += rest;
    Ok(out)
}
