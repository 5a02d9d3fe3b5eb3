//! Result files: what is written reads back bit for bit, a history that is cut and continued equals an uninterrupted one,
//! and damaged or foreign files are recognised.

mod flexible;

use base64::Engine;
use carom::model::{Kinematics, Layout, Model, Port};
use carom::record::*;
use carom::system::{ContactState, Status};
use carom::{Frame, NodeKind, Vec3};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// An empty directory of its own for each test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("record").join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

fn channels() -> Vec<Channel> {
    vec![
        Channel::new("sleeve.y", "m", ChannelKind::State),
        Channel::new("a, \"quoted\" name", "N s", ChannelKind::Impulse),
    ]
}

/// Numbers that a short decimal form would spoil.
fn awkward() -> Vec<f64> {
    vec![0.0, -0.0, 1.0, 0.1 + 0.2, -1.0 / 3.0, 5e-324, f64::MAX, -1e300, 1e-7, 123_456_789.0, f64::INFINITY]
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn csv_reads_back_bit_for_bit() {
    let path = directory("csv").join("sensors.csv");
    let mut writer = CsvWriter::create(&path, &channels()).unwrap();
    for (i, x) in awkward().iter().enumerate() {
        writer.append(i as f64 * 0.1, &[*x, f64::NAN]).unwrap();
    }
    writer.flush().unwrap();
    assert_eq!(writer.position(), fs::metadata(&path).unwrap().len());
    let (names, columns) = csv::read(&path).unwrap();
    assert_eq!(names, ["time [s]", "sleeve.y [m]", "a, \"quoted\" name [N s]"]);
    assert_eq!(label_name(&names[2]), channels()[1].name);
    assert_eq!(bits(&columns[1]), bits(&awkward()));
    assert!(columns[2].iter().all(|x| x.is_nan()));
}

#[test]
fn a_history_cut_at_a_checkpoint_and_continued_equals_the_uninterrupted_one() {
    let directory = directory("reopen");
    let (whole, cut) = (directory.join("whole.csv"), directory.join("cut.csv"));
    let row = |i: i32| [f64::from(i).sqrt(), f64::from(i).sin()];
    let run = |writer: &mut CsvWriter, steps: std::ops::Range<i32>| {
        steps.for_each(|i| writer.append(f64::from(i) * 1e-3, &row(i)).unwrap());
    };
    run(&mut CsvWriter::create(&whole, &channels()).unwrap(), 0..100);
    let mut writer = CsvWriter::create(&cut, &channels()).unwrap();
    run(&mut writer, 0..40);
    let position = writer.position();
    run(&mut writer, 40..57);
    drop(writer);
    run(&mut CsvWriter::reopen(&cut, position).unwrap(), 40..100);
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&cut).unwrap());

    // Neither a byte inside a row nor one behind the end is a place to go on from.
    for position in [position - 3, 1 << 40, 4] {
        let error = CsvWriter::reopen(&cut, position).unwrap_err();
        assert!(matches!(error, RecordError::Continue { .. }), "{error}");
    }
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&cut).unwrap());
}

#[test]
fn csv_refuses_wrong_widths_and_names_and_reports_the_line() {
    let path = directory("csv_errors").join("sensors.csv");
    let mut writer = CsvWriter::create(&path, &channels()).unwrap();
    assert!(matches!(writer.append(0.0, &[1.0]), Err(RecordError::RowWidth { expected: 2, found: 1, .. })));
    let time = [Channel::new("time", "s", ChannelKind::State)];
    assert!(matches!(CsvWriter::create(&path, &time), Err(RecordError::DuplicateChannel { .. })));
    for (text, line) in [("time [s],a [m]\n0,1\n0.1,x\n", 3), ("time [s],a [m]\n0\n", 2), ("", 1)] {
        fs::write(&path, text).unwrap();
        let error = csv::read(&path).unwrap_err();
        assert!(matches!(error, RecordError::Csv { line: l, .. } if l == line), "{error}");
        assert!(error.to_string().contains("sensors.csv"), "{error}");
    }
}

