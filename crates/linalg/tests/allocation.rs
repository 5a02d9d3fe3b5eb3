//! After the first factorisation of a structure, assembly, refactorisation and solution do not allocate.

use linalg::testkit::{Cube, assemble_chain};
use linalg::{Factor, Matrix, Method, Storage};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: forwards to the system allocator; the counter is a constant-initialised thread local and allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

#[test]
fn replay_refactorisation_and_solution_do_not_allocate() {
    for (links, storage) in [(3, Storage::Dense), (3, Storage::Sparse), (200, Storage::Sparse)] {
        let mut a = Matrix::new(6 * links, storage);
        let mut lu = Factor::new();
        let scale = vec![1.0; a.n()];
        let mut b = vec![1.0; a.n()];
        assemble_chain(&mut a, links, true, 1);
        lu.factor(&a, &scale).unwrap();
        let before = allocations();
        assert!(before > 0, "the allocator does not count");
        for step in 0..5 {
            assemble_chain(&mut a, links, true, 1);
            if step == 3 {
                lu.invalidate(); // a full factorisation with the same pivots needs no new room either
            }
            lu.factor(&a, &scale).unwrap();
            lu.solve(&mut b);
        }
        assert_eq!(allocations() - before, 0, "{links} links, {storage:?}");
    }
}

#[test]
fn multifrontal_factorisation_and_solution_do_not_allocate() {
    // The ties of a saddle have no diagonal; a shift inside the spectrum delays pivots.
    for cube in [Cube::elastic(5), Cube::saddle(3), Cube { shift: 0.5, ..Cube::saddle(4) }, Cube::elastic(10)] {
        let mut a = cube.matrix(1);
        let mut lu = Factor::with_sparse_method(Method::Multifrontal);
        let scale = vec![1.0; a.n()];
        let mut b = vec![1.0; a.n()];
        lu.factor(&a, &scale).unwrap();
        let before = allocations();
        for _ in 0..3 {
            cube.assemble(&mut a, 1);
            lu.invalidate();
            lu.factor(&a, &scale).unwrap();
            lu.solve(&mut b);
        }
        assert_eq!(allocations() - before, 0, "{cube:?}");
    }
}
