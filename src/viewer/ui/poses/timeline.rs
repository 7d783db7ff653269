use crate::session::{Command, FRAMES_PER_SECOND, Repeat, State};
use crate::style::{
    FieldLook, Palette, icon_button, icons, medium, number_field, paint_caret, quiet_button, regular, segments,
};
use egui::{Align2, ComboBox, CornerRadius, Rect, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

const REPEATS: [(Repeat, &str, &str); 3] = [
    (Repeat::Once, "Once", "Stop at the end"),
    (Repeat::Loop, "Loop", "Start over at the end"),
    (Repeat::PingPong, "Ping-pong", "Play backward from the end"),
];

/// Clip, play, speed and time, and the track to scrub.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.document else { return };
    let clips = &document.model.clips;
    let duration = state.clip_duration_seconds();
    let has_clip = state.edit.clip.is_some();
    ui.horizontal(|ui| {
        let playing = state.playback.playing;
        if icon_button(ui, palette, icons::SKIP_BACK, "To the start", has_clip).clicked() {
            commands.push(Command::Seek(0.0));
        }
        if icon_button(ui, palette, icons::CARET_LEFT, "One frame back (,)", has_clip).clicked() {
            commands.push(Command::StepFrames(-1));
        }
        let (icon, name) = if playing { (icons::PAUSE, "Pause (Space)") } else { (icons::PLAY, "Play (Space)") };
        if icon_button(ui, palette, icon, name, !clips.is_empty()).clicked() {
            play_or_pause(state, commands);
        }
        if icon_button(ui, palette, icons::CARET_RIGHT, "One frame forward (.)", has_clip).clicked() {
            commands.push(Command::StepFrames(1));
        }
        let selected = match state.edit.clip.and_then(|clip| clips.get(clip)) {
            Some(clip) => clip.name.clone(),
            None => "Rest pose".to_owned(),
        };
        let combo = ComboBox::from_id_salt("clip").icon(paint_caret).width(180.0).selected_text(selected).truncate();
        let response = combo.show_ui(ui, |ui| {
            rest_entries(ui, state, commands);
            for (index, clip) in clips.iter().enumerate() {
                if ui.selectable_label(state.edit.clip == Some(index), &clip.name).clicked() {
                    commands.push(Command::SetClip(Some(index)));
                }
            }
        });
        ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label("Clip"));
        if let Some(clip) = state.edit.clip {
            ui.label(crate::viewer::ui::hint(palette, &format!("{} of {}", clip + 1, clips.len())));
        }
        ui.add_space(8.0);
        let wide = ui.available_width() > 420.0;
        let repeat = state.playback.repeat;
        if let Some(repeat) = segments(ui, palette, "Repeat", 216.0, &REPEATS, repeat) {
            commands.push(Command::SetRepeat(repeat));
        }
        if wide {
            speed_field(ui, palette, state, commands);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let frames = (duration * FRAMES_PER_SECOND).round();
            let time = format!(
                "Frame {} of {frames}   {:.2} s of {duration:.2} s",
                state.playback.frame(),
                state.playback.time_seconds
            );
            let time = if has_clip { time } else { "no clip chosen".to_owned() };
            ui.label(egui::RichText::new(time).font(regular(12.0)).color(palette.text2));
            let posed = state.edit.overrides.len();
            if posed > 0 && has_clip {
                ui.add_space(8.0);
                if quiet_button(ui, palette, "", "Clear")
                    .on_hover_text("Remove all changes to the clip's pose")
                    .clicked()
                {
                    commands.push(Command::ResetPose);
                }
                let joints = if posed == 1 { "1 joint".to_owned() } else { format!("{posed} joints") };
                ui.label(crate::viewer::ui::label(palette, &format!("{joints} posed on top of the clip")));
                let (dot, _) = ui.allocate_exact_size(vec2(8.0, 8.0), Sense::hover());
                ui.painter().circle_filled(dot.center(), 3.0, palette.accent);
            }
        });
    });
    ui.add_space(2.0);
    track(ui, palette, state, duration, commands);
}

