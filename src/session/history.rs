use super::document::Document;
use super::edit_state::EditState;
use super::saved::UnsavedWork;
use super::visit::Visit;
use crate::model::Model;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The undo history: every state worth keeping, with the edits that led to it.
///
/// A run of steps that share a document and a view is a *visit*. Opening a model or showing a scene begins a visit.
/// Steps hold only the edit; the data of a visit is kept once, when the visit is left.
#[derive(Default)]
pub struct History {
    /// Steps, the oldest first. Not empty once a state was seen.
    steps: Vec<Step>,
    /// Index of the shown step.
    current: usize,
    /// A state that differs from the current step and may still change.
    pending: Option<Pending>,
    /// The distinct edits made since the current step.
    done: Vec<String>,
    /// The visits of steps other than the shown one, by their ids.
    left: BTreeMap<u64, Visit>,
}

/// A state and the name of the edit that produced it.
#[derive(Clone)]
pub struct Step {
    pub name: String,
    edit: Arc<EditState>,
    /// Id of its visit. Never smaller than the id of the previous step's visit.
    visit: u64,
}

/// A change that is not a step yet.
#[derive(Clone, Copy, Debug)]
struct Pending {
    /// [`super::State::edit_generation`] of the last change.
    generation: u64,
    /// Time of the last change. Minus infinity while the mouse holds something; the change then becomes a step on
    /// release.
    since_seconds: f64,
}

/// A step that undo or redo reached.
pub struct Reached {
    pub edit: EditState,
    /// The visit to return to, if the step belongs to another one than the shown step did.
    pub visit: Option<Visit>,
}

/// Changes that follow each other faster than this, such as key presses and typed digits, form one step.
const REST_SECONDS: f64 = 0.4;

/// Limit of steps; older ones are dropped. A step is a few kilobytes at most.
const MOST_STEPS: usize = 300;

/// Limit of documents that are kept in addition to the open one. Enough to get back from a wrong file or from a series
/// of scenes; with more, nobody remembers what undo leads to.
const MOST_DOCUMENTS: usize = 4;

/// Limit of memory that they may take together. A character of 100,000 vertices with four textures of 2048 pixels takes
/// about 120 MB, so usually the count is the limit, and a scan of millions of vertices is not kept for nothing.
const MOST_BYTES: usize = 1 << 30;

impl History {
    /// Records the effect of a command on the state, for the name of the next step.
    pub fn did(&mut self, what: String) {
        if !self.done.contains(&what) {
            self.done.push(what);
        }
    }

    /// Whether no state was seen yet.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Keeps the first state. It cannot be undone.
    pub fn begin(&mut self, name: String, edit: &EditState) {
        if self.is_empty() {
            self.steps.push(Step { name, edit: Arc::new(edit.clone()), visit: 0 });
            self.done.clear();
        }
    }

    /// Observes the state once per frame. While `held` (a mouse button is down), no step is kept, so a drag is one
    /// step. `generation` changes with every change of the state, see [`super::State::edit_generation`].
    pub fn feed(&mut self, seconds: f64, held: bool, edit: &EditState, generation: u64) {
        let Some(current) = self.steps.get(self.current) else { return };
        if *current.edit == *edit {
            self.pending = None;
            // A drag in progress may be passing through its starting point.
            if !held {
                self.done.clear();
            }
            return;
        }
        if held {
            self.pending = Some(Pending { generation, since_seconds: f64::NEG_INFINITY });
            return;
        }
        match self.pending.filter(|pending| pending.generation == generation) {
            Some(pending) if seconds - pending.since_seconds >= REST_SECONDS => self.keep(edit),
            Some(_) => {}
            None => self.pending = Some(Pending { generation, since_seconds: seconds }),
        }
    }

    /// Changes all steps: what a step shows has changed outside the program, which is no edit.
    pub fn amend(&mut self, change: impl Fn(&mut EditState)) {
        self.steps.iter_mut().for_each(|step| change(Arc::make_mut(&mut step.edit)));
    }

    /// Whether a state is not that of the shown step.
    #[cfg(test)]
    pub fn is_ahead_of(&self, edit: &EditState) -> bool {
        self.steps.get(self.current).is_some_and(|step| *step.edit != *edit)
    }

    /// Keeps a state that is still pending.
    pub fn settle(&mut self, edit: &EditState) {
        match self.steps.get(self.current) {
            Some(current) if *current.edit != *edit => self.keep(edit),
            _ => self.done.clear(),
        }
    }

