//! The table of a stress test: a row for each joint, and a column for each method with a number over a bar.

use super::stress_list::{List, Listed, NAME_LEFT, turn};
use crate::measure::{StressEntry, StressMeasure, StressRow};
use crate::session::figures::names;
use crate::session::{Command, State, StressChoice, StressLine, StressResult, StressSort};
use crate::style::{Palette, icons, medium, method_color, regular, semibold};
use crate::viewer::ui::panel_rows::{definition, number, text_at_left, text_at_right};
use egui::{Align2, CornerRadius, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

/// Width of a column: comfortable, and the least for a number beside the next one.
const CELL: [f32; 2] = [54.0, 28.0];
/// Least width of the names beside the columns.
const NAME: f32 = 104.0;
/// Height of a row, and of the name where it is above the cells.
const ROW: f32 = 27.0;
const NAME_ABOVE: f32 = 19.0;
/// Height of the heads, and of the longest head that is written upward.
const HEAD: f32 = 20.0;
const UPWARD: f32 = 92.0;

/// Where the columns are. Many are narrow, and below the names if they do not fit beside them.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    pub row: f32,
    pub name: Vec2,
    cell: f32,
}

impl Columns {
    pub fn of(width: f32, count: usize) -> Self {
        let count = count.max(1) as f32;
        let beside = ((width - NAME) / count).min(CELL[0]);
        if beside >= CELL[1] {
            return Self { row: ROW, name: vec2(width - beside * count - 6.0, ROW), cell: beside };
        }
        Self { row: NAME_ABOVE + ROW, name: vec2(width, NAME_ABOVE), cell: (width / count).min(CELL[0]) }
    }

    /// A column in a row of this table or in its head. `count` is that of the columns.
    fn cell(self, row: Rect, (column, count): (usize, usize)) -> Rect {
        let right = row.right() - self.cell * (count - 1 - column.min(count - 1)) as f32;
        let top = row.bottom() - row.height().min(ROW);
        Rect::from_min_max(pos2(right - self.cell, top), pos2(right, row.bottom()))
    }
}

/// Shows the search and the table, and returns whether there are any joints in it.
pub(super) fn show(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    (result, choice, fade): (&StressResult, StressChoice, f32),
    commands: &mut Vec<Command>,
) -> bool {
    let Some(document) = &state.documents.first else { return false };
    super::stress_list::search(ui, palette, &state.jobs, commands);
    ui.spacing_mut().item_spacing.y = 0.0;
    let names = names(&result.skins);
    heads(ui, palette, (result, choice), &names, commands);
    let Columns { row, name, .. } = Columns::of(ui.available_width(), names.len());
    let list = List { result, choice, fade, of: "", row, name, columns: &names };
    let rows = result.table(choice, |node| document.joint_name(node));
    super::stress_list::show(ui, palette, state, &list, rows.iter().collect(), commands)
}

