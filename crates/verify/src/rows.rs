//! The list of benchmarks: id, model, expected values, what measures them.

use crate::case::Case;
use crate::{
    VerifyError, ball, ball_wall, bar, beam, bearing, belt, billiard, block, bouncers, contact_forces, corners,
    crank_errors, crank_rod, cube, cue, energy, flexible_cube, flexible_pendulum, impact_orders, incline, masses,
    mechanism, multiple_impact, naive, oblique, pendulum, plate, rocking_rod, roller_crank, rolling, solid, spectral,
    spheres, stuck, three_masses, timoshenko, top, vibration, woodpecker,
};

/// A benchmark.
pub struct Row {
    pub id: &'static str,
    pub model: &'static str,
    pub expect: &'static str,
    pub readme: &'static str,
    pub measure: fn(&mut Case) -> Result<(), VerifyError>,
}

macro_rules! row {
    ($id:literal, $measure:expr) => {
        Row {
            id: $id,
            model: include_str!(concat!("../../../benchmarks/", $id, "/model.toml")),
            expect: include_str!(concat!("../../../benchmarks/", $id, "/expect.toml")),
            readme: include_str!(concat!("../../../benchmarks/", $id, "/README.md")),
            measure: $measure,
        }
    };
}

pub static ROWS: &[Row] = &[
    row!("bouncing-ball", ball::measure),
    row!("spinning-top", top::measure),
    row!("rigid-block", block::measure),
    row!("incline", incline::measure),
    row!("rocking-rod-1", rocking_rod::measure),
    row!("rocking-rod-2", rocking_rod::measure),
    row!("rocking-rod-3", rocking_rod::measure_to_rest),
    row!("rocking-rod-4", rocking_rod::measure),
    row!("belt", belt::measure),
    row!("woodpecker-fixed", woodpecker::measure),
    row!("woodpecker-free", woodpecker::measure_free),
    row!("woodpecker-tuned", woodpecker::measure),
    row!("pendulum", pendulum::measure),
    row!("slider-crank", mechanism::slider_crank),
    row!("slider-crank-flexible", mechanism::slider_crank_flexible),
    row!("four-bar", mechanism::four_bar),
    row!("redundant-hinges", mechanism::redundant_hinges),
    row!("block-on-corners", corners::measure),
    row!("stuck-pendulum", stuck::measure),
    row!("elastic-bar", bar::measure),
    row!("flexible-pendulum", flexible_pendulum::measure),
    row!("flexible-cube", flexible_cube::measure),
    row!("sliding-masses", masses::measure),
    row!("oblique-beam", oblique::measure),
    row!("pendulum-on-plane", plate::measure),
    row!("sphere-torque", spheres::torque),
    row!("thirty-degree-rule", cue::thirty_degree_rule),
    row!("cue-ball-path", cue::path),
    row!("throw-angle", cue::throw_angle),
    row!("three-balls", multiple_impact::three_balls),
    row!("newtons-cradle", multiple_impact::cradle),
    row!("bernoulli", multiple_impact::bernoulli),
    row!("ball-row-20", multiple_impact::row),
    row!("billiard-break", billiard::rolling_freely),
    row!("billiard-break-rolling", billiard::resisted),
    row!("tippe-top", spheres::tippe_top),
    row!("vibration-bar", vibration::bar),
    row!("vibration-pendulum", vibration::pendulum),
    row!("beam-circle", beam::circle),
    row!("beam-45-bend", beam::bend),
    row!("beam-frequencies-clamped", timoshenko::clamped),
    row!("beam-frequencies-free", timoshenko::free),
    row!("beam-spin-up", beam::spin_up),
    row!("solid-patch", solid::patch),
    row!("cooks-membrane", solid::cook),
    row!("solid-cantilever", solid::cantilever),
    row!("cube-frequencies", cube::measure),
    row!("tumbling-block", solid::tumbling),
    row!("sphere-sliding", rolling::sliding),
    row!("sphere-rolling-resistance", rolling::rolling_resistance),
    row!("sphere-drilling", rolling::drilling),
    row!("sphere-roll-slide-1", rolling::rolls_all_along),
    row!("sphere-roll-slide-2", rolling::slides_first),
    row!("sphere-roll-slide-3", rolling::slides_to_the_end),
    row!("roller-crank-rigid", roller_crank::rigid),
    row!("roller-crank-flexible", roller_crank::flexible),
    row!("ball-wall", ball_wall::measure),
    row!("order-bouncing-ball", impact_orders::bouncing_ball),
    row!("order-oscillator", impact_orders::oscillator),
    row!("energy-moreau", energy::moreau),
    row!("energy-moreau-variant", energy::moreau_variant),
    row!("energy-newmark", energy::newmark),
    row!("energy-hht", energy::hht),
    row!("naive-newmark", naive::measure),
    row!("two-ball-oscillator", bouncers::two_balls),
    row!("bouncing-pendulum", bouncers::pendulum),
    row!("three-masses-stiff", three_masses::stiff),
    row!("three-masses-constrained", three_masses::constrained),
    row!("spectral-radius", spectral::measure),
    row!("slider-crank-rigid", crank_rod::rigid),
    row!("slider-crank-modal", crank_rod::modal),
    row!("slider-crank-bilateral", crank_errors::bilateral),
    row!("slider-crank-clearance", crank_errors::clearance),
    row!("force-bouncing-ball", contact_forces::bouncing_ball),
    row!("force-two-spheres", contact_forces::two_spheres),
    row!("crank-rod-block", contact_forces::crank_rod_block),
    row!("crank-rod-clearance", bearing::crank_rod_clearance),
    row!("ball-bearing", bearing::ball_bearing),
    row!("ball-bearing-elastic", bearing::elastic),
    row!("crank-bearing-rigid", bearing::crank_bearing_rigid),
    row!("crank-bearing-flexible", bearing::crank_bearing_flexible),
    row!("crank-bearing-ideal", bearing::crank_bearing_ideal),
];

/// The row with an id.
pub fn find(id: &str) -> Result<&'static Row, VerifyError> {
    ROWS.iter().find(|row| row.id == id).ok_or_else(|| {
        let distance = |row: &&Row| strsim::damerau_levenshtein(row.id, id);
        let nearest = ROWS.iter().min_by_key(distance).map_or("", |row| row.id);
        VerifyError::UnknownId { id: id.to_owned(), nearest }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_readable() {
        for row in ROWS {
            crate::expect::parse(row).unwrap_or_else(|e| panic!("{e}"));
            carom::spec::load_str(row.id, row.model, &[]).unwrap_or_else(|e| panic!("{}: {e}", row.id));
        }
    }
}