    fn keep(&mut self, edit: &EditState) {
        let name = match std::mem::take(&mut self.done).as_slice() {
            [] => "Change".to_owned(),
            [one] => one.clone(),
            [first, second] => format!("{first}, {second}"),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        };
        let visit = self.steps.get(self.current).map_or(0, |step| step.visit);
        self.push(Step { name, edit: Arc::new(edit.clone()), visit });
    }

    /// Keeps a state as the first step of a new visit. `left` is the visit of the step before.
    pub fn open(&mut self, name: String, edit: &EditState, left: Visit) {
        let Some(current) = self.steps.get(self.current).map(|step| step.visit) else { return };
        // The new visit takes the id of the first one that was undone.
        self.left.split_off(&(current + 1));
        self.left.insert(current, left);
        self.push(Step { name, edit: Arc::new(edit.clone()), visit: current + 1 });
        self.done.clear();
        self.drop_old_documents();
    }

    /// Adds a step after the shown one. Steps that were undone are dropped.
    fn push(&mut self, step: Step) {
        self.steps.truncate(self.current + 1);
        self.steps.push(step);
        if self.steps.len() > MOST_STEPS {
            self.steps.remove(0);
        }
        self.current = self.steps.len() - 1;
        self.pending = None;
        self.drop_lost_visits();
    }

    fn drop_lost_visits(&mut self) {
        let steps = &self.steps;
        self.left.retain(|id, _| steps.iter().any(|step| step.visit == *id));
    }

    /// Drops the oldest documents above the limits, and the steps that need them. Undo then ends there.
    fn drop_old_documents(&mut self) {
        let visits: Vec<(u64, &Visit)> = self.left.iter().map(|(id, visit)| (*id, visit)).rev().collect();
        let Some(lost) = Visit::first_above(&visits, MOST_DOCUMENTS, MOST_BYTES) else { return };
        let kept = self.steps.iter().position(|step| step.visit > lost).unwrap_or(0);
        self.steps.drain(..kept);
        self.current -= kept;
        self.drop_lost_visits();
    }

    /// Goes one step back. `now` is the shown visit.
    pub fn undo(&mut self, now: Visit) -> Option<Reached> {
        self.go_to(self.current.checked_sub(1)?, now)
    }

    /// Goes one step forward again. `now` is the shown visit.
    pub fn redo(&mut self, now: Visit) -> Option<Reached> {
        self.go_to(self.current + 1, now)
    }

    /// Goes to a step by its index. `None` if it is out of range. `now` is the shown visit.
    pub fn go_to(&mut self, step: usize, now: Visit) -> Option<Reached> {
        let from = self.steps.get(self.current)?.visit;
        let Step { edit, visit: to, .. } = self.steps.get(step)?;
        let edit = edit.as_ref().clone();
        let visit = if from == *to {
            None
        } else {
            let reached = self.left.remove(to);
            self.left.insert(from, now);
            reached
        };
        (self.current, self.pending) = (step, None);
        self.done.clear();
        Some(Reached { edit, visit })
    }

    pub fn has_undo(&self, edit: &EditState) -> bool {
        self.current > 0 || self.steps.get(self.current).is_some_and(|step| *step.edit != *edit)
    }

    pub fn has_redo(&self, edit: &EditState) -> bool {
        self.current + 1 < self.steps.len() && self.steps.get(self.current).is_some_and(|step| *step.edit == *edit)
    }

    /// The name of the step that undo takes back. `None` if it takes back a change that is not a step yet.
    pub fn undo_name(&self, edit: &EditState) -> Option<&str> {
        let current = self.steps.get(self.current).filter(|step| self.current > 0 && *step.edit == *edit)?;
        Some(&current.name)
    }

    /// The name of the step that redo brings back.
    pub fn redo_name(&self) -> Option<&str> {
        self.steps.get(self.current + 1).map(|step| step.name.as_str())
    }

