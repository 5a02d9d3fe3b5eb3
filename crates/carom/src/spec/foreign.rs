//! Files of other programs that are given as models: what they are, and what to do about it.

use super::build::BuildError;

const ROBOT: &str = "write its links as [bodies.NAME] with mass, centre and inertia, its joints as [joints.NAME]: revolute and continuous are `hinge`, \
                     prismatic is `prismatic`, fixed is `fixed`; `carom list` has all kinds with their keys";
const SURFACE: &str = "it has a surface and no masses: write a model file that describes the body by mass, inertia and shapes (`carom list shapes`)";

/// What a file is if it is of another program: its name, and what to do.
pub(super) fn recognise(bytes: &[u8]) -> Option<BuildError> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let (what, help) = match start {
        _ if start.starts_with(b"<") => xml(start)?,
        _ if start.starts_with(b"solid") && contains(start, b"facet") => ("an STL surface", SURFACE),
        _ if is_binary_stl(bytes) => ("a binary STL surface", SURFACE),
        _ if start.starts_with(b"$MeshFormat") => (
            "a mesh of Gmsh",
            "write a model file with a body of type `solid` and `mesh = { type = \"gmsh\", file = \"…\" }`",
        ),
        _ if start.starts_with(b"ISO-10303-21") => (
            "a STEP file",
            "make a mesh of it with Gmsh (`gmsh -3 part.step -format msh41`) for a body of type `solid`",
        ),
        _ if start.starts_with(b"PK\x03\x04") => ("a zip archive", "unpack it, and name the model file in it"),
        _ => return None,
    };
    Some(BuildError::new(format!("this is {what}, not a model of Carom")).help(help))
}

/// The kind of an XML file, by its first element.
fn xml(text: &[u8]) -> Option<(&'static str, &'static str)> {
    // Declarations, comments and a document type come before it.
    let mut rest = text;
    loop {
        let (end, close): (&[u8], usize) = match rest {
            _ if rest.starts_with(b"<?") => (b"?>", 2),
            _ if rest.starts_with(b"<!--") => (b"-->", 3),
            _ if rest.starts_with(b"<!") => (b">", 1),
            _ => break,
        };
        let at = rest.windows(close).position(|w| w == end)?;
        rest = rest[at + close..].trim_ascii_start();
    }
    let name = rest.strip_prefix(b"<")?.split(|c| !c.is_ascii_alphanumeric()).next()?;
    Some(match name.to_ascii_lowercase().as_slice() {
        b"robot" => ("a URDF robot description", ROBOT),
        b"mujoco" => ("an MJCF model of MuJoCo", ROBOT),
        b"sdf" => ("an SDF model of Gazebo", ROBOT),
        b"collada" => ("a COLLADA scene", SURFACE),
        b"html" => ("a web page", "save the model itself, not the page that shows it"),
        _ => ("an XML file", "a model is written in TOML or JSON: the guide has examples, `carom list` all keys"),
    })
}

/// An STL file of bytes: a head of 80, the number of triangles, 50 bytes for each.
fn is_binary_stl(bytes: &[u8]) -> bool {
    let Some(count) = bytes.get(80..84).and_then(|b| <[u8; 4]>::try_from(b).ok()) else { return false };
    let count = u32::from_le_bytes(count) as usize;
    count > 0 && bytes.len() == 84 + 50 * count
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes[..bytes.len().min(4096)].windows(word.len()).any(|w| w == word)
}
