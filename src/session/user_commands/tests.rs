use super::super::loader::Loader;
use super::*;
use crate::files::{CenterStore, ModelSource, open_model};
use crate::session::{InspectorTab, TalkEdit};
use crate::skinning::SkinningMethod;
use crate::view::Theme;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn state_with(model: Option<&str>) -> State {
    let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, Loader::new(Arc::new(|| {}), CenterStore::none()));
    if let Some(model) = model {
        state.show_document(open_model(model).unwrap());
        state.settle_history();
    }
    state
}

const CONTEXTS: [Context; 8] = {
    let [a, b, c, d, e, f, g] = Context::OF_WINDOW;
    [a, b, c, d, e, f, g, Context::Notes]
};

type NewState = fn() -> State;

/// Nothing open, a model, a posed and selected joint, two models, a talk with its tab open, the stage.
fn states() -> [(&'static str, NewState); 6] {
    fn posed() -> State {
        let mut state = state_with(Some("mannequin"));
        let node = state.documents.first.as_ref().unwrap().model.skeleton.find("hand.L").unwrap();
        state.apply(Command::SelectJoint(Some(node)));
        state.apply(Command::IsolateSelected);
        state.apply(Command::SetAngles { node, angles_degrees: glam::Vec3::X * 30.0 });
        state.apply(Command::SetClip(Some(0)));
        state.apply(Command::SetPaneCount(2));
        state
    }
    fn two_models() -> State {
        let mut state = state_with(Some("mannequin"));
        state.apply(Command::AddModel(ModelSource::Bundled("limb")));
        let end = Instant::now() + Duration::from_secs(60);
        while state.second().is_none() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
            state.take_results();
        }
        assert!(state.second().is_some());
        state
    }
    fn talk() -> State {
        let mut state = state_with(Some("bar"));
        state.apply(Command::EditTalk(TalkEdit::Keep));
        state.apply(Command::ShowTab(InspectorTab::Talk));
        assert!(state.edits_talk());
        state
    }
    fn stage() -> State {
        let mut state = state_with(Some("bar"));
        state.apply(Command::EnterStage);
        assert!(state.talk.stage.is_some());
        state
    }
    [
        ("nothing open", || state_with(None)),
        ("a model", || state_with(Some("bar"))),
        ("a posed joint", posed),
        ("two models", two_models),
        ("a talk", talk),
        ("the stage", stage),
    ]
}

/// In each state and context, a combination of keys does one thing.
#[test]
fn no_two_rows_have_the_same_keys() {
    for (name, state) in states() {
        let state = state();
        for context in CONTEXTS {
            let mut seen: Vec<(&str, &str)> = Vec::new();
            for row in rows().filter(|row| row.applies_in(context) && row.keys_apply(&state)) {
                for keys in row.keys {
                    let other = seen.iter().find(|(known, _)| known == keys);
                    assert!(other.is_none(), "{name}, {context:?}: {keys} is {other:?} and {}", row.text);
                    seen.push((keys, row.text));
                }
            }
        }
    }
}

/// A key that a row has in a context reaches that row, and a longer combination is not the shorter one.
#[test]
fn keys_find_their_rows() {
    for (name, state) in states() {
        let state = state();
        for context in CONTEXTS {
            for row in rows().filter(|row| row.applies_in(context) && row.keys_apply(&state)) {
                let Some(command) = row.command(&state) else { continue };
                for keys in row.keys {
                    let found = command_of_keys(&state, context, Keys::parse(keys));
                    assert_eq!(found, Some(command.clone()), "{name}, {context:?}: {keys}");
                }
            }
        }
    }
    let state = state_with(Some("bar"));
    let found = |context, keys| command_of_keys(&state, context, Keys::parse(keys));
    assert_eq!(found(Context::Editor, "Ctrl+S"), Some(Command::SaveSession));
    assert_eq!(found(Context::Typing, "Ctrl+S"), Some(Command::SaveSession));
    assert_eq!(found(Context::Editor, "Ctrl+Shift+S"), Some(Command::ShowPictureDialog(true)));
    assert_eq!(found(Context::Typing, "Ctrl+Shift+S"), None, "not the session");
    assert_eq!(found(Context::Typing, "F"), None);
    assert_eq!(found(Context::Focused, "Space"), None, "the button takes it");
    assert_eq!(found(Context::Dragging, "Space"), Some(Command::PlayOrPause));
    assert_eq!(found(Context::Dialog, "Ctrl+O"), None);
    assert_eq!(found(Context::Editor, "Shift+F"), Some(Command::Frame), "Shift may type the key");
    let second = Command::SetMethod { pane: 0, method: SkinningMethod::ALL[1] };
    assert_eq!(found(Context::Editor, "Alt+2"), Some(second));
    assert_eq!(found(Context::Notes, "Ctrl+Shift+S"), None, "the notes save no pictures");
}

