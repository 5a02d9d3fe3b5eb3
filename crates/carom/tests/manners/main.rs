//! How models are read: whatever a user or somebody else puts into a file is answered, and nothing else happens.

mod start;

use carom::spec::{Loaded, load, load_bytes, load_str};
use std::path::{Path, PathBuf};

const BALL: &str = "[bodies.ball]\ntype = \"point_mass\"\nmass = 1\n";

fn pairs(set: &[(&str, &str)]) -> Vec<(String, String)> {
    set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn read(text: &str, set: &[(&str, &str)]) -> Loaded {
    load_str("model.toml", text, &pairs(set)).unwrap_or_else(|e| panic!("{e}"))
}

/// What is said of a model that is refused.
fn refusal(text: &str, set: &[(&str, &str)]) -> String {
    match load_str("model.toml", text, &pairs(set)) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(e) => format!("{e}\n{}", e.render(false)),
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("carom-manners-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("model")).expect("a folder");
    folder
}

fn report(path: &Path) -> String {
    match load(path, &[]) {
        Ok(_) => panic!("accepted: {}", path.display()),
        Err(e) => format!("{e}\n{}", e.render(false)),
    }
}

#[test]
fn contents_of_foreign_files_are_not_shown() {
    let folder = folder("foreign");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("secret", "root:x:0:0:hunter2\n");
    write("secret.toml", "a = 1\n[registry]\ntoken = \"hunter2\"\n");
    for name in ["secret", "secret.toml"] {
        write("model/model.toml", &format!("include = [\"../{name}\"]\n{BALL}"));
        let text = report(&folder.join("model/model.toml"));
        assert!(!text.contains("hunter2") && !text.contains("root") && !text.contains("token"), "{text}");
        assert!(text.contains("model.toml:1:12") && text.contains("line 1: this is not part of a model"), "{text}");
    }
    // A link in the folder does not bring them in, and what lies in it is shown.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("secret"), folder.join("model/link.toml")).expect("a link");
        write("model/model.toml", &format!("include = [\"link.toml\"]\n{BALL}"));
        assert!(!report(&folder.join("model/model.toml")).contains("hunter2"));
    }
    write("model/part.toml", "[bodies.b]\nmass = oops\n");
    write("model/model.toml", &format!("include = [\"part.toml\"]\n{BALL}"));
    assert!(report(&folder.join("model/model.toml")).contains("mass = oops"));
    // Parts outside of the folder are as good as others.
    write("part.toml", "[parameters]\na = 3\n");
    write("model/model.toml", &format!("include = [\"../part.toml\"]\n{BALL}"));
    assert!(load(&folder.join("model/model.toml"), &[]).is_ok());
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_folders_are_not_read() {
    let folder = folder("devices");
    let pipe = folder.join("model/pipe.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    let model = folder.join("model/model.toml");
    for (file, words) in [
        ("/dev/zero", "devices and pipes are not read"),
        ("pipe.toml", "devices and pipes are not read"),
        (".", "directory"),
    ] {
        std::fs::write(&model, format!("include = [\"{file}\"]\n{BALL}")).expect("a file");
        assert!(report(&model).contains(words), "{file}: {}", report(&model));
        let solid = "type = 'solid'\nyoung = 1e6\npoisson = 0.3\ndensity = 1e3\n";
        let mesh = format!("[bodies.b]\n{solid}mesh = {{ type = 'gmsh', file = '{file}' }}\n");
        std::fs::write(&model, mesh).expect("a file");
        assert!(report(&model).contains(words), "{file}: {}", report(&model));
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn includes_end() {
    let folder = folder("depth");
    for i in 0..40 {
        let text = format!("include = [\"{}.toml\"]\n", i + 1);
        std::fs::write(folder.join(format!("model/{i}.toml")), text).expect("a file");
    }
    let text = report(&folder.join("model/0.toml"));
    assert!(text.contains("more than 16 files include each other"), "{text}");
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn text_that_is_not_utf_8_has_a_line() {
    let error = load_bytes("model.toml", b"[bodies.ball]\nname = \"M\xfcller\"\n".to_vec(), &[]).expect_err("no text");
    let text = error.to_string();
    assert!(text.contains("model.toml:2:10") && text.contains("UTF-8"), "{text}");
    assert!(refusal("", &[]).contains("model.toml:1:1: error: the model has no bodies"));
}

#[test]
fn control_characters_are_not_printed() {
    let text = refusal("name = \"a\\u001b[2J\"\n[bodies.\"b\\u001b[31m\"]\ntype = \"\\u001b]0;x\\u0007\"\n", &[]);
    assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
}

#[test]
fn files_of_other_programs_are_recognised() {
    let mut stl = vec![0; 84 + 50];
    stl[80] = 1;
    for (bytes, words) in [
        (&b"<?xml version='1.0'?>\n<!-- a > b -->\n<robot name='arm'/>"[..], "URDF"),
        (b"<mujoco model='m'><worldbody/></mujoco>", "MJCF"),
        (b"<sdf version='1.7'/>", "SDF"),
        (b"<svg/>", "an XML file"),
        (b"solid part\n facet normal 0 0 1\n", "STL"),
        (&stl, "STL"),
        (b"$MeshFormat\n4.1 0 8\n", "a mesh of Gmsh"),
    ] {
        let text = load_bytes("arm.urdf", bytes.to_vec(), &[]).expect_err(words).to_string();
        assert!(text.contains(words) && text.contains("not a model of Carom (") && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn a_model_in_json_is_the_same_model() {
    let toml = "gravity = [0, 0, -9.81]\nparameters = { m = 2, h = \"2*m\" }\n[bodies.ball]\ntype = \"point_mass\"\nmass = \"m\"\nposition = [0, 1e0, \"h\"]\n";
    let json = r#"{"gravity": [0, 0, -9.81], "parameters": {"m": 2, "h": "2*m"},
        "bodies": {"ball": {"type": "point_mass", "mass": "m", "position": [0, 1e0, "h"], "velocity": null}}}"#;
    assert_eq!(read(toml, &[]).resolved, read(json, &[]).resolved);
    let set = [("m", "3"), ("bodies.ball.velocity", "[1, 0, 0]")];
    assert_eq!(read(toml, &set).resolved, read(json, &set).resolved);
    let text = refusal("{\n  \"bodies\": {\n    \"ball\": { \"type\": \"point_mass\", \"mass\": -1 }\n  }\n}", &[]);
    assert!(text.contains("model.toml:3:45") && text.contains("mass is -1"), "{text}");
    let text = refusal("{\n  \"bodies\": {,}\n}", &[]);
    assert!(text.contains("model.toml:2:14") && text.contains("JSON"), "{text}");
}

#[test]
fn values_can_be_added_and_removed_from_outside() {
    let text = format!(
        "gravity = [0, 0, -9.81]\n{BALL}velocity = [1, 0, 0]\n[sensors.z]\ntype = \"position\"\nof = \"ball\"\n"
    );
    let moon = read(&text, &[("gravity", "[0, 0, '-1.62']")]);
    assert_eq!(moon.model.gravity.z, -1.62);
    assert_eq!(read(&text, &[("gravity", "")]).model.gravity.norm(), 0.0);
    assert_eq!(read(&text, &[("bodies.ball.velocity", "")]).model.nodes[0].velocity, [0.0; 6]);
    assert!(read(&text, &[("sensors.z", "")]).sensors.is_empty());
    let two = [
        ("bodies.other", "{ type = 'point_mass', mass = 'k' }"),
        ("parameters.k", "2*3"),
        ("sensors.z.component", "z"),
    ];
    let more = read(&text, &two);
    assert_eq!(more.model.nodes.len(), 2);
    assert_eq!(more.resolved["bodies"]["other"]["mass"], 6.0);
    assert_eq!(more.sensors[0].channels.len(), 1);
    for (key, value, words) in [
        ("bodies.ball.velocty", "", "no `velocty` to remove"),
        ("bodies.bal", "", "did you mean `ball`?"),
        ("bodies.ball.shape.radius", "1", "did you mean `shapes`?"),
        ("gravity", "9.81", "expected three numbers"),
        ("nothing.at.all", "1", "`nothing` has no `at`"),
    ] {
        let said = refusal(&text, &[(key, value)]);
        assert!(said.starts_with("--set: error: ") && said.contains(words), "{key}={value}: {said}");
    }
}

#[test]
fn an_integrator_is_chosen_from_outside_whatever_the_file_says_of_its_own() {
    let text = format!("[simulation]\nintegrator = \"moreau_jean\"\ntheta = 0.6\nstep = 1e-3\n{BALL}");
    for kind in carom::catalog::Group::Integrator.entries() {
        let loaded = read(&text, &[("simulation.integrator", kind.key)]);
        assert_eq!(loaded.integrator, kind.key);
        let told = loaded.warnings.iter().any(|w| w.message.contains("`theta` is left out"));
        let own = kind.schema(&mut Default::default()).get("properties").is_some_and(|p| p.get("theta").is_some());
        assert!(told != own, "{}", kind.key);
    }
}

#[test]
fn units_are_answered_with_si() {
    for text in [
        "[bodies.ball]\ntype = \"point_mass\"\nmass = 200 g\n",
        "[bodies.ball]\ntype = \"point_mass\"\nmass = \"200 g\"\n",
        "[bodies.ball]\ntype = \"point_mass\"\nmass = \"m\"\n[parameters]\nm = \"200 g\"\n",
    ] {
        let said = refusal(text, &[]);
        assert!(said.contains("they are SI") && said.contains("200 g are 0.2 kg: write 0.2"), "{said}");
    }
}

#[test]
fn unknown_types_are_named_first_and_known_by_other_names() {
    let said = refusal(&format!("{BALL}[joints.j]\ntype = \"revolute\"\nfrom = \"a\"\n"), &[]);
    assert!(said.contains("unknown joint type `revolute`") && said.contains("did you mean `hinge`?"), "{said}");
    assert!(!said.contains("unknown key"), "{said}");
    let said = refusal(&format!("{BALL}shapes = [{{ type = \"cuboid\", edge = 1 }}]\n"), &[]);
    assert!(said.contains("cuboid") && !said.contains("unknown key `edge`"), "{said}");
    let said = refusal(
        &format!("{BALL}[contacts.c]\ntype = \"node_face\"\npoint = \"ball\"\nplane = \"ground\"\nmu = 0.3\n"),
        &[],
    );
    assert!(said.contains("unknown key `mu`") && said.contains("did you mean `friction`?"), "{said}");
}