/// The heads, which sort the table.
fn heads(
    ui: &mut Ui,
    palette: &Palette,
    (result, choice): (&StressResult, StressChoice),
    names: &[String],
    commands: &mut Vec<Command>,
) {
    let columns = Columns::of(ui.available_width(), names.len());
    let painter = ui.painter().clone();
    let width = |name: &String| painter.layout_no_wrap(name.clone(), medium(11.0), palette.text1).size().x;
    let longest = names.iter().map(width).fold(0.0, f32::max);
    // Room for the sign of the order.
    let is_upward = longest + 14.0 > columns.cell;
    // Below the head of the names, where the cells are below the names.
    let above = if columns.name.y < ROW { HEAD } else { 0.0 };
    let height = above + if is_upward { longest.min(UPWARD) + 20.0 } else { HEAD };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height + 5.0), Sense::hover());
    let of_names = match above > 0.0 {
        true => rect.with_max_y(rect.top() + HEAD),
        false => rect.with_max_x(rect.left() + columns.name.x).with_min_y(rect.bottom() - HEAD - 5.0),
    };
    let of_names = of_names.with_max_y(of_names.top() + HEAD);
    let sorted =
        |sort: StressSort, skin: usize| choice.sort == sort && (sort == StressSort::Name || choice.skin == skin);
    let mut head = |at: Rect, name: &str, sort: StressSort, skin: usize| {
        let is_sorted = sorted(sort, skin);
        let response = ui.interact(at, egui::Id::unique("stress head").with(name), Sense::click());
        let said = format!("Sort by {name}");
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_sorted, &said));
        if response.clicked() {
            let sort = if is_sorted { StressSort::Worst } else { sort };
            commands.push(Command::SetStressChoice(StressChoice { sort, skin, ..choice }));
        }
        let lit = is_sorted || response.hovered() || response.has_focus();
        response.on_hover_ui(|ui| {
            let again = "Click again to sort by the worst of all methods.";
            let does = if is_sorted { again.to_owned() } else { format!("{said}.") };
            ui.label(does);
            definition(ui, palette, choice.measure.figure());
        });
        (is_sorted, if lit { palette.text1 } else { palette.text2 })
    };
    let of_joints = head(of_names, "joint", StressSort::Name, choice.skin);
    let of_methods: Vec<(Rect, (bool, egui::Color32))> = names
        .iter()
        .enumerate()
        .map(|(column, name)| {
            let at = columns.cell(rect, (column, names.len()));
            let at = Rect::from_x_y_ranges(at.x_range(), rect.top() + above..=rect.bottom() - 2.0);
            (at, head(at, name, StressSort::Method, column))
        })
        .collect();
    let (is_sorted, ink) = of_joints;
    text_at_left(&painter, of_names.with_min_x(of_names.left() + NAME_LEFT), "Joint", regular(11.0), ink);
    if is_sorted {
        painter.text(of_names.left_center(), Align2::LEFT_CENTER, icons::CARET_DOWN, icons::font(10.0), ink);
    }
    for ((name, skin), (at, (is_sorted, ink))) in names.iter().zip(&result.skins).zip(of_methods) {
        let font = if is_sorted { medium(11.0) } else { regular(11.0) };
        let text = at.with_max_y(at.bottom() - 4.0).with_max_x(at.right() - 2.0);
        // The sign of the order is at the end of the name.
        let sign = if is_upward {
            let mut job = egui::text::LayoutJob::simple_singleline(name.clone(), font, ink);
            job.wrap = egui::text::TextWrapping::truncate_at_width(text.height() - 14.0);
            let galley = painter.layout_job(job);
            let size = galley.size();
            let from = pos2(text.center().x - size.y / 2.0, text.bottom());
            let shape = egui::epaint::TextShape::new(from, galley, ink);
            painter.add(shape.with_angle(-std::f32::consts::FRAC_PI_2));
            (text.center_bottom() - vec2(0.0, size.x + 2.0), Align2::CENTER_BOTTOM)
        } else {
            text_at_right(&painter, text.with_min_x(at.left() + 12.0), name, font, ink);
            (text.right_center() - vec2(width(name) + 3.0, 0.0), Align2::RIGHT_CENTER)
        };
        if is_sorted {
            painter.text(sign.0, sign.1, icons::CARET_DOWN, icons::font(10.0), ink);
        }
        let line = Rect::from_min_max(pos2(at.left() + 4.0, at.bottom() - 2.0), at.right_bottom() - vec2(2.0, 0.0));
        painter.rect_filled(line, CornerRadius::same(1), method_color(skin.skinning.method, palette.theme));
    }
}

impl Listed for &StressRow {
    fn node(&self) -> u32 {
        self.node
    }

    fn pose(line: &StressLine<Self>, _: &List<'_>) -> Option<(usize, StressEntry)> {
        StressRow::of_all(line.joints().copied())?.worst()
    }

