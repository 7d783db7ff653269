use super::kept_moments::KeptMoments;
use super::morphs::Shape;
use super::rest_bones::KeptBones;
use super::smooth_surface::KeptSurfaces;
use super::stored_skin::KeptStored;
use super::{Channel, Clip, MOST_JOINTS, Material, Model, Primitive, Skeleton, Skin, Texture};
use std::sync::Arc;

/// Parts of a [`Model`], which [`Model::new`] checks.
#[derive(Clone, Debug)]
pub struct ModelParts {
    /// File stem or bundled name, for display.
    pub name: String,
    /// All nodes; the indices of nodes in skins, clips and primitives refer to it.
    pub skeleton: Skeleton,
    /// Skins, to which the primitives refer by index.
    pub skins: Vec<Skin>,
    /// Primitives in node order; within a node, in file order.
    pub primitives: Vec<Primitive>,
    /// Materials, to which the primitives refer by index.
    pub materials: Vec<Material>,
    /// Decoded images, to which the materials refer by index.
    pub textures: Vec<Texture>,
    /// Animations of the skeleton's nodes.
    pub clips: Vec<Clip>,
}

/// Reason why parts do not make a model. Indices count from zero.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{part} {index} {fault}")]
pub struct ModelError {
    /// Kind of part: `skin`, `primitive`, `material`, `texture` or `clip`.
    pub part: &'static str,
    /// Index of the part among the parts of its kind.
    pub index: usize,
    /// Fault of the part.
    pub fault: ModelFault,
}

/// Fault of a part of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelFault {
    /// An index refers to nothing.
    #[error("refers to {what} {index} of {count}")]
    NoSuch {
        /// Kind of the part that the index refers to, such as `joint`.
        what: &'static str,
        /// The index.
        index: u32,
        /// Count of parts that exist.
        count: usize,
    },
    /// An attribute does not have one value per vertex.
    #[error("has {values} {attribute} for {vertices} vertices")]
    Count {
        /// Name of the attribute, in the plural.
        attribute: &'static str,
        /// Count of values.
        values: usize,
        /// Count of vertices of the primitive.
        vertices: usize,
    },
    /// The count of indices is not a multiple of three.
    #[error("has {indices} indices, which is not a whole number of triangles")]
    BrokenTriangle {
        /// Count of indices.
        indices: usize,
    },
    /// A value is infinite or NaN.
    #[error("has {what} that are not finite")]
    NotFinite {
        /// The values concerned, in the plural.
        what: &'static str,
    },
    /// A transform has no inverse.
    #[error("has {what} without an inverse")]
    NotInvertible {
        /// The transform concerned.
        what: &'static str,
    },
    /// The morph targets were made for another count of vertices.
    #[error("has morph targets for {found} vertices instead of {vertices}")]
    MorphVertices {
        /// Count of vertices of the morph targets.
        found: usize,
        /// Count of vertices of the primitive.
        vertices: usize,
    },
    /// A texture does not have four bytes per pixel.
    #[error("has {bytes} bytes for {width} x {height} pixels")]
    TextureSize {
        /// Count of bytes.
        bytes: usize,
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
}

