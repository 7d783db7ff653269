//! What it costs that the selected pane stores less of its skin, computed in the background while the panel shows it.

use super::figures::ShownSkin;
use super::panels::InspectorTab;
use super::probe::{PinnedProbe, Reason};
use super::state::State;
use super::stress::beside_the_window;
use crate::centers::Centers;
use crate::measure::stress_pose;
use crate::model::{JointLimits, Model, PoseOverrides};
use crate::panes::PaneModel;
use crate::posing::{RangeSource, TurnRanges};
use crate::stress::{StoredCost, StressSkin, WorstStored, stored_cost};
use crate::view::angle_text;
use crate::work::{Job, Progress, Wake};
use std::sync::Arc;

/// Costs of stored skins, one computed at a time.
pub struct StoredCostDesk {
    job: Job<CostKey, Option<StoredCost>>,
    /// The costs that were found last, the newest first.
    known: Vec<(CostKey, StoredCost)>,
    /// What a computation failed for, which is not tried again.
    failed: Option<CostKey>,
}

/// Everything that a cost depends on.
#[derive(Clone, Debug, PartialEq)]
struct CostKey {
    document: u64,
    skin: ShownSkin,
    /// Generation of its centers of rotation, if it needs any.
    centers: Option<u64>,
    /// The limits of the joints, which bound their natural ranges.
    limits: JointLimits,
}

/// The cost that the panel of a pane shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownCost<'a> {
    /// The cost of the pane's skin or, while that is computed, the last one of any skin. `None` before the first.
    pub cost: Option<&'a StoredCost>,
    /// Whether it is the cost of something else than the pane's skin.
    pub is_outdated: bool,
    /// Progress of the computation from 0 to 1, while it runs.
    pub fraction: Option<f32>,
}

/// Most costs that are kept: as many as there are panes to go back and forth between.
const MOST_KNOWN: usize = 8;

impl StoredCostDesk {
    pub fn new(wake: Wake) -> Self {
        Self { job: Job::new("cost of a stored skin", wake), known: Vec::new(), failed: None }
    }

    /// Whether a cost is being computed.
    pub fn is_running(&self) -> bool {
        self.job.is_running()
    }

    fn of(&self, key: &CostKey) -> Option<&StoredCost> {
        self.known.iter().find(|(known, _)| known == key).map(|(_, cost)| cost)
    }
}

impl State {
    /// Computes the cost of the selected pane's skin if the panel of panes shows it and it is not known. Gives up a
    /// computation that nobody waits for.
    pub fn request_stored_cost(&mut self) {
        let settings = &self.interface.settings;
        let is_shown =
            settings.inspector_open && settings.panels.tab == InspectorTab::Panes && self.talk.stage.is_none();
        let wanted = is_shown.then(|| self.wanted_cost()).flatten();
        let desk = &mut self.jobs.stored_cost;
        let Some((key, model, centers)) = wanted else { return desk.job.cancel() };
        let is_running = desk.job.running().is_some_and(|(running, _)| *running == key);
        if is_running || desk.of(&key).is_some() || desk.failed.as_ref() == Some(&key) {
            return;
        }
        let (skinning, limits) = (key.skin.skinning, key.limits.clone());
        desk.job.start(key, move |progress: &Progress| {
            beside_the_window(|| {
                let ranges = TurnRanges::of(&model, RangeSource::Natural, &limits).ranges;
                let centers = centers.as_ref().map_or(&[][..], |centers| &centers.of_primitives);
                // Centers are there, as the key says.
                stored_cost(&model, &StressSkin { settings: skinning, centers }, &ranges, progress).ok().flatten()
            })
        });
    }

    /// What to compute for the selected pane. `None` for a full skin, or one that waits for its centers of rotation.
    fn wanted_cost(&self) -> Option<(CostKey, Arc<Model>, Option<Arc<Centers>>)> {
        let skin = self.skin_of_pane(self.view.selected_pane).filter(|skin| !skin.skinning.stored.is_full())?;
        let document = self.document_of(skin.model).filter(|document| document.model.has_skin())?;
        let (skins, centers) = self.with_centers(vec![skin], |skin| *skin);
        let (skin, generation) = skins.into_iter().next()?;
        let limits = if skin.model.is_first() { self.edit.limits.clone() } else { JointLimits::default() };
        let key = CostKey { document: document.id, skin, centers: generation, limits };
        Some((key, Arc::clone(document.model.in_default_shape()), centers.into_iter().next()?))
    }

    /// Takes a cost that was found since the last call.
    pub(super) fn take_stored_cost(&mut self) {
        let desk = &mut self.jobs.stored_cost;
        match desk.job.poll() {
            Some((key, Ok(Some(cost)))) => {
                desk.known.insert(0, (key, cost));
                desk.known.truncate(MOST_KNOWN);
            }
            Some((key, Ok(None))) => desk.failed = Some(key),
            Some((key, Err(_))) => {
                desk.failed = Some(key);
                let details = "This is a bug in skinscope. Please report it and attach the file. The panes still work.";
                self.show_error("Could not compute what the stored skin costs".to_owned(), details.to_owned());
            }
            None => {}
        }
    }

