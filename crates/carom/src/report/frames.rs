//! Flexible bodies as points that move, and where everything is at every instant.

use super::pack::Columns;
use super::scene::Places;
use crate::Frame;
use crate::history::CellValues;
use crate::model::{Kinematics, LineSection, Model, PortId, PortState};
use crate::record::{Instant, MotionReader, Outline, RecordError};
use crate::system::System;
use serde_json::{Value, json};
use std::f64::consts::PI;
use std::path::Path;

/// Steps of quaternions.
const TURN: f64 = 1e-5;
/// Numbers of a track: position and quaternion.
pub const TRACK: usize = 7;
/// Instants that decide how far planes without end reach, about.
const SAMPLED: u64 = 50;

/// What is drawn of flexible bodies.
pub struct Flexible<'a> {
    pub outlines: Vec<Outline>,
    /// Sections of those that are lines whose points have orientations.
    sections: Vec<Option<&'a LineSection>>,
    /// The cells whose values the page has.
    cells: Vec<usize>,
    pub json: Vec<Value>,
}

impl<'a> Flexible<'a> {
    /// Points of lines with a section are tracks, behind the `tracks` of ports; other points are points.
    pub fn of(model: &'a Model, resolved: &Value, bodies: &mut Places<String>, mut tracks: usize) -> Self {
        let mut cells = Places::<usize>::new();
        let mut out = Self { outlines: Vec::new(), sections: Vec::new(), cells: Vec::new(), json: Vec::new() };
        let (mut points, mut start) = (0, 0);
        for body in &model.flexible {
            for outline in Outline::of(body) {
                let section = body.section.as_ref().filter(|_| outline.faces().is_none());
                let next = if section.is_some() { &mut tracks } else { &mut points };
                let first = *next;
                *next += outline.points.len();
                let faces: Option<Vec<&[usize]>> =
                    outline.faces().map(|faces| faces.iter().map(|f| f.nodes()).collect());
                let of_faces = outline.faces().into_iter().flatten().map(|face| face.cell);
                let coloured = of_faces.chain(outline.cells.iter().copied());
                let coloured: Vec<usize> = coloured.map(|cell| cells.of(&(start + cell))).collect();
                out.json.push(json!({
                    "body": bodies.of(&outline.name),
                    "first": first,
                    "count": outline.points.len(),
                    "faces": faces,
                    "cells": coloured,
                    "radius": radius(&resolved["bodies"][&outline.name]),
                    "rings": section.map(|section| &section.rings),
                }));
                out.sections.push(section);
                out.outlines.push(outline);
            }
            start += body.cells.len();
        }
        out.cells = cells.all;
        out
    }

    /// The sections of the outlines.
    pub fn sections(&self) -> &[Option<&'a LineSection>] {
        &self.sections
    }

    /// Outlines with their section, if their points are tracks.
    pub fn iter(&self) -> impl Iterator<Item = (&Outline, Option<&LineSection>)> {
        self.outlines.iter().zip(self.sections.iter().copied())
    }
}

/// Everything that moves, instant after instant.
pub struct Frames {
    pub times: Vec<f64>,
    /// [`TRACK`] numbers each.
    pub tracks: Columns,
    pub points: Columns,
    /// Name, unit and values of the cells that are drawn.
    pub fields: Vec<(&'static str, &'static str, Columns)>,
    /// Some of the instants.
    pub sampled: Vec<Instant>,
}

impl Frames {
    pub fn read(system: &System, tracks: &[PortId], flexible: &Flexible, motion: &Path) -> Result<Self, RecordError> {
        let model = &system.model;
        let count = |oriented: bool| -> usize {
            flexible.iter().filter(|(_, section)| section.is_some() == oriented).map(|(o, _)| o.points.len()).sum()
        };
        let mut frames = Self {
            times: Vec::new(),
            tracks: Columns::new(TRACK * (tracks.len() + count(true))),
            points: Columns::new(3 * count(false)),
            fields: Vec::new(),
            sampled: Vec::new(),
        };
        if !motion.is_file() {
            return Ok(frames);
        }
        let mut reader = MotionReader::open(motion)?;
        let stride = reader.instants().div_ceil(SAMPLED).max(1);
        let mut kin = system.initial_kinematics();
        let mut values = CellValues::default();
        while reader.next(&mut kin)? {
            kin.update_ports(&model.ports);
            let wanted = (frames.times.len() as u64).is_multiple_of(stride) || reader.instants() == 0;
            frames.take(&kin, tracks, flexible, wanted);
            if !flexible.cells.is_empty() {
                values.update(model, system.scene(&kin));
                frames.take_fields(&values, &flexible.cells);
            }
        }
        Ok(frames)
    }