impl Model {
    /// Makes a model from its parts.
    ///
    /// # Errors
    /// If an index refers to nothing, counts of one mesh differ, a triangle is incomplete, a position or normal is not
    /// finite, or a bind transform cannot be inverted.
    pub fn new(parts: ModelParts) -> Result<Self, ModelError> {
        let ModelParts { name, skeleton, skins, primitives, materials, textures, clips } = parts;
        let model = Self {
            primitives: primitives.into_iter().map(Arc::new).collect(),
            shape: Shape { weights: skeleton.rest_morph_weights(), default: None },
            rest_bones: KeptBones::default(),
            smooth_surfaces: KeptSurfaces::default(),
            moments: KeptMoments::default(),
            kept_stored: KeptStored::default(),
            textures: Arc::new(textures),
            clips: Arc::new(clips),
            name,
            skeleton,
            skins,
            materials,
        };
        each("skin", &model.skins, |skin| check_skin(&model, skin))?;
        each("primitive", &model.primitives, |primitive| check_primitive(&model, primitive))?;
        each("material", &model.materials, |material| {
            let others = material.surface.textures().map(|used| used.texture);
            let mut textures = material.base_color_texture.into_iter().chain(others);
            textures.try_for_each(|texture| check_index("texture", texture, model.textures.len()))
        })?;
        each("texture", &model.textures, check_texture)?;
        each("clip", &model.clips, |clip| {
            let nodes = clip.channels.iter().map(|channel| channel.node);
            nodes.into_iter().try_for_each(|node| check_index("node", node, model.skeleton.len()))?;
            let targets = clip.channels.iter().filter_map(Channel::last_morph_target);
            targets.into_iter().try_for_each(|last| check_index("morph target", last, model.shape.weights.len()))
        })?;
        Ok(model)
    }
}

fn each<T>(
    part: &'static str,
    parts: &[T],
    mut check: impl FnMut(&T) -> Result<(), ModelFault>,
) -> Result<(), ModelError> {
    let mut parts = parts.iter().enumerate();
    parts.try_for_each(|(index, value)| check(value).map_err(|fault| ModelError { part, index, fault }))
}

fn check_index(what: &'static str, index: u32, count: usize) -> Result<(), ModelFault> {
    if (index as usize) < count { Ok(()) } else { Err(ModelFault::NoSuch { what, index, count }) }
}

fn check_skin(model: &Model, skin: &Skin) -> Result<(), ModelFault> {
    if !skin.bind_from_mesh.inverse().is_finite() {
        return Err(ModelFault::NotInvertible { what: "a bind frame" });
    }
    for joint in &skin.joints {
        check_index("node", joint.node, model.skeleton.len())?;
        joint.parent.map_or(Ok(()), |parent| check_index("joint", parent, skin.joints.len()))?;
        if !joint.joint_from_bind.inverse().is_finite() || !joint.bind_rotation.is_finite() {
            return Err(ModelFault::NotInvertible { what: "a joint's bind transform" });
        }
    }
    Ok(())
}

fn check_primitive(model: &Model, primitive: &Primitive) -> Result<(), ModelFault> {
    check_index("node", primitive.node, model.skeleton.len())?;
    check_index("material", primitive.material, model.materials.len())?;
    check_index("skin", primitive.skin, model.skins.len())?;
    let joints = model.skins[primitive.skin as usize].joints.len().min(MOST_JOINTS);
    let vertices = primitive.positions.len();
    for (attribute, values, may_be_missing) in [
        ("normals", primitive.normals.len(), false),
        ("texture coordinates", primitive.texcoords.len(), true),
        ("second texture coordinates", primitive.second_texcoords.len(), true),
        ("colors", primitive.colors.len(), true),
        ("blend factors", primitive.blend_factors.len(), true),
        ("lists of influences", primitive.influences.vertex_count(), false),
    ] {
        if values != vertices && !(may_be_missing && values == 0) {
            return Err(ModelFault::Count { attribute, values, vertices });
        }
    }
    if primitive.positions.iter().chain(&primitive.normals).any(|vector| !vector.is_finite()) {
        return Err(ModelFault::NotFinite { what: "positions or normals" });
    }
    if let Some(morphs) = &primitive.morphs {
        let (found, targets) = (morphs.vertex_count(), model.skeleton.morph_targets_of(primitive.node).len());
        if found != vertices {
            return Err(ModelFault::MorphVertices { found, vertices });
        }
        let last = morphs.target_count().checked_sub(1);
        last.map_or(Ok(()), |last| check_index("morph target", last as u32, targets))?;
    }
    let indices = primitive.indices.len();
    if !indices.is_multiple_of(3) {
        return Err(ModelFault::BrokenTriangle { indices });
    }
    primitive.indices.iter().try_for_each(|&index| check_index("vertex", index, vertices))?;
    primitive.influences.flat().iter().try_for_each(|influence| check_index("joint", influence.joint, joints))
}

