//! One scene of a film.

use super::framing::Framing;
use super::scene_panes::{meter, upload};
use super::{FilmFailure, FilmLook, FilmScene, SceneFailure};
use crate::files::{CenterStore, ModelSource};
use crate::gpu::GpuContext;
use crate::math::Bounds;
use crate::model::{Model, Pose};
use crate::panes::{Motion, MotionKind, MovingPose, Scene, ScenePair};
use crate::session::{Glide, TRANSITION_SECONDS};
use crate::sheets::{
    FrameTimes, Moved, PageOptions, Recorder, SceneModels, ScenePage, Sheet, SheetCaption, SheetFrame, SheetPane,
    SheetRenderer, begins_again, bounds_of_motion, largest_distance_of_motion,
};
use crate::view::{Camera, PaintRange};
use crate::work::Progress;
use image::RgbaImage;
use std::sync::Arc;

/// Default duration of a scene without a motion. It is enough to read most captions.
pub const STILL_SECONDS: f32 = 4.0;

/// A scene with its moments.
pub(super) struct Shot {
    scene: Arc<Scene>,
    page: ScenePage,
    content: Content,
    times: FrameTimes,
    /// Count of frames of the transition from the previous scene, which precede all others.
    glide_frames: u32,
}

enum Content {
    Ready(Box<ReadyScene>),
    /// Reason why nothing can be shown.
    Missing(String),
}

/// A scene that fits its model.
pub(super) struct ReadyScene {
    pub model: Arc<Model>,
    pub pair: Option<ScenePair>,
    source: ModelSource,
    pub pose: Pose,
    motion: Option<(Motion, MovingPose)>,
}

/// What the frames of a shot share. It is made when the first one is drawn, and serves the next drawing, too.
#[derive(Default)]
pub(super) struct Kept<'a> {
    models: Option<SceneModels>,
    of_motion: Option<OfMotion<'a>>,
}

impl From<SceneModels> for Kept<'_> {
    fn from(models: SceneModels) -> Self {
        Self { models: Some(models), of_motion: None }
    }
}

/// What holds for the whole motion: nothing may jump, and colors must not change their meaning from frame to frame.
struct OfMotion<'a> {
    framing: Framing<'a>,
    /// The largest distance of the difference maps, in scene units. `None` if there are no such maps.
    largest_distance: Option<f32>,
}

/// View of a shot's last frame.
pub(super) struct LastView {
    pose: Pose,
    /// Camera of the panes without a view of their own.
    camera: Camera,
}

impl Shot {
    /// Creates a shot of a scene whose models fit it, the first with its twist joints. `is_alone` says that no other
    /// scene follows, so that the film may be repeated.
    pub fn new(
        FilmScene { scene, motion, page }: &FilmScene,
        (model, pair): (Arc<Model>, Option<ScenePair>),
        look: &FilmLook,
        is_alone: bool,
    ) -> Result<Self, SceneFailure> {
        let pose = scene.pose(&model)?;
        let rate = look.rate.per_second();
        let motion = match motion {
            Some(motion) => Some((motion.clone(), scene.moving_pose(&model, &motion.kind)?)),
            None => None,
        };
        let still = FrameTimes::still(look.still_seconds, rate);
        let times = match &motion {
            Some((motion, moving)) if is_alone => FrameTimes::of(motion, rate, begins_again(motion, moving)),
            Some((motion, _)) => FrameTimes::filling(still.count, motion, rate),
            None => still,
        };
        let source = ModelSource::from(&scene.model);
        let content = Content::Ready(Box::new(ReadyScene { model, pair, source, pose, motion }));
        Ok(Self { scene: Arc::clone(scene), page: page.clone(), content, times, glide_frames: 0 })
    }

    /// Page in place of a scene that cannot be shown.
    pub fn missing(FilmScene { scene, page, .. }: &FilmScene, error: &SceneFailure, look: &FilmLook) -> Self {
        let times = FrameTimes::still(look.still_seconds, look.rate.per_second());
        let content = Content::Missing(error.words());
        Self { scene: Arc::clone(scene), page: page.clone(), content, times, glide_frames: 0 }
    }

