use skinscope_core::centers::{CenterParts, CenterPath, CenterSettings, compute_centers_with};
use skinscope_core::import::{ResourceReader, import_gltf};
use skinscope_core::model::{Model, Pose, PoseOverrides, parse_set};
use skinscope_core::skinning::{
    JointPalette, PrimitiveCenters, SkinnedVertex, SkinningMethod, SkinningSettings, deform_model,
};
use skinscope_core::work::Progress;
use std::sync::Arc;

/// One model in one pose. Errors are messages.
#[derive(Debug)]
pub struct Posed {
    model: Arc<Model>,
    pose: Pose,
    centers: Vec<PrimitiveCenters>,
}

/// A .glb has all that it needs.
struct NoFiles;

impl ResourceReader for NoFiles {
    fn read(&self, _relative_path: &str) -> Result<Vec<u8>, String> {
        Err("there are no files beside this one".into())
    }
}

impl Posed {
    /// The model of a .glb file at rest.
    ///
    /// # Errors
    /// If the bytes are no model that the core can read.
    pub fn import(bytes: &[u8]) -> Result<Self, String> {
        let model = import_gltf(bytes, "model", &NoFiles).map_err(|error| error.to_string())?.model;
        let pose = Pose::rest(&model.skeleton);
        Ok(Self { model, pose, centers: Vec::new() })
    }

    /// Takes the pose of expressions like those of `--set`, separated by spaces.
    ///
    /// # Errors
    /// If one of them is not valid.
    pub fn pose(&mut self, sets: &str) -> Result<(), String> {
        let (mut pose, mut overrides) = (Pose::rest(&self.model.skeleton), PoseOverrides::default());
        for set in sets.split_whitespace() {
            parse_set(set, &self.model.skeleton, &pose, &mut overrides).map_err(|error| error.to_string())?;
        }
        overrides.apply(&self.model.skeleton, &mut pose);
        self.pose = pose;
        Ok(())
    }

    /// Computes the centers of rotation, and the covariances about them, that a method needs.
    pub fn compute_centers(&mut self, method: SkinningMethod) {
        let Some(parts) = CenterParts::of_method(method) else { return };
        let (settings, path) = (CenterSettings::default(), CenterPath::Fast);
        let centers = compute_centers_with(&self.model, &settings, parts, path, &Progress::default());
        self.centers = centers.map(|centers| centers.of_primitives).unwrap_or_default();
    }

    /// Number of joints of the palettes of all skins.
    pub fn palettes(&self, method: SkinningMethod) -> usize {
        let palettes = JointPalette::all(&self.model, &self.pose, settings(method));
        palettes.iter().map(|palette| palette.matrices.len()).sum()
    }

    /// The skinned vertices of all primitives, in scene space.
    ///
    /// # Errors
    /// If the method needs centers that were not computed.
    pub fn deform(&self, method: SkinningMethod) -> Result<Vec<SkinnedVertex>, String> {
        let skin = deform_model(&self.model, &self.pose, settings(method), &self.centers);
        skin.map(|skin| skin.concat()).map_err(|error| error.to_string())
    }
}

fn settings(method: SkinningMethod) -> SkinningSettings {
    SkinningSettings { method, ..SkinningSettings::default() }
}
