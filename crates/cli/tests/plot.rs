//! Pictures of runs, animations, and the page about commands.

mod common;

use common::{call, carom, directory, outcome, root};
use std::fs;

/// `docs/commands.md` is what the commands say of themselves.
#[test]
fn the_page_about_commands_is_up_to_date() {
    // Help shows what variables are set to: none here.
    let help = |arguments: &str| {
        let mut command = carom(&root());
        command.args(arguments.split_whitespace()).env_remove("CAROM_FMU_LIBRARY");
        outcome(&command.output().unwrap()).1
    };
    let all = help("--help");
    let commands = all.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let write = "CAROM_WRITE=1 cargo test -p carom-cli --test plot commands";
    let mut page =
        format!("# Commands\n\n<!-- Written by `{write}`; do not edit. -->\n\n```text\n{}```\n", all.trim_start());
    for name in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        page += &format!("\n## carom {name}\n\n```text\n{}```\n", help(&format!("{name} --help")));
    }
    let path = root().join("docs/commands.md");
    if std::env::var_os("CAROM_WRITE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == page, "run `{write}`");
}

#[test]
fn plots_show_what_is_asked_for_and_runs_over_each_other() {
    let here = directory("plots");
    let model = root().join("examples/pendulum.toml");
    for (out, until) in [("first", "1"), ("second", "0.5")] {
        assert_eq!(call(&here, &format!("run {} --quiet --until {until} --out {out}", model.display())).0, 0);
    }
    let read = |name: &str| fs::read(here.join(name)).unwrap();
    let text = |name: &str| String::from_utf8(read(name)).unwrap();
    assert_eq!(call(&here, "plot first --out all.svg --compare second").0, 0);
    let all = text("all.svg");
    assert!(all.contains("(first)") && all.contains("(second)") && all.contains("time [s]"));
    assert_eq!(call(&here, "plot first --out one.png --from 0.2 --to 0.4").0, 0);
    assert!(read("one.png").starts_with(b"\x89PNG"));
    assert_eq!(call(&here, "plot first --y kinetic,potential --y remainder --x time").0, 2, "the time is no channel");
    assert_eq!(call(&here, "plot first --y kinetic --x potential --out orbit.svg").0, 0);
    assert!(text("orbit.svg").contains("potential [J]"));
}

#[test]
fn what_cannot_be_drawn_is_named() {
    let here = directory("no_plots");
    let model = root().join("examples/pendulum.toml");
    assert_eq!(call(&here, &format!("run {} --quiet --until 0.1 --out run", model.display())).0, 0);
    let refused = |arguments: &str, words: &str| {
        let (code, _, error) = call(&here, arguments);
        assert!(code == 2 && error.contains(words), "{arguments}: {code}, {error}");
    };
    refused("plot run --y nonsense", "has no channel `nonsense`");
    refused("plot run --y kinetik", "did you mean `kinetic`?");
    refused("plot run --out p.gif", "`gif` is no kind of picture");
    refused("plot nowhere", "holds no result of `carom run`");
    refused("export run --out a.obj", "`obj` is no kind of animation");
}
