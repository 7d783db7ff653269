//! Scenes of a film in order, and the transitions between them.

use super::shot::{Kept, LastView, Shot};
use super::{FilmFailure, FrameSource, Frames, SceneFailure, SceneFiles};
use crate::encode::FrameRate;
use crate::files::Access;
use crate::gpu::GpuContext;
use crate::model::Model;
use crate::panes::{Motion, Scene};
use crate::sheets::{SceneModels, ScenePage};
use crate::view::Theme;
use crate::work::Progress;
use image::RgbaImage;
use std::ops::Range;
use std::sync::Arc;

/// Most frames of a film: twenty minutes at 30 frames a second.
pub const MOST_FRAMES: u32 = 36_000;

/// Most frames that are examined for the colors of a film.
const MOST_SAMPLES: u32 = 32;

/// A scene and its motion.
#[derive(Clone, Debug)]
pub struct FilmScene {
    pub scene: Arc<Scene>,
    /// Motion. `None` shows the scene still for some time.
    pub motion: Option<Motion>,
    pub page: ScenePage,
}

impl FilmScene {
    /// Whether the motion is the scene's own, perhaps at another speed.
    fn moves_by_itself(&self) -> bool {
        let own = self.scene.motion.as_ref().map(|motion| &motion.kind);
        own.is_some() && own == self.motion.as_ref().map(|motion| &motion.kind)
    }
}

/// Look of all frames of a film.
#[derive(Clone, Copy, Debug)]
pub struct FilmLook {
    /// Size in pixels.
    pub size: [u32; 2],
    pub rate: FrameRate,
    /// Panes in a row. `None` keeps the scene's own arrangement.
    pub columns: Option<usize>,
    /// Count of pixels drawn for each pixel, along each side.
    pub supersample: u32,
    pub titles: bool,
    pub caption: bool,
    pub legend: bool,
    pub transparent: bool,
    pub theme: Theme,
    /// Seconds for which a scene without a motion is shown.
    pub still_seconds: f32,
    /// Whether pose and camera glide from one scene to the next of the same model, as on the stage.
    pub glides: bool,
}

/// A film of scenes, with their models open.
pub struct Film {
    shots: Vec<Shot>,
    look: FilmLook,
    warnings: Vec<String>,
}

impl Film {
    /// Opens the models of the scenes, which may read what `access` allows. A scene that cannot be shown becomes a page
    /// with the reason, and causes a warning.
    ///
    /// # Errors
    /// If a motion that is not the scene's own does not fit it, no scene can be shown, or [`SceneFailure::Stopped`] if
    /// the progress is canceled.
    pub fn open(
        scenes: &[FilmScene],
        look: FilmLook,
        access: &Access,
        progress: &Progress,
    ) -> Result<Self, SceneFailure> {
        let mut files = SceneFiles::new(access);
        let (mut shots, mut warnings, mut failure) = (Vec::<Shot>::new(), Vec::new(), None);
        for wanted in scenes {
            let scene = &wanted.scene;
            if progress.is_canceled() {
                return Err(SceneFailure::Stopped);
            }
            // The film may show another motion than the scene's own.
            let shown = Scene { motion: wanted.motion.clone(), ..Scene::clone(scene) };
            let models = files.open_scene(scene, &mut warnings).and_then(|opened| opened.models(&shown));
            let shot = models.and_then(|models| Shot::new(wanted, models, &look, scenes.len() == 1));
            warnings.extend(shot.as_ref().ok().map(Shot::notes).unwrap_or_default());
            let shot = match shot {
                Err(error @ SceneFailure::Motion { .. }) if !wanted.moves_by_itself() => return Err(error),
                Err(error) => {
                    warnings.push(format!("the scene {} is left empty: {error}", scene.id));
                    let placeholder = Shot::missing(wanted, &error, &look);
                    failure = failure.or(Some(error));
                    placeholder
                }
                Ok(shot) => shot,
            };
            let shot = match shots.last() {
                Some(before) if look.glides => shot.gliding_from(before, &look),
                _ => shot,
            };
            shots.push(shot);
        }
        match failure {
            Some(failure) if shots.iter().all(|shot| !shot.is_ready()) => Err(failure),
            _ => Ok(Self { shots, look, warnings }),
        }
    }

