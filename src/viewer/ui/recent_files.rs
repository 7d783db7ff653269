use crate::files::ModelSource;
use crate::session::{Command, Documents};
use crate::style::{Palette, elided_middle, icon_button, icons, medium, regular};
use egui::{Atom, Button, RichText, Ui, vec2};
use std::path::Path;

/// Height of a row with its gap.
pub const ROW: f32 = 30.0;

/// Width of the button on each row, and of the gap before it.
const REMOVE: f32 = 34.0;

/// Draws the recently opened files. A click opens a file again. Missing ones are marked, and each can be removed from
/// the list.
pub fn rows(ui: &mut Ui, palette: &Palette, documents: &Documents, width: f32, commands: &mut Vec<Command>) {
    commands.push(Command::LookForRecent);
    for path in documents.recent.files() {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            row(ui, palette, documents, path, width - REMOVE, commands);
            let remove = icon_button(ui, palette, icons::X, "Remove from this list", true);
            ui.ctx().accesskit_node_builder(remove.id, |node| node.set_label(format!("Remove {}", label(path))));
            if remove.clicked() {
                commands.push(Command::ForgetRecent(path.clone()));
            }
        });
    }
}

fn label(path: &Path) -> String {
    ModelSource::File(path.to_owned()).label()
}

fn row(ui: &mut Ui, palette: &Palette, documents: &Documents, path: &Path, width: f32, commands: &mut Vec<Command>) {
    let is_missing = documents.recent.is_missing(path);
    let (name, folder) = (label(path), path.parent().unwrap_or(path).display().to_string());
    let room = width - 2.0 * ui.spacing().button_padding.x - 16.0;
    let line = format!("{}  {name}", if is_missing { icons::WARNING } else { icons::CUBE });
    // A long name matters more than its folder.
    let wanted = ui.painter().layout_no_wrap(beside_text(is_missing, &folder).to_owned(), regular(12.0), palette.text3);
    let kept = wanted.size().x.min(0.3 * room);
    let (line, _) = elided_middle(ui.painter(), &line, &medium(13.0), room - kept);
    let taken = ui.painter().layout_no_wrap(line.clone(), medium(13.0), palette.text1).size().x;
    let (beside, _) = elided_middle(ui.painter(), beside_text(is_missing, &folder), &regular(12.0), room - taken);
    let line = RichText::new(line).font(medium(13.0)).color(palette.text1);
    let beside =
        RichText::new(beside).font(regular(12.0)).color(if is_missing { palette.text1 } else { palette.text3 });
    let button = Button::new((line, Atom::grow(), beside)).min_size(vec2(width, ROW - 2.0));
    let response = ui.add_enabled(!is_missing, button);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    if response.clicked() {
        commands.push(Command::Open(ModelSource::File(path.to_owned())));
    }
    let shown = path.display().to_string();
    let missing = format!("This file is missing. It may have been moved or renamed: {shown}");
    response.on_hover_text(shown).on_disabled_hover_text(missing);
}

/// Text at the end of a row.
fn beside_text(is_missing: bool, folder: &str) -> &str {
    if is_missing { "Not found" } else { folder }
}
