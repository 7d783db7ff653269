//! Possible motions of the shown scene.

use super::super::state::State;
use crate::model::{ROTATION_KEYS, find_clip};
use crate::panes::{ComparisonKind, Ease, Motion, MotionKind};

/// Durations in seconds of the motions of a joint from one angle to the other, of a full turn, and of a divider from
/// one place to the other.
const WAY: f32 = 2.0;
const TURN: f32 = 8.0;
const WIPE: f32 = 3.0;

/// Time that a joint rests at both ends, in seconds.
const REST: f32 = 0.5;

/// Angle by which a joint at rest turns, in degrees.
const QUARTER_TURN: f32 = 90.0;

impl State {
    /// Suggested motions for the shown scene: of the selected joint, the clip, the camera, and the divider of a wipe.
    pub fn suggested_motions(&self) -> Vec<Motion> {
        let still = |kind, seconds, ease| Motion { ease, ..Motion::once(kind, seconds) };
        let returning =
            |kind, seconds| Motion { rest_seconds: REST, there_and_back: true, ..still(kind, seconds, Ease::Smooth) };
        let Some(document) = &self.documents.first else { return Vec::new() };
        let mut motions = Vec::new();
        if let Some(node) = self.selection.joint {
            let axis = self.sweep_axis(node);
            let angle = self.angles_degrees(node)[axis];
            let kind = MotionKind::Joint {
                joint: document.model.skeleton.address(node),
                channel: ROTATION_KEYS[axis].to_owned(),
                from: 0.0,
                to: if angle.abs() < 1.0 { QUARTER_TURN } else { angle.round() },
            };
            motions.push(returning(kind, WAY));
        }
        let clips = &document.model.clips;
        if let Some((index, clip)) = self.edit.clip.and_then(|index| Some((index, clips.get(index)?))) {
            // Names may repeat.
            let is_first = find_clip(clips, &clip.name) == Some(index);
            let name = if is_first { clip.name.clone() } else { index.to_string() };
            let kind = MotionKind::Clip { name, from: 0.0, to: clip.duration_seconds };
            motions.push(Motion { repeats: true, ..still(kind, clip.duration_seconds, Ease::Linear) });
        }
        motions.push(still(MotionKind::Turntable { degrees: 360.0 }, TURN, Ease::Linear));
        if self.edit.panes.iter().any(|pane| pane.settings.comparison.kind == ComparisonKind::Wipe) {
            motions.push(returning(MotionKind::Wipe { from: 0.0, to: 1.0 }, WIPE));
        }
        motions
    }
}