    /// The same shot with the transition from the previous shot. There is none from another model or rig, and none
    /// where nothing would move.
    #[must_use]
    pub fn gliding_from(self, before: &Self, look: &FilmLook) -> Self {
        let (Content::Ready(to), Content::Ready(from)) = (&self.content, &before.content) else { return self };
        let is_same_rig = from.source == to.source
            && before.scene.rig() == self.scene.rig()
            && before.scene.second == self.scene.second;
        let moves = from.pose_at_end() != to.pose_at_start() || before.scene.view != self.scene.view;
        let frames = (TRANSITION_SECONDS * look.rate.per_second()).round() as u32;
        Self { glide_frames: if is_same_rig && moves { frames } else { 0 }, ..self }
    }

    /// Notes for the user about its models.
    pub fn notes(&self) -> Vec<String> {
        match &self.content {
            Content::Ready(ready) => ready.pair.as_ref().map(ScenePair::notes).unwrap_or_default(),
            Content::Missing(_) => Vec::new(),
        }
    }

    pub fn is_ready(&self) -> bool {
        matches!(self.content, Content::Ready(_))
    }

    pub fn frames(&self) -> u32 {
        self.glide_frames.saturating_add(self.times.count)
    }

    pub fn glide_frames(&self) -> u32 {
        self.glide_frames
    }

    /// Draws frames by their indices, in order, until `take` returns false. Returns the view of the last frame.
    /// Canceling the progress also stops work that precedes the first frame.
    pub fn draw<'a>(
        &'a self,
        on: (&GpuContext, &Progress, &mut Kept<'a>),
        look: &FilmLook,
        frames: &[u32],
        before: Option<&LastView>,
        take: &mut dyn FnMut(RgbaImage) -> bool,
    ) -> Result<Option<LastView>, FilmFailure> {
        match &self.content {
            Content::Ready(ready) => self.draw_scene(ready, on, look, frames, before, take),
            Content::Missing(words) => {
                let picture = self.placeholder(on.0, look, words)?;
                let _ = frames.iter().all(|_| take(picture.clone()));
                Ok(None)
            }
        }
    }

    fn draw_scene<'a>(
        &'a self,
        ready: &'a ReadyScene,
        (context, progress, kept): (&GpuContext, &Progress, &mut Kept<'a>),
        look: &FilmLook,
        frames: &[u32],
        before: Option<&LastView>,
        take: &mut dyn FnMut(RgbaImage) -> bool,
    ) -> Result<Option<LastView>, FilmFailure> {
        let Self { scene, times, .. } = self;
        let (model, pair) = (&ready.model, ready.pair.as_ref());
        let settings = scene.panes();
        let models = match &mut kept.models {
            Some(models) => models,
            none => none.insert(upload(
                context,
                (model, None),
                pair,
                &settings,
                &CenterStore::of_user(),
                &progress.uncounted_part(),
            )?),
        };
        models.show_parts(context, scene.shown_parts(model, pair)?)?;
        let mut panes = models.panes(&settings, pair, look.theme, scene.selected_joint(model)?, scene.vertex);
        for pane in &mut panes {
            pane.picture.transparent = look.transparent;
        }
        let source = scene.source();
        let of_motion = match &mut kept.of_motion {
            Some(of_motion) => of_motion,
            none => {
                let sheet = self.sheet(&ready.pose, &panes, &source, look);
                let largest_distance =
                    largest_distance_of_motion(context, &sheet, pair, ready.moved(), times, progress)?;
                let framing = Framing::new((scene, &self.page), ready, times)?;
                none.insert(OfMotion { framing, largest_distance })
            }
        };
        if let Some(largest) = of_motion.largest_distance {
            for pane in panes.iter_mut().filter(|pane| pane.picture.look.paint_range == PaintRange::Automatic) {
                pane.picture.look.paint_range = PaintRange::Fixed(largest);
            }
        }
        let mut shared_camera = None;
        let cameras = |sizes: &[[u32; 2]]| {
            let (shared, cameras) = of_motion.framing.cameras(sizes, look.size);
            shared_camera = Some(shared);
            cameras
        };
        let meter = meter(scene, model, pair, models)?;
        let (marks, on_the_way) = (|pose: &Pose| meter.marks(pose), |pose: &Pose| meter.marks_on_the_way(pose));
        let layout = (self.is_slide() && look.columns.is_none()).then(|| scene.layout());
        let (sheet, options) = (self.sheet(&ready.pose, &panes, &source, look), self.page_options(look));
        let recorder = Recorder::new(context, sheet, options, ready.moved(), layout.as_ref(), cameras)
            .with_marks(&marks)
            .with_second(pair);
        let mut recorder = recorder.canceled_with(progress);
        let glide = before.map(|LastView { pose, camera }| Glide { from_pose: pose.clone(), from_camera: *camera });
        let to_pose = ready.pose_at_start();
        for &frame in frames {
            let picture = match &glide {
                Some(glide) if frame < self.glide_frames => {
                    let elapsed =
                        TRANSITION_SECONDS * f64::from(frame + 1) / f64::from(self.glide_frames.saturating_add(1));
                    let pose = glide.pose(&to_pose, elapsed);
                    let cameras = recorder.cameras().iter().zip(&scene.panes).map(|(camera, pane)| match pane.view {
                        None => glide.camera(*camera, elapsed),
                        Some(_) => *camera,
                    });
                    let cameras: Vec<Camera> = cameras.collect();
                    recorder.draw_on_the_way(&pose, &cameras, &on_the_way)?
                }
                _ => recorder.draw(times.at(frame.saturating_sub(self.glide_frames)))?,
            };
            if !take(picture) {
                break;
            }
        }
        let camera = shared_camera.map(|camera| ready.camera_at_end(camera));
        Ok(camera.map(|camera| LastView { pose: ready.pose_at_end(), camera }))
    }

