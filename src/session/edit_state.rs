use super::choices::Choices;
use super::talk::EditedTalk;
use crate::mending::RigEdits;
use crate::model::{JointLimits, PoseOverrides};
use crate::panes::{PaneLayout, PanePreset, PaneSettings, Scene};
use crate::skinning::SkinningMethod;
use crate::view::Overlay;
use std::sync::Arc;

/// Everything that undo restores. Small and cheap to clone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EditState {
    pub overrides: PoseOverrides,
    /// Edited weights, and bones that are split among twist joints.
    pub rig: RigEdits,
    /// Limits of the joints' rotations.
    pub limits: JointLimits,
    pub choices: Choices,
    /// Index of the clip below the overrides.
    pub clip: Option<usize>,
    /// The panes in row-major order. Never empty.
    pub panes: Vec<Pane>,
    pub layout: PaneLayout,
    /// The figure that the panes show, with its caption.
    pub scene: Option<Arc<Scene>>,
    /// The scenes that the user keeps. Does not belong to the model.
    pub talk: EditedTalk,
}

/// Gives each new pane an unused id. Not part of [`EditState`], because undo must not hand out an id twice.
#[derive(Clone, Debug, Default)]
pub struct PaneIds {
    next: u64,
}

impl PaneIds {
    /// Source of ids that none of these panes has.
    pub fn beyond(panes: &[Pane]) -> Self {
        Self { next: panes.iter().map(|pane| pane.id + 1).max().unwrap_or(0) }
    }

    fn take(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }
}

/// One pane of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pane {
    /// Id that stays with the pane when it moves.
    pub id: u64,
    pub settings: PaneSettings,
}

/// Limit of the pane count: one for each method. More panes would be too small to read.
pub const MOST_PANES: usize = SkinningMethod::ALL.len();

/// The methods of new panes, in this order: the comparison of the newest paper.
const COMPARED_FIRST: [SkinningMethod; 3] = [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::Cor];

impl EditState {
    /// LBS next to DQS: the comparison that users open the program for.
    pub fn starting_with(first: SkinningMethod) -> Self {
        let second = SkinningMethod::ALL.into_iter().find(|&method| method != first).unwrap_or(first);
        let (mut edit, mut ids) = (Self::default(), PaneIds::default());
        for method in [first, second] {
            let mut settings = PaneSettings::of_method(method);
            settings.look.overlays = settings.look.overlays.with(Overlay::Skeleton, true);
            edit.insert_pane(edit.panes.len(), settings, &mut ids);
        }
        edit
    }

    /// Whether both hold the same work on a model: all but the ids of the panes, the figure and the talk.
    pub fn is_same_work(&self, other: &Self) -> bool {
        let settings = |pane: &Pane| pane.settings;
        let Self { overrides, rig, limits, choices, clip, panes, layout, scene: _, talk: _ } = self;
        *overrides == other.overrides
            && *rig == other.rig
            && *limits == other.limits
            && *choices == other.choices
            && *clip == other.clip
            && panes.iter().map(settings).eq(other.panes.iter().map(settings))
            && *layout == other.layout
    }

    /// The settings of the pane, or of the first pane if `pane` is out of range.
    pub fn pane(&self, pane: usize) -> PaneSettings {
        self.panes.get(pane).or(self.panes.first()).map(|pane| pane.settings).unwrap_or_default()
    }

    /// The settings of the panes of the first model, without comparisons with the second.
    pub fn panes_of_first_model(&self) -> Vec<PaneSettings> {
        let of_first = self.panes.iter().filter(|pane| pane.settings.model.is_first());
        of_first.map(|pane| pane.settings.of_first_model()).collect()
    }

    /// Gives the panes of the second model to the first, and closes those that would repeat one of its panes or that
    /// are copies, by id.
    pub fn close_second_model(&mut self, copies: &[u64]) {
        let is_first = |pane: &Pane| pane.settings.model.is_first();
        let shown: Vec<PaneSettings> =
            self.panes.iter().filter(|pane| is_first(pane)).map(|pane| pane.settings.of_first_model()).collect();
        let repeats = |pane: &Pane| shown.contains(&pane.settings.of_first_model()) || copies.contains(&pane.id);
        self.panes.retain(|pane| shown.is_empty() || is_first(pane) || !repeats(pane));
        for pane in &mut self.panes {
            pane.settings = pane.settings.of_first_model();
        }
    }

    /// Sets the count of panes. A new pane takes the first method that no pane shows yet.
    pub fn set_pane_count(&mut self, count: usize, ids: &mut PaneIds) {
        let count = count.clamp(1, MOST_PANES);
        self.panes.truncate(count);
        while self.panes.len() < count {
            self.add_pane(ids);
        }
    }