fn check_texture(texture: &Texture) -> Result<(), ModelFault> {
    let Texture { width, height, ref rgba, .. } = *texture;
    let bytes = rgba.len();
    if bytes as u64 == u64::from(width) * u64::from(height) * 4 {
        return Ok(());
    }
    Err(ModelFault::TextureSize { bytes, width, height })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Influence, Influences, Node, SkinJoint, SkinKind, Trs};
    use glam::{DAffine3, DVec3, Vec3};

    fn triangle() -> ModelParts {
        let joints = vec![SkinJoint::new(0, None, DAffine3::IDENTITY)];
        ModelParts {
            name: "triangle".to_owned(),
            skeleton: Skeleton::new(vec![Node::new("root", None, Trs::IDENTITY)]).unwrap(),
            skins: vec![Skin {
                name: String::new(),
                kind: SkinKind::Skinned,
                joints,
                bind_from_mesh: DAffine3::IDENTITY,
            }],
            primitives: vec![Primitive {
                mesh_name: String::new(),
                node: 0,
                skin: 0,
                material: 0,
                positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
                normals: vec![Vec3::Z; 3],
                texcoords: vec![],
                second_texcoords: vec![],
                blend_factors: Vec::new(),
                colors: vec![],
                indices: vec![0, 1, 2],
                influences: Influences::rigid(3),
                morphs: None,
            }],
            materials: vec![Material::default()],
            textures: vec![],
            clips: vec![],
        }
    }

    #[test]
    fn whole_parts_make_a_model() {
        assert_eq!(Model::new(triangle()).unwrap().vertex_count(), 3);
    }

    #[test]
    fn each_fault_is_found_and_named() {
        type Damage = fn(&mut ModelParts);
        let damages: [(Damage, &str); 12] = [
            (|parts| parts.primitives[0].skin = 1, "primitive 0 refers to skin 1 of 1"),
            (|parts| parts.primitives[0].node = 7, "primitive 0 refers to node 7 of 1"),
            (|parts| parts.primitives[0].material = 1, "primitive 0 refers to material 1 of 1"),
            (|parts| parts.primitives[0].indices[1] = 3, "primitive 0 refers to vertex 3 of 3"),
            (|parts| parts.primitives[0].indices.truncate(2), "primitive 0 has 2 indices, which is not"),
            (|parts| parts.primitives[0].normals.truncate(2), "primitive 0 has 2 normals for 3 vertices"),
            (|parts| parts.primitives[0].colors.push(glam::Vec4::ONE), "primitive 0 has 1 colors for 3"),
            (
                |parts| parts.primitives[0].positions[0].x = f32::NAN,
                "primitive 0 has positions or normals that are not",
            ),
            (|parts| parts.skins[0].joints.clear(), "primitive 0 refers to joint 0 of 0"),
            (
                |parts| {
                    parts.skins[0].joints = vec![parts.skins[0].joints[0]; MOST_JOINTS + 1];
                    let last = [Influence { joint: MOST_JOINTS as u32, weight: 1.0 }];
                    let lists = [&last[..]; 3].into_iter();
                    parts.primitives[0].influences = Influences::normalized(lists, MOST_JOINTS + 1).unwrap().0;
                },
                "primitive 0 refers to joint 65536 of 65536",
            ),
            (
                |parts| parts.skins[0].bind_from_mesh = DAffine3::from_scale(DVec3::ZERO),
                "skin 0 has a bind frame without",
            ),
            (|parts| parts.materials[0].base_color_texture = Some(0), "material 0 refers to texture 0 of 0"),
        ];
        for (damage, wanted) in damages {
            let mut parts = triangle();
            damage(&mut parts);
            let error = Model::new(parts).unwrap_err().to_string();
            assert!(error.starts_with(wanted), "{error}");
        }
    }
}
