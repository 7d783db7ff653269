use super::{Palette, elided_middle, icons, method_color, regular, semibold};
use crate::panes::{ComparisonKind, PaneName, PaneSettings};
use crate::skinning::SkinningMethod;
use egui::{Align2, CornerRadius, Painter, Pos2, Rect, pos2, vec2};
use std::borrow::Cow;

/// Width below which a header shows no settings.
const WIDTH_FOR_SETTINGS: f32 = 240.0;

/// Width of the caret behind a name.
const CARET_ROOM: f32 = 20.0;

/// The content of a pane's header.
#[derive(Clone, Copy, Debug)]
pub struct PaneTitle<'a> {
    pub settings: &'a PaneSettings,
    pub name: &'a PaneName,
    /// Names of the pane's model and of the other one, if two are open.
    pub models: Option<[&'a str; 2]>,
    /// Width in points reserved at the right for buttons.
    pub reserved: f32,
    /// Whether room is left for a caret after the name, which opens a list.
    pub opens: bool,
    /// Text that describes a comparison in place of its kind.
    pub comparison: Option<&'static str>,
}

/// Draws a pane's header: the method's color chip, its names, the comparison, and the relevant settings. Returns the
/// right end of the first name with its caret.
pub fn draw_pane_header(painter: &Painter, palette: &Palette, header: Rect, title: PaneTitle<'_>) -> f32 {
    let painter = painter.with_clip_rect(header.intersect(painter.clip_rect()));
    painter.rect_filled(header, CornerRadius { nw: 6, ne: 6, sw: 0, se: 0 }, palette.panel);
    let settings = title.settings;
    let y = header.center().y;
    let mut right = header.right() - 6.0 - title.reserved;
    let other = settings.compared_with();
    let caret = if title.opens { CARET_ROOM } else { 0.0 };
    let from = header.left() + 12.0;
    // Two names share the room.
    let room = if other.is_some() { 0.5 * (right - from) - 13.0 } else { right - from };
    let name = of_model(&title.name.lead, title.models.map(|[own, _]| own));
    let end = named_chip(&painter, palette, pos2(from, y), room - caret, (&name, settings.skinning.method)) + caret;
    let mut left = end;
    if let Some(other) = other {
        let swap = pos2(left + 10.0, y);
        painter.text(swap, Align2::CENTER_CENTER, icons::ARROWS_LEFT_RIGHT, icons::font(12.0), palette.text3);
        let model = title.models.map(|[own, other]| if settings.comparison.other_model { other } else { own });
        let name = of_model(other.method.short_name(), model);
        left = named_chip(&painter, palette, pos2(left + 22.0, y), right - left - 22.0, (&name, other.method));
    }
    // Narrow panes drop the long name first, then the settings.
    if !title.name.settings.is_empty() && header.width() >= WIDTH_FOR_SETTINGS {
        let words = painter.layout_no_wrap(title.name.settings.clone(), regular(12.0), palette.text3);
        let at = pos2(right - words.size().x, y - words.size().y / 2.0);
        if at.x >= left + 12.0 {
            right = at.x - 12.0;
            painter.galley(at, words, palette.text3);
        }
    }
    let long = match settings.comparison.kind {
        ComparisonKind::Off => &title.name.behind,
        kind => title.comparison.unwrap_or(kind.label()),
    };
    let long = painter.layout_no_wrap(long.to_owned(), regular(12.0), palette.text2);
    let at = pos2(left + 8.0, y - long.size().y / 2.0);
    if at.x + long.size().x <= right {
        painter.galley(at, long, palette.text2);
    }
    end
}

/// Name of a method, and which model it deforms if there are several.
fn of_model<'a>(method: &'a str, model: Option<&str>) -> Cow<'a, str> {
    model.map_or(Cow::Borrowed(method), |model| Cow::Owned(format!("{method} \u{b7} {model}")))
}

/// Draws a chip with its name within this width, and returns its right end.
fn named_chip(
    painter: &Painter,
    palette: &Palette,
    at: Pos2,
    room: f32,
    (name, method): (&str, SkinningMethod),
) -> f32 {
    let chip = Rect::from_center_size(pos2(at.x + 5.0, at.y), vec2(10.0, 10.0));
    painter.rect_filled(chip, CornerRadius::same(3), method_color(method, palette.theme));
    let font = semibold(14.0);
    let (name, _) = elided_middle(painter, name, &font, room - 20.0);
    painter.text(pos2(at.x + 20.0, at.y), Align2::LEFT_CENTER, name, font, palette.text1).right()
}
