use glam::{DAffine3, DQuat, DVec3};

/// Largest number of joints of a skin that vertices can name: their indices have 16 bits, as in glTF. Shaders rely on
/// it.
pub const MOST_JOINTS: usize = 1 << 16;

/// Whether a skin deforms its vertices or moves them rigidly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinKind {
    /// A glTF skin.
    Skinned,
    /// An unskinned mesh: one joint, its own node, with full weight. Always drawn by LBS, which then equals the node's
    /// transform.
    Rigid,
}

/// The joints of a skin, in the *bind frame*.
///
/// The bind frame is in scene units: rest positions are `bind_from_mesh * v` (with B = `bind_from_mesh`), and the joint
/// palette is `posed_from_bind = scene_from_joint * joint_from_bind`.
///
/// Plain data; [`Model::new`](super::Model::new) checks it.
#[derive(Clone, Debug)]
pub struct Skin {
    /// The name in the file, or of the rigid mesh's node; may be empty or repeated.
    pub name: String,
    /// Whether joints blend over the vertices, or one node carries them rigidly.
    pub kind: SkinKind,
    /// Joints in file order: influences index this list.
    pub joints: Vec<SkinJoint>,
    /// B: rest scene transform times inverse bind matrix of the joint with the largest total weight. Invertible.
    pub bind_from_mesh: DAffine3,
}

/// One joint of a skin.
#[derive(Clone, Copy, Debug)]
pub struct SkinJoint {
    /// Index of the joint's node in the skeleton.
    pub node: u32,
    /// The nearest ancestor that is a joint of the same skin, as an index into [`Skin::joints`].
    pub parent: Option<u32>,
    /// The inverse of A_i, the joint's bind transform: `IBM_i B^-1` if the joint moves vertices; otherwise the joint
    /// keeps its rest offset from the nearest ancestor in the skin. Invertible.
    pub joint_from_bind: DAffine3,
    /// o_i: the joint's origin in the bind frame.
    pub bind_origin: DVec3,
    /// Q_i: the rotation of A_i (polar decomposition), unit length.
    pub bind_rotation: DQuat,
}

impl SkinJoint {
    /// Derives origin and rotation from `joint_from_bind`, which must be invertible.
    pub fn new(node: u32, parent: Option<u32>, joint_from_bind: DAffine3) -> Self {
        let bind_from_joint = joint_from_bind.inverse();
        Self {
            node,
            parent,
            joint_from_bind,
            bind_origin: bind_from_joint.translation,
            bind_rotation: crate::math::polar_decompose(bind_from_joint.matrix3).rotation,
        }
    }
}
