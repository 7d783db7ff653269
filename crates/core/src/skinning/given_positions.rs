//! Vertices from elsewhere: positions that another program computed.

use super::SkinnedVertex;
use super::own_method::{PosedSkin, SkinInPose};
use crate::model::{Model, Pose, SkinKind};
use glam::{DVec3, Vec3};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The vertices of all skins in one pose, in the order of `deform`: skinned primitives in node order, vertices in accessor
/// order, in scene space.
#[derive(Debug)]
pub struct GivenPositions {
    positions: Vec<Vec3>,
    /// `None` computes them from the positions.
    normals: Option<Vec<Vec3>>,
    /// The pose that was asked for first: the only one of which they can be.
    pose: Mutex<Option<Pose>>,
}

impl GivenPositions {
    /// Positions, and a normal for each if there are any.
    pub fn new(positions: Vec<Vec3>, normals: Option<Vec<Vec3>>) -> Self {
        Self { positions, normals, pose: Mutex::default() }
    }

    /// The positions, and the normals if there are any.
    pub fn into_parts(self) -> (Vec<Vec3>, Option<Vec<Vec3>>) {
        (self.positions, self.normals)
    }
}

impl PosedSkin for GivenPositions {
    fn vertices(&self, input: SkinInPose<'_>) -> Result<Vec<SkinnedVertex>, String> {
        let SkinInPose { model, skin, pose, .. } = input;
        let mut first = self.pose.lock().unwrap_or_else(PoisonError::into_inner);
        if *first.get_or_insert_with(|| pose.clone()) != *pose {
            return Err("its positions are those of one pose, and another pose is asked for".to_owned());
        }
        let is_skinned = |skin: u32| model.skins[skin as usize].kind == SkinKind::Skinned;
        let skinned = || model.primitives.iter().filter(|primitive| is_skinned(primitive.skin));
        let expected: usize = skinned().map(|primitive| primitive.positions.len()).sum();
        if self.positions.len() != expected {
            return Err(format!("it has {} positions, and {expected} vertices are skinned", self.positions.len()));
        }
        let mut start = 0;
        let mut of_skin = Vec::new();
        for primitive in skinned() {
            let end = start + primitive.positions.len();
            if primitive.skin == skin {
                of_skin.extend(start..end);
            }
            start = end;
        }
        let chosen = |all: &Vec<Vec3>| of_skin.iter().map(|&vertex| all[vertex]).collect();
        with_normals(model, skin, (chosen(&self.positions), self.normals.as_ref().map(chosen)))
    }
}

/// The vertices of a skin at positions, with normals of any length, or those of the surface.
///
/// # Errors
/// If there is not one position for each vertex.
pub fn with_normals(
    model: &Model,
    skin: u32,
    (positions, normals): (Vec<Vec3>, Option<Vec<Vec3>>),
) -> Result<Vec<SkinnedVertex>, String> {
    let expected = model.vertices_of_skin(skin);
    if positions.len() != expected {
        return Err(format!("there are {} positions for the {expected} vertices of skin {skin}", positions.len()));
    }
    let normals = normals.unwrap_or_else(|| surface_normals(model, skin, &positions));
    let vertices = positions.into_iter().zip(normals);
    Ok(vertices.map(|(position, normal)| SkinnedVertex { position, normal: normal.normalize_or_zero() }).collect())
}

