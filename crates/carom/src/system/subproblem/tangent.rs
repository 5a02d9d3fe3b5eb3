//! Assembly of the tangent: elements, second derivatives of the rows, rows, columns and the dual block.

use super::{Level, Solve, Stage, Weights, Work};
use crate::element::LocalMatrix;
use crate::system::HessianScope;
use crate::system::profile::{Part, timed};
use lie::{NodeKind, tangent};
use linalg::NONE;

/// How a problem of a pair depends on the unknown of the other, whose columns are `shift` after its own.
struct Beside {
    weights: Weights,
    shift: u32,
}

impl Beside {
    fn of(stage: &impl Stage, shifts: &[u32; 2]) -> Option<Self> {
        stage.beside().map(|weights| Self { weights, shift: shifts[1].wrapping_sub(shifts[0]) })
    }

    /// The column of the other unknown beside that of the own one.
    fn column(&self, own: u32) -> u32 {
        if own == NONE { NONE } else { own.wrapping_add(self.shift) }
    }
}

impl<S: Stage> Solve<'_, S> {
    /// T(Ψ) of every node of the increment that makes the configuration.
    fn update_maps(&mut self) {
        for &node in &self.island.nodes {
            let psi = self.system.layout.get(node, self.stage.increment(self.work)).1;
            self.work.maps[node] = tangent(&psi);
        }
    }

    pub(super) fn assemble(&mut self) {
        // Stages without forces leave elements out, unless others with the same rows have them: their places are part of the structure.
        let skips = self.stage.weights().s == 0.0;
        if !skips && self.sub.skips_elements == Some(true) {
            self.sub.matrix.reset(self.sub.size, self.sub.matrix.storage());
            self.sub.skips_elements = None;
        }
        self.sub.skips_elements.get_or_insert(skips);
        self.sub.matrix.clear();
        self.add_tangent();
        self.sub.matrix.finish();
    }

    /// Adds the rows of this problem to the matrix; those of a pair have columns for the unknowns of the other problem too.
    pub(super) fn add_tangent(&mut self) {
        let weights = self.stage.weights();
        let beside = Beside::of(self.stage, &self.sub.shifts);
        if weights.q != 0.0 || beside.is_some() {
            self.update_maps();
        }
        self.work.number(self.island, self.sub.shifts[0]);
        for &(i, j, m) in self.system.mass.entries_of(self.island) {
            let (i, j) = (self.work.place(i), self.work.place(j));
            self.sub.matrix.add(i, j, weights.m * m);
            if let Some(beside) = &beside {
                self.sub.matrix.add(i, beside.column(j), beside.weights.m * m);
            }
        }
        if !self.island.varying.is_empty() && (weights.m != 0.0 || beside.is_some()) {
            self.assemble_varying_inertia(&weights, beside.as_ref());
        }
        if weights.s != 0.0 || self.sub.skips_elements == Some(false) {
            self.assemble_elements(&weights, beside.as_ref());
        }
        for index in 0..self.sub.blocks.len() {
            self.assemble_block(index, &weights, beside.as_ref());
        }
        self.sub.factor_pattern = self.sub.pattern;
    }

    /// m M + q ∂(M x)/∂q T of the elements whose mass varies.
    fn assemble_varying_inertia(&mut self, weights: &Weights, beside: Option<&Beside>) {
        let (system, work) = (self.system, &mut *self.work);
        let (share, start) = self.stage.mass_mean();
        let Work { k, places, maps, kin, x, .. } = work;
        let scene = system.scene(kin);
        let place = |dof: u32| places.get(dof as usize).copied().unwrap_or(NONE);
        for element in self.island.varying.iter().map(|&k| &system.model.elements[k].element) {
            let (nodes, width) = (element.nodes(), element.width());
            let matrix = &mut self.sub.matrix;
            let mut add = |k: &LocalMatrix, share: f64, weight: fn(&Weights) -> f64| {
                let dof = |i: usize| place(system.layout.dofs[nodes[i / width]][i % width]);
                for i in (0..k.n()).filter(|i| dof(*i) != NONE) {
                    (0..k.n()).for_each(|j| matrix.add(dof(i), dof(j), share * weight(weights) * k.get(i, j)));
                    if let Some(beside) = beside {
                        let other = share * weight(&beside.weights);
                        (0..k.n()).for_each(|j| matrix.add(dof(i), beside.column(dof(j)), other * k.get(i, j)));
                    }
                }
            };
            k.reset(nodes.len(), width);
            element.mass(&scene, k);
            add(k, share, |weights| weights.m);
            if let Some(start) = start {
                k.reset(nodes.len(), width);
                element.mass(&system.scene(start), k);
                add(k, 1.0 - share, |weights| weights.m);
            }
            if weights.q != 0.0 || beside.is_some() {
                k.reset(nodes.len(), width);
                element.inertia_tangent(&scene, x, k);
                nodes.iter().enumerate().for_each(|(at, &node)| k.times_angular(at, &maps[node]));
                add(k, share, |weights| weights.q);
            }
        }
    }

    /// s v C + s q K T of every element.
    fn assemble_elements(&mut self, weights: &Weights, beside: Option<&Beside>) {
        let (system, work) = (self.system, &mut *self.work);
        let (matrix, metric) = (&mut self.sub.matrix, &self.rows.metric);
        let mut stiffness = [0.0; 2];
        let places = &work.places;
        let place = |dof: u32| places.get(dof as usize).copied().unwrap_or(NONE);
        system.element_tangents(self.island, &work.kin, &work.f, &mut work.tangents, |nodes, k, c| {
            let width = k.width();
            for (at, &node) in nodes.iter().enumerate() {
                k.times_angular(at, &work.maps[node]);
                // Amplitudes are small numbers of their own, which places in space do not round.
                if system.model.nodes[node].kind == NodeKind::Amplitudes {
                    continue;
                }
                let dofs = &system.layout.dofs[node][..width];
                for (r, &dof) in dofs.iter().enumerate().filter(|(_, dof)| **dof != NONE) {
                    let diagonal = k.get(width * at + r, width * at + r);
                    stiffness[r / 3] += diagonal * diagonal / metric[dof as usize];
                }
            }
            for (at, &rows) in nodes.iter().enumerate() {
                for (r, &i) in system.layout.dofs[rows][..width].iter().enumerate().filter(|(_, i)| **i != NONE) {
                    let (k, c) = (k.row(width * at + r), c.row(width * at + r));
                    let i = place(i);
                    for (to, &columns) in nodes.iter().enumerate() {
                        for (s, &j) in system.layout.dofs[columns][..width].iter().enumerate() {
                            let s = width * to + s;
                            matrix.add(i, place(j), weights.s * (weights.v * c[s] + weights.q * k[s]));
                            if let Some(beside) = beside {
                                let Weights { v, q, s: force, .. } = beside.weights;
                                matrix.add(i, beside.column(place(j)), force * (v * c[s] + q * k[s]));
                            }
                        }
                    }
                }
            }
        });
        self.sub.stiffness = stiffness.map(f64::sqrt);
    }

    /// Rows, columns, second derivatives and dual block of one joint or contact.
    fn assemble_block(&mut self, index: usize, weights: &Weights, beside: Option<&Beside>) {
        let b = self.sub.blocks[index];
        let block = self.system.block(b);
        let (rows, width) = (block.len(), block.full.len());
        let at = self.sub.row(index);
        let contact = (index >= self.sub.joints).then(|| self.sub.contacts[index - self.sub.joints]);
        let velocity_level = self.stage.level() == Level::Velocity;
        self.work.lower.clear();
        self.work.lower.resize(rows * width, 0.0);
        if beside.is_some() {
            self.work.lower_beside.resize(rows * width, 0.0);
        }
        self.work.place_block(block);
        // What of the configuration depends on the own unknown, in the unit that second derivatives are taken with.
        let unit = if beside.is_some() { 1.0 } else { weights.q };
        if unit != 0.0 {
            self.work.k.reset(block.nodes().len(), 6);
            // Rows that stay as they are have no second derivatives, but a place in the structure.
            if !self.rows.frozen[b] {
                let scope = HessianScope { kin: &self.work.kin, layout: &self.system.layout };
                let rows = &*self.rows;
                let acting = |row: usize| rows.force[row] + rows.prior[row] + weights.s * rows.carried[row];
                let weight = |i: usize| -unit * acting(block.first + i);
                let v_h = velocity_level.then_some(&mut self.work.lower[..]);
                block.add_second_derivatives(&scope, weight, &mut self.work.k, v_h, &mut self.work.on_followers);
                for (k, &node) in block.nodes().iter().enumerate() {
                    self.work.k.times_angular(k, &self.work.maps[node]);
                }
            }
            let (places, matrix) = (&self.work.block_places, &mut self.sub.matrix);
            for (&i, k) in places.iter().zip(self.work.k.as_slice().chunks_exact(width)) {
                for (&j, x) in places.iter().zip(k) {
                    matrix.add(i, j, weights.q / unit * x);
                    if let Some(beside) = beside {
                        matrix.add(i, beside.column(j), beside.weights.q * x);
                    }
                }
            }
        }
        let position_level = self.stage.level() == Level::Position;
        let row_weight = weights.row(self.stage.level());
        for i in 0..rows {
            let lower = &mut self.work.lower[i * width..(i + 1) * width];
            if velocity_level && unit != 0.0 {
                lower.iter_mut().for_each(|x| *x *= unit / row_weight);
                self.work.maps_apply(block.nodes(), i, width);
            }
            if let Some(beside) = beside {
                let lower = &mut self.work.lower[i * width..(i + 1) * width];
                self.work.lower_beside[i * width..(i + 1) * width].copy_from_slice(lower);
                lower.iter_mut().for_each(|x| *x *= weights.q);
                let other = &mut self.work.lower_beside[i * width..(i + 1) * width];
                other.iter_mut().for_each(|x| *x *= beside.weights.q);
            }
            let work = &mut *self.work;
            let along = if self.rows.directed[b] { &work.directions } else { &work.jacobians };
            let mut next = work.jacobians[block.jacobian_row(i)].iter().zip(&along[block.jacobian_row(i)]);
            let lower = work.lower[i * width..(i + 1) * width].iter_mut();
            for (x, &place) in lower.zip(&work.block_places) {
                if place != NONE
                    && let Some((j, along)) = next.next()
                {
                    *x += j;
                    self.sub.matrix.add(place, (at + i) as u32, -along);
                }
            }
            if position_level && !self.rows.frozen[b] {
                self.work.maps_apply(block.nodes(), i, width);
            }
        }
        self.assemble_dual(index, contact, beside);
    }

    /// −D (rows) and −(I − D)/p, with the regularisation of the dual block.
    fn assemble_dual(&mut self, index: usize, contact: Option<usize>, beside: Option<&Beside>) {
        let b = self.sub.blocks[index];
        let block = self.system.block(b);
        let (rows, width) = (block.len(), block.full.len());
        let at = self.sub.row(index);
        if let Some(beside) = beside {
            self.assemble_rows_beside(index, contact, beside);
        }
        for i in 0..rows {
            let regularisation = if self.sub.regularised { self.rows.compliance[block.first + i] } else { 0.0 };
            let Some(contact) = contact else {
                let lower = &self.work.lower[i * width..(i + 1) * width];
                for (&place, x) in self.work.block_places.iter().zip(lower) {
                    self.sub.matrix.add((at + i) as u32, place, -x);
                }
                if self.sub.regularised {
                    self.sub.matrix.add((at + i) as u32, (at + i) as u32, -regularisation);
                }
                continue;
            };
            let d = &self.rows.projections[contact].derivative[i];
            let p = &self.rows.p[block.rows()];
            for (k, &place) in self.work.block_places.iter().enumerate() {
                let x: f64 = (0..rows).map(|l| d[l] * p[l] / p[i] * self.work.lower[l * width + k]).sum();
                self.sub.matrix.add((at + i) as u32, place, -x);
            }
            for (l, d) in d.iter().enumerate().take(rows) {
                let identity = f64::from(i == l);
                let x = -(identity - d) / p[i] - identity * regularisation;
                self.sub.matrix.add((at + i) as u32, (at + l) as u32, x);
            }
        }
        if let Some(contact) = contact {
            self.assemble_pressing(index, contact);
        }
    }

    /// ∂P/∂N ∂N/∂λ /p in the columns of the joint that friction is in.
    fn assemble_pressing(&mut self, index: usize, contact: usize) {
        let Some(pressing) = &self.system.contact_rows(contact).pressing else { return };
        let joints = &self.sub.blocks[..self.sub.joints];
        let Some(joint) = joints.iter().position(|&b| b == pressing.joint) else { return };
        let (at, columns) = (self.sub.row(index), self.sub.row(joint));
        let block = self.system.block(self.sub.blocks[index]);
        let first = self.system.block(pressing.joint).first;
        let time = self.rows.laws[contact].known().unwrap_or(0.0);
        for (i, row) in block.rows().enumerate().skip(1) {
            let weight = self.rows.projections[contact].by_known[i] / self.rows.p[row];
            for (j, slope) in pressing.slopes(first, self.rows, time).enumerate() {
                self.sub.matrix.add((at + i) as u32, (columns + j) as u32, weight * slope);
            }
        }
    }

    /// −D (rows) in the columns of the other unknown of a pair.
    fn assemble_rows_beside(&mut self, index: usize, contact: Option<usize>, beside: &Beside) {
        let block = self.system.block(self.sub.blocks[index]);
        let (rows, width, at) = (block.len(), block.full.len(), self.sub.row(index));
        let p = &self.rows.p[block.rows()];
        for i in 0..rows {
            for (k, &place) in self.work.block_places.iter().enumerate() {
                let entry = |l: usize| self.work.lower_beside[l * width + k];
                let x = match contact {
                    None => entry(i),
                    Some(contact) => {
                        let d = &self.rows.projections[contact].derivative[i];
                        (0..rows).map(|l| d[l] * p[l] / p[i] * entry(l)).sum()
                    }
                };
                self.sub.matrix.add((at + i) as u32, beside.column(place), -x);
            }
        }
    }

    /// Jacobi scaling: unit diagonal of the metric, unit rows in it.
    pub(super) fn update_scale(&mut self) {
        // Without inertia the metric is made of stiffnesses, and stands for the diagonal as it is.
        // What of the inertia a problem of a pair has in its own unknown may be any share of it.
        let is_whole = self.stage.weights().m != 0.0 && self.stage.beside().is_none();
        let m = if is_whole { self.stage.weights().m } else { 1.0 };
        for (s, dof) in self.sub.scale.iter_mut().zip(self.island.each_dof()) {
            *s = 1.0 / (m * self.rows.metric[dof]).sqrt();
        }
        for index in 0..self.sub.blocks.len() {
            let b = self.sub.blocks[index];
            let block = self.system.block(b);
            for i in 0..block.len() {
                let norm = self.rows.mobility(block, self.work, i).sqrt();
                let s = if norm > 0.0 { m.sqrt() / norm } else { 1.0 };
                self.sub.scale[self.sub.unknowns[index] + i] = s;
                let is_rigid = self.sub.rigid_contacts && index >= self.sub.joints;
                self.rows.compliance[block.first + i] = if is_rigid { 0.0 } else { self.sub.dual / (s * s) };
            }
        }
    }

    pub(super) fn factorise(&mut self) -> bool {
        let watch = self.sub.is_sparse();
        timed(Part::Assembly, watch, || self.assemble());
        let sub = &mut *self.sub;
        timed(Part::Factorisation, watch, || sub.factor.factor(&sub.matrix, &sub.scale).is_ok())
    }
}
