//! `carom list`: everything that a model file can contain, or what a word is about.
//!
//! A word is looked for in groups, kinds, keys and their texts, and so is what it means here (`synonyms`). A kind that is about it is printed with
//! all its keys, one that has a key about it with this key only.

use super::parts::parts;
use super::schema::{Field, entry_fields};
use super::synonyms;
use crate::catalog::{Group, SIMULATION};
use std::fmt::Write;

/// Every kind with its keys, or only what is about a word.
pub fn list(word: Option<&str>) -> String {
    let query = word.map(Query::new);
    let mut out = String::new();
    for group in Group::ALL {
        let whole = query.as_ref().is_none_or(|q| q.names(group.title()) || q.names(group.table()));
        let mut section = String::new();
        let mut add = |title: &str, summary: &str, fields: &[Field]| {
            let all = whole || query.as_ref().is_none_or(|q| q.is_about(title, summary));
            let shown: Vec<&Field> =
                fields.iter().filter(|f| all || query.as_ref().is_none_or(|q| q.is_about(&f.key, &f.text))).collect();
            if all || !shown.is_empty() {
                // Writing to a String cannot fail.
                let _ = writeln!(section, "  {title:<18} {summary}");
                shown.into_iter().for_each(|field| list_field(&mut section, field));
            }
        };
        for entry in group.entries() {
            add(entry.key, entry.summary, &entry_fields(entry));
        }
        if group == Group::Integrator {
            add("(all)", SIMULATION.summary, &entry_fields(&SIMULATION));
        }
        for part in parts(group) {
            add(part.place, part.text.trim_end_matches('.'), &part.fields);
        }
        if !section.is_empty() {
            let _ = writeln!(out, "{} ([{}], {} = …)", group.title(), group.table(), group.selector());
            out.push_str(&section);
            out.push('\n');
        }
    }
    out
}

/// Shorter words are looked for as words, longer ones also as parts of others.
const SHORT: usize = 3;

/// What is looked for.
struct Query {
    word: String,
    /// The kinds and keys that it means.
    meant: &'static [&'static str],
}

impl Query {
    fn new(word: &str) -> Self {
        Self { word: word.trim().to_lowercase(), meant: synonyms::of(word) }
    }

    /// Whether a name or a text is about the word, or what it means.
    fn is_about(&self, name: &str, text: &str) -> bool {
        let key = name.split([' ', '=']).next().unwrap_or(name).trim_matches(['[', ']']);
        self.names(name) || self.is_in(text) || self.meant.contains(&key)
    }

    /// Whether a name is the word, or has it as a part.
    fn names(&self, name: &str) -> bool {
        self.is_in(name) || self.is_in(&name.replace('_', " "))
    }

    fn is_in(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        match self.word.chars().count() <= SHORT {
            true => text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == self.word),
            false => text.contains(&self.word) || text.contains(&self.word.replace(['-', ' '], "_")),
        }
    }
}

fn list_field(out: &mut String, f: &Field) {
    let unit = if f.unit.is_empty() { String::new() } else { format!("[{}]", f.unit) };
    let text = match (&f.default, f.required) {
        (Some(default), _) => format!("{} Default: {default}.", f.text),
        (None, true) => format!("{} Required.", f.text),
        (None, false) => f.text.clone(),
    };
    let _ = writeln!(out, "    {:<22} {:<12} {:<11} {text}", f.key, f.kind, unit);
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn words_of_keys_texts_and_other_programs_are_found() {
        for (word, found) in [
            ("revolute", "  hinge "),
            ("mu", "    friction "),
            ("bushing", "  spring_damper "),
            ("rigid", "  rigid_body "),
            ("floor", "  sphere_plane "),
            ("restitution", "    restitution "),
            ("rho_inf", "    rho_inf "),
            ("orthonormal to nothing", ""),
        ] {
            let text = list(Some(word));
            assert!(text.contains(found) && text.is_empty() == found.is_empty(), "{word}:\n{text}");
        }
    }

    #[test]
    fn a_kind_with_one_key_about_it_is_not_printed_whole() {
        let text = list(Some("mu"));
        assert!(!text.contains("    restitution "), "{text}");
    }
}
