use super::assert_message;
use skinscope::import::{ImportError, ImportedAsset, NoFiles, import_gltf};
use skinscope::model::{Model, Pose, PoseOverrides};
use skinscope::skinning::{SkinningMethod, SkinningSettings, deform_model};
use std::sync::Arc;

/// Skinning larger models tells nothing more.
const MOST_SKINNED: usize = 2000;

/// A .glb or .gltf: refused in one line, or a sound model that can be posed.
pub fn importer(bytes: &[u8]) -> bool {
    check(import_gltf(bytes, "hostile", &NoFiles))
}

/// The chunks of a .glb whose header is right.
pub fn container(chunks: &[u8]) -> bool {
    let length = (chunks.len() as u32).saturating_add(12);
    importer(&[b"glTF", &2u32.to_le_bytes()[..], &length.to_le_bytes(), chunks].concat())
}

/// Checks that an import ends in a sound model or a readable error.
pub(super) fn check(result: Result<ImportedAsset, ImportError>) -> bool {
    let asset = match result {
        Ok(asset) => asset,
        Err(error) => return assert_message(&error.to_string()),
    };
    asset.warnings.iter().for_each(|warning| {
        assert_message(&warning.to_string());
    });
    assert_sound(&asset.model);
    if asset.model.vertex_count() <= MOST_SKINNED {
        pose(&asset.model);
    }
    true
}

/// Skins the model at rest and in its clips. Numbers may overflow on the way: a file may hold any.
fn pose(model: &Arc<Model>) {
    let mut pose = Pose::rest(&model.skeleton);
    for clip in model.clips.iter().map(Some).take(2).chain([None]) {
        if let Some(clip) = clip {
            clip.sample(clip.duration_seconds * 0.5, &mut pose);
        }
        PoseOverrides::default().apply(&model.skeleton, &mut pose);
        for method in [SkinningMethod::Lbs, SkinningMethod::TwoPhaseDqs] {
            let settings = SkinningSettings { method, ..SkinningSettings::default() };
            let shape = model.in_shape(&pose.morph_weights);
            assert_eq!(shape.shape_weights().len(), model.skeleton.morph_target_count());
            let skinned = deform_model(&shape, &pose, settings, &[]).unwrap();
            let counts = model.primitives.iter().map(|primitive| primitive.positions.len());
            assert!(skinned.iter().map(Vec::len).eq(counts));
        }
    }
}

/// Checks the guarantees of [`Model`].
pub fn assert_sound(model: &Model) {
    for skin in &model.skins {
        assert!(skin.bind_from_mesh.inverse().is_finite());
        for joint in &skin.joints {
            assert!((joint.node as usize) < model.skeleton.len());
            assert!(joint.parent.is_none_or(|parent| (parent as usize) < skin.joints.len()));
            assert!(joint.joint_from_bind.inverse().is_finite() && joint.bind_rotation.is_normalized());
        }
    }
    for primitive in &model.primitives {
        let count = primitive.positions.len();
        let skin = &model.skins[primitive.skin as usize];
        assert!((primitive.node as usize) < model.skeleton.len());
        let material = &model.materials[primitive.material as usize];
        assert!(material.base_color_texture.is_none_or(|texture| (texture as usize) < model.textures.len()));
        assert_eq!((primitive.normals.len(), primitive.influences.vertex_count()), (count, count));
        assert!(primitive.texcoords.is_empty() || primitive.texcoords.len() == count);
        assert!(primitive.colors.is_empty() || primitive.colors.len() == count);
        assert_eq!(primitive.indices.len() % 3, 0);
        assert!(primitive.indices.iter().all(|&index| (index as usize) < count));
        assert!(primitive.positions.iter().all(|position| position.is_finite()));
        assert!(primitive.normals.iter().all(|normal| normal.is_normalized()));
        for influences in primitive.influences.iter() {
            assert!(influences.iter().all(|influence| (influence.joint as usize) < skin.joints.len()));
            assert!((influences.iter().map(|influence| influence.weight).sum::<f32>() - 1.0).abs() < 1e-4);
        }
    }
    for texture in model.textures.iter() {
        assert_eq!(texture.rgba.len(), texture.width as usize * texture.height as usize * 4);
    }
    for channel in model.clips.iter().flat_map(|clip| &clip.channels) {
        assert!((channel.node as usize) < model.skeleton.len());
    }
}
