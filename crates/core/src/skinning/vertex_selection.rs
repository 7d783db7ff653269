use super::palette::{Reader, joint_motions};
use super::skin_many::Kept;
use super::vertex_skinner::VertexSkinner;
use super::whole_mesh::with_whole_mesh;
use super::{JointPalette, JointSets, MissingInput, PrimitiveCenters, SkinnedVertex, SkinningSettings};
use crate::model::{Model, Pose, Reflections, StoredSkin};
use glam::DVec3;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// Some vertices of a model, to be skinned in many poses. The other vertices cost nothing: neither their skinning nor,
/// for `spherical`, the rotation centers of joint sets that only they have.
#[derive(Debug)]
pub struct VertexSelection<'a> {
    model: &'a Model,
    runs: Vec<Run>,
    /// Joint sets of the selected vertices, by skin.
    sets: Vec<JointSets>,
    count: usize,
    /// The same vertices of stored skins, once they were asked for.
    stored: Mutex<Vec<(StoredSkin, Arc<StoredVertices>)>>,
}

/// The selected vertices of a stored skin.
#[derive(Debug)]
struct StoredVertices {
    model: Arc<Model>,
    /// Joint sets of the selected vertices, by skin.
    sets: Vec<JointSets>,
    /// By run, the index of each vertex's joint set.
    joint_sets: Vec<Vec<u32>>,
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
        let mut selection = Self { model, runs: Vec::new(), sets: no_sets(model), count: 0, stored: Mutex::default() };
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
        let stored = self.stored(settings);
        let sets = stored.as_ref().map_or(&self.sets, |stored| &stored.sets);
        let palette = |((index, skin), sets)| {
            let motions = joint_motions(skin, skeleton, pose, (&scene_from_node, reflections.as_ref()), settings);
            let motions = with_whole_mesh(self.model, index, pose, settings, motions);
            let mut palette = JointPalette::from_motions(&motions);
            palette.add_lists_of(settings, pose, &motions, (self.model, index), || Cow::Borrowed(sets), Reader::Twin);
            palette
        };
        (0..).zip(skins).zip(sets).map(palette).collect()
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
        let stored = self.stored(settings);
        for (index, run) in self.runs.iter().enumerate() {
            let primitive = &self.model.primitives[run.primitive];
            let centers = centers.get(run.primitive).unwrap_or(&none);
            let skinner =
                VertexSkinner::new(self.model, primitive, &palettes[primitive.skin as usize], settings, centers)?;
            let (own, others) = std::mem::take(&mut left).split_at_mut(run.vertices.len());
            match &stored {
                None => skinner.skin(own, skinner.at(&run.vertices, &run.joint_sets)),
                Some(stored) => {
                    let skinner = skinner.of_stored(&stored.model.primitives[run.primitive], Some(&stored.model));
                    skinner.skin(own, skinner.at(&run.vertices, &stored.joint_sets[index]));
                }
            }
            left = others;
        }
        Ok(skinned)
    }

    /// The selected vertices of the stored skin. `None` if the settings store all of it.
    fn stored(&self, settings: SkinningSettings) -> Option<Arc<StoredVertices>> {
        let stored = settings.stored;
        if stored.is_full() {
            return None;
        }
        // A panic elsewhere cannot leave it in an inconsistent state.
        let mut known = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, vertices)) = known.iter().find(|(other, _)| *other == stored) {
            return Some(Arc::clone(vertices));
        }
        let vertices = Arc::new(self.vertices_of(self.model.stored(stored)));
        known.push((stored, Arc::clone(&vertices)));
        Some(vertices)
    }

    fn vertices_of(&self, model: Arc<Model>) -> StoredVertices {
        let mut sets = no_sets(&model);
        let of_run = |run: &Run| {
            let primitive = &model.primitives[run.primitive];
            let of_skin = &mut sets[primitive.skin as usize];
            run.vertices.iter().map(|&vertex| of_skin.add(primitive.influences.of(vertex as usize))).collect()
        };
        let joint_sets = self.runs.iter().map(of_run).collect();
        StoredVertices { sets, joint_sets, model }
    }
}

fn no_sets(model: &Model) -> Vec<JointSets> {
    vec![JointSets::default(); model.skins.len()]
}
