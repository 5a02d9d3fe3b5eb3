//! A global allocator that counts allocations.
//!
//! In an integration test:
//!
//! ```
//! use carom::testkit::CountingAllocator;
//!
//! #[global_allocator]
//! static ALLOCATOR: CountingAllocator = CountingAllocator::new();
//!
//! let before = ALLOCATOR.count();
//! let boxed = Box::new(1);
//! assert_eq!(ALLOCATOR.count() - before, 1);
//! # drop(boxed);
//! ```
//!
//! The count is of the whole process: put such a test alone in its file.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts every allocation and reallocation, then leaves it to the system's allocator.
#[derive(Debug, Default)]
pub struct CountingAllocator {
    count: AtomicUsize,
}

impl CountingAllocator {
    pub const fn new() -> Self {
        Self { count: AtomicUsize::new(0) }
    }

    /// Allocations since the program started.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.count.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        self.count.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}
