//! Contents of the file, and the repairs that were made to it.

use crate::math::{counted, grouped};
use crate::session::{Command, Document, State};
use crate::style::{Palette, paint_caret, regular, semibold};
use crate::viewer::ui::panel_rows::{text_at_left, text_at_right};
use egui::{ComboBox, Label, Rect, Response, RichText, Role, Sense, Ui, WidgetInfo, vec2};

const ROW: f32 = 24.0;

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    let model = &document.model;
    ui.add(Label::new(RichText::new(&model.name).font(semibold(14.0)).color(palette.text1)).wrap());
    ui.add(Label::new(super::hint(palette, &document.origin_label())).wrap());
    ui.add_space(8.0);
    let extent = document.rest_bounds.extent();
    let facts = [
        ("Vertices", grouped(model.vertex_count())),
        ("Triangles", grouped(model.triangle_count())),
        ("Joints", grouped(document.joints.count)),
        ("Influences per vertex", format!("up to {}", document.max_influences)),
        ("Clips", grouped(model.clips.len())),
        ("Extent (longest side)", format!("{extent:.3} units")),
    ];
    ui.spacing_mut().item_spacing.y = 0.0;
    for (name, value) in facts {
        fact(ui, palette, name, &value);
    }
    ui.spacing_mut().item_spacing.y = 4.0;
    if let Some(note) = &document.rest_note {
        super::separator(ui, palette);
        super::section(ui, palette, note.label, "");
        ui.add(Label::new(super::label(palette, &note.details)).wrap());
    }
    if !document.variants.is_empty() {
        super::separator(ui, palette);
        commands.extend(variant_choice(ui, palette, document).map(Command::ShowVariant));
    }
    super::morph_rows::show(ui, palette, state, commands);
    super::pair_panel::show(ui, palette, state, commands);
    super::separator(ui, palette);
    repairs(ui, palette, &document.warnings);
}

/// A name at the left and its value at the right end.
pub fn fact(ui: &mut Ui, palette: &Palette, name: &str, value: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {value}")));
    let (left, right) = rect.split_left_right_at_fraction(0.55);
    text_at_left(ui.painter(), left, name, regular(12.0), palette.text2);
    text_at_right(ui.painter(), right, value, crate::style::medium(12.0), palette.text1);
    let line = Rect::from_x_y_ranges(rect.x_range(), rect.bottom() - 1.0..=rect.bottom());
    ui.painter().rect_filled(line, 0.0, palette.line);
    response
}

/// Draws the material variants of a file that has several. Returns the new choice, in which `None` means the default
/// materials.
fn variant_choice(ui: &mut Ui, palette: &Palette, document: &Document) -> Option<Option<String>> {
    const DEFAULT: &str = "Default materials";
    super::section(ui, palette, "Materials", &counted(document.variants.len(), "variant", "variants"));
    let shown = document.variant_name();
    let combo = ComboBox::from_id_salt("material variant").icon(paint_caret).width(ui.available_width()).truncate();
    let mut clicked = None;
    let response = combo.selected_text(shown.unwrap_or(DEFAULT)).show_ui(ui, |ui| {
        if ui.selectable_label(shown.is_none(), DEFAULT).clicked() {
            clicked = Some(None);
        }
        for name in document.variants.iter() {
            if ui.selectable_label(shown == Some(name), name).clicked() {
                clicked = Some(Some(name.clone()));
            }
        }
    });
    response.response.on_hover_text("Which look of the file is drawn (KHR_materials_variants)");
    clicked
}

fn repairs(ui: &mut Ui, palette: &Palette, warnings: &[String]) {
    let count = match warnings.len() {
        0 => "none".to_owned(),
        count => grouped(count),
    };
    super::section(ui, palette, "Repairs and warnings", &count);
    if warnings.is_empty() {
        ui.add(Label::new(super::label(palette, "The file needed no repairs.")).wrap());
    }
    for warning in warnings {
        ui.add(Label::new(super::label(palette, warning)).wrap());
        ui.add_space(4.0);
    }
}
