//! Details of how the panes are drawn. Folded by default.

use crate::session::{Command, State};
use crate::style::{Palette, explained_check_box, regular};
use crate::viewer::pictures::Pictures;
use crate::viewer::ui::model_panel::fact;
use egui::{CollapsingHeader, RichText, Ui};

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, pictures: &Pictures, commands: &mut Vec<Command>) {
    let title = RichText::new("About this view").font(regular(12.0)).color(palette.text2);
    CollapsingHeader::new(title).id_salt("about this view").show(ui, |ui| {
        let format = match pictures.is_packed(&state.documents) {
            Some(true) => "packed vertices",
            Some(false) => "vertices in full precision",
            None => "nothing yet",
        };
        let milliseconds =
            |time: Option<f32>| time.map_or_else(|| "\u{2013}".to_owned(), |time| format!("{time:.0} ms"));
        let measured = state.jobs.figures.latest().map(|latest| latest.milliseconds);
        let facts = [
            ("Drawn from", format.to_owned(), "Packed vertices have 32 bytes. Figures are always in full precision."),
            (
                "Time per frame",
                milliseconds(pictures.frame_milliseconds()),
                "Median of the last seven frames in which the panes moved",
            ),
            ("Time to measure", milliseconds(measured), "How long the last measurement of all panes took"),
        ];
        for (name, value, says) in facts {
            fact(ui, palette, name, &value).on_hover_text(says);
        }
        ui.add_space(4.0);
        let full = state.interface.settings.full_precision;
        let says = "Draw from vertices in single precision instead of packed ones";
        if explained_check_box(ui, palette, full, "Draw in full precision", says) {
            commands.push(Command::SetFullPrecision(!full));
        }
    });
}
