use crate::model::Clip;
use crate::session::user_commands::{CHECK_CLIPS, NEXT_FRAME, PLAY, PREVIOUS_FRAME, TAKE_BIND_POSE};
use crate::session::{ClipFinding, Command, EditState, FRAMES_PER_SECOND, Playback, Repeat, State};
use crate::style::{
    FieldLook, Palette, icon_button, icons, number_field, paint_caret, quiet_button, regular, segments,
};
use crate::viewer::ui::command_widgets::icon;
use crate::viewer::ui::panel_rows::text_at_right;
use egui::{ComboBox, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

const REPEATS: [(Repeat, &str, &str); 3] = [
    (Repeat::Once, "Once", "Play once and stop at the end"),
    (Repeat::Loop, "Loop", "Start over at the end"),
    (Repeat::PingPong, "Ping-pong", "Play back and forth"),
];

/// Height of the line without its margins.
pub const HEIGHT: f32 = 28.0;

/// Widths of the line below which it drops the least used parts: the speed, the steps, the buttons of repetition.
const WIDTH_FOR_SPEED: f32 = 1000.0;
const WIDTH_FOR_STEPS: f32 = 720.0;
const WIDTH_FOR_REPEAT: f32 = 620.0;
/// Width of the texts at the right.
const TIME_WIDTH: f32 = 112.0;

/// Draws one line: play, the clip, the track to scrub, and the time.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    let clips = &document.model.clips;
    let has_clip = state.edit.clip.is_some();
    let width = ui.available_width();
    ui.horizontal_centered(|ui| {
        let play = if state.playback.playing { icons::PAUSE } else { icons::PLAY };
        icon(ui, palette, state, (play, &PLAY, !clips.is_empty()), commands);
        clip_choice(ui, state, clips, (0.18 * width).clamp(96.0, 200.0), commands);
        if width >= WIDTH_FOR_STEPS {
            ui.spacing_mut().item_spacing.x = 2.0;
            if icon_button(ui, palette, icons::SKIP_BACK, "Go to the start", has_clip).clicked() {
                commands.push(Command::Seek(0.0));
            }
            icon(ui, palette, state, (icons::CARET_LEFT, &PREVIOUS_FRAME, has_clip), commands);
            icon(ui, palette, state, (icons::CARET_RIGHT, &NEXT_FRAME, has_clip), commands);
            ui.spacing_mut().item_spacing.x = 8.0;
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if width >= WIDTH_FOR_SPEED {
                speed_field(ui, palette, &state.playback, commands);
            }
            if width >= WIDTH_FOR_REPEAT
                && let Some(repeat) = segments(ui, palette, "Repeat", 216.0, &REPEATS, state.playback.repeat)
            {
                commands.push(Command::SetRepeat(repeat));
            }
            posed_on_top(ui, palette, &state.edit, width, commands);
            time_text(ui, palette, state);
            track(ui, palette, state, commands);
        });
    });
}

fn clip_choice(ui: &mut Ui, state: &State, clips: &[Clip], width: f32, commands: &mut Vec<Command>) {
    let selected = state.edit.clip.and_then(|clip| clips.get(clip)).map_or("No clip", |clip| clip.name.as_str());
    let combo = ComboBox::from_id_salt("clip").icon(paint_caret).width(width).selected_text(selected).truncate();
    let response = combo.show_ui(ui, |ui| {
        rest_entries(ui, state, commands);
        for (index, clip) in clips.iter().enumerate() {
            if ui.selectable_label(state.edit.clip == Some(index), &clip.name).clicked() {
                commands.push(Command::SetClip(Some(index)));
            }
        }
        if CHECK_CLIPS.is_offered(state) {
            ui.separator();
            if ui.selectable_label(false, CHECK_CLIPS.text).on_hover_text(CHECK_CLIPS.tip).clicked() {
                commands.push(Command::CheckClips);
            }
        }
    });
    let counted = match state.edit.clip {
        Some(clip) => format!("{selected}, clip {} of {}", clip + 1, clips.len()),
        None => "Choose a clip to play, or the rest pose".to_owned(),
    };
    ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label("Clip"));
    response.response.on_hover_text(counted);
}

