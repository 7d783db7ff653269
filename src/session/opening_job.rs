//! Reading a model in the background: its progress and its result.

use super::document::Document;
use super::start::FirstModel;
use crate::files::{ModelSource, OpenOptions, StampedFile, open_model_watched};
use crate::model::Model;
use crate::panes::Scene;
use crate::work::{JobFailure, Progress};
use std::sync::{Arc, OnceLock};

/// Preparation of a model on the loading thread before it is shown, such as its upload to the GPU.
pub type PrepareModel = dyn Fn(&Arc<Model>, &Progress) + Send + Sync;

/// A preparation that is there once the window is.
pub(super) type Preparation = OnceLock<Arc<PrepareModel>>;

/// A model that is being opened.
pub struct OpeningModel {
    /// File name or bundled name, for display.
    pub(super) name: String,
    pub(super) then: Then,
}

/// What the session shows once the model is open.
pub enum Then {
    /// The model at rest.
    Rest,
    Scene(Arc<Scene>),
    /// What the program was started with.
    Start(Box<FirstModel>),
}

/// A second model that is being read.
pub struct AddingModel {
    /// File name or bundled name, for display.
    pub(super) name: String,
    /// Whether the program was started with it.
    pub(super) is_of_start: bool,
}

/// Number of steps of preparing a model: the computation of derived data, which counts once it is done, and the upload.
const PREPARE_STEPS: u64 = 2;

/// A model that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// File name or bundled name, for display.
    pub name: &'a str,
    pub(super) progress: &'a Progress,
}

/// The stages of reading a model, each with the fraction of the whole at which it begins.
const STAGES: [(&str, f32); 7] = [
    ("reading", 0.0),
    ("decoding meshes", 0.1),
    ("reading clips", 0.3),
    ("decoding textures", 0.35),
    ("checking", 0.45),
    ("finding joints and outlines", 0.5),
    ("preparing for drawing", 0.6),
];

impl Opening<'_> {
    /// The current stage, such as `decoding meshes`. Empty at first.
    pub fn stage(&self) -> String {
        self.progress.note()
    }

    /// Whether the model is read and only its preparation is left.
    pub fn is_almost_open(&self) -> bool {
        STAGES.last().is_some_and(|(name, _)| *name == self.progress.note())
    }

    /// The approximate completed fraction of the whole: the durations of the stages depend on the model.
    pub fn fraction(&self) -> f32 {
        let note = self.progress.note();
        let Some(stage) = STAGES.iter().position(|(name, _)| *name == note) else { return 0.0 };
        let (begin, end) = (STAGES[stage].1, STAGES.get(stage + 1).map_or(1.0, |(_, begin)| *begin));
        begin + (end - begin) * self.progress.fraction()
    }
}

/// Result of reading a model.
pub struct ReadModel {
    /// The document, still without its final id, or the reason why there is none.
    pub result: Result<Box<Document>, String>,
    /// The files that it was or should have been read from.
    pub files: Vec<StampedFile>,
}

/// What was read, or the reason for the user why nothing was.
pub(super) fn read_of_job(read: Result<ReadModel, JobFailure>) -> ReadModel {
    const UNEXPECTED: &str =
        "Reading the file failed unexpectedly. This is a bug in skinscope. Please report it and attach the file.";
    read.unwrap_or_else(|_| ReadModel { result: Err(UNEXPECTED.to_owned()), files: Vec::new() })
}

