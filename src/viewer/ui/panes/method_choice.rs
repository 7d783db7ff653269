//! Drop-downs for a method and its signs, shared by both sides of a comparison.

use super::center_settings::Row;
use crate::skinning::{Antipodality, MethodIdea, SkinningMethod, SkinningSettings};
use crate::style::{Palette, method_color, paint_caret};
use egui::text::{LayoutJob, TextFormat};
use egui::{Atom, Button, ComboBox, RichText, TextStyle, Ui};

pub fn method_row(
    ui: &mut Ui,
    palette: &Palette,
    name: &str,
    chosen: SkinningMethod,
    row: &Row<'_>,
    choose: &mut dyn FnMut(SkinningMethod),
) {
    row(ui, name, &mut |ui, width| {
        let combo = ComboBox::from_id_salt(name).icon(paint_caret).width(width).truncate();
        let response = combo.selected_text(named_method(ui, palette, chosen)).show_ui(ui, |ui| {
            method_entries(ui, palette, chosen, choose);
        });
        ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label(name));
    });
}

/// Draws one entry for each method, below the idea that it is a form of.
pub fn method_entries(ui: &mut Ui, palette: &Palette, chosen: SkinningMethod, choose: &mut dyn FnMut(SkinningMethod)) {
    for (idea, method) in MethodIdea::ALL.into_iter().flat_map(|idea| idea.methods().map(move |method| (idea, method)))
    {
        if idea.methods().next() == Some(method) {
            ui.label(crate::viewer::ui::hint(palette, idea.label()));
        }
        let chip = RichText::new("■  ").color(method_color(method, palette.theme));
        let text = match (method.short_name(), method.long_name()) {
            (short, long) if short == long => short.to_owned(),
            (short, long) => format!("{short}, {}", within_a_sentence(long)),
        };
        let text = RichText::new(text);
        // Shown before the choice, so that a scaled pose does not surprise the user.
        let note = crate::viewer::ui::hint(palette, if method.scales() { "" } else { "ignores scale" });
        let line = (chip, text, Atom::grow(), note);
        if ui.add(Button::selectable(method == chosen, line)).clicked() {
            choose(method);
        }
    }
}

/// A name behind a comma: it begins with a small letter, unless its first word is an abbreviation or somebody's name.
fn within_a_sentence(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or_default();
    let is_name = first.contains('\'') || first.chars().skip(1).any(char::is_uppercase);
    let mut letters = name.chars();
    match letters.next().filter(|_| !is_name) {
        Some(letter) => letter.to_lowercase().chain(letters).collect(),
        None => name.to_owned(),
    }
}

/// Draws the row for the mode of signs. `name` distinguishes it from other rows with the same text.
pub fn antipodality_row(
    ui: &mut Ui,
    (shown, name): (&str, &str),
    settings: SkinningSettings,
    row: &Row<'_>,
    choose: &mut dyn FnMut(Option<Antipodality>),
) {
    let matters = settings.method.blends_quaternions();
    row(ui, shown, &mut |ui, width| {
        let combo = ComboBox::from_id_salt(name).icon(paint_caret).width(width);
        let combo = combo.selected_text(settings.antipodality().label());
        let response = ui.add_enabled_ui(matters, |ui| {
            let choices = combo.show_ui(ui, |ui| {
                let own = settings.method.default_antipodality();
                let choice = ui.selectable_label(settings.chosen_antipodality.is_none(), "Default of the method");
                let hint = format!("{}: {}", own.label(), mode_hint(own));
                if choice.on_hover_text(hint).clicked() {
                    choose(None);
                }
                for mode in Antipodality::ALL {
                    let is_chosen = settings.chosen_antipodality == Some(mode);
                    let choice = ui.selectable_label(is_chosen, mode.label());
                    if choice.on_hover_text(mode_hint(mode)).clicked() {
                        choose(Some(mode));
                    }
                }
            });
            choices.response
        });
        ui.ctx().accesskit_node_builder(response.inner.id, |node| node.set_label(name));
        let hint = if matters {
            mode_hint(settings.antipodality())
        } else {
            "Applies only to methods that blend quaternions".to_owned()
        };
        response.inner.on_hover_text(&hint).on_disabled_hover_text(&hint);
    });
}

/// Effect of a mode and the paper it comes from.
fn mode_hint(mode: Antipodality) -> String {
    format!("{} ({})", mode.explanation(), mode.source())
}

/// Chip and name in one text layout, so that a long name can be truncated. A panel that grew with it would resize the
/// panes.
fn named_method(ui: &Ui, palette: &Palette, method: SkinningMethod) -> LayoutJob {
    let font = TextStyle::Button.resolve(ui.style());
    let mut job = LayoutJob::default();
    job.append("■  ", 0.0, TextFormat::simple(font.clone(), method_color(method, palette.theme)));
    job.append(method.short_name(), 0.0, TextFormat::simple(font, palette.text1));
    job
}
