use super::merge::merge;
use super::pane_text::WEIGHTS;
use super::read::{SCENES_KEY, VERSION, VERSION_KEY, parse_talk};
use super::scene_text::shared_overlays;
use super::talk::Talk;
use crate::centers::CenterSettings;
use crate::model::TwistKind;
use crate::pairs::PairFit;
use crate::panes::{
    Comparison, PaneLook, PaneModel, PaneSettings, Scene, SceneFile, SceneMeasure, SceneModel, ScenePane, SceneSecond,
    SceneTwist, SceneView, Seen,
};
use crate::skinning::SkinningSettings;
use crate::view::{Overlay, Overlays, PaintName, PaintRange, SkinPaint};
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

/// The key of the table of joints of a second model.
const JOINTS_KEY: &str = "joints";

/// Width at which longer texts are wrapped.
const WRAP: usize = 100;

/// Writes a talk for a file in `folder`. Comments, order of keys and spelling of `before`, the text of an earlier state
/// of the talk, are kept where the values are the same; it may be empty.
///
/// [`parse_talk`] reads back the same talk.
pub fn write_talk(talk: &Talk, before: &str, folder: &Path) -> String {
    let old = parse_talk(before, folder).ok();
    let document = old.as_ref().and_then(|_| before.parse::<DocumentMut>().ok());
    let mut document = document.unwrap_or_default();
    let old = old.unwrap_or_default();
    document.entry(VERSION_KEY).or_insert(toml_edit::value(VERSION));
    if old.title != talk.title {
        document.insert(VERSION_KEY, toml_edit::value(VERSION));
        document.insert("title", Item::Value(text(&talk.title)));
    }
    let tables = document.remove(SCENES_KEY).and_then(|item| item.into_array_of_tables().ok()).unwrap_or_default();
    let mut tables: Vec<Option<Table>> = tables.into_iter().map(Some).collect();
    let mut scenes = ArrayOfTables::new();
    let mut position = 0;
    for scene in &talk.scenes {
        let index = old.scenes.iter().position(|other| other.id == scene.id);
        let kept = index.and_then(|index| Some((tables.get_mut(index)?.take()?, &old.scenes[index])));
        let mut table = match kept {
            Some((table, before)) if before == scene => table,
            Some((mut table, _)) => {
                merge(&mut table, &scene_table(scene, folder));
                table
            }
            None => {
                let mut table = scene_table(scene, folder);
                table.decor_mut().set_prefix("\n");
                table
            }
        };
        place(&mut table, &mut position);
        scenes.push(table);
    }
    if !scenes.is_empty() {
        document.insert(SCENES_KEY, Item::ArrayOfTables(scenes));
    }
    document.to_string()
}

/// Writes a talk of one scene for a picture of it, with the file names of models instead of paths: folders may be
/// private.
pub fn write_scene(scene: &Scene) -> String {
    let mut scene = scene.clone();
    let second = scene.second.as_mut().map(|second| &mut second.model);
    for model in std::iter::once(&mut scene.model).chain(second) {
        if let SceneFile::Path(path) = &mut model.file {
            *path = path.file_name().map_or_else(|| path.clone(), std::path::PathBuf::from);
        }
    }
    write_talk(&Talk { title: String::new(), scenes: vec![Arc::new(scene)] }, "", Path::new(""))
}

/// Numbers a table and the tables in it in the order in which they are written.
fn place(table: &mut Table, position: &mut isize) {
    *position += 1;
    table.set_position(Some(*position));
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => place(inner, position),
            Item::ArrayOfTables(many) => many.iter_mut().for_each(|inner| place(inner, position)),
            Item::None | Item::Value(_) => {}
        }
    }
}