/// Reads a model and computes the data that the panels and the GPU need; for the GPU only if it is not the `open` one.
/// `prepare` is waited for. A canceled job ends in an error, which nobody waits for.
pub(super) fn read_model(
    source: &ModelSource,
    options: &OpenOptions,
    open: Option<&Document>,
    prepare: Option<&Preparation>,
    progress: &Progress,
) -> ReadModel {
    let opened = open_model_watched(source, options, progress);
    let result = opened.result.map_err(|error| error.to_string()).and_then(|opened| {
        if progress.is_canceled() {
            return Err("reading was canceled".to_owned());
        }
        progress.begin_stage("finding joints and outlines", 0);
        let document = Box::new(Document::new(0, opened));
        let is_new = open.is_none_or(|open| !document.is_same_read(open));
        if let Some(prepare) = prepare.filter(|_| is_new && !progress.is_canceled()) {
            progress.begin_stage("preparing for drawing", PREPARE_STEPS);
            prepare.wait()(&document.model, progress);
        }
        Ok(document)
    });
    ReadModel { result, files: opened.files }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn prepared_by(prepare: impl Fn(&Arc<Model>, &Progress) + Send + Sync + 'static) -> Preparation {
        Preparation::from(Arc::new(prepare) as Arc<PrepareModel>)
    }

    #[test]
    fn a_model_is_prepared_last_and_a_canceled_one_is_not() {
        let prepared = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&prepared);
        let progress = Progress::default();
        let prepare = prepared_by(move |model, progress| {
            seen.lock().unwrap().push((model.name.clone(), progress.note()));
        });
        assert!(
            read_model(&ModelSource::named("bar"), &OpenOptions::default(), None, Some(&prepare), &progress)
                .result
                .is_ok()
        );
        assert_eq!(*prepared.lock().unwrap(), [("bar".to_owned(), "preparing for drawing".to_owned())]);
        let open = Document::new(1, crate::files::open_model("bar").unwrap());
        assert!(
            read_model(&ModelSource::named("bar"), &OpenOptions::default(), Some(&open), Some(&prepare), &progress)
                .result
                .is_ok()
        );
        assert_eq!(prepared.lock().unwrap().len(), 1, "it is drawn already");
        progress.cancel();
        assert!(
            read_model(&ModelSource::named("bar"), &OpenOptions::default(), None, Some(&prepare), &progress)
                .result
                .is_err()
        );
        assert_eq!(prepared.lock().unwrap().len(), 1);
    }

    #[test]
    fn a_newer_request_replaces_an_older_one_and_a_canceled_one_leaves_what_was_open() {
        use super::super::test_support::waking_state;
        use super::super::{Command, State};
        use crate::files::open_model;
        let (mut state, woken) = waking_state();
        state.show_document(open_model("bar").unwrap());
        let open = |state: &mut State, name: &str| {
            state.apply(Command::Open(ModelSource::named(name)));
            Arc::clone(state.jobs.loader.opening.running().unwrap().1)
        };
        let first = open(&mut state, "cloth");
        let second = open(&mut state, "limb");
        assert!(first.is_canceled() && !second.is_canceled());
        let wait = |state: &mut State, jobs: usize| {
            for _ in 0..jobs {
                woken.recv_timeout(std::time::Duration::from_secs(60)).unwrap();
            }
            state.take_results();
            state.documents.first.as_ref().unwrap().model.name.clone()
        };
        assert_eq!(wait(&mut state, 2), "limb");
        assert_eq!(state.history.steps().len(), 2, "the first one was never shown");
        let third = open(&mut state, "hand");
        state.apply(Command::CancelOpening);
        assert!(third.is_canceled() && !state.jobs.loader.opening.is_running());
        assert_eq!(wait(&mut state, 1), "limb");
        assert!(state.interface.error.is_none(), "a canceled file is no failure");
    }

    #[test]
    fn a_stage_says_where_in_the_whole_it_is() {
        let progress = Progress::default();
        let opening = Opening { name: "hero.glb", progress: &progress };
        progress.begin_stage("decoding meshes", 8);
        progress.advance(3);
        assert_eq!(opening.stage(), "decoding meshes");
        assert!((opening.fraction() - (0.1 + 0.2 * 0.375)).abs() < 1e-6);
        progress.begin_stage("checking", 0);
        assert_eq!((opening.stage(), opening.fraction()), ("checking".to_owned(), 0.45));
        assert!(!opening.is_almost_open());
    }

    /// Reading a model and preparing it goes through known stages only.
    #[test]
    fn the_whole_grows_from_stage_to_stage() {
        assert!(STAGES.windows(2).all(|pair| pair[0].1 < pair[1].1));
        let progress = Progress::default();
        let opening = Opening { name: "bar", progress: &progress };
        let file = std::env::temp_dir().join(format!("skinscope-stages-{}.glb", std::process::id()));
        std::fs::write(&file, crate::bundled::glb_bytes("bar").unwrap()).unwrap();
        assert!(
            read_model(
                &ModelSource::File(file.clone()),
                &OpenOptions::default(),
                None,
                Some(&prepared_by(|_, _| {})),
                &progress
            )
            .result
            .is_ok()
        );
        assert!(opening.is_almost_open() && opening.fraction() == 0.6);
        progress.advance(PREPARE_STEPS);
        assert!((opening.fraction() - 1.0).abs() < 1e-6);
        std::fs::remove_file(&file).unwrap();
    }
}
