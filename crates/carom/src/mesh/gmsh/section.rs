//! The sections of a file.

use super::error::{GmshError, Problem};
use super::scan::Scanner;
use super::{Raw, v2, v4};
use std::collections::BTreeMap;

/// Reads all sections that matter.
pub(super) fn read(bytes: &[u8]) -> Result<Raw<'_>, GmshError> {
    let mut scan = Scanner::new(bytes);
    let version = header(&mut scan)?;
    let mut raw = Raw {
        scan,
        nodes: Vec::new(),
        elements: Vec::new(),
        memberships: Vec::new(),
        repeats: version == Version::V2,
        names: BTreeMap::new(),
    };
    let mut seen: Vec<String> = Vec::new();
    let mut entities = None;
    while let Some((at, line)) = raw.scan.next_line() {
        let name = section_name(&raw.scan, at, line)?;
        match (name.as_str(), version) {
            ("PhysicalNames", _) => physical_names(&mut raw)?,
            ("Entities", Version::V4) => entities = Some(v4::entities(&mut raw.scan)?),
            ("Nodes", Version::V2) => v2::nodes(&mut raw)?,
            ("Nodes", Version::V4) => v4::nodes(&mut raw)?,
            ("Elements", Version::V2) => v2::elements(&mut raw)?,
            ("Elements", Version::V4) => v4::elements(&mut raw, entities.as_ref())?,
            ("PartitionedEntities" | "GhostElements", _) => return Err(raw.scan.error(at, Problem::Partitioned)),
            ("ParametricNodes", _) => {
                return Err(raw.scan.error(at, Problem::Section { name: "ParametricNodes" }));
            }
            _ => {
                raw.scan.skip_section(&name)?;
                continue;
            }
        }
        end(&mut raw.scan, &name)?;
        if seen.contains(&name) {
            return Err(raw.scan.error(at, Problem::SectionTwice { name }));
        }
        seen.push(name);
    }
    for name in ["Nodes", "Elements"] {
        if !seen.iter().any(|s| s == name) {
            return Err(GmshError { place: None, problem: Problem::NoSection { name } });
        }
    }
    Ok(raw)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    V2,
    V4,
}

/// `version file-type data-size`, and in binary files the integer 1 to tell the byte order.
fn header(scan: &mut Scanner) -> Result<Version, GmshError> {
    match scan.next_line() {
        Some((_, b"$MeshFormat")) => {}
        _ => return Err(GmshError { place: None, problem: Problem::NotGmsh }),
    }
    let at = scan.at;
    let version = match scan.parse::<f64>("the version of the format")? {
        2.2 => Version::V2,
        4.1 => Version::V4,
        other => return Err(scan.error(at, Problem::Version { version: format!("{other:?}") })),
    };
    let file_type = scan.int("the file type")?;
    if !(0..=1).contains(&file_type) {
        return Err(scan.error(at, Problem::FileType { found: file_type }));
    }
    let bytes = scan.int("the data size")?;
    if bytes != 8 {
        return Err(scan.error(at, Problem::DataSize { bytes }));
    }
    scan.end_line()?;
    if file_type == 1 {
        scan.binary = true;
        scan.swapped = match scan.int("the integer 1")? {
            1 => false,
            0x0100_0000 => true,
            _ => return Err(scan.error(at, Problem::ByteOrder)),
        };
    }
    end(scan, "MeshFormat")?;
    Ok(version)
}

fn section_name(scan: &Scanner, at: usize, line: &[u8]) -> Result<String, GmshError> {
    let name = line.strip_prefix(b"$").and_then(|name| std::str::from_utf8(name).ok());
    let name = name.filter(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric()));
    let wrong = || {
        let found = String::from_utf8_lossy(&line[..line.len().min(30)]).into_owned();
        scan.error(at, Problem::Unexpected { wanted: "a section, such as $Nodes,", found })
    };
    name.map(str::to_owned).ok_or_else(wrong)
}

/// The line `$EndNAME`.
fn end(scan: &mut Scanner, name: &str) -> Result<(), GmshError> {
    match scan.next_line() {
        Some((_, line)) if line.strip_prefix(b"$End") == Some(name.as_bytes()) => Ok(()),
        Some((at, line)) => {
            let found = String::from_utf8_lossy(&line[..line.len().min(30)]).into_owned();
            Err(scan.error(at, Problem::Unexpected { wanted: "the end of the section", found }))
        }
        None => Err(scan.error(scan.at, Problem::End { wanted: "the end of a section" })),
    }
}

/// `dimension tag "name"`, as text in binary files too.
fn physical_names(raw: &mut Raw) -> Result<(), GmshError> {
    let scan = &mut raw.scan;
    let count: usize = scan.parse("the number of physical names")?;
    scan.end_line()?;
    for _ in 0..scan.fits(count, "the number of physical names")? {
        let dimension = scan.parse("the dimension of a physical group")?;
        let tag = scan.parse("the tag of a physical group")?;
        let at = scan.at;
        let line = String::from_utf8_lossy(scan.line()).into_owned();
        let name = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let wrong = Problem::Unexpected { wanted: "a name in quotes", found: line.clone() };
        let name = name.ok_or_else(|| scan.error(at, wrong))?;
        raw.names.insert((dimension, tag), name.to_owned());
    }
    Ok(())
}
