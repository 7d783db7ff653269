//! The panels at the sides of the panes: the joint tree at the left, the inspector at the right. Each folds to a strip.

use super::{inspector, joints};
use crate::session::user_commands::{FOLD_INSPECTOR, FOLD_JOINTS};
use crate::session::{Command, InspectorTab, Interface, Panels, SidePanel, State};
use crate::style::{Palette, icon_button, icons};
use crate::viewer::pictures::Pictures;
use egui::{Align, CentralPanel, Context, Frame, Layout, Margin, Panel, Rect, Response, Ui, UiBuilder, vec2};

/// Width of the window below which the inspector folds unless the user opened it; below the next width, the joint tree
/// folds too.
const WIDTH_FOR_INSPECTOR: f32 = 1280.0;
const WIDTH_FOR_JOINTS: f32 = 960.0;

/// Least width of the panes. An open panel that would leave less stays folded.
const LEAST_FOR_PANES: f32 = 280.0;

const STRIP: f32 = 40.0;

/// Display of a side panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Open,
    Strip,
    Nothing,
}

/// Both side panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    pub joints: Shown,
    pub inspector: Shown,
}

impl Sides {
    /// The side panels in a window of this width, in points.
    pub fn of(state: &State, window_width: f32) -> Self {
        if state.documents.first.is_none() || state.interface.panels_shown == Panels::Hidden {
            return Self { joints: Shown::Nothing, inspector: Shown::Nothing };
        }
        let panels = state.interface.settings.panels;
        let opens = |panel: SidePanel, width_needed: f32| {
            panels.panel(panel).folded.map_or(window_width >= width_needed, |folded| !folded)
        };
        let mut joints = opens(SidePanel::Joints, WIDTH_FOR_JOINTS);
        let inspector = opens(SidePanel::Inspector, WIDTH_FOR_INSPECTOR);
        let left = |joints: bool| {
            let width = |open: bool, panel: SidePanel| if open { panels.panel(panel).width_points } else { STRIP };
            window_width - width(joints, SidePanel::Joints) - width(inspector, SidePanel::Inspector)
        };
        if left(joints) < LEAST_FOR_PANES && inspector {
            joints = false;
        }
        let shown = |open: bool| match (open, window_width >= 3.0 * STRIP + LEAST_FOR_PANES / 2.0) {
            (true, _) => Shown::Open,
            (false, true) => Shown::Strip,
            (false, false) => Shown::Nothing,
        };
        Self { joints: shown(joints), inspector: shown(inspector) }
    }

    pub fn in_window(ctx: &Context, state: &State) -> Self {
        Self::of(state, ctx.content_rect().width())
    }
}

pub fn show_joints(ui: &mut Ui, palette: &Palette, state: &State, shown: Shown, commands: &mut Vec<Command>) {
    match shown {
        Shown::Nothing => {}
        Shown::Strip => {
            let strip = Panel::left("folded joints").exact_size(STRIP).resizable(false).frame(strip_frame());
            strip.show(ui, |ui| {
                let name = FOLD_JOINTS.with_keys("Show joint tree");
                if icon_button(ui, palette, icons::BONE, &name, true).clicked() {
                    commands.push(Command::FoldPanel { panel: SidePanel::Joints, folded: false });
                }
            });
        }
        Shown::Open => {
            let response = open_panel(Panel::left("joints"), &state.interface, SidePanel::Joints).show(ui, |ui| {
                let frame = Frame::new().inner_margin(Margin { left: 12, right: 0, top: 12, bottom: 8 });
                let area = CentralPanel::no_frame().frame(frame).show(ui, |ui| {
                    joints::joint_tree::show(ui, palette, state, commands);
                });
                let corner = area.response.rect.right_top() + vec2(-36.0, 8.0);
                let name = FOLD_JOINTS.with_keys("Hide joint tree");
                fold_button(ui, palette, corner, (SidePanel::Joints, icons::CARET_LEFT, &name), commands);
            });
            keep_width(ui.ctx(), &state.interface, &response.response, SidePanel::Joints, commands);
        }
    }
}

pub fn show_inspector(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    pictures: &Pictures,
    shown: Shown,
    commands: &mut Vec<Command>,
) {
    match shown {
        Shown::Nothing => {}
        Shown::Strip => {
            let strip = Panel::right("folded inspector").exact_size(STRIP).resizable(false).frame(strip_frame());
            strip.show(ui, |ui| {
                for tab in InspectorTab::ALL {
                    let name = FOLD_INSPECTOR.with_keys(&format!("Show {} tab", tab.label()));
                    if icon_button(ui, palette, inspector::icon(tab), &name, true).clicked() {
                        commands.push(Command::ShowTab(tab));
                    }
                }
            });
        }
        Shown::Open => {
            let response =
                open_panel(Panel::right("inspector"), &state.interface, SidePanel::Inspector).show(ui, |ui| {
                    inspector::show(ui, palette, state, pictures, commands);
                });
            keep_width(ui.ctx(), &state.interface, &response.response, SidePanel::Inspector, commands);
        }
    }
}

fn strip_frame() -> Frame {
    Frame::new().inner_margin(Margin { left: 6, right: 6, top: 8, bottom: 8 })
}

fn open_panel(panel: Panel, interface: &Interface, side: SidePanel) -> Panel {
    let width = interface.settings.panels.panel(side).width_points;
    panel.default_size(width).size_range(side.width_range()).frame(Frame::new())
}

/// Draws a button that folds a panel. `corner` is the upper left corner of the button.
pub fn fold_button(
    ui: &mut Ui,
    palette: &Palette,
    corner: egui::Pos2,
    (panel, icon, name): (SidePanel, &str, &str),
    commands: &mut Vec<Command>,
) {
    let rect = Rect::from_min_size(corner, vec2(28.0, 28.0));
    ui.scope_builder(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)), |ui| {
        if icon_button(ui, palette, icon, name, true).clicked() {
            commands.push(Command::FoldPanel { panel, folded: true });
        }
    });
}

/// Keeps the width to which the user drags a panel.
fn keep_width(ctx: &Context, interface: &Interface, panel: &Response, side: SidePanel, commands: &mut Vec<Command>) {
    let width_points = panel.rect.width();
    let kept = interface.settings.panels.panel(side).width_points;
    if (width_points - kept).abs() > 0.5 && ctx.input(|input| input.pointer.any_down()) {
        commands.push(Command::SetPanelWidth { panel: side, width_points });
    }
}
