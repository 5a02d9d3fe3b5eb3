//! A kind of problem: what is known of all rows, and the problem of each island, by its first component.

use super::solve::Posed;
use crate::integrate::scheme::At;
use crate::integrate::settings::Settings;
use crate::system::{Assembly, Multipliers, Stage, Subproblem};

pub(in crate::integrate) struct Family {
    pub rows: Multipliers,
    pub parts: Vec<Subproblem>,
}

impl Family {
    pub fn new(system: Assembly, settings: &Settings) -> Self {
        let mut rows = Multipliers::new(system);
        rows.augmentation = settings.augmentation;
        let parts = system.components.list.iter().map(|_| Subproblem::default()).collect();
        Self { rows, parts }
    }

    /// Follows contacts that were listed anew.
    pub fn fit(&mut self, system: Assembly) {
        self.rows.fit(system);
        self.parts.iter_mut().for_each(Subproblem::forget_contacts);
    }

    /// Forgets all that earlier steps left behind.
    pub fn restart(&mut self) {
        self.parts.iter_mut().for_each(Subproblem::restart);
        self.rows.restart();
    }

    /// The problem of an island in a stage, whose rows have to be evaluated.
    pub fn pose<'a, S: Stage>(&'a mut self, name: &'static str, at: At<'a>, stage: &'a S) -> Posed<'a, S> {
        let (rows, sub) = (&mut self.rows, &mut self.parts[at.slot()]);
        Posed { name, at, rows, sub, stage, rows_are_current: false }
    }
}
