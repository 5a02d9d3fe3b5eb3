//! Models written in JSON: the same tables as in TOML, each value with its place, so that all that follows does not tell them apart.

use super::build::BuildError;
use super::diagnostic::{Source, position};
use super::value::Span;
use jsonc_parser::ast::{Object, ObjectPropName, Value};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Whether a file is meant as JSON: by its name, or by its first brace, which no TOML file begins with.
pub(super) fn is_json(source: &Source) -> bool {
    let named = std::path::Path::new(&source.name).extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
    named || source.text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// The tables of a JSON text, and what is wrong with it.
pub(super) fn parse(text: &str) -> (DeTable<'_>, Vec<BuildError>) {
    let mut errors = Vec::new();
    let table = match parse_to_ast(text, &CollectOptions::default(), &STRICT) {
        Ok(parsed) => match parsed.value {
            Some(Value::Object(object)) => table(object, text, &mut errors),
            Some(other) => {
                errors
                    .push(BuildError::at(&span(other.range()), "a model in JSON is an object").help("begin with `{`"));
                DeTable::new()
            }
            None => DeTable::new(),
        },
        Err(e) => {
            let help = "this is not valid JSON: keys and texts need double quotes, commas stand between entries only, and there are no comments";
            errors.push(BuildError::at(&span(e.range()), e.kind().to_string()).help(help));
            DeTable::new()
        }
    };
    (table, errors)
}

fn span(range: Range) -> Span {
    range.start..range.end
}

fn table<'a>(object: Object<'a>, text: &str, errors: &mut Vec<BuildError>) -> DeTable<'a> {
    let mut out = DeTable::new();
    for property in object.properties {
        let at = span(property.name.range());
        let key = match property.name {
            ObjectPropName::String(name) => name.value,
            ObjectPropName::Word(name) => name.value.into(),
        };
        if let Some((first, _)) = out.get_key_value(key.as_ref()) {
            let (line, column) = position(text, first.span().start);
            let message = format!("`{key}` is there twice, first at {line}:{column}");
            errors.push(BuildError::at(&at, message).help("rename or remove one of them"));
            continue;
        }
        // null says that there is no value.
        if let Some(value) = value(property.value, text, errors) {
            out.insert(Spanned::new(at, key), value);
        }
    }
    out
}

fn value<'a>(value: Value<'a>, text: &str, errors: &mut Vec<BuildError>) -> Option<Spanned<DeValue<'a>>> {
    let at = span(value.range());
    let value = match value {
        Value::NullKeyword(_) => return None,
        Value::BooleanLit(b) => DeValue::Boolean(b.value),
        Value::StringLit(s) => DeValue::String(s.value),
        Value::NumberLit(number) => match DeValue::parse(number.value) {
            Ok(value) => value.into_inner(),
            Err(e) => {
                errors.push(BuildError::at(&at, format!("`{}` is not a number: {}", number.value, e.message())));
                return None;
            }
        },
        Value::Array(list) => {
            DeValue::Array(list.elements.into_iter().filter_map(|v| self::value(v, text, errors)).collect())
        }
        Value::Object(object) => DeValue::Table(table(object, text, errors)),
    };
    Some(Spanned::new(at, value))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn values_keep_their_places() {
        let text = "{\n  \"bodies\": { \"a\": { \"mass\": 2.5, \"none\": null, \"at\": [1, \"x\", true] } }\n}";
        let (table, errors) = parse(text);
        assert!(errors.is_empty());
        let body = table["bodies"].get_ref().get("a").map(|a| a.get_ref().clone());
        let mass = body.as_ref().and_then(|b| b.get("mass")).map(|m| text[m.span()].to_owned());
        assert_eq!(mass.as_deref(), Some("2.5"));
        assert!(body.is_some_and(|b| b.get("none").is_none()));
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, line, part) in
            [("{\n\"a\": }", 2, "brace"), ("{\"a\": 1,\n\"a\": 2}", 2, "twice"), ("[1]", 1, "object")]
        {
            let (_, errors) = parse(text);
            let error = &errors[0];
            let at = error.span.clone().map_or(0, |s| super::position(text, s.start).0);
            assert!(at == line && error.message.contains(part), "{text}: {at} {}", error.message);
        }
    }
}
