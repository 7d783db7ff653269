//! A dot at the pointer while L is held, with a tail that fades.

use crate::session::user_commands::LASER;
use crate::viewer::ui::palette::shortcuts::is_down;
use egui::{Color32, CursorIcon, Pos2, Rect, Shape, Stroke, Ui, lerp};

/// Radius in points of the stage.
const RADIUS: f32 = 7.0;
const GLOW: f32 = 18.0;
/// Time in seconds until the tail and the dot have faded.
const FADE_SECONDS: f64 = 0.4;
/// Red, like a laser pointer. Cannot be confused with a method's color, because it is never shown for long.
const COLOR: Color32 = Color32::from_rgb(0xFF, 0x1F, 0x3D);

/// Earlier positions of the dot with their times, the newest last.
#[derive(Clone, Default)]
struct Tail(Vec<(Pos2, f64)>);

pub fn show(ui: &Ui, area: Rect) {
    let id = egui::Id::unique("laser of the stage");
    let mut tail: Tail = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let (now, is_lit, pointer) = ui.input(|input| (input.time, is_down(input, &LASER), input.pointer.latest_pos()));
    let dot = pointer.filter(|at| is_lit && area.contains(*at));
    if let Some(at) = dot {
        ui.ctx().set_cursor_icon(CursorIcon::None);
        // A dot that rests keeps its time, so that nothing is left to fade.
        match tail.0.last_mut() {
            Some((last, seconds)) if *last == at => *seconds = now,
            _ => tail.0.push((at, now)),
        }
    }
    tail.0.retain(|(_, seconds)| now - seconds < FADE_SECONDS);
    draw(ui, area, &tail, now, dot);
    let fades = tail.0.len() > usize::from(dot.is_some());
    if fades {
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| match tail.0.is_empty() {
        true => data.remove::<Tail>(id),
        false => drop(data.insert_temp(id, tail)),
    });
}

fn draw(ui: &Ui, area: Rect, tail: &Tail, now: f64, dot: Option<Pos2>) {
    let painter = ui.painter().with_clip_rect(area);
    let strength = |seconds: f64| (1.0 - (now - seconds) / FADE_SECONDS).clamp(0.0, 1.0) as f32;
    for pair in tail.0.windows(2) {
        let strength = strength(pair[1].1);
        let stroke = Stroke::new(lerp(1.0..=RADIUS, strength), COLOR.gamma_multiply(0.6 * strength));
        painter.add(Shape::line_segment([pair[0].0, pair[1].0], stroke));
    }
    let Some(&(at, seconds)) = tail.0.last() else { return };
    let strength = if dot.is_some() { 1.0 } else { strength(seconds) };
    for (radius, color) in [
        (GLOW, COLOR.gamma_multiply(0.16)),
        (0.65 * GLOW, COLOR.gamma_multiply(0.3)),
        (RADIUS + 1.5, Color32::WHITE.gamma_multiply(0.85)),
        (RADIUS, COLOR),
    ] {
        painter.circle_filled(at, radius, color.gamma_multiply(strength));
    }
}
