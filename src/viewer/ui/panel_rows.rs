//! Building blocks for the sections of the inspector.

use crate::measure::Figure;
use crate::session::{Command, Interface, Section};
use crate::style::{Palette, elided_middle, icons, paint_caret, quiet_button, regular, segments, semibold};
use egui::{
    Align2, Color32, ComboBox, CornerRadius, FontId, Painter, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2,
};

/// The content of a section header.
pub struct Header<'a> {
    pub section: Section,
    pub title: &'a str,
    /// Muted text at the right.
    pub note: &'a str,
    /// Width in points reserved at the right for other widgets.
    pub reserved: f32,
}

/// A section title that folds the section on click. Returns whether it is open, and the title's rectangle.
pub fn fold_header(
    ui: &mut Ui,
    palette: &Palette,
    interface: &Interface,
    header: &Header<'_>,
    commands: &mut Vec<Command>,
) -> (bool, Rect) {
    let Header { section, title, note, reserved } = *header;
    let open = !interface.folded_sections.contains(&section);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::click());
    let does = if open { "Fold" } else { "Unfold" };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{does} {title}")));
    let ink = if response.hovered() || response.has_focus() { palette.text1 } else { palette.text3 };
    let caret = if open { icons::CARET_DOWN } else { icons::CARET_RIGHT };
    let y = rect.center().y;
    ui.painter().text(pos2(rect.left() + 5.0, y), Align2::CENTER_CENTER, caret, icons::font(12.0), ink);
    let left = rect.left() + 16.0;
    let right = rect.right() - reserved;
    let note_width = ui.painter().layout_no_wrap(note.to_owned(), regular(12.0), palette.text3).size().x;
    let title_room = right - left - note_width.min(0.5 * (right - left)) - 12.0;
    let (short, _) = elided_middle(ui.painter(), title, &semibold(13.0), title_room);
    let end = ui.painter().text(pos2(left, y), Align2::LEFT_CENTER, short, semibold(13.0), palette.text1).right();
    let room = Rect::from_x_y_ranges(end + 12.0..=right, rect.y_range());
    text_at_right(ui.painter(), room, note, regular(12.0), palette.text3);
    if response.clicked() {
        commands.push(Command::FoldSection { section, folded: open });
    }
    (open, rect)
}

/// The progress of a job from 0 to 1, and a button. Returns whether the user cancels it.
pub fn progress_row(ui: &mut Ui, palette: &Palette, job: &str, fraction: f32) -> bool {
    let row = ui.horizontal(|ui| {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width() - 92.0, 28.0), Sense::hover());
        let percent = format!("{:.0}%", 100.0 * fraction);
        response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, format!("{job}: {percent}")));
        let bar = Rect::from_center_size(rect.center(), vec2(rect.width(), 4.0));
        ui.painter().rect_filled(bar, CornerRadius::same(2), palette.track);
        let done = bar.split_left_right_at_fraction(fraction).0;
        ui.painter().rect_filled(done, CornerRadius::same(2), palette.accent);
        quiet_button(ui, palette, "", "Cancel").on_hover_text(format!("Stop the {}", job.to_lowercase())).clicked()
    });
    row.inner
}

/// A sentence about methods that a result lacks, such as "DQS and CoR are not tested yet." `None` if there are none.
pub fn not_done_yet(methods: &[String], done: &str) -> Option<String> {
    match methods {
        [] => None,
        [one] => Some(format!("{one} is not {done} yet.")),
        [others @ .., last] => Some(format!("{} and {last} are not {done} yet.", others.join(", "))),
    }
}

/// Count above which methods are chosen from a drop-down list.
const MOST_TABS: usize = 4;

/// The choice of one of the methods of a result, by its index. Returns the clicked one.
pub fn method_choice(ui: &mut Ui, palette: &Palette, label: &str, names: &[String], chosen: usize) -> Option<usize> {
    if names.len() <= MOST_TABS {
        let tabs: Vec<(usize, &str, &str)> =
            names.iter().enumerate().map(|(index, name)| (index, name.as_str(), "")).collect();
        return segments(ui, palette, label, ui.available_width(), &tabs, chosen);
    }
    let selected = names.get(chosen).map_or("", String::as_str);
    let combo = ComboBox::from_id_salt(label).icon(paint_caret).width(ui.available_width());
    let mut clicked = None;
    let response = combo.selected_text(selected).show_ui(ui, |ui| {
        for (index, name) in names.iter().enumerate() {
            if ui.selectable_label(index == chosen, name).clicked() {
                clicked = Some(index);
            }
        }
    });
    ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label(label));
    clicked
}

/// Brings a section into view from the frame in which `told` changes, until it has its final height.
pub fn scroll_to_what_is_new(ui: &Ui, name: &str, told: bool, section: Rect) {
    /// Number of frames to scroll: a list has its height one frame after its result.
    const FRAMES_TO_FOLLOW: u8 = 2;
    let id = egui::Id::unique("what is new").with(name);
    let (before, left): (bool, u8) = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let left = if told == before { left } else { FRAMES_TO_FOLLOW };
    ui.data_mut(|data| data.insert_temp(id, (told, left.saturating_sub(1))));
    if left > 0 {
        // Of a section that fills the view, the beginning counts.
        let fills = section.height() + 2.0 * ui.spacing().item_spacing.y >= ui.clip_rect().height();
        ui.scroll_to_rect(section, fills.then_some(egui::Align::TOP));
        ui.ctx().request_repaint();
    }
}

/// A label at the left of a row, of one width, so that what follows is below each other.
pub fn row_label(ui: &mut Ui, width: f32, text: egui::RichText) -> egui::Response {
    let size = vec2(width, 26.0);
    let row = ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.set_min_size(size);
        ui.label(text)
    });
    row.inner
}

/// Text at the right end of a rectangle, with an ellipsis if it does not fit.
pub fn text_at_right(painter: &Painter, room: Rect, text: &str, font: FontId, color: Color32) {
    let galley = elided(painter, text, font, color, room.width());
    let at = pos2(room.right() - galley.size().x, room.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, color);
}

/// Text at the left end of a rectangle, with an ellipsis if it does not fit.
pub fn text_at_left(painter: &Painter, room: Rect, text: &str, font: FontId, color: Color32) {
    let galley = elided(painter, text, font, color, room.width());
    painter.galley(pos2(room.left(), room.center().y - galley.size().y / 2.0), galley, color);
}

fn elided(painter: &Painter, text: &str, font: FontId, color: Color32, width: f32) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(0.0));
    painter.layout_job(job)
}

/// A method's color in front of its name.
pub fn chip(painter: &Painter, at: Pos2, color: Color32) {
    painter.rect_filled(Rect::from_center_size(at, vec2(9.0, 9.0)), CornerRadius::same(3), color);
}

/// The definition of a figure, and its source.
pub fn definition(ui: &mut Ui, palette: &Palette, figure: Figure) {
    ui.set_max_width(320.0);
    ui.label(egui::RichText::new(figure.label()).font(semibold(12.0)).color(palette.text1));
    ui.label(super::label(palette, figure.definition()));
    ui.label(super::hint(palette, &format!("Unit: {}. Source: {}.", figure.unit(), figure.source())));
}

/// Formats with a true minus sign.
pub fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    // Minus zero is shown as zero.
    let zero = text.trim_start_matches(['-', '0', '.']).is_empty();
    if zero { text.replace('-', "") } else { text.replace('-', "\u{2212}") }
}
