use super::document::Document;
use super::file_request::FileRequest;
use super::opening_job::{Opening, PrepareModel, ReadModel, read_model};
use crate::centers::{CenterParts, CenterPath, CenterSettings, Centers};
use crate::files::{Access, CenterStore, ModelSource, OpenOptions, OpenedModel, SourceVariant, open_model_with};
use crate::work::{Progress, return_freed_memory};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Shortest time in which a user closes a dialog.
const FASTEST_CANCEL: std::time::Duration = std::time::Duration::from_millis(300);

/// Shows the system's dialog for a request; the text is the suggested name of a saved file. Called on the window's
/// thread, where some systems require dialogs to start. The returned function waits on another thread and
/// returns the chosen file, or `None` if the dialog was canceled.
pub type ShowDialog = dyn Fn(FileRequest, &str) -> Box<dyn FnOnce() -> Option<PathBuf> + Send> + Send;

/// Opens files and waits for dialogs on background threads, so that the window stays responsive.
pub struct Loader {
    sender: Sender<JobResult>,
    receiver: Receiver<JobResult>,
    /// Wakes the window when a job finishes.
    wake: Arc<dyn Fn() + Send + Sync>,
    /// The file being opened. A newer request replaces it, and the older result is dropped.
    pub opening: Option<Opening>,
    /// The file of the open model that is being read again.
    pub rereading: Option<Opening>,
    /// The second model that is being read.
    pub adding: Option<Opening>,
    /// The file of the second model that is being read again.
    pub(super) rereading_second: Option<Opening>,
    next_ticket: u64,
    /// Additional preparation of a model before it is shown. `None` if there is no window.
    prepare: Option<Arc<PrepareModel>>,
    /// Shows the system's dialogs. `None` if there is no window.
    show_dialog: Option<Box<ShowDialog>>,
    /// The open dialog.
    dialog: Option<OpenDialog>,
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

/// Result that a background job sends back.
pub enum JobResult {
    Model {
        ticket: u64,
        name: String,
        read: ReadModel,
    },
    /// A model that is opened before it is shown. `None` if it could not be opened.
    Ahead {
        source: SourceVariant,
        opened: Option<Box<OpenedModel>>,
    },
    /// A job that ended without a result, which only a defect can cause.
    Failed {
        ticket: u64,
        name: String,
    },
    /// Centers of rotation; `None` if the job was canceled.
    Centers {
        generation: u64,
        centers: Option<Box<Centers>>,
    },
    CentersFailed {
        generation: u64,
    },
    /// The recent files that are missing.
    Missing(BTreeSet<PathBuf>),
    /// The chosen file; `None` if the dialog was canceled.
    FileChosen {
        request: FileRequest,
        path: Option<PathBuf>,
    },
}

/// A result that the state must act on. Results of replaced requests are already dropped.
pub enum LoaderResult {
    Model(Box<Document>),
    /// The file of the open model was read again.
    Reread(ReadModel),
    /// The second model.
    Second(Box<Document>),
    /// The second model could not be read.
    NoSecond {
        name: String,
        details: String,
    },
    /// The file of the second model was read again.
    SecondReread(ReadModel),
    /// A model that was opened before it is shown. `None` if that failed.
    Ahead {
        source: SourceVariant,
        opened: Option<Box<OpenedModel>>,
    },
    Centers {
        generation: u64,
        centers: Box<Centers>,
    },
    CentersFailed {
        generation: u64,
    },
    Error {
        title: String,
        details: String,
    },
    /// The recent files that are missing.
    Missing(BTreeSet<PathBuf>),
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
    pub fn new(wake: Arc<dyn Fn() + Send + Sync>, center_store: CenterStore) -> Self {
        let (sender, receiver) = channel();
        Self {
            sender,
            receiver,
            wake,
            opening: None,
            rereading: None,
            adding: None,
            rereading_second: None,
            next_ticket: 0,
            prepare: None,
            show_dialog: None,
            dialog: None,
            without_dialogs: false,
            center_store,
            allows_outside: false,
        }
    }

    /// A function that wakes the window, callable from any thread.
    pub fn wake(&self) -> Arc<dyn Fn() + Send + Sync> {
        Arc::clone(&self.wake)
    }

