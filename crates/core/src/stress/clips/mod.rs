//! Checks clips: what each method does to the skin in every frame, and where something jumps that should not.
//!
//! In each frame the figures of the stress test are measured at every joint, so a clip is judged as a joint is. Between
//! two frames, vertices are compared with the joints that they follow ([`Flip`]), and joints with their own motion before
//! and after ([`Snap`]). Morph targets are left out.

mod check;
mod flips;
mod frames;
mod signs;
mod snaps;
#[cfg(test)]
mod tests;

pub use check::{ClipChecker, ClipRequest};
pub use flips::Flip;
pub use snaps::Snap;

use crate::measure::{Reading, StressMeasure, VertexId};

/// What happens in a clip.
#[derive(Clone, Debug)]
pub struct ClipCheck {
    /// Index of the clip in the model.
    pub clip: usize,
    /// Times of the frames in seconds, ascending, from 0 to the end of the clip.
    pub seconds: Vec<f32>,
    /// What [`ClipFrame::values`] are.
    pub readings: Vec<Reading>,
    /// Results under each method, in the order of the request.
    pub skins: Vec<ClipSkin>,
    /// Joints that turn much farther from one frame to the next than before and after, by time. They break the skin
    /// under every method.
    pub snaps: Vec<Snap>,
    /// Number of frames of [`Self::seconds`] in which costly figures were measured.
    pub costly_frames: usize,
}

/// What happens in a clip under one method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipSkin {
    /// The figures of each frame.
    pub frames: Vec<ClipFrame>,
    /// The worst frame of each joint that bends skin, in the order of [`StressMeasure::ALL`]; joints in node order.
    pub joints: Vec<[Option<ClipEntry>; 3]>,
    /// Vertices that jump, by time.
    pub flips: Vec<Flip>,
}

/// One frame under one method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipFrame {
    /// The worst joint by each measure, in the order of [`StressMeasure::ALL`].
    pub worst: [Option<ClipEntry>; 3],
    /// Figures of the whole skin, in the order of [`ClipCheck::readings`].
    pub values: Vec<Option<f64>>,
    /// Number of vertices of which a quaternion is blended with another sign than in the frame before, and goes on from the
    /// other side. `None` if the method blends no quaternions, or nobody asked.
    pub signs_changed: Option<usize>,
}

/// The value of a measure at a joint in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipEntry {
    /// The joint's node in the skeleton.
    pub node: u32,
    /// The measure.
    pub measure: StressMeasure,
    /// Index of the frame in [`ClipCheck::seconds`].
    pub frame: usize,
    /// Time of the frame.
    pub seconds: f32,
    /// The value of [`StressMeasure::figure`], relative to rest.
    pub over_rest: f64,
    /// A vertex that shows it.
    pub vertex_id: VertexId,
}

impl ClipEntry {
    /// The severity of the value: larger is worse.
    pub fn severity(&self) -> f64 {
        self.measure.severity(self.over_rest)
    }

    /// The worse of two, the first of equals.
    pub fn worse(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(one), Some(other)) if other.severity() > one.severity() => Some(other),
            (one, other) => one.or(other),
        }
    }
}

impl ClipSkin {
    /// The worst frame by a measure. `None` if nothing was measured.
    pub fn worst(&self, measure: StressMeasure) -> Option<ClipEntry> {
        self.frames.iter().map(|frame| frame.worst[measure as usize]).fold(None, ClipEntry::worse)
    }

    /// The joints that have a defect of this kind, worst first; equal joints keep their order.
    pub fn ranked(&self, measure: StressMeasure) -> Vec<ClipEntry> {
        let entries = self.joints.iter().filter_map(|joint| joint[measure as usize]);
        let mut entries: Vec<ClipEntry> = entries.filter(|entry| measure.is_defect(entry.over_rest)).collect();
        entries.sort_by(|a, b| b.severity().total_cmp(&a.severity()).then(a.node.cmp(&b.node)));
        entries
    }

    /// Largest number of vertices whose signs change from one frame to the next, and that frame's index.
    pub fn most_signs_changed(&self) -> Option<(usize, usize)> {
        let changed = self.frames.iter().enumerate().filter_map(|(frame, found)| Some((found.signs_changed?, frame)));
        changed.filter(|(count, _)| *count > 0).max_by_key(|(count, frame)| (*count, usize::MAX - frame))
    }
}