    /// Whether a change is still pending.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Work on documents other than the open one that closing would lose, as they were left last. Undo and redo lead to
    /// them.
    pub(super) fn unsaved_of_others(&self, open: Option<&Document>) -> Vec<UnsavedWork> {
        let mut seen: Vec<*const Model> = open.map(|document| Arc::as_ptr(&document.source)).into_iter().collect();
        let mut unsaved = Vec::new();
        for visit in self.left.values().rev() {
            let Some(source) = visit.document.as_ref().map(|document| Arc::as_ptr(&document.source)) else { continue };
            if !seen.contains(&source) {
                seen.push(source);
                unsaved.extend(visit.unsaved.clone());
            }
        }
        unsaved
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

    fn begun() -> History {
        let mut history = History::default();
        history.begin("Open bar".to_owned(), &panes(1));
        history
    }

    fn feed(history: &mut History, seconds: f64, held: bool, count: usize) {
        history.did(format!("to {count}"));
        history.feed(seconds, held, &panes(count), count as u64);
    }

    fn names(history: &History) -> Vec<&str> {
        history.steps().iter().map(|step| step.name.as_str()).collect()
    }

    fn pane_count(reached: Option<Reached>) -> usize {
        reached.unwrap().edit.panes.len()
    }

    #[test]
    fn a_drag_is_one_step_however_long_it_rests() {
        let mut history = begun();
        for (seconds, count) in [(1.0, 2), (2.0, 3), (9.0, 3), (10.0, 4)] {
            feed(&mut history, seconds, true, count);
        }
        assert_eq!(names(&history), ["Open bar"]);
        feed(&mut history, 10.1, false, 4);
        assert_eq!(names(&history), ["Open bar", "to 2 and 2 more"]);
    }

    #[test]
    fn quick_changes_are_one_step() {
        let mut history = begun();
        for (seconds, count) in [(1.0, 2), (1.1, 3), (1.2, 4), (1.5, 4)] {
            feed(&mut history, seconds, false, count);
        }
        assert!(history.is_waiting() && history.has_undo(&panes(4)));
        feed(&mut history, 1.7, false, 4);
        assert_eq!(names(&history), ["Open bar", "to 2 and 2 more"]);
    }

    #[test]
    fn back_and_forth_and_a_change_forgets_what_was_undone() {
        let mut history = begun();
        for count in [2, 3] {
            history.did(format!("{count}"));
            history.settle(&panes(count));
        }
        assert_eq!((history.undo_name(&panes(3)), history.redo_name()), (Some("3"), None));
        assert_eq!(pane_count(history.undo(Visit::default())), 2);
        assert_eq!((history.undo_name(&panes(2)), history.redo_name()), (Some("2"), Some("3")));
        assert_eq!(history.undo_name(&panes(5)), None, "what undo takes back has no name yet");
        assert!(history.has_redo(&panes(2)) && !history.has_redo(&panes(5)));
        assert_eq!(pane_count(history.redo(Visit::default())), 3);
        assert!(history.redo(Visit::default()).is_none());
        assert_eq!(pane_count(history.go_to(0, Visit::default())), 1);
        assert!(history.undo(Visit::default()).is_none());
        history.did("6".to_owned());
        history.settle(&panes(6));
        assert_eq!(names(&history), ["Open bar", "6"]);
    }

    #[test]
    fn a_step_is_called_by_what_was_done() {
        let mut history = begun();
        // A change that is reverted makes no step. Then the same edit twice, then two different edits.
        feed(&mut history, 1.0, false, 2);
        feed(&mut history, 1.1, false, 1);
        assert!(!history.is_waiting());
        for (count, done) in [(3, "show"), (4, "show")] {
            history.did(done.to_owned());
            history.feed(2.0, false, &panes(count), count as u64);
        }
        history.settle(&panes(4));
        history.did("one".to_owned());
        history.did("other".to_owned());
        history.settle(&panes(5));
        assert_eq!(names(&history), ["Open bar", "show", "one, other"]);
    }

    #[test]
    fn a_visit_is_returned_to_as_it_was_left() {
        let mut history = begun();
        let visit = |seconds| Visit { time_seconds: seconds, ..Visit::default() };
        let time = |reached: Option<Reached>| reached.unwrap().visit.map(|visit| visit.time_seconds);
        history.open("Open limb".to_owned(), &panes(1), visit(1.0));
        history.did("2".to_owned());
        history.settle(&panes(2));
        history.open("Open hand".to_owned(), &panes(3), visit(2.0));
        assert_eq!(names(&history), ["Open bar", "Open limb", "2", "Open hand"]);
        assert_eq!(time(history.undo(visit(3.0))), Some(2.0));
        assert_eq!(time(history.undo(visit(4.0))), None, "the same visit");
        assert_eq!(time(history.go_to(3, visit(5.0))), Some(3.0));
        assert_eq!(time(history.go_to(0, visit(6.0))), Some(1.0), "across a visit");
        assert_eq!(time(history.redo(visit(7.0))), Some(5.0));
        history.open("Open cloth".to_owned(), &panes(4), visit(8.0));
        assert_eq!(names(&history), ["Open bar", "Open limb", "Open cloth"]);
        assert_eq!(history.left.len(), 2, "visits of dropped steps are dropped");
        assert_eq!(time(history.undo(visit(9.0))), Some(8.0));
    }
}
