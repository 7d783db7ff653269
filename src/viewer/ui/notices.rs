use crate::math::counted;
use crate::model::PoseWarning;
use crate::panes::TurnLimit;
use crate::session::{Command, ErrorNotice, FileRequest, NoticeLink, Panels, State};
use crate::style::{Palette, elided_middle, icon_button, icons, medium, quiet_button, regular, semibold};
use egui::{Align, Color32, CornerRadius, Frame, Galley, Layout, Margin, Order, Rect, RichText, Role, Stroke};
use egui::{Ui, UiBuilder, WidgetInfo, pos2, vec2};
use std::sync::Arc;

/// Height of a chip, in points.
const CHIP: f32 = 24.0;

/// Shows errors as a card across the top of the panes, and everything else as a chip in a corner of the window, on the
/// status bar if there is one, so that no picture is covered.
pub fn show(ui: &mut Ui, area: Rect, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    if let Some(error) = &state.interface.error {
        error_card(ui, area, palette, error, commands);
    }
    let has_document = state.documents.first.is_some();
    if has_document && state.interface.file_hovers {
        let ring = Stroke::new(2.0, palette.accent);
        ui.painter().rect_stroke(area, CornerRadius::same(6), ring, egui::StrokeKind::Inside);
    }
    // The empty window itself shows the model that is being opened.
    if let Some(opening) = state.jobs.loader.opened_now().filter(|_| has_document) {
        let (name, stage, percent) = (opening.name, opening.stage(), (opening.fraction() * 100.0).floor());
        let text =
            if stage.is_empty() { format!("Opening {name}") } else { format!("Opening {name}: {stage}, {percent}%") };
        let cancel = ChipLink {
            text: "Cancel",
            hover: "Stop opening (Esc). The open model stays.".to_owned(),
            command: Command::CancelOpening,
        };
        chip(ui, palette, state, &Chip { icon: icons::FOLDER_OPEN, text: &text, link: Some(cancel) }, commands);
    } else if let Some(fraction) = state.jobs.pictures.long_fraction() {
        picture_chip(ui, palette, state, fraction, commands);
    } else if state.jobs.baking.is_stopping() {
        chip(ui, palette, state, &Chip { icon: "", text: "Stopping the bake", link: None }, commands);
    } else if let Some(baked) = state.jobs.baking.in_progress() {
        // Rounded down, so that 100% means that only the file is left.
        let percent = (baked.fraction * 100.0).floor();
        let baking = format!("Baking {}: {percent}%", baked.name);
        let text = if percent < 100.0 { baking } else { format!("Writing {}", baked.name) };
        let cancel =
            ChipLink { text: "Cancel", hover: "Stop. Nothing is written.".to_owned(), command: Command::CancelBake };
        chip(ui, palette, state, &Chip { icon: "", text: &text, link: Some(cancel) }, commands);
    } else if state.interface.notice.is_some() {
        notice_chip(ui, palette, state, commands);
    } else if let Some(problem) = state.documents.watching.problems() {
        chip(ui, palette, state, &Chip { icon: icons::WARNING, text: &problem, link: None }, commands);
    } else if let [named, ..] = &state.own_methods_to_run()[..] {
        let file = named.path.file_name().unwrap_or_default().to_string_lossy();
        let text = format!("A pane shows a method of a file: {file}");
        let run = ChipLink {
            text: "Run it",
            hover: format!(
                "Load the method and follow the file. A shader is checked, and reaches only the skin. {}",
                named.path.display()
            ),
            command: Command::RunOwnMethods,
        };
        chip(ui, palette, state, &Chip { icon: icons::WARNING, text: &text, link: Some(run) }, commands);
    } else if let Some(problem) = state.documents.own_methods.problem() {
        chip(ui, palette, state, &Chip { icon: icons::WARNING, text: &problem, link: None }, commands);
    } else if let [first, others @ ..] = &pose_warnings(state)[..] {
        let more = if others.is_empty() { String::new() } else { format!(" (and {} more)", others.len()) };
        let text = format!("{first}{more}");
        chip(ui, palette, state, &Chip { icon: icons::WARNING, text: &text, link: None }, commands);
    } else if let Some(limit) = state.turn_limit() {
        turn_chip(ui, palette, state, limit, commands);
    }
}

