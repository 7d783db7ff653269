use crate::encode::decode_own_png;
use winit::window::{Icon, WindowAttributes};

/// The name by which a desktop finds the installed entry of a window: that of `skinscope.desktop`.
pub const WINDOW_NAME: &str = "skinscope";

/// `assets/icon/skinscope.svg` in the size of a task bar.
const ICON: &[u8] = include_bytes!("../../assets/icon/skinscope-64.png");

/// Gives a window the program's icon, and the name of its desktop entry.
pub fn identified(attributes: WindowAttributes) -> WindowAttributes {
    #[cfg(target_os = "linux")]
    let attributes =
        winit::platform::wayland::WindowAttributesExtWayland::with_name(attributes, WINDOW_NAME, WINDOW_NAME);
    attributes.with_window_icon(icon())
}

/// `None` would only cost the icon; the test says that there is one.
fn icon() -> Option<Icon> {
    let pixels = decode_own_png(ICON)?;
    let (width, height) = pixels.dimensions();
    Icon::from_rgba(pixels.into_raw(), width, height).ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_icon_can_be_read() {
        assert!(super::icon().is_some());
    }
}