/// A scene, without usual values.
fn scene_table(scene: &Scene, folder: &Path) -> Table {
    let mut table = Table::new();
    let mut put = |key: &str, value: Value| {
        table.insert(key, Item::Value(value));
    };
    put("id", text(&scene.id));
    let texts = [("paper", &scene.paper), ("figure", &scene.figure), ("title", &scene.title)];
    for (key, value) in texts.into_iter().chain([("caption", &scene.caption), ("notes", &scene.notes)]) {
        if !value.is_empty() {
            put(key, text(value));
        }
    }
    for (key, value) in model_entries(&scene.model, folder) {
        put(key, value);
    }
    let second = scene.second.as_ref().map(|second| second_table(second, folder));
    if let Some(second) = second.as_ref().filter(|second| !second.contains_key(JOINTS_KEY)) {
        put("second", Value::InlineTable(second.clone().into_inline_table()));
    }
    if !scene.twists.is_empty() {
        let twist = |twist: &SceneTwist| {
            let kind = (twist.kind != TwistKind::default()).then(|| ("kind", named(&twist.kind)));
            let split = [("joint", text(&twist.joint)), ("count", Value::from(i64::from(twist.count)))];
            inline(split.into_iter().chain(kind))
        };
        put("twists", lines(scene.twists.iter().map(twist)));
    }
    let pose = pose(scene);
    if !pose.is_empty() && scene.pose.joints.is_empty() {
        put("pose", Value::InlineTable(pose.clone().into_inline_table()));
    }
    if let Some(joint) = &scene.joint {
        put("joint", text(joint));
    }
    if let Some((primitive, vertex)) = scene.vertex {
        put("vertex", Value::Array([primitive, vertex].into_iter().map(i64::from).collect()));
    }
    if !scene.isolated.is_empty() {
        put("isolate", Value::Array(scene.isolated.iter().map(|joint| text(joint)).collect()));
    }
    if !scene.limits.is_empty() {
        put("limits", lines(scene.limits.iter().map(|limit| text(limit.text()))));
    }
    if scene.stops_at_limits {
        put("stops_at_limits", Value::from(true));
    }
    let layout = &scene.layout;
    if layout.arrangement != crate::panes::Arrangement::default() {
        put("arrangement", named(&layout.arrangement));
    }
    for (key, shares) in [("column_widths", layout.column_shares()), ("row_heights", layout.row_shares())] {
        if !shares.is_empty() {
            put(key, Value::Array(shares.iter().map(|share| number(*share)).collect()));
        }
    }
    let overlays = shared_overlays(scene);
    if overlays != Overlays::default() {
        put("overlays", overlay_names(overlays));
    }
    put("view", view(&scene.view));
    put("panes", lines(scene.panes.iter().map(|one| pane(one, overlays))));
    if !scene.marks.is_empty() {
        put("marks", lines(scene.marks.iter().filter_map(plain)));
    }
    if scene.measure != SceneMeasure::default() {
        put("measure", named(&scene.measure));
    }
    if let Some(motion) = scene.motion.as_ref().and_then(plain) {
        put("motion", motion);
    }
    if scene.motion_waits {
        put("motion_waits", Value::from(true));
    }
    if let Some(minutes) = scene.minutes {
        put("minutes", number(minutes));
    }
    // A table of its own ends the list of keys.
    if let Some(second) = second.filter(|second| second.contains_key(JOINTS_KEY)) {
        table.insert("second", Item::Table(second));
    }
    if !scene.pose.joints.is_empty() {
        table.insert("pose", Item::Table(pose));
    }
    table
}

/// A model: its file, its hash and its variant.
fn model_entries(model: &SceneModel, folder: &Path) -> impl Iterator<Item = (&'static str, Value)> {
    let file = ("model", text(&model_text(&model.file, folder)));
    let hash = model.hash.as_ref().map(|hash| ("model_hash", text(hash)));
    let variant = model.variant.as_ref().map(|variant| ("variant", text(variant)));
    std::iter::once(file).chain(hash).chain(variant)
}

fn second_table(second: &SceneSecond, folder: &Path) -> Table {
    let SceneSecond { model, joints, fit: PairFit { equal_scale, keep_facing } } = second;
    let mut table = Table::new();
    for (key, value) in model_entries(model, folder) {
        table.insert(key, Item::Value(value));
    }
    for (key, is_so) in [("equal_scale", equal_scale), ("keep_facing", keep_facing)] {
        if *is_so {
            table.insert(key, toml_edit::value(true));
        }
    }
    if !joints.is_empty() {
        let line = |(joint, partner): (&String, &String)| (joint.clone(), toml_edit::value(partner.as_str()));
        table.insert(JOINTS_KEY, Item::Table(joints.partners().iter().map(line).collect()));
    }
    table
}

/// A model's file in the written form: relative to the folder if possible, with slashes.
fn model_text(file: &SceneFile, folder: &Path) -> String {
    match file {
        SceneFile::Bundled(name) => (*name).to_owned(),
        SceneFile::Path(path) => {
            let relative = relative_path::relative(path, folder);
            let text = relative.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
            if crate::bundled::find(&text).is_some() { format!("./{text}") } else { text }
        }
    }
}