/// The normals of the surface, of any length: those of the triangles around a vertex by their area, over all vertices that
/// are one point at rest with one normal, so that seams stay closed and creases stay sharp.
fn surface_normals(model: &Model, skin: u32, positions: &[Vec3]) -> Vec<Vec3> {
    let mut of_rest: HashMap<[u32; 6], u32> = HashMap::with_capacity(positions.len());
    let mut points = Vec::with_capacity(positions.len());
    let mut sums: Vec<DVec3> = Vec::new();
    for primitive in model.primitives.iter().filter(|primitive| primitive.skin == skin) {
        for (position, normal) in primitive.positions.iter().zip(&primitive.normals) {
            // Adding zero turns -0 into 0.
            let [p, n] = [*position, *normal].map(|vector| (vector + Vec3::ZERO).to_array().map(f32::to_bits));
            let point = *of_rest.entry([p[0], p[1], p[2], n[0], n[1], n[2]]).or_insert(sums.len() as u32);
            if point as usize == sums.len() {
                sums.push(DVec3::ZERO);
            }
            points.push(point);
        }
    }
    let mut first = 0;
    for primitive in model.primitives.iter().filter(|primitive| primitive.skin == skin) {
        for triangle in primitive.indices.as_chunks::<3>().0 {
            let corners = triangle.map(|vertex| first + vertex as usize);
            let [a, b, c] = corners.map(|corner| positions[corner].as_dvec3());
            let area = (b - a).cross(c - a);
            corners.into_iter().for_each(|corner| sums[points[corner] as usize] += area);
        }
        first += primitive.positions.len();
    }
    points.into_iter().map(|point| sums[point as usize].normalize_or_zero().as_vec3()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::bundled_model;
    use crate::measure::stress_pose;
    use crate::skinning::{
        JointPalette, MissingInput, OwnDefinition, OwnMethod, PaletteList, RestData, SkinningMethod, SkinningSettings,
        deform_model,
    };
    use std::sync::Arc;

    fn bent(model: &Model) -> Pose {
        let node = model.skins[0].joints[1].node;
        stress_pose(model, node, 0, 60.0).1
    }

    fn defined(id: &str, skin: impl PosedSkin + 'static) -> SkinningMethod {
        let SkinningMethod::Own(own) = OwnMethod::named(id).unwrap() else { panic!("it is not built in") };
        own.define(OwnDefinition::of_vertices(Arc::new(skin)));
        SkinningMethod::Own(own)
    }

    #[test]
    fn positions_of_a_method_are_that_method() {
        for name in ["bar", "mannequin"] {
            let model = bundled_model(name);
            let pose = bent(&model);
            let settings = |method| SkinningSettings { method, ..SkinningSettings::default() };
            let expected = deform_model(&model, &pose, settings(SkinningMethod::Lbs), &[]).unwrap();
            let is_skinned =
                |index: usize| model.skins[model.primitives[index].skin as usize].kind == SkinKind::Skinned;
            let skinned = expected.iter().enumerate().filter(|(index, _)| is_skinned(*index));
            let vertices: Vec<SkinnedVertex> = skinned.flat_map(|(_, vertices)| vertices.iter().copied()).collect();
            let (positions, normals): (Vec<Vec3>, Vec<Vec3>) =
                vertices.iter().map(SkinnedVertex::position_and_normal).unzip();
            let given = defined(&format!("given-{name}"), GivenPositions::new(positions.clone(), Some(normals)));
            let found = deform_model(&model, &pose, settings(given), &[]).unwrap();
            for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
                assert_eq!(found.position, expected.position);
                assert!(found.normal.distance(expected.normal) < 1e-6);
            }
            let without = defined(&format!("without-{name}"), GivenPositions::new(positions.clone(), None));
            let found = deform_model(&model, &pose, settings(without), &[]).unwrap();
            let turned = found.iter().flatten().zip(expected.iter().flatten());
            let turned = turned.filter(|(found, expected)| found.normal.dot(expected.normal) < 0.7).count();
            assert!(turned < vertices.len() / 20, "{name}: {turned} normals of {}", vertices.len());
        }
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let model = bundled_model("bar");
        let pose = Pose::rest(&model.skeleton);
        let settings = |method| SkinningSettings { method, ..SkinningSettings::default() };
        let count = model.primitives.iter().map(|primitive| primitive.positions.len()).sum();
        for (id, positions, reason) in [
            ("too-few", vec![Vec3::ZERO; 2], "it has 2 positions"),
            ("not-finite", vec![Vec3::NAN; count], "is not a finite position"),
        ] {
            let method = defined(id, GivenPositions::new(positions, None));
            let error = deform_model(&model, &pose, settings(method), &[]).unwrap_err();
            assert_eq!(error, MissingInput::Own(method));
            let message = error.to_string();
            assert!(message.starts_with(id) && message.contains(reason), "{message}");
        }
        let method = defined("of-one-pose", GivenPositions::new(vec![Vec3::ZERO; count], None));
        assert!(deform_model(&model, &pose, settings(method), &[]).is_ok());
        let other = bent(&model);
        let error = deform_model(&model, &other, settings(method), &[]).unwrap_err().to_string();
        assert!(error.contains("of one pose"), "{error}");
        let unknown = OwnMethod::named("never-loaded").unwrap();
        let error = deform_model(&model, &pose, settings(unknown), &[]).unwrap_err().to_string();
        assert_eq!(error, "never-loaded: it is not loaded");
    }

    #[test]
    fn shaders_read_given_vertices_from_the_list_of_the_pose() {
        let method = defined("listed", GivenPositions::new(Vec::new(), None));
        assert_eq!(method.row().lists[3], Some(PaletteList::PosedVertices));
        assert_eq!(method.rest_data(), Some(RestData::SkinVertices));
        let model = bundled_model("bar");
        let palettes = JointPalette::all_for_gpu(
            &model,
            &Pose::rest(&model.skeleton),
            SkinningSettings { method, ..SkinningSettings::default() },
        );
        assert!(method.check_palette(&palettes[0], 1).is_err());
    }
}
