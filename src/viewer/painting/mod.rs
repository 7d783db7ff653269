//! Painting of the window's frames to the screen.

mod canvas;
mod damage;
mod window_painter;

pub use damage::{Damage, WindowFrame};
pub use window_painter::WindowPainter;
