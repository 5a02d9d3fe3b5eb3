//! The documentation is true: the models that the README and the guide show load without warnings, start and run, and the
//! reference is the one that the catalog writes.

use carom::drive::Simulation;
use carom::spec::{load_str, reference_markdown};

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
