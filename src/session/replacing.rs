//! Showing another version of the open model: all edits of the user stay, matched by the names of joints.

use super::document::Document;
use super::saved::StoredEdits;
use super::state::State;
use crate::math::counted;
use crate::mending::{RigEdits, WeightEdit};
use crate::model::{PoseOverrides, Skeleton};
use crate::rigging::TwistSplit;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

impl State {
    /// Shows a new version of the open model as one undoable step. Panes, cameras, selection and pose stay; edits of
    /// joints that are gone are dropped, which a notice reports.
    pub(super) fn replace_document(&mut self, document: Document) {
        let Some(before) = self.documents.first.clone() else { return };
        let left = self.leave();
        let source = Arc::clone(&document.source);
        let in_source = Matched::of(&before.source.skeleton, &source.skeleton);
        let mut lost = BTreeSet::new();
        let mut rig = RigEdits::default();
        for edit in &self.edit.rig.weights {
            match in_source.weight_edit(edit) {
                Some(edit) => rig.weights.push(edit),
                None => lost.extend(edit.joint().map(|joint| before.source.skeleton.label(*joint))),
            }
        }
        for split in &self.edit.rig.twists {
            match in_source.split(split).filter(|split| document.can_twist(split.joint)) {
                Some(split) => rig.twists.push(split),
                None => drop(lost.insert(before.source.skeleton.label(split.joint))),
            }
        }
        let id = self.documents.next_id;
        self.documents.next_id += 1;
        let after = match document.with_rig(id, &rig) {
            Ok(rigged) => rigged,
            Err(error) => {
                self.show_error("The edits of weights and twist joints were left out".to_owned(), error.to_string());
                // Twist joints fit more often than edits of weights, which need both sides.
                rig = RigEdits { weights: Vec::new(), ..rig };
                match document.with_rig(id, &rig) {
                    Ok(rigged) => rigged,
                    Err(_) => {
                        rig = RigEdits::default();
                        document.with_id(id)
                    }
                }
            }
        };
        let after = Arc::new(after);
        self.edit.rig = rig;
        self.documents.first = Some(Arc::clone(&after));
        let joints = Matched::of(&before.model.skeleton, &after.model.skeleton);
        let label = |node: u32| before.model.skeleton.label(node);
        let posed = self.edit.overrides.iter().map(|(node, _)| node);
        let edited = posed.chain(self.edit.limits.iter().map(|(node, _)| node));
        lost.extend(edited.filter(|node| joints.node(*node).is_none()).map(label));
        let weighed = self.edit.overrides.morphs().map(|(target, _)| target);
        let lost_targets: BTreeSet<String> = weighed
            .filter(|target| joints.morph_target(*target).is_none())
            .map(|target| before.morph_label(target).to_owned())
            .collect();
        let clip_was = self.edit.clip;
        self.edit.overrides = joints.overrides(&self.edit.overrides);
        self.edit.limits = self.edit.limits.mapped(|node| joints.node(node));
        let lost_clip = self.match_clip(&before, &after);
        // Parts of the pose that were stored are still stored.
        let stored = |stored: &StoredEdits| StoredEdits {
            overrides: joints.overrides(&stored.overrides),
            limits: stored.limits.mapped(|node| joints.node(node)),
            rig: in_source.rig(&stored.rig),
        };
        let clip = |clip: Option<usize>| if clip == clip_was { self.edit.clip } else { clip };
        self.documents.session_file =
            self.documents.session_file.as_ref().map(|file| Arc::new(file.matched(stored, clip)));
        self.documents.stored = stored(&self.documents.stored);
        self.match_view(&joints);
        self.refresh_pose();
        self.pose_generation += 1;
        self.fill_library();
        let is_variant = before.options.variant != after.options.variant;
        let step = match after.variant_name() {
            _ if !is_variant => format!("Read {} again", after.origin.label()),
            Some(name) => format!("Variant {name}"),
            None => "Default materials".to_owned(),
        };
        self.history.open(step, &self.edit, left);
        self.edit_generation += 1;
        if !is_variant || !before.is_same_file(&after) {
            let text = reread_text(&after.origin.label(), &lost, &lost_targets, lost_clip.as_deref());
            self.notify(text, None);
        }
    }

    /// Finds the clip of the edit in the new version. Returns the name of a clip that is gone.
    fn match_clip(&mut self, before: &Document, after: &Document) -> Option<String> {
        let index = self.edit.clip?;
        let name = before.model.clips.get(index).map(|clip| clip.name.clone())?;
        let clips = &after.model.clips;
        let same_place = Some(index).filter(|&index| clips.get(index).is_some_and(|clip| clip.name == name));
        self.edit.clip = same_place.or_else(|| clips.iter().position(|clip| clip.name == name));
        let end = self.clip_duration_seconds();
        self.playback.time_seconds = self.playback.time_seconds.min(end);
        self.playback.playing &= self.edit.clip.is_some();
        self.edit.clip.is_none().then_some(name)
    }

