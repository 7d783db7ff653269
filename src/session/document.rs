use crate::bundled::{self, NamedPose};
use crate::files::{ModelSource, OpenOptions, OpenedModel, StampedFile};
use crate::import::{ImportWarning, WarningKind};
use crate::math::Bounds;
use crate::measure::SharedRest;
use crate::mending::{EditedRig, RigEdits};
use crate::model::{Model, Pose, PoseOverrides, ScaleKind, Skeleton, TwistKind};
use crate::pairs::Stance;
use crate::posing::{Mirror, front_yaw};
use crate::rigging::{has_bone, likely_twist_kind};
use crate::skinning::{RestAndBind, bind_pose};
use crate::view::outline;
use glam::Vec3;
use std::sync::{Arc, OnceLock};

/// An open model with precomputed data for the panels. Immutable.
#[derive(Debug)]
pub struct Document {
    /// Identifies the document. Pictures of an older document are not reused.
    pub id: u64,
    /// The document that this is a copy of, for a model that was pinned as before. No file has it.
    pub(super) before_of: Option<Arc<Self>>,
    /// The model with the edits of its rig, in the shape of the pose.
    pub model: Arc<Model>,
    /// The model as it was opened. Its node and vertex indices are valid in `model` too.
    pub source: Arc<Model>,
    /// The edits that turn `source` into `model`.
    pub edits: RigEdits,
    /// The result of these edits, in the default shape.
    pub(super) rig: EditedRig,
    /// Likely twist of each joint's bone, by node index of `source`; `None` if the joint has no bone that can be split.
    /// Computed on first use, because it requires a pass over the whole skeleton.
    twistable: Vec<OnceLock<Option<TwistKind>>>,
    pub origin: ModelSource,
    /// Options that it was opened with.
    pub options: Arc<OpenOptions>,
    /// The names of its material variants, which may repeat.
    pub variants: Arc<[String]>,
    /// The variant that is shown; `None` for the default materials.
    pub variant: Option<usize>,
    /// BLAKE3 of the file's bytes, in hexadecimal.
    pub hash: String,
    /// The files that the model was read from, in their state at that time.
    pub files: Vec<StampedFile>,
    /// BLAKE3 of the files that it refers to, in the order in which they were read.
    pub resource_hashes: Vec<String>,
    /// Number of images that could not be read.
    pub lost_images: usize,
    /// Warnings of the import, each one human-readable line.
    pub warnings: Vec<String>,
    /// The bind pose as overrides of the rest pose, if they differ.
    pub bind_pose: Option<PoseOverrides>,
    /// Pairs of left and right joints, computed on first use.
    mirror: OnceLock<Mirror>,
    /// Explanation of why other programs show this file differently, if they do.
    pub rest_note: Option<RestNote>,
    pub rest_bounds: Bounds,
    /// The outermost points of the skin, or of the joints if there is none.
    pub rest_outline: Vec<Vec3>,
    /// The rest skin that skins of `model` are measured against, shared by pictures, figures and the stress test.
    pub rest: SharedRest,
    pub max_influences: usize,
    pub joints: JointForest,
    /// Distinct names of the morph targets, by index.
    morph_labels: Arc<[String]>,
    /// The yaw of a camera that sees the character's front, in radians.
    pub front_yaw: f32,
}

/// The shown joints as a forest of their own. Nodes between them are skipped.
#[derive(Clone, Debug, Default)]
pub struct JointForest {
    pub roots: Vec<u32>,
    /// Shown children of each shown joint, indexed by node.
    pub children: Vec<Vec<u32>>,
    pub parents: Vec<Option<u32>>,
    pub count: usize,
}

/// A note that rest and bind pose differ, or that joints are scaled at rest.
#[derive(Clone, Debug)]
pub struct RestNote {
    /// Summary in a few words.
    pub label: &'static str,
    /// Explanation in full sentences.
    pub details: String,
}

impl RestNote {
    fn of(RestAndBind { difference, scaled_joints }: &RestAndBind, model: &Model) -> Option<Self> {
        let label = match (difference, scaled_joints.len()) {
            (None, 0) => return None,
            (Some(_), _) => "Bind pose differs from rest pose",
            (None, 1) => "A joint is scaled in the rest pose",
            (None, _) => "Joints are scaled in the rest pose",
        };
        let mut lines = Vec::new();
        lines.extend(difference.as_ref().map(|difference| format!("The bind pose {}.", difference.to_text(model))));
        if !scaled_joints.is_empty() {
            const MOST: usize = 12;
            let names: Vec<String> = scaled_joints.iter().take(MOST).map(|&node| model.skeleton.label(node)).collect();
            let more = if scaled_joints.len() > MOST { ", ..." } else { "" };
            lines.push(format!("Scaled in the rest pose ({}): {}{more}.", scaled_joints.len(), names.join(", ")));
        }
        Some(Self { label, details: lines.join("\n") })
    }
}

