// The bones of the joints in the pose. Twin: `crates/core/src/skinning/posed_bone.rs`.

/// A joint's bone in the pose, in scene space. Mirrored by `gpu::mirrors::PosedBoneData`.
struct PosedBone {
    start: vec3<f32>,
    end: vec3<f32>,
}

/// The bone of each joint, between rigidly moved ends.
@group(2) @binding(2) var<storage, read> palette_bones: array<PosedBone>;
