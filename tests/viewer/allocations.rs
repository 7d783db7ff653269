//! Heap allocations of a frame in which nothing changed: counted, and bounded, so that they do not grow unnoticed.

use crate::harness::{SIZE, viewer_with, wait_for_figures};
use crate::posing::joint;
use crate::resting::comes_to_rest;
use egui::pos2;
use skinscope::session::Command;
use skinscope::skinning::SkinningMethod;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, which counts for each thread.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    /// Blocks that this thread asked for.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    /// Blocks of the last frame of the viewer.
    static OF_FRAME: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends may still free and allocate.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

#[allow(unsafe_code, reason = "allocations can be counted in no other way")]
// SAFETY: everything is passed on to the system's allocator unchanged; counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promises are those that this function makes.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above; every block is the system's.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Runs a frame and remembers its allocations on this thread.
pub fn of_frame(frame: impl FnOnce()) {
    let before = ASKED.get();
    frame();
    OF_FRAME.set(ASKED.get() - before);
}

/// Most allocations of a frame with four panes, a selected joint and its figures: 2465 when this was last changed, and a
/// few more for other versions of egui. Most come from egui, which lays out every widget again.
const MOST: usize = 2_600;

#[test]
fn a_frame_in_which_nothing_changed_allocates_little() {
    let mut harness = viewer_with("mannequin");
    harness.state_mut().state.apply(Command::SetPaneCount(4));
    for (pane, method) in [SkinningMethod::Dqs, SkinningMethod::LogMatrix, SkinningMethod::Dib].into_iter().enumerate()
    {
        harness.state_mut().state.apply(Command::SetMethod { pane, method });
    }
    let forearm = joint(&harness, "forearm.L");
    harness.state_mut().state.apply(Command::SelectJoint(Some(forearm)));
    wait_for_figures(&mut harness);
    harness.hover_at(pos2(SIZE[0] - 80.0, 300.0));
    comes_to_rest(&mut harness, "with four panes");
    let mut counts: Vec<usize> = (0..8)
        .map(|_frame| {
            harness.run_steps(1);
            OF_FRAME.get()
        })
        .collect();
    println!("allocations by frame: {counts:?}");
    counts.sort_unstable();
    assert!(counts[0] > 0, "the frames were not counted");
    assert!(counts[counts.len() / 2] <= MOST, "{counts:?}");
    // Nothing is kept from frame to frame that grows.
    assert!(counts[counts.len() - 1] <= counts[0] + counts[0] / 10 + 20, "{counts:?}");
}