    /// Sets the additional preparation of a model on the loading thread, before it is shown.
    pub fn prepare_with(&mut self, prepare: Arc<PrepareModel>) {
        self.prepare = Some(prepare);
    }

    /// Starts opening a model with these options. A model that is being opened is given up.
    pub fn open_with(&mut self, source: ModelSource, mut options: OpenOptions) {
        self.cancel_opening();
        self.cancel_rereading();
        options.access.outside |= self.allows_outside;
        let opening = self.read(source, options, None);
        self.opening = Some(opening);
    }

    /// Starts reading the file of the open model again.
    pub fn reread(&mut self, open: Arc<Document>, options: OpenOptions) {
        self.cancel_rereading();
        let opening = self.read(open.origin.clone(), options, Some(open));
        self.rereading = Some(opening);
    }

    /// Gives up the second model that is being read.
    pub fn cancel_adding(&mut self) {
        self.adding.take().inspect(Opening::cancel);
    }

    /// Starts reading the file of the second model again.
    pub fn reread_second(&mut self, read: Arc<Document>, options: OpenOptions) {
        self.cancel_rereading_second();
        let opening = self.read(read.origin.clone(), options, Some(read));
        self.rereading_second = Some(opening);
    }

    pub fn cancel_rereading_second(&mut self) {
        self.rereading_second.take().inspect(Opening::cancel);
    }

    /// Starts reading a second model. A newer request replaces an older one.
    pub fn add(&mut self, source: ModelSource, mut options: OpenOptions) {
        self.cancel_adding();
        options.access.outside |= self.allows_outside;
        let opening = self.read(source, options, None);
        self.adding = Some(opening);
    }

    /// Gives up the model that is being opened. The job ends at its next step.
    pub fn cancel_opening(&mut self) {
        self.opening.take().inspect(Opening::cancel);
    }

    pub fn cancel_rereading(&mut self) {
        self.rereading.take().inspect(Opening::cancel);
    }

    /// Starts reading a model. `open` is the document that is shown until then, if it has the same source.
    fn read(&mut self, source: ModelSource, options: OpenOptions, open: Option<Arc<Document>>) -> Opening {
        let opening = Opening::new(self.next_ticket, source.label());
        self.next_ticket += 1;
        let (ticket, name, progress) = (opening.ticket, opening.name.clone(), Arc::clone(&opening.progress));
        let prepare = self.prepare.clone();
        let failed = JobResult::Failed { ticket, name: name.clone() };
        self.run(failed, move || JobResult::Model {
            ticket,
            name,
            read: read_model(&source, &options, open.as_deref(), prepare.as_deref(), &progress),
        });
        opening
    }

    /// Checks which of these files are missing. A network drive may take long to answer.
    pub fn look_for(&self, files: Vec<PathBuf>) {
        self.run(JobResult::Missing(BTreeSet::new()), move || {
            JobResult::Missing(files.into_iter().filter(|path| !path.is_file()).collect())
        });
    }

    /// Starts opening a model that is shown later.
    pub fn open_ahead(&self, source: SourceVariant, access: Access) {
        let failed = JobResult::Ahead { source: source.clone(), opened: None };
        let mut options = OpenOptions::of(&source, access);
        options.access.outside |= self.allows_outside;
        self.run(failed, move || {
            let opened = open_model_with(&source.source, &options)
                .inspect_err(|error| tracing::warn!("a model of the talk: {error}"));
            JobResult::Ahead { opened: opened.ok().map(Box::new), source }
        });
    }

    /// Starts computing the centers of rotation of a model, or reading them from the cache.
    pub fn compute_centers(
        &self,
        generation: u64,
        model: Arc<crate::model::Model>,
        settings: CenterSettings,
        parts: CenterParts,
        progress: Arc<Progress>,
    ) {
        let store = self.center_store.clone();
        self.run(JobResult::CentersFailed { generation }, move || {
            let centers = store.centers(&model, &settings, parts, CenterPath::Fast, &progress);
            JobResult::Centers { generation, centers: centers.map(|(centers, _)| Box::new(centers)) }
        });
    }

    /// Sets how dialogs are shown.
    pub fn show_dialogs_with(&mut self, show: Box<ShowDialog>) {
        self.show_dialog = Some(show);
    }