    fn add_pane(&mut self, ids: &mut PaneIds) {
        let shown = |method: &SkinningMethod| self.panes.iter().any(|pane| pane.settings.skinning.method == *method);
        let unused = COMPARED_FIRST.into_iter().chain(SkinningMethod::ALL).find(|method| !shown(method));
        let mut settings = self.pane(self.panes.len().saturating_sub(1));
        settings.skinning.method = unused.unwrap_or(settings.skinning.method);
        settings.comparison = crate::panes::Comparison::default();
        self.insert_pane(self.panes.len(), settings, ids);
    }

    /// Adds a copy of a pane next to it. Does nothing at the maximum count.
    pub fn duplicate_pane(&mut self, pane: usize, ids: &mut PaneIds) {
        if let Some(settings) = self.panes.get(pane).map(|pane| pane.settings) {
            self.add_pane_after(pane, settings, ids);
        }
    }

    /// Adds a pane next to one. Does nothing at the maximum count.
    pub fn add_pane_after(&mut self, pane: usize, settings: PaneSettings, ids: &mut PaneIds) {
        if pane < self.panes.len() && self.panes.len() < MOST_PANES {
            self.insert_pane(pane + 1, settings, ids);
        }
    }

    /// Removes a pane. The last one stays.
    pub fn remove_pane(&mut self, pane: usize) {
        if self.panes.len() > 1 && pane < self.panes.len() {
            self.panes.remove(pane);
        }
    }

    pub fn swap_panes(&mut self, a: usize, b: usize) {
        if a.max(b) < self.panes.len() {
            self.panes.swap(a, b);
        }
    }

    /// Takes the panes of a preset, with the look of the first pane.
    pub fn take_preset(&mut self, preset: PanePreset, ids: &mut PaneIds) {
        let like = self.pane(0);
        self.scene = None;
        self.set_panes(&preset.panes(like), PaneLayout::of(preset.arrangement()), ids);
    }

    /// Replaces all panes. Keeps the current ones if `panes` is empty.
    pub fn set_panes(&mut self, panes: &[PaneSettings], layout: PaneLayout, ids: &mut PaneIds) {
        if panes.is_empty() {
            return;
        }
        self.panes.clear();
        for settings in &panes[..panes.len().min(MOST_PANES)] {
            self.insert_pane(self.panes.len(), *settings, ids);
        }
        self.layout = layout;
    }

    fn insert_pane(&mut self, index: usize, settings: PaneSettings, ids: &mut PaneIds) {
        self.panes.insert(index, Pane { id: ids.take(), settings });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn methods(edit: &EditState) -> Vec<SkinningMethod> {
        edit.panes.iter().map(|pane| pane.settings.skinning.method).collect()
    }

    #[test]
    fn panes_start_apart_and_grow_with_unused_methods() {
        let mut edit = EditState::starting_with(SkinningMethod::Dqs);
        let ids = &mut PaneIds::beyond(&edit.panes);
        assert_eq!(methods(&edit), [SkinningMethod::Dqs, SkinningMethod::Lbs]);
        edit.set_pane_count(1, ids);
        edit.set_pane_count(2, ids);
        assert_eq!(methods(&edit)[1], SkinningMethod::Lbs);
        edit.set_pane_count(0, ids);
        assert_eq!(edit.panes.len(), 1);
        edit.set_pane_count(99, ids);
        assert_eq!(edit.panes.len(), MOST_PANES);
    }

    #[test]
    fn panes_are_doubled_swapped_and_removed_and_keep_their_ids_apart() {
        let mut edit = EditState::starting_with(SkinningMethod::Lbs);
        let ids = &mut PaneIds::beyond(&edit.panes);
        edit.duplicate_pane(0, ids);
        assert_eq!(methods(&edit), [SkinningMethod::Lbs, SkinningMethod::Lbs, SkinningMethod::Dqs]);
        edit.swap_panes(0, 2);
        edit.swap_panes(0, 3);
        assert_eq!(methods(&edit)[0], SkinningMethod::Dqs);
        edit.remove_pane(1);
        edit.remove_pane(9);
        assert_eq!(methods(&edit), [SkinningMethod::Dqs, SkinningMethod::Lbs]);
        edit.take_preset(PanePreset::AllMethods, ids);
        assert_eq!(edit.panes.len(), SkinningMethod::ALL.len());
        edit.duplicate_pane(0, ids);
        assert_eq!(edit.panes.len(), MOST_PANES);
        let mut used: Vec<u64> = edit.panes.iter().map(|pane| pane.id).collect();
        used.dedup();
        assert_eq!(used.len(), SkinningMethod::ALL.len());
        edit.set_pane_count(1, ids);
        edit.remove_pane(0);
        assert_eq!(edit.panes.len(), 1, "one stays");
        edit.set_panes(&[], PaneLayout::default(), ids);
        assert_eq!(edit.panes.len(), 1);
    }
}
