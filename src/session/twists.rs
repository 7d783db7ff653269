//! Twist joints of the open model.

use super::state::State;
use crate::mending::RigEdits;
use crate::model::TwistKind;
use crate::rigging::{MOST_TWIST_JOINTS, TwistSplit, has_own_twist, split_of};

impl State {
    /// The joint whose bone carries the twist joints: the given joint, or the joint that it refines.
    pub fn twisted_bone(&self, node: u32) -> Option<u32> {
        let document = self.documents.first.as_ref()?;
        let joint = document.model.skeleton.twist_driver(node).map_or(node, |driver| driver.joint);
        document.can_twist(joint).then_some(joint)
    }

    /// The twist joints that the file itself has on a bone, such as a file exported by this program.
    pub fn twists_of_file(&self, joint: u32) -> Option<TwistSplit> {
        split_of(&self.documents.first.as_ref()?.source.skeleton, joint)
    }

    /// The twist joints of a bone, from the edit or from the file.
    fn split_bone_of(&self, joint: u32) -> Option<TwistSplit> {
        let edited = self.edit.rig.twists.iter().find(|split| split.joint == joint).copied();
        edited.or_else(|| self.twists_of_file(joint))
    }

    /// The count of twist joints of a bone.
    pub fn twist_count(&self, joint: u32) -> u32 {
        self.split_bone_of(joint).map_or(0, |split| split.count)
    }

    /// The twist that a bone's twist joints spread or, if it has none, the twist that they most likely should spread.
    pub fn twist_kind(&self, joint: u32) -> TwistKind {
        let likely =
            || self.documents.first.as_ref().and_then(|document| document.likely_twist(joint)).unwrap_or_default();
        self.split_bone_of(joint).map_or_else(likely, |split| split.kind)
    }

    /// Whether a bone has a twist of its own, relative to a joint above it.
    pub fn has_own_twist(&self, joint: u32) -> bool {
        self.documents.first.as_ref().is_some_and(|document| has_own_twist(&document.source.skeleton, joint))
    }

    pub(super) fn set_twist_joints(&mut self, node: u32, count: u32) {
        let Some(joint) = self.twisted_bone(node) else { return };
        let count = count.min(MOST_TWIST_JOINTS);
        self.edit_split(TwistSplit { joint, count, kind: self.twist_kind(joint) });
    }

    fn edit_split(&mut self, split: TwistSplit) {
        let mut edits = self.edit.rig.clone();
        self.put_split(&mut edits, split);
        self.edit.rig = edits;
        self.take_rig_edits();
    }

    /// Splits bones in one edit. Those that cannot be split stay as they are.
    pub(super) fn split_bones(&mut self, splits: impl IntoIterator<Item = TwistSplit>) {
        self.edit.rig = self.with_splits(splits);
        self.take_rig_edits();
    }

    /// The edits of the rig with these bones split too. Those that cannot be split stay as they are.
    pub(super) fn with_splits(&self, splits: impl IntoIterator<Item = TwistSplit>) -> RigEdits {
        let mut edits = self.edit.rig.clone();
        for split in splits {
            if self.twisted_bone(split.joint) == Some(split.joint) {
                self.put_split(&mut edits, split);
            }
        }
        edits
    }

    /// Gives a bone these twist joints. No twist joints, or the file's own, do not count as an edit.
    fn put_split(&self, edits: &mut RigEdits, split: TwistSplit) {
        let is_edit = split.count > 0 && self.twists_of_file(split.joint) != Some(split);
        match edits.twists.iter().position(|other| other.joint == split.joint) {
            Some(index) if is_edit => edits.twists[index] = split,
            Some(index) => drop(edits.twists.remove(index)),
            None if is_edit => edits.twists.push(split),
            None => {}
        }
    }

    pub(super) fn set_twist_kind(&mut self, node: u32, kind: TwistKind) {
        let Some(joint) = self.twisted_bone(node) else { return };
        if let Some(split) = self.split_bone_of(joint) {
            self.edit_split(TwistSplit { kind, ..split });
        }
    }
}
