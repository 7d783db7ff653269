use super::document_centers::DocumentCenters;
use super::history::History;
use super::loader::DialogResult;
use super::opening_job::{AddingModel, OpeningModel, Then, read_of_job};
use super::saved::PendingSecond;
use super::state::State;
use crate::panes::PaneModel;

impl State {
    /// Takes the results of background jobs that finished since the last call: models, centers, figures, stress lists,
    /// checks of clips, and files chosen in file dialogs.
    pub fn take_results(&mut self) {
        self.take_figures();
        self.take_stress();
        self.take_clip_check();
        self.take_remedies();
        self.take_preview();
        self.take_stored_cost();
        self.take_picture();
        self.take_bake();
        self.follow_files();
        self.follow_own_methods();
        self.follow_talk();
        self.take_talk_check();
        self.take_read();
        if self.all_centers().fold(false, |failed, centers| centers.poll() | failed) {
            let details =
                "This is a bug in skinscope. Please report it and attach the file. The other methods still work.";
            self.show_error("Could not compute the centers of rotation".to_owned(), details.to_owned());
        }
        if self.documents.moments.poll() {
            let details =
                "This is a bug in skinscope. Please report it and attach the file. The other methods still work.";
            self.show_error("Could not smooth the surroundings of the vertices".to_owned(), details.to_owned());
        }
        if let Some((_, missing)) = self.jobs.loader.missing.poll() {
            self.take_missing(missing.unwrap_or_default());
        }
        match self.jobs.loader.take_dialog() {
            Some(DialogResult::File { request, path }) => self.apply(request.command(path)),
            Some(DialogResult::NoDialog { request, name }) => self.open_browser(request, name),
            None => {}
        }
        self.rehearse_centers();
        // After the models and centers that it compares.
        self.follow_before();
    }

    /// Takes the models that were read.
    fn take_read(&mut self) {
        if let Some((OpeningModel { name, then }, read)) = self.jobs.loader.opening.poll() {
            match (read_of_job(read).result, then) {
                (Ok(document), Then::Rest) => self.show_read(*document, None),
                (Ok(document), Then::Scene(scene)) => self.show_read(*document, Some(scene)),
                (Ok(document), Then::Start(first)) => self.show_first(*document, *first),
                (Err(details), then) => {
                    self.talk.scene_in_hand = None;
                    match then {
                        Then::Rest => {}
                        // Its words can still be edited.
                        Then::Scene(scene) => self.talk.scene_in_hand = Some(scene.id.clone()),
                        Then::Start(first) => self.start_without_model(*first, &details),
                    }
                    self.show_error(format!("Could not open {name}"), details);
                }
            }
        }
        if let Some((_, read)) = self.jobs.loader.rereading.poll() {
            self.take_reread(PaneModel::First, read_of_job(read));
        }
        if let Some((AddingModel { name, is_of_start }, read)) = self.jobs.loader.adding.poll() {
            match (read_of_job(read).result, &self.documents.pending_second) {
                (Ok(document), _) => {
                    let is_first_step = is_of_start && !self.history.has_undo(&self.edit);
                    self.take_second(*document);
                    if is_first_step {
                        // The history begins with the state that the command line asks for.
                        self.history = History::default();
                        self.settle_history();
                    }
                }
                // The second model stays pending, so that the next start tries again with the same table and panes.
                (Err(details), Some(PendingSecond { is_of_scene: false, .. })) if !is_of_start => {
                    tracing::warn!("{details}");
                    let text = format!("{name}, the second model of the last session, cannot be opened now");
                    self.notify(text, None);
                }
                // The second model of a session stays in its file.
                (Err(details), _) => self.show_error(format!("Could not open {name}"), details),
            }
        }
        if let Some((_, read)) = self.jobs.loader.rereading_second.poll() {
            self.take_reread(PaneModel::Second, read_of_job(read));
        }
        if let Some((source, opened)) = self.jobs.loader.ahead.poll() {
            self.take_rehearsed(&source, opened.ok().flatten().map(|opened| *opened));
        }
    }

    /// The centers of rotation of the open models and, on the stage, of all models of the talk.
    fn all_centers(&mut self) -> impl Iterator<Item = &mut DocumentCenters> {
        let rehearsed = self.talk.stage.iter_mut().flat_map(|stage| stage.rehearsal.all_centers());
        let second = self.documents.second.iter_mut().map(|second| &mut second.centers);
        std::iter::once(&mut self.documents.centers).chain(second).chain(rehearsed)
    }
}
