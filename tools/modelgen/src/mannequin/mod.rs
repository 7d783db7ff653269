//! A human figure in T pose, arms along X, looking along +Z, 1.80 m tall, its feet on y = 0.
//!
//! Modeled as a signed distance field of some 150 solids with smooth unions, meshed by surface nets on a lattice that
//! is finer at hands and face, and remeshed to even triangles; one half is made and mirrored.
//!
//! Proportions are those of the artists' canon of eight heads (Loomis 1943, "Figure drawing for all it's worth"), a
//! head being 0.225 m:
//!
//! | heads from the ground | height, m | body part |
//! |---|---|---|
//! | 8 | 1.800 | crown |
//! | 7 | 1.575 | chin |
//! | 6 1/2 | 1.463 | shoulders, two heads wide |
//! | 6 | 1.350 | nipples |
//! | 5 | 1.125 | navel, waist, and the elbows of hanging arms |
//! | 4 | 0.900 | hip joints; the crotch just below; wrists of hanging arms |
//! | 2 1/4 | 0.506 | knees |
//! | 0 | 0.000 | soles; a foot is a little over one head long |
//!
//! The arms span eight heads. Two materials, of which the second is a pair of shorts.

mod arm;
mod clay;
mod clips;
mod half_mesh;
mod hand;
mod head;
mod leg;
mod loft;
mod material;
mod remesh;
mod skeleton;
mod skin;
mod surface;
#[cfg(test)]
mod tests;
mod torso;

use crate::GenerateError;
use crate::assemble::Surface;
use crate::field::Field;
use glam::{DAffine3, DVec3};
use rayon::prelude::*;
use skinscope::model::{Material, Model, ModelParts, Primitive, Skin, SkinJoint, SkinKind};
use skinscope::rigging::weights::{VertexWeights, to_influences};

const NAME: &str = "mannequin";

/// The whole skin before the split by material.
struct Body {
    surface: Surface,
    /// Mirror image of each vertex.
    partners: Vec<u32>,
    normals: Vec<DVec3>,
}

fn body() -> Body {
    let figure = surface::figure();
    let (surface, partners) = surface::half(&figure).mirrored();
    let field = Field(|point: DVec3| figure.distance(point));
    let normals = surface.positions.par_iter().map(|&position| field.normal(position)).collect();
    Body { surface, partners, normals }
}

pub(super) fn generate() -> Result<Model, GenerateError> {
    let body = body();
    let joints = skeleton::joints();
    let weights = skin::weights(&body.surface, &body.partners, &joints)?;
    let skeleton = skeleton::skeleton(&joints, NAME)?;
    let clips = clips::clips(&skeleton)?;
    let skin_joints = joints
        .iter()
        .enumerate()
        .map(|(index, joint)| SkinJoint::new(index as u32, joint.parent, DAffine3::from_translation(-joint.position)));
    let skin = Skin {
        name: NAME.to_owned(),
        kind: SkinKind::Skinned,
        joints: skin_joints.collect(),
        bind_from_mesh: DAffine3::IDENTITY,
    };
    let primitives = [false, true].iter().enumerate().map(|(material, &is_shorts)| {
        let wanted = |triangle: &&[u32; 3]| {
            let middle = triangle.iter().map(|&vertex| body.surface.positions[vertex as usize]).sum::<DVec3>() / 3.0;
            (material::outside_shorts(middle) < 0.0) == is_shorts
        };
        let triangles: Vec<[u32; 3]> = body.surface.triangles.iter().filter(wanted).copied().collect();
        part(&body, &weights, &triangles, joints.len(), material as u32)
    });
    Ok(Model::new(ModelParts {
        name: NAME.to_owned(),
        primitives: primitives.collect::<Result<_, _>>()?,
        skeleton,
        skins: vec![skin],
        materials: ["skin", "shorts"].map(|name| Material { name: name.to_owned(), ..Material::default() }).to_vec(),
        textures: Vec::new(),
        clips,
    })?)
}

/// Triangles of one material with their own vertices. Vertices on the edge between two materials are in both.
fn part(
    body: &Body,
    weights: &[VertexWeights],
    triangles: &[[u32; 3]],
    joint_count: usize,
    material: u32,
) -> Result<Primitive, GenerateError> {
    let mut vertices: Vec<u32> = triangles.as_flattened().to_vec();
    vertices.sort_unstable();
    vertices.dedup();
    let mut new_index = vec![0; body.surface.positions.len()];
    vertices.iter().enumerate().for_each(|(index, &vertex)| new_index[vertex as usize] = index as u32);
    let pick = |vertex: &u32| *vertex as usize;
    let weights: Vec<VertexWeights> = vertices.iter().map(|vertex| weights[pick(vertex)].clone()).collect();
    Ok(Primitive {
        mesh_name: NAME.to_owned(),
        node: joint_count as u32,
        skin: 0,
        material,
        positions: vertices.iter().map(|vertex| body.surface.positions[pick(vertex)].as_vec3()).collect(),
        normals: vertices.iter().map(|vertex| body.normals[pick(vertex)].as_vec3()).collect(),
        texcoords: Vec::new(),
        second_texcoords: Vec::new(),
        blend_factors: Vec::new(),
        colors: Vec::new(),
        indices: triangles.as_flattened().iter().map(|&vertex| new_index[vertex as usize]).collect(),
        influences: to_influences(&weights, joint_count)?,
        morphs: None,
    })
}
