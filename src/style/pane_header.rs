use super::{Palette, elided_middle, icons, method_color, regular, semibold};
use crate::panes::{ComparisonKind, PaneSettings};
use crate::skinning::{Phases, SkinningMethod, SkinningSettings};
use egui::{Align2, CornerRadius, Painter, Pos2, Rect, pos2, vec2};
use std::borrow::Cow;

/// Narrower headers show no settings.
const WIDTH_FOR_SETTINGS: f32 = 240.0;

/// Width of the caret behind a name.
const CARET_ROOM: f32 = 20.0;

/// The content of a pane's header.
#[derive(Clone, Copy, Debug)]
pub struct PaneTitle<'a> {
    pub settings: &'a PaneSettings,
    /// The names of the pane's model and of the other one, if two are open.
    pub models: Option<[&'a str; 2]>,
    /// Width in points reserved at the right for buttons.
    pub reserved: f32,
    /// Leaves room for a caret behind the name, which opens a list.
    pub opens: bool,
    /// What is said of a comparison in place of its kind.
    pub comparison: Option<&'static str>,
    /// Whether the antipodality mode comes first, before the method.
    pub leads_with_mode: bool,
}

/// Draws a pane's header: the method's color chip, its names, what it is compared with, and the relevant settings.
/// Returns the right end of the first name with its caret.
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
    let name = if title.leads_with_mode {
        settings.skinning.antipodality().title()
    } else {
        settings.skinning.method.short_name()
    };
    let name = of_model(name, title.models.map(|[own, _]| own));
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
    let words = pane_settings_in_words(settings, title.leads_with_mode);
    if let Some(words) = words.filter(|_| header.width() >= WIDTH_FOR_SETTINGS) {
        let words = painter.layout_no_wrap(words, regular(12.0), palette.text3);
        let at = pos2(right - words.size().x, y - words.size().y / 2.0);
        if at.x >= left + 12.0 {
            right = at.x - 12.0;
            painter.galley(at, words, palette.text3);
        }
    }
    let long = match settings.comparison.kind {
        ComparisonKind::Off if title.leads_with_mode => settings.skinning.method.short_name(),
        ComparisonKind::Off => settings.skinning.method.long_name(),
        kind => title.comparison.unwrap_or(kind.label()),
    };
    let long = painter.layout_no_wrap(long.to_owned(), regular(12.0), palette.text2);
    let at = pos2(left + 8.0, y - long.size().y / 2.0);
    if at.x + long.size().x <= right {
        painter.galley(at, long, palette.text2);
    }
    end
}

/// A method's name, and which model it deforms if there are several.
fn of_model<'a>(method: &'a str, model: Option<&str>) -> Cow<'a, str> {
    model.map_or(Cow::Borrowed(method), |model| Cow::Owned(format!("{method} \u{b7} {model}")))
}

/// Draws a chip with its name in a room of this width, and returns where it ends.
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

/// Whether a mode of antipodality is worth a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ModeWord {
    Never,
    /// Where it is not the method's own.
    IfChosen,
    Always,
}

/// The settings of A, or of both if they differ only in their modes. `None` if none is worth a word.
pub fn pane_settings_in_words(settings: &PaneSettings, leads_with_mode: bool) -> Option<String> {
    let words = |skinning, mode| modes(skinning, settings.centers.sigma, mode);
    let mode = if leads_with_mode { ModeWord::Never } else { ModeWord::IfChosen };
    let own = settings.skinning;
    let alike = settings.compared_with().filter(|other| other.method == own.method);
    let words = match alike {
        Some(other) if words(other, mode) != words(own, mode) => {
            // Both sides are named, the default too.
            let mode = if leads_with_mode { ModeWord::Never } else { ModeWord::Always };
            format!("{} | {}", words(own, mode), words(other, mode))
        }
        _ => words(own, mode),
    };
    (!words.is_empty()).then_some(words)
}

fn modes(skinning: SkinningSettings, sigma: f64, mode: ModeWord) -> String {
    let mut words = Vec::new();
    if skinning.method.takes_blend() {
        words.push(format!("blend {:.2}", skinning.blend.get()));
    }
    if skinning.method.needs_centers() && sigma != crate::centers::CenterSettings::default().sigma {
        words.push(format!("sigma {sigma:.2}"));
    }
    let is_told = match mode {
        ModeWord::Never => false,
        ModeWord::IfChosen => skinning.antipodality() != skinning.method.default_antipodality(),
        ModeWord::Always => true,
    };
    if is_told && skinning.method.blends_quaternions() {
        words.push(skinning.antipodality().title().to_lowercase());
    }
    if skinning.scale_kind == crate::model::ScaleKind::Local {
        words.push("local scale".to_owned());
    }
    if skinning.phases() == Phases::First {
        words.push("first phase alone".to_owned());
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panes::Comparison;
    use crate::skinning::Antipodality;

    #[test]
    fn a_mode_is_told_where_it_is_not_the_method_s_own() {
        let pane = |method, mode: Option<Antipodality>| {
            let mut settings = PaneSettings::of_method(method);
            settings.skinning.chosen_antipodality = mode;
            settings
        };
        let told = |settings: &PaneSettings| pane_settings_in_words(settings, false);
        for method in [SkinningMethod::Dqs, SkinningMethod::Cor] {
            assert_eq!(told(&pane(method, None)), None);
            assert_eq!(told(&pane(method, Some(method.default_antipodality()))), None, "chosen, and the same");
            assert_eq!(told(&pane(method, Some(Antipodality::Continuous))).as_deref(), Some("continuous"));
        }
        assert_eq!(told(&pane(SkinningMethod::Lbs, Some(Antipodality::None))), None, "it has no signs");
        let mut compared = pane(SkinningMethod::Dqs, None);
        let other = SkinningSettings { chosen_antipodality: Some(Antipodality::RunningSum), ..compared.skinning };
        compared.comparison = Comparison { kind: ComparisonKind::Wipe, other, ..Comparison::default() };
        assert_eq!(told(&compared).as_deref(), Some("per vertex | running sum"), "both sides are named");
        assert_eq!(pane_settings_in_words(&pane(SkinningMethod::Dqs, Some(Antipodality::None)), true), None);
    }
}
