use crate::claims::{Check, Claim, ClaimState, CostClaim, Paper, Probe, same_statements};
use crate::panes::Scene;
use crate::session::Command;
use crate::style::{Palette, icons, medium, quiet_button, regular};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, CollapsingHeader, Color32, FontFamily, FontId, Label, Layout, RichText, Role, Sense, Ui, UiBuilder,
    WidgetInfo, WidgetText, vec2,
};
use std::sync::Arc;

/// Width of the column with the claim's place in the paper.
const PLACE_WIDTH: f32 = 128.0;
const STATE_WIDTH: f32 = 128.0;
/// Empty space at the end of a column.
const COLUMN_GAP: f32 = 10.0;

/// A claim in a row, with its details below it while it is open. Returns whether it was clicked.
pub(super) fn show(
    ui: &mut Ui,
    palette: &Palette,
    (paper, claim): (&Paper, &Claim),
    is_open: bool,
    commands: &mut Vec<Command>,
) -> bool {
    let id = ui.scope_id().with((&paper.id, &claim.id));
    let line = ui.scope_builder(UiBuilder::new().scope_id(id).sense(Sense::click()), |ui| {
        let response = ui.response();
        let fill = if response.hovered() { palette.hover } else { Color32::TRANSPARENT };
        let fill = if is_open { palette.raised } else { fill };
        egui::Frame::new().fill(fill).corner_radius(6).inner_margin(egui::Margin::symmetric(10, 6)).show(ui, |ui| {
            one_line(ui, palette, claim);
        });
    });
    let response = line.response;
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_open, &claim.claim));
    if is_open {
        // Aligned below the claim. A margin is 127 points at most.
        let left = ((10.0 + PLACE_WIDTH) / 2.0) as i8;
        let outer = egui::Margin { left, ..egui::Margin::ZERO };
        let inner = egui::Margin { left, right: 10, top: 4, bottom: 10 };
        egui::Frame::new()
            .outer_margin(outer)
            .inner_margin(inner)
            .show(ui, |ui| details(ui, palette, paper, claim, commands));
    }
    response.clicked()
}

fn one_line(ui: &mut Ui, palette: &Palette, claim: &Claim) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let claim_width = (ui.available_width() - PLACE_WIDTH - STATE_WIDTH).max(80.0);
        let mut cell = |width: f32, text: WidgetText, align: Align| {
            let layout = Layout::top_down(align);
            let width = width - COLUMN_GAP;
            ui.allocate_ui_with_layout(vec2(width, 16.0), layout, |ui| {
                ui.set_width(width);
                ui.add(Label::new(text).wrap().selectable(false));
            });
            ui.add_space(COLUMN_GAP);
        };
        let place = RichText::new(claim.at.join(", ")).font(regular(12.0)).color(palette.text3);
        cell(PLACE_WIDTH, place.into(), Align::Min);
        cell(claim_width, statement(palette, claim).into(), Align::Min);
        let is_wrong = claim.state == ClaimState::DoesNotHold;
        let color = if is_wrong { palette.bad } else { palette.text2 };
        cell(STATE_WIDTH, RichText::new(claim.state.label()).font(medium(12.0)).color(color).into(), Align::Max);
    });
}

/// The paper's statement, in our words and below that in its own.
fn statement(palette: &Palette, claim: &Claim) -> LayoutJob {
    let mut text = LayoutJob::default();
    text.append(&claim.claim, 0.0, TextFormat::simple(regular(13.0), palette.text1));
    text.append("\n", 0.0, TextFormat::simple(regular(13.0), palette.text1));
    text.append(&claim.quoted(), 0.0, TextFormat::simple(regular(12.0), palette.text3));
    text
}

fn details(ui: &mut Ui, palette: &Palette, paper: &Paper, claim: &Claim, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 6.0;
    let text = |text: &str| RichText::new(text).font(regular(12.0)).color(palette.text2);
    if !claim.because.is_empty() {
        ui.add(Label::new(text(&claim.because)).wrap());
    }
    let scenes: Vec<&Arc<Scene>> = Scene::of_papers().filter(|scene| claim.scenes.contains(&scene.id)).collect();
    if !scenes.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for scene in scenes {
                let label = format!("Show {}", scene.citation());
                if quiet_button(ui, palette, icons::EYE, &label).on_hover_text(&scene.title).clicked() {
                    commands.push(Command::ShowClaims(false));
                    commands.push(Command::TakeScene(Arc::clone(scene)));
                }
            }
        });
    }
    for (paper, same) in same_statements(claim) {
        let place = format!("{}, {}", paper.name, same.at.join(", "));
        let said = if same.quote == claim.quote {
            format!("The same words in {place}")
        } else {
            format!("The same in {place}: {}", same.quoted())
        };
        ui.add(Label::new(text(&said)).wrap());
    }
    if !claim.checks.is_empty() || !claim.tests.is_empty() {
        let title = super::super::label(palette, "How it is checked");
        let fold = CollapsingHeader::new(title).id_salt((&paper.id, &claim.id));
        fold.show_unindented(ui, |ui| how_it_is_checked(ui, palette, paper, claim));
    }
}

fn how_it_is_checked(ui: &mut Ui, palette: &Palette, paper: &Paper, claim: &Claim) {
    let timed: Vec<String> =
        CostClaim::answering(paper, claim).map(|(first, second)| format!("{first} / {second}")).collect();
    if !timed.is_empty() {
        ui.add(Label::new(super::super::label(palette, &format!("Timed: {}", timed.join(", ")))).wrap());
        command(ui, palette, "skinscope bench");
    }
    for check in &claim.checks {
        ui.add(Label::new(super::super::label(palette, &expected(check))).wrap());
    }
    if !claim.checks.is_empty() {
        command(ui, palette, &format!("skinscope claims {} --check", claim.address(paper)));
    }
    // Several checks may read the output of one command.
    let mut shown: Vec<&str> = Vec::new();
    for Check { probe, .. } in &claim.checks {
        if let Probe::Command { line, .. } = probe
            && !shown.contains(&line.as_str())
        {
            shown.push(line);
            command(ui, palette, &format!("skinscope {line}"));
        }
    }
    for test in &claim.tests {
        ui.add(Label::new(super::super::hint(palette, &format!("Test: {test}"))).wrap());
    }
}

/// The measurement of a check, and the paper's value.
fn expected(check: &Check) -> String {
    let Check { what, claimed, .. } = check;
    format!("Check: {what}. The paper: {claimed}")
}

/// A command with a button that copies it.
fn command(ui: &mut Ui, palette: &Palette, line: &str) {
    ui.horizontal(|ui| {
        if crate::style::icon_button(ui, palette, icons::COPY, "Copy command", true).clicked() {
            ui.ctx().copy_text(line.to_owned());
        }
        let font = FontId::new(12.0, FontFamily::Monospace);
        ui.add(Label::new(RichText::new(line).font(font).color(palette.text1)).wrap());
    });
}