fn pose(scene: &Scene) -> Table {
    let mut table = Table::new();
    let pose = &scene.pose;
    if let Some(name) = &pose.named {
        table.insert("named", Item::Value(text(name)));
    }
    if let Some(clip) = &pose.clip {
        table.insert("clip", Item::Value(text(&clip.name)));
        table.insert("time", Item::Value(number(clip.seconds)));
    }
    if !pose.set.is_empty() {
        table.insert("set", Item::Value(Value::Array(pose.set.iter().map(|set| text(set)).collect())));
    }
    if let Some(morphs) = plain(&pose.morphs).filter(|_| !pose.morphs.is_empty()) {
        table.insert("morphs", Item::Value(morphs));
    }
    if let Some(Value::InlineTable(joints)) = plain(&pose.joints).filter(|_| !pose.joints.is_empty()) {
        let mut joints = joints.into_table();
        joints.set_implicit(false);
        table.insert("joints", Item::Table(joints));
    }
    table
}

fn view(view: &SceneView) -> Value {
    let mut table = inline([("yaw", number(view.yaw_degrees)), ("pitch", number(view.pitch_degrees))]);
    let Value::InlineTable(entries) = &mut table else { return table };
    let point = |point: &[f32; 3]| Value::Array(point.iter().map(|value| number(*value)).collect());
    match &view.seen {
        Seen::Whole => {}
        Seen::Joint(joint) => {
            entries.insert("joint", text(joint));
        }
        Seen::Box(min, max) => {
            entries.insert("box", Value::Array([point(min), point(max)].into_iter().collect()));
        }
        Seen::Shot(shot) => {
            entries.insert("target", point(&shot.target));
            entries.insert("distance", number(shot.distance));
            entries.insert("fov", number(shot.fov_degrees));
            entries.insert("aspect", number(shot.aspect));
        }
    }
    table
}

fn pane(pane: &ScenePane, shared: Overlays) -> Value {
    let PaneSettings { model, skinning, centers, comparison, look } = pane.settings;
    let mut table = InlineTable::new();
    if model == PaneModel::Second {
        table.insert("model", named(&model));
    }
    let usual = SkinningSettings::default();
    skinning_entries(&mut table, skinning, usual);
    let CenterSettings { sigma, epsilon, similarity } = CenterSettings::default();
    if centers.sigma != sigma {
        table.insert("sigma", Value::from(centers.sigma));
    }
    if centers.epsilon != epsilon {
        table.insert("epsilon", Value::from(centers.epsilon));
    }
    if centers.similarity != similarity {
        table.insert("similarity", text(centers.similarity.id()));
    }
    if let Some(other) = pane.settings.compared_with() {
        let mut compare = InlineTable::new();
        compare.insert("kind", named(&comparison.kind));
        if comparison.other_model {
            compare.insert("other_model", Value::from(true));
        }
        skinning_entries(&mut compare, other, skinning);
        if comparison.divider != Comparison::default().divider {
            compare.insert("divider", number(comparison.divider));
        }
        table.insert("compare", Value::InlineTable(compare));
    }
    look_entries(&mut table, look, shared);
    if let Some(own) = &pane.view {
        table.insert("view", view(own));
    }
    Value::InlineTable(table)
}

fn skinning_entries(table: &mut InlineTable, skinning: SkinningSettings, usual: SkinningSettings) {
    table.insert("method", text(skinning.method.id()));
    if let Some(chosen) = skinning.chosen_antipodality {
        table.insert("antipodality", text(chosen.id()));
    }
    if skinning.scale_kind != usual.scale_kind {
        table.insert("scale", text(skinning.scale_kind.id()));
    }
    if skinning.blend != usual.blend {
        table.insert("blend", number(skinning.blend.get()));
    }
    if !skinning.chosen_phases.are_both() {
        table.insert("phases", text(skinning.chosen_phases.id()));
    }
}

fn look_entries(table: &mut InlineTable, look: PaneLook, shared: Overlays) {
    if look.paint != SkinPaint::default() {
        let name = match look.paint {
            SkinPaint::JointWeights => WEIGHTS.to_owned(),
            paint => PaintName::of(paint, None).to_string(),
        };
        table.insert("paint", text(&name));
    }
    if let PaintRange::Fixed(end) = look.paint_range {
        table.insert("paint_range", number(end));
    }
    if look.shading != Default::default() {
        table.insert("shading", text(look.shading.id()));
    }
    if let Some(diagram) = look.diagram {
        table.insert("diagram", text(diagram.id()));
    }
    if look.overlays != shared {
        table.insert("overlays", overlay_names(look.overlays));
    }
}

fn overlay_names(overlays: Overlays) -> Value {
    Value::Array(Overlay::in_talks().filter(|overlay| overlays.has(*overlay)).map(Overlay::id).collect())
}

fn inline<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::InlineTable(entries.into_iter().collect())
}