    fn take(&mut self, kin: &Kinematics, tracks: &[PortId], flexible: &Flexible, sampled: bool) {
        self.times.push(kin.t);
        for port in tracks {
            let PortState { x, r, .. } = &kin.ports[*port];
            self.tracks.values.extend(Frame::from_matrix(*x, r).to_array());
        }
        for (outline, section) in flexible.iter() {
            let Some(section) = section else {
                outline.points.iter().for_each(|point| self.points.values.extend(point.position(kin).iter()));
                continue;
            };
            for (point, number) in outline.points.iter().zip(&outline.numbers) {
                let frame = point.frame(kin);
                self.tracks.values.extend(Frame::from_matrix(frame.x, &(frame.r() * section.axes[*number])).to_array());
            }
        }
        if sampled {
            let places = |outline: &Outline| outline.points.iter().map(|point| point.position(kin)).collect();
            let outlines = flexible.outlines.iter().map(places).collect();
            self.sampled.push(Instant { ports: kin.ports.clone(), outlines });
        }
    }

    /// Scalars of the recorded values: of forces and moments along and across the section's axis.
    fn take_fields(&mut self, values: &CellValues, cells: &[usize]) {
        let mut k = 0;
        for array in values.arrays() {
            for (name, unit, of) in scalars(array.name) {
                if k == self.fields.len() {
                    self.fields.push((*name, *unit, Columns::new(cells.len())));
                }
                let n = array.components;
                let column = cells.iter().map(|cell| of(&array.values[n * cell..n * (cell + 1)]));
                self.fields[k].2.values.extend(column);
                k += 1;
            }
        }
    }

    /// The largest coordinate.
    pub fn size(&self) -> f64 {
        let places = self.tracks.values.chunks_exact(TRACK).flat_map(|track| &track[..3]);
        let largest = places.chain(&self.points.values).fold(0.0_f64, |most, x| most.max(x.abs()));
        if largest > 0.0 && largest.is_finite() { largest } else { 1.0 }
    }

    /// Quaternions scaled so that their quantum is that of the positions; the page normalises them.
    pub fn packed_tracks(&self, quantum: f64) -> Value {
        let mut values = self.tracks.values.clone();
        for track in values.chunks_exact_mut(TRACK) {
            track[3..].iter_mut().for_each(|q| *q *= quantum / TURN);
        }
        Columns { count: self.tracks.count, values }.steps(quantum)
    }
}

type Scalar = (&'static str, &'static str, fn(&[f64]) -> f64);

/// What is shown of a recorded array.
fn scalars(array: &str) -> &'static [Scalar] {
    match array {
        "von_mises" => &[("von Mises stress", "Pa", |x| x[0])],
        "section_force" => &[("axial force", "N", |x| x[0]), ("shear force", "N", |x| x[1].hypot(x[2]))],
        "section_moment" => &[("torque", "N m", |x| x[0]), ("bending moment", "N m", |x| x[1].hypot(x[2]))],
        _ => &[("strain energy", "J", |x| x[0])],
    }
}

/// The radius of a line: of its section, or of the circle with the area of its section.
fn radius(body: &Value) -> f64 {
    let section = &body["section"];
    let round = [&section["radius"], &section["outer"]].into_iter().find_map(Value::as_f64);
    let area = || {
        let rectangle = section["width"].as_f64().zip(section["height"].as_f64()).map(|(w, h)| w * h);
        let area = [&section["area"], &body["area"]].into_iter().find_map(Value::as_f64);
        rectangle.or(area).map(|area| (area / PI).sqrt())
    };
    round.or_else(area).unwrap_or(0.0)
}
