//! The marks of the shown scene, which point at the places to look at.

use crate::panes::{Mark, MarkShape, MarkedPlace, MarkedWorst, PaneModel, Scene};
use crate::session::{Command, SceneEdit, State, TalkEdit};
use crate::style::{Palette, icon_button, icons, quiet_button, regular};
use egui::{Label, Popup, Role, TextEdit, Ui, WidgetInfo};

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
            ui.add(Label::new(crate::viewer::ui::label(palette, &place_name(state, &mark.at))).truncate());
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
        panes(ui, palette, scene, number, &mut mark.panes);
        ui.add_space(4.0);
    }
    if let Some(number) = removed {
        marks.remove(number);
    }
    if marks.len() < Mark::MOST {
        let button = quiet_button(ui, palette, icons::PLUS, "Add mark");
        Popup::menu(&button).show(|ui| {
            for at in places(state) {
                if ui.button(place_name(state, &at)).clicked() {
                    marks.push(Mark { at, shape: MarkShape::default(), label: String::new(), panes: Vec::new() });
                }
            }
        });
    }
    if marks != scene.marks {
        commands.push(Command::EditTalk(TalkEdit::Change { scene: index, edit: SceneEdit::Marks(marks) }));
    }
}

/// Draws a button for each pane that may show a mark. At least one pane shows it.
fn panes(ui: &mut Ui, palette: &Palette, scene: &Scene, mark: usize, chosen: &mut Vec<usize>) {
    let count = scene.panes.len();
    if count < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(crate::viewer::ui::label(palette, "in pane"));
        for pane in 1..=count {
            let is_on = is_in(chosen, pane);
            let response = ui.selectable_label(is_on, pane.to_string());
            let name = format!("Mark {} in pane {pane}", mark + 1);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_on, &name));
            if response.on_hover_text(scene.panes[pane - 1].method.short_name()).clicked() {
                let all: Vec<usize> = (1..=count).filter(|&other| (other == pane) != is_in(chosen, other)).collect();
                match all.len() {
                    0 => {}
                    shown if shown == count => chosen.clear(),
                    _ => *chosen = all,
                }
            }
        }
    });
}

/// Whether a pane, counted from 1, is chosen. If none is chosen, all are.
fn is_in(chosen: &[usize], pane: usize) -> bool {
    chosen.is_empty() || chosen.contains(&pane)
}

/// Places that can be marked now.
fn places(state: &State) -> Vec<MarkedPlace> {
    let mut places = Vec::new();
    let joint = state.selection.joint.zip(state.documents.first.as_ref());
    places.extend(joint.map(|(joint, document)| MarkedPlace::Joint(document.model.skeleton.address(joint))));
    let pinned = state.pinned_in(PaneModel::First);
    places.extend(pinned.map(|id| MarkedPlace::Vertex(id.primitive, id.vertex)));
    places.extend([MarkedWorst::Collapse, MarkedWorst::Bulge, MarkedWorst::Difference].map(MarkedPlace::Worst));
    places
}

fn place_name(state: &State, at: &MarkedPlace) -> String {
    match at {
        MarkedPlace::Joint(joint) => format!("Joint {}", state.joint_name_of(joint)),
        MarkedPlace::Vertex(_, vertex) => format!("Vertex {vertex}"),
        MarkedPlace::Worst(MarkedWorst::Collapse) => "Where the section is smallest".to_owned(),
        MarkedPlace::Worst(MarkedWorst::Bulge) => "Where the skin bulges most".to_owned(),
        MarkedPlace::Worst(MarkedWorst::Difference) => "Where it differs most from the first pane".to_owned(),
    }
}
