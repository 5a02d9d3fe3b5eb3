//! A model inside of an FMU: set up, running, saved.

use crate::c::Logger;
use carom::drive::Simulation;
use carom::fmu::{Causality, MODEL, Variable, guid, variables};
use carom::record::Checkpoint;
use carom::sensor::{self, Sensor};
use carom::spec;
use std::path::{Path, PathBuf};

pub struct Instance {
    pub logger: Logger,
    /// What the simulator calls the start; the model starts at 0.
    pub begin: f64,
    /// The model file.
    path: PathBuf,
    variables: Vec<Variable>,
    /// Parameters and inputs that were set, by their places.
    set: Vec<Option<f64>>,
    running: Option<Running>,
}

/// A model that was started.
struct Running {
    simulation: Simulation,
    sensors: Vec<Sensor>,
    values: Vec<f64>,
    is_fresh: bool,
}

impl Instance {
    /// Reads the model in the resources of an FMU, which must be the one that was described.
    pub fn new(expected: &str, resources: &str, logger: Logger) -> Result<Self, String> {
        let name = Path::new(MODEL).file_name().unwrap_or_default();
        let path = folder(resources).join(name);
        let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
        if guid(&text) != expected {
            return Err(format!("the model in `{}` is not the one of guid {expected}", path.display()));
        }
        let loaded = spec::load(&path, &[]).map_err(|e| e.to_string())?;
        let variables = variables(&loaded);
        let set = vec![None; variables.len()];
        Ok(Self { logger, begin: 0.0, path, variables, set, running: None })
    }

    pub fn reset(&mut self) {
        self.set.fill(None);
        self.running = None;
        self.begin = 0.0;
    }

    /// The model, started with what was set.
    pub fn running(&mut self) -> Result<&mut Simulation, String> {
        Ok(&mut self.started()?.simulation)
    }

    fn started(&mut self) -> Result<&mut Running, String> {
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        self.running.as_mut().ok_or_else(|| "the model did not start".to_owned())
    }

    fn start(&self) -> Result<Running, String> {
        let given = || self.variables.iter().zip(&self.set).filter_map(|(variable, set)| Some((variable, (*set)?)));
        let parameters = given().filter(|(variable, _)| variable.causality == Causality::Parameter);
        let overrides: Vec<_> =
            parameters.map(|(variable, value)| (variable.own.clone(), format!("{value:?}"))).collect();
        let mut loaded = spec::load(&self.path, &overrides).map_err(|e| e.to_string())?;
        loaded.settings.until = f64::INFINITY;
        let mut simulation = Simulation::new(loaded.model, loaded.settings).map_err(|e| e.to_string())?;
        for (variable, value) in given().filter(|(variable, _)| variable.causality == Causality::Input) {
            simulation.set_input(&variable.own, value).map_err(|e| e.to_string())?;
        }
        Ok(Running { simulation, sensors: loaded.sensors, values: Vec::new(), is_fresh: false })
    }

    fn variable(&self, place: usize) -> Result<&Variable, String> {
        self.variables.get(place).ok_or_else(|| format!("there is no variable with the reference {place}"))
    }

    pub fn get(&mut self, place: usize) -> Result<f64, String> {
        let variable = self.variable(place)?;
        let (causality, start) = (variable.causality, variable.start);
        let inputs = self.variables.iter().filter(|variable| variable.causality == Causality::Input).count();
        match causality {
            Causality::Output => Ok(self.started()?.values()[place - inputs]),
            Causality::Input if self.running.is_some() => Ok(self.running()?.inputs()[place]),
            _ => Ok(self.set[place].unwrap_or(start)),
        }
    }

    pub fn set(&mut self, place: usize, value: f64) -> Result<(), String> {
        let variable = self.variable(place)?.clone();
        if !value.is_finite() {
            return Err(format!("`{}` cannot be {value}: expected a finite number", variable.name));
        }
        match (variable.causality, &mut self.running) {
            (Causality::Output, _) => return Err(format!("`{}` is an output and cannot be set", variable.name)),
            (Causality::Parameter, Some(running)) if running.simulation.statistics.steps > 0 => {
                return Err(format!("the parameter `{}` is fixed once the model moves", variable.name));
            }
            // It starts anew.
            (Causality::Parameter, _) => self.running = None,
            (Causality::Input, Some(running)) => {
                running.is_fresh = false;
                running.simulation.set_input_at(place, value).map_err(|e| e.to_string())?;
            }
            (Causality::Input, None) => {}
        }
        self.set[place] = Some(value);
        Ok(())
    }

    /// Takes steps to a time of the simulator.
    pub fn advance(&mut self, time: f64) -> Result<(), String> {
        let t = time - self.begin;
        let running = self.started()?;
        running.is_fresh = false;
        if t > running.simulation.time() {
            running.simulation.advance_to(t, &mut ()).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    /// The state as bytes.
    pub fn save(&mut self) -> Result<Vec<u8>, String> {
        Ok(self.running()?.save().encode())
    }

    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), String> {
        let checkpoint = Checkpoint::decode(bytes, Path::new("state")).map_err(|e| e.to_string())?;
        let running = self.started()?;
        running.is_fresh = false;
        running.simulation.restore(&checkpoint).map_err(|e| e.to_string())
    }
}

impl Running {
    /// All channels of the sensors now.
    fn values(&mut self) -> &[f64] {
        if !self.is_fresh {
            self.simulation.complete();
            sensor::evaluate(&self.sensors, &self.simulation.snapshot(), &mut self.values);
            self.is_fresh = true;
        }
        &self.values
    }
}

/// The folder of a URI `file:///…`, or of a path.
fn folder(uri: &str) -> PathBuf {
    let path = uri.strip_prefix("file://").or_else(|| uri.strip_prefix("file:")).unwrap_or(uri);
    let (mut bytes, mut rest) = (Vec::new(), path.as_bytes());
    while let [first, tail @ ..] = rest {
        let code = match tail {
            [a, b, ..] if *first == b'%' => {
                std::str::from_utf8(&[*a, *b]).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok())
            }
            _ => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // `/C:/…` of Windows.
    let drive = text.as_bytes().get(2) == Some(&b':') && text.starts_with('/');
    PathBuf::from(if drive { &text[1..] } else { &text })
}