    /// Finds the selected, folded and shown joints in the new version.
    fn match_view(&mut self, joints: &Matched<'_>) {
        self.jobs.stress.forget();
        self.jobs.clips.forget();
        self.interface.blend = None;
        self.selection.map_joints(|node| joints.node(node));
        (self.hand.hovered_joint, self.hand.hovered_vertex, self.interface.reveal) = (None, None, None);
        let pinned = self.selection.pinned.take();
        self.selection.pinned = pinned.filter(|pinned| self.has_vertex(pinned.model, pinned.vertex_id));
        self.refresh_isolation(|node| joints.node(node));
    }
}

/// Maps each node of a skeleton to the same joint in another version of it.
struct Matched<'a> {
    before: &'a Skeleton,
    after: &'a Skeleton,
    nodes: Vec<Option<u32>>,
}

impl<'a> Matched<'a> {
    /// A joint is the same if its name is unique in both, or else if it has the same index and name.
    fn of(before: &'a Skeleton, after: &'a Skeleton) -> Self {
        let (names_before, names_after) = (unique_names(before), unique_names(after));
        let same = |index: u32| {
            let name = before.node(index).name.as_str();
            if names_before.get(name) == Some(&Some(index))
                && let Some(Some(node)) = names_after.get(name)
            {
                return Some(*node);
            }
            Some(index).filter(|&index| after.nodes().get(index as usize).is_some_and(|node| node.name == name))
        };
        Self { before, after, nodes: (0..before.len() as u32).map(same).collect() }
    }

    fn node(&self, before: u32) -> Option<u32> {
        self.nodes.get(before as usize).copied().flatten()
    }

    fn split(&self, before: &TwistSplit) -> Option<TwistSplit> {
        Some(TwistSplit { joint: self.node(before.joint)?, ..*before })
    }

    fn weight_edit(&self, before: &WeightEdit) -> Option<WeightEdit> {
        before.try_map(|joint| self.node(*joint).ok_or(())).ok()
    }

    fn rig(&self, before: &RigEdits) -> RigEdits {
        RigEdits {
            weights: before.weights.iter().filter_map(|edit| self.weight_edit(edit)).collect(),
            twists: before.twists.iter().filter_map(|split| self.split(split)).collect(),
        }
    }

    /// A morph target is the same if its name is unique in both, or else if it has the same place in its node and the same
    /// name.
    fn morph_target(&self, before: u32) -> Option<u32> {
        let (node, target) = self.before.morph_target(before);
        if self.before.find_morph_target(&target.name) == Ok(before)
            && let Ok(after) = self.after.find_morph_target(&target.name)
        {
            return Some(after);
        }
        let place = before as usize - self.before.morph_targets_of(node).start;
        let after = self.after.morph_targets_of(self.node(node)?).nth(place)? as u32;
        (self.after.morph_target(after).1.name == target.name).then_some(after)
    }

    fn overrides(&self, before: &PoseOverrides) -> PoseOverrides {
        before.mapped(|node| self.node(node), |target| self.morph_target(target))
    }
}

/// The node of each name, or `None` for a name that several nodes have.
fn unique_names(skeleton: &Skeleton) -> HashMap<&str, Option<u32>> {
    let mut names = HashMap::new();
    for (index, node) in (0..).zip(skeleton.nodes()) {
        names.entry(node.name.as_str()).and_modify(|one| *one = None).or_insert(Some(index));
    }
    names
}

/// A message that says what happened and what was dropped.
fn reread_text(
    name: &str,
    lost: &BTreeSet<String>,
    lost_targets: &BTreeSet<String>,
    lost_clip: Option<&str>,
) -> String {
    const MOST: usize = 3;
    let named = |lost: &BTreeSet<String>| {
        let named = lost.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if lost.len() > MOST { format!(" and {} more", lost.len() - MOST) } else { String::new() };
        format!("{named}{more}")
    };
    let mut text = format!("{name} has changed on disk and was read again.");
    if !lost.is_empty() {
        let joints = counted(lost.len(), "joint that is gone", "joints that are gone");
        text += &format!(" Dropped the pose of {joints}: {}.", named(lost));
    }
    if !lost_targets.is_empty() {
        let targets = counted(lost_targets.len(), "morph target that is gone", "morph targets that are gone");
        text += &format!(" Dropped the weight of {targets}: {}.", named(lost_targets));
    }
    if let Some(clip) = lost_clip {
        text += &format!(" The clip {clip} is gone.");
    }
    text
}
