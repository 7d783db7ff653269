use super::document::Document;
use super::document_centers::DocumentCenters;
use super::moment_jobs::MomentJobs;
use super::own_methods::OwnMethods;
use super::pose_library::PoseLibrary;
use super::recent::RecentFiles;
use super::saved::{PendingSecond, StoredEdits};
use super::second_model::SecondModel;
use super::session_file::{PendingSession, SessionFile};
use super::watching::Watching;
use std::sync::Arc;

/// The open models and what belongs to their files.
pub struct Documents {
    /// The open model. Immutable; a changed one replaces it.
    pub first: Option<Arc<Document>>,
    /// A second model, next to the first.
    pub(super) second: Option<SecondModel>,
    /// The second model of the last session, while it is read.
    pub(super) pending_second: Option<PendingSecond>,
    /// Centers of rotation of the first model. Requested when a pane first needs them.
    pub centers: DocumentCenters,
    /// Surroundings of vertices, of all open models.
    pub(super) moments: MomentJobs,
    /// Named poses of the first model.
    pub library: PoseLibrary,
    /// The recently opened files.
    pub recent: RecentFiles,
    /// Follows the files of the open models on disk.
    pub watching: Watching,
    /// Methods of files that panes show.
    pub own_methods: OwnMethods,
    /// Edits of the first model that exist outside the session.
    pub(super) stored: StoredEdits,
    /// The file that the session of the first model was opened from or saved in.
    pub(super) session_file: Option<Arc<SessionFile>>,
    /// The session to show once its model is open.
    pub(super) pending_session: Option<PendingSession>,
    pub(super) next_id: u64,
}

/// Differs after another model was opened, a model took other twist joints or partners, or lists about files changed.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentsKey {
    first: Option<u64>,
    /// The second model, and how its joints are matched.
    second: Option<(u64, u64)>,
    library: u64,
    /// Count of recent files.
    recent: usize,
    /// Problems with files on disk.
    problems: Option<String>,
}

impl Default for Documents {
    fn default() -> Self {
        Self {
            first: None,
            second: None,
            pending_second: None,
            centers: DocumentCenters::default(),
            moments: MomentJobs::default(),
            library: PoseLibrary::default(),
            recent: RecentFiles::default(),
            watching: Watching::default(),
            own_methods: OwnMethods::default(),
            stored: StoredEdits::default(),
            session_file: None,
            pending_session: None,
            next_id: 1,
        }
    }
}

impl Documents {
    /// The second model, while the model that it was matched with is open.
    pub fn second(&self) -> Option<&SecondModel> {
        let first = self.first.as_ref()?;
        self.second.as_ref().filter(|second| Arc::ptr_eq(&second.first, &first.source))
    }

    pub fn key(&self) -> DocumentsKey {
        // All fields by name, so that the compiler asks about a new one.
        let Self {
            first,
            second: _,
            pending_second: _,
            centers: _,
            moments: _,
            library,
            recent,
            watching,
            own_methods,
            stored: _,
            session_file: _,
            pending_session: _,
            next_id: _,
        } = self;
        DocumentsKey {
            first: first.as_ref().map(|document| document.id),
            second: self.second().map(|second| (second.document.id, second.pairing())),
            library: library.generation(),
            recent: recent.files().len(),
            problems: watching.problems().or_else(|| own_methods.problem()),
        }
    }
}
