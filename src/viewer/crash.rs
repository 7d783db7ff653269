//! Handling of panics in the window program: it saves the session, and says where the log is.

use crate::session::SessionCopy;
use crate::work::{is_catching_panics, panic_message};
use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

/// Data for handling a panic. Any thread may panic, and may hold any other lock.
#[derive(Debug)]
pub struct CrashDesk {
    window_thread: ThreadId,
    log: Option<PathBuf>,
    /// The newest session.
    session: Mutex<Option<SessionCopy>>,
    told: Mutex<Told>,
}

#[derive(Debug, Default)]
struct Told {
    /// The last panic, and its location in the code.
    panic: Option<String>,
    /// Report to the user about the panic that ends the window.
    report: Option<String>,
}

impl CrashDesk {
    /// Handles panics from now on. Must be called on the window's thread.
    pub fn open(log: Option<PathBuf>) -> Arc<Self> {
        let desk = Arc::new(Self {
            window_thread: std::thread::current().id(),
            log,
            session: Mutex::default(),
            told: Mutex::default(),
        });
        let told = Arc::clone(&desk);
        std::panic::set_hook(Box::new(move |info| told.note(info)));
        desk
    }

    /// Keeps the session that a panic would save.
    pub fn keep(&self, session: SessionCopy) {
        *unlocked(&self.session) = Some(session);
    }

    /// Records a panic, on the panicking thread. Only a panic of the window's thread ends the program; code that waits
    /// for another thread reports its failure.
    fn note(&self, info: &PanicHookInfo<'_>) {
        let location = info.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
        let panic = format!("{}{location}", panic_message(info.payload()));
        let thread = std::thread::current();
        let name = thread.name().unwrap_or("without a name").to_owned();
        let is_of_window = thread.id() == self.window_thread;
        if is_of_window {
            tracing::info!("panic of the window: {panic}");
        } else {
            tracing::error!("panic in the thread {name}: {panic}");
        }
        tracing::info!("{}", Backtrace::force_capture());
        unlocked(&self.told).panic = Some(panic);
        if !is_of_window || is_catching_panics() {
            return;
        }
        // A second panic, while the first one is handled, ends the process after this. Nothing else prints it then.
        let is_second = unlocked(&self.told).report.is_some();
        let report = self.report();
        if is_second {
            use std::io::Write;
            let _ = std::io::stderr().write_all(format!("error: {report}\n").as_bytes());
        }
    }

    /// Saves the session once, and says in one line what happened.
    pub fn report(&self) -> String {
        let (known, panic) = {
            let told = unlocked(&self.told);
            (told.report.clone(), told.panic.clone())
        };
        if let Some(report) = known {
            return report;
        }
        let panic = panic.unwrap_or_else(|| "a panic without a message".to_owned());
        let session = self.save();
        let log = match &self.log {
            Some(path) => format!("please report this and attach the log: {}", path.display()),
            None => "please report this".to_owned(),
        };
        let report = format!("skinscope failed unexpectedly: {panic}; {session}; {log}");
        // The program prints the report.
        tracing::info!("{report}");
        unlocked(&self.told).report = Some(report.clone());
        report
    }

    /// Saves the kept session, and says whether that worked.
    pub fn save(&self) -> String {
        let session = unlocked(&self.session).take();
        let Some(session) = session else { return "there was no session to save".to_owned() };
        if !session.is_enabled() {
            return "the session was not saved, because restoring is turned off".to_owned();
        }
        let file = session.file().map(|path| format!(": {}", path.display())).unwrap_or_default();
        match session.save() {
            Ok(()) => format!("the session was saved for the next start{file}"),
            Err(why) => format!("the session could not be saved: {why}"),
        }
    }
}

/// Locks a mutex, even a poisoned one: no work is left half done under these locks.
fn unlocked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{CenterStore, SessionStore, open_model};
    use crate::session::{Command, Loader, Restoring, SavedSession, State};
    use crate::skinning::SkinningMethod;
    use crate::view::Theme;

    fn desk(log: Option<&str>) -> CrashDesk {
        CrashDesk {
            window_thread: std::thread::current().id(),
            log: log.map(PathBuf::from),
            session: Mutex::default(),
            told: Mutex::new(Told { panic: Some("index out of bounds at src/x.rs:7".to_owned()), report: None }),
        }
    }

    #[test]
    fn the_kept_session_is_saved_and_the_line_says_where_all_is() {
        let folder = std::env::temp_dir().join(format!("skinscope-crash-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let store = SessionStore::in_folder(&folder);
        let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
        let mut state = State::new(SkinningMethod::Lbs, Theme::Light, loader);
        state.show_document(open_model("bar").unwrap());
        state.restoring = Restoring::in_store(store.clone(), true);
        let joint = state.documents.first.as_ref().unwrap().model.skeleton.find("mid").unwrap();
        let (desk, before) = (desk(Some("/logs/skinscope.log")), state.session_key());
        state.apply(Command::SetAngles { node: joint, angles_degrees: glam::Vec3::X * 50.0 });
        assert_ne!(state.session_key(), before);
        desk.keep(state.session_copy().unwrap());
        drop(state);
        let file = folder.join("session.json");
        let expected = format!(
            "skinscope failed unexpectedly: index out of bounds at src/x.rs:7; the session was saved for the next \
             start: {}; please report this and attach the log: /logs/skinscope.log",
            file.display()
        );
        assert_eq!(desk.report(), expected);
        assert_eq!(desk.report(), expected, "the same again, although there is nothing left to save");
        let saved = SavedSession::read(&store).saved;
        assert_eq!(saved.theme, Theme::Light);
        assert!(std::fs::read_to_string(&file).unwrap().contains("\"mid\""), "the pose");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// During a talk, the stage keeps the editor's work aside.
    #[test]
    fn what_a_talk_shows_is_not_kept() {
        let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
        let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
        state.show_document(open_model("bar").unwrap());
        assert!(state.session_copy().is_some());
        state.apply(Command::EnterStage);
        assert!(state.talk.stage.is_some() && state.session_key().is_none() && state.session_copy().is_none());
        state.apply(Command::PressOnStage(crate::session::StageKey::Leave));
        assert!(state.session_copy().is_some());
    }

    #[test]
    fn a_user_who_restores_nothing_is_told_so() {
        let (desk, loader) = (desk(None), Loader::new(Arc::new(|| {}), CenterStore::none()));
        desk.keep(State::new(SkinningMethod::Lbs, Theme::Dark, loader).session_copy().unwrap());
        let report = desk.report();
        let end = "; the session was not saved, because restoring is turned off; please report this";
        assert!(report.ends_with(end), "{report}");
    }
}
