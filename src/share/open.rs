//! The scenes of a page with their models.

use super::{ShareFailure, SharedScene};
use crate::files::{Access, CenterStore};
use crate::films::SceneFiles;
use crate::panes::{ComparisonKind, PaneSettings, Scene, ScenePair};
use std::sync::Arc;

/// Opens the models of scenes, which may read what `access` allows. Returns the scenes that can be shown, and notes for
/// the user: a scene among several that cannot be shown is left out.
///
/// # Errors
/// If the only scene cannot be shown.
pub fn open_scenes(
    scenes: &[Arc<Scene>],
    access: &Access,
    has_legends: bool,
) -> Result<(Vec<SharedScene>, Vec<String>), ShareFailure> {
    let (mut files, mut shared, mut warnings) = (SceneFiles::new(access), Vec::new(), Vec::new());
    for scene in scenes {
        let opened = files.open_scene(scene, &mut warnings).and_then(|opened| opened.models(scene));
        match can_be_shared(scene).and(opened.map_err(ShareFailure::from)) {
            Ok((model, pair)) => {
                warnings.extend(pair.as_ref().map(ScenePair::notes).unwrap_or_default());
                shared.push(SharedScene {
                    scene: Arc::clone(scene),
                    model,
                    pair,
                    columns: None,
                    size: None,
                    has_legends,
                    center_store: CenterStore::of_user(),
                });
            }
            Err(error) if scenes.len() == 1 => return Err(error),
            Err(error) => warnings.push(format!("the scene {} is left out: {error}", scene.id)),
        }
    }
    Ok((shared, warnings))
}

/// Checks that a page can contain everything that the panes of a scene show.
///
/// # Errors
/// If a pane needs both models in one picture, and so both poses of every step.
pub(super) fn can_be_shared(scene: &Scene) -> Result<(), ShareFailure> {
    let needs_both = |pane: &PaneSettings| {
        let outlines = pane.comparison.kind == ComparisonKind::Ghost && pane.comparison.other_model;
        outlines || pane.look.paint.needs_other_model()
    };
    let has_both_in_one = scene.panes().iter().any(needs_both);
    if has_both_in_one { Err(ShareFailure::BothModelsInOne) } else { Ok(()) }
}
