//! Methods of files: a shader or positions of the user's own. A file that the user opens is shown at once, and again
//! whenever it is saved. One that a scene names runs only when the user says so.

use super::edit_state::EditState;
use super::file_commands::file_name;
use super::state::State;
use crate::files::{FileChange, FileWatch, OwnMethodError, OwnMethodName, StampedFile};
use crate::panes::PaneSettings;
use crate::skinning::{OwnFile, SkinningMethod};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Interval between looks at the files. Editors save a small file at once, and a person waits for what it does.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The files of methods that panes show.
#[derive(Default)]
pub struct OwnMethods {
    /// The watch; `None` until something is watched.
    watch: Option<FileWatch>,
    /// The watched files, as they were last read, by the ids of their methods.
    files: BTreeMap<&'static str, StampedFile>,
    /// Why the newest version of a file is not shown, by the ids of their methods.
    problems: BTreeMap<&'static str, String>,
}

impl OwnMethods {
    /// The problems of all files, in one notice.
    pub fn problem(&self) -> Option<String> {
        let problems: Vec<&str> = self.problems.values().map(String::as_str).collect();
        (!problems.is_empty()).then(|| problems.join(" "))
    }

    fn watch_files(&mut self, wake: crate::work::Wake) {
        let files: Vec<StampedFile> = self.files.values().cloned().collect();
        self.watch.get_or_insert_with(|| FileWatch::every(LOOK_EVERY, wake)).watch(files);
    }
}

/// Differs after a method that a pane shows was read again. A color compares with a method that has no settings of its own,
/// so all of a pane count.
fn revision_of(pane: &PaneSettings) -> u32 {
    pane.all_skinning().map(|skinning| skinning.method.revision()).sum()
}

/// Gives the panes the versions of methods that were read last: a picture and a figure belong to settings.
fn take_revisions(edit: &mut EditState) {
    for pane in &mut edit.panes {
        let revision = revision_of(&pane.settings);
        for skinning in [&mut pane.settings.skinning, &mut pane.settings.comparison.other] {
            skinning.numbers = skinning.numbers.of_revision(revision);
        }
    }
}

/// Whether panes have other versions than those that were read last.
fn is_behind(edit: &EditState) -> bool {
    edit.panes.iter().any(|pane| pane.settings.skinning.numbers.revision() != revision_of(&pane.settings))
}

/// Whether a method is a file that nobody has loaded.
pub(super) fn is_to_run(method: SkinningMethod) -> bool {
    matches!(method, SkinningMethod::Own(own) if own.definition().is_none() && own.failure().is_none())
}

impl State {
    /// Opens a file as a method, and shows it in the selected pane.
    pub(super) fn open_own_method(&mut self, path: &Path) {
        let path_text = path.to_string_lossy();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_array = path.extension().is_some_and(|ending| ending == "npy");
        let id = OwnFile { name: is_array.then_some(&*name), path: &path_text }.id_at(&path_text);
        let Some(named) = OwnMethodName::of(&id) else {
            return self.show_error("Could not open the method".to_owned(), "Open a .wgsl or .npy file.".to_owned());
        };
        match self.load_own_method(&named) {
            Ok(method) => {
                let pane = self.view.selected_pane;
                self.edit_pane(pane, |pane| pane.skinning.method = method);
                self.notify(format!("Pane {} shows {}. It follows the file.", pane + 1, method.short_name()), None);
            }
            Err(error) => self.show_error(format!("Could not open {}", file_name(&named.path)), error.to_string()),
        }
    }

    fn load_own_method(&mut self, named: &OwnMethodName) -> Result<SkinningMethod, OwnMethodError> {
        // Stamped before it is read, so that a change meanwhile counts.
        let stamped = StampedFile::now(&named.path);
        let method = named.load()?;
        let own = &mut self.documents.own_methods;
        own.files.insert(method.id(), stamped);
        own.problems.remove(method.id());
        let wake = self.jobs.loader.wake();
        self.documents.own_methods.watch_files(wake);
        Ok(method)
    }

