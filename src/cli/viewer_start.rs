use super::arguments::{ViewArguments, ViewerArguments};
use super::given_flags::{FlagGroup, GivenFlags};
use super::model_arguments::{AccessArguments, ModelArguments};
use super::own_methods::at_absolute_path;
use super::pose_arguments::{PosedModel, ReadPose, pose_as_read};
use super::shared_arguments::{
    CacheArguments, CenterArguments, MethodChoice, PoseArguments, PosingArguments, SimilarityArguments,
};
use super::stored_arguments::StoredArguments;
use super::warnings::{Warning, Warnings};
use super::{CliError, line_of};
use crate::files::{CenterStore, ModelSource, OpenOptions, PoseStore, SessionStore, check_model, is_session_file};
use crate::report::WarningCode;
use crate::session::{
    DEMO_MODEL, Document, ErrorNotice, FirstModel, FirstPose, GivenSettings, PendingSession, ReadSession, Restoring,
    SavedModel, SavedSession, Start, StartFit,
};
use crate::view::Theme;
use clap::Args;
use std::path::Path;
use std::sync::Arc;

/// First view of the viewer: the model, pose, clip and settings given on the command line, and otherwise those of the
/// last session.
///
/// # Errors
/// If a flag is invalid, or a file cannot be read. What depends on the contents of the model is found out once it is
/// open.
pub(super) fn viewer_start(arguments: &ViewerArguments, given: &GivenFlags) -> Result<Start, CliError> {
    start_in(arguments, given, SessionStore::of_user())
}

fn start_in(arguments: &ViewerArguments, given: &GivenFlags, store: SessionStore) -> Result<Start, CliError> {
    let mut last = LastSession::read(store, arguments.no_restore);
    let picture = arguments.model.as_deref().filter(|model| ModelSource::named(model).picture_file().is_some());
    let session = arguments.model.as_deref().filter(|model| is_session_file(model));
    let session = session.map(PendingSession::read).transpose().map_err(CliError::Session)?;
    let scene = match (picture, arguments.scene.as_deref()) {
        (Some(picture), _) => Some(super::talk::scene_of_picture(picture)?),
        (None, wanted) => wanted.map(super::talk::scene_of_papers).transpose()?,
    };
    let scene = session.as_ref().map(|session| Arc::clone(&session.scene)).or(scene);
    let of_scene = scene.as_ref().map(|_| {
        Warnings::default().tell(ignored_with_scene(given).map(|text| Warning::new(WarningCode::FlagIgnored, text)));
        (with_scene(arguments), given.only(&READ_FOR_SCENE))
    });
    let (arguments, given) = of_scene.as_ref().map_or((arguments, given), |(arguments, given)| (arguments, given));
    let pose = &arguments.pose;
    let gives_view = given.has_any(&[ViewArguments::group_id]);
    let gives_pose = given.has_any(&[PosingArguments::group_id]) || pose.opening.version.edits_rig();
    let is_first_start = last.saved.models.is_empty() && arguments.model.is_none();
    let (source, options) = match &scene {
        Some(scene) => {
            let source = ModelSource::from(&scene.model);
            check_model(&source).map_err(CliError::SceneModel)?;
            (source, OpenOptions { variant: scene.variant.clone(), ..pose.opening.options() })
        }
        None => first_model(arguments, &mut last)?,
    };
    let last_pose = last.saved.model(&absolute(&source)).filter(|_| session.is_none()).cloned();
    let first = FirstModel {
        fit: fit(arguments, gives_pose, ReadPose::of(&pose.posing, &source)?),
        last_pose,
        given: given_settings(arguments, given),
        second: arguments.view.other.as_deref().map(|other| second_model(other, &pose.opening)).transpose()?,
        shows_demo: is_first_start && scene.is_none() && !gives_view && !gives_pose,
        // A session shows its scene itself.
        scene: scene.filter(|_| session.is_none()),
        session,
        ..FirstModel::at_rest(source, options)
    };
    Ok(Start {
        allows_outside: pose.opening.access.allow_outside,
        center_store: pose.centers.store(),
        ..last.start_with(first)
    })
}

