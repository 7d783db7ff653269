//! The entries of the command palette that are made of data: one for each pose, joint, method, scene and so on.

use super::command::Command;
use super::edit_state::MOST_PANES;
use super::panels::{InspectorTab, SidePanel};
use super::state::State;
use super::user_commands::{FOLD_INSPECTOR, FOLD_JOINTS};
use crate::bundled;
use crate::files::ModelSource;
use crate::panes::{PaneLook, PanePreset, Scene};
use crate::skinning::{Antipodality, SkinningMethod};
use crate::view::{Diagram, Overlay, SkinPaint};
use std::sync::Arc;

/// The shortcuts of the first ten methods, in the order of the menu. There are only ten digits; M reaches every method.
const METHOD_KEYS: [&str; 10] =
    ["Alt+1", "Alt+2", "Alt+3", "Alt+4", "Alt+5", "Alt+6", "Alt+7", "Alt+8", "Alt+9", "Alt+0"];

/// Words that find the entries of a group, besides those of a row.
const WORDS_OF_GROUPS: [(&str, &str); 8] = [
    ("Clip", "animation"),
    ("Colors", "heatmap paint"),
    ("Diagram", "explain figure"),
    ("Joint", "bone"),
    ("Model", "bundled example character"),
    ("Panes", "compare"),
    ("Scene", "paper figure"),
    ("View", "camera"),
];

/// One line of the palette.
#[derive(Clone, Debug)]
pub struct PaletteEntry {
    pub name: String,
    /// The kind of entry, or where it applies.
    pub group: &'static str,
    /// Other words that find it, or empty.
    pub words: &'static str,
    /// The keyboard shortcut, or empty.
    pub keys: &'static str,
    pub command: Command,
}

impl PaletteEntry {
    /// Its rank for a query, see [`rank`].
    pub fn rank(&self, query: &str) -> Option<usize> {
        let of_group = WORDS_OF_GROUPS.iter().find(|(group, _)| *group == self.group).map_or("", |(_, words)| words);
        rank(&self.name, &format!("{} {} {of_group}", self.group, self.words), query)
    }
}

#[derive(Default)]
pub(super) struct Entries(pub(super) Vec<PaletteEntry>);

impl Entries {
    fn add(&mut self, group: &'static str, keys: &'static str, name: impl Into<String>, command: Command) {
        self.0.push(PaletteEntry { name: name.into(), group, words: "", keys, command });
    }
}

pub(super) fn poses(state: &State, entries: &mut Entries) {
    for (index, pose) in state.documents.library.poses().iter().enumerate() {
        entries.add("Pose", "", format!("Apply pose {}", pose.name), Command::TakePose(index));
    }
}

pub(super) fn clips(state: &State, entries: &mut Entries) {
    let Some(document) = &state.documents.first else { return };
    for (index, clip) in document.model.clips.iter().enumerate() {
        entries.add("Clip", "", format!("Choose clip {}", clip.name), Command::SetClip(Some(index)));
    }
}

/// Overlays, diagrams and colors of the selected pane.
pub(super) fn looks(state: &State, entries: &mut Entries) {
    let pane = state.view.selected_pane;
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

pub(super) fn methods(state: &State, entries: &mut Entries) {
    let pane = state.view.selected_pane;
    if state.documents.first.is_none() || pane >= state.edit.panes.len() {
        return;
    }
    let keys = METHOD_KEYS.into_iter().chain(std::iter::repeat(""));
    for (method, keys) in SkinningMethod::ALL.into_iter().zip(keys) {
        let name = format!("Use {} in this pane", method.short_name());
        let command = Command::SetMethod { pane, method };
        let (group, words) = ("Selected pane", method.long_name());
        entries.0.push(PaletteEntry { name, group, words, keys, command });
    }
}

pub(super) fn antipodality_modes(state: &State, entries: &mut Entries) {
    let pane = state.view.selected_pane;
    for antipodality in Antipodality::ALL {
        let command = Command::SetAntipodality { pane, antipodality: Some(antipodality) };
        let name = format!("Set antipodality to {} in this pane", antipodality.label().to_lowercase());
        entries.add("Selected pane", "", name, command);
    }
}

/// Counts of panes, and presets.
pub(super) fn sets_of_panes(_: &State, entries: &mut Entries) {
    for count in 1..=MOST_PANES {
        let panes = if count == 1 { "pane" } else { "panes" };
        entries.add("Panes", "", format!("Show {count} {panes}"), Command::SetPaneCount(count));
    }
    for preset in PanePreset::ALL {
        entries.add("Panes", "", preset.label(), Command::TakePreset(preset));
    }
}

/// Tabs and side panels.
pub(super) fn panels(_: &State, entries: &mut Entries) {
    for tab in InspectorTab::ALL {
        entries.add("Window", "", format!("Show {} tab of the inspector", tab.label()), Command::ShowTab(tab));
    }
    let panels =
        [(SidePanel::Joints, &FOLD_JOINTS, "joint tree"), (SidePanel::Inspector, &FOLD_INSPECTOR, "inspector")];
    for (panel, row, name) in panels {
        for (verb, folded) in [("Hide", true), ("Show", false)] {
            entries.add("Window", row.first_keys(), format!("{verb} {name}"), Command::FoldPanel { panel, folded });
        }
    }
}

pub(super) fn scenes_of_talk(state: &State, entries: &mut Entries) {
    for (index, scene) in state.talk().scenes.iter().enumerate() {
        let name = format!("Scene {}: {}", index + 1, scene.title);
        entries.add("Talk", "", name, Command::TakeScene(Arc::clone(scene)));
    }
}

pub(super) fn joints(state: &State, entries: &mut Entries) {
    let Some(document) = &state.documents.first else { return };
    let skeleton = &document.model.skeleton;
    for node in skeleton.shown_joints() {
        entries.add("Joint", "", format!("Select {}", document.joint_name(node)), Command::SelectJoint(Some(node)));
    }
}

pub(super) fn models(_: &State, entries: &mut Entries) {
    for model in bundled::MODELS {
        entries.add("Model", "", format!("Open {}", model.name), Command::Open(ModelSource::Bundled(model.name)));
    }
}

pub(super) fn scenes_of_papers(_: &State, entries: &mut Entries) {
    for scene in Scene::of_papers() {
        entries.add("Scene", "", scene.label(), Command::TakeScene(Arc::clone(scene)));
    }
}

/// Rank of a name for a query; lower is better. Every word of the query must occur in the name or in the other words
/// that find it; `None` if one is missing. Searches for joints and commands sort by rank; the search of the stress test keeps its order.
pub fn rank(name: &str, others: &str, query: &str) -> Option<usize> {
    let name = name.to_lowercase();
    let others = others.to_lowercase();
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
        // Matches of other words come last.
        rank += best.or(others.contains(word).then_some(16))?;
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
