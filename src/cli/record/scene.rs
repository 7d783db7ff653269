//! Films of a scene: its model, pose, panes, view and caption, with its own motion, a turntable or a joint that moves.

use super::arguments::{RecordArguments, RecordFormat};
use super::{check_size, film, frame_times, motion_error};
use crate::cli::scenes::{meter, natural_size, sheet_panes, upload};
use crate::cli::{CliError, talk};
use crate::files::{ModelSource, open_model};
use crate::gpu::GpuContext;
use crate::model::Pose;
use crate::panes::MovingPose;
use crate::sheets::{PageOptions, Recorder, Sheet, SheetCaption, bounds_of_motion, largest_distance_of_motion};
use crate::skinning::SkinningSettings;
use crate::view::{PaintRange, Theme};

pub(super) fn run(wanted: &str, arguments: &RecordArguments, format: RecordFormat) -> Result<(), CliError> {
    let scenes = talk::scenes(arguments.talk.as_deref())?;
    let scene = &scenes[talk::index(wanted, &scenes)?];
    let opened = open_model(ModelSource::from(&scene.model))?;
    talk::warn_of_another_file(scene, &opened);
    let model = &scene.rigged(&opened.asset.model)?;
    let motion = match (arguments.motion.motion(model, None), &scene.motion) {
        (Err(CliError::NothingMoves), Some(own)) => arguments.motion.over(own),
        (motion, _) => motion?,
    };
    let mut base = Pose::rest(&model.skeleton);
    if let Some((clip, seconds)) = scene.clip(model)? {
        model.clips[clip].sample(seconds, &mut base);
    }
    let moving = MovingPose::new(model, base, scene.pose_overrides(model)?, &motion.kind)
        .map_err(|cause| motion_error(&motion.kind, cause))?;
    let times = frame_times(&motion, &moving, arguments)?;

    let settings = scene.panes();
    let columns = arguments.columns.map_or_else(|| scene.layout.shape(settings.len()).0, usize::from);
    let size = arguments.picture.size.unwrap_or_else(|| natural_size(settings.len(), columns));
    let context = pollster::block_on(GpuContext::headless())?;
    check_size(&context, size, arguments.supersample)?;
    let models = upload(&context, model, &settings)?;
    let theme = if arguments.picture.light { Theme::Light } else { Theme::Dark };
    let mut panes = sheet_panes(&settings, &models, theme, scene.selected_joint(model)?);
    panes.iter_mut().for_each(|pane| pane.picture.transparent = arguments.transparent);
    let pose = scene.pose(model)?;
    let citation = scene.citation();
    let figure =
        SheetCaption::Figure { citation: &citation, title: scene.title_behind_citation(), text: &scene.caption };
    let sheet = |panes| Sheet {
        pose: &pose,
        panes,
        caption: if arguments.no_caption { SheetCaption::None } else { figure },
        size,
        columns: Some(columns),
        legend: !arguments.picture.no_legend,
    };
    let moved = (&motion, &moving);
    // Colors must not change their meaning from frame to frame.
    let measured = panes.clone();
    if let Some(largest) = largest_distance_of_motion(&context, &sheet(&measured), moved, &times)? {
        for pane in panes.iter_mut().filter(|pane| pane.picture.paint_range == PaintRange::Automatic) {
            pane.picture.paint_range = PaintRange::Fixed(largest);
        }
    }
    let skinning = settings.first().map_or_else(SkinningSettings::default, |pane| pane.skinning);
    let views = scene.pane_views(model, bounds_of_motion(model, &moving, &motion, &times, skinning))?;
    let cameras = |pixels| views.iter().map(|(view, bounds)| view.camera(*bounds, pixels)).collect();
    let meter = meter(scene, model, &models)?;
    let marks = |pose: &Pose| meter.marks(pose);
    let options = PageOptions { titles: !arguments.no_titles, supersample: arguments.supersample };
    let recorder = Recorder::new(&context, sheet(&panes), options, moved, cameras).with_marks(&marks);
    film(recorder, &times, arguments, format, size)
}
