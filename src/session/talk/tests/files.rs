//! Talks and their files on disk.

use super::{Folder, edit, next_start, rename, state_with, titles};
use crate::files::{Access, ModelSource, OpenOptions, open_model, open_model_with};
use crate::session::{Command, State, TalkEdit};
use std::sync::Arc;

/// Comments of a person survive, models are found from another folder, and undo never writes into another file.
#[test]
fn a_talk_is_saved_edited_by_hand_and_opened_again() {
    let folder = Folder::new("saved");
    let (path, other) = (folder.0.join("my.toml"), folder.0.join("other.toml"));
    let model = folder.0.join("own.glb");
    std::fs::write(&model, crate::bundled::glb_bytes("bar").unwrap()).unwrap();
    let mut state = state_with(model.to_str().unwrap());
    edit(&mut state, TalkEdit::Keep);
    edit(&mut state, TalkEdit::Title("Bars".to_owned()));
    assert!(state.is_talk_unsaved());
    state.apply(Command::SaveTalkAs(path.clone()));
    assert!(!state.is_talk_unsaved());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("model = \"own.glb\"") && text.contains("model_hash = "), "{text}");

    let by_hand = text.replace("[[scene]]", "# The bar, as ever.\n[[scene]]");
    std::fs::write(&path, &by_hand).unwrap();
    state.apply(Command::OpenTalk(path.clone()));
    state.settle_history();
    rename(&mut state, 0, "By hand");
    state.apply(Command::SaveTalk);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("# The bar, as ever.\n[[scene]]") && text.contains("By hand"), "{text}");

    // Changes to the file by others are not overwritten.
    std::fs::write(&path, text.replace("By hand", "By others")).unwrap();
    rename(&mut state, 0, "By me");
    state.apply(Command::SaveTalk);
    let error = state.interface.error.take().unwrap();
    assert!(error.title == "my.toml has changed on disk" && error.choices.len() == 3, "{error:?}");
    assert!(std::fs::read_to_string(&path).unwrap().contains("By others"));
    state.apply(Command::Undo);
    std::fs::write(&path, &text).unwrap();

    // Another file under the same name is reported.
    std::fs::write(&model, crate::bundled::glb_bytes("limb").unwrap()).unwrap();
    let scene = Arc::clone(&state.talk().scenes[0]);
    state.interface.notice = None;
    state.show_document(open_model(model.to_str().unwrap()).unwrap());
    state.apply(Command::TakeScene(scene));
    let notice = state.interface.notice.as_ref().unwrap();
    assert!(notice.text.contains("own.glb has changed"), "{}", notice.text);
    state.apply(Command::Undo);
    state.apply(Command::Undo);

    std::fs::write(&other, "skinscope_talk = 1\n").unwrap();
    state.apply(Command::OpenTalk(other.clone()));
    state.settle_history();
    assert!(state.talk().scenes.is_empty() && state.talk_file().path.as_ref() == Some(&other));
    state.apply(Command::Undo);
    assert_eq!((titles(&state), state.talk_file().path.as_ref()), (vec!["By hand"], Some(&path)));
    state.apply(Command::OpenTalk(folder.0.join("none.toml")));
    let error = state.interface.error.take().unwrap();
    assert!(error.details.starts_with("cannot read the talk: there is no such file"), "{}", error.details);
}

/// However the talk came to be edited, a file that somebody else changed is not replaced without a question.
#[test]
fn nothing_is_written_over_what_somebody_else_wrote() {
    const OTHER: &[u8] = b"skinscope_talk = 1\ntitle = \"Theirs\"\n";
    let folder = Folder::new("theirs");
    let path = folder.0.join("talk.toml");
    let saved_by_us = || {
        let mut state = state_with("bar");
        edit(&mut state, TalkEdit::Keep);
        state.apply(Command::SaveTalkAs(path.clone()));
        rename(&mut state, 0, "Mine");
        state
    };
    let asks = |state: &mut State, on_disk: &[u8]| {
        state.interface.error = None;
        state.apply(Command::SaveTalk);
        let choices = state.interface.error.as_ref().map_or(0, |error| error.choices.len());
        assert_eq!((choices, std::fs::read(&path).unwrap().as_slice()), (3, on_disk));
    };
    // A file that is not text was not written by us either.
    let mut state = saved_by_us();
    std::fs::write(&path, b"\xff\xfe").unwrap();
    asks(&mut state, b"\xff\xfe");
    std::fs::write(&path, OTHER).unwrap();
    asks(&mut state, OTHER);
    edit(&mut state, TalkEdit::New);
    assert!(state.interface.error.is_none(), "the question was about another talk");
    // The same holds after a restart.
    let state = saved_by_us();
    std::fs::write(&path, OTHER).unwrap();
    asks(&mut next_start(&state), OTHER);
    // The same holds after undo of reading it again.
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    state.apply(Command::SaveTalkAs(path.clone()));
    std::fs::write(&path, OTHER).unwrap();
    state.apply(Command::ReadTalkAgain);
    state.settle_history();
    assert_eq!(state.talk().title, "Theirs");
    state.apply(Command::Undo);
    assert!(state.talk().title.is_empty() && state.is_talk_unsaved(), "the file says something else");
    asks(&mut state, OTHER);
    // An unchanged talk of a paper is not kept.
    let mut state = state_with("bar");
    let talk = crate::panes::Talk::of_paper("theo").unwrap();
    state.begin_talk(talk.clone(), crate::session::talk::TalkFile::of_paper(talk));
    assert_eq!(state.talk_to_save(), None);
}

