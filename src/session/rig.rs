//! The rig of the open model: an edited one in place of the file's, rebuilt whenever the edit's weights or splits change.

use super::document::Document;
use super::file_commands::saved_text;
use super::file_request::FileRequest;
use super::state::State;
use crate::mending::{RigEditError, RigEdits};
use crate::model::{Skeleton, TwistDriver};
use crate::work::Progress;
use std::path::Path;
use std::sync::Arc;

impl State {
    /// Shows the rig as the edit says. Edits of twist joints that still exist stay.
    pub(super) fn take_rig_edits(&mut self) {
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

    /// Shows the model with the rig of the edit. Panes and cameras stay. The pose must be rebuilt.
    pub(super) fn refresh_rig(&mut self) {
        let Some(before) = self.documents.first.clone().filter(|document| document.edits != self.edit.rig) else {
            return;
        };
        let document = match before.with_rig(self.documents.next_id, &self.edit.rig) {
            Ok(document) => Arc::new(document),
            Err(error) => {
                self.edit.rig = before.edits.clone();
                let what = match error {
                    RigEditError::Weights(_) => "These weights cannot be edited",
                    RigEditError::Twist(_) => "This bone cannot have twist joints",
                };
                return self.show_error(what.to_owned(), error.to_string());
            }
        };
        self.documents.next_id += 1;
        self.take_rig(document);
    }

    /// Shows another rig of the open model. The edit has it already.
    pub(super) fn take_rig(&mut self, document: Arc<Document>) {
        let Some(before) = self.documents.first.clone() else { return };
        // It shows the other rig.
        self.end_preview();
        self.jobs.stress.forget();
        self.jobs.clips.forget();
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
                self.documents.stored.rig = self.edit.rig.clone();
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
    /// The same model with these edits of its rig in place of the current ones.
    pub(super) fn with_rig(&self, id: u64, edits: &RigEdits) -> Result<Self, RigEditError> {
        let rig = edits.applied_after(&self.edits, &self.rig, &self.source)?;
        Ok(self.rigged(id, rig, edits.clone()))
    }
}
