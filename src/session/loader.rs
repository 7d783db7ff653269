use super::document::Document;
use super::file_request::FileRequest;
use super::opening_job::{AddingModel, Opening, OpeningModel, Preparation, PrepareModel, ReadModel, Then, read_model};
use crate::centers::{CenterParts, CenterPath, CenterSettings, Centers, update_centers};
use crate::files::{Access, CenterStore, ModelSource, OpenOptions, OpenedModel, SourceVariant, open_model_with};
use crate::model::Model;
use crate::panes::PaneModel;
use crate::work::{Job, Progress, Wake};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Shortest time in which a user closes a dialog.
const FASTEST_CANCEL: std::time::Duration = std::time::Duration::from_millis(300);

/// Shows the system's dialog for a request; the text is the suggested name of a saved file. Called on the window's
/// thread, where some systems require dialogs to start. The returned function waits on another thread and
/// returns the chosen file, or `None` if the dialog was canceled.
pub type ShowDialog = dyn Fn(FileRequest, &str) -> Box<dyn FnOnce() -> Option<PathBuf> + Send> + Send;

/// Opens files and waits for dialogs on background threads, so that the window stays responsive.
pub struct Loader {
    /// Wakes the window when a job finishes.
    wake: Wake,
    /// The model that is being opened. A newer request replaces an older one; so it is with all jobs.
    pub opening: Job<OpeningModel, ReadModel>,
    /// The file of the open model that is being read again.
    pub rereading: Job<(), ReadModel>,
    /// The second model that is being read.
    pub adding: Job<AddingModel, ReadModel>,
    /// The file of the second model that is being read again.
    pub(super) rereading_second: Job<(), ReadModel>,
    /// A model that is opened before it is shown. The result is `None` if it cannot be opened.
    pub(super) ahead: Job<SourceVariant, Option<Box<OpenedModel>>>,
    /// The search for missing files among the recent ones.
    pub(super) missing: Job<(), BTreeSet<PathBuf>>,
    /// The open dialog. The result is the chosen file, or `None` if the dialog was canceled.
    dialog: Job<OpenDialog, Option<PathBuf>>,
    /// Additional preparation of a model before it is shown. `None` if there is no window, empty while it opens.
    prepare: Option<Arc<Preparation>>,
    /// Shows the system's dialogs. `None` if there is no window.
    show_dialog: Option<Box<ShowDialog>>,
    /// Whether the system has no dialogs.
    without_dialogs: bool,
    center_store: CenterStore,
    /// Whether models may read files anywhere.
    pub allows_outside: bool,
}

/// A dialog of the system that is open.
struct OpenDialog {
    since: std::time::Instant,
    request: FileRequest,
    /// The suggested name of a saved file.
    name: String,
}

/// Outcome of a dialog of the system.
pub enum DialogResult {
    File {
        request: FileRequest,
        path: PathBuf,
    },
    /// The system could not show its dialog.
    NoDialog {
        request: FileRequest,
        name: String,
    },
}

impl Loader {
    pub fn new(wake: Wake, center_store: CenterStore) -> Self {
        // Reading a model frees several times the memory that it keeps, and the previous model is freed too.
        Self {
            opening: Job::new("reading", Arc::clone(&wake)).freeing_memory(),
            rereading: Job::new("reading again", Arc::clone(&wake)).freeing_memory(),
            adding: Job::new("reading", Arc::clone(&wake)).freeing_memory(),
            rereading_second: Job::new("reading again", Arc::clone(&wake)).freeing_memory(),
            ahead: Job::new("reading ahead", Arc::clone(&wake)).freeing_memory(),
            missing: Job::new("recent files", Arc::clone(&wake)),
            dialog: Job::new("dialog", Arc::clone(&wake)),
            wake,
            prepare: None,
            show_dialog: None,
            without_dialogs: false,
            center_store,
            allows_outside: false,
        }
    }

    /// A function that wakes the window, callable from any thread.
    pub fn wake(&self) -> Wake {
        Arc::clone(&self.wake)
    }

    /// Sets the additional preparation of a model on the loading thread, before it is shown.
    pub fn prepare_with(&mut self, prepare: Arc<PrepareModel>) {
        let is_awaited = self.prepare.as_ref().is_some_and(|awaited| awaited.set(Arc::clone(&prepare)).is_ok());
        if !is_awaited {
            self.prepare = Some(Arc::new(prepare.into()));
        }
    }

    /// Makes models that are read wait for [`Self::prepare_with`], because a window is about to open.
    pub fn await_window(&mut self) {
        self.prepare = Some(Arc::default());
    }

