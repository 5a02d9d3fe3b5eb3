//! `carom plot` and `carom export`: pictures and animations of runs.

use crate::Exit;
use crate::args::{ExportArguments, Output, PlotArguments};
use crate::console;
use crate::statics::refuse;
use carom::record::{RecordError, file, write_file};
use carom::run::{AnalysisError, PlotRequest, animation, plot_runs};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Pixels of a PNG for each of the SVG.
const SCALE: f32 = 2.0;

pub fn plot(arguments: &PlotArguments) -> Exit {
    let out = arguments.out.clone().unwrap_or_else(|| arguments.result.join(file::PLOT_SVG));
    let panels = arguments.y.iter().map(|names| names.split(',').map(|name| name.trim().to_owned()).collect());
    let logarithmic = ["x", "y"].map(|axis| arguments.log.as_ref().is_some_and(|axes| axes.contains(axis)));
    let request = PlotRequest {
        runs: std::iter::once(&arguments.result).chain(&arguments.compare).cloned().collect(),
        x: arguments.x.clone(),
        panels: panels.collect(),
        from: arguments.from,
        to: arguments.to,
        whole: arguments.whole,
        logarithmic,
    };
    let picture = || {
        let is_png = match extension(&out).as_str() {
            "svg" => false,
            "png" => true,
            other => {
                return Err(not_written(
                    &out,
                    format!("`{other}` is no kind of picture"),
                    "name a .svg or a .png file",
                ));
            }
        };
        let svg = plot_runs(&request)?.svg(&out)?;
        if !is_png {
            return Ok(svg.into_bytes());
        }
        carom_raster::png(&svg, SCALE)
            .map_err(|error| not_written(&out, error.to_string(), "write a .svg file instead"))
    };
    conclude(picture(), &out, &arguments.output)
}

pub fn export(arguments: &ExportArguments) -> Exit {
    let out = arguments.out.clone().unwrap_or_else(|| arguments.result.join(file::ANIMATION_GLB));
    let bytes = match extension(&out).as_str() {
        "glb" => animation(&arguments.result),
        other => Err(not_written(&out, format!("`{other}` is no kind of animation"), "name a .glb file")),
    };
    conclude(bytes, &out, &arguments.output)
}

fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

fn not_written(path: &Path, why: String, help: &str) -> AnalysisError {
    AnalysisError::Asked { message: format!("`{}` was not written: {why}", path.display()), help: help.to_owned() }
}

/// Writes the file, and says where it is.
fn conclude(bytes: Result<Vec<u8>, AnalysisError>, out: &PathBuf, output: &Output) -> Exit {
    let written = bytes.and_then(|bytes| {
        write_file(out, &bytes).map_err(|error: RecordError| AnalysisError::from(error))?;
        Ok(bytes.len())
    });
    match written {
        Ok(bytes) => {
            if output.json {
                console::print_json(&json!({ "file": out, "bytes": bytes }));
            } else if !output.quiet {
                console::print(&format!("{} ({:.0} kB)\n", out.display(), bytes as f64 / 1e3));
            }
            Exit::Done
        }
        Err(error) => refuse(&error, output),
    }
}
