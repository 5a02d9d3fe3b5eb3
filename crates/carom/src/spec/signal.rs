//! Sensors and inputs in the expressions of forces: names that are channels of sensors stand for their values at the start of the step.

use super::build::{BuildError, Builder};
use super::value::{Function, Reference, Scalar};
use crate::expr::Expression;
use crate::sensor::Signal;
use std::sync::Arc;

/// A channel that a force reads, and the file and name of the force.
pub(super) type Wanted = (Reference, (usize, String));

impl Builder {
    /// A function of variables, of inputs and of sensors, whose channels are `NAME` or `NAME.x` ….
    pub fn force_function(&self, function: &Function, variables: &[&str]) -> Result<Expression, BuildError> {
        let Scalar::Text(text) = &function.0.scalar else { return self.function(function, variables) };
        let is_sensor = |name: &String| {
            let sensor = name.split('.').next().unwrap_or_default().to_owned();
            let is_known = variables.contains(&name.as_str())
                || self.parameters.contains_key(name)
                || self.model.input(name).is_some();
            !is_known && self.later.contains(&("sensors", sensor))
        };
        let names = Expression::names(text).unwrap_or_default();
        if let Some(name) = names
            .iter()
            .find(|name| variables.contains(&name.as_str()) && self.later.contains(&("sensors", (*name).clone())))
        {
            let message = format!("`{name}` is a variable of this force and also the name of a sensor");
            self.warn(
                BuildError::at(&function.0.span, message).help("the variable is taken; rename the sensor to read it"),
            );
        }
        let channels: Vec<String> = Expression::names(text).unwrap_or_default().into_iter().filter(is_sensor).collect();
        if channels.is_empty() {
            return self.live_function(function, variables);
        }
        let inputs: Vec<&str> = self.inputs_of(function, variables).collect();
        let input_places = inputs.iter().filter_map(|name| self.model.input(name));
        let mut wanted = self.wanted.borrow_mut();
        let mut place = |name: &String| {
            let known = wanted.iter().position(|(reference, _)| reference.name == *name);
            known.unwrap_or_else(|| {
                let reference = Reference { name: name.clone(), span: function.0.span.clone() };
                wanted.push((reference, self.item.clone()));
                wanted.len() - 1
            })
        };
        let sensor_places = channels.iter().map(|name| self.model.inputs.len() + place(name));
        let places: Vec<usize> = input_places.chain(sensor_places).collect();
        let held = inputs.iter().copied().chain(channels.iter().map(String::as_str));
        let all: Vec<&str> = variables.iter().copied().chain(held).collect();
        Ok(self.function(function, &all)?.with_signals(variables.len(), &places))
    }

    /// The sensors that forces read, once all are built; what is wrong with one, with the file and the name of the force.
    pub(super) fn resolve_signals(&mut self) -> Vec<(usize, String, BuildError)> {
        let mut errors = Vec::new();
        for (reference, (file, item)) in self.wanted.take() {
            match self.signal(&reference) {
                Ok(signal) => self.model.signals.push(signal),
                Err(error) => errors.push((file, item, error)),
            }
        }
        errors
    }

    fn signal(&self, reference: &Reference) -> Result<Signal, BuildError> {
        let channels =
            || self.sensors.iter().flat_map(|s| s.channels.iter().enumerate().map(move |(at, c)| (s, at, c)));
        let found = channels().find(|(_, _, channel)| channel.name == reference.name);
        let Some((sensor, at, _)) = found else {
            let sensor = Reference {
                name: reference.name.split('.').next().unwrap_or_default().to_owned(),
                span: reference.span.clone(),
            };
            return Err(BuildError {
                follow_up: self.is_broken(&sensor.name),
                ..self.unknown("channel", reference, channels().map(|(_, _, c)| c.name.as_str()))
            });
        };
        if sensor.quantity.reads_others() {
            let message = format!("`{}` is an expression of other sensors", sensor.name);
            return Err(BuildError::at(&reference.span, message).help("write the expression in the force"));
        }
        Ok(Signal { channel: reference.name.clone(), quantity: Arc::clone(&sensor.quantity), at })
    }
}
