//! The entries of the command palette: everything that a user can invoke by name.

use super::command::Command;
use super::edit_state::MOST_PANES;
use super::file_request::FileRequest;
use super::handout::HandoutKind;
use super::panels::{InspectorTab, Panels, SidePanel};
use super::pictures::{PictureOf, PictureOptions, PictureSize};
use super::state::State;
use super::talk::TalkEdit;
use crate::bundled;
use crate::files::ModelSource;
use crate::panes::{Arrangement, PaneLook, PanePreset, Scene};
use crate::skinning::{Antipodality, SkinningMethod};
use crate::view::{CameraPreset, Diagram, GizmoTool, Hall, Overlay, SkinPaint, Theme};
use std::sync::Arc;

/// The shortcuts of the first ten methods, in the order of the menu. There are only ten digits; M reaches every method.
const METHOD_KEYS: [&str; 10] =
    ["Alt+1", "Alt+2", "Alt+3", "Alt+4", "Alt+5", "Alt+6", "Alt+7", "Alt+8", "Alt+9", "Alt+0"];

/// One line of the palette.
#[derive(Clone, Debug)]
pub struct PaletteEntry {
    pub name: String,
    /// The kind of entry, or where it applies.
    pub group: &'static str,
    /// The keyboard shortcut, or empty.
    pub keys: &'static str,
    pub command: Command,
}

/// All entries that currently apply, the most general first. The program's own items come after the user's.
pub fn palette_entries(state: &State) -> Vec<PaletteEntry> {
    let mut entries = Entries(Vec::new());
    files(state, &mut entries);
    if state.document.is_some() {
        pose(state, &mut entries);
        clips(state, &mut entries);
        views(state, &mut entries);
        panes(state, &mut entries);
    }
    window(state, &mut entries);
    talk(state, &mut entries);
    joints(state, &mut entries);
    for model in bundled::MODELS {
        entries.add("Model", "", format!("Open {}", model.name), Command::Open(ModelSource::Bundled(model.name)));
    }
    for scene in Scene::of_papers() {
        entries.add("Scene", "", scene.label(), Command::TakeScene(Arc::clone(scene)));
    }
    entries.0
}

struct Entries(Vec<PaletteEntry>);

impl Entries {
    fn add(&mut self, group: &'static str, keys: &'static str, name: impl Into<String>, command: Command) {
        self.0.push(PaletteEntry { name: name.into(), group, keys, command });
    }
}

fn talk(state: &State, entries: &mut Entries) {
    if state.document.is_some() {
        entries.add("Talk", "", "Keep scene", Command::EditTalk(TalkEdit::Keep));
    }
    entries.add("Talk", "", "New talk", Command::EditTalk(TalkEdit::New));
    entries.add("Talk", "", "Open talk", Command::RequestFile(FileRequest::OpenTalk));
    if !state.talk().scenes.is_empty() {
        let keys = if state.edits_talk() { "Ctrl+S" } else { "" };
        entries.add("Talk", keys, "Save talk", Command::SaveTalk);
        entries.add("Talk", "", "Save talk as", Command::RequestFile(FileRequest::SaveTalk));
    }
    for (index, scene) in state.talk().scenes.iter().enumerate() {
        let name = format!("Scene {}: {}", index + 1, scene.title);
        entries.add("Talk", "", name, Command::TakeScene(Arc::clone(scene)));
    }
}

