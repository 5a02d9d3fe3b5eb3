//! Piles of spheres and small stacks: what the answers of the sweeps mean.

mod common;

use common::{Pile, Problem, Random, Rows};
use nonsmooth::{BlockRows, Disc, Law, Sweeps};

/// Spheres of diameter one on top of each other, far from the walls.
fn column(count: usize) -> Pile {
    let position = (0..count).map(|i| [5.0, 5.0, 0.5 + i as f64]).collect();
    Pile { radius: vec![0.5; count], position, side: 10.0 }
}

/// A body of unit mass and inertia 0.1 that touches its surroundings in `count` random points with random normals.
fn wedged(count: usize, factor: f64, seed: u64) -> Problem {
    let mut random = Random(seed);
    let mut vector = || [random.next(), random.next(), random.next()];
    let mut blocks = Vec::new();
    for _ in 0..count {
        let (arm, n) = (vector(), vector());
        let length = norm(&n);
        let normal = n.map(|x| x / length);
        let [t1, t2] = common::tangents(normal);
        blocks.push(at_point(factor, arm, [normal, t1, t2]));
    }
    let free = [vector(), vector()].concat();
    let roots = [[1.0; 3], [10f64.sqrt(); 3]].concat();
    Problem { roots, free, blocks, forces: vec![0.0; 3 * count] }
}

/// Rows of a contact of one body with its surroundings, at `arm` from its centre.
fn at_point(factor: f64, arm: [f64; 3], axes: [[f64; 3]; 3]) -> Rows {
    let jac = axes.into_iter().flat_map(|axis| [axis, common::cross(arm, axis)].concat()).collect();
    Rows { law: Law::coulomb(factor, 2), dofs: (0..6).collect(), jac }
}

fn discs() -> Law {
    let disc = |factor, rows| Some(Disc::round(factor, rows));
    Law::unilateral([disc(0.4, 2), disc(0.05, 1), disc(0.05, 2)])
}

/// Velocities at the solution.
fn velocities(problem: &Problem, sweeps: &Sweeps) -> Vec<f64> {
    problem.start().iter().zip(sweeps.y()).zip(&problem.roots).map(|((v, y), root)| v + root * y).collect()
}

