//! Models that must be refused: each message names the file, the line, the item and the cure.

use carom::spec::{LoadError, load, load_str};
use std::path::Path;

/// Name of the file in `tests/bad` and what its report must contain.
const CASES: &[(&str, &[&str])] = &[
    (
        "clearance_of_fixed",
        &["clearance_of_fixed.toml:9:22", "joints.weld", "`fixed` joints have no clearance", "hinge, cylindrical"],
    ),
    (
        "clearance_without_radius",
        &["clearance_without_radius.toml:9:28", "joints.pin", "unknown key `raduis`", "`radius`?"],
    ),
    ("force_of_clearance", &["force_of_clearance.toml:12:9", "sensors.force", "`ball` has clearance", "`contact`"]),
    (
        "bearing_of_many_balls",
        &["bearing_of_many_balls.toml:6:9", "bodies.bearing", "20 balls overlap", "at most 10 balls"],
    ),
    (
        "bearing_without_groove",
        &["bearing_without_groove.toml:5:9", "bodies.bearing", "needs its `groove_radius`", "planar"],
    ),
    ("misspelt_key", &["bad/misspelt_key.toml:3:1", "bodies.ball", "unknown key `mas`", "did you mean `mass`?"]),
    ("missing_key", &["missing_key.toml:1:9", "bodies.ball", "missing key `mass`", "add `mass"]),
    (
        "kinetic_above_static",
        &[
            "kinetic_above_static.toml:10:20",
            "contacts.floor",
            "kinetic_friction is 0.4",
            "at most the static_friction of 0.3",
        ],
    ),
    ("orthotropic_spheres", &["orthotropic_spheres.toml:10:11", "contacts.pair", "needs a plane", "`node_face`"]),
    ("orthotropic_collision", &["orthotropic_collision.toml:10:11", "contacts.all", "needs a plane", "`node_face`"]),
    ("poisson_sequential", &["poisson_sequential.toml:2:11", "simulation", "`impacts` is \"sequential\"", "remove it"]),
    ("poisson_tangential", &["poisson_tangential.toml:9:26", "contacts.floor", "no place for", "remove it"]),
    (
        "poisson_materials",
        &[
            "poisson_materials.toml:14:11",
            "contacts.all",
            "of `rubber` and `rubber` is 0.5",
            "no place for",
            "remove it",
        ],
    ),
    ("poisson_published", &["poisson_published.toml:1:", "`variant` is \"published\"", "remove one of them"]),
    (
        "bond_too_soft",
        &["bond_too_soft.toml:12:13", "contacts.floor", "stiffness is 100000", "more than strength²/(2 energy)"],
    ),
    (
        "bond_of_collision",
        &["bond_of_collision.toml:10:11", "contacts.all", "needs a contact that is named", "`sphere_sphere`"],
    ),
    (
        "compliant_without_restitution",
        &["compliant_without_restitution.toml:12:15", "contacts.floor", "restitution is 0", "in (0, 1]", "no end"],
    ),
    (
        "compliant_without_material",
        &[
            "compliant_without_material.toml:6:11",
            "contacts.floor",
            "the material of `ground` is not known",
            "`stiffness`",
        ],
    ),
    ("compliant_exponent", &["compliant_exponent.toml:12:12", "contacts.floor", "exponent is 0.5", "1 or more"]),
    ("compliant_rolling", &["compliant_rolling.toml:12:18", "`friction_speed` makes friction smooth", "remove"]),
    ("damage_without_bond", &["damage_without_bond.toml:10:11", "sensors.d", "`floor` has no bond", "cohesive"]),
    ("misspelt_table", &["misspelt_table.toml:4:2", "unknown key `contact`", "did you mean `contacts`?"]),
    (
        "unknown_type",
        &["unknown_type.toml:2:8", "bodies.rod", "unknown body type `rigid_boddy`", "did you mean `rigid_body`?"],
    ),
    (
        "type_of_another_table",
        &["type_of_another_table.toml:5:8", "forces.pivot", "unknown force type `hinge`", "[joints]"],
    ),
    ("unknown_body", &["unknown_body.toml:9:5", "joints.pivot", "unknown body `rodd`", "did you mean `rod`?"]),
    (
        "unknown_point",
        &["unknown_point.toml:9:5", "joints.pivot", "`rod` has no point or frame `ende`", "did you mean `end`?"],
    ),
    ("unknown_joint", &["unknown_joint.toml:12:9", "sensors.angle", "unknown joint `pivott`", "did you mean `pivot`?"]),
    (
        "wrong_type",
        &["wrong_type.toml:3:8", "bodies.ball", "boolean `true`", "expected a number or an expression in quotes"],
    ),
    ("short_vector", &["short_vector.toml:4:12", "bodies.ball", "expected three numbers [x, y, z], got 2 values"]),
    ("negative_mass", &["negative_mass.toml:3:8", "bodies.ball", "mass is -1, expected a positive number"]),
    ("zero_mass", &["zero_mass.toml:5:8", "bodies.ball", r#"mass is "2*m" = 0, expected a positive number"#]),
    ("nan_mass", &["nan_mass.toml:3:8", "bodies.ball", "NaN is not a finite number", "must be finite"]),
    (
        "inertia_triangle",
        &[
            "inertia_triangle.toml:4:11",
            "bodies.rod",
            "violate the triangle inequality",
            "at most the sum of the other two",
        ],
    ),
    ("inertia_not_symmetric", &["inertia_not_symmetric.toml:4:11", "bodies.rod", "not symmetric"]),
    ("inertia_not_positive", &["inertia_not_positive.toml:4:11", "bodies.rod", "expected positive ones", "point_mass"]),
    (
        "unknown_parameter",
        &["unknown_parameter.toml:5:11", "bodies.ball", "unknown name `omga`", "did you mean `omega`?"],
    ),
    (
        "circular_parameters",
        &["circular_parameters.toml:2:5", "parameters.a", "in a circle: a → b → c → a", "give one of them a number"],
    ),
    ("nan_expression", &["nan_expression.toml:2:5", "parameters.x", "`sqrt(-1)` evaluates to NaN", "must be finite"]),
    (
        "infinite_expression",
        &["infinite_expression.toml:4:16", "bodies.ball", "`1/0` evaluates to inf", "must be finite"],
    ),
    ("bad_expression", &["bad_expression.toml:3:", "bodies.ball", "expected `)`"]),
    (
        "joint_to_itself",
        &["joint_to_itself.toml:9:5", "joints.pivot", "connects `rod` to itself", "must be on different bodies"],
    ),
    (
        "joint_on_ground",
        &[
            "joint_on_ground.toml:11:5",
            "joints.pivot",
            "both sides of the joint are on the ground",
            "attach one side to a body",
        ],
    ),
    (
        "moving_out_of_plane",
        &["moving_out_of_plane.toml:6:22", "moving.table", "leaves the plane of this planar model", "remove `plane`"],
    ),
    ("zero_axis", &["zero_axis.toml:10:8", "joints.pivot", "the axis is zero", "[0, 0, 1]"]),
    ("zero_normal", &["zero_normal.toml:8:10", "contacts.floor", "the normal is zero"]),
    ("zero_quaternion", &["zero_quaternion.toml:6:", "bodies.rod", "the quaternion is zero", "[1, 0, 0, 0]"]),
    ("zero_step", &["zero_step.toml:2:8", "simulation", "step is 0, expected a positive number"]),
    (
        "error_tolerance_range",
        &[
            "error_tolerance_range.toml:2:19",
            "simulation",
            "error_tolerance is 1.5",
            "below 1",
            "relative to the length",
        ],
    ),
    ("max_step_alone", &["max_step_alone.toml:3:12", "simulation", "`max_step` belongs to", "add `error_tolerance"]),
    ("min_step_above", &["min_step_above.toml:4:12", "simulation", "min_step is 0.002 s", "at most the first step"]),
    ("negative_until", &["negative_until.toml:2:9", "simulation", "until is -1, expected a positive number"]),
    ("averages_unstable", &["averages_unstable.toml:3:11", "simulation", "alpha_m is 0.4", "at most alpha_f = 0.2"]),
    (
        "averages_missing",
        &["averages_missing.toml:3:11", "simulation", "`alpha_m` and `alpha_f` is missing", "give both"],
    ),
    (
        "averages_and_radius",
        &["averages_and_radius.toml:4:11", "simulation", "parameters of two schemes", "give one of"],
    ),
    ("rho_inf_range", &["rho_inf_range.toml:2:11", "simulation", "rho_inf is 1.2", "between 0 and 1"]),
    ("theta_range", &["theta_range.toml:3:9", "simulation", "theta is 0.3", "between 0.5 and 1", "not stable"]),
    (
        "negative_friction",
        &["negative_friction.toml:8:12", "contacts.floor", "friction is -0.3, expected a zero or positive number"],
    ),
    ("restitution_range", &["restitution_range.toml:8:15", "contacts.floor", "restitution is 1.5", "between 0 and 1"]),
    (
        "unreadable_include",
        &[
            "unreadable_include.toml:1:12",
            "include",
            "cannot read the included file",
            "no_such_file.toml",
            "relative to the file that includes",
        ],
    ),
    ("circular_include", &["circular_include.toml:1:12", "includes itself", "remove one of the includes"]),
    (
        "duplicate_across_files",
        &["duplicate_across_files.toml:2:9", "bodies.ball", "defined twice", "parts/ball.toml:2:9", "rename or remove"],
    ),
    ("duplicate_key", &["duplicate_key.toml:4:1", "duplicate key", "TOML"]),
    ("unquoted_text", &["unquoted_text.toml:2:8", "strings need quotes"]),
    ("planar_velocity", &["planar_velocity.toml:5:12", "bodies.ball", "the velocity leaves the plane", "z component"]),
    (
        "planar_rotation",
        &["planar_rotation.toml:7:12", "bodies.rod", "turns the body out of the plane", "rotate about z only"],
    ),
    ("planar_axis", &["planar_axis.toml:11:8", "joints.pivot", "must be the plane's normal"]),
    (
        "planar_offset",
        &["planar_offset.toml:11:5", "joints.pivot", "0.1 m apart out of the plane, along z", "same z coordinate"],
    ),
    (
        "opposite_frames",
        &["opposite_frames.toml:11:5", "joints.weld", "differ by more than 90°", "turn one of the frames"],
    ),
    ("oblique_cross", &["oblique_cross.toml:11:10", "joints.cross", "at 45.000°, not at 90°", "perpendicular"]),
    (
        "hinge_on_point_mass",
        &["hinge_on_point_mass.toml:7:5", "joints.pivot", "`ball` is a point without orientation", "spherical"],
    ),
    (
        "ambiguous_coordinate",
        &[
            "ambiguous_coordinate.toml:12:9",
            "sensors.q",
            "several coordinates: `angle`, `displacement`",
            r#"add `coordinate = "angle"`"#,
        ],
    ),
    ("unknown_keyword", &["unknown_keyword.toml:7:13", "sensors.height", "unknown value `zz`", "did you mean `z`?"]),
    ("nested_list", &["nested_list.toml:7:9", "bodies.block", "wrong type: the text \"x-\", expected a list"]),
    ("nested_table", &["nested_table.toml:3:8", "bodies.block", "wrong type: the text \"box\", expected a table"]),
    (
        "later_body",
        &["later_body.toml:3:9", "bodies.rod", "`other` stands later in the file", "move [bodies.other] up"],
    ),
    ("beam_zero_section", &["beam_zero_section.toml:6:", "bodies.rod", "radius is 0, expected a positive number"]),
    (
        "beam_incomplete_section",
        &[
            "beam_incomplete_section.toml:1:",
            "bodies.rod",
            "a section of type `rectangle` needs the key `height`",
            "add `height",
        ],
    ),
    (
        "beam_foreign_section_key",
        &[
            "beam_foreign_section_key.toml:6:",
            "bodies.rod",
            "a section of type `circle` has no `height`",
            "its keys are radius",
        ],
    ),
    (
        "beam_tube_without_wall",
        &[
            "beam_tube_without_wall.toml:6:",
            "bodies.rod",
            "the inner radius 0.01 m is not between 0 and the outer 0.01 m",
        ],
    ),
    ("beam_thick_flange", &["beam_thick_flange.toml:6:", "bodies.rod", "leave no web", "thin walls"]),
    ("beam_zero_length", &["beam_zero_length.toml:4:", "bodies.rod", "the length is zero", "move one of them"]),
    ("beam_no_elements", &["beam_no_elements.toml:5:", "bodies.rod", "elements is 0, expected a positive number"]),
    ("beam_half_element", &["beam_half_element.toml:5:", "bodies.rod", "elements is 2.5, expected a whole number"]),
    (
        "beam_negative_density",
        &["beam_negative_density.toml:9:", "bodies.rod", "density is -7850, expected a positive number"],
    ),
    ("beam_nan_young", &["beam_nan_young.toml:7:", "bodies.rod", "NaN is not a finite number"]),
    ("beam_poisson", &["beam_poisson.toml:8:", "bodies.rod", "poisson is 0.7, expected more than -1 up to 0.5"]),
    (
        "beam_straight_arc",
        &["beam_straight_arc.toml:10:", "bodies.rod", "are on one line: no circle goes through them", "remove `via`"],
    ),
    (
        "beam_coarse_arc",
        &["beam_coarse_arc.toml:10:", "bodies.rod", "the section turns by 3.142 rad over one element", "more elements"],
    ),
    (
        "beam_orientation",
        &["beam_orientation.toml:10:", "bodies.rod", "along the beam and fixes no direction", "points across the beam"],
    ),
    ("beam_nodes_and_ends", &["beam_nodes_and_ends.toml:3:", "bodies.rod", "the axis is given twice", "keep `nodes`"]),
    ("beam_double_node", &["beam_double_node.toml:7:", "bodies.rod", "the same point", "remove one of them"]),
    ("beam_no_end", &["beam_no_end.toml:1:", "bodies.rod", "missing key `end`", "or give `nodes`"]),
    (
        "beam_out_of_plane",
        &["beam_out_of_plane.toml:2:", "bodies.rod", "the line leaves the plane of this planar model", "z coordinate"],
    ),
    (
        "beam_planar_twist",
        &["beam_planar_twist.toml:11:", "bodies.rod", "a twisted beam leaves the plane", "remove `twist`"],
    ),
    (
        "beam_reserved_point",
        &["beam_reserved_point.toml:10:", "bodies.rod", "`end` is a point of every line", "choose another name"],
    ),
    (
        "beam_point_range",
        &["beam_point_range.toml:10:", "bodies.rod", "middle is 50, expected a number between 0 and 1"],
    ),
    (
        "beam_fixed_to_point",
        &["beam_fixed_to_point.toml:8:", "bodies.rod", "`ball` is a point without orientation", "spherical"],
    ),
    (
        "beam_damping_twice",
        &["beam_damping_twice.toml:10:", "bodies.rod", "the damping is given twice", "`ratio` and `frequencies`"],
    ),
    (
        "beam_damping_ratio",
        &["beam_damping_ratio.toml:10:", "bodies.rod", "a damping ratio needs two frequencies", "in Hz"],
    ),
    ("bar_fixed", &["bar_fixed.toml:3:", "bodies.rod", "no orientation that could be fixed", "or a beam"]),
    ("bar_point", &["bar_point.toml:9:", "bodies.rod", "between two nodes of a bar or cable", "multiple of 1/4"]),
    (
        "flexible_without_point",
        &[
            "flexible_without_point.toml:12:",
            "sensors.tip",
            "`rod` is flexible: say which point of it is meant",
            "`end`, `start`",
        ],
    ),
    ("line_load_on_body", &["line_load_on_body.toml:15:", "forces.wind", "unknown bar, cable or beam `ball`"]),
    (
        "line_load_axes",
        &["line_load_axes.toml:11:", "forces.wind", "`rod` has no section that turns", "or load a beam"],
    ),
    (
        "section_force_of_bar",
        &[
            "section_force_of_bar.toml:11:",
            "sensors.m",
            "is a bar or cable and has no `m_z`",
            "its only component is `n`",
        ],
    ),
    ("no_bodies", &["no_bodies.toml", "the model has no bodies", "[bodies.ball]"]),
    ("bad_name", &["bad_name.toml:1:9", "`the.ball` cannot be a name", "letters, digits"]),
    (
        "solid_incompressible",
        &["solid_incompressible.toml:5:11", "bodies.block", "poisson is 0.5", "0.5 is incompressible"],
    ),
    ("solid_auxetic", &["solid_auxetic.toml:5:11", "poisson is -1", "greater than -1 and less than 0.5"]),
    (
        "solid_missing_group",
        &["solid_missing_group.toml:7:10", "bodies.block", "no physical group `left`", "known: `x-`, `x+`"],
    ),
    ("solid_no_node", &["solid_no_node.toml:7:18", "no node at point `tip`", "the nearest node is at [0.150000000, "]),
    ("solid_no_elements", &["solid_no_elements.toml:3:59", "0 is not a number of elements", "[4, 4, 4]"]),
    ("solid_flat_box", &["solid_flat_box.toml:3:31", "the size of a box is 0 m along y"]),
    ("solid_inverted_map", &["solid_inverted_map.toml:3:77", "the mapped box is not sound", "not fold or mirror it"]),
    ("solid_no_size", &["solid_no_size.toml:1:9", "a mesh of type `box` needs the key `size`", "add `size ="]),
    ("solid_foreign_key", &["solid_foreign_key.toml:3:77", "a mesh of type `box` has no `file`", "remove it"]),
    (
        "solid_unreadable_mesh",
        &["solid_unreadable_mesh.toml:3:32", "bad/no_such_file.msh", "cannot be read", "relative to the model file"],
    ),
    (
        "solid_inverted_element",
        &["solid_inverted_element.toml:3:32", "meshes/inverted.msh", "element 1 (hexahedron) is inverted"],
    ),
    ("solid_flat_element", &["solid_flat_element.toml:3:32", "element 7 (tetrahedron) is flat"]),
    ("solid_hanging_node", &["solid_hanging_node.toml:3:32", "node 5 hangs", "conforming"]),
    (
        "solid_unsupported_element",
        &[
            "solid_unsupported_element.toml:3:32",
            "meshes/prism.msh",
            "line 15",
            "Gmsh type 6 (6-node prism), which is not supported",
        ],
    ),
    ("solid_missing_volume", &["solid_missing_volume.toml:3:65", "no physical group `brik`", "did you mean `brick`?"]),
    (
        "solid_enhanced_tetrahedra",
        &["solid_enhanced_tetrahedra.toml:1:9", "tetrahedra have no enhanced formulation", "remove `formulation`"],
    ),
    ("solid_moving_clamp", &["solid_moving_clamp.toml:7:10", "held, but the body starts with a velocity"]),
    ("solid_pressure_on_nothing", &["solid_pressure_on_nothing.toml:10:9", "forces.water", "no physical group `top`"]),
    ("solid_stress_outside", &["solid_stress_outside.toml:10:6", "not inside `block`", "x = -0.150000 to 0.150000"]),
    ("solid_rigid_mesh", &["solid_rigid_mesh.toml:6:6", "`ball` has no mesh", "type `solid`"]),
    (
        "sphere_coincident",
        &["sphere_coincident.toml:12:5", "contacts.hit", "centres of the two spheres coincide", "sphere_in_sphere"],
    ),
    ("sphere_zero_radius", &["sphere_zero_radius.toml:3:10", "bodies.ball", "radius is 0, expected a positive number"]),
    ("sphere_mass_and_density", &["sphere_mass_and_density.toml:5:11", "bodies.ball", "not both"]),
    ("sphere_no_mass", &["sphere_no_mass.toml:1:9", "bodies.ball", "needs its `density` or its `mass`"]),
    (
        "sphere_larger_than_cage",
        &["sphere_larger_than_cage.toml:8:9", "contacts.cage", "0.5 m is larger than the outer radius 0.4 m"],
    ),
    (
        "sphere_negative_rolling",
        &["sphere_negative_rolling.toml:10:22", "contacts.floor", "rolling_resistance is -0.01"],
    ),
    (
        "point_rolling_resistance",
        &[
            "point_rolling_resistance.toml:4:11",
            "contacts.floor",
            "a point neither rolls nor drills",
            "contact of spheres",
        ],
    ),
    (
        "friction_of_speed_negative",
        &["friction_of_speed_negative.toml:8:12", "contacts.floor", "-0.7 at the speed v = 10 m/s", "at every speed"],
    ),
    (
        "impacts_not_sequential",
        &["impacts_not_sequential.toml:2:15", "simulation", "belongs to `impacts = \"sequential\"`", "remove it"],
    ),
    (
        "collision_fixed_bodies",
        &["collision_fixed_bodies.toml:8:11", "contacts.all", "no two shapes of these bodies can touch", "one moves"],
    ),
    (
        "collision_two_boxes",
        &[
            "collision_two_boxes.toml:9:11",
            "contacts.all",
            "`ground` and `crate` cannot touch yet",
            "one must be a sphere",
        ],
    ),
    (
        "collision_no_shapes",
        &["collision_no_shapes.toml:4:11", "contacts.all", "no two shapes", "bodies need `shapes`"],
    ),
    ("collision_unknown_body", &["collision_unknown_body.toml:12:19", "contacts.all", "`bel`", "did you mean `bell`?"]),
    (
        "collision_unknown_exclude",
        &["collision_unknown_exclude.toml:12:21", "contacts.all", "`beel`", "did you mean `bell`?"],
    ),
    (
        "material_unknown",
        &["material_unknown.toml:7:12", "bodies.ball", "unknown material `steal`", "did you mean `steel`?"],
    ),
    (
        "material_unknown_against",
        &[
            "material_unknown_against.toml:3:26",
            "materials.steel",
            "unknown material `rubbr`",
            "did you mean `rubber`?",
        ],
    ),
    (
        "material_contradiction",
        &[
            "material_contradiction.toml:1:26",
            "materials.steel",
            "`friction` of `steel` and `rubber` is given twice",
            "[materials.rubber.against.steel]",
        ],
    ),
    (
        "post_without_material",
        &[
            "post_without_material.toml:11:7",
            "post.pulse",
            "contact `floor`",
            "material of `ground` is not known",
            "stiffness",
        ],
    ),
    (
        "post_unknown_contact",
        &["post_unknown_contact.toml:13:11", "post.pulse", "unknown contact `flor`", "did you mean `floor`?"],
    ),
    (
        "post_spread_impacts",
        &[
            "post_spread_impacts.toml:14:7",
            "post.pulse",
            "spreads the impulse of an impact",
            "choose another `integrator`",
        ],
    ),
    (
        "post_exponent_alone",
        &[
            "post_exponent_alone.toml:14:12",
            "post.pulse",
            "`exponent` is that of a given `stiffness`",
            "add `stiffness",
        ],
    ),
    (
        "post_damping_word",
        &["post_damping_word.toml:15:11", "post.pulse", "unknown value `flors`", "did you mean `flores`?"],
    ),
    (
        "post_without_restitution",
        &[
            "post_without_restitution.toml:10:7",
            "post.pulse",
            "restitution = 0 is not in (0, 1]",
            "give `restitution` here",
        ],
    ),
    (
        "bearing_without_capacity",
        &[
            "bearing_without_capacity.toml:15:7",
            "post.life",
            "geometry of the bearing is not complete",
            "`ball_diameter`",
        ],
    ),
    (
        "bearing_load_is_no_force",
        &["bearing_load_is_no_force.toml:16:8", "post.life", "is in m, a load is a force", "joint_force"],
    ),
    (
        "shock_of_another_body",
        &["shock_of_another_body.toml:20:10", "post.level", "is a sensor of `other`, not of `ball`", "the body itself"],
    ),
    (
        "shock_of_a_position",
        &["shock_of_a_position.toml:17:10", "post.level", "`z` is no acceleration", "type `acceleration`"],
    ),
    (
        "material_without_poisson",
        &["material_without_poisson.toml:2:9", "materials.steel", "`young` and `poisson` are known together", "both"],
    ),
    (
        "material_poisson_range",
        &["material_poisson_range.toml:3:11", "materials.rubber", "poisson is 0.51", "at most 0.5"],
    ),
    (
        "material_restitution_range",
        &["material_restitution_range.toml:2:15", "materials.steel", "restitution is 1.1", "between 0 and 1"],
    ),
    (
        "material_misspelt_key",
        &["material_misspelt_key.toml:2:1", "materials.steel", "unknown key `fricton`", "did you mean `friction`?"],
    ),
    (
        "material_of_pair",
        &["material_of_pair.toml:8:11", "contacts.floor", "for contacts of type `collision`", "remove `law`"],
    ),
    ("spheres_nowhere", &["spheres_nowhere.toml:1:9", "bodies.grains", "give `grid` or `random`"]),
    (
        "spheres_overlap",
        &[
            "spheres_overlap.toml:5:39",
            "bodies.grains",
            "0.19 m is less than the largest diameter, 0.2 m",
            "must not overlap",
            "`overlap = true`",
        ],
    ),
    ("spheres_jitter", &["spheres_jitter.toml:5:39", "bodies.grains", "twice the jitter, 0.24 m", "to 0.24 or more"]),
    ("spheres_full_box", &["spheres_full_box.toml:5:20", "bodies.grains", "only 66 of 500 spheres", "enlarge the box"]),
    ("spheres_narrow_box", &["spheres_narrow_box.toml:5:47", "bodies.grains", "0.1 m long along y", "diameter 0.2 m"]),
    (
        "spheres_radius_order",
        &["spheres_radius_order.toml:3:10", "bodies.grains", "radius is [0.2, 0.1]", "smaller number comes first"],
    ),
    ("spheres_count", &["spheres_count.toml:5:18", "bodies.grains", "count is 0, expected a whole number"]),
    (
        "spheres_planar_layers",
        &["spheres_planar_layers.toml:6:18", "bodies.grains", "planar model", "count along y to 1"],
    ),
    (
        "spheres_name_taken",
        &["spheres_name_taken.toml:6:9", "bodies.grains_2", "there is a body `grains_2` already", "another name"],
    ),
    (
        "spheres_with_followers",
        &["spheres_with_followers.toml:3:10", "bodies.beads", "radius is -0.1, expected a positive number"],
    ),
    (
        "word_not_text",
        &[
            "word_not_text.toml:1:60",
            "simulation",
            r#"`position_friction` is true, expected one of the words "auto", "solved", "predicted", "none""#,
            r#"`position_friction = "auto"`"#,
        ],
    ),
    ("expression_log", &["expression_log.toml:10:19", "contacts.floor", "unknown function `log`", "`ln`", "`log10`"]),
    (
        "star_for_one_name",
        &[
            "star_for_one_name.toml:8:6",
            "sensors.place",
            "unknown body `beads_*`",
            "`*` stands for several",
            "name one",
        ],
    ),
    (
        "star_without_match",
        &["star_without_match.toml:8:11", "contacts.all", "no body with shapes has a name like `bead_*`", "`beads_1`"],
    ),
    ("container_flat", &["container_flat.toml:2:40", "ground", "edges of a container must be positive"]),
    (
        "several_errors",
        &[
            "several_errors.toml:2:8",
            "parameters.m",
            "unknown name `k`",
            "several_errors.toml:8:8",
            "mass is -2",
            "several_errors.toml:9:1",
            "did you mean `velocity`?",
            "several_errors.toml:20:9",
            "did you mean `ground`?",
        ],
    ),
];

fn refuse(name: &str) -> LoadError {
    let path = Path::new("tests/bad").join(name).with_extension("toml");
    match load(&path, &[]) {
        Ok(_) => panic!("{name} was accepted"),
        Err(e) => e,
    }
}

#[test]
fn every_bad_model_is_refused_with_place_item_and_cure() {
    for (name, expected) in CASES {
        let error = refuse(name);
        let report = format!("{error}\n{}", error.render(false));
        for text in *expected {
            assert!(report.contains(text), "{name}: expected `{text}` in\n{report}");
        }
    }
}

#[test]
fn every_file_of_bad_models_is_listed() {
    let files = std::fs::read_dir("tests/bad").expect("the folder of bad models");
    for file in files.filter_map(Result::ok).filter(|f| f.path().is_file()) {
        let name = file.path().file_stem().expect("a file name").to_string_lossy().into_owned();
        assert!(CASES.iter().any(|(case, _)| *case == name), "{name} has no expectation");
    }
}

#[test]
fn reports_show_the_line() {
    for (name, _) in CASES.iter().filter(|(name, _)| *name != "no_bodies") {
        let error = refuse(name);
        let first = &error.diagnostics[0];
        let line = error.sources.iter().find(|s| s.name == first.file).and_then(|s| s.text.lines().nth(first.line - 1));
        let line = line.expect("a place in the file");
        assert!(error.render(false).contains(line.trim_end()), "{name}: no excerpt of `{line}`");
    }
}

#[test]
fn what_follows_from_a_reported_error_is_not_reported() {
    // The parameter `m`, the two mistakes of body `two` and the plane's name: the joint between the failed bodies is quiet.
    assert_eq!(refuse("several_errors").diagnostics.len(), 4);
    assert_eq!(refuse("circular_parameters").diagnostics.len(), 1);
    assert_eq!(refuse("spheres_with_followers").diagnostics.len(), 1);
    assert_eq!(refuse("material_contradiction").diagnostics.len(), 1);
}

/// Messages about values that were set from outside named the file and the item only.
#[test]
fn a_bad_value_that_was_set_is_named_by_its_key() {
    let text = "simulation = { step = 1e-3, until = 1 }\nparameters = { l = 1 }\n[bodies.ball]\ntype = 'point_mass'\nmass = 1\n";
    let cases = [
        ("l", "1/0", "`1/0` evaluates to inf"),
        ("bodies.ball.mass", "-1", "mass is -1, expected a positive number"),
        ("bodies.ball.mass", "2*", "found the end"),
        ("bodies.ball.position", "[1, 2]", "got 2 values"),
        ("bodies.ball.position", "[1, 2, '3*x']", "unknown name `x`"),
        ("simulation.stepp", "1", "unknown key `stepp`"),
        ("simulation.position_friction", "true", "`position_friction` is true"),
        ("simulation.position_friction", "solvd", "did you mean `solved`?"),
    ];
    for (key, value, words) in cases {
        // A value before it that is good must not be blamed.
        let set = [("simulation.until", "2"), (key, value), ("simulation.rho_inf", "0.9")];
        let set = set.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let error = load_str("model.toml", text, &set).expect_err(key).to_string();
        let named = format!("{key}: ");
        assert!(error.starts_with("--set: error: ") && error.contains(&named), "{key}={value}: {error}");
        assert!(error.contains(words), "{key}={value}: {error}");
    }
}
