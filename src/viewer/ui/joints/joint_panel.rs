use crate::session::user_commands::{COPY_POSE, FLIP_POSE, MIRROR_EDITS, MIRROR_SELECTED};
use crate::session::{Command, EditState, JointChannel, Pane, State, TourMark, scale_unit};
use crate::style::{
    FieldLook, Palette, SliderLook, dot_button, explained_check_box, icons, number_field, quiet_button, semibold,
    slider_trough,
};
use crate::viewer::ui::command_widgets::run;
use crate::viewer::ui::panel_rows::row_label;
use crate::viewer::ui::tour;
use egui::{Ui, vec2};
use glam::Vec3;

/// Range of the sliders: a full turn in each direction, which figures of flips need. Larger values can be typed, or
/// dragged past the end, and full turns are kept.
const SLIDER_DEGREES: f32 = 360.0;
/// Half a turn in each direction, beyond which the other way around is shorter.
const HALF_TURNS_DEGREES: [f32; 2] = [-180.0, 180.0];
const PLANES: [&str; 3] = ["xy", "xz", "yz"];
const AXES: [&str; 3] = ["X", "Y", "Z"];

/// Draws the angles, translation and scale of the selected joint.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, node: u32, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    let skeleton = &document.model.skeleton;
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(icons::BONE).font(icons::font(16.0)).color(palette.accent));
        let selected = state.selected_joints().len();
        let name = if selected > 1 { format!("{selected} joints") } else { document.joint_name(node).to_owned() };
        ui.add(egui::Label::new(egui::RichText::new(name).font(semibold(14.0)).color(palette.text1)).truncate());
        if selected > 1 {
            let shown = format!("values of {}", document.joint_name(node));
            ui.add(egui::Label::new(crate::viewer::ui::label(palette, &shown)).truncate());
        } else if let Some(parent) = document.joints.parents[node as usize] {
            ui.add(
                egui::Label::new(crate::viewer::ui::label(
                    palette,
                    &format!("child of {}", document.joint_name(parent)),
                ))
                .truncate(),
            );
        }
    });
    ui.add_space(6.0);
    super::gizmo_panel::show(ui, palette, state, commands);
    ui.add_space(6.0);
    let top = ui.cursor().top();
    rotation(ui, palette, state, node, commands);
    tour::mark_from(ui, state, TourMark::Angles, top);
    driven_row(ui, palette, state, node);
    super::limit_rows::show(ui, palette, state, node, commands);
    super::twist_row::show(ui, palette, state, node, commands);
    super::weight_rows::show(ui, palette, state, node, commands);
    ui.add_space(8.0);
    let rest = skeleton.node(node).rest;
    let posed = state.pose.joints[node as usize];
    let over = state.edit.overrides.get(node);
    ui.horizontal(|ui| {
        ui.label(crate::viewer::ui::hint(palette, "Offset and scale"));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(crate::viewer::ui::hint(palette, "units, × rest"));
        });
    });
    // Offsets are fractions of the model. A drag across the field moves by about a tenth of it.
    let speed = (document.rest_bounds.extent() * 0.001).max(1e-6);
    let offset = posed.translation - rest.translation;
    let names = ["Move X", "Move Y", "Move Z"];
    vector_row(ui, palette, "Move", names, offset, speed, (JointChannel::Offset, commands));
    if changed_dot(ui, palette, over.translation.is_some(), "Reset offset") {
        commands.push(Command::ResetTranslation(node));
    }
    let names = ["Scale X", "Scale Y", "Scale Z"];
    let factor = posed.scale / scale_unit(rest.scale);
    vector_row(ui, palette, "Scale", names, factor, 0.005, (JointChannel::Scale, commands));
    if changed_dot(ui, palette, over.scale.is_some(), "Reset scale") {
        commands.push(Command::ResetScale(node));
    }
    local_stretch(ui, palette, state, node, commands);
    super::whole_mesh_row::show(ui, palette, &state.edit, node, commands);
    if is_stretched(&state.edit, node)
        && let Some(note) = panes_that_drop_scale(&state.edit.panes)
    {
        ui.add_space(4.0);
        ui.add(egui::Label::new(crate::viewer::ui::hint(palette, &note)).wrap());
    }
    ui.add_space(8.0);
    pose_buttons(ui, palette, state, commands);
    ui.horizontal(|ui| {
        ui.add_enabled_ui(!over.is_empty(), |ui| {
            let reset = quiet_button(ui, palette, "", "Reset joint");
            if reset.on_hover_text("Remove all changes to the selected joints").clicked() {
                commands.push(Command::ResetJoint(node));
            }
        });
        let branch = quiet_button(ui, palette, "", "Reset chain");
        if branch.on_hover_text("Remove all changes to the joint and its descendants").clicked() {
            commands.push(Command::ResetBranch(node));
        }
        ui.add_enabled_ui(!state.edit.overrides.is_empty(), |ui| {
            let reset = quiet_button(ui, palette, "", "Reset all");
            if reset.on_hover_text("Remove all changes to the pose").clicked() {
                commands.push(Command::ResetPose);
            }
        });
    });
}