    fn is_slide(&self) -> bool {
        matches!(self.page, ScenePage::Slide)
    }

    fn sheet<'a>(&'a self, pose: &'a Pose, panes: &'a [SheetPane<'a>], source: &'a str, look: &FilmLook) -> Sheet<'a> {
        let Self { scene, page, .. } = self;
        let columns = look.columns.or_else(|| self.is_slide().then(|| scene.layout().shape(panes.len()).0));
        let caption = if look.caption { page.caption(scene, source) } else { SheetCaption::None };
        Sheet { pose, panes, caption, size: look.size, columns, legend: look.legend }
    }

    fn page_options(&self, look: &FilmLook) -> PageOptions {
        PageOptions {
            titles: look.titles,
            supersample: look.supersample,
            theme: Some(look.theme),
            for_a_hall: self.is_slide(),
            ..PageOptions::default()
        }
    }

    /// Page with the reason why the scene is not shown, and its caption.
    fn placeholder(&self, context: &GpuContext, look: &FilmLook, words: &str) -> Result<RgbaImage, FilmFailure> {
        let nothing = Pose::default();
        let source = self.scene.source();
        let sheet = self.sheet(&nothing, &[], &source, look);
        let mut renderer = SheetRenderer::new(context, sheet, self.page_options(look)).saying(words);
        let frame = SheetFrame { views: Vec::new(), caption: sheet.caption, mix: None };
        Ok(renderer.draw(&frame, &Progress::default())?.picture)
    }
}

impl ReadyScene {
    fn pose_at_start(&self) -> Pose {
        self.pose_at(0.0)
    }

    fn pose_at_end(&self) -> Pose {
        self.pose_at(self.motion.as_ref().map_or(0.0, |(motion, _)| motion.total_seconds()))
    }

    fn pose_at(&self, elapsed_seconds: f32) -> Pose {
        match &self.motion {
            Some((motion, moving)) => moving.at(motion.value_at(elapsed_seconds)),
            None => self.pose.clone(),
        }
    }

    fn moved(&self) -> Option<Moved<'_>> {
        self.motion.as_ref().map(|(motion, moving)| (motion, moving))
    }

    /// Box around all poses. `bounds_of_pose` gives the box of each.
    pub fn bounds_of_motion(&self, times: &FrameTimes, bounds_of_pose: impl Fn(&Pose) -> Bounds) -> Bounds {
        match self.moved() {
            Some((motion, moving)) => bounds_of_motion(moving, motion, times, bounds_of_pose),
            None => bounds_of_pose(&self.pose),
        }
    }

    /// Whether the camera goes around.
    pub fn turns(&self) -> bool {
        matches!(self.motion, Some((Motion { kind: MotionKind::Turntable { .. }, .. }, _)))
    }

    fn camera_at_end(&self, mut camera: Camera) -> Camera {
        if let Some((motion, _)) = self.motion.as_ref().filter(|_| self.turns()) {
            camera.orbit(motion.value_at(f32::MAX).to_radians(), 0.0);
        }
        camera
    }
}