    /// A film of one scene. `model` has the scene's twist joints and everything that the scene names.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn of_model(scene: &FilmScene, model: &Arc<Model>, look: FilmLook) -> Result<Self, SceneFailure> {
        let shot = Shot::new(scene, (Arc::clone(model), None), &look, true)?;
        Ok(Self { shots: vec![shot], look, warnings: Vec::new() })
    }

    /// Notes for the user about the scenes.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    pub fn look(&self) -> &FilmLook {
        &self.look
    }

    /// Number of frames before any limit.
    pub fn frames(&self) -> u64 {
        self.shots.iter().map(|shot| u64::from(shot.frames())).sum()
    }

    /// The frames of a film on a device.
    pub fn on<'a>(&'a self, context: &'a GpuContext) -> impl FrameSource + 'a {
        FilmOnDevice { film: self, context, last: 0, kept: Kept::default() }
    }

    /// Like [`Self::on`], where the device has the models of the first scene, with the centers of rotation that its
    /// panes need.
    pub fn with_models<'a>(&'a self, context: &'a GpuContext, models: SceneModels) -> impl FrameSource + 'a {
        FilmOnDevice { film: self, context, last: 0, kept: models.into() }
    }

    /// Shot of each of some frames, and the frame's index in it. Frames of transitions are not among them.
    fn some(&self, most: u32) -> Vec<(usize, u32)> {
        let of_shots: Vec<Range<u32>> = self.shots.iter().map(|shot| shot.glide_frames()..shot.frames()).collect();
        samples(&of_shots, most)
    }
}

/// Some frames of shots, by the index of their shot: at least one of each, however short it is, and more of the long
/// ones. If there are more shots than `most`, picks evenly spaced ones.
fn samples(shots: &[Range<u32>], most: u32) -> Vec<(usize, u32)> {
    let shown: Vec<usize> = (0..shots.len()).filter(|&shot| !shots[shot].is_empty()).collect();
    let shots_sampled = shown.len().min(MOST_SAMPLES as usize);
    let total: u64 = shown.iter().map(|&shot| shots[shot].len() as u64).sum();
    let more = u64::from(most.clamp(1, MOST_SAMPLES)).saturating_sub(shots_sampled as u64);
    let of_shot = |shot: usize| {
        let Range { start, end } = shots[shot];
        let length = u64::from(end - start);
        let count = (1 + more * length / total.max(1)).min(length);
        // The first and the last frame show the most different poses. A single frame is taken from the middle.
        let frame = move |index: u64| match count {
            1 => length / 2,
            _ => index * (length - 1) / (count - 1),
        };
        (0..count).map(move |index| (shot, start + frame(index) as u32))
    };
    (0..shots_sampled).flat_map(|index| of_shot(shown[index * shown.len() / shots_sampled])).collect()
}

struct FilmOnDevice<'a> {
    film: &'a Film,
    context: &'a GpuContext,
    /// Index of the last shot that was drawn, and what it keeps: a film of one shot uploads its models once, even if it
    /// is drawn twice.
    last: usize,
    kept: Kept<'a>,
}

impl FrameSource for FilmOnDevice<'_> {
    fn count(&self) -> u32 {
        u32::try_from(self.film.frames()).unwrap_or(u32::MAX)
    }

    fn draw(
        &mut self,
        frames: Frames,
        progress: &Progress,
        take: &mut dyn FnMut(RgbaImage) -> bool,
    ) -> Result<(), FilmFailure> {
        let Film { shots, look, .. } = self.film;
        let some = match frames {
            Frames::All => None,
            Frames::Some(most) => Some(self.film.some(most)),
        };
        let mut before: Option<LastView> = None;
        let (mut drawn, total) = (0, self.count());
        let mut goes_on = true;
        for (index, shot) in shots.iter().enumerate() {
            let wanted: Vec<u32> = match &some {
                None => (0..shot.frames()).collect(),
                Some(some) => some.iter().filter(|(of, _)| *of == index).map(|(_, frame)| *frame).collect(),
            };
            if wanted.is_empty() {
                // No glide starts from a scene that was not shown.
                before = None;
                continue;
            }
            if std::mem::replace(&mut self.last, index) != index {
                self.kept = Kept::default();
            }
            let on = (self.context, progress, &mut self.kept);
            before = shot.draw(on, look, &wanted, before.as_ref(), &mut |picture| {
                drawn += 1;
                if some.is_none() {
                    let scene = match shots.len() {
                        1 => String::new(),
                        count => format!("scene {} of {count}, ", index + 1),
                    };
                    progress.set_note(format!("{scene}frame {drawn} of {total}"));
                }
                goes_on = take(picture);
                goes_on
            })?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_has_a_sample_however_short_it_is() {
        // A still of three frames between two long motions: evenly spaced samples would miss it.
        let shots = [0..600, 30..33, 0..900];
        let found = samples(&shots, 6);
        assert_eq!(found, [(0, 0), (0, 599), (1, 31), (2, 0), (2, 899)]);
        assert_eq!(samples(&[0..1, 5..6], 6), [(0, 0), (1, 5)]);
        assert_eq!(samples(&[0..10, 4..4], 1), [(0, 5)], "a scene without frames has none");
        assert_eq!(samples(std::slice::from_ref(&(0..100)), 6).len(), 6);
        assert!(samples(&[], 6).is_empty());
    }

    #[test]
    fn samples_of_many_scenes_are_not_too_many() {
        let shots = vec![0..120; 500];
        let found = samples(&shots, 6);
        assert_eq!(found.len(), MOST_SAMPLES as usize);
        assert!(found.windows(2).all(|pair| pair[1].0 - pair[0].0 >= 15), "spread over all: {found:?}");
    }
}