/// Shows only the outcome of pictures on the stage, because the audience would read everything else.
pub fn show_on_stage(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    if let Some(fraction) = state.jobs.pictures.long_fraction() {
        picture_chip(ui, palette, state, fraction, commands);
    } else if state.interface.notice.as_ref().is_some_and(|notice| notice.is_of_picture) {
        notice_chip(ui, palette, state, commands);
    }
}

/// Draws a warning about joints that are turned further apart than a pane can count, and offers twist joints as a
/// remedy.
fn turn_chip(ui: &mut Ui, palette: &Palette, state: &State, limit: &TurnLimit, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    let text = limit.text(&document.model.skeleton);
    let link = limit.split.map(|split| ChipLink {
        text: "Add twist joints",
        hover: format!(
            "Split {} among {}, which count turns beyond 360\u{b0}",
            document.joint_name(split.joint),
            counted(split.kind.joint_count(split.count) as usize, "twist joint", "twist joints")
        ),
        command: Command::SplitBone(split),
    });
    chip(ui, palette, state, &Chip { icon: icons::WARNING, text: &text, link }, commands);
}

/// Warnings about the pose of the open model.
fn pose_warnings(state: &State) -> Vec<PoseWarning> {
    let Some(document) = &state.documents.first else { return Vec::new() };
    let (skeleton, extent) = (&document.model.skeleton, document.rest_bounds.extent());
    PoseWarning::of_overrides(skeleton, &state.edit.overrides, extent)
}

/// The progress of a picture. Also shown without a model, which may be closed while its picture is drawn.
fn picture_chip(ui: &mut Ui, palette: &Palette, state: &State, fraction: f32, commands: &mut Vec<Command>) {
    if state.jobs.pictures.is_stopping() {
        let stopping = Chip { icon: "", text: "Stopping the picture", link: None };
        return chip(ui, palette, state, &stopping, commands);
    }
    // Rounded down, so that 100% means that the picture is drawn. It is encoded afterwards.
    let percent = (fraction * 100.0).floor();
    let drawing = format!("Drawing the picture: {percent}%");
    let text = if percent < 100.0 { drawing } else { "Finishing the picture".to_owned() };
    let cancel =
        ChipLink { text: "Cancel", hover: "Stop drawing the picture".to_owned(), command: Command::CancelPicture };
    chip(ui, palette, state, &Chip { icon: "", text: &text, link: Some(cancel) }, commands);
}

/// Whether a chip lies over the hints of the status bar.
pub fn has_chip(state: &State) -> bool {
    let opens = state.documents.first.is_some() && state.jobs.loader.opening.is_running();
    let has_message = state.interface.notice.is_some()
        || state.documents.watching.problems().is_some()
        || state.documents.own_methods.problem().is_some()
        || !state.own_methods_to_run().is_empty()
        || state.jobs.pictures.long_fraction().is_some()
        || state.jobs.baking.is_running();
    opens || has_message || state.turn_limit().is_some() || !pose_warnings(state).is_empty()
}

/// The message that disappears by itself, with a link to the file that it is about.
fn notice_chip(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    if let Some(notice) = &state.interface.notice {
        let link = notice.link.as_ref().map(|link| match link {
            NoticeLink::Folder(folder) => ChipLink {
                text: "Show in folder",
                hover: folder.display().to_string(),
                command: Command::ShowFolder(folder.clone()),
            },
            NoticeLink::Page(page) => ChipLink {
                text: "Open in browser",
                hover: page.display().to_string(),
                command: Command::ShowPage(page.clone()),
            },
            NoticeLink::ReturnToTalk(kept) => ChipLink {
                text: "Return to it",
                hover: "Edit that talk again. The Talk tab leads back to it too.".to_owned(),
                command: Command::ReturnToTalk(*kept),
            },
        });
        let notice = Chip { icon: "", text: &notice.text, link };
        chip(ui, palette, state, &notice, commands);
    }
}