/// Compares the command line with the first model, once that is open.
fn fit(arguments: &ViewerArguments, gives_pose: bool, read: ReadPose) -> Box<StartFit> {
    let (pose, camera) = (arguments.pose.clone(), arguments.view.camera.clone());
    let fitted = move |document: &Document| -> Result<Option<FirstPose>, CliError> {
        pose.opening.check_variant(document.variant, &document.variants)?;
        // The pose belongs to the edited rig. The session edits the rig itself, so that it stays editable.
        let (rig, edited) = pose.opening.rig(&document.source)?;
        let rigged = edited.model;
        if let Some(camera) = &camera {
            camera.joint_of(&rigged).map_err(|cause| CliError::CameraJoint { cause })?;
        }
        let posed = pose_as_read(&rigged, &read, &pose.posing)?;
        posed.warnings.iter().for_each(|warning| tracing::warn!("{warning}"));
        let PosedModel { overrides, limits, clip, .. } = posed;
        Ok(gives_pose.then_some(FirstPose { rig, overrides, limits, clip }))
    };
    Box::new(move |document| fitted(document).map_err(|error| line_of(&error)))
}

/// Groups of flags that work together with a scene, next to the viewer's own. The scene sets all others: models, pose,
/// panes and cameras.
const READ_FOR_SCENE: [FlagGroup; 2] = [CacheArguments::group_id, AccessArguments::group_id];

/// The arguments with only the flags that work together with a scene.
fn with_scene(arguments: &ViewerArguments) -> ViewerArguments {
    let ViewerArguments { model, scene, light, no_restore, pose, .. } = arguments;
    let opening = ModelArguments { access: pose.opening.access.clone(), ..ModelArguments::default() };
    let centers = CenterArguments { cache: pose.centers.cache.clone(), ..CenterArguments::default() };
    ViewerArguments {
        model: model.clone(),
        view: ViewArguments::default(),
        pose: PoseArguments { centers, opening, ..PoseArguments::default() },
        scene: scene.clone(),
        light: *light,
        no_restore: *no_restore,
    }
}

/// Names the given flags that a scene overrides.
pub(super) fn ignored_with_scene(given: &GivenFlags) -> Option<String> {
    let ignored = given.besides(&READ_FOR_SCENE)?;
    Some(format!("the scene sets the model, pose, panes and cameras itself; ignored: {ignored}"))
}

/// The second model, in the look of its file: variants and twist joints belong to the first.
fn second_model(path: &Path, opening: &ModelArguments) -> Result<(ModelSource, OpenOptions), CliError> {
    let source = ModelSource::named(path);
    check_model(&source)?;
    Ok((source, OpenOptions { access: opening.access.access(), ..OpenOptions::default() }))
}

/// Remains of the last session.
pub(super) struct LastSession {
    saved: SavedSession,
    restoring: Restoring,
    /// Recent files, kept even if nothing else is restored.
    recent: Vec<String>,
    /// Reason why it cannot be restored.
    notice: Option<ErrorNotice>,
}

impl LastSession {
    pub(super) fn read(store: SessionStore, no_restore: bool) -> Self {
        let read = if no_restore { ReadSession::default() } else { SavedSession::read(&store) };
        let restores = !no_restore && read.saved.restores;
        let restoring = Restoring::in_store(store, restores && read.may_replace);
        let keeps_recent = !no_restore && read.may_replace;
        let restoring = if keeps_recent { restoring.keeping_recent() } else { restoring };
        let recent = read.saved.recent.clone();
        let saved = if restores { read.saved } else { SavedSession::default() };
        let title = || "The last session was not restored".to_owned();
        let notice = read.problem.map(|details| ErrorNotice::new(title(), details));
        Self { saved, restoring, recent, notice }
    }

