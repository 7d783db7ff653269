//! The tour of a first start: the five things to do first, on the window's own controls.

use super::panels::{InspectorTab, Section};
use super::state::State;
use crate::mending::RigEdits;
use crate::model::PoseOverrides;
use crate::skinning::SkinningMethod;

/// A control of the window that the tour points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TourMark {
    /// The angles of the selected joint.
    Angles,
    /// The name of the first pane's method.
    Method,
    /// The section of the stress test.
    Stress,
    /// The button that opens a file.
    Open,
    /// The section that mends.
    Mend,
}

/// What a user is asked to do.
#[derive(Debug)]
pub struct TourStep {
    pub title: &'static str,
    pub text: &'static str,
    pub mark: TourMark,
    /// The tab and the section of the inspector where it is done.
    place: Option<(InspectorTab, Option<Section>)>,
    is_done: fn(&State, &Before) -> bool,
}

/// The steps, in their order.
pub const TOUR: [TourStep; 5] = [
    TourStep {
        title: "Turn a joint",
        text: "Drag one of these sliders, or a ring around the joint in a pane. Every pane shows the same pose. A click on \
               a joint, in the tree or in a pane, selects it.",
        mark: TourMark::Angles,
        place: Some((InspectorTab::Pose, None)),
        is_done: |state, before| state.edit.overrides != before.overrides,
    },
    TourStep {
        title: "Compare methods",
        text: "Each pane skins the pose by another method. Click this name and choose another one. Watch the \
               bend: linear blending loses volume there, dual quaternions bulge outward.",
        mark: TourMark::Method,
        place: None,
        is_done: |state, before| methods(state) != before.methods,
    },
    TourStep {
        title: "Find the worst joint",
        text: "The stress test rotates each joint through its range, and lists those where the skin deforms worst. Start \
               it, then click a line to see that pose.",
        mark: TourMark::Stress,
        place: Some((InspectorTab::Inspect, Some(Section::Stress))),
        is_done: |state, _| state.stress_result().is_some(),
    },
    TourStep {
        title: "Open your own character",
        text: "Drop a .glb, .gltf or .vrm file on the window, or open it here. The tour goes on with either character.",
        mark: TourMark::Open,
        place: None,
        is_done: |state, before| document(state).is_some_and(|id| Some(id) != before.document),
    },
    TourStep {
        title: "Mend it and show it",
        text: "Select a joint of the list: this section says what would mend it and by how much, and previews it. Save the \
               result, write a report, or show the panes to an audience on the stage.",
        mark: TourMark::Mend,
        place: Some((InspectorTab::Inspect, Some(Section::Mend))),
        is_done: |state, before| state.preview().is_some() || state.edit.rig != before.rig,
    },
];

/// A tour that is offered or under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Tour {
    /// Index into [`TOUR`]. `None` while the tour is only offered.
    pub step: Option<usize>,
    before: Before,
}

/// What a step is compared with, to see whether it was done.
#[derive(Clone, Debug, Default, PartialEq)]
struct Before {
    overrides: PoseOverrides,
    methods: Vec<SkinningMethod>,
    document: Option<u64>,
    rig: RigEdits,
}

fn methods(state: &State) -> Vec<SkinningMethod> {
    state.edit.panes.iter().map(|pane| pane.settings.skinning.method).collect()
}

fn document(state: &State) -> Option<u64> {
    state.documents.first.as_ref().map(|document| document.id)
}

impl State {
    /// Asks whether the user wants the tour.
    pub(super) fn offer_tour(&mut self) {
        self.interface.tour = Some(Tour { step: None, before: Before::default() });
    }

    /// Goes to a step of the tour and brings its control into view. `None`, or a step that does not exist, ends the tour.
    pub(super) fn go_to_tour_step(&mut self, step: Option<usize>) {
        self.interface.tour = None;
        let Some((index, step)) = step.and_then(|index| Some((index, TOUR.get(index)?))) else { return };
        let before = Before {
            overrides: self.edit.overrides.clone(),
            methods: methods(self),
            document: document(self),
            rig: self.edit.rig.clone(),
        };
        self.interface.tour = Some(Tour { step: Some(index), before });
        self.interface.panels_shown = super::panels::Panels::Shown;
        if let Some((tab, section)) = step.place {
            self.show_tab(tab);
            section.map(|section| self.interface.folded_sections.remove(&section));
        }
    }

    /// Whether the user has done what the current step of the tour asks for.
    pub fn tour_step_is_done(&self) -> bool {
        let Some(Tour { step: Some(step), before }) = &self.interface.tour else { return false };
        TOUR.get(*step).is_some_and(|step| (step.is_done)(self, before))
    }
}
