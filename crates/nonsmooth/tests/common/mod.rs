//! Piles of spheres in a box and the rows of their contacts, for the tests and the benchmark.

use nonsmooth::{BlockRows, Law, Sweeps};

/// Uniform numbers in [-1, 1) (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

pub type Vector = [f64; 3];

pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn combine(a: Vector, s: f64, b: Vector) -> Vector {
    [0, 1, 2].map(|k| a[k] + s * b[k])
}

/// A contact of sphere `a` with sphere `b` or a wall; the normal points from b to a.
#[derive(Clone, Copy)]
pub struct Contact {
    pub a: usize,
    pub b: Option<usize>,
    pub normal: Vector,
}

/// Spheres in a box with a floor, four walls and no lid.
pub struct Pile {
    pub radius: Vec<f64>,
    pub position: Vec<Vector>,
    pub side: f64,
}

impl Pile {
    /// `count` spheres of radius 0.45 to 0.55 and mass near one that settled under unit gravity in a square box with a side
    /// such that the pile is about as high as wide; frictionless springs and damping move them.
    pub fn settled(count: usize, seed: u64) -> Self {
        let mut random = Random(seed);
        let across = (count as f64).cbrt().round().max(2.0) as usize;
        let side = 1.12 * across as f64;
        let radius: Vec<f64> = (0..count).map(|_| 0.5 + 0.05 * random.next()).collect();
        let place = |i: usize, random: &mut Random| {
            let cell = [i % across, i / across % across, i / (across * across)];
            cell.map(|c| 1.12 * (c as f64 + 0.5) + 0.03 * random.next())
        };
        let position = (0..count).map(|i| place(i, &mut random)).collect();
        let mut pile = Self { radius, position, side };
        pile.settle();
        pile
    }

    /// Mass of a sphere of density 6/π: d³.
    pub fn mass(&self, i: usize) -> f64 {
        (2.0 * self.radius[i]).powi(3)
    }

    fn settle(&mut self) {
        const STIFFNESS: f64 = 2e4;
        let step = 0.25 / STIFFNESS.sqrt();
        let count = self.radius.len();
        let mut velocity = vec![[0.0; 3]; count];
        let mut pairs = Vec::new();
        for k in 0..12000 {
            if k % 20 == 0 {
                pairs = self.near(0.1);
            }
            // The spheres fall and shake down, then they come to rest.
            let damping = if k < 6000 { 0.7 } else { 5.0 };
            let mut force: Vec<Vector> = (0..count).map(|i| [0.0, 0.0, -self.mass(i)]).collect();
            for contact in &pairs {
                let (depth, normal) = self.overlap(contact);
                if depth > 0.0 {
                    force[contact.a] = combine(force[contact.a], STIFFNESS * depth, normal);
                    if let Some(b) = contact.b {
                        force[b] = combine(force[b], -STIFFNESS * depth, normal);
                    }
                }
            }
            for i in 0..count {
                let v = combine(velocity[i], step / self.mass(i), force[i]);
                velocity[i] = v.map(|x| x / (1.0 + damping * step));
                self.position[i] = combine(self.position[i], step, velocity[i]);
            }
        }
    }

    /// Depth and normal of a pair at the present positions.
    fn overlap(&self, contact: &Contact) -> (f64, Vector) {
        let (x, r) = (self.position[contact.a], self.radius[contact.a]);
        let Some(b) = contact.b else {
            let n = contact.normal;
            let offset = if n[0] + n[1] + n[2] < 0.0 { self.side } else { 0.0 };
            return (r - dot(n, x) - offset, n);
        };
        let d = combine(x, -1.0, self.position[b]);
        let distance = dot(d, d).sqrt();
        (r + self.radius[b] - distance, d.map(|x| x / distance))
    }

    /// Pairs closer than `reach`, in the order of the first sphere.
    fn near(&self, reach: f64) -> Vec<Contact> {
        let walls = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]];
        let size = 1.1 + reach;
        let cell = |x: Vector| x.map(|x| (x / size).floor() as i64);
        let mut cells = std::collections::HashMap::<[i64; 3], Vec<usize>>::new();
        for (i, x) in self.position.iter().enumerate() {
            cells.entry(cell(*x)).or_default().push(i);
        }
        let mut out = Vec::new();
        for (a, x) in self.position.iter().enumerate() {
            for normal in walls {
                out.push(Contact { a, b: None, normal });
            }
            let c = cell(*x);
            for k in 0..27 {
                let key = [c[0] + k % 3 - 1, c[1] + k / 3 % 3 - 1, c[2] + k / 9 - 1];
                for &b in cells.get(&key).into_iter().flatten().filter(|&&b| b < a) {
                    out.push(Contact { a, b: Some(b), normal: [0.0; 3] });
                }
            }
        }
        out.retain(|contact| self.overlap(contact).0 > -reach);
        out.iter_mut().for_each(|contact| contact.normal = self.overlap(contact).1);
        out
    }

    /// Contacts of the settled pile: pairs closer than a thousandth of a diameter.
    pub fn contacts(&self) -> Vec<Contact> {
        self.near(1e-3)
    }
}

