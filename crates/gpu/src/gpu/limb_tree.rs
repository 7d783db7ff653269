use glam::Vec3;
use skinscope_core::math::Bounds;
use skinscope_core::model::{Primitive, Skin};

/// The joints of a skin that move vertices, as a tree, for the directions of the limbs around them.
#[derive(Debug)]
pub(super) struct LimbTree {
    /// All joints of the skin.
    pub joints: Vec<JointSkin>,
    /// The joints that move vertices, each after its parent.
    pub parents_first: Vec<usize>,
}

/// A joint and the skin that it moves.
#[derive(Debug)]
pub(super) struct JointSkin {
    /// Nearest ancestor that moves vertices.
    pub parent: Option<usize>,
    /// Nearest descendants among the joints that move vertices.
    pub children: Vec<usize>,
    /// The joint's position, in the bind frame.
    pub position: Vec3,
    /// Sum of the weights of the joint, and sum over the joint and everything below it.
    weight: f32,
    branch_weight: f32,
    /// Sum of its vertices' positions weighted by the squares of their weights, and the sum of these squares.
    positions: Vec3,
    squares: f32,
    bounds: Bounds,
}

/// Least length of the mean of the offsets to children, relative to the offsets. Shorter means point in no particular
/// direction.
const CANCELED: f32 = 0.15;

impl JointSkin {
    /// Middle of the joint's skin.
    fn middle(&self) -> Vec3 {
        self.positions / self.squares.max(f32::MIN_POSITIVE)
    }

    /// Whether no other joint determines the direction of the limb.
    pub fn is_alone(&self) -> bool {
        self.parent.is_none() && self.children.is_empty()
    }

    fn add(&mut self, position: Vec3, weight: f32) {
        self.weight += weight.abs();
        self.positions += position * weight * weight;
        self.squares += weight * weight;
        self.bounds.add(position);
    }
}

impl LimbTree {
    pub fn of(skin: &Skin, primitives: &[&Primitive]) -> Self {
        let mut joints: Vec<JointSkin> = skin
            .joints
            .iter()
            .map(|joint| JointSkin {
                parent: None,
                children: Vec::new(),
                position: joint.bind_origin.as_vec3(),
                weight: 0.0,
                branch_weight: 0.0,
                positions: Vec3::ZERO,
                squares: 0.0,
                bounds: Bounds::EMPTY,
            })
            .collect();
        for primitive in primitives {
            for (&position, influences) in primitive.positions.iter().zip(primitive.influences.iter()) {
                influences.iter().for_each(|one| joints[one.joint as usize].add(position, one.weight));
            }
        }
        let above = |joint: usize| skin.joints[joint].parent.map(|parent| parent as usize);
        let ancestors = |joint: usize| std::iter::successors(above(joint), |&parent| above(parent));
        let moving: Vec<usize> = (0..joints.len()).filter(|&joint| joints[joint].weight > 0.0).collect();
        for &joint in &moving {
            let weight = joints[joint].weight;
            joints[joint].branch_weight += weight;
            for ancestor in ancestors(joint) {
                joints[ancestor].branch_weight += weight;
            }
            let parent = ancestors(joint).find(|&parent| joints[parent].weight > 0.0);
            joints[joint].parent = parent;
            if let Some(parent) = parent {
                joints[parent].children.push(joint);
            }
        }
        let mut parents_first = moving;
        parents_first.sort_by_key(|&joint| ancestors(joint).count());
        Self { joints, parents_first }
    }

    /// The box around the skin of all joints that have neither parent nor child.
    pub fn bounds_of_alone(&self) -> Bounds {
        let alone = self.joints.iter().filter(|joint| joint.is_alone());
        alone.fold(Bounds::EMPTY, |bounds, joint| bounds.union(joint.bounds))
    }

    /// Direction of the limb at a joint, of unit length: toward the children, with more weight for heavier branches, or
    /// toward the middle of its skin for the last joint of a limb.
    pub fn direction(&self, joint: usize) -> Option<Vec3> {
        let own = &self.joints[joint];
        if own.children.is_empty() {
            return (own.middle() - own.position).try_normalize();
        }
        let offset = |&child: &usize| {
            let child = &self.joints[child];
            (child.position - own.position) * child.branch_weight
        };
        let sum: Vec3 = own.children.iter().map(offset).sum();
        let lengths: f32 = own.children.iter().map(|child| offset(child).length()).sum();
        if sum.length() > CANCELED * lengths { sum.try_normalize() } else { None }
    }
}