fn files(state: &State, entries: &mut Entries) {
    entries.add("File", "Ctrl+O", "Open file", Command::RequestFile(FileRequest::OpenModel));
    if state.document.is_some() {
        entries.add("File", "", "Open pose", Command::RequestFile(FileRequest::OpenPose));
        entries.add("File", "", "Save pose", Command::RequestFile(FileRequest::SavePose));
        entries.add("File", "", "Export posed skin", Command::RequestFile(FileRequest::ExportSkin));
        if state.figures.sweep().is_some_and(|sweep| !sweep.curves.is_empty()) {
            entries.add("File", "", "Save plot of the sweep", Command::RequestFile(FileRequest::SavePlot));
        }
        entries.add("File", "", "Export model with twist joints", Command::RequestFile(FileRequest::ExportRig));
        pictures(state, entries);
        entries.add("File", "", "Record a film", Command::ShowRecordingCard(None));
        for (kind, whole_talk) in [(HandoutKind::Page, false), (HandoutKind::Slides, true)] {
            entries.add("File", "", kind.label(), Command::ShowHandoutCard { kind, whole_talk });
        }
        entries.add("File", "", "Add a model in the same pose", Command::RequestFile(FileRequest::AddModel));
        if state.second().is_some() {
            entries.add("File", "", "Close the second model", Command::RemoveSecondModel);
            let request = Command::RequestFile(FileRequest::OpenJoints);
            entries.add("File", "", "Open table of joints of both models", request);
            let request = Command::RequestFile(FileRequest::SaveJoints);
            entries.add("File", "", "Save table of joints of both models", request);
        }
        entries.add("File", "", "Close model", Command::CloseModel);
        let keys = if state.edits_talk() { "" } else { "Ctrl+S" };
        entries.add("File", keys, "Save session", Command::SaveSession);
        let save_as = Command::RequestFile(FileRequest::SaveSession);
        entries.add("File", "Ctrl+Alt+S", "Save session as", save_as);
    }
    // The model may be closed while its picture is drawn.
    if state.pictures.is_drawing() {
        entries.add("File", "", "Cancel picture", Command::CancelPicture);
    }
    if state.document.is_some() {
        entries.add("Window", "F5", "Show stage, for talks", Command::EnterStage);
        entries.add("Window", "", "Show stage and speaker notes, for talks", Command::ShowNotes);
        let stage = state.interface.stage;
        let (name, hall) = match stage.hall {
            Hall::Dark => ("Use stage colors for a bright hall", Hall::Bright),
            Hall::Bright => ("Use stage colors for a dark hall", Hall::Dark),
        };
        entries.add("Window", "", name, Command::SetHall(hall));
        let (verb, reduced) = if stage.reduced_motion { ("Show", false) } else { ("Do not show", true) };
        let name = format!("{verb} transitions between scenes (reduced motion)");
        entries.add("Window", "", name, Command::ReduceMotion(reduced));
    }
    let (name, full_screen) =
        if state.transient.full_screen { ("Leave full screen", false) } else { ("Full screen", true) };
    entries.add("Window", "F11", name, Command::SetFullScreen(full_screen));
    entries.add("Edit", "Ctrl+Z", "Undo", Command::Undo);
    entries.add("Edit", "Ctrl+Shift+Z", "Redo", Command::Redo);
}

fn pictures(state: &State, entries: &mut Entries) {
    let on_screen = |of| PictureOptions { of, size: PictureSize::Screen, ..state.interface.picture };
    let all = on_screen(PictureOf::AllPanes);
    entries.add("File", "Shift+Ctrl+C", "Copy picture of all panes", Command::CopyPicture(all));
    let selected = on_screen(PictureOf::SelectedPane);
    entries.add("Selected pane", "", "Copy picture of pane", Command::CopyPicture(selected));
    entries.add("File", "Shift+Ctrl+S", "Save picture", Command::ShowPictureDialog(true));
}