    /// The session that goes on with this model.
    pub(super) fn start_with(self, first: FirstModel) -> Start {
        let Self { saved, restoring, recent, notice } = self;
        Start {
            first,
            saved,
            restoring,
            recent,
            talk: None,
            notice,
            allows_outside: false,
            center_store: CenterStore::of_user(),
            pose_store: PoseStore::of_user(),
        }
    }
}

/// The given model, or else the last one, or else the model of a first start.
fn first_model(arguments: &ViewerArguments, last: &mut LastSession) -> Result<(ModelSource, OpenOptions), CliError> {
    let opening = &arguments.pose.opening;
    if let Some(model) = &arguments.model {
        let source = ModelSource::named(model);
        check_model(&source)?;
        let saved = last.saved.model(&absolute(&source));
        let options = saved.map_or_else(|| opening.options(), |saved| again(saved, opening));
        return Ok((source, options));
    }
    if let Some((saved, source)) = last.saved.models.first().and_then(|saved| Some((saved, saved.source()?))) {
        match check_model(&source) {
            Ok(()) => return Ok((source, again(saved, opening))),
            Err(error) => {
                let title = "The last model could not be opened".to_owned();
                last.notice = Some(ErrorNotice::new(title, error.to_string()));
            }
        }
    }
    Ok((ModelSource::Bundled(DEMO_MODEL), opening.options()))
}

/// Options with which a model of the last session is opened again.
fn again(saved: &SavedModel, opening: &ModelArguments) -> OpenOptions {
    let mut options = saved.options();
    options.access.outside = opening.access.allow_outside;
    options.variant = opening.version.variant.clone().or(options.variant);
    options
}

/// A source with an absolute path, as saved ones have.
fn absolute(source: &ModelSource) -> ModelSource {
    match source {
        ModelSource::File(path) => ModelSource::File(std::path::absolute(path).unwrap_or_else(|_| path.clone())),
        bundled @ ModelSource::Bundled(_) => bundled.clone(),
    }
}