impl Document {
    pub fn new(id: u64, opened: OpenedModel) -> Self {
        let model = opened.asset.model;
        let rest_and_bind = RestAndBind::of(&model);
        Self {
            id,
            before_of: None,
            rest_bounds: model.rest_bounds(),
            rest_outline: rest_outline(&model),
            rest: SharedRest::of(&model),
            max_influences: model.max_influences(),
            joints: JointForest::of(&model.skeleton),
            morph_labels: model.skeleton.morph_labels().into(),
            front_yaw: front_yaw(&model),
            lost_images: opened.asset.warnings.iter().filter(|warning| is_lost_image(warning)).count(),
            warnings: opened.notes.into_iter().chain(opened.asset.warnings.iter().map(ToString::to_string)).collect(),
            rest_note: RestNote::of(&rest_and_bind, &model),
            bind_pose: rest_and_bind.difference.is_some().then(|| bind_pose(&model)),
            mirror: OnceLock::new(),
            origin: opened.source,
            options: Arc::new(opened.options),
            variants: opened.asset.variants.into(),
            variant: opened.asset.variant,
            hash: opened.hash.to_hex().to_string(),
            files: opened.files,
            resource_hashes: opened.resources.iter().map(|read| read.hash.to_hex().to_string()).collect(),
            twistable: vec![OnceLock::new(); model.skeleton.len()],
            source: Arc::clone(&model),
            edits: RigEdits::default(),
            rig: EditedRig::of_file(&model),
            model,
        }
    }

    /// The same document with its model in another shape, see [`Model::in_shape`]. Framing and names, which follow from
    /// the default shape, stay.
    pub(super) fn in_shape(&self, model: Arc<Model>) -> Self {
        Self {
            rest: SharedRest::of(&model),
            model,
            before_of: self.before_of.clone(),
            source: Arc::clone(&self.source),
            edits: self.edits.clone(),
            rig: self.rig.clone(),
            twistable: self.twistable.clone(),
            origin: self.origin.clone(),
            hash: self.hash.clone(),
            warnings: self.warnings.clone(),
            bind_pose: self.bind_pose.clone(),
            mirror: self.mirror.clone(),
            rest_note: self.rest_note.clone(),
            rest_outline: self.rest_outline.clone(),
            joints: self.joints.clone(),
            morph_labels: Arc::clone(&self.morph_labels),
            options: Arc::clone(&self.options),
            variants: Arc::clone(&self.variants),
            variant: self.variant,
            files: self.files.clone(),
            resource_hashes: self.resource_hashes.clone(),
            ..*self
        }
    }

    /// Whether two documents were read from the same bytes of the file itself. With variants, images may differ.
    pub(super) fn is_same_file(&self, other: &Self) -> bool {
        self.hash == other.hash
    }

    /// Whether two documents were read from the same bytes, with the same variant.
    pub(super) fn is_same_read(&self, other: &Self) -> bool {
        let is_same_variant = self.options.variant == other.options.variant;
        is_same_variant && (&self.hash, &self.resource_hashes) == (&other.hash, &other.resource_hashes)
    }

    /// The name of the variant that is shown; `None` for the default materials.
    pub fn variant_name(&self) -> Option<&str> {
        self.variants.get(self.variant?).map(String::as_str)
    }

    /// The same document with another id, under which it is shown.
    #[must_use]
    pub(super) fn with_id(self, id: u64) -> Self {
        Self { id, ..self }
    }

    /// The same document with other edits of its rig.
    pub(super) fn rigged(&self, id: u64, rig: EditedRig, edits: RigEdits) -> Self {
        let model = Arc::clone(&rig.model);
        Self {
            id,
            before_of: self.before_of.clone(),
            rest_bounds: self.rest_bounds,
            rest_outline: self.rest_outline.clone(),
            rest: SharedRest::of(&model),
            max_influences: model.max_influences(),
            joints: JointForest::of(&model.skeleton),
            morph_labels: Arc::clone(&self.morph_labels),
            front_yaw: self.front_yaw,
            lost_images: self.lost_images,
            warnings: self.warnings.clone(),
            rest_note: self.rest_note.clone(),
            bind_pose: self.bind_pose.as_ref().map(|_| bind_pose(&model)),
            mirror: OnceLock::new(),
            origin: self.origin.clone(),
            options: Arc::clone(&self.options),
            variants: Arc::clone(&self.variants),
            variant: self.variant,
            hash: self.hash.clone(),
            files: self.files.clone(),
            resource_hashes: self.resource_hashes.clone(),
            source: Arc::clone(&self.source),
            twistable: self.twistable.clone(),
            edits,
            rig,
            model,
        }
    }

    /// The same document in another size and direction: `model` is [`crate::rigging::placed`].
    pub(super) fn placed(&self, id: u64, model: Arc<Model>) -> Self {
        let placed = self.rigged(id, EditedRig::of_file(&model), RigEdits::default());
        Self {
            front_yaw: front_yaw(&model),
            rest_bounds: model.rest_bounds(),
            rest_outline: rest_outline(&model),
            rest_note: RestNote::of(&RestAndBind::of(&model), &model),
            twistable: vec![OnceLock::new(); model.skeleton.len()],
            source: model,
            ..placed
        }
    }

