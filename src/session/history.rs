use super::edit_state::EditState;
use std::sync::Arc;

/// The undo history: every state worth keeping, with the edits that led to it.
#[derive(Default)]
pub struct History {
    /// Oldest first. Not empty once a state was seen.
    steps: Vec<Step>,
    /// Index of the shown step.
    current: usize,
    /// A state that differs from the current step and may still change, and the time of its last change.
    pending: Option<(EditState, f64)>,
    /// The distinct edits made since the current step.
    done: Vec<String>,
}

/// A state and the name of the edit that produced it.
#[derive(Clone)]
pub struct Step {
    pub name: String,
    edit: Arc<EditState>,
}

/// Changes that follow each other faster than this, such as key presses and typed digits, form one step.
const REST_SECONDS: f64 = 0.4;

/// Older steps are dropped. A step is a few kilobytes at most.
const MOST_STEPS: usize = 300;

impl History {
    /// Records what a command did to the state, for the name of the next step.
    pub fn did(&mut self, what: String) {
        if !self.done.contains(&what) {
            self.done.push(what);
        }
    }

    /// Looks at the state once per frame. While `held` (a mouse button is down), no step is kept, so a drag is one
    /// step.
    pub fn feed(&mut self, seconds: f64, held: bool, edit: &EditState) {
        let Some(current) = self.steps.get(self.current) else { return self.begin(edit) };
        if *current.edit == *edit {
            self.pending = None;
            // A drag in progress may be passing through its starting point.
            if !held {
                self.done.clear();
            }
            return;
        }
        if held {
            self.pending = Some((edit.clone(), f64::NEG_INFINITY));
            return;
        }
        match &self.pending {
            Some((seen, since)) if seen == edit && seconds - since >= REST_SECONDS => {
                self.keep(edit);
            }
            Some((seen, _)) if seen == edit => {}
            _ => self.pending = Some((edit.clone(), seconds)),
        }
    }

    /// Keeps a state that is still pending.
    pub fn settle(&mut self, edit: &EditState) {
        match self.steps.get(self.current) {
            None => self.begin(edit),
            Some(current) if *current.edit != *edit => self.keep(edit),
            Some(_) => self.done.clear(),
        }
    }

    fn begin(&mut self, edit: &EditState) {
        self.steps.push(Step { name: "Open the model".to_owned(), edit: Arc::new(edit.clone()) });
        self.done.clear();
    }

    fn keep(&mut self, edit: &EditState) {
        let name = match std::mem::take(&mut self.done).as_slice() {
            [] => "Change".to_owned(),
            [one] => one.clone(),
            [first, second] => format!("{first}, {second}"),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        };
        self.steps.truncate(self.current + 1);
        self.steps.push(Step { name, edit: Arc::new(edit.clone()) });
        if self.steps.len() > MOST_STEPS {
            self.steps.remove(0);
        }
        self.current = self.steps.len() - 1;
        self.pending = None;
    }

    pub fn undo(&mut self) -> Option<EditState> {
        self.go_to(self.current.checked_sub(1)?)
    }

    pub fn redo(&mut self) -> Option<EditState> {
        self.go_to(self.current + 1)
    }

    /// Goes to a step by its index. `None` if it is out of range.
    pub fn go_to(&mut self, step: usize) -> Option<EditState> {
        let edit = self.steps.get(step)?.edit.as_ref().clone();
        (self.current, self.pending) = (step, None);
        self.done.clear();
        Some(edit)
    }

    pub fn has_undo(&self, edit: &EditState) -> bool {
        self.current > 0 || self.steps.get(self.current).is_some_and(|step| *step.edit != *edit)
    }

    pub fn has_redo(&self, edit: &EditState) -> bool {
        self.current + 1 < self.steps.len() && self.steps.get(self.current).is_some_and(|step| *step.edit == *edit)
    }

    /// Whether a change is still pending.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Index of the shown step.
    pub fn current(&self) -> usize {
        self.current
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panes(count: usize) -> EditState {
        let mut edit = EditState::starting_with(crate::skinning::SkinningMethod::Lbs);
        let ids = &mut crate::session::edit_state::PaneIds::beyond(&edit.panes);
        edit.set_pane_count(count, ids);
        edit
    }

    fn feed(history: &mut History, seconds: f64, held: bool, count: usize) {
        history.did(format!("to {count}"));
        history.feed(seconds, held, &panes(count));
    }

    fn names(history: &History) -> Vec<&str> {
        history.steps().iter().map(|step| step.name.as_str()).collect()
    }

    #[test]
    fn a_drag_is_one_step_however_long_it_rests() {
        let mut history = History::default();
        feed(&mut history, 0.0, false, 1);
        for (seconds, count) in [(1.0, 2), (2.0, 3), (9.0, 3), (10.0, 4)] {
            feed(&mut history, seconds, true, count);
        }
        assert_eq!(names(&history), ["Open the model"]);
        feed(&mut history, 10.1, false, 4);
        assert_eq!(names(&history), ["Open the model", "to 2 and 2 more"]);
    }

    #[test]
    fn quick_changes_are_one_step() {
        let mut history = History::default();
        feed(&mut history, 0.0, false, 1);
        for (seconds, count) in [(1.0, 2), (1.1, 3), (1.2, 4), (1.5, 4)] {
            feed(&mut history, seconds, false, count);
        }
        assert!(history.is_waiting() && history.has_undo(&panes(4)));
        feed(&mut history, 1.7, false, 4);
        assert_eq!(names(&history), ["Open the model", "to 2 and 2 more"]);
    }

    #[test]
    fn back_and_forth_and_a_change_forgets_what_was_undone() {
        let mut history = History::default();
        feed(&mut history, 0.0, false, 1);
        for count in [2, 3] {
            history.did(format!("{count}"));
            history.settle(&panes(count));
        }
        assert_eq!(history.undo().unwrap().panes.len(), 2);
        assert!(history.has_redo(&panes(2)) && !history.has_redo(&panes(5)));
        assert_eq!(history.redo().unwrap().panes.len(), 3);
        assert!(history.redo().is_none());
        assert_eq!(history.go_to(0).unwrap().panes.len(), 1);
        assert!(history.undo().is_none());
        history.did("6".to_owned());
        history.settle(&panes(6));
        assert_eq!(names(&history), ["Open the model", "6"]);
    }

    #[test]
    fn a_step_is_called_by_what_was_done() {
        let mut history = History::default();
        feed(&mut history, 0.0, false, 1);
        // A change that is reverted makes no step. Then the same edit twice, then two different edits.
        feed(&mut history, 1.0, false, 2);
        feed(&mut history, 1.1, false, 1);
        assert!(!history.is_waiting());
        for (count, done) in [(3, "show"), (4, "show")] {
            history.did(done.to_owned());
            history.feed(2.0, false, &panes(count));
        }
        history.settle(&panes(4));
        history.did("one".to_owned());
        history.did("other".to_owned());
        history.settle(&panes(5));
        assert_eq!(names(&history), ["Open the model", "show", "one, other"]);
    }
}