fn given_settings(arguments: &ViewerArguments, given: &GivenFlags) -> GivenSettings {
    let PoseArguments { blending, scaling, stored, centers, .. } = &arguments.pose;
    let ViewArguments { panes, camera, method, .. } = &arguments.view;
    GivenSettings {
        panes: MethodChoice::methods(panes).into_iter().map(at_absolute_path).collect(),
        camera: camera.clone(),
        method: method.map(at_absolute_path),
        numbers: blending.numbers(),
        antipodality: blending.antipodality,
        scale_kind: given.has("scale").then_some(scaling.scale),
        blend: given.has("blend").then_some(blending.blend),
        phases: given.has("phases").then_some(scaling.phases),
        stored: given.has_any(&[StoredArguments::group_id]).then(|| stored.skin()),
        centers: given.has_any(&[SimilarityArguments::group_id]).then(|| centers.settings()),
        theme: arguments.light.then_some(Theme::Light),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Arguments;
    use super::*;
    use crate::bundled;
    use crate::panes::Scene;
    use crate::session::State;
    use crate::skinning::{Antipodality, SkinningMethod};
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skinscope-start-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    /// What is found out before a window opens.
    fn try_start(folder: &Path, flags: &[&str]) -> Result<Start, CliError> {
        let arguments = Arguments::try_from_line(std::iter::once("skinscope").chain(flags.iter().copied())).unwrap();
        let start = start_in(&arguments.viewer, &arguments.given, SessionStore::in_folder(folder))?;
        Ok(Start { center_store: CenterStore::none(), pose_store: PoseStore::none(), ..start })
    }

    /// A session whose models have been read.
    fn start(folder: &Path, flags: &[&str]) -> State {
        let (sender, woken) = std::sync::mpsc::channel();
        let wake = move || {
            let _ = sender.send(());
        };
        let mut state = State::start(try_start(folder, flags).unwrap(), Arc::new(wake));
        state.jobs.loader.prepare_with(Arc::new(|_, _| {}));
        while state.jobs.loader.opening.is_running() || state.jobs.loader.adding.is_running() {
            woken.recv_timeout(std::time::Duration::from_secs(60)).unwrap();
            state.take_results();
        }
        state
    }

    /// The message about flags that do not fit the model.
    fn misfit(folder: &Path, flags: &[&str]) -> String {
        let error = start(folder, flags).interface.error.unwrap();
        assert_eq!(error.title, "The command line does not fit the model", "{error:?}");
        error.details
    }

    fn methods(state: &State) -> Vec<SkinningMethod> {
        state.edit.panes.iter().map(|pane| pane.settings.skinning.method).collect()
    }

    #[test]
    fn the_command_line_wins_over_what_is_restored() {
        use crate::session::Command;
        let folder = folder("flags");
        let mut state = start(&folder, &["bar"]);
        for command in [
            Command::SetPaneCount(3),
            Command::SetAntipodality { pane: 1, antipodality: Some(Antipodality::PerBone) },
            Command::SetTheme(Theme::Light),
            Command::TakePose(0),
            Command::Quit,
        ] {
            state.apply(command);
        }
        assert!(state.interface.quit);
        let posed = state.edit.overrides.clone();

        let again = start(&folder, &[]);
        assert_eq!(methods(&again), methods(&state));
        assert_eq!(again.edit.panes[1].settings, state.edit.panes[1].settings);
        assert_eq!((again.interface.theme, &again.edit.overrides), (Theme::Light, &posed));
        assert_eq!(again.documents.first.as_ref().unwrap().model.name, "bar");
        // A flag that repeats the default is given too.
        let given = start(&folder, &["--method", "dib", "--antipodality", "per-vertex"]);
        assert_eq!(methods(&given)[..2], [SkinningMethod::Dib, SkinningMethod::Dqs]);
        assert_eq!(given.edit.panes[1].settings.skinning.antipodality(), Antipodality::PerVertex);
        assert_eq!(given.edit.overrides, posed);
        let set = start(&folder, &["bar", "--set", "mid:rx=10"]);
        assert!(set.edit.overrides != posed && set.edit.overrides.len() == 1);
        let other = start(&folder, &["limb"]);
        assert!(other.edit.overrides.is_empty() && other.edit.panes.len() == 3);
        let fresh = start(&folder, &["bar", "--no-restore"]);
        assert!(fresh.edit.overrides.is_empty() && fresh.edit.panes.len() == 2);
        assert_eq!(fresh.interface.theme, Theme::Dark);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// Any flag of the pose replaces the pose in which the model was last shown.
    #[test]
    fn the_pose_of_the_command_line_wins_over_the_last_one() {
        use crate::session::Command;
        let folder = folder("last-pose");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/import/good/morph-default-weights.glb");
        let mut state = start(&folder, &[file]);
        state.apply(Command::SetMorph { target: 0, weight: Some(0.125) });
        state.apply(Command::Quit);
        let weights = |flags: &[&str]| start(&folder, &[&[file], flags].concat()).pose.morph_weights.clone();
        assert_eq!(weights(&[]), [0.125, 0.25]);
        assert_eq!(weights(&["--morph", "#2/1=1"]), [0.5, 1.0]);
        assert_eq!(weights(&["--set", "elbow:rx=10"]), [0.5, 0.25]);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_second_model_may_read_outside_its_folder_too() {
        let folder = folder("outside");
        let inner = folder.join("inner");
        std::fs::create_dir_all(&inner).unwrap();
        let text =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/import/good/asset-only.gltf"));
        let mut json: serde_json::Value = serde_json::from_str(&text.unwrap()).unwrap();
        json["buffers"] = serde_json::json!([{"uri": "../outside.bin", "byteLength": 4}]);
        let path = inner.join("second.gltf");
        std::fs::write(&path, json.to_string()).unwrap();
        std::fs::write(folder.join("outside.bin"), [0; 4]).unwrap();
        let opened = |flags: &[&str]| start(&folder, &[&["bar", path.to_str().unwrap()], flags].concat());
        let refused = opened(&[]);
        assert_eq!(refused.interface.error.as_ref().unwrap().title, "Could not open second.gltf");
        assert!(refused.second().is_none() && refused.documents.first.is_some(), "the first stays");
        assert!(opened(&["--allow-outside"]).second().is_some());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// These end the program with their status and show no window.
    #[test]
    fn what_can_be_told_without_the_contents_of_a_model_is_told_before_a_window() {
        use super::super::ExitStatus;
        let folder = folder("told");
        std::fs::create_dir_all(&folder).unwrap();
        let file = |name: &str, bytes: &[u8]| {
            std::fs::write(folder.join(name), bytes).unwrap();
            folder.join(name).to_str().unwrap().to_owned()
        };
        let fbx = file("hero.fbx", b"Kaydara FBX Binary  \0");
        let here = folder.to_str().unwrap();
        for (flags, status, words) in [
            (&["no/such.glb"][..], ExitStatus::Failed, "no/such.glb"),
            (&["no-such-model"], ExitStatus::Usage, "bundled models are"),
            (&[here], ExitStatus::Failed, "not a file"),
            (&[&fbx], ExitStatus::Failed, "hero.fbx"),
            (&["bar", "no/such.glb"], ExitStatus::Failed, "no/such.glb"),
            (&["bar", "--pose", "no/such.json"], ExitStatus::Failed, "no/such.json"),
            (&["bar", "--pose", "no-such-pose"], ExitStatus::Usage, "its poses are"),
        ] {
            let error = try_start(&folder, flags).err().unwrap();
            assert_eq!(error.exit_status(), status, "{flags:?}: {error}");
            assert!(error.to_string().contains(words), "{flags:?}: {error}");
        }
        // A file that turns out to be broken leaves the empty window, and the panes as they were.
        let broken = start(&folder, &[&file("broken.glb", b"glTF"), "--panes", "dqs"]);
        let error = broken.interface.error.as_ref().unwrap();
        assert_eq!(error.title, "Could not open broken.glb");
        assert!(broken.documents.first.is_none() && methods(&broken) == [SkinningMethod::Dqs]);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// The model opens as it was left, as if nothing had been given for it.
    #[test]
    fn flags_that_do_not_fit_the_model_lose_nothing() {
        use crate::session::Command;
        let folder = folder("misfit");
        let mut state = start(&folder, &["bar"]);
        state.apply(Command::TakePose(0));
        state.apply(Command::Quit);
        for (flags, words) in [
            (&["--set", "mdi:rx=1"][..], "did you mean \"mid\""),
            (&["--set", "mid:rx=1", "--twist", "mdi:2"], "did you mean \"mid\""),
            (&["--clip", "Run"], "no clips at all"),
            (&["--variant", "red"], "the file has no variants"),
        ] {
            let again = start(&folder, &[&["bar"], flags].concat());
            assert_eq!(again.edit.overrides, state.edit.overrides, "{flags:?}");
            let error = misfit(&folder, &[&["bar"], flags].concat());
            assert!(error.contains(words) && error.lines().count() == 1, "{flags:?}: {error}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// Undo does not lead to the empty window that was shown while the models opened.
    #[test]
    fn the_history_begins_with_what_the_command_line_asks_for() {
        use crate::session::Command;
        let folder = folder("history");
        let mut starting = State::start(try_start(&folder, &["bar", "limb"]).unwrap(), Arc::new(|| {}));
        starting.feed_history(0.0, false);
        assert!(starting.documents.first.is_none() && starting.history.is_empty() && starting.session_key().is_none());
        starting.jobs.loader.prepare_with(Arc::new(|_, _| {}));
        while starting.second().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
            starting.take_results();
            starting.feed_history(1.0, false);
        }
        let names: Vec<&str> = starting.history.steps().iter().map(|step| step.name.as_str()).collect();
        assert_eq!(names, ["Open bar"]);
        assert_eq!(starting.edit.panes.len(), 4, "both models in both panes");
        assert!(starting.session_key().is_some());
        // What is done while the second model is read can be undone.
        let mut edited = State::start(try_start(&folder, &["bar", "limb"]).unwrap(), Arc::new(|| {}));
        edited.jobs.loader.prepare_with(Arc::new(|_, _| {}));
        while edited.documents.first.is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
            edited.take_results();
        }
        let panes = edited.edit.panes.len();
        edited.apply(Command::SetPaneCount(5));
        assert!(edited.session_key().is_some());
        while edited.second().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
            edited.take_results();
        }
        edited.apply(Command::Undo);
        edited.apply(Command::Undo);
        assert_eq!(edited.edit.panes.len(), panes, "{:?}", edited.history.steps().len());
        // A model that was opened instead has no such claim.
        let mut other = State::start(try_start(&folder, &["bar", "--set", "mid:rx=50"]).unwrap(), Arc::new(|| {}));
        other.apply(Command::CancelOpening);
        other.feed_history(0.0, false);
        let names: Vec<&str> = other.history.steps().iter().map(|step| step.name.as_str()).collect();
        assert_eq!(names, ["No model open"]);
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_model_that_is_gone_is_no_obstacle() {
        use crate::session::Command;
        let folder = folder("gone");
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("own.glb");
        std::fs::write(&path, bundled::glb_bytes("limb").unwrap()).unwrap();
        let mut state = start(&folder, &[path.to_str().unwrap()]);
        state.apply(Command::SetPaneCount(4));
        state.apply(Command::Quit);
        std::fs::remove_file(&path).unwrap();
        let again = start(&folder, &[]);
        let error = again.interface.error.as_ref().unwrap();
        assert!(error.details.contains("own.glb"), "{error:?}");
        assert_eq!(again.edit.panes.len(), 4);
        assert_eq!(again.documents.first.as_ref().unwrap().model.name, DEMO_MODEL);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_first_start_demonstrates_three_methods_and_others_do_not() {
        use crate::session::Command;
        let folder = folder("demo");
        let mut state = start(&folder, &[]);
        assert!(state.interface.demo.is_some());
        assert!(state.interface.tour.as_ref().is_some_and(|tour| tour.step.is_none()), "the tour is offered");
        assert_eq!(methods(&state), [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::Cor]);
        let turned = |state: &State| {
            let node = state.documents.first.as_ref().unwrap().model.skeleton.find("forearm.L").unwrap();
            state.angles_degrees(node).y.abs()
        };
        assert!((turned(&state) - 120.0).abs() < 1e-2, "bent before anything moves");
        assert!(state.advance_demo(2.0) && turned(&state) < 1e-2);
        assert!(state.advance_demo(2.0) && (turned(&state) - 120.0).abs() < 1e-2);
        assert!(state.advance_demo(1.0) && (turned(&state) - 60.0).abs() < 1.0);
        // Any command ends the drag and keeps the pose; undo restores it.
        state.apply(Command::SelectJoint(None));
        assert!(state.interface.demo.is_none() && !state.advance_demo(1.0));
        assert!((turned(&state) - 60.0).abs() < 1.0);
        state.apply(Command::Undo);
        assert!(turned(&state) < 1e-3);
        let mut again = start(&folder, &["--no-restore"]);
        assert!(again.interface.tour.is_none(), "offered once, and not to those who want no session");
        while again.advance_demo(0.5) {}
        assert!((turned(&again) - 120.0).abs() < 1e-2, "it ends bent");
        state.apply(Command::Quit);
        let second = start(&folder, &[]);
        assert!(second.interface.demo.is_none() && second.interface.tour.is_none(), "the second start restores");
        for given in [["bar"].as_slice(), &["--method", "dib", "--no-restore"]] {
            assert!(start(&folder, given).interface.demo.is_none(), "{given:?}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_camera_can_frame_a_joint() {
        use crate::session::Framing;
        let folder = folder("camera-joint");
        let framed = |flags: &[&str]| match start(&folder, flags).view.frame {
            Some(Framing::Box(bounds)) => bounds,
            other => panic!("{other:?}"),
        };
        let by = |camera, flags: &[&str]| framed(&[&["mannequin", "--no-restore", "--camera", camera], flags].concat());
        let [whole, elbow] = ["front", "front,joint=forearm.L"].map(|camera| by(camera, &[]));
        assert!(elbow.extent() < 0.5 * whole.extent(), "{elbow:?} of {whole:?}");
        let first = ["--method", "two-phase-dqs", "--phases", "first", "--set", "upper_arm.L:ry=60"];
        assert_eq!(by("front,joint=forearm.L", &first), elbow, "the first phase alone turns nothing");
        let error = misfit(&folder, &["mannequin", "--camera", "joint=forarm.L"]);
        assert!(error.contains("--camera: ") && error.contains("did you mean \"forearm.L\"?"), "{error}");
        // The folder exists only if something was saved.
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_picture_opens_as_the_scene_that_it_holds() {
        use crate::files::{picture_bytes, picture_texts};
        let folder = folder("picture");
        std::fs::create_dir_all(&folder).unwrap();
        let scene = Scene::find("kavan-fig-7").unwrap();
        let path = folder.join("cracks.png");
        let texts = picture_texts([], Some(&crate::panes::write_scene(scene)));
        std::fs::write(&path, picture_bytes([1, 1], &[0; 4], &texts).unwrap()).unwrap();
        let flags = [path.to_str().unwrap(), "--set", "elbow:rx=9", "--panes", "dib", "--light", "--blend", "0.5"];
        let state = start(&folder, &flags);
        assert_eq!(state.edit.panes.len(), scene.panes.len(), "and a joint that the model lacks is no error");
        let arguments = Arguments::try_from_line(std::iter::once("skinscope").chain(flags)).unwrap();
        let ignored = ignored_with_scene(&arguments.given).unwrap();
        let mut named: Vec<&str> = ignored.rsplit_once(": ").unwrap().1.split(", ").collect();
        named.sort_unstable();
        assert_eq!(named, ["--blend", "--panes", "--set"], "{ignored}");
        let beside = [path.to_str().unwrap(), "--light", "--no-cache"];
        let state = start(&folder, &beside);
        let arguments = Arguments::try_from_line(std::iter::once("skinscope").chain(beside)).unwrap();
        assert_eq!(ignored_with_scene(&arguments.given), None);
        assert_eq!(state.edit.scene.as_deref().map(|scene| scene.id.as_str()), Some("kavan-fig-7"));
        assert_eq!(state.edit.panes.len(), scene.panes.len());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_session_file_opens_as_it_was_saved_and_stays_with_the_session() {
        use crate::session::Command;
        let folder = folder("session-file");
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("own.skinscope");
        let mut state = start(&folder, &["bar"]);
        for command in [Command::SetPaneCount(3), Command::TakePose(0), Command::SaveSessionAs(path.clone())] {
            state.apply(command);
        }
        state.apply(Command::Quit);
        let is_same = |other: &State| {
            assert_eq!((other.edit.panes.len(), &other.edit.overrides), (3, &state.edit.overrides));
            assert_eq!(other.title(), "own.skinscope - skinscope");
        };
        is_same(&start(&folder, &[path.to_str().unwrap(), "--no-restore"]));
        let mut restored = start(&folder, &[]);
        is_same(&restored);
        restored.apply(Command::ResetPose);
        assert_eq!(restored.title(), "* own.skinscope - skinscope");
        std::fs::write(&path, "not a session").unwrap();
        let error = try_start(&folder, &[path.to_str().unwrap()]).err().unwrap().to_string();
        assert!(error.contains("not a session file") && error.ends_with("own.skinscope"), "{error}");
        assert_eq!(error.lines().count(), 1);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