/// Two unit vectors normal to n.
pub fn tangents(n: Vector) -> [Vector; 2] {
    let axis = if n[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let t = cross(n, axis);
    let norm = dot(t, t).sqrt();
    let t = t.map(|x| x / norm);
    [t, cross(n, t)]
}

/// Rows of one block, owned.
#[derive(Clone)]
pub struct Rows {
    pub law: Law,
    pub dofs: Vec<u32>,
    pub jac: Vec<f64>,
}

impl Rows {
    /// Rows of a contact between spheres: normal and sliding velocity, and with `rows` = 6 drilling and rolling velocity.
    pub fn contact(pile: &Pile, contact: &Contact, law: Law, rows: usize) -> Self {
        let [t1, t2] = tangents(contact.normal);
        let axes = [contact.normal, t1, t2, contact.normal, t1, t2];
        let bodies = [Some((contact.a, 1.0)), contact.b.map(|b| (b, -1.0))];
        let bodies: Vec<(usize, f64)> = bodies.into_iter().flatten().collect();
        let dofs: Vec<u32> = bodies.iter().flat_map(|(i, _)| (0..6).map(move |k| (6 * i + k) as u32)).collect();
        let mut jac = Vec::new();
        for (row, axis) in axes.into_iter().enumerate().take(rows) {
            for &(i, sign) in &bodies {
                // The contact point is at −r n from the centre of a and at +r n from that of b.
                let arm = contact.normal.map(|x| -sign * pile.radius[i] * x);
                let force = if row < 3 { axis } else { [0.0; 3] };
                let torque = if row < 3 { cross(arm, axis) } else { axis };
                jac.extend(force.iter().chain(&torque).map(|x| sign * x));
            }
        }
        Self { law, dofs, jac }
    }

    pub fn rows(&self) -> usize {
        self.jac.len() / self.dofs.len()
    }

    /// Row values at velocities.
    pub fn values(&self, velocity: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(&self.dofs).map(|(j, d)| j * velocity[*d as usize]).sum();
        self.jac.chunks(self.dofs.len()).map(row).collect()
    }
}

/// A step of a pile: the velocities without contact forces, the rows and the forces at which the sweeps start.
pub struct Problem {
    /// One over the root of the mass or inertia of every freedom.
    pub roots: Vec<f64>,
    pub free: Vec<f64>,
    pub blocks: Vec<Rows>,
    pub forces: Vec<f64>,
}

impl Problem {
    /// Gravity gives the velocity one, at an angle `tilt` to the vertical; random velocities up to `shake` are added.
    pub fn new(pile: &Pile, law: Law, tilt: f64, shake: f64) -> Self {
        let rows = (1..=6).find(|&rows| law.fits(rows)).expect("a law of a contact");
        let blocks: Vec<Rows> = pile.contacts().iter().map(|c| Rows::contact(pile, c, law, rows)).collect();
        let mut random = Random(7);
        let gravity = [tilt.sin(), 0.0, -tilt.cos(), 0.0, 0.0, 0.0];
        let free = (0..6 * pile.radius.len()).map(|i| gravity[i % 6] + shake * random.next()).collect();
        let forces = vec![0.0; rows * blocks.len()];
        let inertia = |i: usize| 0.4 * pile.mass(i) * pile.radius[i].powi(2);
        let masses = (0..pile.radius.len()).flat_map(|i| [pile.mass(i), inertia(i)].map(|m| [m; 3]));
        let roots = masses.flatten().map(|m| m.sqrt().recip()).collect();
        Self { roots, free, blocks, forces }
    }

    fn rows(&self) -> usize {
        self.blocks.first().map_or(1, Rows::rows)
    }

    /// Keeps forces of a block for the next start.
    pub fn take(&mut self, block: usize, lam: &[f64]) {
        let rows = self.rows();
        self.forces[rows * block..rows * (block + 1)].copy_from_slice(lam);
    }

    /// Velocities with the forces at which the sweeps start.
    pub fn start(&self) -> Vec<f64> {
        let (mut velocity, rows) = (self.free.clone(), self.rows());
        for (block, lam) in self.blocks.iter().zip(self.forces.chunks(rows)) {
            for (row, lam) in block.jac.chunks(block.dofs.len()).zip(lam) {
                for (j, &dof) in row.iter().zip(&block.dofs) {
                    velocity[dof as usize] += self.roots[dof as usize].powi(2) * j * lam;
                }
            }
        }
        velocity
    }

    /// Gives the problem to the solver; `tol` on velocities of length rows, and of angular ones at a radius of one half.
    pub fn fill(&self, sweeps: &mut Sweeps, tol: f64) {
        sweeps.clear();
        let (velocity, rows) = (self.start(), self.rows());
        let p = [0.5, 0.14, 0.14, 0.05, 0.05, 0.05];
        let tol = [tol, tol, tol, 2.0 * tol, 2.0 * tol, 2.0 * tol];
        for (block, lam) in self.blocks.iter().zip(self.forces.chunks(rows)) {
            let Rows { law, dofs, jac } = block;
            let root = |k: usize| self.roots[dofs[k % dofs.len()] as usize];
            let jac: Vec<f64> = jac.iter().enumerate().map(|(k, j)| j * root(k)).collect();
            let g = block.values(&velocity);
            let (p, tol) = (&p[..rows], &tol[..rows]);
            sweeps.push_block(&BlockRows { law: *law, dofs, jac: &jac, g: &g, lam, p, tol });
        }
    }
}
