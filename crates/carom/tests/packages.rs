//! The packages that are published stand alone: they say what they are, and their sources include nothing from outside of them.
//! `.ci/run` makes the packages; compiling them without the repository, as `cargo package` does otherwise, takes minutes.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the packages, without those that stay in the repository.
fn published() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the folder of the crates");
    let folders = fs::read_dir(crates).expect("a folder").flatten().map(|entry| entry.path());
    let folders: Vec<PathBuf> = folders.filter(|f| !manifest(f).contains("publish = false")).collect();
    assert!(folders.len() >= 4, "{folders:?}");
    folders
}

fn manifest(folder: &Path) -> String {
    fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let inner = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    inner.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn packages_have_a_description_a_licence_and_a_readme() {
    for folder in published() {
        let manifest = manifest(&folder);
        for key in ["\ndescription = \"", "\nversion.workspace = true", "\nlicense.workspace = true"] {
            assert!(manifest.contains(key), "{} has no `{}`", folder.display(), key.trim());
        }
        assert!(folder.join("README.md").exists(), "{} has no README.md", folder.display());
    }
}

#[test]
fn sources_include_files_of_their_own_package_only() {
    for folder in published() {
        for file in sources(&folder.join("src")) {
            let text = fs::read_to_string(&file).expect("a text");
            for (i, line) in text.lines().enumerate() {
                let Some(at) =
                    ["include_str!(", "include_bytes!(", "include!(", "#[path ="].iter().find_map(|w| line.find(w))
                else {
                    continue;
                };
                let name = line[at..].split('"').nth(1).unwrap_or_default();
                let target = file.parent().expect("a folder").join(name).canonicalize();
                let inside = target.is_ok_and(|target| target.starts_with(&folder));
                assert!(inside, "{}:{}: `{name}` is not in the package", file.display(), i + 1);
            }
        }
    }
}
