//! Requests of stress tests, and jumps to their entries.

use super::super::document::Document;
use super::super::figures::{ShownSkin, deform, distinct, names};
use super::super::framing::Framing;
use super::super::panels::{InspectorTab, Section};
use super::super::probe::{PinnedProbe, Reason};
use super::super::second_model::SecondModel;
use super::super::state::State;
use super::{StressRequest, StressResult};
use crate::defect_view::{ViewSearch, ViewSubject, camera_of, seen_vertex, stress_view_width};
use crate::math::Bounds;
use crate::measure::{StressEntry, stress_pose};
use crate::panes::PaneModel;
use crate::posing::RangeSource;
use glam::Vec3;
use std::sync::Arc;

/// Half the side of the framed box around an entry's joint, in widths of its view. A box looks wider than its sides.
const SEEN_AROUND: f32 = 0.38;

/// Differences between a result and a test of what is shown now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StressGap {
    /// Names of the methods that panes show and that were not tested.
    pub untested: Vec<String>,
    /// Whether the chosen range differs from the tested one.
    pub other_range: bool,
    /// Whether a second model was added, removed or matched differently since the test.
    pub other_models: bool,
}

impl State {
    /// Tests the methods that the panes show, except those that wait for their centers of rotation.
    pub(in super::super) fn start_stress(&mut self) {
        let Some(document) = self.documents.first.clone() else { return };
        if !document.model.has_skin() {
            return;
        }
        // Unfolds the section, so that progress is visible no matter how the test was started, and the one that says what
        // would mend what it finds.
        for section in [Section::Stress, Section::Mend] {
            self.interface.folded_sections.remove(&section);
        }
        self.show_tab(InspectorTab::Inspect);
        let second = self.second_of_user().filter(|_| self.shows_second());
        match self.stress_request(&document, second) {
            Some(request) => self.jobs.stress.start(request),
            None => {
                let details = "All panes are waiting for their centers of rotation. Try again in a moment.".to_owned();
                self.show_error("Could not start the stress test".to_owned(), details);
            }
        }
    }

    /// The test of the open model and, in the same poses, of a second one. `None` if all panes wait for centers.
    pub(in super::super) fn stress_request(
        &self,
        document: &Document,
        second: Option<&SecondModel>,
    ) -> Option<StressRequest> {
        let (skins, centers) = self.with_centers(self.stressed_skins(), |skin| *skin);
        let (skins, centers): (Vec<_>, Vec<_>) = skins.into_iter().map(|(skin, _)| skin).zip(centers).unzip();
        let second = second.map(|second| {
            let of_second = |skin: &ShownSkin| skin.of(PaneModel::Second);
            let (known, centers) = self.with_centers(skins.iter().map(of_second).collect(), |skin| *skin);
            let request = (second.key(None, false), second.rest(), centers);
            (known.into_iter().map(|(skin, _)| skin.of(PaneModel::First)).collect::<Vec<_>>(), request)
        });
        // Only skins for which both models have centers of rotation can be compared.
        let is_known = |skin: &ShownSkin| second.as_ref().is_none_or(|(known, _)| known.contains(skin));
        let kept = skins.into_iter().zip(centers).filter(|(skin, _)| is_known(skin));
        let (skins, centers): (Vec<ShownSkin>, Vec<_>) = kept.unzip();
        let second = second.map(|(_, request)| request);
        (!skins.is_empty()).then(|| StressRequest {
            document: document.id,
            rest: document.rest.clone(),
            skins,
            centers,
            second,
            source: self.jobs.stress.choice.source(&document.model),
            limits: self.edit.limits.clone(),
        })
    }

    /// The skins to test: the settings of all panes, applied to the first model.
    pub(in super::super) fn stressed_skins(&self) -> Vec<ShownSkin> {
        let mut skins = Vec::new();
        for skin in distinct(&self.pane_skins()).into_iter().map(|skin| skin.of(PaneModel::First)) {
            if !skins.contains(&skin) {
                skins.push(skin);
            }
        }
        skins
    }

    /// Takes the result of the stress test and reports a failure.
    pub fn take_stress(&mut self) {
        if self.jobs.stress.poll() {
            let details = "This is a bug in skinscope. Please report it and attach the file. The panes still work.";
            self.show_error("Could not finish the stress test".to_owned(), details.to_owned());
        }
    }

    /// The result for the open model.
    pub fn stress_result(&self) -> Option<&Arc<StressResult>> {
        self.documents.first.as_ref().and_then(|document| self.jobs.stress.result(document.id))
    }

