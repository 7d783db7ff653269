//! The time that the GPU takes to skin the shown models.

use crate::math::counted;
use crate::session::figures::names;
use crate::session::{Command, PathSpeed, Section, SkinSpeed, SpeedResult, State};
use crate::style::{Palette, icons, medium, method_color, primary_button, quiet_button, regular};
use crate::viewer::ui::panel_rows::{Header, chip, fold_header, scroll_to_section, text_at_left, text_at_right};
use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

const ROW: f32 = 24.0;

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.document else { return };
    if !document.model.has_skin() {
        return;
    }
    let result = state.speed.result(document.id);
    let note = match result {
        _ if state.speed.is_measuring() => "measuring",
        Some(_) => "milliseconds",
        None => "not measured",
    };
    let header = Header { section: Section::Speed, title: "Speed", note, reserved: 0.0 };
    let (open, _) = fold_header(ui, palette, state, &header, commands);
    if !open {
        return;
    }
    ui.add_space(4.0);
    let top = ui.cursor().top();
    action(ui, palette, state, commands);
    if let Some(result) = result {
        measured(ui, palette, state, result);
    }
    let section = ui.min_rect().with_min_y(top);
    let watch = Watch { document: document.id, is_on: state.speed.is_on(), has_result: result.is_some() };
    scroll_to_section(ui, "speed", watch.appears(ui), section);
}

/// Facts that decide whether the section comes into view.
#[derive(Clone, Copy)]
struct Watch {
    document: u64,
    is_on: bool,
    has_result: bool,
}

/// State kept from the last frame.
#[derive(Clone, Copy, Default)]
struct Watched {
    was_on: bool,
    /// The document for which measuring was requested, until its first result.
    waits_in: Option<u64>,
}

impl Watch {
    /// Whether something requested appears in the section: the start of a measurement, or its first result. Results of
    /// models that are opened later come by themselves.
    fn appears(self, ui: &Ui) -> bool {
        let id = egui::Id::unique("speed watched");
        let watched: Watched = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let (watched, appears) = self.next(watched);
        ui.data_mut(|data| data.insert_temp(id, watched));
        appears
    }

    fn next(self, Watched { was_on, waits_in }: Watched) -> (Watched, bool) {
        let begins = self.is_on && !was_on;
        let waits = self.is_on && (begins || waits_in == Some(self.document));
        let arrives = waits && self.has_result;
        let waits_in = (waits && !arrives).then_some(self.document);
        (Watched { was_on: self.is_on, waits_in }, begins || arrives)
    }
}

fn measured(ui: &mut Ui, palette: &Palette, state: &State, result: &SpeedResult) {
    ui.add_space(8.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    heads(ui, palette);
    let shown: Vec<_> = result.skins.iter().map(|speed| speed.skin).collect();
    let fade = if state.speed.is_current() { 1.0 } else { 0.55 };
    for (name, speed) in names(&shown).iter().zip(&result.skins) {
        row(ui, palette, name, speed, fade);
    }
    ui.add_space(6.0);
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.add(egui::Label::new(crate::viewer::ui::hint(palette, &summary(result))).wrap());
}

fn action(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let (clicked, on) = if state.speed.is_on() {
        (quiet_button(ui, palette, "", "Stop").on_hover_text("Stop measuring").clicked(), false)
    } else {
        let says = "Measure how long the GPU takes to skin what the panes show, now and after every change";
        (primary_button(ui, palette, icons::PLAY, "Measure").on_hover_text(says).clicked(), true)
    };
    if clicked {
        commands.push(Command::MeasureSpeed(on));
    }
}

/// The columns of a row: method, time and ratio of the compute shader, time and ratio of the drawing shader.
fn columns(row: Rect) -> [Rect; 5] {
    let right = row.right();
    let part = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, row.y_range());
    [
        part(row.left() + 16.0, right - 204.0),
        part(right - 200.0, right - 148.0),
        part(right - 144.0, right - 106.0),
        part(right - 94.0, right - 42.0),
        part(right - 38.0, right),
    ]
}

fn heads(ui: &mut Ui, palette: &Palette) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let [_, compute, over_lbs, drawing, drawing_over_lbs] = columns(rect);
    for (column, head) in [(compute, "Deform"), (over_lbs, "/ LBS"), (drawing, "Draw"), (drawing_over_lbs, "/ LBS")] {
        text_at_right(ui.painter(), column, head, regular(12.0), palette.text3);
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(320.0);
        let says = "Deform: milliseconds of the shader that deforms the skin and writes it to memory. Draw: those of \
                    the vertex shader for positions only, as the depth passes draw them. Beside each is the ratio to \
                    LBS. All are medians of rounds in which every method was measured in turn.";
        ui.label(crate::viewer::ui::label(palette, says));
    });
}