    /// The model that is being opened.
    pub fn opened_now(&self) -> Option<Opening<'_>> {
        self.opening.running().map(|(OpeningModel { name, .. }, progress)| Opening { name, progress })
    }

    /// Whether the first model is still being read.
    pub(super) fn is_starting(&self) -> bool {
        self.opening.running().is_some_and(|(opening, _)| matches!(opening.then, Then::Start(_)))
    }

    /// Starts opening a model with these options. The open model is no longer read again.
    pub fn open_with(&mut self, source: ModelSource, options: OpenOptions, then: Then) {
        self.rereading.cancel();
        let key = OpeningModel { name: source.label(), then };
        let read = self.reading(source, self.allowed(options), None);
        self.opening.start(key, read);
    }

    /// Starts reading the file of an open model again.
    pub fn reread(&mut self, model: PaneModel, open: Arc<Document>, options: OpenOptions) {
        let read = self.reading(open.origin.clone(), options, Some(open));
        self.rereading_of(model).start((), read);
    }

    pub(super) fn rereading_of(&mut self, model: PaneModel) -> &mut Job<(), ReadModel> {
        match model {
            PaneModel::First => &mut self.rereading,
            PaneModel::Second => &mut self.rereading_second,
        }
    }

    /// Starts reading a second model, which the start may have asked for.
    pub fn add(&mut self, source: ModelSource, options: OpenOptions, is_of_start: bool) {
        let key = AddingModel { name: source.label(), is_of_start };
        let read = self.reading(source, self.allowed(options), None);
        self.adding.start(key, read);
    }

    /// The reading of a model. `open` is the document that is shown until then, if it has the same source.
    fn reading(
        &self,
        source: ModelSource,
        options: OpenOptions,
        open: Option<Arc<Document>>,
    ) -> impl FnOnce(&Progress) -> ReadModel + Send + use<> {
        let prepare = self.prepare.clone();
        move |progress| read_model(&source, &options, open.as_deref(), prepare.as_deref(), progress)
    }

    /// The options with the files that all models may read.
    fn allowed(&self, mut options: OpenOptions) -> OpenOptions {
        options.access.outside |= self.allows_outside;
        options
    }

    /// Checks which of these files are missing. A network drive may take long to answer.
    pub fn look_for(&mut self, files: Vec<PathBuf>) {
        self.missing.start((), move |_| files.into_iter().filter(|path| !path.is_file()).collect());
    }

    /// Starts opening a model that is shown later.
    pub fn open_ahead(&mut self, wanted: SourceVariant, access: Access) {
        let options = self.allowed(OpenOptions::of(&wanted, access));
        let source = wanted.source.clone();
        self.ahead.start(wanted, move |_| {
            let opened =
                open_model_with(&source, &options).inspect_err(|error| tracing::warn!("a model of the talk: {error}"));
            opened.ok().map(Box::new)
        });
    }

    /// Starts computing the centers of rotation of a model, or reading them from the cache. The result is `None` if
    /// the job was canceled.
    pub fn compute_centers(
        &self,
        model: &Arc<Model>,
        settings: CenterSettings,
        parts: CenterParts,
    ) -> Job<(), Option<Centers>> {
        let (model, store) = (Arc::clone(model), self.center_store.clone());
        let mut job = Job::new("centers", self.wake());
        job.start((), move |progress: &Progress| {
            store.centers(&model, &settings, parts, CenterPath::Fast, progress).map(|(centers, _)| centers)
        });
        job
    }

    /// Starts updating the centers of rotation of a model from those of another one, which differs only in weights. The
    /// result is `None` if the job was canceled.
    pub fn update_centers(
        &self,
        model: &Arc<Model>,
        (before, centers): (Arc<Model>, Arc<Centers>),
        settings: CenterSettings,
    ) -> Job<(), Option<Centers>> {
        let model = Arc::clone(model);
        let mut job = Job::new("centers", self.wake());
        job.start((), move |progress: &Progress| {
            update_centers(model.default_shape(), before.default_shape(), &centers, &settings, progress)
        });
        job
    }

    /// Starts computing the smoothed surroundings of a model's vertices, or reading them from the cache. The model then
    /// keeps them.
    pub fn compute_moments(&self, model: &Arc<Model>) -> Job<(), ()> {
        let (model, store) = (Arc::clone(model), self.center_store.clone());
        let mut job = Job::new("surroundings", self.wake());
        job.start((), move |progress: &Progress| {
            store.moments(&model, progress);
        });
        job
    }

    /// Sets how dialogs are shown.
    pub fn show_dialogs_with(&mut self, show: Box<ShowDialog>) {
        self.show_dialog = Some(show);
    }

    /// Opens the system's file dialog, or does nothing if there is no window. `name` is the suggested name of a saved
    /// file.
    pub fn request_file(&mut self, request: FileRequest, name: &str) {
        let Some(show) = self.show_dialog.as_ref().filter(|_| !self.dialog.is_running()) else { return };
        let open = OpenDialog { since: std::time::Instant::now(), request, name: name.to_owned() };
        if self.without_dialogs {
            // The next poll returns it as a dialog that could not be shown.
            return self.dialog.start(open, |_| None);
        }
        let wait_for_path = show(request, name);
        self.dialog.start(open, |_| wait_for_path());
    }

    /// The outcome of the dialog, once it is closed. `None` also if it was canceled.
    pub fn take_dialog(&mut self) -> Option<DialogResult> {
        let (OpenDialog { since, request, name }, path) = self.dialog.poll()?;
        if let Ok(Some(path)) = path {
            return Some(DialogResult::File { request, path });
        }
        // A dialog that closes at once never opened; rfd does not distinguish failure from Cancel.
        self.without_dialogs |= since.elapsed() < FASTEST_CANCEL;
        self.without_dialogs.then_some(DialogResult::NoDialog { request, name })
    }
}