/// Shows which joints turn the selected joint, if others drive it.
fn driven_row(ui: &mut Ui, palette: &Palette, state: &State, node: u32) {
    let Some(document) = &state.documents.first else { return };
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
    let label = ui.add(egui::Label::new(crate::viewer::ui::hint(palette, &format!("{says} {followed}"))).truncate());
    label.on_hover_text(format!("{says} {followed}. {explains}"));
}

/// Whether the joint has its own scale or shear, which some methods drop.
fn is_stretched(edit: &EditState, node: u32) -> bool {
    let over = edit.overrides.get(node);
    over.scale.is_some() || over.local_scale.is_some() || over.local_shear.is_some()
}

/// A note for users who scale a joint while a pane's method ignores scale.
fn panes_that_drop_scale(panes: &[Pane]) -> Option<String> {
    let names: Vec<String> = panes
        .iter()
        .enumerate()
        .map(|(index, pane)| (index, pane.settings.skinning.method))
        .filter(|(_, method)| !method.scales())
        .map(|(index, method)| format!("{} (pane {})", method.short_name(), index + 1))
        .collect();
    (!names.is_empty()).then(|| format!("These methods ignore scale and shear: {}", names.join(", ")))
}

/// Buttons that mirror the joint's pose to the other side and that flip the whole pose.
fn pose_buttons(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        run(quiet_button(ui, palette, icons::COPY, "Copy"), state, &COPY_POSE, commands);
        run(quiet_button(ui, palette, "", "Mirror"), state, &MIRROR_SELECTED, commands);
        run(quiet_button(ui, palette, "", "Flip pose"), state, &FLIP_POSE, commands);
    });
    let sides = state.documents.first.as_ref().is_some_and(|document| document.mirror().has_sides());
    if sides {
        let mirrors = state.hand.mirrors_posing;
        if explained_check_box(ui, palette, mirrors, MIRROR_EDITS.text, MIRROR_EDITS.tip) {
            commands.extend(MIRROR_EDITS.command(state));
        }
    }
}

/// Draws the fields of Kavan's S_i, which stretches the joint's own skin and the offsets to its children, but nothing
/// further below.
fn local_stretch(ui: &mut Ui, palette: &Palette, state: &State, node: u32, commands: &mut Vec<Command>) {
    let posed = state.pose.joints[node as usize];
    let over = state.edit.overrides.get(node);
    let open = over.local_scale.is_some() || over.local_shear.is_some();
    let title = crate::viewer::ui::hint(palette, "Local scale and shear");
    egui::CollapsingHeader::new(title).id_salt("local stretch").default_open(open).show_unindented(ui, |ui| {
        let names = ["Local scale X", "Local scale Y", "Local scale Z"];
        let channel = JointChannel::LocalScale;
        vector_row(ui, palette, "Local", names, posed.local_scale, 0.005, (channel, commands));
        if changed_dot(ui, palette, over.local_scale.is_some(), "Reset local scale") {
            commands.push(Command::ResetLocalScale(node));
        }
        let names = ["Shear of X along Y", "Shear of X along Z", "Shear of Y along Z"];
        let channel = JointChannel::LocalShear;
        vector_row(ui, palette, "Shear", names, posed.local_shear, 0.005, (channel, commands));
        if changed_dot(ui, palette, over.local_shear.is_some(), "Reset shear") {
            commands.push(Command::ResetLocalShear(node));
        }
    });
}

