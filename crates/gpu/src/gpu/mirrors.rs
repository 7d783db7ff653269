//! Rust structs with the memory layout of WGSL structs. A test compares them field by field.

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec2, Vec3, Vec4};
use skinscope_core::math::{DualQuat, Screw};
use skinscope_core::model::{Influence, JointMoments};
use skinscope_core::skinning::{
    ListHeader, PaletteMatrix, PointMotion, PosedBone, SkinnedVertex, VertexBoneData, VertexCenterData,
    VertexCovarianceData,
};
use std::mem::{offset_of, size_of};

/// `Frame` of `common/frame.wgsl`, where the fields are documented.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Frame {
    pub(crate) clip_from_world: Mat4,
    pub(crate) view_from_world: Mat4,
    pub(crate) key_shadow_from_world: Mat4,
    pub(crate) eye_in_world: Vec3,
    pub(crate) pixels_per_point: f32,
    pub(crate) key_direction_in_view: Vec3,
    pub(crate) key_shadow_strength: f32,
    pub(crate) size_in_pixels: Vec2,
    pub(crate) ground_height: f32,
    pub(crate) grid_step: f32,
    pub(crate) ground_center: Vec2,
    pub(crate) extent: f32,
    pub(crate) footprint_falloff: f32,
    pub(crate) footprint_center: Vec2,
    pub(crate) footprint_half_size: f32,
    pub(crate) exposure: f32,
    pub(crate) skin_color: Vec4,
    pub(crate) background_middle: Vec4,
    pub(crate) background_edge: Vec4,
    pub(crate) grid_color: Vec4,
    pub(crate) contact_color: Vec4,
    pub(crate) wireframe_color: Vec4,
    pub(crate) normals_color: Vec4,
    pub(crate) ghost_color: Vec4,
    pub(crate) view_from_ndc: Vec2,
    /// Distance of the near plane from the eye, in scene units.
    pub near_plane: f32,
    pub(crate) occlusion_radius: f32,
    pub(crate) picture_size: Vec2,
    pub(crate) tile_origin: Vec2,
}

/// `MeshVertex` of `common/mesh_vertex.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MeshVertex {
    pub(crate) position: Vec3,
    pub(crate) first_influence: u32,
    pub(crate) normal: Vec3,
    pub(crate) influence_count: u32,
}

/// `PackedVertex` of `common/packed_vertex.wgsl`, where the fields are documented.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PackedVertex {
    pub(crate) position: Vec3,
    pub(crate) normal: u32,
    pub(crate) joints: u32,
    pub(crate) second_and_third_weight: u32,
    pub(crate) fourth_weight_and_crease: u32,
    pub(crate) texcoord: u32,
}

/// `MoreInfluences` of `common/packed_vertex.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct MoreInfluences {
    pub(crate) joints: u32,
    pub(crate) fifth_and_sixth_weight: u32,
    pub(crate) seventh_and_eighth_weight: u32,
}

/// `VertexLook` of `common/vertex_look.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct VertexLook {
    pub(crate) texcoord: Vec2,
    pub(crate) second_texcoord: Vec2,
    /// Linear color and alpha as four normalized 16-bit integers.
    pub(crate) color: [u32; 2],
    pub(crate) around: Vec2,
    pub(crate) along: f32,
    pub(crate) crease: f32,
}

/// `MorphBase` of `morph.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MorphBaseData {
    pub(crate) position: Vec3,
    pub(crate) first_delta: u32,
    pub(crate) normal: Vec3,
    pub(crate) delta_count: u32,
}

/// `MorphDelta` of `morph.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MorphDeltaData {
    pub(crate) position: Vec3,
    pub(crate) morph_target: u32,
    pub(crate) normal: Vec3,
    pub(crate) _pad0: f32,
}

/// `MorphPart` of `morph.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MorphPartData {
    pub(crate) first_vertex: u32,
}

/// `Influence` of `common/skin_inputs.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct InfluenceData {
    pub(crate) joint: u32,
    pub(crate) weight: f32,
}