#[test]
fn every_row_is_in_the_list_of_shortcuts_or_has_no_keys() {
    let lines = sheet(false);
    for row in rows() {
        assert!(
            GROUPS.split(", ").any(|group| group == row.group) || row.input().is_empty(),
            "{}: no group {}",
            row.text,
            row.group
        );
        let is_shown = lines.iter().any(|line| line.group == row.group && line.inputs.contains(&row.input()));
        assert_eq!(is_shown, !row.input().is_empty(), "{}", row.text);
        assert!(row.is_listed || is_shown, "{}: neither in the palette nor in the list", row.text);
        assert!(!row.text.is_empty() && !row.text.ends_with('.'), "{}", row.text);
    }
    let keys: usize = lines.iter().map(|line| line.inputs.len()).sum();
    assert_eq!(keys, rows().filter(|row| !row.input().is_empty()).count());
    assert!(sheet(true).iter().any(|line| line.text == "Next scene, previous scene; so do Space and arrows"));
    assert!(!sheet(true).iter().any(|line| line.text == "Orbit"));
}

#[test]
fn keys_have_one_spelling() {
    let all = Keys { ctrl: true, alt: true, shift: true, key: "Page Down" };
    assert_eq!(Keys::parse("Ctrl+Alt+Shift+Page Down"), all);
    assert_eq!(Keys::parse(","), Keys { ctrl: false, alt: false, shift: false, key: "," });
    for keys in rows().flat_map(|row| row.keys) {
        // Other modifiers, and modifiers in another order, would be left in the key.
        assert!(!Keys::parse(keys).key.contains('+'), "{keys}");
    }
    assert_eq!(UNDO.with_keys("Undo: Rotate hand.L"), "Undo: Rotate hand.L (Ctrl+Z)");
    assert_eq!(OPEN_FILE.tooltip(), "Open a .glb or .gltf file (Ctrl+O)");
}

/// Whatever menus and the palette offer can be done, and so can what the keys do.
#[test]
fn whatever_is_offered_is_carried_out() {
    for (name, new) in states() {
        let offered = new();
        let known: Vec<bool> = rows().map(|row| row.is_offered(&offered) || row.keys_apply(&offered)).collect();
        let mut state = offered;
        for row in rows().zip(known).filter_map(|(row, is_offered)| is_offered.then_some(row)) {
            let Some(command) = row.command(&state) else { continue };
            // Files and windows belong to others.
            if matches!(command, Command::SaveSession | Command::SaveTalk | Command::KeepPose(_)) {
                continue;
            }
            state.apply(command);
            assert!(state.view.selected_pane < state.edit.panes.len(), "{name}: {}", row.text);
            if matches!(row.text, "Close model" | "Quit") || state.talk.stage.is_some() != (name == "the stage") {
                state = new();
            }
        }
    }
}

/// A command that toggles changes its name, and doing it twice changes nothing.
#[test]
fn toggles_say_what_they_do() {
    let mut state = state_with(Some("mannequin"));
    let toggles: Vec<_> = rows().filter(|row| row.names.is_some() && row.is_offered(&state)).collect();
    let mut changed = Vec::new();
    for row in toggles {
        let before = row.name(&state);
        let command = row.command(&state).unwrap();
        if matches!(command, Command::CopyPose | Command::RequestFile(_) | Command::ShowRigDialog(_)) {
            continue;
        }
        state.apply(command);
        assert_ne!(row.name(&state), before, "{}", row.text);
        state.apply(row.command(&state).unwrap());
        assert_eq!(row.name(&state), before, "{}", row.text);
        changed.push(row.text);
    }
    assert!(changed.len() >= 7, "{changed:?}");
}

#[test]
fn other_words_find_entries_too() {
    let state = states()[2].1();
    let found = |query: &str| {
        let entries = palette_entries(&state).into_iter();
        let mut found: Vec<(usize, PaletteEntry)> =
            entries.filter_map(|entry| Some((entry.rank(query)?, entry))).collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, entry)| entry.name).collect::<Vec<_>>()
    };
    let first = |query: &str| found(query).first().cloned().unwrap_or_default();
    for (query, expected) in [
        ("engine", "Export model"),
        ("bake", "Bake the look of the pane"),
        ("screenshot", "Copy picture of all panes"),
        ("video", "Record a film"),
        ("shortcuts", "Keyboard and mouse"),
        ("symmetry", "Mirror pose of selected joints to the other side"),
        ("undo", "Undo"),
        ("defects", "Run stress test"),
    ] {
        assert_eq!(first(query), expected, "{query}");
    }
    // After the scenes that have these words in their names.
    assert!(found("dual quaternion skinning").contains(&"Use DQS in this pane".to_owned()));
    assert!(first("heatmap").starts_with("Colors: "), "{}", first("heatmap"));
    // After the names that have the word.
    assert!(found("bone").iter().any(|name| name.starts_with("Select ")), "{:?}", found("bone"));
}

/// Undo calls what a key did by its effect, also where the key depends on the state.
#[test]
fn keys_name_their_steps() {
    let mut state = state_with(Some("mannequin"));
    let last = |state: &mut State, command: Command| {
        state.apply(command);
        state.settle_history();
        state.history.steps().last().unwrap().name.clone()
    };
    let method = SkinningMethod::Lbs.at_distance(1);
    let used = last(&mut state, Command::StepMethod(1));
    assert_eq!(used, format!("Use {} in pane 1", method.short_name()));
    assert_eq!(state.edit.panes[0].settings.skinning.method, method);
    let clip = state.documents.first.as_ref().unwrap().model.clips[0].name.clone();
    assert_eq!(last(&mut state, Command::PlayOrPause), format!("Choose clip {clip}"));
    assert!(state.playback.playing && state.edit.clip == Some(0));
    state.apply(Command::PlayOrPause);
    assert!(!state.playback.playing && state.edit.clip == Some(0));
}