fn pose(state: &State, entries: &mut Entries) {
    if let Some(json) = state.copied_pose() {
        let mirrored = Command::PastePose { json, mirrored: true };
        entries.add("Pose", "", "Mirror pose of selected joints to the other side", mirrored);
    }
    let copied = if state.selected_joints().is_empty() { "Copy whole pose" } else { "Copy pose of selected joints" };
    entries.add("Pose", "Ctrl+C", copied, Command::CopyPose);
    entries.add("Pose", "Ctrl+V", "Paste pose", Command::RequestPaste { mirrored: false });
    entries.add("Pose", "Shift+Ctrl+V", "Paste pose onto the other side", Command::RequestPaste { mirrored: true });
    entries.add("Pose", "Shift+Ctrl+M", "Flip whole pose from left to right", Command::FlipPose);
    let (verb, mirrors) = if state.transient.mirrors_posing { ("Stop mirroring", false) } else { ("Mirror", true) };
    entries.add("Pose", "", format!("{verb} edits to the other side"), Command::MirrorPosing(mirrors));
    entries.add("Pose", "", "Reset whole pose", Command::ResetPose);
    if state.document.as_ref().is_some_and(|document| document.bind_pose.is_some()) {
        entries.add("Pose", "", "Apply bind pose", Command::TakeBindPose);
    }
    if let Some(node) = state.transient.selected_joint {
        entries.add("Pose", "", "Reset selected joints", Command::ResetJoint(node));
        entries.add("Pose", "", "Reset selected joint with children", Command::ResetBranch(node));
        entries.add("Pose", "Alt+R", "Clear rotation", Command::ClearSelected(GizmoTool::Rotate));
        entries.add("Pose", "Alt+G", "Clear offset", Command::ClearSelected(GizmoTool::Move));
        entries.add("Pose", "Alt+S", "Clear scale", Command::ClearSelected(GizmoTool::Scale));
        let gizmo = state.transient.gizmo;
        for (tool, name) in [
            (GizmoTool::Rotate, "Use rotate handles"),
            (GizmoTool::Move, "Use move handles"),
            (GizmoTool::Scale, "Use scale handles"),
        ] {
            entries.add("Pose", "", name, Command::SetGizmo(super::GizmoSettings { tool, ..gizmo }));
        }
        if state.selected_limb().is_some() {
            let settings = super::GizmoSettings { tool: GizmoTool::Move, bends_limb: true, ..gizmo };
            entries.add(
                "Pose",
                "",
                "Use move handles to bend the limb (inverse kinematics, IK)",
                Command::SetGizmo(settings),
            );
        }
    }
    if let Some(document) = &state.document {
        let name = state.library.free_name(&document.model.name);
        entries.add("Pose", "", "Add pose to library", Command::KeepPose(name));
    }
    for (index, pose) in state.library.poses().iter().enumerate() {
        entries.add("Pose", "", format!("Apply pose {}", pose.name), Command::TakePose(index));
    }
    entries.add("Inspect", "", "Run stress test", Command::StartStress);
}

fn clips(state: &State, entries: &mut Entries) {
    let Some(document) = &state.document else { return };
    if document.model.clips.is_empty() {
        return;
    }
    if state.edit.clip.is_some() {
        let (name, playing) = if state.playback.playing { ("Pause", false) } else { ("Play", true) };
        entries.add("Clip", "Space", name, Command::SetPlaying(playing));
        entries.add("Clip", ",", "Previous frame", Command::StepFrames(-1));
        entries.add("Clip", ".", "Next frame", Command::StepFrames(1));
    }
    entries.add("Clip", "", "Show rest pose", Command::SetClip(None));
    for (index, clip) in document.model.clips.iter().enumerate() {
        entries.add("Clip", "", format!("Choose clip {}", clip.name), Command::SetClip(Some(index)));
    }
}

fn views(state: &State, entries: &mut Entries) {
    entries.add("View", "F", "Frame selected joints", Command::Frame);
    entries.add("View", "Home", "Frame whole model", Command::FrameAll);
    if state.transient.selected_joint.is_some() {
        entries.add("View", "H", "Isolate skin of selected joints", Command::IsolateSelected);
    }
    if state.transient.isolation.is_some() {
        entries.add("View", "Alt+H", "Show all skin", Command::ShowAllSkin);
    }
    for (preset, key, name) in [
        (CameraPreset::Front, "1", "Front view"),
        (CameraPreset::Back, "Ctrl+1", "Back view"),
        (CameraPreset::Side, "3", "Side view"),
        (CameraPreset::OtherSide, "Ctrl+3", "Other side view"),
        (CameraPreset::Top, "7", "Top view"),
        (CameraPreset::Bottom, "Ctrl+7", "Bottom view"),
        (CameraPreset::ThreeQuarter, "0", "Three-quarter view"),
    ] {
        entries.add("View", key, name, Command::View(preset));
    }
    let pane = state.transient.selected_pane;
    let look = state.edit.pane(pane).look;
    for overlay in Overlay::in_menus() {
        let on = look.overlays.has(overlay);
        let verb = if on { "Hide" } else { "Show" };
        let command = Command::SetLook { pane, look: PaneLook { overlays: look.overlays.with(overlay, !on), ..look } };
        entries.add("Overlay", "", format!("{verb} {}", overlay.name()), command);
    }
    for diagram in Diagram::ALL {
        let shown = look.diagram == Some(diagram);
        let verb = if shown { "Hide" } else { "Show" };
        let diagram_after = (!shown).then_some(diagram);
        let command = Command::SetLook { pane, look: PaneLook { diagram: diagram_after, ..look } };
        entries.add("Diagram", "", format!("{verb} diagram: {}", diagram.label().to_lowercase()), command);
    }
    for paint in SkinPaint::choices() {
        let command = Command::SetLook { pane, look: PaneLook { paint, ..look } };
        entries.add("Colors", "", format!("Colors: {}", paint.label()), command);
    }
}

