//! The documentation is true: the models that the README and the guide show load without warnings, start and run, and the
//! reference is the one that the catalog writes.

use carom::drive::Simulation;
use carom::spec::{load_str, reference_markdown};
use std::fs;
use std::path::{Path, PathBuf};

/// The TOML models of a page.
fn models(page: &str) -> Vec<&str> {
    page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn models_of_readme_and_guide_run() {
    let pages = [
        ("README.md", include_str!("../../../README.md"), 1),
        ("guide.md", include_str!("../../../docs/guide.md"), 27),
    ];
    for (page, text, count) in pages {
        let models = models(text);
        assert_eq!(models.len(), count, "models in {page}");
        for model in models {
            let loaded = load_str(page, model, &[]).unwrap_or_else(|e| panic!("{}", e.render(false)));
            assert!(loaded.warnings.is_empty(), "{page}: {:?}", loaded.warnings);
            let name = loaded.model.name.clone();
            let start = Simulation::new(loaded.model, loaded.settings);
            let mut simulation = start.unwrap_or_else(|e| panic!("{page}, {name}: {e}"));
            simulation.run(&mut ()).unwrap_or_else(|e| panic!("{page}, {name}: {e}"));
            assert_eq!(simulation.statistics.retries, 0, "{page}, {name}");
        }
    }
}

#[test]
fn reference_is_up_to_date() {
    let written = include_str!("../../../docs/reference.md");
    assert!(written == reference_markdown(), "run `cargo run --release -- list --markdown > docs/reference.md`");
}

/// All files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts of `#[error("…")]` in a file, with `…` for what differs from case to case.
fn messages(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in source.split("#[error(").skip(1) {
        let Some(text) = rest.trim_start().strip_prefix('"') else { continue };
        let mut message = String::new();
        let mut inside = text.chars().peekable();
        let mut depth = 0;
        while let Some(c) = inside.next() {
            match c {
                '"' => break,
                // A line of source that goes on in the next one.
                '\\' if inside.peek() == Some(&'\n') => while inside.next_if(|c| c.is_whitespace()).is_some() {},
                '\\' => message.extend(inside.next()),
                '{' => {
                    depth += 1;
                    message.push('…');
                }
                '}' => depth -= 1,
                c if depth == 0 => message.push(c),
                _ => {}
            }
        }
        found.push(message);
    }
    found
}

#[test]
fn every_message_has_a_cure() {
    let page = include_str!("../../../docs/troubleshooting.md");
    let rows: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next()).collect();
    let mut missing = Vec::new();
    let mut seen = 0;
    for path in files(&root().join("crates/carom/src"), ".rs") {
        if path.components().any(|part| part.as_os_str() == "testkit") {
            continue;
        }
        for message in messages(&fs::read_to_string(&path).expect("a source file")) {
            // What only hands on the message of its cause has no words of its own.
            if message.chars().filter(|c| c.is_alphabetic()).count() < 3 {
                continue;
            }
            seen += 1;
            if !rows.contains(&message.trim()) {
                missing.push(format!("{}: {message}", path.display()));
            }
        }
    }
    assert!(seen > 80, "{seen} messages were found");
    assert!(missing.is_empty(), "docs/troubleshooting.md has no row for\n{}", missing.join("\n"));
}

#[test]
fn code_of_the_page_about_extending_is_that_of_the_program() {
    let page = include_str!("../../../docs/extending.md");
    let mut compared = 0;
    for part in page.split("From `").skip(1) {
        let (path, rest) = part.split_once('`').expect("a path in backquotes");
        let code = rest.split("```rust\n").nth(1).and_then(|code| code.split("\n```").next()).expect("a block of code");
        let source = fs::read_to_string(root().join(path)).expect("the file that the page names");
        assert!(source.contains(code), "docs/extending.md shows other code than {path}:\n{code}");
        compared += 1;
    }
    assert_eq!(compared, page.matches("```rust").count());
}

/// The contents of the site name every page of the documentation.
#[test]
fn every_page_is_in_the_contents() {
    let summary = include_str!("../../../docs/SUMMARY.md");
    for path in files(&root().join("docs"), ".md") {
        let path = path.strip_prefix(root().join("docs")).expect("a page").to_string_lossy().replace('\\', "/");
        let is_page = path != "SUMMARY.md" && (!path.starts_with("decisions/") || path.ends_with("README.md"));
        assert!(!is_page || summary.contains(&format!("({path})")), "docs/SUMMARY.md does not name {path}");
    }
}
