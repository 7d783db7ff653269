use crate::session::SavedWindow;
use winit::dpi::{LogicalSize, PhysicalPosition, PhysicalSize};
use winit::event_loop::ActiveEventLoop;
use winit::window::{Window, WindowAttributes};

/// Width and height of the first window, in logical points.
const FIRST_SIZE_POINTS: [f32; 2] = [1440.0, 900.0];

/// Length of a window's upper edge that must be on a monitor, so that the window can be grabbed.
const GRABBED_PIXELS: i64 = 64;

/// Places a new window at the position of the last one. A position that is on no monitor anymore is left to the system.
pub fn placed(
    attributes: WindowAttributes,
    event_loop: &ActiveEventLoop,
    saved: Option<SavedWindow>,
) -> WindowAttributes {
    let [width, height] = saved.map_or(FIRST_SIZE_POINTS, |saved| saved.size_points);
    let attributes = attributes
        .with_inner_size(LogicalSize::new(width, height))
        .with_maximized(saved.is_some_and(|saved| saved.maximized));
    let position = saved.and_then(|saved| saved.position_pixels);
    let is_seen = |at: [i32; 2]| {
        event_loop.available_monitors().any(|monitor| is_on_monitor(at, monitor.position(), monitor.size()))
    };
    match position.filter(|at| is_seen(*at)) {
        Some([x, y]) => attributes.with_position(PhysicalPosition::new(x, y)),
        None => attributes,
    }
}

/// Size and position of a window. A maximized window keeps the size and position that it had before.
pub fn placement_of(window: &Window, before: Option<SavedWindow>) -> SavedWindow {
    let maximized = window.is_maximized();
    if let Some(before) = before.filter(|_| maximized) {
        return SavedWindow { maximized, ..before };
    }
    let size: LogicalSize<f32> = window.inner_size().to_logical(window.scale_factor());
    let position_pixels = window.outer_position().ok().map(|at| [at.x, at.y]);
    SavedWindow { size_points: [size.width, size.height], position_pixels, maximized }
}

fn is_on_monitor([x, y]: [i32; 2], corner: PhysicalPosition<i32>, size: PhysicalSize<u32>) -> bool {
    let is_within = |at: i32, from: i32, side: u32| {
        let (at, from) = (i64::from(at), i64::from(from));
        at >= from - GRABBED_PIXELS && at + GRABBED_PIXELS <= from + i64::from(side)
    };
    is_within(x, corner.x, size.width) && is_within(y, corner.y, size.height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_cannot_be_grabbed_is_not_on_the_monitor() {
        let (corner, size) = (PhysicalPosition::new(1920, 0), PhysicalSize::new(1280, 1024));
        let is_seen = |at| is_on_monitor(at, corner, size);
        assert!(is_seen([1920, 0]) && is_seen([1900, -20]) && is_seen([3100, 900]));
        assert!(!is_seen([0, 0]) && !is_seen([3190, 0]) && !is_seen([2000, 1020]) && !is_seen([i32::MIN, i32::MAX]));
    }
}
