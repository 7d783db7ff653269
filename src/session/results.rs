use super::jobs::News;
use super::state::State;

impl State {
    /// Takes what background jobs finished since the last call: models, centers, figures, stress lists, and answers
    /// from file dialogs.
    pub fn take_results(&mut self) {
        self.take_figures();
        self.take_stress();
        for news in self.loader.poll() {
            match news {
                News::Model(opened) => self.show_document(*opened),
                News::Centers { generation, centers } => self.centers.take(generation, *centers),
                News::CentersFailed { generation } => {
                    if !self.centers.give_up(generation) {
                        continue;
                    }
                    let details = "This is a defect of skinscope; please report it with the file. The other methods \
                                   work.";
                    self.show_error("Could not compute the centers of rotation".to_owned(), details.to_owned());
                }
                News::Error { title, details } => self.show_error(title, details),
                News::File { question, path } => self.apply(question.answered(path)),
            }
        }
    }
}
