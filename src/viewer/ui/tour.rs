//! The card of the tour, beside the control that its step is about.

use crate::session::user_commands::{SEARCH_COMMANDS, SHOW_STAGE, TAKE_TOUR};
use crate::session::{Command, State, TOUR, TourMark, TourStep};
use crate::style::{Palette, icons, primary_button, quiet_button, regular, semibold};
use egui::{
    Align2, Area, Context, CornerRadius, Frame, Id, Label, LayerId, Order, Pos2, Rect, RichText, Stroke, Ui, vec2,
};

const WIDTH: f32 = 320.0;
/// Gap between the card and its control, and between the card and the edge of the window.
const GAP: f32 = 16.0;
/// By how much the frame around the control is larger than it.
const FRAME: f32 = 4.0;

/// Where the control of a step is, and the pass in which it was drawn.
#[derive(Clone, Copy, Debug)]
struct Marked {
    mark: TourMark,
    rect: Rect,
    pass: u64,
}

fn id_of_marked() -> Id {
    Id::unique("control of the tour")
}

/// The control that is to scroll into view.
fn id_of_wanted() -> Id {
    Id::unique("control that the tour wants in view")
}

/// Notes where a control is, if the tour points at it.
pub fn mark(ui: &Ui, state: &State, mark: TourMark, rect: Rect) {
    if state.tour_step().is_none_or(|(_, step)| step.mark != mark) {
        return;
    }
    if ui.data(|data| data.get_temp(id_of_wanted())) == Some(Some(mark)) {
        ui.scroll_to_rect(rect, None);
        ui.data_mut(|data| data.insert_temp(id_of_wanted(), None::<TourMark>));
    }
    let rect = rect.intersect(ui.clip_rect());
    if rect.is_positive() {
        let pass = ui.ctx().cumulative_pass_nr();
        ui.data_mut(|data| data.insert_temp(id_of_marked(), Marked { mark, rect, pass }));
    }
}

/// Notes that a control takes the room from a height down to where the next widget will be.
pub fn mark_from(ui: &Ui, state: &State, of: TourMark, top: f32) {
    mark(ui, state, of, ui.min_rect().with_min_y(top).with_max_y(ui.cursor().top()));
}

/// Where a control is, if it was drawn in this pass.
fn place_of(ctx: &Context, mark: TourMark) -> Option<Rect> {
    let marked: Marked = ctx.data(|data| data.get_temp(id_of_marked()))?;
    (marked.mark == mark && marked.pass == ctx.cumulative_pass_nr()).then_some(marked.rect)
}

/// Draws the tour or its offer, while nothing is open in front of it.
pub fn show(ui: &Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let ctx = ui.ctx();
    scroll_once(ctx, state.tour_step());
    if !state.shows_tour() {
        return;
    }
    let Some((index, step)) = state.tour_step() else { return offer(ctx, palette, commands) };
    let place = place_of(ctx, step.mark);
    if let Some(rect) = place {
        let painter = ctx.layer_painter(LayerId::new(Order::Middle, Id::unique("frame of the tour")));
        let rect = rect.expand(FRAME).intersect(ctx.content_rect().shrink(1.0));
        painter.rect_stroke(rect, CornerRadius::same(8), Stroke::new(2.0, palette.accent), egui::StrokeKind::Outside);
    }
    let done = state.tour_step_is_done();
    card(ctx, palette, place, |ui| step_card(ui, palette, (index, step), done, commands));
}

/// Asks the control of a new step to scroll into view in the next frame.
fn scroll_once(ctx: &Context, shown: Option<(usize, &TourStep)>) {
    let id = Id::unique("step of the tour");
    let index = shown.map(|(index, _)| index);
    let before: Option<Option<usize>> = ctx.data(|data| data.get_temp(id));
    if before.flatten() == index {
        return;
    }
    // The others never scroll.
    let scrolls = |mark: &TourMark| matches!(mark, TourMark::Angles | TourMark::Stress | TourMark::Mend);
    ctx.data_mut(|data| {
        data.insert_temp(id, index);
        data.insert_temp(id_of_wanted(), shown.map(|(_, step)| step.mark).filter(scrolls));
    });
    ctx.request_repaint();
}

fn offer(ctx: &Context, palette: &Palette, commands: &mut Vec<Command>) {
    card(ctx, palette, None, |ui| {
        words(
            ui,
            palette,
            "New to skinscope?",
            "Five steps: turn a joint, compare methods, find the worst joint, open your own character, mend it.",
        );
        ui.horizontal(|ui| {
            if primary_button(ui, palette, icons::PLAY, TAKE_TOUR.text).clicked() {
                commands.push(Command::GoToTourStep(Some(0)));
            }
            let name = format!("Later: {} finds it in the commands", SEARCH_COMMANDS.first_keys());
            if quiet_button(ui, palette, "", "Not now").on_hover_text(name).clicked() {
                commands.push(Command::GoToTourStep(None));
            }
        });
    });
}

