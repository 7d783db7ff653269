use super::jobs::LoaderResult;
use super::state::State;

impl State {
    /// Takes what background jobs finished since the last call: models, centers, figures, stress lists, and files
    /// chosen in file dialogs.
    pub fn take_results(&mut self) {
        self.take_figures();
        self.take_stress();
        for result in self.loader.poll() {
            match result {
                LoaderResult::Model(opened) => self.show_document(*opened),
                LoaderResult::Centers { generation, centers } => self.centers.take(generation, *centers),
                LoaderResult::CentersFailed { generation } => {
                    if !self.centers.give_up(generation) {
                        continue;
                    }
                    let details = "This is a bug in skinscope. Please report it and attach the file. The other methods \
                                   still work.";
                    self.show_error("Could not compute the centers of rotation".to_owned(), details.to_owned());
                }
                LoaderResult::Error { title, details } => self.show_error(title, details),
                LoaderResult::NoDialog { request, name } => self.open_browser(request, name),
                LoaderResult::File { request, path } => self.apply(request.command(path)),
            }
        }
    }
}
