//! Random bodies about to hit each other: gaps are what they fly in a step or less, so that many hits fall into the same few steps.
//!
//! No weight, no joints, and inertias without a preferred axis (or a plane): between impacts the kinetic energy is constant, and
//! what a step adds to it came from an impact. Parameters of every model: the step `h` and a factor `mu` of all frictions.

use super::Random;

/// A model file.
pub struct Cluster {
    pub name: String,
    pub text: String,
}

/// A place that depends on the step: x = at + h · by.
#[derive(Clone, Copy)]
struct Place {
    at: [f64; 3],
    by: [f64; 3],
}

impl Place {
    /// A place at a distance along a direction, with a gap of this many h m/s.
    fn beyond(&self, direction: [f64; 3], distance: f64, gap: f64) -> Self {
        let step = |from: [f64; 3], length: f64| std::array::from_fn(|i| from[i] + length * direction[i]);
        Self { at: step(self.at, distance), by: step(self.by, gap) }
    }

    fn text(&self) -> String {
        let [x, y, z] = std::array::from_fn(|i| format!("\"{:e} + h*({:e})\"", self.at[i], self.by[i]));
        format!("[{x}, {y}, {z}]")
    }

    fn distance(&self, other: &Self) -> f64 {
        (0..3).map(|i| (self.at[i] - other.at[i]).powi(2)).sum::<f64>().sqrt()
    }
}

fn header(plane: &str) -> String {
    format!(
        "{plane}\nparameters = {{ h = 1e-3, mu = 0 }}\nsimulation = {{ step = \"h\", until = \"10*h\", tolerance = 1e-11 }}\n"
    )
}

fn direction(random: &mut Random) -> [f64; 3] {
    loop {
        let d: [f64; 3] = std::array::from_fn(|_| random.signed());
        let length = d.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (0.1..1.0).contains(&length) {
            return d.map(|x| x / length);
        }
    }
}

/// Coefficients of a contact: perfectly elastic, without rebound, or between; friction up to 2 `mu`, sometimes none.
fn law(random: &mut Random) -> String {
    let restitution = [0.0, 1.0, random.between(0.0, 1.0), random.between(0.0, 1.0)][random.below(4)];
    let friction = [0.0, random.between(0.0, 0.5), random.between(0.0, 2.0)][random.below(3)];
    format!("restitution = {restitution}\nfriction = \"mu*{friction}\"\n")
}

/// Over three decades, as 0.03 … 30.
fn mass(random: &mut Random) -> f64 {
    10_f64.powf(random.between(-1.5, 1.5))
}

fn vector(v: [f64; 3]) -> String {
    format!("[{:e}, {:e}, {:e}]", v[0], v[1], v[2])
}

/// Balls that nearly touch, each at least one other; up to three walls that the outermost nearly touch.
pub fn balls(seed: u64) -> Cluster {
    let mut random = Random::new(1000 + seed);
    let (count, walls) = (2 + random.below(7), random.below(4));
    let mut text = header("");
    let mut placed: Vec<(Place, f64)> = Vec::new();
    while placed.len() < count {
        let radius = random.between(0.06, 0.2);
        let place = match placed.len() {
            0 => Place { at: [0.0; 3], by: [0.0; 3] },
            n => {
                let (neighbour, other) = placed[random.below(n)];
                neighbour.beyond(direction(&mut random), other + radius, random.between(0.0, 1.5))
            }
        };
        // The neighbour is nearer than this by what it may fly in the longest step.
        let near = placed.iter().filter(|(p, r)| p.distance(&place) < r + radius + 0.05).count();
        if near > 1 {
            continue;
        }
        let i = placed.len();
        let velocity = std::array::from_fn(|k| random.signed() - place.at[k]);
        let spin = std::array::from_fn(|_| 5.0 * random.signed());
        text += &format!(
            "[bodies.b{i}]\ntype = 'sphere'\nmass = {}\nradius = {radius}\nposition = {}\nvelocity = {}\n\
             angular_velocity = {}\n",
            mass(&mut random),
            place.text(),
            vector(velocity),
            vector(spin)
        );
        for j in 0..i {
            text +=
                &format!("[contacts.c{j}_{i}]\ntype = 'sphere_sphere'\na = 'b{j}'\nb = 'b{i}'\n{}", law(&mut random));
        }
        placed.push((place, radius));
    }
    for axis in 0..walls {
        let reach = |(p, r): &(Place, f64)| p.at[axis] - r;
        let (lowest, radius) = placed.iter().min_by(|a, b| reach(a).total_cmp(&reach(b))).copied().unwrap_or(placed[0]);
        let down = std::array::from_fn(|k| if k == axis { -1.0 } else { 0.0 });
        let (origin, normal) = (lowest.beyond(down, radius, random.between(0.0, 1.5)), down.map(|x: f64| -x));
        // Others that are lower in the longest step would start in the wall.
        if placed.iter().any(|(p, r)| (p.at[axis] - r - origin.at[axis]).abs() < 0.05 && p.at != lowest.at) {
            continue;
        }
        for i in 0..count {
            text += &format!(
                "[contacts.w{axis}_{i}]\ntype = 'sphere_plane'\nsphere = 'b{i}'\nplane = 'ground'\nnormal = {}\norigin = {}\n{}",
                vector(normal),
                origin.text(),
                law(&mut random)
            );
        }
    }
    Cluster { name: format!("balls {seed}"), text }
}

