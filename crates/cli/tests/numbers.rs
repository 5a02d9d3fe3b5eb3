//! Numbers that make no sense, from outside: exit codes and messages.

mod common;

use common::{call, directory, root};
use std::fs;
use std::time::{Duration, Instant};

/// What is not finite is refused with its place; a mass that numbers do not carry is said before the run, which does not end as if it
/// had been right.
#[test]
fn nonsense_does_not_end_well() {
    let here = directory("nonsense");
    let ball = "gravity = [0, 0, -9.81]\n[bodies.ball]\ntype = \"sphere\"\nradius = 0.05\ndensity = 1000\nvelocity = [3, 1e308, 1]\n";
    fs::write(here.join("overflow.toml"), ball).unwrap();
    let (code, _, err) = call(&here, "run overflow.toml");
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("overflow.toml:2") && err.contains("not a finite number at t = 0"), "{err}");
    let masses = "plane = \"xy\"\ngravity = [0, -9.81, 0]\nsimulation = { step = 1e-3, until = 5 }\n\
                  [bodies]\na = { type = \"point_mass\", mass = 1, position = [1, 0, 0] }\n\
                  b = { type = \"point_mass\", mass = 1e12, position = [2, 0, 0] }\n\
                  [joints]\nja = { type = \"distance\", a = \"ground\", b = \"a\" }\njb = { type = \"distance\", a = \"a\", b = \"b\" }\n";
    fs::write(here.join("masses.toml"), masses).unwrap();
    let (code, _, err) = call(&here, "run masses.toml");
    assert!(err.contains("times the mass of `a`"), "{err}");
    assert_eq!(code, 1, "{err}");
}

/// Loads that no structure carries: an answer within seconds.
#[test]
fn absurd_loads_are_answered_at_once() {
    let here = directory("absurd");
    let text = "gravity = [0, 0, -1e308]\nsimulation = { initial = \"static\" }\n[bodies.arm]\ntype = \"beam\"\nstart = \"ground\"\nend = [1, 0, 0]\n\
                elements = 2\nsection = { type = \"circle\", radius = 0.01 }\nyoung = 7e10\npoisson = 0.33\ndensity = 2700\n";
    fs::write(here.join("absurd.toml"), text).unwrap();
    let start = Instant::now();
    for command in ["static", "check", "run", "modes --set modes.about=static"] {
        let (code, _, err) = call(&here, &format!("{command} absurd.toml"));
        assert_eq!(code, 2, "{command}: {err}");
        assert!(err.contains("no finite number"), "{command}: {err}");
    }
    // Each takes milliseconds; a machine that is busy may take a while to start them.
    assert!(start.elapsed() < Duration::from_secs(60));
}

/// `check` has words for steps that are longer than a vibration, and a step with its reason.
#[test]
fn check_suggests_a_step() {
    let here = directory("suggested");
    let text = "simulation = { step = 0.1, until = 1 }\n[bodies.m]\ntype = \"point_mass\"\nmass = 1\nposition = [0.5, 0, 0]\n\
                [forces.s]\ntype = \"spring_damper\"\na = \"ground\"\nb = \"m\"\nstiffness = 1e4\nlength = 0.5\n";
    fs::write(here.join("spring.toml"), text).unwrap();
    let (code, out, err) = call(&here, "check spring.toml");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("period 6.283e-2 s, less than a step"), "{out}");
    assert!(out.contains("suggested step      2e-3 s: 20 steps in the period of the fastest vibration"), "{out}");
    // A mesh vibrates faster than what matters: its motion asks for the step.
    let (code, out, err) = call(&here, &format!("check {}", root().join("examples/robot_arm.toml").display()));
    assert_eq!(code, 0, "{err}");
    let line = out.lines().find(|line| line.contains("suggested step")).unwrap_or_else(|| panic!("{out}"));
    assert!(!line.contains("vibration"), "{line}");
}
