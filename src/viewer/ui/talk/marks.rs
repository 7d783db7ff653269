//! The marks of the shown scene: what to look at.

use crate::panes::{Mark, MarkShape, MarkedPlace, MarkedWorst, PaneModel};
use crate::session::{Command, SceneEdit, State, TalkEdit};
use crate::style::{Palette, icon_button, icons, quiet_button, regular};
use egui::{Label, Popup, TextEdit, Ui};

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, index: usize, commands: &mut Vec<Command>) {
    let Some(scene) = state.talk().scenes.get(index) else { return };
    ui.label(crate::viewer::ui::hint(palette, "Marks, on the stage"));
    let mut marks = scene.marks.clone();
    let mut removed = None;
    for (number, mark) in marks.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            let shape = match mark.shape {
                MarkShape::Ring => "Ring",
                MarkShape::Arrow => "Arrow",
            };
            if ui.button(shape).on_hover_text("Change between a ring and an arrow").clicked() {
                mark.shape = match mark.shape {
                    MarkShape::Ring => MarkShape::Arrow,
                    MarkShape::Arrow => MarkShape::Ring,
                };
            }
            ui.add(Label::new(crate::viewer::ui::label(palette, &place_name(&mark.at))).truncate());
        });
        ui.horizontal(|ui| {
            let width = ui.available_width() - 36.0;
            let hint = egui::RichText::new("Label").color(palette.text3);
            let field = TextEdit::singleline(&mut mark.label).font(regular(13.0)).hint_text(hint).desired_width(width);
            // Named after the scene: fields undo their own text.
            let id = egui::Id::unique("label of a mark").with(&scene.id).with(number);
            let response = ui.add(field.id(id));
            ui.ctx()
                .accesskit_node_builder(response.id, |node| node.set_label(format!("Label of mark {}", number + 1)));
            if icon_button(ui, palette, icons::TRASH, &format!("Delete mark {}", number + 1), true).clicked() {
                removed = Some(number);
            }
        });
        ui.add_space(4.0);
    }
    if let Some(number) = removed {
        marks.remove(number);
    }
    if marks.len() < Mark::MOST {
        let button = quiet_button(ui, palette, icons::PLUS, "Add mark");
        Popup::menu(&button).show(|ui| {
            for at in places(state) {
                if ui.button(place_name(&at)).clicked() {
                    marks.push(Mark { at, shape: MarkShape::default(), label: String::new(), panes: Vec::new() });
                }
            }
        });
    }
    if marks != scene.marks {
        commands.push(Command::EditTalk(TalkEdit::Change { scene: index, edit: SceneEdit::Marks(marks) }));
    }
}

/// What can be marked now.
fn places(state: &State) -> Vec<MarkedPlace> {
    let mut places = Vec::new();
    let joint = state.transient.selected_joint.zip(state.document.as_ref());
    places.extend(joint.map(|(joint, document)| MarkedPlace::Joint(document.model.skeleton.address(joint))));
    let pinned = state.pinned_in(PaneModel::First);
    places.extend(pinned.map(|id| MarkedPlace::Vertex(id.primitive, id.vertex)));
    places.extend([MarkedWorst::Collapse, MarkedWorst::Bulge, MarkedWorst::Difference].map(MarkedPlace::Worst));
    places
}

fn place_name(at: &MarkedPlace) -> String {
    match at {
        MarkedPlace::Joint(joint) => format!("Joint {joint}"),
        MarkedPlace::Vertex(_, vertex) => format!("Vertex {vertex}"),
        MarkedPlace::Worst(MarkedWorst::Collapse) => "Where the skin is nearest to the bone".to_owned(),
        MarkedPlace::Worst(MarkedWorst::Bulge) => "Where the skin bulges most".to_owned(),
        MarkedPlace::Worst(MarkedWorst::Difference) => "Where it differs most from the first pane".to_owned(),
    }
}
