use super::*;
use crate::Disc;

/// Random numbers in [0, 1), the same everywhere (xorshift).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..5).for_each(|_| _ = random.next());
        random
    }

    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn signed(&mut self) -> f64 {
        2.0 * self.next() - 1.0
    }

    /// A unit vector with z ≥ 0.
    fn upwards(&mut self) -> [f64; 3] {
        loop {
            let v = [self.signed(), self.signed(), self.next()];
            let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.1 && length < 1.0 {
                return v.map(|x| x / length);
            }
        }
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Two unit vectors across a normal.
fn across(n: [f64; 3]) -> [[f64; 3]; 2] {
    let other = if n[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let t = cross(n, other);
    let length = t.iter().map(|x| x * x).sum::<f64>().sqrt();
    let t = t.map(|x| x / length);
    [t, cross(n, t)]
}

/// A condensed problem with its memory.
struct Case {
    w: Vec<f64>,
    q: Vec<f64>,
    p: Vec<f64>,
    blocks: Vec<LocalBlock>,
}

impl Case {
    /// From rows over degrees of freedom with inverse masses, their velocities, and the law of blocks of as many rows each.
    fn new<const DOFS: usize>(
        rows: &[[f64; DOFS]],
        inverse: [f64; DOFS],
        v: [f64; DOFS],
        law: Law,
        each: usize,
    ) -> Self {
        let dot = |a: &[f64; DOFS], b: &[f64; DOFS]| (0..DOFS).map(|k| a[k] * b[k] * inverse[k]).sum::<f64>();
        let w: Vec<f64> = rows.iter().flat_map(|a| rows.iter().map(move |b| dot(a, b))).collect();
        let q = rows.iter().map(|row| row.iter().zip(v).map(|(a, v)| a * v).sum()).collect();
        let n = rows.len();
        let blocks: Vec<_> = (0..n / each).map(|c| LocalBlock { first: each * c, rows: each, law }).collect();
        let diagonal = |block: &LocalBlock| (0..each).map(|i| w[(block.first + i) * (n + 1)]).fold(0.0, f64::max);
        let p = blocks.iter().flat_map(|block| vec![1.0 / diagonal(block); each]).collect();
        Self { w, q, p, blocks }
    }

    /// A body with points that touch walls of a normal each.
    fn body(mass: f64, inertia: f64, touches: &[([f64; 3], [f64; 3])], v: [f64; 6], mu: f64) -> Self {
        let row = |at: [f64; 3], d: [f64; 3]| {
            let arm = cross(at, d);
            [d[0], d[1], d[2], arm[0], arm[1], arm[2]]
        };
        let rows = |&(at, n): &([f64; 3], [f64; 3])| [n, across(n)[0], across(n)[1]].map(|d| row(at, d));
        let rows: Vec<_> = touches.iter().flat_map(rows).collect();
        let (m, i) = (1.0 / mass, 1.0 / inertia);
        Self::new(&rows, [m, m, m, i, i, i], v, Law::coulomb(mu, 2), 3)
    }

    /// A ball that runs into `walls` walls at once and shall leave them with `e` times its approach.
    fn corner(seed: u64, walls: usize, restored: bool) -> Self {
        let mut random = Random::new(seed);
        let (mu, e, r) = (2.0 * random.next(), if restored { random.next() } else { 0.0 }, 0.1);
        let touches: Vec<_> = (0..walls).map(|_| random.upwards()).map(|n| (n.map(|x| -r * x), n)).collect();
        let v = [1.0, 1.0, 1.0, 20.0, 20.0, 20.0].map(|most| most * random.signed());
        let mut case = Self::body(1.0, 0.4 * r * r, &touches, v, mu);
        (0..walls).for_each(|c| case.q[3 * c] += e * case.q[3 * c].min(0.0));
        case
    }

    fn solve(&self, r: &mut [f64]) -> Result<ProximalReport, Unsolved> {
        let size = self.q.iter().fold(0.0_f64, |size, q| size.max(q.abs()));
        let tol = vec![1e-10 * size; self.q.len()];
        let problem = Condensed { w: &self.w, q: &self.q, blocks: &self.blocks, p: &self.p, tol: &tol };
        Proximal::default().solve(&problem, r)
    }

    fn solve_from_zero(&self) -> Result<ProximalReport, Unsolved> {
        self.solve(&mut vec![0.0; self.q.len()])
    }
}

#[test]
fn a_pushed_point_sticks_inside_the_cone_and_slips_outside() {
    // A unit mass pressed on a plane with unit approach velocity and tangential velocity t, μ = 0.3.
    for (t, expected) in [(0.2, 0.2), (0.5, 0.3)] {
        let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let case = Case::new(&rows, [1.0; 3], [-1.0, -t, 0.0], Law::coulomb(0.3, 2), 3);
        let mut r = [0.0; 3];
        case.solve(&mut r).unwrap();
        assert!((r[0] - 1.0).abs() < 1e-9 && (r[1] - expected).abs() < 1e-9, "{r:?}");
    }
}

#[test]
fn two_contacts_share_a_load_they_cannot_tell_apart() {
    // Two identical normal rows: only the sum of the forces is determined; from zero both get the same.
    let case = Case::new(&[[1.0], [1.0]], [1.0], [-1.0], Law::frictionless(), 1);
    let mut r = [0.0; 2];
    case.solve(&mut r).unwrap();
    assert!((r[0] - 0.5).abs() < 1e-9 && (r[1] - 0.5).abs() < 1e-9, "{r:?}");
}

#[test]
fn a_ball_that_slides_and_rolls() {
    // A billiard ball on cloth with rolling resistance: rows normal, sliding along x, y, rolling about x, y; the rolling rows
    // are a thousand times as mobile as the others.
    let (m, i, r) = (0.17, 5.5e-5, 0.0286);
    let rows = [
        [1.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0, -r],
        [0.0, 0.0, 1.0, r, 0.0],
        [0.0, 0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 1.0],
    ];
    let discs = [Some(Disc::round(0.2, 2)), Some(Disc::round(0.005, 2)), None];
    let (a, b) = (1.0 / m, 1.0 / i);
    // It falls with 1 m/s, slides with 5 m/s and turns with 30 rad/s: both discs are at their limits.
    let v = [-1.0, 5.0 + 30.0 * r, 0.0, 0.0, 30.0];
    let mut case = Case::new(&rows, [a, a, a, b, b], v, Law::unilateral(discs), 5);
    case.p = [case.w[0], case.w[6], case.w[6], b, b].map(|w| 1.0 / w).to_vec();
    let mut force = [0.0; 5];
    case.solve(&mut force).expect("it settles");
    assert!((force[0] - m).abs() < 1e-9 && (force[1] + 0.2 * m).abs() < 1e-9, "{force:?}");
    assert!((force[4].abs() - 0.005 * m).abs() < 1e-9, "{force:?}");
}

#[test]
fn corners_and_grooves_that_restore_nothing_all_have_an_answer() {
    // Velocities that bodies have and nothing demanded: existence is a theorem, for every angle and μ.
    for walls in 1..=3 {
        for seed in 1..=400 {
            let solved = Case::corner(seed, walls, false).solve_from_zero();
            assert!(solved.is_ok(), "{walls} walls, seed {seed}: {solved:?}");
        }
    }
}

#[test]
fn corners_that_restore_have_an_answer_or_a_self_stress_that_says_why_not() {
    let (mut answers, mut jams, mut others, mut systems) = (0, 0, 0, 0);
    for seed in 1..=1000 {
        match Case::corner(seed, 2, true).solve_from_zero() {
            Ok(_) => answers += 1,
            Err(Unsolved::Jammed(report)) => {
                jams += 1;
                systems += report.systems;
            }
            Err(_) => others += 1,
        }
    }
    // Two walls hold a ball between them if the line through the points of touch is in both cones of friction.
    assert!(answers > 700 && jams > 50 && others == 0, "{answers} answers, {jams} jams, {others} others");
    // It takes no longer to find that there is none.
    assert!(systems < 40 * jams, "{systems} linear systems for {jams} jams");
}

#[test]
fn a_jam_is_shown_by_forces_that_hold_each_other_and_every_answer_slides() {
    let mut jams = 0;
    for seed in 1..=300 {
        let (none, mut full) = (Case::corner(seed, 3, false), Case::corner(seed, 3, false));
        let e = Random::new(1000 + seed).next();
        (0..3).for_each(|c| full.q[3 * c] += e * full.q[3 * c].min(0.0));
        let n = full.q.len();
        let mut proximal = Proximal::default();
        let tol = vec![1e-10; n];
        let condensed = |q: &Vec<f64>, r: &mut Vec<f64>, proximal: &mut Proximal| {
            proximal.solve(&Condensed { w: &full.w, q, blocks: &full.blocks, p: &full.p, tol: &tol }, r)
        };
        let Err(Unsolved::Jammed(_)) = condensed(&full.q, &mut vec![0.0; n], &mut proximal) else { continue };
        jams += 1;
        let d = proximal.self_stress().to_vec();
        let size = d.iter().fold(0.0_f64, |size, d| size.max(d.abs()));
        let times = |q: &[f64]| d.iter().zip(q).map(|(d, q)| d * q / size).sum::<f64>();
        for row in full.w.chunks_exact(n) {
            // W has entries of order one; the test of a ray is on d W d, which is a square.
            assert!(times(row).abs() < 1e-6, "seed {seed}: it moves by {}", times(row));
        }
        assert!(times(&full.q) < -1e-9 && times(&none.q).abs() < 1e-6, "seed {seed}");
        for share in [0.0, 0.2, 0.5] {
            let q: Vec<f64> = none.q.iter().zip(&full.q).map(|(none, full)| none + share * (full - none)).collect();
            let mut r = vec![0.0; n];
            if condensed(&q, &mut r, &mut proximal).is_ok() {
                let u: Vec<f64> = full
                    .w
                    .chunks_exact(n)
                    .zip(&q)
                    .map(|(w, q)| q + w.iter().zip(&r).map(|(w, r)| w * r).sum::<f64>())
                    .collect();
                let taken: f64 =
                    full.blocks.iter().map(|b| d[b.first] / size * b.law.taken(&u[b.first..b.first + b.rows])).sum();
                // The cones hold d up to a thousandth of its size, and velocities are of order ten.
                assert!(taken > -times(&q) - 0.05, "seed {seed}, share {share}: {taken} and {}", -times(&q));
            }
        }
    }
    assert!(jams > 30, "{jams} jams");
}

#[test]
fn wedges_that_lock_themselves_stick() {
    // A block on a guide rests on a wedge on the floor; light wedges too. Degrees of freedom: block y, wedge x, y, φ.
    for seed in 1..=500 {
        let mut random = Random::new(seed);
        let (angle, mass) = (0.2 + 1.2 * random.next(), 10_f64.powf(-4.0 * random.next()));
        let (s, c) = angle.sin_cos();
        let rows = [
            [0.0, 0.0, 1.0, -1.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 1.0],
            [0.0, 1.0, 0.0, 0.0],
            [c, s, -c, -0.5 * s],
            [s, -c, -s, 0.5 * c],
        ];
        let inverse = [1.0, 1.0 / mass, 1.0 / mass, 100.0 / mass];
        let mu = 2.0 * random.next();
        let mut case = Case::new(&rows, inverse, [-1e-2, 0.0, -1e-2, 0.0], Law::coulomb(mu, 1), 2);
        let mut r = vec![0.0; 6];
        let report = case.solve(&mut r).unwrap_or_else(|e| panic!("seed {seed}: {e:?}"));
        assert!(report.systems < 200, "seed {seed}: {report:?}");
        if mu > (0.5 * angle).tan() {
            // Half the angle is within the angle of friction on both faces: nothing moves.
            let u: f64 = (0..6).map(|j| case.w[6 + j] * r[j]).sum::<f64>() + case.q[1];
            assert!(u.abs() < 1e-11, "seed {seed}: slides with {u}");
        }
        case.q.fill(0.0);
        assert_eq!(case.solve_from_zero().unwrap().systems, 0);
    }
}

#[test]
fn boxes_between_walls() {
    // Four corners on each of up to three walls: up to 36 rows of rank 6.
    for walls in 1..=3 {
        for seed in 1..=60 {
            let mut random = Random::new(seed);
            let mu = 2.0 * random.next();
            let mut touches = Vec::new();
            for n in (0..walls).map(|_| random.upwards()) {
                let [t, b] = across(n);
                for (x, y) in [(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)] {
                    touches.push(([0, 1, 2].map(|k| -0.1 * n[k] + x * t[k] + y * b[k]), n));
                }
            }
            let v =
                [random.signed(), random.signed(), -random.next(), 3.0 * random.signed(), 1.0, 3.0 * random.signed()];
            let solved = Case::body(1.0, 0.01, &touches, v, mu).solve_from_zero();
            assert!(solved.is_ok(), "{walls} walls, seed {seed}: {solved:?}");
        }
    }
}

#[test]
fn what_is_solved_takes_nothing_and_a_raised_flag_ends_it() {
    let case = Case::corner(7, 2, false);
    let mut r = vec![0.0; 6];
    case.solve(&mut r).unwrap();
    assert_eq!(case.solve(&mut r).unwrap().systems, 0);
    let tol = [1e-12; 6];
    let problem = Condensed { w: &case.w, q: &case.q, blocks: &case.blocks, p: &case.p, tol: &tol };
    let mut proximal = Proximal::default();
    proximal.stop.raise();
    assert_eq!(proximal.solve(&problem, &mut [0.0; 6]), Err(Unsolved::Stopped));
}
