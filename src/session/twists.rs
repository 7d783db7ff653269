//! Twist joints of the open model: a split rig in place of the file's rig, rebuilt whenever the edit's splits change.

use super::document::Document;
use super::file_commands::saved_text;
use super::file_request::FileRequest;
use super::state::State;
use crate::model::{Skeleton, TwistDriver, TwistKind};
use crate::rigging::{MOST_TWIST_JOINTS, TwistSplit, has_own_twist, split_of};
use crate::work::Progress;
use std::path::Path;
use std::sync::Arc;

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
        let edited = self.edit.twists.iter().find(|split| split.joint == joint).copied();
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
        self.put_split(split);
        self.take_twists();
    }

    /// Splits bones in one edit. Those that cannot be split stay as they are.
    pub(super) fn split_bones(&mut self, splits: impl IntoIterator<Item = TwistSplit>) {
        for split in splits {
            if self.twisted_bone(split.joint) == Some(split.joint) {
                self.put_split(split);
            }
        }
        self.take_twists();
    }

    /// Gives a bone these twist joints. No twist joints, or the file's own, do not count as an edit.
    fn put_split(&mut self, split: TwistSplit) {
        let is_edit = split.count > 0 && self.twists_of_file(split.joint) != Some(split);
        match self.edit.twists.iter().position(|other| other.joint == split.joint) {
            Some(index) if is_edit => self.edit.twists[index] = split,
            Some(index) => drop(self.edit.twists.remove(index)),
            None if is_edit => self.edit.twists.push(split),
            None => {}
        }
    }

    pub(super) fn set_twist_kind(&mut self, node: u32, kind: TwistKind) {
        let Some(joint) = self.twisted_bone(node) else { return };
        if let Some(split) = self.split_bone_of(joint) {
            self.edit_split(TwistSplit { kind, ..split });
        }
    }

    /// Splits the bones as the edit says. Edits of twist joints that still exist stay.
    fn take_twists(&mut self) {
        let Some(before) = self.documents.first.clone() else { return };
        self.refresh_rig();
        if let Some(after) = self.documents.first.clone().filter(|after| after.id != before.id) {
            let same = |node: u32| same_joint(&before.model.skeleton, &after.model.skeleton, node);
            // Nodes with meshes keep their places, and so do their morph targets.
            self.edit.overrides = self.edit.overrides.mapped(same, Some);
            self.edit.limits = self.edit.limits.mapped(same);
        }
        self.refresh_pose();
    }

    /// Shows the model with the twist joints of the edit. Panes and cameras stay. The pose must be rebuilt.
    pub(super) fn refresh_rig(&mut self) {
        let Some(before) = self.documents.first.clone().filter(|document| document.twists != self.edit.twists) else {
            return;
        };
        let document = match before.with_twists(self.documents.next_id, &self.edit.twists) {
            Ok(document) => Arc::new(document),
            Err(error) => {
                self.edit.twists = before.twists.clone();
                return self.show_error("This bone cannot have twist joints".to_owned(), error.to_string());
            }
        };
        self.documents.next_id += 1;
        self.take_rig(document);
    }

    /// Shows another split of the open model. The edit has its twist joints already.
    pub(super) fn take_rig(&mut self, document: Arc<Document>) {
        let Some(before) = self.documents.first.clone() else { return };
        self.jobs.stress.forget();
        let same = |node: u32| same_joint(&before.model.skeleton, &document.model.skeleton, node);
        (self.hand.gizmo_drag, self.hand.hovered_joint, self.interface.reveal) = (None, None, None);
        // A selected twist joint that is gone maps to the joint that it refined.
        let refined = self.selection.joint.filter(|&node| same(node).is_none());
        let refined = refined.and_then(|node| before.model.skeleton.twist_driver(node)).map(|driver| driver.joint);
        self.selection.map_joints(same);
        self.selection.joint = self.selection.joint.or(refined);
        let isolated_in_both = {
            let (before, after) = (Arc::clone(&before), Arc::clone(&document));
            move |node| same_joint(&before.model.skeleton, &after.model.skeleton, node)
        };
        self.documents.first = Some(document);
        self.refresh_isolation(isolated_in_both);
        self.pose_generation += 1;
        self.fill_library();
    }

    pub(super) fn export_rig(&mut self, path: &Path) {
        if self.bakes(FileRequest::ExportRig) {
            return self.bake(FileRequest::ExportRig, path);
        }
        let Some(document) = self.documents.first.clone() else { return };
        match crate::files::write_rig(
            path,
            &document.origin,
            &document.options.access,
            document.model.in_default_shape(),
            &Progress::default(),
        ) {
            Ok(check) => {
                self.documents.stored.twists = self.edit.twists.clone();
                self.notify(saved_text(path, &check.to_text()), Some(path));
                self.close_if_saved();
            }
            Err(error) => self.show_error("Could not export the model".to_owned(), error.to_string()),
        }
    }
}

/// A joint's index in another split of the same model. `None` for a twist joint that is missing or of another kind.
fn same_joint(before: &Skeleton, after: &Skeleton, node: u32) -> Option<u32> {
    let Some(driver) = before.twist_driver(node) else { return Some(node) };
    let key = |driver: &TwistDriver| (driver.joint, driver.ordinal, driver.kind);
    after.twist_drivers().iter().find(|twin| key(twin) == key(driver)).map(|twin| twin.node)
}

impl Document {
    /// The same model with these twist joints in place of the current ones.
    pub(super) fn with_twists(&self, id: u64, twists: &[TwistSplit]) -> Result<Self, crate::rigging::TwistError> {
        let model = crate::rigging::with_twist_joints(&self.source, twists)?;
        Ok(self.rigged(id, Arc::new(model), twists.to_vec()))
    }
}
