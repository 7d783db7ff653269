//! Drawing freehand over the stage, with the right mouse button or the pen.

use crate::session::{Command, StagePoint, StrokeStep, TalkDesk};
use crate::style::Palette;
use egui::{CursorIcon, Event, PointerButton, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2};

/// Width in points of the stage.
const WIDTH: f32 = 4.0;
const HALO: f32 = 2.0;

/// Whether the mouse draws, and so moves no camera.
pub fn are_drawn(ui: &Ui, talk: &TalkDesk) -> bool {
    let has_pen = talk.stage.as_ref().is_some_and(|stage| stage.strokes.has_pen);
    has_pen || ui.input(|input| input.pointer.button_down(PointerButton::Secondary))
}

/// Continues the current line.
pub fn react(ui: &Ui, talk: &TalkDesk, area: Rect, commands: &mut Vec<Command>) {
    let Some(stage) = &talk.stage else { return };
    commands.extend(steps(ui, stage.strokes.has_pen, stage.strokes.is_drawing(), area).map(Command::DrawOnStage));
}

/// Draws the lines.
pub fn show(ui: &Ui, palette: &Palette, talk: &TalkDesk, area: Rect) {
    let Some(stage) = &talk.stage else { return };
    if stage.strokes.has_pen {
        // Covers the panes, whose dividers would move too.
        ui.interact(area, egui::Id::unique("pen of the stage"), Sense::click_and_drag());
        ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    }
    let painter = ui.painter().with_clip_rect(area);
    let on_screen = |[x, y]: StagePoint| pos2(area.left() + x * area.width(), area.top() + y * area.height());
    for line in stage.strokes.lines() {
        let points: Vec<Pos2> = line.iter().copied().map(on_screen).collect();
        for (width, color) in [(WIDTH + 2.0 * HALO, palette.halo()), (WIDTH, palette.accent)] {
            match points.as_slice() {
                [point] => painter.circle_filled(*point, 0.5 * width, color),
                _ => painter.add(Shape::line(points.clone(), Stroke::new(width, color))),
            };
        }
    }
}

/// Steps for every position since the last frame, not only the newest, so that lines are smooth even with slow frames.
fn steps(ui: &Ui, has_pen: bool, was_drawing: bool, area: Rect) -> impl Iterator<Item = StrokeStep> {
    let fraction = |at: Pos2| [(at.x - area.left()) / area.width(), (at.y - area.top()) / area.height()];
    let draws =
        |button: PointerButton| button == PointerButton::Secondary || (has_pen && button == PointerButton::Primary);
    let mut is_drawing = was_drawing;
    let mut steps = Vec::new();
    ui.input(|input| {
        for event in &input.events {
            match *event {
                Event::PointerButton { button, pressed, pos, .. } if draws(button) => {
                    is_drawing = pressed;
                    steps.push(if pressed { StrokeStep::Draw(fraction(pos)) } else { StrokeStep::Lift });
                }
                Event::PointerMoved(pos) if is_drawing => steps.push(StrokeStep::Draw(fraction(pos))),
                Event::PointerGone if is_drawing => {
                    is_drawing = false;
                    steps.push(StrokeStep::Lift);
                }
                _ => {}
            }
        }
    });
    steps.into_iter()
}
