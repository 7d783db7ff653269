//! Talks with unsaved changes that are kept when another talk takes their place.

use super::{Folder, edit, next_start, rename, state_with, titles};
use crate::session::{Command, TalkEdit};

/// The open talk comes back, and unsaved talks that it replaced are one click away.
#[test]
fn the_next_start_has_the_open_talk_and_keeps_what_is_nowhere_else() {
    let folder = Folder::new("next");
    let (first, second) = (folder.0.join("first.toml"), folder.0.join("second.toml"));
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    rename(&mut state, 0, "Unsaved");
    edit(&mut state, TalkEdit::New);
    edit(&mut state, TalkEdit::Keep);
    rename(&mut state, 0, "Saved");
    state.apply(Command::SaveTalkAs(second.clone()));
    let mut next = next_start(&state);
    assert_eq!((titles(&next), next.talk_file().path.as_ref()), (vec!["Saved"], Some(&second)), "the open one");
    let (kept, name) = next.kept_talks().next().unwrap();
    assert_eq!(name, "Untitled talk");
    next.apply(Command::ReturnToTalk(kept));
    assert_eq!((titles(&next), next.kept_talks().count()), (vec!["Unsaved"], 0));
    assert!(next.is_talk_lost(), "it is still in no file");
    next.apply(Command::ForgetTalk(kept));
    assert_eq!(next_start(&next).kept_talks().count(), 0);

    while state.edit.talk.file != 0 {
        state.apply(Command::Undo);
    }
    state.apply(Command::SaveTalkAs(first));
    let next = next_start(&state);
    assert_eq!((titles(&next), next.kept_talks().count()), (vec!["Unsaved"], 0));
    assert_eq!(next.talk().scenes, next.talk_file().saved.scenes, "from its file");
    state.apply(Command::OpenTalk(second.clone()));
    state.settle_history();
    let next = next_start(&state);
    assert_eq!((next.talk_file().path.as_ref(), next.kept_talks().count()), (Some(&second), 0));
}

/// Opening a talk reports what happened to unsaved changes. Undo brings them back, and so does the link at any time.
#[test]
fn opening_a_talk_keeps_unsaved_changes_and_says_so() {
    use crate::session::NoticeLink;
    let folder = Folder::new("kept");
    let path = folder.0.join("other.toml");
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    rename(&mut state, 0, "Mine");
    std::fs::write(&path, "skinscope_talk = 1\ntitle = \"Other\"\n").unwrap();
    state.apply(Command::OpenTalk(path.clone()));
    state.settle_history();
    let notice = state.interface.notice.clone().unwrap();
    assert!(notice.text.contains("Untitled talk has unsaved changes"), "{}", notice.text);
    assert_eq!(state.talk().title, "Other");
    let Some(NoticeLink::ReturnToTalk(kept)) = notice.link else { panic!("{notice:?}") };
    state.apply(Command::ReturnToTalk(kept));
    state.settle_history();
    assert_eq!((titles(&state), state.talk_file().path.as_ref()), (vec!["Mine"], None));
    rename(&mut state, 0, "Mine, changed");
    state.apply(Command::OpenTalk(path));
    state.settle_history();
    assert_eq!(state.kept_talks().count(), 1, "once, as it is now");
    state.apply(Command::Undo);
    assert_eq!((titles(&state), state.kept_talks().count()), (vec!["Mine, changed"], 0));
    state.apply(Command::Redo);
    assert_eq!((state.talk().title.as_str(), state.kept_talks().count()), ("Other", 1));
    // A talk without changes leaves nothing behind.
    edit(&mut state, TalkEdit::New);
    assert_eq!(state.kept_talks().count(), 1);
}

/// A link to a kept talk leads to that talk, even if others were forgotten or kept in between.
#[test]
fn the_link_to_a_kept_talk_stays_with_it() {
    let mut state = state_with("bar");
    for title in ["First", "Second", "Third"] {
        edit(&mut state, TalkEdit::New);
        edit(&mut state, TalkEdit::Keep);
        rename(&mut state, 0, title);
    }
    let kept: Vec<_> = state.kept_talks().map(|(id, _)| id).collect();
    state.apply(Command::ForgetTalk(kept[0]));
    state.apply(Command::ReturnToTalk(kept[0]));
    assert_eq!(titles(&state), ["Third"], "a talk that was forgotten leads nowhere");
    state.apply(Command::ReturnToTalk(kept[1]));
    assert_eq!(titles(&state), ["Second"]);
    // Forgetting one of many does not forget the ones that moved up.
    edit(&mut state, TalkEdit::New);
    state.apply(Command::ForgetTalk(kept[0]));
    assert_eq!(state.kept_talks().count(), 2);
}

/// Undo may lead back to a talk that was kept when another took its place.
#[test]
fn a_kept_talk_that_undo_brought_back_keeps_its_newer_edits() {
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    rename(&mut state, 0, "First");
    edit(&mut state, TalkEdit::New);
    let (kept, _) = state.kept_talks().next().unwrap();
    state.apply(Command::Undo);
    rename(&mut state, 0, "Newer");
    state.apply(Command::ReturnToTalk(kept));
    assert_eq!(titles(&state), ["Newer"]);
}
