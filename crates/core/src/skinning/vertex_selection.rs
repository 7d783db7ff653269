use super::palette::joint_motions;
use super::skin_many::Kept;
use super::vertex_skinner::VertexSkinner;
use super::whole_mesh::with_whole_mesh;
use super::{JointPalette, JointSets, MissingInput, PrimitiveCenters, SkinnedVertex, SkinningSettings};
use crate::model::{Model, Pose, Reflections};
use glam::DVec3;
use std::borrow::Cow;

/// Some vertices of a model, to be skinned in many poses. The other vertices cost nothing: neither their skinning nor,
/// for `spherical`, the rotation centers of joint sets that only they have.
#[derive(Debug)]
pub struct VertexSelection<'a> {
    model: &'a Model,
    runs: Vec<Run>,
    /// Joint sets of the selected vertices, by skin.
    sets: Vec<JointSets>,
    count: usize,
}

/// Consecutive selected vertices of one primitive.
#[derive(Debug)]
struct Run {
    primitive: usize,
    vertices: Vec<u32>,
    /// The index of each vertex's joint set in [`VertexSelection::sets`].
    joint_sets: Vec<u32>,
}

impl<'a> VertexSelection<'a> {
    /// Selects `vertices`, pairs of a primitive and one of its vertices. Fastest if the vertices of a primitive follow
    /// one another.
    pub fn new(model: &'a Model, vertices: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut selection =
            Self { model, runs: Vec::new(), sets: vec![JointSets::default(); model.skins.len()], count: 0 };
        for (index, vertex) in vertices {
            let primitive = &model.primitives[index as usize];
            if selection.runs.last().is_none_or(|run| run.primitive != index as usize) {
                let run = Run { primitive: index as usize, vertices: Vec::new(), joint_sets: Vec::new() };
                selection.runs.push(run);
            }
            let set = selection.sets[primitive.skin as usize].add(primitive.influences.of(vertex as usize));
            if let Some(run) = selection.runs.last_mut() {
                run.vertices.push(vertex);
                run.joint_sets.push(set);
            }
            selection.count += 1;
        }
        selection
    }

    /// Number of selected vertices.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether no vertex is selected.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The palettes of all skins in one pose, for [`Self::positions`] alone: `spherical` has the rotation centers of the
    /// selected vertices, with indices of their own.
    pub fn palettes(&self, pose: &Pose, settings: SkinningSettings) -> Vec<JointPalette> {
        let Model { skeleton, skins, .. } = self.model;
        let scene_from_node = pose.scene_from_node(skeleton, settings.scale_kind);
        let reflections = Reflections::of(skeleton, pose, settings.scale_kind);
        let palette = |((index, skin), sets)| {
            let motions = joint_motions(skin, skeleton, pose, (&scene_from_node, reflections.as_ref()), settings);
            let motions = with_whole_mesh(self.model, index, pose, settings, motions);
            let mut palette = JointPalette::from_motions(&motions);
            palette.add_lists_of(settings.method, &motions, (self.model, index), || Cow::Borrowed(sets));
            palette
        };
        (0..).zip(skins).zip(&self.sets).map(palette).collect()
    }

    /// The positions of the selected vertices in the scene, in the order of [`Self::new`]: results in single precision,
    /// in the type that measures take. `centers` holds the centers of every primitive, or is empty for methods that
    /// need no centers.
    ///
    /// # Errors
    /// If the method needs centers that are missing, or palettes of its own.
    pub fn positions(
        &self,
        palettes: &[JointPalette],
        settings: SkinningSettings,
        centers: &[PrimitiveCenters],
    ) -> Result<Vec<DVec3>, MissingInput> {
        self.skinned(palettes, settings, centers, vec![DVec3::ZERO; self.count])
    }

    /// Like [`Self::positions`], with the normals.
    ///
    /// # Errors
    /// If the method needs centers that are missing, or palettes of its own.
    pub fn vertices(
        &self,
        palettes: &[JointPalette],
        settings: SkinningSettings,
        centers: &[PrimitiveCenters],
    ) -> Result<Vec<SkinnedVertex>, MissingInput> {
        self.skinned(palettes, settings, centers, bytemuck::zeroed_vec(self.count))
    }

    fn skinned<V: Kept>(
        &self,
        palettes: &[JointPalette],
        settings: SkinningSettings,
        centers: &[PrimitiveCenters],
        mut skinned: Vec<V>,
    ) -> Result<Vec<V>, MissingInput> {
        let none = PrimitiveCenters::default();
        let mut left = &mut skinned[..];
        for run in &self.runs {
            let primitive = &self.model.primitives[run.primitive];
            let centers = centers.get(run.primitive).unwrap_or(&none);
            let skinner =
                VertexSkinner::new(self.model, primitive, &palettes[primitive.skin as usize], settings, centers)?;
            let (own, others) = std::mem::take(&mut left).split_at_mut(run.vertices.len());
            skinner.skin(own, skinner.at(&run.vertices, &run.joint_sets));
            left = others;
        }
        Ok(skinned)
    }
}