    /// The same document with a model that no file has, whose vertices are those of the document's. Its id is to be replaced.
    pub(super) fn of_memory(&self, model: Arc<Model>) -> Self {
        Self { files: Vec::new(), ..self.placed(0, model) }
    }

    /// A copy of the document with its rig as it is now, under another name. Its id is to be replaced.
    pub(super) fn as_before(self: &Arc<Self>, name: &str) -> Self {
        let mut model = Model::clone(&self.rig.model);
        name.clone_into(&mut model.name);
        Self { before_of: Some(Arc::clone(self)), ..self.of_memory(Arc::new(model)) }
    }

    /// Whether this is a copy of a document as it is now, apart from its pose.
    pub(super) fn is_before_of(&self, now: &Self) -> bool {
        let is_of = |of: &Arc<Self>| Arc::ptr_eq(&of.source, &now.source) && of.edits == now.edits;
        self.before_of.as_ref().is_some_and(is_of)
    }

    pub(super) fn stance(&self) -> Stance {
        Stance { extent: self.rest_bounds.extent(), front_yaw: self.front_yaw }
    }

    /// The rest skin of the default shape, to which weights and joints belong. A morphed shape has one of its own.
    pub(super) fn default_rest(&self) -> SharedRest {
        let model = self.model.in_default_shape();
        if Arc::ptr_eq(model, self.rest.model()) { self.rest.clone() } else { SharedRest::of(model) }
    }

    /// The left and right joints.
    pub fn mirror(&self) -> &Mirror {
        self.mirror.get_or_init(|| Mirror::of(&self.model.skeleton))
    }

    /// The name of a joint in lists and titles, see [`Skeleton::short_name`]. Messages that are also read outside the
    /// window use [`Skeleton::label`].
    pub fn joint_name(&self, node: u32) -> &str {
        self.model.skeleton.short_name(node)
    }

    /// The name of a morph target in lists and titles.
    pub fn morph_label(&self, target: u32) -> &str {
        self.morph_labels.get(target as usize).map_or("", String::as_str)
    }

    /// Whether a joint has a bone that can be split among twist joints.
    pub fn can_twist(&self, joint: u32) -> bool {
        self.likely_twist(joint).is_some()
    }

    /// The twist that a joint's bone most likely needs spread. `None` if it has no bone that can be split.
    pub fn likely_twist(&self, joint: u32) -> Option<TwistKind> {
        let find = || has_bone(&self.source, joint).then(|| likely_twist_kind(&self.source.skeleton, joint));
        *self.twistable.get(joint as usize)?.get_or_init(find)
    }

    /// The poses that come with a bundled model.
    pub fn bundled_poses(&self) -> Option<&'static [NamedPose]> {
        match &self.origin {
            ModelSource::Bundled(name) => bundled::find(name).map(|model| model.poses),
            ModelSource::File(_) => None,
        }
    }

    /// "bundled" or the kind of file, shown next to the name.
    pub fn origin_label(&self) -> String {
        match &self.origin {
            ModelSource::Bundled(_) => "Bundled model".to_owned(),
            ModelSource::File(path) => path.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default(),
        }
    }
}

fn is_lost_image(warning: &ImportWarning) -> bool {
    matches!(warning.kind, WarningKind::ImageDropped { .. })
}

fn rest_outline(model: &Model) -> Vec<Vec3> {
    let skin = outline(model.primitives.iter().flat_map(|primitive| primitive.positions.iter().copied()));
    if !skin.is_empty() {
        return skin;
    }
    let scene_from_node = Pose::rest(&model.skeleton).scene_from_node(&model.skeleton, ScaleKind::Inherited);
    outline(model.skeleton.shown_joints().map(|node| scene_from_node[node as usize].translation.as_vec3()))
}

impl JointForest {
    fn of(skeleton: &Skeleton) -> Self {
        let mut forest =
            Self { children: vec![Vec::new(); skeleton.len()], parents: vec![None; skeleton.len()], ..Self::default() };
        let is_joint = |node: u32| skeleton.node(node).is_joint;
        for joint in skeleton.shown_joints() {
            forest.count += 1;
            match skeleton.nearest_ancestor(joint, is_joint) {
                Some(parent) => {
                    forest.children[parent as usize].push(joint);
                    forest.parents[joint as usize] = Some(parent);
                }
                None => forest.roots.push(joint),
            }
        }
        // Twist joints come first among their siblings, close to the joint that they refine, not after a whole hand.
        let comes_late = |node: &u32| skeleton.twist_driver(*node).is_none();
        forest.children.iter_mut().for_each(|children| children.sort_by_key(comes_late));
        forest
    }
}
