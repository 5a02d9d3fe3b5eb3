//! scratch
mod bar;
use bar::*;
use carom::integrate::*;
use std::sync::Arc;

#[test]
fn scratch() {
    let h: f64 = std::env::var("H").unwrap_or("1e-2".into()).parse().unwrap();
    let consistent = std::env::var("M").is_ok();
    let method: Arc<dyn Method> = match std::env::var("I").unwrap_or_default().as_str() {
        "cs" => Arc::new(Coupled::default()),
        "mj" => Arc::new(MoreauJean::default()),
        "mj1" => Arc::new(MoreauJean { theta: 1.0, ..MoreauJean::default() }),
        "dsn" => Arc::new(Decoupled { variant: Variant::Dsn, ..Decoupled::default() }),
        _ => Arc::new(Decoupled::default()),
    };
    let mut s = bar_simulation(consistent, method, h, 1.5);
    let mut last = s.statistics.problems;
    loop {
        match s.step() { Ok(true) => {}, Ok(false) => break, Err(e) => { println!("END {e}"); break } }
        let now = s.statistics.problems;
        let d: Vec<_> = (0..3).map(|k| (now[k].iterations - last[k].iterations, now[k].factorisations - last[k].factorisations)).collect();
        println!("{:.4} {:?} gap {:.2e} imp {:.2e} E {:.4} rem {:.3e} imp {:.3e} v9 {:.3}", s.time(), d, s.state.contacts[0].gap, s.state.contacts[0].impulse[0]/h, s.state.energy.kinetic+s.state.energy.potential, s.state.energy.remainder, s.state.energy.impacts, s.state.kin.v[9]);
        last = now;
    }
    let n = s.statistics.steps.max(1) as f64;
    println!("SUM {h} {:?} t {} max/step {}", s.statistics.problems.map(|p| (p.iterations as f64 / n, p.max_iterations)), s.time(), s.statistics.max_iterations_per_step);
}
