//! What the bonds of cohesive contacts remember at the end of a step, and what tearing them took.

use crate::integrate::State;
use crate::integrate::scheme::At;

/// The largest openings of the bonds of an island in the trial state, which has its configuration.
#[inline]
pub(super) fn tear_bonds(At { system, island, .. }: At, trial: &mut State) {
    for (slot, bond) in system.model.bonds.iter().enumerate() {
        let nodes = system.contact_block(bond.contact).nodes();
        let is_here =
            |&node: &usize| island.components.binary_search(&(system.components.of_node(node) as u32)).is_ok();
        if !nodes.iter().any(is_here) {
            continue;
        }
        let before = trial.kin.bonds[slot];
        let now = before.max(system.contact(bond.contact).pair.gap(&trial.kin));
        trial.kin.bonds[slot] = now;
        trial.energy.impacts -= bond.law.taken(now) - bond.law.taken(before);
    }
}
