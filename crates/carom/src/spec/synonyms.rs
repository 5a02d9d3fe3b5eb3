//! Words that others use for what a model file contains, for `carom list WORD` and for types that do not exist.

/// A word, and the kinds or keys that it means here.
const SYNONYMS: &[(&str, &[&str])] = &[
    // bodies
    ("rigid", &["rigid_body"]),
    ("link", &["rigid_body"]),
    ("solid_body", &["rigid_body"]),
    ("particle", &["point_mass"]),
    ("mass", &["point_mass", "rigid_body", "scalar_mass"]),
    ("ball", &["sphere", "spheres", "spherical"]),
    ("floor", &["ground", "plane", "sphere_plane", "node_face", "nodes_plane", "collision"]),
    ("wall", &["plane", "sphere_plane", "node_face", "nodes_plane", "container"]),
    ("fem", &["solid", "beam", "bar"]),
    ("rope", &["cable", "distance"]),
    ("string", &["cable", "distance"]),
    ("truss", &["bar"]),
    ("flexible", &["beam", "solid", "bar", "cable", "modal"]),
    // joints
    ("revolute", &["hinge"]),
    ("pin", &["hinge"]),
    ("continuous", &["hinge"]),
    ("rotational", &["hinge"]),
    ("slider", &["prismatic"]),
    ("translational", &["prismatic"]),
    ("sliding", &["prismatic"]),
    ("linear", &["prismatic"]),
    ("ball_joint", &["spherical"]),
    ("ball_and_socket", &["spherical"]),
    ("socket", &["spherical"]),
    ("weld", &["fixed"]),
    ("rigid_joint", &["fixed"]),
    ("clamp", &["fixed"]),
    ("cardan", &["universal"]),
    ("hooke", &["universal"]),
    ("helical", &["screw"]),
    ("leadscrew", &["screw"]),
    ("rod", &["distance", "bar", "beam"]),
    ("rheonomic", &["motion"]),
    ("drive", &["motion", "drive_force"]),
    ("motor", &["motion", "joint_force", "torque"]),
    ("actuator", &["motion", "joint_force"]),
    ("backlash", &["clearance"]),
    ("play", &["clearance"]),
    // forces
    ("bushing", &["spring_damper", "torsion_spring"]),
    ("spring", &["spring_damper", "torsion_spring"]),
    ("torque", &["load", "joint_force", "torsion_spring"]),
    ("moment", &["load", "joint_force"]),
    ("dashpot", &["damper", "spring_damper"]),
    ("wind", &["damper", "force"]),
    // contacts
    ("mu", &["friction"]),
    ("cof", &["friction"]),
    ("coefficient_of_friction", &["friction"]),
    ("cor", &["restitution"]),
    ("bounce", &["restitution"]),
    ("stiction", &["static_kinetic", "friction"]),
    ("stribeck", &["static_kinetic", "friction"]),
    ("penalty", &["compliant"]),
    ("hertz", &["compliant", "contact_force"]),
    ("glue", &["cohesive"]),
    ("adhesion", &["cohesive"]),
    ("impact", &["restitution", "impacts", "impact_law"]),
    // sensors
    ("imu", &["acceleration", "angular_velocity"]),
    ("accelerometer", &["acceleration"]),
    ("gyro", &["angular_velocity"]),
    ("reaction", &["joint_force"]),
    ("load_cell", &["joint_force", "contact"]),
    ("strain_gauge", &["section_strain", "stress"]),
    ("probe", &["position", "velocity"]),
    ("g_level", &["shock", "acceleration"]),
    ("fatigue", &["contact_life", "bearing_life"]),
    ("wear", &["contact_force", "contact_life"]),
    // settings
    ("adaptive", &["error_tolerance"]),
    ("variable_step", &["error_tolerance"]),
    ("stepsize", &["step", "error_tolerance"]),
    ("step_size", &["step", "error_tolerance"]),
    ("dt", &["step"]),
    ("timestep", &["step"]),
    ("time_step", &["step"]),
    ("duration", &["until"]),
    ("end_time", &["until"]),
    ("t_end", &["until"]),
    ("solver", &["integrator", "contact_solver"]),
    ("hht", &["nonsmooth_hht"]),
    ("newmark", &["nonsmooth_newmark"]),
    ("bathe", &["mixed_bathe"]),
    ("timestepping", &["moreau_jean"]),
];

/// The word as the list has it: lower case, `_` between its parts.
fn plain(word: &str) -> String {
    word.trim().to_lowercase().replace(['-', ' '], "_")
}

/// What a word means here; empty if it is not known.
pub(super) fn of(word: &str) -> &'static [&'static str] {
    let word = plain(word);
    SYNONYMS.iter().find(|(name, _)| *name == word).map_or(&[], |(_, meant)| meant)
}

/// The known name that another word means.
pub(super) fn known<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    of(word).iter().find_map(|meant| known.iter().copied().find(|name| name == meant))
}

#[cfg(test)]
mod tests {
    use super::SYNONYMS;
    use crate::spec::list;

    #[test]
    fn every_word_leads_somewhere() {
        for (word, meant) in SYNONYMS {
            let text = list(Some(word));
            assert!(meant.iter().any(|name| text.contains(name)), "{word}:\n{text}");
        }
    }
}