/// One entry per line.
fn lines(entries: impl Iterator<Item = Value>) -> Value {
    let mut array: Array = entries.collect();
    for entry in array.iter_mut() {
        entry.decor_mut().set_prefix("\n  ");
    }
    array.set_trailing_comma(true);
    array.set_trailing("\n");
    Value::Array(array)
}

/// Shortest decimal that reads back as the number. Whole numbers have no point.
fn number(value: f32) -> Value {
    let decimal: f64 = value.to_string().parse().unwrap_or_else(|_| f64::from(value));
    if decimal.fract() == 0.0 && decimal.abs() < 1e9 { Value::from(decimal as i64) } else { Value::from(decimal) }
}

/// Name of a variant, in the form in which it is read.
fn named<T: Serialize>(variant: &T) -> Value {
    plain(variant).unwrap_or_else(|| Value::from(""))
}

/// Plain data in the form in which they are read, with numbers as short as possible.
fn plain<T: Serialize>(data: &T) -> Option<Value> {
    // JSON determines which decimal represents a number in single precision.
    from_json(&serde_json::to_value(data).ok()?)
}

fn from_json(value: &serde_json::Value) -> Option<Value> {
    use serde_json::Value as Json;
    Some(match value {
        Json::Null => return None,
        Json::Bool(flag) => Value::from(*flag),
        Json::Number(value) => match value.as_i64() {
            Some(whole) => Value::from(whole),
            None => number(value.as_f64()? as f32),
        },
        Json::String(string) => text(string),
        Json::Array(values) => Value::Array(values.iter().filter_map(from_json).collect()),
        Json::Object(entries) => {
            let entries = entries.iter().filter_map(|(key, value)| Some((key.as_str(), from_json(value)?)));
            Value::InlineTable(entries.collect())
        }
    })
}

/// A text, over several lines if it is long.
fn text(text: &str) -> Value {
    let is_plain = !text.contains("\"\"\"") && !text.chars().any(|letter| letter.is_control() || letter == '\\');
    if text.len() <= WRAP || !is_plain {
        return Value::from(text);
    }
    let mut wrapped = String::from("\"\"\"\n");
    let mut width = 0;
    for word in text.split_inclusive(' ') {
        if width > 0 && width + word.trim_end().len() > WRAP {
            wrapped.push_str("\\\n");
            width = 0;
        }
        wrapped.push_str(word);
        width += word.len();
    }
    wrapped.push_str("\"\"\"");
    // A line that begins with a space would lose it.
    let same = |value: &Value| value.as_str() == Some(text);
    wrapped.parse().ok().filter(same).unwrap_or_else(|| Value::from(text))
}

mod relative_path {
    use std::path::{Component, Path, PathBuf};

    /// `path` relative to `folder`, or unchanged if they share no root.
    pub fn relative(path: &Path, folder: &Path) -> PathBuf {
        let parts: Vec<Component<'_>> = path.components().collect();
        let from: Vec<Component<'_>> = folder.components().collect();
        let shared = parts.iter().zip(&from).take_while(|(a, b)| a == b).count();
        let is_reachable = from[shared..].iter().all(|part| matches!(part, Component::Normal(_)));
        if (shared == 0 && path.is_absolute() != folder.is_absolute()) || !is_reachable {
            return path.to_owned();
        }
        let up = from[shared..].iter().map(|_| Component::ParentDir);
        up.chain(parts[shared..].iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_relative_to_their_talk() {
        let relative = |path: &str, folder: &str| model_text(&SceneFile::Path(path.into()), Path::new(folder));
        assert_eq!(relative("/talks/a/fox.glb", "/talks/a"), "fox.glb");
        assert_eq!(relative("/talks/models/fox.glb", "/talks/a"), "../models/fox.glb");
        assert_eq!(relative("/talks/a/bar", "/talks/a"), "./bar");
        assert_eq!(relative("fox.glb", ""), "fox.glb");
        assert_eq!(relative("/fox.glb", ""), "/fox.glb");
    }

    #[test]
    fn long_texts_are_wrapped_and_come_back() {
        let long = "The skin collapses where both joints have the same weight. ".repeat(5);
        let value = text(&long);
        assert_eq!(value.as_str(), Some(long.as_str()));
        assert!(value.to_string().lines().count() > 3 && value.to_string().lines().all(|line| line.len() <= WRAP + 2));
        for odd in
            ["a \"\"\" b".repeat(30), "back\\slash ".repeat(20), "two\nlines ".repeat(30), "two  spaces ".repeat(30)]
        {
            assert_eq!(text(&odd).as_str(), Some(odd.as_str()));
        }
    }
}