impl From<Influence> for InfluenceData {
    fn from(influence: Influence) -> Self {
        Self { joint: influence.joint, weight: influence.weight }
    }
}

/// `DualQuat` of `common/skin_inputs.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct DualQuatData {
    pub(crate) real: Vec4,
    pub(crate) dual: Vec4,
}

impl From<DualQuat> for DualQuatData {
    fn from(motion: DualQuat) -> Self {
        Self { real: Vec4::from(motion.real), dual: Vec4::from(motion.dual) }
    }
}

/// `Screw` of `common/screw.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct ScrewData {
    pub(crate) turn: Vec3,
    pub(crate) _pad0: f32,
    pub(crate) shift: Vec3,
    pub(crate) _pad1: f32,
}

impl From<Screw> for ScrewData {
    fn from(screw: Screw) -> Self {
        Self { turn: screw.turn, _pad0: 0.0, shift: screw.shift, _pad1: 0.0 }
    }
}

/// `PosedBone` of `skinning/bulge_free_dqs.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct PosedBoneData {
    pub(crate) start: Vec3,
    pub(crate) _pad0: f32,
    pub(crate) end: Vec3,
    pub(crate) _pad1: f32,
}

impl From<PosedBone> for PosedBoneData {
    fn from(bone: PosedBone) -> Self {
        Self { start: bone.start, _pad0: 0.0, end: bone.end, _pad1: 0.0 }
    }
}

/// `PosedVertex` of `skinning/delta_mush.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct PosedVertexData {
    pub(crate) position: Vec3,
    pub(crate) _pad0: f32,
    pub(crate) normal: Vec3,
    pub(crate) _pad1: f32,
}

impl From<SkinnedVertex> for PosedVertexData {
    fn from(vertex: SkinnedVertex) -> Self {
        Self { position: vertex.position, _pad0: 0.0, normal: vertex.normal, _pad1: 0.0 }
    }
}

/// `Smoothing` of `smooth.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct SmoothingData {
    pub(crate) extent: f32,
    pub(crate) vertex_count: u32,
    pub(crate) point_count: u32,
    pub(crate) piece_count: u32,
    pub(crate) has_mirrored: u32,
}

/// `SmoothedRest` of `smooth.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct SmoothedRestData {
    pub(crate) normal: Vec3,
    pub(crate) point: u32,
}

/// `RestDetail` of `smooth.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct RestDetailData {
    pub(crate) tangent: Vec3,
    pub(crate) delta_along_tangent: f32,
    pub(crate) binormal: Vec3,
    pub(crate) delta_along_binormal: f32,
    pub(crate) normal: Vec3,
    pub(crate) delta_along_normal: f32,
}

/// `MethodParameters` of `skinning/lbs_dqs.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MethodParameters {
    pub(crate) blend: f32,
}

/// `DeformedVertex` of `deform.wgsl`: the fourth components are zero.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct DeformedVertexData {
    pub(crate) position: Vec4,
    pub(crate) normal: Vec4,
}

impl From<DeformedVertexData> for SkinnedVertex {
    fn from(vertex: DeformedVertexData) -> Self {
        Self { position: vertex.position.truncate(), normal: vertex.normal.truncate() }
    }
}

/// `MaterialData` of `looks/material.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MaterialData {
    pub(crate) base_color: Vec4,
    pub(crate) second_texcoords: Vec4,
    pub(crate) emissive: Vec3,
    pub(crate) takes_skin_color: f32,
    pub(crate) alpha_cutoff: f32,
    pub(crate) inside_light: f32,
    pub(crate) metallic: f32,
    pub(crate) roughness: f32,
    pub(crate) normal_scale: f32,
    pub(crate) occlusion_strength: f32,
    pub(crate) _pad0: [f32; 2],
}

/// `Stroke` of `skeleton.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Stroke {
    pub(crate) from_in_world: Vec3,
    pub(crate) radius: f32,
    pub(crate) to_in_world: Vec3,
    pub(crate) edge: f32,
    pub(crate) color: Vec4,
    pub(crate) edge_color: Vec4,
    pub(crate) to_radius: f32,
    pub(crate) _pad0: [f32; 3],
}