/// Signorini's and the discs' conditions at velocities known to `tol`: what c bounds, for λ that the laws admit.
fn assert_laws_hold(problem: &Problem, sweeps: &Sweeps, tol: f64) {
    let velocity = velocities(problem, sweeps);
    for (b, block) in problem.blocks.iter().enumerate() {
        let (g, lam) = (block.values(&velocity), sweeps.lam(b));
        assert!(g[0] >= -tol, "approach {} of {b}", g[0]);
        assert!(lam[0] >= 0.0 && (lam[0] == 0.0 || g[0] <= tol), "force {} at velocity {} of {b}", lam[0], g[0]);
        let Law::Unilateral { discs, .. } = block.law else { continue };
        let mut first = 1;
        for disc in discs.iter().flatten() {
            let rows = first..first + disc.rows;
            let (force, slip) = (&lam[rows.clone()], &g[rows]);
            let (size, speed) = (norm(force), norm(slip));
            // Angular rows have twice the tolerance.
            let (tol, radius) = (2.0 * tol, disc.factor * lam[0]);
            assert!(size <= radius * (1.0 + 1e-12), "force {size} outside of the radius {radius} of {b}");
            if speed > 4.0 * tol {
                let power: f64 = force.iter().zip(slip).map(|(f, s)| f * s).sum();
                // With |c| ≤ √2 tol the slip is −s τ − c and the force R τ − p c; p and the factor times p are below ½.
                let lost = 2.0 * 2f64.sqrt() * tol * radius + tol * speed;
                assert!(power <= -radius * speed + lost, "power {power} of a force {radius} at speed {speed} of {b}");
            }
            first += disc.rows;
        }
    }
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[test]
fn the_lower_contact_of_a_stack_carries_both_spheres() {
    let pile = column(2);
    let mut sweeps = Sweeps::new();
    let problem = Problem::new(&pile, Law::coulomb(0.4, 2), 0.0, 0.0);
    problem.fill(&mut sweeps, 1e-10);
    sweeps.solve(200).unwrap();
    // Two contacts with masses of one: a velocity error of 1e-10 is an impulse error of the same order.
    let expected = [2.0, 1.0];
    for (b, expected) in expected.into_iter().enumerate() {
        let lam = sweeps.lam(b);
        assert!((lam[0] - expected).abs() < 1e-9 && norm(&lam[1..]) < 1e-9, "{lam:?}");
    }
    assert!(velocities(&problem, &sweeps).iter().all(|v| v.abs() < 1e-9));
}

#[test]
fn a_box_rests_on_four_corners_and_slides_on_them_when_pushed() {
    // Unit cube of unit mass, inertia 1/6, corners half a side below its centre. Only the sum of the normal forces and two
    // moments are determined.
    let mut blocks = Vec::new();
    for (x, y) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
        blocks.push(at_point(0.3, [x, y, -0.5], [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
    }
    // Below the friction limit it stays, above it slides with what is left.
    for (push, expected) in [(0.2, 0.0), (0.5, 0.2)] {
        let free = vec![push, 0.0, -1.0, 0.0, 0.0, 0.0];
        let roots = [[1.0; 3], [6f64.sqrt(); 3]].concat();
        let problem = Problem { roots, free, blocks: blocks.clone(), forces: vec![0.0; 12] };
        let mut sweeps = Sweeps::new();
        problem.fill(&mut sweeps, 1e-9);
        sweeps.solve(2000).unwrap();
        let velocity = velocities(&problem, &sweeps);
        // Four contacts, each within 1e-9.
        assert!((velocity[0] - expected).abs() < 1e-8, "{velocity:?}");
        assert!(velocity[1..].iter().all(|v| v.abs() < 1e-8), "{velocity:?}");
        let normal: f64 = (0..4).map(|b| sweeps.lam(b)[0]).sum();
        assert!((normal - 1.0).abs() < 1e-8);
        assert_laws_hold(&problem, &sweeps, 1e-9);
    }
}

#[test]
fn a_pile_obeys_its_laws() {
    let pile = Pile::settled(500, 1);
    let mut sweeps = Sweeps::new();
    for (law, tilt, shake, tol) in [
        (Law::frictionless(), 0.0, 0.0, 1e-4),
        (Law::coulomb(0.4, 2), 0.0, 0.0, 1e-6),
        (Law::coulomb(0.4, 2), 0.0, 0.3, 1e-6),
        (Law::coulomb(0.3, 2), 0.6, 0.1, 1e-3),
        (discs(), 0.0, 0.1, 1e-6),
    ] {
        let problem = Problem::new(&pile, law, tilt, shake);
        problem.fill(&mut sweeps, tol);
        let report = sweeps.solve(2000).unwrap();
        assert!(report.ratio <= 1.0);
        assert_laws_hold(&problem, &sweeps, tol);
    }
}

#[test]
fn a_pile_at_rest_needs_few_sweeps() {
    // The work is part of the expectation: 108 sweeps when this was written, plain Gauss–Seidel needs 1239.
    let pile = Pile::settled(500, 1);
    let mut problem = Problem::new(&pile, Law::coulomb(0.4, 2), 0.0, 0.0);
    let mut sweeps = Sweeps::new();
    problem.fill(&mut sweeps, 1e-6);
    let cold = sweeps.solve(150).unwrap();
    // The same step again needs none, a slightly different one few at the tolerance of a simulation.
    (0..sweeps.len()).for_each(|b| problem.take(b, sweeps.lam(b)));
    problem.fill(&mut sweeps, 1.1e-6);
    assert_eq!(sweeps.solve(10).unwrap().sweeps, 0, "cold: {cold:?}");
    let mut random = Random(5);
    problem.free.iter_mut().for_each(|v| *v += 0.01 * random.next());
    problem.fill(&mut sweeps, 1e-3);
    let warm = sweeps.solve(20).unwrap();
    assert!(warm.sweeps > 0);
    assert_laws_hold(&problem, &sweeps, 1e-3);
}

#[test]
fn the_order_of_the_blocks_does_not_matter() {
    let pile = Pile::settled(200, 3);
    let mut problem = Problem::new(&pile, Law::coulomb(0.4, 2), 0.0, 0.1);
    let mut sweeps = Sweeps::new();
    let tol = 1e-8;
    problem.fill(&mut sweeps, tol);
    sweeps.solve(2000).unwrap();
    let velocity = velocities(&problem, &sweeps);
    let mut random = Random(11);
    for k in (1..problem.blocks.len()).rev() {
        problem.blocks.swap(k, ((random.next() + 1.0) / 2.0 * (k + 1) as f64) as usize);
    }
    problem.fill(&mut sweeps, tol);
    sweeps.solve(2000).unwrap();
    let permuted = velocities(&problem, &sweeps);
    // Forces of a pile are not unique, velocities of its contacts are. An error of the rows grows by the condition of the
    // pile, here up to a thousand.
    for block in &problem.blocks {
        for (a, b) in block.values(&velocity).iter().zip(block.values(&permuted)) {
            assert!((a - b).abs() < 1e3 * tol, "{a} {b}");
        }
    }
}

#[test]
fn wedged_bodies_do_not_send_the_sweeps_in_circles() {
    // One body and six contacts in all directions couple far more than a pile does: undamped sweeps never end on some.
    let mut sweeps = Sweeps::new();
    let mut damped = 0;
    for seed in 0..200 {
        let problem = wedged(6, 0.6, seed);
        problem.fill(&mut sweeps, 1e-6);
        let report = sweeps.solve(3000).unwrap();
        assert_laws_hold(&problem, &sweeps, 1e-6);
        damped += usize::from(report.damping > 0.0);
    }
    assert!(damped > 0, "no problem needed damping");
}

#[test]
fn the_same_problem_gives_the_same_bits() {
    let pile = Pile::settled(100, 2);
    let problem = Problem::new(&pile, discs(), 0.2, 0.2);
    let (mut first, mut second) = (Sweeps::new(), Sweeps::new());
    problem.fill(&mut first, 1e-6);
    let report = first.solve(2000);
    // Memory of another problem leaves no trace.
    Problem::new(&pile, Law::frictionless(), 0.0, 0.1).fill(&mut second, 1e-3);
    let _ = second.solve(30);
    problem.fill(&mut second, 1e-6);
    assert_eq!(report, second.solve(2000));
    let bits = |sweeps: &Sweeps| sweeps.y().iter().map(|y| y.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&first), bits(&second));
}

#[test]
fn an_unfinished_solve_says_how_far_it_came() {
    let pile = Pile::settled(100, 2);
    let problem = Problem::new(&pile, Law::coulomb(0.4, 2), 0.0, 0.0);
    let mut sweeps = Sweeps::new();
    problem.fill(&mut sweeps, 1e-9);
    let report = sweeps.solve(3).unwrap_err().report;
    assert!(report.sweeps == 3 && report.ratio > 1.0 && report.ratio.is_finite());
}

#[test]
fn rows_that_nothing_moves_are_reported_and_not_solved() {
    // A contact between two bodies without freedom: the approach stays, no force is invented.
    let mut sweeps = Sweeps::new();
    for (g, solvable) in [(0.5, true), (-0.5, false)] {
        sweeps.clear();
        let block = BlockRows {
            law: Law::frictionless(),
            dofs: &[0],
            jac: &[0.0],
            g: &[g],
            lam: &[0.0],
            p: &[1.0],
            tol: &[1e-6],
        };
        sweeps.push_block(&block);
        assert_eq!(sweeps.solve(5).is_ok(), solvable);
        assert_eq!(sweeps.lam(0), [0.0]);
    }
}

#[test]
fn values_that_are_not_finite_are_reported() {
    let pile = column(2);
    let mut problem = Problem::new(&pile, Law::coulomb(0.4, 2), 0.0, 0.0);
    problem.free[0] = f64::NAN;
    let mut sweeps = Sweeps::new();
    problem.fill(&mut sweeps, 1e-6);
    assert!(!sweeps.solve(10).unwrap_err().report.ratio.is_finite());
}

#[test]
fn a_redundant_joint_holds() {
    // Three equal bilateral rows in one block and a fourth in another: the force is shared somehow, the velocity vanishes.
    let mut sweeps = Sweeps::new();
    for rows in [3, 1] {
        let (ones, lam, p, tol) = (vec![1.0; rows], vec![0.0; rows], vec![0.5; rows], vec![1e-10; rows]);
        let block = BlockRows {
            law: Law::Bilateral,
            dofs: &[0],
            jac: &ones,
            g: &vec![-1.0; rows],
            lam: &lam,
            p: &p,
            tol: &tol,
        };
        sweeps.push_block(&block);
    }
    sweeps.solve(10).unwrap();
    assert!((sweeps.y()[0] - 1.0).abs() < 1e-10);
    assert!(sweeps.lam(0).iter().all(|lam| lam.is_finite()));
}

#[test]
fn a_sphere_on_a_wall_needs_torque_to_stop_drilling() {
    // A spinning sphere pressed on the floor: its drilling torque is at most the factor times the normal impulse.
    let pile = column(1);
    for (spin, left) in [(0.4, 0.0), (1.0, 0.5)] {
        let mut problem = Problem::new(&pile, discs(), 0.0, 0.0);
        problem.free[5] = spin;
        let mut sweeps = Sweeps::new();
        problem.fill(&mut sweeps, 1e-10);
        sweeps.solve(50).unwrap();
        // Limit 0.05 · 1 over the inertia 0.4 r² = 0.1: the spin loses one half.
        let velocity = velocities(&problem, &sweeps);
        assert!((velocity[5] - left).abs() < 1e-9, "{velocity:?}");
    }
}

#[test]
fn sweeps_end_when_they_are_stopped() {
    let problem = wedged(8, 0.5, 3);
    let mut sweeps = Sweeps::new();
    problem.fill(&mut sweeps, 1e-9);
    sweeps.stop.raise();
    assert_eq!(sweeps.solve(1000).unwrap_err().report.sweeps, 0);
}
