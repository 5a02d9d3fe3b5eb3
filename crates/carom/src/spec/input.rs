//! `[inputs]`: named scalars that programs, tables and other simulators set, and that expressions call by their names.

use super::build::{BuildError, Builder};
use super::document::Entry;
use super::item;
use super::value::{Function, Number, Scalar, Span};
use crate::expr::{Expression, is_reserved};
use crate::model::Input;
use schemars::JsonSchema;
use serde::Deserialize;
use toml::de::{DeValue, ValueDeserializer};

/// Names that expressions have for the time, for lengths and for places.
const VARIABLES: [&str; 8] = ["t", "s", "v", "x", "y", "z", "q", "qd"];

/// A number that may be set between steps.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InputSpec {
    /// Its value until somebody sets it. Default: 0.
    pub default: Option<Number>,
    /// A function of `t` instead, which may call tables: taken at the start of each step, until somebody sets the input. Default: none.
    pub value: Option<Function>,
    /// Its unit, for the records. Default: none.
    pub unit: Option<String>,
}

impl Builder {
    /// Reads an input: a table, or its default alone.
    pub(super) fn add_input(&mut self, entry: Entry) -> Result<(), Vec<BuildError>> {
        let (name, span) = (entry.name.clone(), entry.name_span.clone());
        self.check_input_name(&name, &span).map_err(|e| vec![e])?;
        let spec = match entry.value.get_ref() {
            DeValue::Table(_) => item::read(entry, "input")?,
            _ => {
                let default = Number::deserialize(ValueDeserializer::from(entry.value))
                    .map_err(|e| vec![BuildError { span: e.span(), ..BuildError::new(e.message().to_owned()) }])?;
                InputSpec { default: Some(default), value: None, unit: None }
            }
        };
        let input = self.input(name, &spec).map_err(|e| vec![e])?;
        self.model.inputs.push(input);
        Ok(())
    }

    fn input(&self, name: String, spec: &InputSpec) -> Result<Input, BuildError> {
        if let (Some(_), Some(value)) = (&spec.default, &spec.value) {
            return Err(BuildError::at(&value.0.span, "an input has either a `default` or a `value`")
                .help("`value` is a function of `t`, which gives its first value too"));
        }
        let default = self.number_or(spec.default.as_ref(), 0.0)?;
        let value = spec.value.as_ref().map(|value| self.function(value, &["t"])).transpose()?;
        Ok(Input { name, unit: spec.unit.clone().unwrap_or_default(), default, value })
    }

    fn check_input_name(&self, name: &str, span: &Span) -> Result<(), BuildError> {
        let what = match () {
            () if is_reserved(name) => "is the name of a function or constant",
            () if VARIABLES.contains(&name) => "is a variable of expressions",
            () if self.parameter_names.iter().any(|other| other == name) => "is a parameter already",
            () if self.tables.contains_key(name) => "is a table already",
            () if name.contains('-') => "cannot stand in an expression: `-` subtracts",
            () => return Ok(()),
        };
        Err(BuildError::at(span, format!("`{name}` {what}")).help("choose another name for the input"))
    }

    /// A function of variables and inputs.
    pub fn live_function(&self, function: &Function, variables: &[&str]) -> Result<Expression, BuildError> {
        let names: Vec<&str> = self.inputs_of(function, variables).collect();
        if names.is_empty() {
            return self.function(function, variables);
        }
        let places: Vec<usize> = names.iter().filter_map(|name| self.model.input(name)).collect();
        let all: Vec<&str> = variables.iter().copied().chain(names).collect();
        Ok(self.function(function, &all)?.with_signals(variables.len(), &places))
    }

    /// A prescribed motion as a function of `t` and of inputs, whose jumps it cannot follow smoothly.
    pub fn motion_function(&self, function: &Function) -> Result<Expression, BuildError> {
        if let Some(name) = self.inputs_of(function, &["t"]).next() {
            let message =
                format!("the motion jumps where the input `{name}` changes, and its velocity does not know of it");
            self.warn(BuildError::at(&function.0.span, message).help("drive by a force instead if that matters"));
        }
        self.live_function(function, &["t"])
    }

    /// The inputs that a function names.
    pub(super) fn inputs_of<'a>(&'a self, function: &Function, variables: &[&str]) -> impl Iterator<Item = &'a str> {
        let names = match &function.0.scalar {
            Scalar::Text(text) => Expression::names(text).unwrap_or_default(),
            Scalar::Value(_) => Vec::new(),
        };
        let named: Vec<String> = names.into_iter().filter(|name| !variables.contains(&name.as_str())).collect();
        self.model.inputs.iter().map(|input| input.name.as_str()).filter(move |name| named.iter().any(|n| n == name))
    }
}