/// Changes to the file by another program are read again. If the talk has changes too, the user chooses.
#[test]
fn the_open_talk_is_followed_on_disk() {
    let folder = Folder::new("followed");
    let path = folder.0.join("my.toml");
    let mut state = state_with("bar");
    edit(&mut state, TalkEdit::Keep);
    state.apply(Command::SaveTalkAs(path.clone()));
    rename(&mut state, 0, "First");
    state.apply(Command::SaveTalk);
    let text = std::fs::read_to_string(&path).unwrap();
    state.take_results();
    let wait_for = |state: &mut State, is_so: &dyn Fn(&State) -> bool| {
        for _ in 0..1000 {
            state.take_results();
            if is_so(state) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("nothing happened: {:?} {:?}", titles(state), state.interface.error);
    };
    std::fs::write(&path, text.replace("First", "By hand")).unwrap();
    wait_for(&mut state, &|state| titles(state) == ["By hand"]);
    assert_eq!(state.shown_talk_scene(), Some(0), "the shown scene stays the shown one");
    assert!(!state.is_talk_unsaved() && state.interface.error.is_none());
    state.apply(Command::Undo);
    assert_eq!(titles(&state), ["First"]);
    state.apply(Command::Redo);

    rename(&mut state, 0, "By me");
    std::fs::write(&path, text.replace("\"First\"", "\"By others\" # Theirs.")).unwrap();
    wait_for(&mut state, &|state| state.interface.error.is_some());
    let choices = state.interface.error.take().unwrap().choices;
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["Read again", "Save as", "Keep mine"]);
    assert_eq!(titles(&state), ["By me"], "nothing is lost before the choice");
    state.apply(choices[0].1.clone());
    state.settle_history();
    assert_eq!((titles(&state), state.kept_talks().count()), (vec!["By others"], 1));
    state.apply(Command::Undo);
    assert_eq!(titles(&state), ["By me"]);
    // Saving asks in the same way, and keeping one's own version preserves the comments of others.
    state.apply(Command::SaveTalk);
    let choices = state.interface.error.take().unwrap().choices;
    state.apply(choices[2].1.clone());
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.contains("By me") && saved.contains("# Theirs."), "{saved}");
    assert!(!state.is_talk_unsaved());

    // A file that is half written, or gone, changes nothing.
    std::fs::write(&path, "skinscope_talk = 1\n[[scene").unwrap();
    wait_for(&mut state, &|state| state.interface.error.is_some());
    assert_eq!(titles(&state), ["By me"]);
    std::fs::write(&path, saved.replace("By me", "Whole")).unwrap();
    wait_for(&mut state, &|state| titles(state) == ["Whole"]);
    assert!(state.interface.error.is_none());
}

/// The check opens the same files as showing the scenes: files outside of a model's folder only where the user allowed
/// them.
#[test]
fn the_check_reads_outside_the_folder_where_the_user_allowed_it() {
    let folder = Folder::new("outside");
    let model = folder.0.join("model/a.gltf");
    std::fs::create_dir(folder.0.join("model")).unwrap();
    let positions = [0., 0., 0., 1., 0., 0., 0., 1., 0.0f32].map(f32::to_le_bytes);
    std::fs::write(folder.0.join("a.bin"), positions.concat()).unwrap();
    let gltf = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":"../a.bin"}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]}"#;
    std::fs::write(&model, gltf).unwrap();
    let talk = folder.0.join("talk.toml");
    let scene = |model: &str| format!("[[scene]]\nmodel = \"{model}\"\npanes = [{{ method = \"lbs\" }}]\n");
    let text = format!("skinscope_talk = 1\n{}{}", scene("model/a.gltf"), scene("gone.glb"));
    std::fs::write(&talk, text).unwrap();
    let is_marked = |mut state: State| {
        state.apply(Command::OpenTalk(talk.clone()));
        let scenes = state.talk().scenes.clone();
        // The check is over once it says what is wrong with the second scene.
        for _ in 0..2000 {
            state.take_results();
            if state.problem_of(&scenes[1]).is_some() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert!(state.problem_of(&scenes[1]).is_some_and(|problem| problem.is_missing));
        state.problem_of(&scenes[0]).is_some()
    };
    assert!(is_marked(state_with("bar")));
    let mut allowed = state_with("bar");
    allowed.jobs.loader.allows_outside = true;
    assert!(!is_marked(allowed), "by --allow-outside");
    let options = OpenOptions { access: Access::outside_if(true), variant: None };
    let mut open = state_with("bar");
    open.show_document(open_model_with(ModelSource::File(model), &options).unwrap());
    assert!(!is_marked(open), "the model is open, with what it may read");
}