fn step_card(
    ui: &mut Ui,
    palette: &Palette,
    (index, step): (usize, &TourStep),
    done: bool,
    commands: &mut Vec<Command>,
) {
    let is_last = index + 1 == TOUR.len();
    ui.horizontal(|ui| {
        ui.label(super::hint(palette, &format!("{} of {}", index + 1, TOUR.len())));
        if done {
            ui.label(RichText::new("Done").font(semibold(12.0)).color(palette.accent));
        }
    });
    words(ui, palette, step.title, step.text);
    if is_last {
        let keys = format!(
            "{} shows the stage, and {} finds every command by what it does.",
            SHOW_STAGE.first_keys(),
            SEARCH_COMMANDS.first_keys()
        );
        ui.add(Label::new(super::hint(palette, &keys)).wrap());
        ui.add_space(8.0);
    }
    ui.horizontal(|ui| {
        // What leads on stands out once the step is done.
        let button = if done || is_last { primary_button } else { quiet_button };
        let next = if is_last { "End tour" } else { "Next" };
        if button(ui, palette, "", next).clicked() {
            commands.push(Command::GoToTourStep((!is_last).then_some(index + 1)));
        }
        if index > 0 && quiet_button(ui, palette, "", "Back").clicked() {
            commands.push(Command::GoToTourStep(Some(index - 1)));
        }
        if !is_last {
            let skip = quiet_button(ui, palette, "", "Skip tour");
            if skip.on_hover_text("End the tour (Esc)").clicked() {
                commands.push(Command::GoToTourStep(None));
            }
        }
    });
}

fn words(ui: &mut Ui, palette: &Palette, title: &str, text: &str) {
    ui.label(RichText::new(title).font(semibold(15.0)).color(palette.text1));
    ui.add_space(2.0);
    ui.add(Label::new(RichText::new(text).font(regular(13.0)).color(palette.text2)).wrap());
    ui.add_space(10.0);
}

/// A card beside a place, or at the lower edge of the window.
fn card(ctx: &Context, palette: &Palette, place: Option<Rect>, content: impl FnOnce(&mut Ui)) {
    let id = Id::unique("tour");
    let window = ctx.content_rect().shrink(GAP);
    let size = egui::AreaState::load(ctx, id).and_then(|area| area.size).unwrap_or(vec2(WIDTH, 160.0));
    let area = Area::new(id).order(Order::Foreground).constrain_to(window);
    let area = match place.and_then(|place| beside(place, size, window)) {
        Some(corner) => area.fixed_pos(corner),
        None => area.anchor(Align2::CENTER_BOTTOM, vec2(0.0, -48.0)),
    };
    let shown = area.show(ctx, |ui| {
        let frame = Frame::popup(ui.style()).inner_margin(16).stroke(Stroke::new(1.0, palette.line_strong));
        frame.show(ui, |ui| {
            ui.set_width(WIDTH - 32.0);
            content(ui);
        });
    });
    // It was placed by the size of another step.
    if shown.response.rect.size() != size {
        ctx.request_repaint();
    }
}

/// The corner of a card of this size that lies beside a place without covering it: at its left, below it, above it, or at
/// its right. `None` if it fits nowhere.
fn beside(place: Rect, size: egui::Vec2, window: Rect) -> Option<Pos2> {
    // Beside a low control, the card ends where it does: what bends is in the middle of the window.
    let level = place.top().min(place.bottom() - size.y).min(window.bottom() - size.y).max(window.top());
    let along = place.left().min(window.right() - size.x).max(window.left());
    [
        Pos2::new(place.left() - FRAME - GAP - size.x, level),
        Pos2::new(along, place.bottom() + FRAME + GAP),
        Pos2::new(along, place.top() - FRAME - GAP - size.y),
        Pos2::new(place.right() + FRAME + GAP, level),
    ]
    .into_iter()
    .find(|corner| window.contains_rect(Rect::from_min_size(*corner, size)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_never_covers_its_control() {
        let window = Rect::from_min_max(Pos2::ZERO, Pos2::new(1000.0, 700.0));
        let size = vec2(320.0, 180.0);
        for place in [
            Rect::from_min_max(Pos2::new(660.0, 100.0), Pos2::new(990.0, 650.0)),
            Rect::from_min_max(Pos2::new(10.0, 10.0), Pos2::new(110.0, 40.0)),
            Rect::from_min_max(Pos2::new(10.0, 640.0), Pos2::new(700.0, 690.0)),
            Rect::from_min_max(Pos2::new(0.0, 0.0), Pos2::new(300.0, 700.0)),
        ] {
            let card = Rect::from_min_size(beside(place, size, window).unwrap(), size);
            assert!(window.contains_rect(card) && !card.intersects(place.expand(FRAME)), "{place:?}: {card:?}");
        }
        assert_eq!(beside(window, size, window), None);
    }
}