    fn told(&self, _: &State, list: &List<'_>) -> String {
        let Some((method, entry)) = self.worst() else { return "nothing to measure".to_owned() };
        let method = list.columns.get(method).map_or("", String::as_str);
        format!("{} under {method}, {}", turn(&entry), list.choice.measure.described(entry.over_rest))
    }

    fn cells(line: &StressLine<Self>) -> Vec<Option<StressEntry>> {
        StressRow::of_all(line.joints().copied()).map_or_else(Vec::new, |row| row.cells)
    }

    fn cell(list: &List<'_>, row: Rect, column: usize) -> Rect {
        Columns::of(row.width(), list.columns.len()).cell(row, (column, list.columns.len()))
    }

    fn draw(line: &StressLine<Self>, ui: &Ui, palette: &Palette, list: &List<'_>, row: Rect) {
        let Some(all) = StressRow::of_all(line.joints().copied()) else { return };
        let worst = all.worst().map(|(method, _)| method);
        for (column, (cell, skin)) in all.cells.iter().zip(&list.result.skins).enumerate() {
            let at = Self::cell(list, row, column);
            let color = method_color(skin.skinning.method, palette.theme).gamma_multiply(list.fade);
            value(ui, palette, list, (at, *cell), (worst == Some(column), color));
        }
    }
}

/// A number over a bar of its severity. A collapse to nothing or a stretch to twice the length fills it.
fn value(
    ui: &Ui,
    palette: &Palette,
    list: &List<'_>,
    (at, entry): (Rect, Option<StressEntry>),
    (is_worst, color): (bool, egui::Color32),
) {
    let at = at.with_min_x(at.left() + 4.0).with_max_x(at.right() - 2.0);
    let Some(entry) = entry else {
        return text_at_right(ui.painter(), at, "\u{2013}", regular(11.5), palette.text3);
    };
    let measure: StressMeasure = list.choice.measure;
    let (font, ink) = match (measure.figure().is_past_limit(entry.over_rest), is_worst) {
        (true, _) => (semibold(11.5), palette.bad),
        (false, true) => (medium(11.5), palette.text1),
        (false, false) => (regular(11.5), palette.text2),
    };
    let percent = number(100.0 * entry.over_rest, 0);
    // The sign of percent stands only where there is room for it.
    let text = if at.width() > 36.0 { format!("{percent}%") } else { percent };
    let above = at.with_max_y(at.bottom() - 6.0);
    text_at_right(ui.painter(), above, &text, font, ink.gamma_multiply(list.fade));
    let track = Rect::from_x_y_ranges(at.x_range(), at.bottom() - 6.0..=at.bottom() - 3.0);
    let share = (entry.severity() as f32).clamp(0.0, 1.0);
    let filled = track.with_max_x(track.left() + share * track.width());
    ui.painter().rect_filled(track, CornerRadius::same(1), palette.track.gamma_multiply(0.6));
    ui.painter().rect_filled(filled, CornerRadius::same(1), color);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_columns_are_comfortable_and_eleven_fit_below_the_names() {
        let row = |width: f32| Rect::from_min_size(pos2(10.0, 20.0), vec2(width, 100.0));
        for (width, count) in [(276.0, 3), (276.0, 6), (276.0, 11), (420.0, 11), (276.0, 1)] {
            let columns = Columns::of(width, count);
            let cells: Vec<Rect> = (0..count).map(|column| columns.cell(row(width), (column, count))).collect();
            assert!(cells[0].left() >= 10.0 - 0.01 && (cells[count - 1].right() - 10.0 - width).abs() < 0.01);
            assert!(cells.windows(2).all(|pair| (pair[0].right() - pair[1].left()).abs() < 0.01));
            let is_beside = columns.name.x < width;
            assert!(!is_beside || columns.name.x + 10.0 <= cells[0].left(), "{width} {count}");
            assert_eq!(is_beside, count < 11 || width > 412.0, "{width} {count}");
        }
        assert_eq!(Columns::of(276.0, 3).cell, 54.0);
        assert!(Columns::of(276.0, 11).cell > 25.0);
    }
}
