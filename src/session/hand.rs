use super::gesture::Gesture;
use super::gizmo_drag::{GizmoDrag, GizmoSettings};
use super::weights::WeightSettings;
use crate::centers::CenterSettings;
use crate::measure::VertexId;

/// What the pointer holds and hovers, and the tools that it uses. Nothing of it is kept.
#[derive(Default)]
pub struct Hand {
    pub gizmo: GizmoSettings,
    /// What edits of weights remove and keep.
    pub weights: WeightSettings,
    /// The held handle.
    pub gizmo_drag: Option<GizmoDrag>,
    /// The gesture in progress, from the press of a mouse button to its release.
    pub gesture: Option<Gesture>,
    /// Whether edits of a joint are also applied, mirrored, to the joint of the other side.
    pub mirrors_posing: bool,
    /// Whether the next drag in a picture selects the joints in a box.
    pub box_armed: bool,
    pub hovered_joint: Option<u32>,
    /// The hovered vertex and its pane. `None` once the pointer has left the panes.
    pub hovered_vertex: Option<(usize, VertexId)>,
    /// The pane and the value of a slider of center settings that is being dragged.
    pub held_centers: Option<(usize, CenterSettings)>,
    /// Whether panes that compare by flicker show B.
    pub flicker_held: bool,
}

/// Differs when the pointer shows or does something else. What a held handle does is an edit.
#[derive(Clone, Debug, PartialEq)]
pub struct HandKey {
    gizmo: GizmoSettings,
    weights: WeightSettings,
    holds_handle: bool,
    switches: [bool; 3],
    hovered: (Option<u32>, Option<(usize, VertexId)>),
    held_centers: Option<(usize, CenterSettings)>,
}

impl Hand {
    pub fn key(&self) -> HandKey {
        // All fields by name, so that the compiler asks about a new one.
        let Self {
            gizmo,
            weights,
            gizmo_drag,
            gesture: _,
            mirrors_posing,
            box_armed,
            hovered_joint,
            hovered_vertex,
            held_centers,
            flicker_held,
        } = self;
        HandKey {
            gizmo: *gizmo,
            weights: *weights,
            holds_handle: gizmo_drag.is_some(),
            switches: [*mirrors_posing, *box_armed, *flicker_held],
            hovered: (*hovered_joint, *hovered_vertex),
            held_centers: *held_centers,
        }
    }

    /// Releases everything that belongs to the model that was shown.
    pub(super) fn forget_model(&mut self) {
        self.gizmo_drag = None;
        self.box_armed = false;
        (self.hovered_joint, self.hovered_vertex) = (None, None);
        if let Some(gesture) = &mut self.gesture {
            gesture.forget();
        }
    }
}