fn rotation(ui: &mut Ui, palette: &Palette, state: &State, node: u32, commands: &mut Vec<Command>) {
    let angles = state.angles_degrees(node);
    let turned = state.edit.overrides.get(node).rotation.is_some();
    let limits = state.edit.limits.get(node);
    ui.horizontal(|ui| {
        ui.label(crate::viewer::ui::hint(palette, "Rotation"));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(crate::viewer::ui::hint(palette, "intrinsic XYZ, from rest"));
        });
    });
    let mut changed = angles;
    for axis in 0..3 {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let letter = egui::RichText::new(AXES[axis]).font(crate::style::medium(12.0)).color(palette.axes[axis]);
            ui.add_sized(vec2(14.0, 26.0), egui::Label::new(letter));
            let width = ui.available_width() - 74.0 - 14.0 - 12.0;
            let name = format!("Rotate {}", AXES[axis]);
            let range = -SLIDER_DEGREES..=SLIDER_DEGREES;
            let marks = &HALF_TURNS_DEGREES;
            let limit = limits[axis].map(<[f32; 2]>::from);
            let look = SliderLook { name: &name, width, range, zero: 0.0, step: 1.0, marks, limit, goes_on: true };
            slider_trough(ui, palette, &look, &mut changed[axis]);
            let name = format!("Rotate {} degrees", AXES[axis]);
            let look = FieldLook { name: &name, width: 74.0, decimals: 1, suffix: "°", letter: None, speed: 0.5 };
            number_field(ui, palette, look, &mut changed[axis]);
            let moved = turned && angles[axis].abs() > 0.05;
            if dot_button(ui, palette, moved, &format!("Reset {}", AXES[axis])).clicked() {
                changed[axis] = 0.0;
            }
        });
    }
    for axis in (0..3).filter(|&axis| changed[axis] != angles[axis]) {
        commands.push(Command::SetChannel { channel: JointChannel::Rotation, axis, value: changed[axis] });
    }
}

/// Draws three fields. An edited field sets its component of all selected joints.
fn vector_row(
    ui: &mut Ui,
    palette: &Palette,
    title: &str,
    names: [&str; 3],
    value: Vec3,
    speed: f32,
    (channel, commands): (JointChannel, &mut Vec<Command>),
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        row_label(ui, 38.0, crate::viewer::ui::label(palette, title));
        let width = (ui.available_width() - 14.0 - 3.0 * 4.0) / 3.0;
        for axis in 0..3 {
            // Each shear component has the axis that moves and the axis that it depends on.
            let shear = channel == JointChannel::LocalShear;
            let letter = if shear { (PLANES[axis], palette.text3) } else { (AXES[axis], palette.axes[axis]) };
            let letter = Some(letter);
            let decimals = if shear { 2 } else { 3 };
            let look = FieldLook { name: names[axis], width, decimals, suffix: "", letter, speed };
            let mut component = value[axis];
            if number_field(ui, palette, look, &mut component).changed() {
                commands.push(Command::SetChannel { channel, axis, value: component });
            }
        }
    });
}

/// Draws the dot that marks a change behind the preceding row.
fn changed_dot(ui: &mut Ui, palette: &Palette, changed: bool, name: &str) -> bool {
    let right = ui.max_rect().right();
    let top = ui.cursor().top() - 26.0 - ui.spacing().item_spacing.y;
    let rect = egui::Rect::from_min_size(egui::pos2(right - 14.0, top), vec2(14.0, 26.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| dot_button(ui, palette, changed, name).clicked()).inner
}
