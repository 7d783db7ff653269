use crate::panes::PaneSettings;
use crate::view::Camera;
use egui::Rect;

/// A pane with its position in the window.
pub struct ShownPane<'a> {
    /// Index of the pane in row-major order, from 0.
    pub index: usize,
    pub id: u64,
    pub settings: &'a PaneSettings,
    /// Whether it uses the shared camera.
    pub linked: bool,
    pub rect: Rect,
    /// Size of the picture.
    pub pixels: [u32; 2],
    pub camera: &'a Camera,
    /// Whether this pane receives keys that grab a joint: the pointer is over it, or it is selected and the pointer is
    /// over no pane.
    pub has_keys: bool,
}
