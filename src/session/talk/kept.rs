//! Unsaved talks that others have replaced. The user can return to them, even after the next start.

use super::super::interface::NoticeLink;
use super::super::saved::merged;
use super::super::state::State;
use super::{EditedTalk, SavedTalk};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Limit of kept talks. The oldest are dropped.
const MOST_KEPT: usize = 8;

/// Identifies a kept talk while the program runs, even if other kept talks change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptTalkId(u64);

#[derive(Clone, Debug)]
struct KeptTalk {
    id: KeptTalkId,
    talk: SavedTalk,
    /// Index of its file in this session. `None` until it is edited here.
    file: Option<usize>,
}

/// Kept talks, the oldest first.
#[derive(Debug, Default)]
pub struct KeptTalks {
    talks: Vec<KeptTalk>,
    next_id: u64,
    stored: KnownTalks,
}

/// The talks in the session's file that this window read or wrote. All others belong to other windows.
#[derive(Clone, Debug, Default)]
pub struct KnownTalks(BTreeSet<u64>);

impl KnownTalks {
    fn add<'a>(&mut self, talks: impl IntoIterator<Item = &'a SavedTalk>) {
        self.0.extend(talks.into_iter().map(hash_of));
    }

    fn has(&self, talk: &SavedTalk) -> bool {
        self.0.contains(&hash_of(talk))
    }

    /// The kept talks of this window, with the unsaved ones that other windows stored. The first talk of each pair is
    /// the edited one; this window's edited talk replaces the one in the file.
    pub(in super::super) fn merged(
        &self,
        (own_edited, own): (Option<&SavedTalk>, Vec<SavedTalk>),
        (stored_edited, stored): (Option<SavedTalk>, Vec<SavedTalk>),
    ) -> Vec<SavedTalk> {
        let is_of_another = |talk: &SavedTalk| !self.has(talk) && own_edited != Some(talk);
        // The talk that another window has open is the newest: it is kept nowhere else.
        let open_elsewhere = stored_edited.filter(|talk| talk.is_unsaved() && is_of_another(talk));
        let of_others = stored.into_iter().rev().filter(is_of_another);
        let own = open_elsewhere.into_iter().chain(own.into_iter().rev());
        let mut newest_first = merged(own, of_others, PartialEq::eq, MOST_KEPT);
        newest_first.reverse();
        newest_first
    }
}

fn hash_of(talk: &SavedTalk) -> u64 {
    let mut hasher = DefaultHasher::new();
    talk.hash(&mut hasher);
    hasher.finish()
}

impl KeptTalks {
    fn push(&mut self, talk: SavedTalk, file: Option<usize>) -> KeptTalkId {
        let id = KeptTalkId(self.next_id);
        self.next_id += 1;
        self.talks.push(KeptTalk { id, talk, file });
        let too_many = self.talks.len().saturating_sub(MOST_KEPT);
        self.talks.drain(..too_many);
        id
    }

    /// Forgets a talk that is now saved in its file, or about to be kept again. `file` is its index in this session.
    pub(super) fn forget_file(&mut self, file: usize) {
        self.talks.retain(|kept| kept.file != Some(file));
    }
}

impl State {
    /// Replaces the edited talk with another one and keeps its unsaved changes.
    pub(super) fn put_talk(&mut self, talk: EditedTalk) {
        if self.is_talk_lost()
            && let Some(unsaved) = self.talk_to_save()
        {
            let file = self.edit.talk.file;
            self.talk.kept.forget_file(file);
            let id = self.talk.kept.push(unsaved, Some(file));
            let text = format!("{} has unsaved changes. They are kept.", self.talk_file().label());
            self.notify_with(text, NoticeLink::ReturnToTalk(id));
        }
        self.edit.talk = talk;
    }

    /// The unsaved talks that others have replaced: an id for `State::return_to_talk`, and a name.
    pub fn kept_talks(&self) -> impl Iterator<Item = (KeptTalkId, String)> {
        self.unedited_kept_talks().map(|kept| (kept.id, kept.talk.label()))
    }

    fn unedited_kept_talks(&self) -> impl Iterator<Item = &KeptTalk> {
        self.talk.kept.talks.iter().filter(|kept| kept.file != Some(self.edit.talk.file))
    }

    /// Edits an unsaved talk again.
    pub(in super::super) fn return_to_talk(&mut self, id: KeptTalkId) {
        let Some(index) = self.talk.kept.talks.iter().position(|kept| kept.id == id) else { return };
        let KeptTalk { talk, file, .. } = self.talk.kept.talks[index].clone();
        // Undo has led back to it, and what was edited since is newer than what was kept.
        if file == Some(self.edit.talk.file) {
            return;
        }
        match talk.read() {
            Ok((talk, read)) => {
                let file = file.unwrap_or_else(|| {
                    self.talk.files.push(read);
                    self.talk.files.len() - 1
                });
                self.talk.kept.talks[index].file = Some(file);
                self.leave_stage();
                let first = talk.scenes.first().cloned();
                self.put_talk(EditedTalk { talk: Arc::new(talk), file });
                if let Some(first) = first {
                    self.take_scene(&first);
                }
                self.check_talk(true);
            }
            Err(details) => self.show_error("Could not return to the talk".to_owned(), details),
        }
    }

    pub(in super::super) fn forget_talk(&mut self, id: KeptTalkId) {
        self.talk.kept.talks.retain(|kept| kept.id != id);
        // The next start has one kept talk less.
        self.edit_generation += 1;
    }

    /// The unsaved talks for the next start.
    pub(in super::super) fn kept_talks_to_save(&self) -> Vec<SavedTalk> {
        self.unedited_kept_talks().map(|kept| kept.talk.clone()).collect()
    }

    /// The talks in the session's file that belong to this window.
    pub(in super::super) fn known_talks(&self) -> &KnownTalks {
        &self.talk.kept.stored
    }

    /// Records talks that are in the session's file, or about to be written to it.
    pub(in super::super) fn know_talks<'a>(&mut self, talks: impl IntoIterator<Item = &'a SavedTalk>) {
        self.talk.kept.stored.add(talks);
    }

    /// Keeps the unsaved talks of the last session.
    pub(in super::super) fn keep_talks(&mut self, saved: Vec<SavedTalk>) {
        self.know_talks(&saved);
        for talk in saved {
            if self.talk.kept.talks.iter().all(|kept| kept.talk != talk) {
                self.talk.kept.push(talk, None);
            }
        }
    }

    /// Keeps the talk of the last session without editing it, if it is not saved in a file.
    pub(in super::super) fn keep_talk(&mut self, saved: Option<SavedTalk>) {
        self.keep_talks(saved.into_iter().filter(SavedTalk::is_unsaved).collect());
    }
}
