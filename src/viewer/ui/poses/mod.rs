//! The pose library and the timeline.

pub(super) mod pose_strip;
pub(super) mod timeline;
