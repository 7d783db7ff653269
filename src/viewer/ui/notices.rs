use crate::model::PoseWarning;
use crate::session::{Command, FileRequest, PassingNotice, State};
use crate::style::{Palette, icon_button, icons, medium, quiet_button, regular, semibold};
use egui::{Align, Color32, CornerRadius, Frame, Layout, Margin, Rect, RichText, Role, Stroke, Ui, UiBuilder};
use egui::{WidgetInfo, pos2, vec2};

/// Errors as a card across the top, warnings as a muted line at the bottom, progress in between.
pub fn show(ui: &mut Ui, area: Rect, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    if let Some(error) = &state.transient.error {
        error_card(ui, area, palette, &error.title, &error.details, commands);
    }
    if let (Some(opening), true) = (&state.loader.opening, state.document.is_some()) {
        let rect = Rect::from_center_size(pos2(area.center().x, area.top() + 64.0), vec2(260.0, 40.0));
        card(ui, rect, palette, palette.line_strong, |ui| {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(RichText::new(format!("Opening {}", opening.name)).color(palette.text1));
            });
        });
    }
    if let Some(notice) = &state.transient.notice {
        passing(ui, area, notice, commands);
    }
    let Some(document) = &state.document else { return };
    if state.transient.file_hovers {
        ui.painter().rect_stroke(
            area,
            CornerRadius::same(6),
            Stroke::new(2.0, palette.accent),
            egui::StrokeKind::Inside,
        );
    }
    let mut free = area;
    if !document.warnings.is_empty() && !state.transient.warnings_dismissed {
        warnings(ui, area, palette, state, &document.model.name, &document.warnings, commands);
        free.max.y -= warnings_height(state, &document.warnings) + 6.0;
    }
    let (skeleton, extent) = (&document.model.skeleton, document.rest_bounds.extent());
    if let [first, others @ ..] = &PoseWarning::of_overrides(skeleton, &state.edit.overrides, extent)[..] {
        pose_warning(ui, free, palette, first, others.len());
    }
}

/// A short message at the bottom that disappears by itself, with a link to the file that it is about.
fn passing(ui: &mut Ui, area: Rect, notice: &PassingNotice, commands: &mut Vec<Command>) {
    let galley = ui.painter().layout_no_wrap(notice.text.clone(), regular(13.0), Color32::WHITE);
    let link = notice
        .folder
        .as_ref()
        .map(|folder| (folder, ui.painter().layout_no_wrap("Show in folder".to_owned(), medium(13.0), Color32::WHITE)));
    let link_width = link.as_ref().map_or(0.0, |(_, link)| link.size().x + 18.0);
    let size = galley.size() + vec2(28.0 + link_width, 16.0);
    let pill = Rect::from_center_size(pos2(area.center().x, area.bottom() - 96.0), size);
    ui.painter().rect_filled(pill, CornerRadius::same(16), Color32::from_black_alpha(220));
    let y = pill.center().y - galley.size().y / 2.0;
    ui.painter().galley(pos2(pill.left() + 14.0, y), galley, Color32::WHITE);
    let response = ui.interact(pill, egui::Id::unique("notice"), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &notice.text));
    let Some((folder, link)) = link else { return };
    let rect = Rect::from_min_size(pos2(pill.right() - 14.0 - link.size().x, y), link.size());
    let response = ui.interact(rect.expand(6.0), egui::Id::unique("show in folder"), egui::Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, "Show in folder"));
    let ink = if response.hovered() || response.has_focus() { Color32::WHITE } else { Color32::from_gray(200) };
    ui.painter().galley_with_override_text_color(rect.min, link, ink);
    ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, ink));
    if response.on_hover_text(folder.display().to_string()).clicked() {
        commands.push(Command::ShowFolder(folder.clone()));
    }
}

