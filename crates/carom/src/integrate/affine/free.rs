//! Accelerations without constraints, M⁻¹f.

use super::super::error::StepError;
use super::super::scheme::At;
use super::super::settings::Settings;
use super::super::state::State;
use super::super::step::{Family, Workspace};
use crate::system::{Assembly, Island, Level, Stage, Weights, Work};
use nonsmooth::Report;

/// Name of the problem.
pub(super) const FREE: &str = "free accelerations";

pub(super) struct Free(pub Family);

impl Free {
    /// M⁻¹f of all at the start of a run. Where a force is not a number, the accelerations with joints were not found either.
    pub fn at_start(system: Assembly, settings: &Settings, state: &State) -> Vec<f64> {
        let (mut workspace, mut problem) = (Workspace::new(system, settings), Self(Family::new(system, settings)));
        workspace.work.kin.clone_from(&state.kin);
        let mut all = vec![0.0; system.layout.n];
        for island in system.components.list.iter().filter(|island| !island.dofs.is_empty()) {
            let at = At { system, island, state, h: settings.step };
            if problem.solve(&mut workspace, at).is_ok() {
                island.copy(&workspace.work.y, &mut all);
            }
        }
        all
    }

    /// M⁻¹f of an island at the configuration and velocities in `work`, into `work.y`.
    pub fn solve(&mut self, workspace: &mut Workspace, at: At) -> Result<Report, StepError> {
        let At { system, island, .. } = at;
        if island.is_nodal && island.varying.is_empty() {
            let work = &mut workspace.work;
            system.clear_extended(island, &mut work.f);
            system.add_forces_of(island, &work.kin, &mut work.f);
            system.mass.solve_nodes(&island.nodes, &work.f, &mut work.y);
            return Ok(Report::default());
        }
        island.fill(0.0, &mut workspace.work.y);
        let posed = self.0.pose(FREE, at, &FreeStage).with_current_rows();
        posed.sub.activate_rows(system, island, &[], &[]);
        workspace.set_tolerances(island, posed.sub, 1.0);
        workspace.solve(posed)
    }
}

/// y = x, configuration and velocities fixed.
struct FreeStage;

impl Stage for FreeStage {
    fn weights(&self) -> Weights {
        Weights { m: 1.0, v: 0.0, q: 0.0, s: 1.0 }
    }

    fn level(&self) -> Level {
        Level::Acceleration
    }

    fn place(&self, _system: Assembly, island: &Island, work: &mut Work) -> bool {
        island.dofs.iter().for_each(|range| work.x[range.clone()].copy_from_slice(&work.y[range.clone()]));
        false
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}
