//! A balanced k-d tree over points, to find those in a box in O(log n + found), whatever the grading of the mesh.

use crate::Vec3;

pub(super) struct PointTree<'a> {
    points: &'a [Vec3],
    /// The middle of a range divides it along the axis depth mod 3; left of it lie smaller coordinates, right larger ones.
    order: Vec<usize>,
}

impl<'a> PointTree<'a> {
    /// A tree over some of the points.
    pub fn new(points: &'a [Vec3], mut some: Vec<usize>) -> Self {
        divide(points, &mut some, 0);
        Self { points, order: some }
    }

    /// Calls `found` for every point in the box.
    pub fn within(&self, low: &Vec3, high: &Vec3, found: &mut impl FnMut(usize)) {
        self.search(&self.order, 0, (low, high), found);
    }

    fn search(&self, range: &[usize], axis: usize, (low, high): (&Vec3, &Vec3), found: &mut impl FnMut(usize)) {
        let middle = range.len() / 2;
        let Some(&index) = range.get(middle) else { return };
        let x = &self.points[index];
        if (0..3).all(|i| low[i] <= x[i] && x[i] <= high[i]) {
            found(index);
        }
        let next = (axis + 1) % 3;
        if low[axis] <= x[axis] {
            self.search(&range[..middle], next, (low, high), found);
        }
        if x[axis] <= high[axis] {
            self.search(&range[middle + 1..], next, (low, high), found);
        }
    }
}

fn divide(points: &[Vec3], range: &mut [usize], axis: usize) {
    if range.len() > 1 {
        let middle = range.len() / 2;
        let (left, _, right) =
            range.select_nth_unstable_by(middle, |a, b| points[*a][axis].total_cmp(&points[*b][axis]));
        divide(points, left, (axis + 1) % 3);
        divide(points, right, (axis + 1) % 3);
    }
}