    /// The cost of the selected pane's skin. `None` if it is full, or its model has no skin.
    pub fn shown_cost(&self) -> Option<ShownCost<'_>> {
        let skin = self.skin_of_pane(self.view.selected_pane).filter(|skin| !skin.skinning.stored.is_full())?;
        let document = self.document_of(skin.model).filter(|document| document.model.has_skin())?;
        let desk = &self.jobs.stored_cost;
        let current = self.wanted_cost().and_then(|(key, ..)| desk.of(&key));
        let last = || desk.known.iter().find(|(key, _)| key.document == document.id).map(|(_, cost)| cost);
        Some(ShownCost {
            cost: current.or_else(last),
            is_outdated: current.is_none(),
            fraction: desk.job.running().map(|(_, progress)| progress.fraction()),
        })
    }

    /// Where the largest distance of the selected pane's stored skin is, if it can be shown: in the first model, and not
    /// outdated.
    pub fn worst_stored(&self) -> Option<WorstStored> {
        let shown = self.shown_cost().filter(|shown| !shown.is_outdated)?;
        let is_first = self.skin_of_pane(self.view.selected_pane)?.model.is_first();
        shown.cost?.worst.filter(|worst| is_first && self.has_vertex(PaneModel::First, worst.vertex_id))
    }

    /// Applies the pose in which the stored skin of the selected pane is farthest from the full one, as one undo step:
    /// everything else at rest, no clip. Selects the joint, and pins and looks at the vertex.
    pub(super) fn jump_to_stored(&mut self) {
        let (Some(worst), Some(document)) = (self.worst_stored(), self.documents.first.clone()) else { return };
        let pane = self.view.selected_pane;
        let Some(skin) = self.skin_of_pane(pane) else { return };
        let (overrides, turned) = match worst.turned {
            Some((node, axis, degrees)) => {
                let axis_name = ["X", "Y", "Z"][axis.min(2)];
                let turned =
                    format!(" with {} at {} about {axis_name}", document.joint_name(node), angle_text(degrees));
                (stress_pose(&document.model, node, axis, degrees).0, turned)
            }
            None => (PoseOverrides::default(), " at rest".to_owned()),
        };
        self.take_found_pose(overrides, None, worst.turned.map(|(node, ..)| node));
        let text = format!(
            "{:.3}% of the extent from the full skin{turned}, {}",
            100.0 * worst.distance,
            skin.skinning.stored.in_words()
        );
        let reason = Some(Reason { text, pose_generation: self.pose_generation });
        let vertex_id = worst.vertex_id;
        self.selection.pinned = Some(PinnedProbe { model: PaneModel::First, vertex_id, reason });
        self.reveal_vertex(vertex_id);
        self.look_at_vertex(pane, skin, vertex_id);
    }
}

#[cfg(test)]
mod tests {
    use super::super::command::Command;
    use super::super::test_support::{wait_until, waking_state};
    use super::*;
    use crate::model::{MostInfluences, StoredSkin};

    fn keep(most: u8) -> Command {
        Command::SetStored {
            pane: 0,
            stored: StoredSkin { most_influences: MostInfluences::new(most), ..StoredSkin::FULL },
        }
    }

    #[test]
    fn the_cost_of_the_selected_pane_is_found_kept_and_shown_in_its_worst_pose() {
        let (mut state, woken) = waking_state();
        state.show_document(crate::files::open_model("limb").unwrap());
        state.feed_history(0.0, false);
        state.interface.settings.inspector_open = true;
        state.interface.settings.panels.tab = InspectorTab::Inspect;
        state.apply(keep(1));
        state.request_stored_cost();
        assert!(!state.jobs.stored_cost.is_running(), "nobody sees it");
        state.interface.settings.panels.tab = InspectorTab::Panes;
        state.request_stored_cost();
        let shown = state.shown_cost().unwrap();
        assert!(shown.cost.is_none() && shown.is_outdated && shown.fraction.is_some());
        wait_until(&mut state, &woken, |state| !state.jobs.stored_cost.is_running());
        state.request_stored_cost();
        assert!(!state.jobs.stored_cost.is_running(), "it is known");
        let worst = state.worst_stored().unwrap();
        assert!(worst.distance > 0.01, "{worst:?}");
        state.apply(Command::JumpToStored);
        let (node, axis, degrees) = worst.turned.unwrap();
        assert_eq!(
            state.edit.overrides,
            stress_pose(&state.documents.first.as_ref().unwrap().model, node, axis, degrees).0
        );
        assert_eq!(state.selection.pinned.as_ref().map(|pinned| pinned.vertex_id), Some(worst.vertex_id));
        assert_eq!(state.selection.joint, Some(node));
        // Another choice: the old cost stays until the new one comes.
        state.apply(keep(2));
        state.request_stored_cost();
        assert!(state.shown_cost().is_some_and(|shown| shown.is_outdated && shown.cost.is_some()));
        assert_eq!(state.worst_stored(), None, "it is not of this choice");
        wait_until(&mut state, &woken, |state| !state.jobs.stored_cost.is_running());
        assert!(state.worst_stored().unwrap().distance < worst.distance);
        state.apply(keep(1));
        assert_eq!(state.worst_stored(), Some(worst), "still known");
        state.apply(Command::SetStored { pane: 0, stored: StoredSkin::FULL });
        state.request_stored_cost();
        assert!(state.shown_cost().is_none() && !state.jobs.stored_cost.is_running());
    }
}
