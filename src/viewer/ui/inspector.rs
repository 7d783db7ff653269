//! The panel at the right, in tabs.

use super::{figures, joints, model_panel, panes, side_panels, talk};
use crate::session::user_commands::FOLD_INSPECTOR;
use crate::session::{Command, InspectorTab, SidePanel, State};
use crate::style::{Palette, icons, segments};
use crate::viewer::pictures::Pictures;
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui, vec2};

/// Height of the row of tabs.
const TABS_HEIGHT: f32 = 44.0;

pub fn icon(tab: InspectorTab) -> &'static str {
    match tab {
        InspectorTab::Inspect => icons::CHART_LINE,
        InspectorTab::Pose => icons::PERSON,
        InspectorTab::Panes => icons::COLUMNS,
        InspectorTab::Model => icons::CUBE,
        InspectorTab::Talk => icons::PRESENTATION,
    }
}

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, pictures: &Pictures, commands: &mut Vec<Command>) {
    let frame = Frame::new().inner_margin(Margin { left: 8, right: 6, top: 8, bottom: 8 });
    Panel::top("inspector tabs").exact_size(TABS_HEIGHT).resizable(false).frame(frame).show(ui, |ui| {
        tabs(ui, palette, state, commands);
    });
    let tab = state.interface.settings.panels.tab;
    CentralPanel::no_frame().frame(Frame::new().inner_margin(Margin { left: 12, right: 4, top: 8, bottom: 4 })).show(
        ui,
        |ui| {
            ScrollArea::vertical().id_salt(tab).auto_shrink([false, false]).show(ui, |ui| {
                // The scroll bar floats over this margin.
                ui.set_max_width(ui.available_width() - 8.0);
                match tab {
                    InspectorTab::Inspect => inspect(ui, palette, state, commands),
                    InspectorTab::Pose => pose(ui, palette, state, commands),
                    InspectorTab::Panes => panes::settings_panel::show(ui, palette, state, pictures, commands),
                    InspectorTab::Model => model_panel::show(ui, palette, state, commands),
                    InspectorTab::Talk => talk::show(ui, palette, state, commands),
                }
                ui.add_space(12.0);
            });
        },
    );
}

fn tabs(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let has_repairs = state.documents.first.as_ref().is_some_and(|document| !document.warnings.is_empty());
    let choices = InspectorTab::ALL.map(|tab| {
        let label = if tab == InspectorTab::Model && has_repairs { "Model \u{2022}" } else { tab.label() };
        (tab, label, tab.explanation())
    });
    let width = ui.available_width() - 32.0;
    let corner = ui.max_rect().right_top() - vec2(28.0, 0.0);
    if let Some(tab) = segments(ui, palette, "Inspector", width, &choices, state.interface.settings.panels.tab) {
        commands.push(Command::ShowTab(tab));
    }
    let name = FOLD_INSPECTOR.with_keys("Hide inspector");
    side_panels::fold_button(ui, palette, corner, (SidePanel::Inspector, icons::CARET_RIGHT, &name), commands);
}

/// Draws the sections, the most used first. No section changes its height with the selection or the pointer, so that
/// nothing moves below the pointer.
fn inspect(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    figures::before_panel::show(ui, palette, state, commands);
    figures::figures_panel::show(ui, palette, state, commands);
    super::separator(ui, palette);
    figures::sweep_plot::show(ui, palette, state, commands);
    super::separator(ui, palette);
    // They belong together: one finds what is broken, the other what mends it.
    let mend = figures::mend_panel::show(ui, palette, state, commands);
    figures::stress_panel::show(ui, palette, state, mend, commands);
    figures::clips_panel::show(ui, palette, state, commands);
    super::separator(ui, palette);
    probe(ui, palette, state, commands);
}

/// Draws the probe, which keeps its largest height, so that the tab does not scroll while the pointer moves over a
/// skin.
fn probe(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let id = egui::Id::unique("probe height").with(state.documents.first.as_ref().map(|document| document.id));
    let kept: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let shown = ui.scope(|ui| figures::probe_panel::show(ui, palette, state, commands));
    let height = shown.response.rect.height();
    if height > kept {
        ui.data_mut(|data| data.insert_temp(id, height));
    } else {
        ui.add_space(kept - height);
    }
}

fn pose(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    match state.selection.joint {
        Some(selected) => joints::joint_panel::show(ui, palette, state, selected, commands),
        None => {
            let text = "Select a joint in the tree or in a pane to rotate, move or scale it.";
            ui.add(egui::Label::new(super::label(palette, text)).wrap());
        }
    }
}
