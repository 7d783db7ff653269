use super::document_centers::DocumentCenters;
use super::jobs::LoaderResult;
use super::saved::PendingSecond;
use super::state::State;

impl State {
    /// Takes the results of background jobs that finished since the last call: models, centers, figures, stress lists,
    /// and files chosen in file dialogs.
    pub fn take_results(&mut self) {
        self.take_figures();
        self.take_stress();
        self.take_picture();
        self.follow_files();
        self.follow_talk();
        self.take_talk_check();
        for result in self.loader.poll() {
            match result {
                LoaderResult::Model(document) => self.show_read(*document),
                LoaderResult::Reread(read) => self.take_reread(read),
                LoaderResult::Second(document) => self.take_second(*document),
                LoaderResult::NoSecond { name, details } => match &self.pending_second {
                    // The second model stays pending, so that the next start tries again with the same table and panes.
                    Some(PendingSecond { scene: None, .. }) => {
                        tracing::warn!("{details}");
                        let text = format!("{name}, the second model of the last session, cannot be opened now");
                        self.notify(text, None);
                    }
                    // The second model of a session stays in its file.
                    _ => self.show_error(format!("Could not open {name}"), details),
                },
                LoaderResult::SecondReread(read) => self.take_second_reread(read),
                LoaderResult::Ahead { source, opened } => self.take_rehearsed(&source, opened.map(|opened| *opened)),
                LoaderResult::Centers { generation, centers } => {
                    if let Some(of_document) = self.all_centers().find(|of_document| of_document.awaits(generation)) {
                        of_document.take(generation, *centers);
                    }
                }
                LoaderResult::CentersFailed { generation } => {
                    if !self.all_centers().any(|of_document| of_document.give_up(generation)) {
                        continue;
                    }
                    let details = "This is a bug in skinscope. Please report it and attach the file. The other methods \
                                   still work.";
                    self.show_error("Could not compute the centers of rotation".to_owned(), details.to_owned());
                }
                LoaderResult::Missing(missing) => self.take_missing(missing),
                LoaderResult::Error { title, details } => {
                    self.show_error(title, details);
                    // Its words can still be edited.
                    self.transient.scene_in_hand = self.pending_scene.take().map(|scene| scene.id.clone());
                }
                LoaderResult::NoDialog { request, name } => self.open_browser(request, name),
                LoaderResult::File { request, path } => self.apply(request.command(path)),
            }
        }
        self.rehearse_centers();
    }

    /// The centers of rotation of the open models and, on the stage, of all models of the talk.
    fn all_centers(&mut self) -> impl Iterator<Item = &mut DocumentCenters> {
        let rehearsed = self.stage.iter_mut().flat_map(|stage| stage.rehearsal.all_centers());
        let second = self.second.iter_mut().map(|second| &mut second.centers);
        std::iter::once(&mut self.centers).chain(second).chain(rehearsed)
    }
}
