use crate::gpu::{method_shader, palette_bytes_per_joint};
use crate::session::State;
use crate::style::{Palette, formula, regular};
use egui::{CollapsingHeader, FontId, Grid, Label, RichText, ScrollArea, Ui};

/// Information about the selected pane's method, folded by default.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State) {
    let method = state.edit.pane(state.view.selected_pane).skinning.method;
    let card = method.row().card;
    let title = RichText::new(format!("About {}", method.short_name())).font(regular(12.0)).color(palette.text2);
    CollapsingHeader::new(title).id_salt("method card").show(ui, |ui| {
        ui.label(crate::viewer::ui::hint(palette, "Formula"));
        ui.add(Label::new(formula(card.formula, 13.0, palette.text1)).wrap());
        ui.add_space(4.0);
        let shader = method.shader_path();
        let title = RichText::new("The shader").font(regular(12.0)).color(palette.text2);
        CollapsingHeader::new(title).id_salt("shader").show(ui, |ui| {
            let text = method_shader(method).text.trim_end();
            let code = RichText::new(text).font(FontId::monospace(11.0)).color(palette.text1);
            // Code becomes unreadable when its lines are wrapped.
            ScrollArea::both().id_salt("code").max_height(320.0).show(ui, |ui| ui.add(Label::new(code).extend()));
        });
        ui.add_space(6.0);
        ui.label(crate::viewer::ui::hint(palette, "Properties (Kavan 2007, section 3.1)"));
        Grid::new("properties").num_columns(2).min_col_width(128.0).spacing([8.0, 4.0]).show(ui, |ui| {
            for property in card.properties() {
                ui.label(crate::viewer::ui::label(palette, property.name)).on_hover_text(property.meaning);
                let answer = if property.holds { "Yes" } else { "No" };
                ui.label(RichText::new(answer).font(regular(12.0)).color(palette.text1));
                ui.end_row();
            }
        });
        let scales =
            if method.scales() { "Both affect the skin" } else { "Ignored: joints only rotate and move the skin" };
        let palette_bytes = format!("{} bytes per joint", palette_bytes_per_joint(method));
        let rest = [
            ("Scale and shear", scales),
            ("Cost", card.cost),
            ("Uploaded for each pose", &palette_bytes),
            ("Shader", &shader),
            ("Limitations", card.breaks),
            ("Source", card.source),
        ];
        for (name, text) in rest {
            ui.add_space(6.0);
            ui.label(crate::viewer::ui::hint(palette, name));
            ui.add(Label::new(crate::viewer::ui::label(palette, text)).wrap());
        }
    });
}
