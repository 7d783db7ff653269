//! A lens around the pointer while Z is held: it shows that part of the picture larger and as sharp as the rest.

use crate::panes::ComparisonKind;
use crate::session::State;
use crate::session::user_commands::LENS;
use crate::style::Palette;
use crate::viewer::pictures::{PictureId, Pictures, View};
use crate::viewer::ui::palette::shortcuts::is_down;
use crate::viewer::ui::panes::shown_pane::ShownPane;
use crate::viewer::ui::panes::whole_pixels;
use egui::{CursorIcon, Rect, Stroke, Ui, Vec2, vec2};

/// Radius in points of the stage.
const RADIUS: f32 = 92.0;
const FACTOR: f32 = 3.0;

pub fn is_held(ui: &Ui) -> bool {
    ui.input(|input| is_down(input, &LENS) && input.modifiers.is_none())
}

/// Draws the lens if the pointer is over this pane's picture.
pub fn show(ui: &Ui, palette: &Palette, state: &State, pictures: &mut Pictures, pane: &ShownPane<'_>, area: Rect) {
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let Some(pointer) = pointer.filter(|at| is_held(ui) && pane.rect.contains(*at)) else { return };
    let scale = ui.ctx().pixels_per_point();
    let rect = Rect::from_center_size(pointer, Vec2::splat(2.0 * RADIUS));
    // Aligned to whole pixels, so that its size does not change from frame to frame.
    let side = (2.0 * RADIUS * scale).round().max(1.0);
    let rect = Rect::from_min_size((rect.min * scale).round() / scale, Vec2::splat(side / scale));
    let pixels = whole_pixels(rect, scale);
    let pixel = (pointer - pane.rect.min) * scale;
    let pixel = glam::Vec2::new(pixel.x, pixel.y);
    let camera = pane.camera.through_lens(pixel, pane.pixels, pixels[1], FACTOR);
    let comparison = pane.settings.comparison;
    let fraction = (pointer.x - pane.rect.left()) / pane.rect.width();
    let shows_other = match comparison.kind {
        ComparisonKind::Wipe => fraction > comparison.divider,
        ComparisonKind::Flicker => state.hand.flicker_held,
        _ => false,
    };
    let skinning = if shows_other { comparison.other } else { pane.settings.skinning };
    let view = View { camera: &camera, pixels, pixels_per_point: scale };
    let id = PictureId::lens(pane.id);
    let Ok(Some(filling)) = pictures.draw(state, id, pane.settings, skinning, view) else { return };
    ui.ctx().set_cursor_icon(CursorIcon::None);
    let painter = ui.painter().with_clip_rect(area);
    painter.circle_filled(rect.center() + vec2(0.0, 3.0), RADIUS + 5.0, palette.halo());
    painter.add(filling.shape(rect));
    painter.circle_stroke(rect.center(), RADIUS, Stroke::new(3.0, palette.text1));
}