/// The count of joints that are posed on top of the clip, and a button that clears them.
fn posed_on_top(ui: &mut Ui, palette: &Palette, edit: &EditState, width: f32, commands: &mut Vec<Command>) {
    let posed = edit.overrides.len();
    if posed == 0 || edit.clip.is_none() || width < WIDTH_FOR_STEPS {
        return;
    }
    let hint = "Remove all changes that you made on top of the clip";
    if quiet_button(ui, palette, "", "Clear").on_hover_text(hint).clicked() {
        commands.push(Command::ResetPose);
    }
    let joints = if posed == 1 { "1 joint posed".to_owned() } else { format!("{posed} joints posed") };
    let label = ui.label(crate::viewer::ui::label(palette, &joints));
    label.on_hover_text("You posed these joints on top of the clip");
    let (dot, _) = ui.allocate_exact_size(vec2(8.0, 8.0), Sense::hover());
    ui.painter().circle_filled(dot.center(), 3.0, palette.accent);
}

fn time_text(ui: &mut Ui, palette: &Palette, state: &State) {
    let (rect, response) = ui.allocate_exact_size(vec2(TIME_WIDTH, HEIGHT), Sense::hover());
    if state.edit.clip.is_none() {
        return;
    }
    let duration = state.clip_duration_seconds();
    let text = format!("{:.2} / {duration:.2} s", state.playback.time_seconds);
    text_at_right(ui.painter(), rect, &text, regular(12.0), palette.text2);
    let frames = (duration * FRAMES_PER_SECOND).round();
    response.on_hover_text(format!("Frame {} of {frames}", state.playback.frame()));
}

fn speed_field(ui: &mut Ui, palette: &Palette, playback: &Playback, commands: &mut Vec<Command>) {
    let mut speed = playback.speed;
    let look = FieldLook { name: "Speed", width: 62.0, decimals: 2, suffix: " ×", letter: None, speed: 0.01 };
    let field = number_field(ui, palette, look, &mut speed);
    if field.changed() {
        commands.push(Command::SetSpeed(speed));
    }
    field.on_hover_text("Playback speed");
}

