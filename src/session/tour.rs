//! The tour of a first start: the five things to do first, on the window's own controls.

use super::interface::Interface;
use super::panels::{InspectorTab, Panels, Section};
use super::state::State;
use crate::files::ModelSource;
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
pub static TOUR: [TourStep; 5] = [
    TourStep {
        title: "Turn a joint",
        text: "Drag a slider of the Pose tab, or a ring around the joint in a pane. Every pane shows the same pose. A click \
               on a joint, in the tree or in a pane, selects it.",
        mark: TourMark::Angles,
        place: Some((InspectorTab::Pose, None)),
        is_done: |state, before| state.edit.overrides != before.overrides,
    },
    TourStep {
        title: "Compare methods",
        text: "Each pane shows the pose under its own method. Click the name above a pane to choose a different one. Watch \
               the bend: linear blending loses volume there, dual quaternions bulge outward.",
        mark: TourMark::Method,
        place: None,
        is_done: |state, before| methods(state) != before.methods,
    },
    TourStep {
        title: "Find the worst joint",
        text: "The stress test rotates each joint through its range, and lists those where the skin deforms worst. Start \
               it, then click a line of the list to see that pose.",
        mark: TourMark::Stress,
        place: Some((InspectorTab::Inspect, Some(Section::Stress))),
        is_done: |state, _| state.stress_result().is_some(),
    },
    TourStep {
        title: "Open your own character",
        text: "Drop a .glb, .gltf or .vrm file on the window, or press Open at the top. The tour goes on with either \
               character.",
        mark: TourMark::Open,
        place: None,
        is_done: |state, before| own_file(state).is_some_and(|file| Some(file) != before.own_file.as_ref()),
    },
    TourStep {
        title: "Mend it and show it",
        text: "Select a joint in the tree or in a pane. Mend says what would improve it and by how much, and previews it. \
               Then export the model, write a report, or show the panes to an audience on the stage.",
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

/// What the tour began with, to see what was done since.
#[derive(Clone, Debug, Default, PartialEq)]
struct Before {
    overrides: PoseOverrides,
    methods: Vec<SkinningMethod>,
    own_file: Option<ModelSource>,
    rig: RigEdits,
}

impl Before {
    fn of(state: &State) -> Self {
        Self {
            overrides: state.edit.overrides.clone(),
            methods: methods(state),
            own_file: own_file(state).cloned(),
            rig: state.edit.rig.clone(),
        }
    }
}

fn methods(state: &State) -> Vec<SkinningMethod> {
    state.edit.panes.iter().map(|pane| pane.settings.skinning.method).collect()
}

/// The open model, if it is none of the bundled ones.
fn own_file(state: &State) -> Option<&ModelSource> {
    let origin = state.documents.first.as_ref().map(|document| &document.origin);
    origin.filter(|origin| matches!(origin, ModelSource::File(_)))
}

impl State {
    /// Asks whether the user wants the tour.
    pub(super) fn offer_tour(&mut self) {
        self.interface.tour = Some(Tour { step: None, before: Before::default() });
    }

    /// Goes to a step of the tour, and opens the tab and the section of its control. `None`, or a step that does not exist,
    /// ends the tour.
    pub(super) fn go_to_tour_step(&mut self, step: Option<usize>) {
        let under_way = self.interface.tour.take().filter(|tour| tour.step.is_some());
        let Some((index, step)) = step.and_then(|index| Some((index, TOUR.get(index)?))) else { return };
        let before = under_way.map_or_else(|| Before::of(self), |tour| tour.before);
        self.interface.tour = Some(Tour { step: Some(index), before });
        self.interface.panels_shown = Panels::Shown;
        if let Some((tab, section)) = step.place {
            self.show_tab(tab);
            section.map(|section| self.interface.folded_sections.remove(&section));
            if self.selection.joint.is_none() {
                self.select_joint(self.first_bend());
            }
        }
    }

    /// The first joint of the skin that bends it: one below another.
    fn first_bend(&self) -> Option<u32> {
        let model = &self.documents.first.as_ref()?.model;
        let joints = &model.skins.first()?.joints;
        joints.iter().find(|joint| joint.parent.is_some()).or(joints.first()).map(|joint| joint.node)
    }

    /// Whether the card of the tour is in the window: nothing that would be below it is open.
    pub fn shows_tour(&self) -> bool {
        let Interface { panels_shown, shortcuts_shown, palette_shown, tour, .. } = &self.interface;
        let is_free = !shortcuts_shown && !palette_shown && self.interface.cancels_dialog().is_none();
        tour.is_some() && is_free && self.talk.stage.is_none() && *panels_shown == Panels::Shown
    }

    /// The step of the tour that is under way, with its index.
    pub fn tour_step(&self) -> Option<(usize, &'static TourStep)> {
        let index = self.interface.tour.as_ref()?.step?;
        TOUR.get(index).map(|step| (index, step))
    }

    /// Whether the user has done what the current step of the tour asks for.
    pub fn tour_step_is_done(&self) -> bool {
        let before = self.interface.tour.as_ref().map(|tour| &tour.before);
        self.tour_step().zip(before).is_some_and(|((_, step), before)| (step.is_done)(self, before))
    }
}