    /// Whether the result covers all methods of the panes, and the ranges are unchanged.
    pub fn stress_is_current(&self) -> bool {
        self.stress_gap().is_some_and(|gap| gap.untested.is_empty() && !gap.other_range && !gap.other_models)
    }

    /// Differences of the result from a test made now. `None` without a result.
    pub fn stress_gap(&self) -> Option<StressGap> {
        let result = self.stress_result()?;
        let shown = self.stressed_skins();
        let untested = names(&shown).into_iter().zip(&shown).filter(|(_, skin)| !result.skins.contains(skin));
        Some(StressGap {
            untested: untested.map(|(name, _)| name).collect(),
            other_range: self.has_other_range(result),
            other_models: result.second.as_ref().map(|second| second.key)
                != self.second_of_user().filter(|_| self.shows_second()).map(|second| second.key(None, false)),
        })
    }

    fn has_other_range(&self, result: &StressResult) -> bool {
        let Some(document) = &self.documents.first else { return true };
        let source = self.jobs.stress.choice.source(&document.model);
        source != result.turns.source || (source == RangeSource::Natural && result.limits != self.edit.limits)
    }

    /// Applies the pose in which an entry was found, as one undo step: everything else at rest, no clip. Selects the
    /// joint, and pins and looks at the vertex in a pane that shows the method, if there is one.
    pub(in super::super) fn jump_to_stress(&mut self, skin: usize, entry: StressEntry) {
        if let Some(result) = self.stress_result().cloned() {
            self.jump_to_entry(&result, skin, entry);
        }
    }

    /// Like [`Self::jump_to_stress`], for an entry of any result for the open model.
    pub(in super::super) fn jump_to_entry(&mut self, result: &StressResult, skin: usize, entry: StressEntry) {
        let Some(document) = self.documents.first.clone().filter(|document| document.id == result.document) else {
            return;
        };
        let Some(&shown) = result.skins.get(skin) else { return };
        if entry.node as usize >= document.model.skeleton.len() || !self.has_vertex(PaneModel::First, entry.vertex_id) {
            return;
        }
        let overrides = stress_pose(&document.model, entry.node, entry.axis, entry.degrees).0;
        self.take_found_pose(overrides, None, Some(entry.node));
        self.view.sweep_axis = Some(entry.axis);
        let pane = self.pane_with(shown).unwrap_or(self.view.selected_pane);
        self.view.selected_pane = pane;
        let text = format!(
            "{} rotated by {} about {}: {} under {}",
            document.joint_name(entry.node),
            crate::view::angle_text(entry.degrees),
            entry.axis_name(),
            entry.measure.described(entry.over_rest),
            shown.skinning.method.short_name()
        );
        let reason = Some(Reason { text, pose_generation: self.pose_generation });
        self.selection.pinned = Some(PinnedProbe { model: PaneModel::First, vertex_id: entry.vertex_id, reason });
        let (_, centers) = self.with_centers(vec![shown], |skin| *skin);
        let centers = centers.first().and_then(Option::as_deref);
        let rest = &result.rest;
        let deformed = deform(&document.model, &rest.surface, &self.pose, shown.skinning, centers);
        let Some(deformed) = deformed.filter(|skin| skin.positions.get(entry.vertex as usize).is_some()) else {
            return;
        };
        self.reveal_vertex(entry.vertex_id);
        // The panes frame the surroundings of the target for their own shape.
        let subject = ViewSubject { model: &document.model, rest, front_yaw: document.front_yaw };
        let camera = camera_of(&subject, (&entry).into(), &self.pose, &deformed, [1, 1], ViewSearch::Quick);
        // A mark on skin that another limb hides would seem to lie on that limb.
        if let Some(pinned) = &mut self.selection.pinned {
            pinned.vertex_id = rest.surface.id_of(seen_vertex(&camera, rest, (&entry).into(), &deformed));
        }
        self.set_camera(pane, camera);
        let half = Vec3::splat(SEEN_AROUND * stress_view_width(rest, entry.node) as f32);
        self.frame(Framing::Box(Bounds { min: camera.target - half, max: camera.target + half }));
    }

    /// The first pane that shows a skin. The selected pane is preferred.
    pub(in super::super) fn pane_with(&self, skin: ShownSkin) -> Option<usize> {
        let selected = self.view.selected_pane;
        let mut panes = std::iter::once(selected).chain(0..self.edit.panes.len());
        panes.find(|&pane| self.skin_of_pane(pane) == Some(skin))
    }
}
