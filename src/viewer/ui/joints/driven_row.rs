use crate::session::State;
use crate::style::Palette;
use crate::viewer::ui::hint;
use egui::{Label, Ui};

/// Shows which joints turn the selected joint, if others drive it.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, node: u32) {
    let Some(document) = &state.document else { return };
    let skeleton = &document.model.skeleton;
    let twist = skeleton.twist_driver(node).map(|driver| driver.to_text(skeleton));
    let constraint = || Some(format!("the {}", skeleton.constraint(node)?.to_text(skeleton)));
    let Some(followed) = twist.or_else(constraint) else { return };
    let has_own = state.edit.overrides.get(node).rotation.is_some();
    let (says, explains) = if has_own {
        ("Would follow", "Its own rotation comes before that. Reset the joint to let it follow again.")
    } else {
        ("Follows", "The file lets other joints turn this one. A rotation that you set comes before that.")
    };
    let label = ui.add(Label::new(hint(palette, &format!("{says} {followed}"))).truncate());
    label.on_hover_text(format!("{says} {followed}. {explains}"));
}