/// Shown as long as the pose has the problem.
fn pose_warning(ui: &mut Ui, area: Rect, palette: &Palette, first: &PoseWarning, others: usize) {
    let rect = Rect::from_min_size(pos2(area.left() + 12.0, area.bottom() - 56.0), vec2(area.width() - 24.0, 44.0));
    let more = if others > 0 { format!(" (and {others} more)") } else { String::new() };
    card(ui, rect, palette, palette.line_strong, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(icons::WARNING).font(icons::font(16.0)).color(palette.text2));
            let text = RichText::new(format!("{first}{more}")).font(regular(13.0)).color(palette.text1);
            ui.add(egui::Label::new(text).truncate());
        });
    });
}

fn warnings_height(state: &State, warnings: &[String]) -> f32 {
    let lines = if state.transient.warnings_open { (2 * warnings.len()).min(10) as f32 } else { 0.0 };
    44.0 + lines * WARNING_LINE
}

const WARNING_LINE: f32 = 18.0;

fn error_card(ui: &mut Ui, area: Rect, palette: &Palette, title: &str, details: &str, commands: &mut Vec<Command>) {
    let rect = Rect::from_min_size(area.min + vec2(12.0, 12.0), vec2(area.width() - 24.0, 10.0));
    card(ui, rect, palette, palette.error, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(icons::WARNING).font(icons::font(18.0)).color(palette.error));
            ui.label(RichText::new(title).font(semibold(14.0)).color(palette.text1));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icon_button(ui, palette, icons::X, "Dismiss", true).clicked() {
                    commands.push(Command::DismissError);
                }
            });
        });
        ui.horizontal(|ui| {
            ui.add_space(26.0);
            ui.add(egui::Label::new(RichText::new(details).font(regular(13.0)).color(palette.text2)).wrap());
        });
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.add_space(26.0);
            if quiet_button(ui, palette, icons::FOLDER_OPEN, "Open another file").clicked() {
                commands.push(Command::RequestFile(FileRequest::OpenModel));
            }
            if quiet_button(ui, palette, icons::COPY, "Copy details").clicked() {
                ui.ctx().copy_text(format!("{title}\n{details}"));
            }
        });
    });
}

fn warnings(
    ui: &mut Ui,
    area: Rect,
    palette: &Palette,
    state: &State,
    model: &str,
    warnings: &[String],
    commands: &mut Vec<Command>,
) {
    let open = state.transient.warnings_open;
    let height = warnings_height(state, warnings);
    let rect =
        Rect::from_min_size(pos2(area.left() + 12.0, area.bottom() - height - 12.0), vec2(area.width() - 24.0, height));
    card(ui, rect, palette, palette.line_strong, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(icons::WARNING).font(icons::font(16.0)).color(palette.text2));
            let count =
                if warnings.len() == 1 { "1 warning".to_owned() } else { format!("{} warnings", warnings.len()) };
            ui.label(RichText::new(format!("{count} in {model}:")).font(regular(13.0)).color(palette.text1));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icon_button(ui, palette, icons::X, "Dismiss warnings", true).clicked() {
                    commands.push(Command::DismissWarnings);
                }
                let name = if open { "Show less" } else { "Show all" };
                if ui.link(name).clicked() {
                    commands.push(Command::ToggleWarnings);
                }
                if !open {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        let first = RichText::new(&warnings[0]).font(regular(13.0)).color(palette.text2);
                        ui.add(egui::Label::new(first).truncate());
                    });
                }
            });
        });
        if open {
            egui::ScrollArea::vertical().max_height(height - 44.0).show(ui, |ui| {
                for warning in warnings {
                    let text = RichText::new(warning).font(regular(12.0)).color(palette.text2);
                    ui.add(egui::Label::new(text).wrap());
                }
            });
        }
    });
}

fn card(ui: &mut Ui, rect: Rect, palette: &Palette, edge: Color32, add: impl FnOnce(&mut Ui)) {
    let frame = Frame::new()
        .fill(palette.popup)
        .stroke(Stroke::new(1.0, edge))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(12, 8))
        .shadow(ui.visuals().popup_shadow);
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        frame.show(ui, |ui| {
            ui.set_width(rect.width() - 24.0);
            add(ui);
        });
    });
}