/// The content of a chip.
struct Chip<'a> {
    /// Icon, empty for none.
    icon: &'a str,
    text: &'a str,
    link: Option<ChipLink>,
}

/// Action offered by a chip.
struct ChipLink {
    text: &'static str,
    hover: String,
    command: Command,
}

/// Space between the text of a chip and its link, and at both ends.
const CHIP_PADDING: f32 = 12.0;

/// Draws a chip at the lower left, over the hints of the status bar. Without a status bar it is at the upper right,
/// below the panes' headers.
fn chip(ui: &mut Ui, palette: &Palette, state: &State, shown: &Chip<'_>, commands: &mut Vec<Command>) {
    let Chip { icon, text, link } = shown;
    let window = ui.ctx().content_rect();
    let has_bar = state.interface.panels_shown == Panels::Shown || state.documents.first.is_none();
    let link_text = |link: &ChipLink| ui.painter().layout_no_wrap(link.text.to_owned(), medium(12.0), palette.accent);
    let link = link.as_ref().map(|link| (link, link_text(link)));
    let link_width = link.as_ref().map_or(0.0, |(_, text)| text.size().x + CHIP_PADDING);
    let most = if has_bar { 0.7 * window.width() } else { 0.3 * window.width() }.max(140.0);
    let line = if icon.is_empty() { (*text).to_owned() } else { format!("{icon}  {text}") };
    let room = most - link_width - 2.0 * CHIP_PADDING;
    let (short, is_short) = elided_middle(ui.painter(), &line, &regular(12.0), room);
    let galley = ui.painter().layout_no_wrap(short, regular(12.0), palette.text1);
    let size = vec2(galley.size().x + link_width + 2.0 * CHIP_PADDING, CHIP);
    let upper_left = match has_bar {
        true => pos2(window.left() + 8.0, window.bottom() - CHIP),
        false => pos2(window.right() - size.x - 12.0, window.top() + 44.0),
    };
    let area = egui::Area::new(egui::Id::unique("notice chip")).fixed_pos(upper_left).order(Order::Middle);
    area.show(ui.ctx(), |ui| {
        let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Status, true, *text));
        let edge = Stroke::new(1.0, palette.accent);
        ui.painter().rect(rect, CornerRadius::same(6), palette.popup, edge, egui::StrokeKind::Inside);
        let at = pos2(rect.left() + CHIP_PADDING, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, palette.text1);
        if is_short {
            response.on_hover_text(*text);
        }
        if let Some((link, text)) = link {
            let at = Rect::from_min_size(pos2(rect.right() - CHIP_PADDING - text.size().x, at.y), text.size());
            show_link(ui, palette, at, (link, text), commands);
        }
    });
}

/// The link at the end of a chip.
fn show_link(
    ui: &mut Ui,
    palette: &Palette,
    at: Rect,
    (link, text): (&ChipLink, Arc<Galley>),
    commands: &mut Vec<Command>,
) {
    let response = ui.interact(at.expand2(vec2(6.0, 4.0)), egui::Id::unique(link.text), egui::Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, link.text));
    let ink = if response.hovered() || response.has_focus() { palette.text1 } else { palette.accent };
    ui.painter().galley_with_override_text_color(at.min, text, ink);
    ui.painter().hline(at.x_range(), at.bottom(), Stroke::new(1.0, ink));
    if response.on_hover_text(&link.hover).clicked() {
        commands.push(link.command.clone());
    }
}

fn error_card(ui: &mut Ui, area: Rect, palette: &Palette, error: &ErrorNotice, commands: &mut Vec<Command>) {
    let ErrorNotice { title, details, choices } = error;
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
            for (name, command) in choices {
                if quiet_button(ui, palette, "", name).clicked() {
                    commands.extend([Command::DismissError, command.clone()]);
                }
            }
            if choices.is_empty() && quiet_button(ui, palette, icons::FOLDER_OPEN, "Open another file").clicked() {
                commands.push(Command::RequestFile(FileRequest::OpenModel));
            }
            if quiet_button(ui, palette, icons::COPY, "Copy details").clicked() {
                ui.ctx().copy_text(format!("{title}\n{details}"));
            }
        });
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
