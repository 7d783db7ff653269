//! The scenes of a page with their models.

use super::SharedScene;
use crate::files::Access;
use crate::films::{SceneFailure, SceneFiles};
use crate::panes::{Scene, ScenePair};
use std::sync::Arc;

/// Opens the models of scenes, which may read what `access` allows. Returns the scenes that can be shown, and what the user
/// should know: a scene among several that cannot be shown is left out.
///
/// # Errors
/// If the only scene cannot be shown.
pub fn open_scenes(
    scenes: &[Arc<Scene>],
    access: &Access,
    has_legends: bool,
) -> Result<(Vec<SharedScene>, Vec<String>), SceneFailure> {
    let (mut files, mut shared, mut warnings) = (SceneFiles::new(access), Vec::new(), Vec::new());
    for scene in scenes {
        let opened = files.open_scene(scene, &mut warnings).and_then(|opened| opened.models(scene));
        let opened = opened.and_then(|(model, pair)| {
            scene.pose(&model)?;
            Ok((model, pair))
        });
        match opened {
            Ok((model, pair)) => {
                warnings.extend(pair.as_ref().map(ScenePair::notes).unwrap_or_default());
                shared.push(SharedScene {
                    scene: Arc::clone(scene),
                    model,
                    pair,
                    columns: None,
                    size: None,
                    has_legends,
                });
            }
            Err(error) if scenes.len() == 1 => return Err(error),
            Err(error) => warnings.push(format!("the scene {} is left out: {error}", scene.id)),
        }
    }
    Ok((shared, warnings))
}