fn track(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let (playback, duration) = (&state.playback, state.clip_duration_seconds());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let response = ui.interact(rect, ui.scope_id().with("track"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(duration > 0.0, f64::from(playback.time_seconds), "Time"));
    let y = rect.center().y;
    let (left, right) = (rect.left() + 10.0, rect.right() - 10.0);
    if left >= right {
        return;
    }
    let painter = ui.painter();
    painter.hline(left..=right, y, Stroke::new(2.0, palette.track));
    if duration <= 0.0 {
        return;
    }
    let x_of = |seconds: f32| egui::remap_clamp(seconds, 0.0..=duration, left..=right);
    let step = tick_step(duration, right - left);
    for tick in 0..=(duration / step + 1e-4) as u32 {
        let x = x_of(tick as f32 * step);
        painter.vline(x, y - 4.0..=y + 4.0, Stroke::new(1.0, palette.line_strong));
    }
    let marks = state.clip_marks();
    for mark in &marks {
        draw_mark(painter, palette, pos2(x_of(mark.seconds()), y), mark);
    }
    let x = x_of(playback.time_seconds);
    painter.hline(left..=x, y, Stroke::new(2.0, palette.accent));
    painter.vline(x, y - 9.0..=y + 9.0, Stroke::new(2.0, palette.accent));
    painter.circle_filled(pos2(x, y), 5.0, palette.accent);
    let at = |pointer: egui::Pos2| mark_at(&marks, pointer - vec2(0.0, y), x_of);
    let pressed = response.interact_pointer_pos();
    let clicked = pressed.filter(|_| response.clicked()).and_then(at);
    let began = ui.input(|input| input.pointer.press_origin()).and_then(at);
    if let Some(mark) = clicked.filter(|mark| began.is_none_or(|began| began == *mark)) {
        commands.push(Command::JumpToClip { skin: state.jobs.clips.choice.skin, finding: *mark });
    } else if let Some(pointer) = pressed {
        commands.push(Command::Seek(egui::remap_clamp(pointer.x, left..=right, 0.0..=duration)));
    }
    if let Some(pointer) = response.hover_pos() {
        let seconds = egui::remap_clamp(pointer.x, left..=right, 0.0..=duration);
        let text = match (at(pointer), &state.documents.first) {
            (Some(mark), Some(document)) => {
                format!("{:.2} s, {}: {}", mark.seconds(), document.joint_name(mark.node()), mark.described())
            }
            _ => format!("{seconds:.2} s"),
        };
        response.on_hover_text_at_pointer(text);
    }
}

/// Distance in points beside a mark within which it is hit.
const MARK_REACH: f32 = 5.0;
/// Distance in points from the middle of the track up to which the pointer seeks, whatever is marked there.
const TRACK_REACH: f32 = 4.0;

/// The mark at a point whose y is relative to the middle of the track: the nearest one whose line or triangle is there.
fn mark_at(marks: &[ClipFinding], at: egui::Pos2, x_of: impl Fn(f32) -> f32) -> Option<&ClipFinding> {
    let distance = |mark: &ClipFinding| (x_of(mark.seconds()) - at.x).abs();
    let is_there = |mark: &&ClipFinding| {
        let is_beside_track = at.y > TRACK_REACH || (at.y < -TRACK_REACH && mark.is_jump());
        is_beside_track && distance(mark) <= MARK_REACH
    };
    marks.iter().filter(is_there).min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// A jump is a line across the track, a worst frame a triangle below it.
fn draw_mark(painter: &egui::Painter, palette: &Palette, at: egui::Pos2, mark: &ClipFinding) {
    if mark.is_jump() {
        painter.vline(at.x, at.y - 11.0..=at.y + 11.0, Stroke::new(2.0, palette.bad));
    } else {
        let tip = pos2(at.x, at.y + 4.0);
        let corners = vec![tip, tip + vec2(4.0, 7.0), tip + vec2(-4.0, 7.0)];
        painter.add(egui::Shape::convex_polygon(corners, palette.text2, Stroke::NONE));
    }
}

/// Ticks at least 60 points apart, at 1, 2 or 5 times a power of ten.
fn tick_step(duration: f32, width: f32) -> f32 {
    let least = duration * 60.0 / width.max(60.0);
    let power = 10f32.powf(least.max(0.1).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&step| step >= least);
    step.unwrap_or(least).max(0.1)
}

/// Entries for the rest pose and, if it differs, the bind pose.
fn rest_entries(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let has_clip = state.edit.clip.is_some();
    let bind_pose = state.documents.first.as_ref().and_then(|document| document.bind_pose.as_ref());
    let is_bound = !has_clip && bind_pose.is_some_and(|bind_pose| state.edit.overrides == *bind_pose);
    let rest = ui.selectable_label(!has_clip && !is_bound, "Rest pose");
    if rest.on_hover_text("The pose that the file stores for its nodes").clicked() {
        commands.push(Command::SetClip(None));
        if is_bound {
            commands.push(Command::ResetPose);
        }
    }
    if bind_pose.is_some() {
        let bound = ui.selectable_label(is_bound, "Bind pose");
        if bound.on_hover_text(TAKE_BIND_POSE.tip).clicked() {
            commands.push(Command::TakeBindPose);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{mark_at, tick_step};
    use crate::measure::{StressMeasure, VertexId};
    use crate::session::{ClipFinding, ClipFindingKind};
    use crate::stress::{ClipEntry, Snap};
    use egui::pos2;

    #[test]
    fn the_track_seeks_and_marks_are_hit_beside_it() {
        let at = |seconds: f32, kind| ClipFinding { clip: 0, frame_seconds: seconds, kind };
        let snap = Snap { node: 1, seconds: 1.0, end_seconds: 1.1, degrees: 90.0 };
        let vertex_id = VertexId { primitive: 0, vertex: 0 };
        let (measure, over_rest) = (StressMeasure::Collapse, 0.5);
        let entry = ClipEntry { node: 2, measure, frame: 9, seconds: 1.03, over_rest, vertex_id };
        let marks = [at(1.0, ClipFindingKind::Snap(snap)), at(1.03, ClipFindingKind::Worst(entry))];
        let node = |x: f32, y: f32| mark_at(&marks, pos2(x, y), |seconds| 100.0 * seconds).map(ClipFinding::node);
        assert_eq!([node(100.0, 0.0), node(103.0, 3.0), node(100.0, -4.0)], [None; 3], "the track itself");
        assert_eq!([node(100.0, -8.0), node(103.0, -8.0), node(100.0, 8.0)], [Some(1); 3]);
        assert_eq!((node(103.0, 8.0), node(120.0, 8.0)), (Some(2), None));
    }

    #[test]
    fn ticks_are_round_and_not_crowded() {
        assert_eq!(tick_step(2.4, 600.0), 0.5);
        assert_eq!(tick_step(60.0, 600.0), 10.0);
        for duration in [0.01, 0.5, 7.0, 333.0, 1e5] {
            let step = tick_step(duration, 900.0);
            assert!(duration / step <= 15.1, "{duration} {step}");
        }
    }
}