fn speed_field(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.add_space(8.0);
    ui.label(crate::viewer::ui::label(palette, "Speed"));
    let mut speed = state.playback.speed;
    let look = FieldLook { name: "Speed", width: 62.0, decimals: 2, suffix: " ×", letter: None, speed: 0.01 };
    if number_field(ui, palette, look, &mut speed).changed() {
        commands.push(Command::SetSpeed(speed));
    }
}

/// Plays or pauses (Space). Chooses the first clip if none is chosen.
pub fn play_or_pause(state: &State, commands: &mut Vec<Command>) {
    let has_clips = state.document.as_ref().is_some_and(|document| !document.model.clips.is_empty());
    if state.edit.clip.is_none() && has_clips {
        commands.push(Command::SetClip(Some(0)));
    }
    commands.push(Command::SetPlaying(!state.playback.playing));
}

fn track(ui: &mut Ui, palette: &Palette, state: &State, duration: f32, commands: &mut Vec<Command>) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::hover());
    let response = ui.interact(rect, ui.scope_id().with("track"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(duration > 0.0, f64::from(state.playback.time_seconds), "Time"));
    let line_y = rect.bottom() - 7.0;
    let (left, right) = (rect.left() + 14.0, rect.right() - 14.0);
    let painter = ui.painter();
    painter.hline(left..=right, line_y, Stroke::new(2.0, palette.track));
    if duration <= 0.0 {
        return;
    }
    let x_of = |seconds: f32| egui::remap_clamp(seconds, 0.0..=duration, left..=right);
    let step = tick_step(duration, right - left);
    let mut tick = 0.0;
    while tick <= duration + 1e-4 {
        let x = x_of(tick);
        painter.vline(x, line_y - 4.0..=line_y + 4.0, Stroke::new(1.0, palette.line_strong));
        let text = if step < 1.0 { format!("{tick:.1}") } else { format!("{tick:.0}") };
        painter.text(pos2(x, rect.top() + 5.0), Align2::CENTER_CENTER, text, regular(11.0), palette.text3);
        tick += step;
    }
    let x = x_of(state.playback.time_seconds);
    painter.hline(left..=x, line_y, Stroke::new(2.0, palette.accent));
    let flag = Rect::from_center_size(pos2(x.clamp(left + 8.0, right - 8.0), rect.top() + 5.0), vec2(44.0, 16.0));
    painter.vline(x, rect.top() + 10.0..=line_y + 5.0, Stroke::new(1.5, palette.accent));
    painter.rect_filled(flag, CornerRadius::same(4), palette.accent_fill);
    let text = format!("{:.2} s", state.playback.time_seconds);
    painter.text(flag.center(), Align2::CENTER_CENTER, text, medium(11.0), egui::Color32::WHITE);
    if let Some(pointer) = response.interact_pointer_pos() {
        commands.push(Command::Seek(egui::remap_clamp(pointer.x, left..=right, 0.0..=duration)));
    }
}

/// Ticks at least 60 points apart, at 1, 2 or 5 times a power of ten.
fn tick_step(duration: f32, width: f32) -> f32 {
    let least = duration * 60.0 / width.max(60.0);
    let power = 10f32.powf(least.max(0.1).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&step| step >= least);
    step.unwrap_or(least).max(0.1)
}

#[cfg(test)]
mod tests {
    use super::tick_step;

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

/// The rest pose and, where it is another, the bind pose.
fn rest_entries(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let has_clip = state.edit.clip.is_some();
    let bind_pose = state.document.as_ref().and_then(|document| document.bind_pose.as_ref());
    let is_bound = !has_clip && bind_pose.is_some_and(|bind_pose| state.edit.overrides == *bind_pose);
    let rest = ui.selectable_label(!has_clip && !is_bound, "Rest pose");
    if rest.on_hover_text("The pose that the file gives its nodes").clicked() {
        commands.push(Command::SetClip(None));
        if is_bound {
            commands.push(Command::ResetPose);
        }
    }
    if bind_pose.is_some() {
        let bound = ui.selectable_label(is_bound, "Bind pose");
        if bound.on_hover_text("The pose in which the skin was modeled, from the inverse bind matrices").clicked() {
            commands.push(Command::TakeBindPose);
        }
    }
}