fn panes(state: &State, entries: &mut Entries) {
    let pane = state.transient.selected_pane;
    let shown = state.edit.pane(pane).skinning.method;
    for (keys, name, places) in [("M", "Next method in this pane", 1), ("Shift+M", "Previous method in this pane", -1)]
    {
        entries.add("Selected pane", keys, name, Command::SetMethod { pane, method: shown.at_distance(places) });
    }
    let keys = METHOD_KEYS.into_iter().chain(std::iter::repeat(""));
    for (method, keys) in SkinningMethod::ALL.into_iter().zip(keys) {
        let command = Command::SetMethod { pane, method };
        entries.add("Selected pane", keys, format!("Use {} in this pane", method.short_name()), command);
    }
    for antipodality in Antipodality::ALL {
        let command = Command::SetAntipodality { pane, antipodality: Some(antipodality) };
        entries.add(
            "Selected pane",
            "",
            format!("Set antipodality to {} in this pane", antipodality.label().to_lowercase()),
            command,
        );
    }
    entries.add("Selected pane", "", "Duplicate pane", Command::DuplicatePane(pane));
    if state.edit.panes.len() > 1 {
        entries.add("Selected pane", "", "Remove pane", Command::RemovePane(pane));
    }
    entries.add("Selected pane", "X", "Swap compared methods", Command::SwapCompared(pane));
    for count in 1..=MOST_PANES {
        let panes = if count == 1 { "pane" } else { "panes" };
        entries.add("Panes", "", format!("Show {count} {panes}"), Command::SetPaneCount(count));
    }
    for preset in PanePreset::ALL {
        entries.add("Panes", "", preset.label(), Command::TakePreset(preset));
    }
    for (arrangement, name) in [
        (Arrangement::Row, "Arrange panes in a row"),
        (Arrangement::Column, "Arrange panes in a column"),
        (Arrangement::Grid, "Arrange panes in a grid"),
    ] {
        entries.add("Panes", "", name, Command::SetArrangement(arrangement));
    }
    entries.add("Panes", "", "Make all panes the same size", Command::MakePanesEven);
}