    /// Methods that panes show and that are not loaded: those of a scene or of the last session.
    pub fn own_methods_to_run(&self) -> Vec<OwnMethodName> {
        let methods =
            self.edit.panes.iter().flat_map(|pane| pane.settings.all_skinning()).map(|skinning| skinning.method);
        let mut named: Vec<OwnMethodName> = Vec::new();
        for method in methods {
            let SkinningMethod::Own(own) = method else { continue };
            let Some(name) = OwnMethodName::of(method.id()).filter(|_| own.definition().is_none()) else { continue };
            if !named.contains(&name) {
                named.push(name);
            }
        }
        named
    }

    /// Loads the methods that panes show: the user trusts them.
    pub(super) fn run_own_methods(&mut self) {
        for named in self.own_methods_to_run() {
            if let Err(error) = self.load_own_method(&named) {
                self.show_error(format!("Could not open {}", file_name(&named.path)), error.to_string());
            }
        }
    }

    /// Reads the files of methods again when they have changed. A version that is refused leaves the last good one.
    pub(super) fn follow_own_methods(&mut self) {
        self.watch_shown_methods();
        let change = self.documents.own_methods.watch.as_ref().and_then(FileWatch::take_change);
        if let Some(FileChange::Missing(path)) = &change {
            let text = format!("{} is missing on disk. The method stays as it was read.", file_name(path));
            let missing = self.documents.own_methods.files.iter().find(|(_, file)| file.path == *path);
            if let Some(id) = missing.map(|(id, _)| *id) {
                self.documents.own_methods.problems.insert(id, text);
            }
        }
        if change == Some(FileChange::Changed) {
            let changed = |(id, file): (&&'static str, &StampedFile)| {
                (StampedFile::now(&file.path).stamp != file.stamp).then_some(*id)
            };
            let ids: Vec<&'static str> = self.documents.own_methods.files.iter().filter_map(changed).collect();
            for id in ids {
                self.read_own_method_again(id);
            }
        }
        if is_behind(&self.edit) {
            take_revisions(&mut self.edit);
            self.history.amend(take_revisions);
            self.edit_generation += 1;
        }
    }

    /// Watches the files of methods that were loaded elsewhere, such as those of the command line.
    fn watch_shown_methods(&mut self) {
        let shown =
            self.edit.panes.iter().flat_map(|pane| pane.settings.all_skinning()).map(|skinning| skinning.method);
        let is_new = |method: &SkinningMethod| {
            let known = &self.documents.own_methods.files;
            matches!(method, SkinningMethod::Own(_))
                && !known.contains_key(method.id())
                && method.check_defined().is_ok()
        };
        let new: Vec<SkinningMethod> = shown.filter(is_new).collect();
        let named: Vec<_> =
            new.iter().filter_map(|method| Some((method.id(), OwnMethodName::of(method.id())?))).collect();
        if named.is_empty() {
            return;
        }
        let wake = self.jobs.loader.wake();
        let own = &mut self.documents.own_methods;
        own.files.extend(named.into_iter().map(|(id, named)| (id, StampedFile::now(&named.path))));
        own.watch_files(wake);
    }

    fn read_own_method_again(&mut self, id: &'static str) {
        let Some(named) = OwnMethodName::of(id) else { return };
        let stamped = StampedFile::now(&named.path);
        if let Err(error) = self.load_own_method(&named) {
            tracing::warn!("{error}");
            let cause = match error {
                OwnMethodError::Shader { cause, .. } => cause.to_string(),
                error => error.to_string(),
            };
            let own = &mut self.documents.own_methods;
            own.files.insert(id, stamped);
            own.problems.insert(id, format!("{}: {cause}. The last good version stays.", file_name(&named.path)));
            let wake = self.jobs.loader.wake();
            self.documents.own_methods.watch_files(wake);
        }
    }

