//! What the documentation names exists: folders and files of the tree and the tables in ARCHITECTURE.md, code and places in
//! docs/notation.md and docs/glossary.md, targets of links in all pages.
//!
//! Nothing here knows a name of the source. Whoever renames or moves something is told the lines of the pages to change.

mod page;
mod source;

use page::{Branch, is_path, items, links, numbered, quoted, rows, tree};
use source::Source;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The files and folders of the repository, by their path without `src`: `crates/lie/frame.rs`.
struct Repository {
    root: PathBuf,
    entries: BTreeMap<String, PathBuf>,
}

impl Repository {
    fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut repository = Self { entries: BTreeMap::new(), root: root.clone() };
        for top in fs::read_dir(&root).expect("the root of the repository").flatten() {
            let name = top.file_name().to_string_lossy().into_owned();
            // Hidden files, and what programs leave behind.
            if !name.starts_with('.') && name != "target" && name != "out" {
                repository.add(&name, top.path());
            }
        }
        repository
    }

    fn add(&mut self, key: &str, path: PathBuf) {
        for inner in fs::read_dir(&path).into_iter().flatten().flatten() {
            let name = inner.file_name().to_string_lossy().into_owned();
            // Packages of others, what a build of the fuzzers leaves, environments and caches of Python.
            if name == "node_modules" || name == "target" || name == "__pycache__" || name.starts_with('.') {
                continue;
            }
            let key = if name == "src" { key.to_owned() } else { format!("{key}/{name}") };
            self.add(&key, inner.path());
        }
        self.entries.entry(key.to_owned()).or_insert(path);
    }

    fn read(&self, page: &str) -> String {
        fs::read_to_string(self.root.join(page)).unwrap_or_else(|e| panic!("{page}: {e}"))
    }

    /// A path of a table: from the root, from `crates`, or from the library's `src`. The ending `.rs` may be left out.
    fn place(&self, path: &str) -> Option<&Path> {
        let path = path.trim_end_matches('/');
        let starts = ["", "crates/", "crates/carom/"].into_iter();
        let mut keys = starts.flat_map(|start| ["", ".rs"].map(|end| format!("{start}{path}{end}")));
        keys.find_map(|key| self.entries.get(&key)).map(PathBuf::as_path)
    }

    /// A path in a sentence: the end of a path is enough.
    fn is_somewhere(&self, path: &str) -> bool {
        let end = format!("/{}", path.trim_end_matches('/'));
        self.place(path).is_some() || self.entries.keys().any(|key| key.ends_with(&end))
    }
}

/// The sources of a file, or of all files in a folder.
fn sources(place: &Path) -> Vec<Source> {
    match fs::read_dir(place) {
        Ok(inner) => inner.flatten().flat_map(|entry| sources(&entry.path())).collect(),
        Err(_) => fs::read_to_string(place).iter().map(|text| Source::new(text)).collect(),
    }
}

/// Fails with all messages.
fn report(errors: &[String]) {
    assert!(errors.is_empty(), "names that the pages must follow:\n{}\n", errors.join("\n"));
}

/// The paths that a name in the tree can stand for.
fn named(folder: &str, name: &str) -> [String; 3] {
    let path = format!("{folder}{}", name.trim_end_matches('/'));
    [format!("{path}.rs"), format!("{path}.md"), path]
}

#[test]
fn the_tree_of_the_architecture_is_the_one_of_the_source() {
    let repository = Repository::new();
    let text = repository.read("ARCHITECTURE.md");
    let branches = tree(&text);
    assert!(branches.len() > 50, "the tree has {} lines", branches.len());
    let (mut errors, mut above) = (Vec::new(), Vec::<String>::new());
    for Branch { line, depth, names, files } in branches {
        above.truncate(depth);
        let parent = above.concat();
        let mut check = |folder: &str, name: &str| {
            if !named(folder, name).iter().any(|path| repository.entries.contains_key(path)) {
                errors.push(format!("ARCHITECTURE.md:{line}: `{folder}` has no `{name}`"));
            }
        };
        // `benchmarks/<id>/` is every folder there.
        if let Some((folder, _)) = names[0].split_once("<id>") {
            let entries = fs::read_dir(repository.root.join(folder)).expect("a folder").flatten();
            for entry in entries.filter(|entry| entry.path().is_dir()) {
                let inner = format!("{folder}{}/", entry.file_name().to_string_lossy());
                files.iter().for_each(|file| check(&inner, file));
            }
            continue;
        }
        names.iter().for_each(|name| check(&parent, name));
        files.iter().for_each(|file| check(&format!("{parent}{}", names[0]), file));
        above.push(names[0].to_owned());
    }
    report(&errors);
}

#[test]
fn paths_of_the_architecture_exist() {
    let repository = Repository::new();
    let text = repository.read("ARCHITECTURE.md");
    let mut errors = Vec::new();
    for (line, text) in numbered(&text).filter(|(_, text)| !text.starts_with("```")) {
        for path in quoted(text).filter(|path| is_path(path) && !repository.is_somewhere(path)) {
            errors.push(format!("ARCHITECTURE.md:{line}: there is no `{path}`"));
        }
    }
    report(&errors);
}

#[test]
fn symbols_and_terms_are_where_their_tables_say() {
    let repository = Repository::new();
    let mut errors = Vec::new();
    for page in ["docs/notation.md", "docs/glossary.md"] {
        let text = repository.read(page);
        let mut count = 0;
        for row in rows(&text) {
            let (Some(code), Some(places)) = (row.cell("code"), row.cell("where")) else { continue };
            count += 1;
            let mut error = |what: String| errors.push(format!("{page}:{}: {what}", row.line));
            let mut found = Vec::new();
            for path in quoted(places) {
                match repository.place(path) {
                    Some(place) => found.push((path, sources(place))),
                    None => error(format!("there is no `{path}` in crates/, nor in crates/carom/src")),
                }
            }
            if found.len() < quoted(places).count() {
                continue;
            }
            let (items, has) = (items(code), |sources: &[Source], item: &str| sources.iter().any(|s| s.has(item)));
            for item in items.iter().filter(|item| !found.iter().any(|(_, sources)| has(sources, item))) {
                error(format!("`{item}` is not in {places}"));
            }
            for (path, sources) in &found {
                if !items.is_empty() && !items.iter().any(|item| has(sources, item)) {
                    error(format!("`{path}` has nothing of {code}"));
                }
            }
        }
        assert!(count > 30, "{page} has {count} rows with code and place");
    }
    report(&errors);
}

#[test]
fn links_lead_to_files() {
    let repository = Repository::new();
    let mut errors = Vec::new();
    for (key, path) in repository.entries.iter().filter(|(key, _)| key.ends_with(".md")) {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{key}: {e}"));
        let folder = path.parent().expect("a file is in a folder");
        for (line, text) in numbered(&text) {
            for link in links(text).filter(|link| !folder.join(link).exists()) {
                errors.push(format!("{key}:{line}: the link leads to no `{link}`"));
            }
        }
    }
    report(&errors);
}