/// The layout of a Rust struct under its WGSL name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// Name of the struct in WGSL.
    pub wgsl_name: &'static str,
    /// Size of the struct in bytes.
    pub size: usize,
    /// Name and offset in bytes, without padding fields.
    pub fields: Vec<(&'static str, usize)>,
}

macro_rules! mirror {
    ($rust:ty as $wgsl:literal { $($field:ident),* }) => {
        Mirror {
            wgsl_name: $wgsl,
            size: size_of::<$rust>(),
            fields: vec![$((stringify!($field), offset_of!($rust, $field))),*],
        }
    };
}

/// All structs that are shared with shaders.
pub fn mirrors() -> Vec<Mirror> {
    vec![
        mirror!(Frame as "Frame" {
            clip_from_world, view_from_world, key_shadow_from_world, eye_in_world, pixels_per_point,
            key_direction_in_view, key_shadow_strength, size_in_pixels, ground_height, grid_step, ground_center,
            extent, footprint_falloff, footprint_center, footprint_half_size, exposure, skin_color,
            background_middle, background_edge, grid_color, contact_color, wireframe_color, normals_color, ghost_color, view_from_ndc,
            near_plane, occlusion_radius, picture_size, tile_origin
        }),
        mirror!(MeshVertex as "MeshVertex" { position, first_influence, normal, influence_count }),
        mirror!(PackedVertex as "PackedVertex" {
            position, normal, joints, second_and_third_weight, fourth_weight_and_crease, texcoord
        }),
        mirror!(MoreInfluences as "MoreInfluences" { joints, fifth_and_sixth_weight, seventh_and_eighth_weight }),
        mirror!(VertexLook as "VertexLook" { texcoord, second_texcoord, color, around, along, crease }),
        mirror!(MorphBaseData as "MorphBase" { position, first_delta, normal, delta_count }),
        mirror!(MorphDeltaData as "MorphDelta" { position, morph_target, normal }),
        mirror!(MorphPartData as "MorphPart" { first_vertex }),
        mirror!(InfluenceData as "Influence" { joint, weight }),
        mirror!(PaletteMatrix as "PaletteMatrix" { rows }),
        mirror!(PointMotion as "PointMotion" { real, dual_from_point }),
        mirror!(DualQuatData as "DualQuat" { real, dual }),
        mirror!(ScrewData as "Screw" { turn, shift }),
        mirror!(VertexCenterData as "VertexCenter" { x, y, z }),
        mirror!(VertexCovarianceData as "VertexCovariance" { center_of_rotation, squares, products }),
        mirror!(VertexBoneData as "VertexBone" { nearest_point, joint }),
        mirror!(ListHeader as "VertexMoments" { anchor, list, spread, count }),
        mirror!(JointMoments as "JointMoments" { squares, joint, products, weight, first }),
        mirror!(PosedBoneData as "PosedBone" { start, end }),
        mirror!(PosedVertexData as "PosedVertex" { position, normal }),
        mirror!(SmoothingData as "Smoothing" { extent, vertex_count, point_count, piece_count, has_mirrored }),
        mirror!(SmoothedRestData as "SmoothedRest" { normal, point }),
        mirror!(RestDetailData as "RestDetail" {
            tangent, delta_along_tangent, binormal, delta_along_binormal, normal, delta_along_normal
        }),
        mirror!(MethodParameters as "MethodParameters" { blend }),
        mirror!(DeformedVertexData as "DeformedVertex" { position, normal }),
        mirror!(MaterialData as "MaterialData" {
            base_color, second_texcoords, emissive, takes_skin_color, alpha_cutoff, inside_light, metallic, roughness,
            normal_scale, occlusion_strength
        }),
        mirror!(Stroke as "Stroke" { from_in_world, radius, to_in_world, edge, color, edge_color, to_radius }),
    ]
}
