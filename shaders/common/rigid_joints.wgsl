// The joints' origins, for the methods that rotate about a center. Twin: `src/skinning/rigid_joint.rs`.

/// The joint's rigid part x -> posed_origin + U (x - bind_origin). Mirrored by `gpu::mirrors::RigidJointData`.
struct RigidJoint {
    bind_origin: vec3<f32>,
    posed_origin: vec3<f32>,
}

@group(2) @binding(3) var<storage, read> palette_rigid_joints: array<RigidJoint>;

/// sum_i w_i C_i r of the joints' rigid parts.
fn pose_center(rest: RestVertex, center: vec3<f32>) -> vec3<f32> {
    var posed = vec3<f32>(0.0);
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        let joint = palette_rigid_joints[influence.joint];
        let turn = palette_rotations[influence.joint];
        posed += (joint.posed_origin + quat_rotate(turn, center - joint.bind_origin)) * influence.weight;
    }
    return posed;
}
