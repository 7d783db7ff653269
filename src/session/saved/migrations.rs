//! Sessions of earlier versions, as JSON. Each function leads to the next version, and no longer changes.

use crate::model::ROTATION_KEYS;
use crate::pairs::JointTable;
use serde_json::{Map, Value, json};

/// In version 2, the settings of the interface are in one object, and the work on a model is a scene.
pub(super) fn to_version_2(mut session: Value) -> Value {
    const OF_INTERFACE: [&str; 8] =
        ["zoom", "window", "panels", "stage", "picture", "watches_files", "full_precision", "sweep"];
    if let Some(session) = session.as_object_mut() {
        let interface: Map<String, Value> = OF_INTERFACE.iter().filter_map(|key| session.remove_entry(*key)).collect();
        session.insert("skinscope_session".to_owned(), 2.into());
        session.insert("interface".to_owned(), interface.into());
        if let Some(models) = session.get_mut("models").and_then(Value::as_array_mut) {
            models.iter_mut().for_each(|model| *model = model_of_version_2(model));
        }
    }
    session
}

/// In version 3, scenes have edited weights, and their panes what is stored of a skin.
pub(super) fn to_version_3(mut session: Value) -> Value {
    if let Some(session) = session.as_object_mut() {
        session.insert("skinscope_session".to_owned(), 3.into());
    }
    session
}

/// In version 4, panes name files as methods, and have numbers for them.
pub(super) fn to_version_4(mut session: Value) -> Value {
    if let Some(session) = session.as_object_mut() {
        session.insert("skinscope_session".to_owned(), 4.into());
    }
    session
}

/// The values of an object, by other keys. Those that are missing or null are left out.
fn moved(from: &Value, keys: &[(&str, &str)]) -> Map<String, Value> {
    let given = |key: &str| from.get(key).filter(|value| !value.is_null()).cloned();
    keys.iter().filter_map(|(old, new)| Some(((*new).to_owned(), given(old)?))).collect()
}

fn model_of_version_2(model: &Value) -> Value {
    let mut scene = moved(
        model,
        &[("variant", "variant"), ("twists", "twists"), ("stops_at_limits", "stops_at_limits"), ("limits", "limits")],
    );
    scene.insert("model".to_owned(), file_of_version_2(&model["source"]));
    scene.insert("panes".to_owned(), json!([]));
    scene.extend(moved(&model["view"], &[("joint", "joint"), ("isolated", "isolate")]));
    for limit in scene.get_mut("limits").and_then(Value::as_array_mut).into_iter().flatten() {
        *limit = limit_of_version_2(limit);
    }
    let mut pose = moved(&model["pose"], &[("joints", "joints"), ("morphs", "morphs")]);
    pose.extend(moved(&model["clip"], &[("name", "clip"), ("time_seconds", "time")]));
    scene.insert("pose".to_owned(), pose.into());
    let mut saved = moved(model, &[("session_file", "session_file")]);
    saved.insert("scene".to_owned(), scene.into());
    saved.extend(moved(&model["clip"], &[("index", "clip_index")]));
    saved.insert("access".to_owned(), moved(model, &[("beside", "beside"), ("in_folders", "in_folders")]).into());
    saved.insert("cameras".to_owned(), moved(&model["view"], &[("camera", "shared"), ("of_panes", "of_panes")]).into());
    if let Some(second) = model.get("second").filter(|second| !second.is_null()) {
        saved.insert("second".to_owned(), second_of_version_2(second));
    }
    saved.into()
}

/// A bundled model by name, a file by path.
fn file_of_version_2(source: &Value) -> Value {
    source.get("bundled").or_else(|| source.get("file")).unwrap_or(source).clone()
}

/// The limits of a joint, in the syntax of `--limit`. What is not limits stays, to be refused.
fn limit_of_version_2(limit: &Value) -> Value {
    let (Some(joint), Some(angles)) = (limit["joint"].as_str(), limit["angles"].as_array()) else {
        return limit.clone();
    };
    let of_axis = |(key, angle): (&str, &Value)| Some(format!("{key}={}..{}", angle.get(0)?, angle.get(1)?));
    let axes: Vec<String> = ROTATION_KEYS.into_iter().zip(angles).filter_map(of_axis).collect();
    format!("{joint}:{}", axes.join(",")).into()
}

fn second_of_version_2(second: &Value) -> Value {
    const KEPT: [&str; 3] = ["variant", "equal_scale", "keep_facing"];
    let mut model = moved(second, &KEPT.map(|key| (key, key)));
    model.insert("model".to_owned(), file_of_version_2(&second["source"]));
    let table = second["joints"].as_str().and_then(|joints| JointTable::read(joints).ok()).unwrap_or_default();
    model.insert("joints".to_owned(), json!(table.partners()));
    let mut saved = moved(second, &[("panes", "panes"), ("layout", "layout")]);
    saved.insert("model".to_owned(), model.into());
    saved.insert("access".to_owned(), moved(second, &[("beside", "beside")]).into());
    saved.into()
}
