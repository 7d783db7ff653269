//! Talks that are not saved yet, kept beside the session.

use super::*;

/// The titles of the first scenes of all talks that the next start will have.
fn stored_talks(store: &SessionStore) -> Vec<String> {
    let SavedSession { talk, kept_talks, .. } = SavedSession::read(store).saved;
    let mut next = state_in(SessionStore::none(), false, "bar");
    next.keep_talks(kept_talks);
    if let Some(talk) = &talk {
        next.restore_talk(talk);
    }
    let kept: Vec<_> = next.kept_talks().map(|(id, _)| id).collect();
    let title = |state: &State| state.talk().scenes.first().map(|scene| scene.title.clone());
    let mut titles = vec![title(&next)];
    for id in kept {
        next.apply(Command::ReturnToTalk(id));
        titles.push(title(&next));
    }
    let mut titles: Vec<String> = titles.into_iter().flatten().collect();
    titles.sort();
    titles
}

/// Gives the talk one scene, and its scene this title.
fn name_talk(state: &mut State, title: &str) {
    if state.talk().scenes.is_empty() {
        state.apply(Command::EditTalk(TalkEdit::Keep));
    }
    let edit = SceneEdit::Title(title.to_owned());
    state.apply(Command::EditTalk(TalkEdit::Change { scene: 0, edit }));
    state.save_session().unwrap();
}

/// A talk that another window has open is kept nowhere else, so a full list makes room for it.
#[test]
fn a_full_list_of_kept_talks_takes_the_talk_that_another_window_edits() {
    let folder = Folder::new("full-list");
    let [mut first, mut second] = [(); 2].map(|()| state_in(folder.store(), true, "bar"));
    for number in 0..9 {
        first.apply(Command::EditTalk(TalkEdit::New));
        name_talk(&mut first, &format!("A{number}"));
    }
    assert_eq!(first.kept_talks().count(), 8, "more are not kept");
    name_talk(&mut second, "B");
    first.save_session().unwrap();
    let stored = stored_talks(&folder.store());
    assert!(stored.contains(&"B".to_owned()) && stored.contains(&"A8".to_owned()), "{stored:?}");
}

/// Each window writes the whole session. Unsaved talks of the other window, both edited and kept, stay, and none is
/// stored twice.
#[test]
fn a_window_stores_its_talks_beside_those_of_another() {
    let folder = Folder::new("talks");
    let [mut first, mut second] = [(); 2].map(|()| state_in(folder.store(), true, "bar"));
    name_talk(&mut first, "A");
    name_talk(&mut second, "B");
    assert_eq!(stored_talks(&folder.store()), ["A", "B"], "the first window may never write again");
    for round in 1..4 {
        name_talk(&mut first, &format!("A{round}"));
        name_talk(&mut second, &format!("B{round}"));
    }
    assert_eq!(stored_talks(&folder.store()), ["A3", "B3"]);
    first.apply(Command::EditTalk(TalkEdit::New));
    name_talk(&mut first, "C");
    name_talk(&mut second, "B4");
    assert_eq!(stored_talks(&folder.store()), ["A3", "B4", "C"]);
    let (kept, _) = first.kept_talks().next().unwrap();
    first.apply(Command::ForgetTalk(kept));
    first.save_session().unwrap();
    assert_eq!(stored_talks(&folder.store()), ["B4", "C"], "what a window forgets is gone");
    second.apply(Command::SaveTalkAs(folder.0.join("b.toml")));
    second.save_session().unwrap();
    first.save_session().unwrap();
    assert_eq!(stored_talks(&folder.store()), ["C"], "what is in a file is not kept");
}

/// Two windows may have begun with the same talk.
#[test]
fn a_talk_that_two_windows_changed_is_stored_in_both_versions() {
    let folder = Folder::new("two-versions");
    let mut first = state_in(folder.store(), true, "bar");
    first.apply(Command::EditTalk(TalkEdit::Keep));
    first.save_session().unwrap();
    let mut second = state_in(folder.store(), true, "bar");
    second.restore_talk(&SavedSession::read(&folder.store()).saved.talk.unwrap());
    for (state, title) in [(&mut first, "Mine"), (&mut second, "Yours")] {
        let edit = SceneEdit::Title(title.to_owned());
        state.apply(Command::EditTalk(TalkEdit::Change { scene: 0, edit }));
        state.save_session().unwrap();
    }
    assert_eq!(stored_talks(&folder.store()), ["Mine", "Yours"]);
}