    /// Opens the system's file dialog, or does nothing if there is no window. `name` is the suggested name of a saved
    /// file.
    pub fn request_file(&mut self, request: FileRequest, name: &str) {
        let Some(show) = self.show_dialog.as_ref().filter(|_| self.dialog.is_none()) else { return };
        let since = std::time::Instant::now();
        let open = OpenDialog { since, request, name: name.to_owned() };
        if self.without_dialogs {
            // The next poll returns it as a dialog that could not be shown.
            self.dialog = Some(open);
            let _ = self.sender.send(JobResult::FileChosen { request, path: None });
            (self.wake)();
            return;
        }
        let wait_for_path = show(request, name);
        self.dialog = Some(open);
        self.run(JobResult::FileChosen { request, path: None }, move || JobResult::FileChosen {
            request,
            path: wait_for_path(),
        });
    }

    /// Takes the results that arrived since the last call, without those replaced by a newer request.
    pub fn poll(&mut self) -> Vec<LoaderResult> {
        let results: Vec<JobResult> = self.receiver.try_iter().collect();
        results.into_iter().filter_map(|result| self.take(result)).collect()
    }

    fn take(&mut self, result: JobResult) -> Option<LoaderResult> {
        match result {
            JobResult::Model { ticket, name, read } => {
                if self.rereading.take_if(|opening| opening.ticket == ticket).is_some() {
                    return Some(LoaderResult::Reread(read));
                }
                if self.rereading_second.take_if(|opening| opening.ticket == ticket).is_some() {
                    return Some(LoaderResult::SecondReread(read));
                }
                if self.adding.take_if(|opening| opening.ticket == ticket).is_some() {
                    return Some(match read.result {
                        Ok(document) => LoaderResult::Second(document),
                        Err(details) => LoaderResult::NoSecond { name, details },
                    });
                }
                self.opening.take_if(|opening| opening.ticket == ticket)?;
                Some(match read.result {
                    Ok(document) => LoaderResult::Model(document),
                    Err(details) => LoaderResult::Error { title: format!("Could not open {name}"), details },
                })
            }
            JobResult::Ahead { source, opened } => Some(LoaderResult::Ahead { source, opened }),
            JobResult::Failed { ticket, name } => {
                self.rereading.take_if(|opening| opening.ticket == ticket);
                self.rereading_second.take_if(|opening| opening.ticket == ticket);
                let details = "Reading the file failed unexpectedly. This is a bug in skinscope. Please report it and \
                               attach the file."
                    .to_owned();
                if self.adding.take_if(|opening| opening.ticket == ticket).is_some() {
                    return Some(LoaderResult::NoSecond { name, details });
                }
                self.opening.take_if(|opening| opening.ticket == ticket)?;
                Some(LoaderResult::Error { title: format!("Could not open {name}"), details })
            }
            JobResult::Centers { generation, centers } => {
                centers.map(|centers| LoaderResult::Centers { generation, centers })
            }
            JobResult::CentersFailed { generation } => Some(LoaderResult::CentersFailed { generation }),
            JobResult::Missing(missing) => Some(LoaderResult::Missing(missing)),
            JobResult::FileChosen { request, path } => {
                let dialog = self.dialog.take();
                match path {
                    Some(path) => Some(LoaderResult::File { request, path }),
                    None => self.dialog_not_shown(dialog?),
                }
            }
        }
    }

    /// Treats a dialog that closes at once as one that never opened; rfd does not distinguish failure from Cancel.
    fn dialog_not_shown(&mut self, dialog: OpenDialog) -> Option<LoaderResult> {
        let OpenDialog { since, request, name } = dialog;
        self.without_dialogs |= since.elapsed() < FASTEST_CANCEL;
        self.without_dialogs.then_some(LoaderResult::NoDialog { request, name })
    }

    /// Runs a job. Sends `otherwise` if it panics.
    fn run(&self, otherwise: JobResult, job: impl FnOnce() -> JobResult + Send + 'static) {
        let (sender, wake) = (self.sender.clone(), Arc::clone(&self.wake));
        std::thread::spawn(move || {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)).unwrap_or(otherwise);
            let has_read = matches!(result, JobResult::Model { .. } | JobResult::Ahead { .. });
            // The window may be gone by now, and then nobody needs the result.
            let _ = sender.send(result);
            wake();
            if has_read {
                // Reading a model frees several times the memory that it keeps, and the previous model is freed too.
                return_freed_memory();
            }
        });
    }
}
