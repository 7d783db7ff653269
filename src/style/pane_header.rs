use super::{Palette, method_color, regular, semibold};
use crate::skinning::SkinningSettings;
use egui::{Align2, CornerRadius, Painter, Rect, pos2, vec2};

/// A pane's name above its picture: the method's color chip, its names, and the settings that matter.
pub fn draw_pane_header(painter: &Painter, palette: &Palette, header: Rect, settings: SkinningSettings) {
    let painter = painter.with_clip_rect(header.intersect(painter.clip_rect()));
    painter.rect_filled(header, CornerRadius { nw: 6, ne: 6, sw: 0, se: 0 }, palette.panel);
    let y = header.center().y;
    let chip = Rect::from_center_size(pos2(header.left() + 17.0, y), vec2(10.0, 10.0));
    painter.rect_filled(chip, CornerRadius::same(3), method_color(settings.method, palette.theme));
    let at = pos2(header.left() + 32.0, y);
    let name = settings.method.short_name();
    let short = painter.text(at, Align2::LEFT_CENTER, name, semibold(14.0), palette.text1);
    // Narrow panes drop the long name first, then the settings.
    let mut right = header.right() - 12.0;
    if settings.method.blends_quaternions() {
        let mut mode = settings.antipodality.label().to_lowercase();
        if settings.method.takes_blend() {
            mode = format!("blend {:.2}, {mode}", settings.blend.get());
        }
        let mode = painter.layout_no_wrap(mode, regular(11.0), palette.text3);
        let at = pos2(right - mode.size().x, y - mode.size().y / 2.0);
        if at.x >= short.right() + 12.0 {
            right = at.x - 12.0;
            painter.galley(at, mode, palette.text3);
        }
    }
    let long = painter.layout_no_wrap(settings.method.long_name().to_owned(), regular(12.0), palette.text2);
    let at = pos2(short.right() + 8.0, y - long.size().y / 2.0);
    if at.x + long.size().x <= right {
        painter.galley(at, long, palette.text2);
    }
}