fn row(ui: &mut Ui, palette: &Palette, name: &str, speed: &SkinSpeed, fade: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let painter = ui.painter();
    chip(painter, pos2(rect.left() + 5.0, rect.center().y), method_color(speed.skin.skinning.method, palette.theme));
    let [method, compute, compute_ratio, drawing, drawing_ratio] = columns(rect);
    text_at_left(painter, method, name, regular(12.0), palette.text1);
    for (time, ratio, path) in [(compute, compute_ratio, &speed.compute), (drawing, drawing_ratio, &speed.drawing)] {
        text_at_right(painter, time, &milliseconds(path), medium(12.0), palette.text1.gamma_multiply(fade));
        let ink = palette.text2.gamma_multiply(fade);
        text_at_right(painter, ratio, &times_lbs(path), regular(12.0), ink);
    }
    let spoken = format!(
        "{name}: deforms in {} ms, {} of LBS; draws in {} ms, {} of LBS",
        milliseconds(&speed.compute),
        times_lbs(&speed.compute),
        milliseconds(&speed.drawing),
        times_lbs(&speed.drawing)
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    response.on_hover_ui(|ui| {
        ui.set_max_width(320.0);
        ui.label(crate::viewer::ui::label(palette, &details("Deform", &speed.compute)));
        ui.label(crate::viewer::ui::label(palette, &details("Draw", &speed.drawing)));
    });
}

/// Formats a time with three digits.
fn milliseconds(path: &PathSpeed) -> String {
    match path.milliseconds {
        Some(time) if time >= 99.95 => format!("{time:.0}"),
        Some(time) if time >= 9.995 => format!("{time:.1}"),
        Some(time) if time >= 0.9995 => format!("{time:.2}"),
        Some(time) => format!("{time:.3}"),
        None => "\u{2013}".to_owned(),
    }
}

fn times_lbs(path: &PathSpeed) -> String {
    path.over_lbs.map_or_else(|| "\u{2013}".to_owned(), |ratio| format!("{ratio:.2}"))
}

/// Details for which a row has no room.
fn details(what: &str, path: &PathSpeed) -> String {
    let mut words = vec![format!("{:.0} bytes a vertex", path.bytes_per_vertex)];
    if let Some(speed) = path.vertices_per_second {
        words.insert(0, format!("{:.1} million vertices a second", speed * 1e-6));
    }
    if let Some(share) = path.share_of_copy {
        words.push(format!("{:.0}% of the speed of copying memory", 100.0 * share));
    }
    if let Some(spread) = path.spread {
        words.push(format!("\u{b1} {:.0}%", 100.0 * spread));
    }
    format!("{what}: {}", words.join(", "))
}

fn summary(result: &SpeedResult) -> String {
    let mut text = format!(
        "{}, {}, {}.",
        result.adapter,
        counted(result.vertices, "vertex", "vertices"),
        counted(result.rounds, "round", "rounds")
    );
    if let Some(speed) = result.copy_bytes_per_second {
        text += &format!(" Copying memory: {:.1}\u{a0}GB/s.", speed * 1e-9);
    }
    if result.is_software {
        text += " This GPU is software: the times are those of the processor.";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_asked_for_comes_into_view() {
        let frames = [
            // Document, whether measuring is on, whether there is a result; whether the section comes into view.
            ((1, false, false), false),
            ((1, true, false), true),
            ((1, true, false), false),
            ((1, true, true), true),
            ((1, true, true), false),
            // Another model is opened, measured, and left.
            ((2, true, false), false),
            ((2, true, true), false),
            ((1, true, false), false),
            ((1, true, true), false),
            // Measuring is stopped, and begun again.
            ((1, false, true), false),
            ((1, true, true), true),
            // Another model comes before the first result.
            ((1, false, false), false),
            ((1, true, false), true),
            ((2, true, false), false),
            ((2, true, true), false),
        ];
        let mut watched = Watched::default();
        for (frame, ((document, is_on, has_result), expected)) in frames.into_iter().enumerate() {
            let (next, appears) = Watch { document, is_on, has_result }.next(watched);
            assert_eq!(appears, expected, "frame {frame}");
            watched = next;
        }
    }
}