    /// Chooses a number of a pane's method.
    pub(super) fn set_number(&mut self, pane: usize, place: usize, value: Option<f32>) {
        self.edit_pane(pane, |pane| {
            if let Some(number) = pane.skinning.method.numbers().get(place) {
                pane.skinning.numbers = pane.skinning.numbers.with(&number.name, value);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::bar_in_panes;
    use crate::files::ModelSource;
    use crate::panes::parse_talk;
    use crate::session::{Command, PaneWait, SceneChanges};
    use crate::skinning::{JointPalette, OwnMethod};
    use std::sync::Arc;

    const FIRST: &str = "// Title: Still\n// Number: lift = 0 (0 to 1) Up\nfn skin_vertex(rest: RestVertex) -> SkinnedVertex {\n    return SkinnedVertex(rest.position + numbers.lift, rest.normal);\n}\n";

    #[test]
    fn a_file_is_shown_followed_and_keeps_its_last_good_version() {
        let path = std::env::temp_dir().join(format!("skinscope-own-{}.wgsl", std::process::id()));
        std::fs::write(&path, FIRST).unwrap();
        let mut state = bar_in_panes();
        state.apply(Command::OpenMethod(path.clone()));
        let method = state.edit.pane(0).skinning.method;
        assert_eq!((method.short_name(), method.numbers().len()), ("Still", 1));
        state.apply(Command::SetNumber { pane: 0, place: 0, value: Some(0.5) });
        state.follow_own_methods();
        state.settle_history();
        let before = state.edit.pane(0).skinning;
        assert_eq!(before.numbers.get("lift"), Some(0.5));

        std::fs::write(&path, FIRST.replace("Still", "Moved")).unwrap();
        state.read_own_method_again(method.id());
        state.follow_own_methods();
        let after = state.edit.pane(0).skinning;
        assert_eq!((after.method, after.method.short_name()), (method, "Moved"));
        assert_ne!(after, before, "pictures and figures are made again");
        assert!(!state.history.is_ahead_of(&state.edit), "saving a file is no edit");

        std::fs::write(&path, FIRST.replace("lift,", "left,")).unwrap();
        state.read_own_method_again(method.id());
        let problem = state.documents.own_methods.problem().unwrap();
        assert!(problem.contains("line 4, column ") && problem.contains("left"), "{problem}");
        assert_eq!(method.short_name(), "Moved");
        std::fs::write(&path, FIRST).unwrap();
        state.read_own_method_again(method.id());
        assert_eq!((state.documents.own_methods.problem(), method.short_name()), (None, "Still"));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_shader_that_is_dropped_on_the_window_is_shown() {
        let path = std::env::temp_dir().join(format!("skinscope-dropped-{}.wgsl", std::process::id()));
        std::fs::write(&path, FIRST).unwrap();
        let mut state = bar_in_panes();
        state.apply(Command::Open(ModelSource::File(path.clone())));
        assert_eq!(state.edit.pane(0).skinning.method.short_name(), "Still");
        std::fs::write(&path, "nothing").unwrap();
        state.apply(Command::Open(ModelSource::File(path.clone())));
        assert!(state.interface.error.is_some(), "why it cannot be opened");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_method_that_a_scene_names_waits_for_the_user() {
        let path = std::env::temp_dir().join(format!("skinscope-named-{}.wgsl", std::process::id()));
        std::fs::write(&path, FIRST).unwrap();
        let mut state = bar_in_panes();
        let method = OwnMethod::named(&path.to_string_lossy()).unwrap();
        state.apply(Command::SetMethod { pane: 0, method });
        assert_eq!(state.own_methods_to_run().len(), 1);
        assert!(method.check_defined().is_err());
        assert_eq!(method.short_name(), path.file_name().unwrap().to_string_lossy());
        let pane = state.edit.pane(0);
        // What measures the pane meanwhile finds no vertices.
        let document = state.documents.first.as_ref().unwrap();
        JointPalette::all(&document.model, &state.pose, pane.skinning);
        assert_eq!(state.wait_of_pane(&pane), Some(PaneWait::NotRun));
        state.apply(Command::RunOwnMethods);
        assert!(state.own_methods_to_run().is_empty() && method.check_defined().is_ok());
        assert_eq!(state.wait_of_pane(&pane), None);

        let text = format!(
            "skinscope_talk = 1\n[[scene]]\nid = \"a\"\nmodel = \"bar\"\npanes = [{{ method = \"{}\" }}]",
            path.display()
        );
        let talk = parse_talk(&text, &std::env::temp_dir()).unwrap();
        state.apply(Command::TakeScene(Arc::clone(&talk.scenes[0])));
        state.follow_own_methods();
        assert_eq!(state.edit.pane(0).skinning.method, method);
        assert_eq!(state.scene_changes(), SceneChanges::default(), "loading it is no change by the user");
        std::fs::remove_file(&path).unwrap();
    }
}