fn window(state: &State, entries: &mut Entries) {
    let (name, theme) = match state.transient.theme {
        Theme::Dark => ("Switch to light theme", Theme::Light),
        Theme::Light => ("Switch to dark theme", Theme::Dark),
    };
    entries.add("Window", "", name, Command::SetTheme(theme));
    match state.transient.panels {
        Panels::Shown => entries.add("Window", "N", "Show only panes", Command::SetPanels(Panels::Hidden)),
        Panels::Hidden => entries.add("Window", "N", "Show all panels", Command::SetPanels(Panels::Shown)),
    }
    if state.document.is_some() {
        for tab in InspectorTab::ALL {
            let name = format!("Show {} tab of the inspector", tab.label());
            entries.add("Window", "", name, Command::ShowTab(tab));
        }
        for (panel, key, name) in [(SidePanel::Joints, "T", "joint tree"), (SidePanel::Inspector, "I", "inspector")] {
            for (verb, folded) in [("Hide", true), ("Show", false)] {
                entries.add("Window", key, format!("{verb} {name}"), Command::FoldPanel { panel, folded });
            }
        }
    }
    if state.document.is_some() {
        let (name, shown) = if state.transient.poses_shown { ("Hide", false) } else { ("Show", true) };
        entries.add("Window", "P", format!("{name} pose library"), Command::ShowPoses(shown));
    }
    if state.restoring.is_available() {
        let (verb, enabled) = if state.restoring.is_enabled() { ("Do not restore", false) } else { ("Restore", true) };
        entries.add("Window", "", format!("{verb} session on startup"), Command::SetRestoring(enabled));
    }
    let (verb, watches) = if state.interface.watches_files { ("Do not read", false) } else { ("Read", true) };
    entries.add("Window", "", format!("{verb} files again when they change"), Command::SetWatching(watches));
    let (name, full) = if state.interface.full_precision { ("packed", false) } else { ("full-precision", true) };
    entries.add("Window", "", format!("Draw from {name} vertices"), Command::SetFullPrecision(full));
    entries.add("Window", "?", "Keyboard and mouse", Command::ToggleShortcuts);
    entries.add("Window", "Ctrl+Q", "Quit", Command::Quit);
}

fn joints(state: &State, entries: &mut Entries) {
    let Some(document) = &state.document else { return };
    let skeleton = &document.model.skeleton;
    for node in skeleton.shown_joints() {
        entries.add("Joint", "", format!("Select {}", document.joint_name(node)), Command::SelectJoint(Some(node)));
    }
}

/// Rank of a name for a query; lower is better. Every word of the query must occur in the name or group; `None` if one
/// is missing. Searches for joints and commands sort by rank; the search of the stress test keeps its order.
pub fn rank(name: &str, group: &str, query: &str) -> Option<usize> {
    let name = name.to_lowercase();
    let group = group.to_lowercase();
    // The word that ends the name, another whole word, the beginning of one: "hand" is LeftHand's before LeftHandThumb's.
    let of_match = |at: usize, word: &str| {
        let begins = at == 0 || !name[..at].ends_with(char::is_alphanumeric);
        let after = &name[at + word.len()..];
        let kind = match (begins, after) {
            (false, _) => return 8,
            (true, "") => 0,
            (true, after) => 2 + 2 * usize::from(after.starts_with(char::is_alphanumeric)),
        };
        kind + usize::from(at > 0)
    };
    let mut rank = 0;
    for word in query.to_lowercase().split_whitespace() {
        let best = name.match_indices(word).map(|(at, _)| of_match(at, word)).min();
        // Matches of the group's name come last.
        rank += best.or(group.contains(word).then_some(16))?;
    }
    Some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_counts_and_beginnings_come_first() {
        assert_eq!(rank("Select forearm.L", "Joint", ""), Some(0));
        assert_eq!(rank("Select forearm.L", "Joint", "sel fore"), Some(9));
        assert_eq!(rank("Select forearm.L", "Joint", "arm"), Some(8));
        assert_eq!(rank("Select forearm.L", "Joint", "joint l"), Some(17));
        assert_eq!(rank("Select forearm.L", "Joint", "forearm r.x"), None);
        assert!(rank("Redo", "Edit", "re") < rank("Show the grid, reversed", "View", "re"));
    }

    #[test]
    fn exact_names_come_first() {
        let sorted = |query: &str, mut names: Vec<&'static str>| {
            names.retain(|name| rank(name, "Joint", query).is_some());
            names.sort_by_key(|name| rank(name, "Joint", query));
            names
        };
        let hand = ["Select LeftHandThumb4", "Select LeftHandThumb1", "Select LeftHand", "Select RightHand"];
        assert_eq!(sorted("lefthand", hand.to_vec()), [hand[2], hand[0], hand[1]]);
        assert_eq!(
            sorted("hand", vec!["mixamorig:HandProp", "my hand.R", "hand", "forehand"]),
            ["hand", "my hand.R", "mixamorig:HandProp", "forehand"]
        );
    }
}
