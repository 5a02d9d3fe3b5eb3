//! Velocities from rates of joint coordinates: the nearest to the given ones that the joints allow and that have these rates.
//!
//! With G v + g_t = 0 of the joints and R v + r_t = r of the coordinates, min ½ (v − v₀)ᵀ M (v − v₀) is
//!
//! ```text
//! | M  −Gᵀ −Rᵀ | | v |   | M v₀    |
//! | −G  0   0  | | λ | = | g_t     |
//! | −R  0   0  | | μ |   | r_t − r |
//! ```
//!
//! without the rows that others imply. A rate that is implied and not met contradicts them.

use super::{InitialError, ROUNDING};
use crate::joint::Row;
use crate::model::Kinematics;
use crate::system::{Level, MassMatrix, RowBlock, System, dependent};
use linalg::{Factor, Matrix, choose_storage};

/// A row of G or R, and what it times v has to be.
struct LinearRow {
    entries: Vec<(u32, f64)>,
    value: f64,
}

impl LinearRow {
    /// Row `i` of a block, whose rate has to be `rate`.
    fn of(block: &RowBlock, i: usize, jacobians: &[f64], kin: &Kinematics, rate: f64) -> Self {
        let jacobian = &jacobians[block.jacobian_row(i)];
        let entries = block.dofs.iter().zip(jacobian).map(|(&dof, x)| (dof, *x)).collect();
        Self { entries, value: rate - block.time_rate(i, kin) }
    }

    fn times(&self, v: &[f64]) -> f64 {
        self.entries.iter().map(|(dof, x)| x * v[*dof as usize]).sum()
    }
}

/// Gives the joint coordinates their initial rates, and all bodies the velocities that follow.
pub fn start_rates(system: &System, kin: &mut Kinematics) -> Result<(), InitialError> {
    let rates = &system.model.rates;
    if rates.is_empty() {
        return Ok(());
    }
    let mut rows = joint_rows(system, kin);
    let first = rows.len();
    for rate in rates {
        let row = [Row::new(rate.measure.clone())];
        let block = RowBlock::new(&row, &system.model.ports, &system.layout, &system.followers);
        let (mut g, mut jacobians) = (vec![0.0; 1], vec![0.0; block.dofs.len()]);
        block.evaluate(kin, &mut g, &mut jacobians);
        rows.push(LinearRow::of(&block, 0, &jacobians, kin, rate.value));
    }
    let implied = dependent(rows.iter().map(|row| row.entries.clone()).collect(), system.mass.diagonal());
    let kept = rows.iter().enumerate().filter(|(i, _)| implied.binary_search(i).is_err()).map(|(_, row)| row);
    let v = nearest(&system.mass_at(kin), &kept.collect::<Vec<_>>(), &kin.v)?;
    let speed = v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    for (rate, row) in rates.iter().zip(&rows[first..]) {
        let angular = rate.measure.is_angular();
        let off = row.times(&v) - row.value;
        let unit = if angular { 1.0 } else { system.length };
        if off.abs() > ROUNDING * (unit + speed) {
            let unit = Level::Velocity.unit(angular);
            return Err(InitialError::Rate { item: rate.joint.clone(), value: rate.value, off, unit });
        }
    }
    kin.v.copy_from_slice(&v);
    kin.update_ports(&system.model.ports);
    Ok(())
}

fn joint_rows(system: &System, kin: &Kinematics) -> Vec<LinearRow> {
    let mut g = vec![0.0; system.joint_rows];
    let mut jacobians = vec![0.0; system.joint_jacobians];
    let mut rows = Vec::new();
    for block in &system.joints {
        block.evaluate(kin, &mut g, &mut jacobians);
        rows.extend((0..block.len()).map(|i| LinearRow::of(block, i, &jacobians, kin, 0.0)));
    }
    rows
}

/// The velocities nearest to `v_0` with independent rows.
fn nearest(mass: &MassMatrix, rows: &[&LinearRow], v_0: &[f64]) -> Result<Vec<f64>, InitialError> {
    let n = v_0.len();
    let size = n + rows.len();
    let count = mass.entries().len() + rows.iter().map(|row| 2 * row.entries.len()).sum::<usize>();
    let mut matrix = Matrix::new(size, choose_storage(size, count));
    matrix.clear();
    mass.entries().iter().for_each(|&(i, j, x)| matrix.add(i, j, x));
    let mut scale: Vec<f64> = mass.diagonal().iter().map(|m| 1.0 / m.sqrt()).collect();
    let mut b = vec![0.0; size];
    mass.mul(v_0, &mut b[..n]);
    for (r, row) in (n..).zip(rows) {
        for &(dof, x) in &row.entries {
            matrix.add(dof, r as u32, -x);
            matrix.add(r as u32, dof, -x);
        }
        let norm = row.entries.iter().map(|(dof, x)| (x * scale[*dof as usize]).powi(2)).sum::<f64>().sqrt();
        scale.push(if norm > 0.0 { 1.0 / norm } else { 1.0 });
        b[r] = -row.value;
    }
    matrix.finish();
    let mut factor = Factor::new();
    factor.factor(&matrix, &scale).map_err(|_| InitialError::NotSolved {
        what: "velocities",
        reason: "the matrix of joints and initial rates is singular".to_owned(),
    })?;
    factor.solve(&mut b);
    b.truncate(n);
    Ok(b)
}