/// Rods in a plane: on one tip as Kane and Levinson's, flat on both, or in a corner.
pub fn rods(seed: u64) -> Cluster {
    let mut random = Random::new(2000 + seed);
    let mut text = header("plane = \"xy\"");
    for i in 0..1 + random.below(3) {
        let (length, m) = (random.between(0.3, 1.5), mass(&mut random));
        // Between a mass in the middle and one at each end.
        let inertia = m * length * length * random.between(0.02, 0.25);
        let gaps = [random.between(0.0, 1.0), random.between(0.0, 1.0)];
        let (kind, middle) = (random.below(3), 4.0 * i as f64);
        let (angle, slope) = match kind {
            1 => (0.0, (gaps[1] - gaps[0]) / length),
            _ => (random.between(0.1, 1.5), 0.0),
        };
        let half = 0.5 * length;
        text += &format!(
            "[bodies.r{i}]\ntype = 'rigid_body'\nmass = {m}\ninertia = {inertia}\nrotation = \"{angle} + h*({slope})\"\n\
             position = [{middle}, \"{half}*sin({angle} + h*({slope})) + h*{}\", 0]\nvelocity = [{}, {}, 0]\n\
             angular_velocity = {}\npoints = {{ a = [-{half}, 0, 0], b = [{half}, 0, 0] }}\n",
            gaps[0],
            random.between(-2.0, 2.0),
            random.between(-2.0, -0.2),
            random.between(-3.0, 3.0)
        );
        let mut touch = |tip: &str, normal: &str, origin: String| {
            text += &format!(
                "[contacts.r{i}{tip}]\ntype = 'node_face'\npoint = 'r{i}.{tip}'\nplane = 'ground'\nnormal = {normal}\n\
                 origin = {origin}\n{}",
                law(&mut random)
            );
        };
        touch("a", "[0, 1, 0]", "[0, 0, 0]".to_owned());
        match kind {
            0 => {}
            1 => touch("b", "[0, 1, 0]", "[0, 0, 0]".to_owned()),
            _ => touch("b", "[-1, 0, 0]", format!("[\"{middle} + {half}*cos({angle}) + h*{}\", 0, 0]", gaps[1])),
        }
    }
    Cluster { name: format!("rods {seed}"), text }
}

/// A block that lands on some corners, point masses beside it, and a ball that lands on it.
pub fn blocks(seed: u64) -> Cluster {
    let mut random = Random::new(3000 + seed);
    let mut text = header("");
    let (corners, points) = (1 + random.below(4), random.below(3));
    let (half, m) = ([random.between(0.1, 0.4), random.between(0.1, 0.4), random.between(0.1, 0.4)], mass(&mut random));
    let [hx, hy, hz] = half;
    let inertia = m * (hx * hx + hy * hy + hz * hz) * random.between(0.1, 0.5);
    let gap = random.between(0.0, 0.5);
    let spin = std::array::from_fn(|_| 3.0 * random.signed());
    text += &format!(
        "[bodies.block]\ntype = 'rigid_body'\nmass = {m}\ninertia = [{inertia}, {inertia}, {inertia}]\n\
         position = [0, 0, \"{hz} + h*{gap}\"]\nvelocity = {}\nangular_velocity = {}\n\
         points = {{ c0 = [-{hx}, -{hy}, -{hz}], c1 = [{hx}, -{hy}, -{hz}], c2 = [-{hx}, {hy}, -{hz}], c3 = [{hx}, {hy}, -{hz}] }}\n",
        vector([random.signed(), random.signed(), random.between(-2.0, -0.5)]),
        vector(spin)
    );
    let touch = |random: &mut Random, text: &mut String, name: &str, point: &str| {
        *text +=
            &format!("[contacts.{name}]\ntype = 'node_face'\npoint = '{point}'\nplane = 'ground'\n{}", law(random));
    };
    for corner in 0..corners {
        touch(&mut random, &mut text, &format!("c{corner}"), &format!("block.c{corner}"));
    }
    for i in 0..points {
        let (x, gap) = (2.0 + i as f64, random.between(0.0, 1.0));
        let velocity = [random.signed(), random.signed(), random.between(-2.0, -0.5)];
        text += &format!(
            "[bodies.p{i}]\ntype = 'point_mass'\nmass = {}\nposition = [{x}, 0, \"h*{gap}\"]\nvelocity = {}\n",
            mass(&mut random),
            vector(velocity)
        );
        touch(&mut random, &mut text, &format!("p{i}"), &format!("p{i}"));
    }
    if random.below(2) == 0 {
        let (radius, above) = (random.between(0.05, 0.15), gap + random.between(0.0, 1.0));
        text += &format!(
            "[bodies.ball]\ntype = 'sphere'\nmass = {}\nradius = {radius}\nposition = [{}, 0.02, \"2*{hz} + {radius} + h*{above}\"]\n\
             velocity = {}\n[contacts.top]\ntype = 'sphere_box'\nsphere = 'ball'\nbox = 'block'\nsize = {}\n{}",
            mass(&mut random),
            random.between(-hx, hx),
            vector([random.signed(), random.signed(), random.between(-3.0, -1.0)]),
            vector(half.map(|x| 2.0 * x)),
            law(&mut random)
        );
    }
    Cluster { name: format!("block {seed}"), text }
}

/// All kinds, as many as are asked for.
pub fn clusters(count: u64) -> impl Iterator<Item = Cluster> {
    (0..count).map(|seed| [balls, rods, blocks][(seed % 3) as usize](seed))
}
