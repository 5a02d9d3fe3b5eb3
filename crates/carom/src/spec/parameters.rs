//! Parameters: numbers and expressions of each other, in any order, without cycles.

use super::build::{BuildError, Builder};
use super::diagnostic::{Diagnostic, Source};
use super::document::Entry;
use super::overrides;
use super::resolve::expression_error;
use super::value::{Number, Scalar};
use crate::expr::{Expression, is_reserved};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::de::ValueDeserializer;

/// A parameter as written.
struct Definition {
    number: Number,
    file: usize,
    /// The names it uses.
    uses: Vec<String>,
}

impl Builder {
    /// Evaluates all parameters; the ones that fail are remembered, so that what uses them is not reported again.
    pub(super) fn evaluate_parameters(
        &mut self,
        entries: Vec<Entry>,
        overrides: &[(String, String)],
        sources: &[Source],
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        self.parameter_names = entries.iter().map(|e| e.name.clone()).collect();
        let mut definitions = BTreeMap::new();
        for entry in entries {
            let (file, label, name) = (entry.file, entry.label(), entry.name.clone());
            match self.define(entry, overrides, &sources[file]) {
                Ok(definition) => drop(definitions.insert(name, definition)),
                Err(e) => {
                    diagnostics.push(placed(&sources[file], &label, e));
                    self.broken.insert(name);
                }
            }
        }
        let names: Vec<String> = definitions.keys().cloned().collect();
        for name in names {
            let mut chain = Vec::new();
            let result = self.evaluate_parameter(&name, &definitions, &mut chain, sources);
            if let Err((file, item, e)) = result
                && !e.follow_up
            {
                diagnostics.push(placed(&sources[file], &format!("parameters.{item}"), e));
            }
        }
    }

    fn define(&self, entry: Entry, overrides: &[(String, String)], source: &Source) -> Result<Definition, BuildError> {
        let span = entry.name_span.clone();
        if is_reserved(&entry.name) {
            return Err(BuildError::at(&span, format!("`{}` is the name of a function or constant", entry.name))
                .help("choose another name"));
        }
        let mut number = Number::deserialize(ValueDeserializer::from(entry.value))
            .map_err(|e| BuildError { span: e.span(), ..BuildError::new(e.message().to_owned()) })?;
        if let Some((i, (_, text))) = overrides.iter().enumerate().rfind(|(_, (name, _))| *name == entry.name) {
            let end = source.text.len() + 1 + i;
            number = Number { scalar: Scalar::Text(text.clone()), span: end..end };
        }
        let uses = match &number.scalar {
            Scalar::Value(_) => Vec::new(),
            Scalar::Text(text) => {
                Expression::names(text).map_err(|e| expression_error(e, text, &number.span, &source.text))?
            }
        };
        Ok(Definition { number, file: entry.file, uses })
    }

    /// Depth first; `chain` holds the parameters that wait for this one.
    fn evaluate_parameter(
        &mut self,
        name: &str,
        all: &BTreeMap<String, Definition>,
        chain: &mut Vec<String>,
        sources: &[Source],
    ) -> Result<(), (usize, String, BuildError)> {
        let Some(definition) = all.get(name) else { return Ok(()) };
        if self.parameters.contains_key(name) || self.broken.contains(name) {
            return Ok(());
        }
        let fail = |e| (definition.file, name.to_owned(), e);
        if let Some(start) = chain.iter().position(|n| n == name) {
            let cycle = chain[start..].iter().chain([&chain[start]]).cloned().collect::<Vec<_>>().join(" → ");
            self.broken.extend(chain[start..].iter().cloned());
            let error = BuildError::at(
                &definition.number.span,
                format!("the parameters refer to each other in a circle: {cycle}"),
            );
            return Err(fail(error.help("give one of them a number")));
        }
        chain.push(name.to_owned());
        for used in &definition.uses {
            if let Err(e) = self.evaluate_parameter(used, all, chain, sources) {
                self.broken.insert(name.to_owned());
                return Err(e);
            }
        }
        chain.pop();
        self.text = sources[definition.file].text.clone();
        match self.number(&definition.number) {
            Ok(x) => drop(self.parameters.insert(name.to_owned(), x)),
            Err(e) => {
                self.broken.insert(name.to_owned());
                return Err(fail(e));
            }
        }
        Ok(())
    }
}

/// What is wrong with a parameter: in the file, or beyond its end, where values that were set from outside are.
fn placed(source: &Source, label: &str, error: BuildError) -> Diagnostic {
    let is_outside = error.span.as_ref().is_some_and(|span| span.start > source.text.len());
    if is_outside {
        return Diagnostic::error(&overrides::outside(), Some(label), error);
    }
    Diagnostic::error(source, Some(label), error)
}