#[test]
fn contacts_have_stable_names_and_codes() {
    let channels = contact_channels([("beak", false)]);
    let set = [std::ops::Range { start: 0, end: 1 }];
    let state = |status| ContactState {
        memory: 0.0,
        gap: 0.5,
        status,
        velocity: [1.0, 2.0, 3.0, 10.0, 11.0, 12.0],
        impulse: [4.0, 5.0, 6.0, 13.0, 14.0, 15.0],
        work: 0.0,
        correction: [7.0, 8.0, 9.0, 16.0, 17.0, 18.0],
        force: [19.0, 20.0, 21.0, 22.0, 23.0, 24.0],
        hit: false,
        flew: false,
        struck: false,
        approach: 0.0,
        touched: 0.0,
    };
    let mut row = vec![99.0];
    for (status, code) in [(Status::Far, 0.0), (Status::Open, 0.0), (Status::Stick, 1.0), (Status::Slip, 2.0)] {
        contact_row(&set, &[state(status)], &mut row);
        assert_eq!(row, [0.5, code, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    }
    assert_eq!(channels.len(), row.len());
    let column = |name: &str| channels.iter().position(|c| c.name == name).map(|i| (row[i], channels[i].kind));
    assert_eq!(column("beak.gap"), Some((0.5, ChannelKind::State)));
    assert_eq!(column("beak.impulse_t2"), Some((6.0, ChannelKind::Impulse)));
    assert_eq!(column("beak.correction_n"), Some((7.0, ChannelKind::Correction)));
}

/// An array of an archive, read by the rules of NumPy's format description (NEP 1).
fn npy(archive: &Path, name: &str) -> Vec<f64> {
    let mut archive = zip::ZipArchive::new(fs::File::open(archive).unwrap()).unwrap();
    let mut bytes = Vec::new();
    archive.by_name(&format!("{name}.npy")).unwrap().read_to_end(&mut bytes).unwrap();
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let values: Vec<f64> = bytes[start..].chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect();
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", values.len());
    assert_eq!(std::str::from_utf8(&bytes[10..start]).unwrap().trim_end(), header);
    assert_eq!((start % 64, bytes[start - 1]), (0, b'\n'));
    values
}

#[test]
fn npz_holds_the_history_bit_for_bit() {
    let directory = directory("npz");
    let (history, path) = (directory.join("sensors.csv"), directory.join("sensors.npz"));
    let mut writer = CsvWriter::create(&history, &channels()).unwrap();
    awkward().iter().for_each(|x| writer.append(*x, &[*x, 1.0]).unwrap());
    writer.flush().unwrap();
    npz::from_csv(&history, &path).unwrap();
    for name in ["time", "sleeve.y"] {
        assert_eq!(bits(&npy(&path, name)), bits(&awkward()));
    }
    assert_eq!(npy(&path, &channels()[1].name), vec![1.0; awkward().len()]);
    let first = fs::read(&path).unwrap();
    npz::from_csv(&history, &path).unwrap();
    assert_eq!(first, fs::read(&path).unwrap(), "equal histories give equal files");
}

fn shape(name: &str, port: usize, geometry: Geometry) -> Shape {
    Shape { name: name.to_owned(), port, at: Frame::identity(), geometry }
}

/// One of each geometry: the patch on the ground, the others on a body.
fn scene() -> (Vec<Shape>, Model) {
    let line = vec![Vec3::zeros(), Vec3::x(), Vec3::y()];
    let shapes = vec![
        shape("ground", 0, Geometry::Patch { size: [2.0, 1.0] }),
        shape("b<&>", 1, Geometry::Box { size: [0.2, 0.4, 0.6] }),
        shape("b<&>", 1, Geometry::Sphere { radius: 0.1 }),
        shape("b<&>", 1, Geometry::Cylinder { radius: 0.1, length: 1.0 }),
        shape("b<&>", 1, Geometry::Line { points: line }),
    ];
    let mut model = Model::new("scene");
    for _ in 0..5 {
        model.add_node("body", NodeKind::Frame, Frame::identity(), [0.0; 6]);
    }
    model.add_port(Port::on(4, Frame::identity()));
    (shapes, model)
}

/// The scene with its body at a frame.
fn placed(model: &Model, frame: &Frame) -> (Kinematics, Layout) {
    let frames = model.nodes.iter().map(|_| *frame).collect();
    let layout = Layout::new(&model.nodes, &model.followers);
    (Kinematics::new(frames, vec![0.0; layout.n], &model.ports, 0), layout)
}

/// Every tag is closed in order and every `&` starts an entity.
fn assert_well_formed(xml: &str) {
    let mut open = Vec::new();
    for part in xml.split('<').skip(1) {
        let (tag, _) = part.split_once('>').unwrap();
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && !tag.starts_with('?') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(xml.split('&').skip(1).all(|rest| rest.split_once(';').is_some_and(|(entity, _)| entity.len() < 6)));
}

/// The bytes of a data array of a `.vtu` file, after checking their count.
fn array(xml: &str, name: &str) -> Vec<u8> {
    let from = xml.split_once(&format!("Name=\"{name}\"")).unwrap().1;
    let text = from.split_once('>').unwrap().1.split_once('<').unwrap().0;
    // One block: 1, its length, 0, its deflated length, and in a stream of its own what was deflated.
    let (head, deflated) = text.split_at(44);
    let decode = |text: &str| base64::engine::general_purpose::STANDARD.decode(text).unwrap();
    let head: Vec<u64> = decode(head).chunks(8).map(|b| u64::from_le_bytes(b.try_into().unwrap())).collect();
    let (deflated, mut data) = (decode(deflated), Vec::new());
    flate2::read::ZlibDecoder::new(&deflated[..]).read_to_end(&mut data).unwrap();
    assert_eq!(head, [1, data.len() as u64, 0, deflated.len() as u64]);
    data
}

#[test]
fn vtu_frames_hold_the_shapes_where_the_ports_are() {
    let directory = directory("vtu");
    let (shapes, model) = scene();
    let mut writer = VtuWriter::create(&directory.join("bodies.pvd"), &shapes, &model).unwrap();
    let frame = Frame::from_rotation_vector(Vec3::new(1.0, 2.0, 3.0), &Vec3::new(0.3, -0.2, 0.9));
    let (kin, layout) = placed(&model, &frame);
    writer.append(0.25, &kin, &layout, &[]).unwrap();
    let xml = fs::read_to_string(directory.join("bodies/bodies_000000.vtu")).unwrap();
    assert_well_formed(&xml);
    let points: Vec<f64> =
        array(&xml, "Points").chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap()).into()).collect();
    // Patch 4, box 8, sphere 162, cylinder 2 rings, line 3.
    assert_eq!(points.len(), 3 * (4 + 8 + 162 + 2 * 32 + 3));
    assert_eq!(points[..3], [-1.0, -0.5, 0.0]);
    let corner = frame.point(&Vec3::new(-0.1, -0.2, -0.3));
    // Single precision: roundings of numbers up to 3.
    assert!((Vec3::from_column_slice(&points[12..15]) - corner).norm() < 4.0 * f64::from(f32::EPSILON));
    // Faces: 1, 6, 320, 32 + 2, 1.
    let types = array(&xml, "types");
    assert_eq!(types.len(), 1 + 6 + 320 + 34 + 1);
    assert_eq!(types.iter().filter(|t| **t == 4).count(), 1);
    let offsets = array(&xml, "offsets");
    assert_eq!(offsets[offsets.len() - 4..], (array(&xml, "connectivity").len() as i32 / 4).to_le_bytes());
    let bodies = array(&xml, "body");
    assert_eq!((&bodies[..4], &bodies[4..8]), (&(-1_i32).to_le_bytes()[..], &4_i32.to_le_bytes()[..]));
}

#[test]
fn a_collection_is_complete_after_every_frame_and_can_be_continued() {
    let pvd = directory("pvd").join("bodies.pvd");
    let (shapes, model) = scene();
    let mut writer = VtuWriter::create(&pvd, &shapes, &model).unwrap();
    let (kin, layout) = placed(&model, &Frame::identity());
    let mut texts = Vec::new();
    for i in 0..4 {
        writer.append(f64::from(i) * 0.1, &kin, &layout, &[]).unwrap();
        texts.push(fs::read_to_string(&pvd).unwrap());
        assert_well_formed(&texts[i as usize]);
    }
    assert_eq!(texts[3].matches("<DataSet ").count(), 4);
    let mut writer = VtuWriter::reopen(&pvd, &shapes, &model, 2).unwrap();
    assert_eq!(fs::read_to_string(&pvd).unwrap(), texts[1]);
    writer.append(0.2, &kin, &layout, &[]).unwrap();
    assert_eq!((writer.frames(), fs::read_to_string(&pvd).unwrap()), (3, texts[2].clone()));
    assert!(matches!(VtuWriter::reopen(&pvd, &shapes, &model, 9), Err(RecordError::Continue { .. })));
}

fn checkpoint() -> Checkpoint {
    let mut checkpoint = Checkpoint::new(u64::MAX - 1, 0.1 + 0.2);
    checkpoint.put("grid", &serde_json::json!({ "start": -0.0, "taken": u64::MAX, "name": "γ" }));
    checkpoint.put_array("v", awkward());
    checkpoint.put_array("empty", vec![]);
    checkpoint
}

#[test]
fn checkpoints_read_back_bit_for_bit() {
    let path = directory("checkpoint").join(file::CHECKPOINT);
    Checkpoint::default().write(&path).unwrap();
    assert_eq!(Checkpoint::read(&path).unwrap(), Checkpoint::default());
    checkpoint().write(&path).unwrap();
    let read = Checkpoint::read(&path).unwrap();
    assert_eq!((read.step, read.time, &read.parts), (u64::MAX - 1, 0.1 + 0.2, &checkpoint().parts));
    assert_eq!(bits(read.array("v").unwrap()), bits(&awkward()));
    assert_eq!(read.array_of("empty", 0), Ok(&[][..]));
    let wrong =
        [read.array_of("v", 1).unwrap_err(), read.array("w").unwrap_err(), read.get::<u64>("grid").unwrap_err()];
    let found = awkward().len();
    assert_eq!(wrong[0], FieldError::Length { name: "v".to_owned(), expected: 1, found });
    assert_eq!(wrong[1], FieldError::Missing("w".to_owned()));
    assert!(matches!(&wrong[2], FieldError::Form { name, .. } if name == "grid"), "{}", wrong[2]);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn a_damaged_checkpoint_is_refused_by_name() {
    let path = directory("damage").join(file::CHECKPOINT);
    checkpoint().write(&path).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
    assert!(matches!(Checkpoint::read(&path), Err(RecordError::CheckpointTruncated { .. })));
    bytes[40] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let error = Checkpoint::read(&path).unwrap_err();
    assert!(matches!(error, RecordError::CheckpointDamaged { .. }), "{error}");
    assert!(error.to_string().contains("checkpoint.bin"), "{error}");
}

#[test]
fn run_json_reads_back_and_errors_name_the_file() {
    let path = directory("run").join(file::RUN);
    let run = serde_json::json!({ "version": "0.1.0", "settings": { "step": 0.1 + 0.2 }, "model": [1, null] });
    run_json::write(&path, &run).unwrap();
    assert_eq!(run_json::read(&path).unwrap(), run);
    fs::write(&path, "{ \"version\":").unwrap();
    let error = run_json::read(&path).unwrap_err();
    assert!(matches!(error, RecordError::Json { .. }) && error.to_string().contains("run.json"), "{error}");
    let missing = run_json::read(&path.with_file_name("none.json")).unwrap_err();
    assert!(matches!(missing, RecordError::Io { .. }) && missing.to_string().contains("none.json"), "{missing}");
}

#[test]
fn only_result_directories_are_taken_and_only_our_files_removed() {
    let directory = directory("prepare").join("results/run");
    let names = |path: &Path| -> BTreeSet<_> { fs::read_dir(path).unwrap().map(|e| e.unwrap().file_name()).collect() };
    drop(take_directory(&directory).unwrap());
    assert!(names(&directory).is_empty());
    // What a run that was killed before its first `run.json` leaves.
    fs::write(directory.join(".carom.lock"), "1\n").unwrap();
    fs::write(directory.join(".run.json.0123456789abcdef.carom-tmp"), "{").unwrap();
    drop(take_directory(&directory).unwrap());
    fs::write(directory.join("notes.txt"), "mine").unwrap();
    assert!(matches!(take_directory(&directory), Err(RecordError::ForeignDirectory { .. })));
    run_json::write(&directory.join(file::RUN), &serde_json::json!({ "mine": 1 })).unwrap();
    assert!(matches!(take_directory(&directory), Err(RecordError::ForeignDirectory { .. })));
    run_json::write(&directory.join(file::RUN), &serde_json::json!({ "carom": "0.1.0" })).unwrap();
    let (shapes, model) = scene();
    let mut writer = VtuWriter::create(&directory.join(file::BODIES_PVD), &shapes, &model).unwrap();
    let (kin, layout) = placed(&model, &Frame::identity());
    writer.append(0.0, &kin, &layout, &[]).unwrap();
    for (folder, name) in [
        (file::MODES, "mode_01.pvd"),
        (file::MODES, "mine.pvd"),
        (file::DATA, "000_part.msh"),
        (file::FRAMES, ".bodies_000001.vtu.0123456789abcdef.carom-tmp"),
    ] {
        fs::create_dir_all(directory.join(folder)).unwrap();
        fs::write(directory.join(folder).join(name), "").unwrap();
    }
    let lock = take_directory(&directory).unwrap();
    assert!(matches!(take_directory(&directory), Err(RecordError::Locked { .. })));
    clear_directory(&directory).unwrap();
    drop(lock);
    assert_eq!(names(&directory), ["modes", "notes.txt", "run.json"].map(Into::into).into());
    assert_eq!(names(&directory.join(file::MODES)), ["mine.pvd".into()].into());
    let note = directory.join("notes.txt");
    assert!(matches!(take_directory(&note), Err(RecordError::NotADirectory { .. })));
}

/// A link in the place of a result was followed, and what it led to written over.
#[cfg(unix)]
#[test]
fn links_are_replaced_and_not_followed() {
    let directory = directory("links");
    let precious = directory.join("precious.txt");
    fs::write(&precious, "mine").unwrap();
    for name in [file::SENSORS_CSV, file::RUN, file::BODIES_PVD] {
        std::os::unix::fs::symlink(&precious, directory.join(name)).unwrap();
    }
    drop(CsvWriter::create(&directory.join(file::SENSORS_CSV), &channels()).unwrap());
    run_json::write(&directory.join(file::RUN), &serde_json::json!({ "carom": "0.1.0" })).unwrap();
    let (shapes, model) = scene();
    VtuWriter::create(&directory.join(file::BODIES_PVD), &shapes, &model).unwrap();
    assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
    fs::remove_file(directory.join(file::SENSORS_CSV)).unwrap();
    std::os::unix::fs::symlink(&precious, directory.join(file::SENSORS_CSV)).unwrap();
    let error = CsvWriter::reopen(&directory.join(file::SENSORS_CSV), 4).unwrap_err().to_string();
    assert!(error.contains("it is not a file"), "{error}");
}

#[test]
fn a_plot_has_the_curves_of_every_unit() {
    let path = directory("plot").join(file::SENSORS_SVG);
    let mut channels = channels();
    channels.push(Channel::new("bird.y", "m", ChannelKind::State));
    let times: Vec<f64> = (0..1000).map(|i| f64::from(i) * 1e-5).collect();
    let mut table = Table::over_time(channels);
    times.iter().for_each(|&t| table.push(t, &[0.5, 3.0, t]));
    plot(&path, "A <run>", &table).unwrap();
    let svg = fs::read_to_string(&path).unwrap();
    assert_well_formed(&svg);
    for text in ["A &lt;run&gt;", "sleeve.y", "bird.y", "[m]", "[N s]", "time [s]"] {
        assert!(svg.contains(text), "{text}");
    }
    let lengths = svg.split("points=\"").skip(1).map(|rest| rest.split('"').next().unwrap().split_whitespace().count());
    assert_eq!(lengths.filter(|n| *n == 1000).count(), 3);
}

#[test]
fn a_strobe_picture_shows_still_shapes_once_and_moving_ones_at_every_instant() {
    let path = directory("strobe").join(file::STROBE_SVG);
    let (shapes, model) = scene();
    let instant = |i: i32| {
        let frame = Frame::from_rotation_vector(Vec3::new(0.1 * f64::from(i), 0.0, 0.0), &Vec3::zeros());
        Instant { ports: placed(&model, &frame).0.ports, outlines: vec![] }
    };
    let instants: Vec<_> = (0..5).map(instant).collect();
    strobe(&path, &shapes, &[], &instants, View::XY).unwrap();
    let svg = fs::read_to_string(&path).unwrap();
    assert_well_formed(&svg);
    assert_eq!((svg.matches("<polygon").count(), svg.matches("<polyline").count()), (1 + 3 * 5, 5));
    // A box seen along an axis is a rectangle.
    let rectangle = svg.split("points=\"").nth(2).unwrap().split_once('"').unwrap().0;
    assert_eq!(rectangle.split_whitespace().count(), 4);
    assert!(matches!(strobe(&path, &shapes, &[], &[], View::XY), Err(RecordError::Drawing { .. })));
}
