use super::merge::merge;
use super::read::{SCENES_KEY, VERSION, VERSION_KEY, parse_talk};
use super::talk::Talk;
use crate::panes::Scene;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use toml_edit::ser::ValueSerializer;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

/// Width at which longer texts are wrapped.
const WRAP: usize = 100;

/// Lists with one entry per line.
const LISTS: [&str; 5] = ["weights", "twists", "limits", "panes", "marks"];
/// What is a table of its own, below all values, if it names joints.
const WITH_JOINTS: [&str; 2] = ["second", "pose"];
/// The key of these joints.
const JOINTS_KEY: &str = "joints";
/// Entries that are sorted by their keys, at every depth.
const SORTED: [&str; 3] = [JOINTS_KEY, "marks", "motion"];
/// Numbers in double precision.
const DOUBLE: [&str; 2] = ["sigma", "epsilon"];

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
    write_talk(&Talk { title: String::new(), scenes: vec![Arc::new(scene.without_folders())] }, "", Path::new(""))
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
    // Plain data always serialize.
    let written = scene.written_in(folder).serialize(ValueSerializer::new());
    let Ok(Value::InlineTable(entries)) = written else { return Table::new() };
    let mut table = entries.into_table();
    for (key, item) in table.iter_mut() {
        let Some(value) = item.as_value_mut() else { continue };
        style(key.get(), value, false);
        if let Some(list) = value.as_array_mut().filter(|_| LISTS.contains(&key.get())) {
            break_lines(list);
        }
    }
    for key in WITH_JOINTS {
        if let Some(below) = table.get(key).and_then(Item::as_inline_table).cloned().and_then(with_joints) {
            // A table of its own ends the list of keys.
            table.remove(key);
            table.insert(key, Item::Table(below));
        }
    }
    table
}

/// The entries as a table with a table of joints, if they name joints.
fn with_joints(entries: InlineTable) -> Option<Table> {
    let mut joints = entries.get(JOINTS_KEY)?.as_inline_table()?.clone().into_table();
    joints.set_implicit(false);
    let mut table = entries.into_table();
    table.insert(JOINTS_KEY, Item::Table(joints));
    Some(table)
}

/// Gives a value its usual form: long texts over several lines, and numbers with as few digits as they need.
fn style(key: &str, value: &mut Value, sorted: bool) {
    let sorted = sorted || SORTED.contains(&key);
    match value {
        Value::String(string) => *value = text(string.value()),
        Value::Float(float) if !DOUBLE.contains(&key) => *value = number(*float.value() as f32),
        Value::Array(list) => list.iter_mut().for_each(|entry| style(key, entry, sorted)),
        Value::InlineTable(entries) => {
            if sorted {
                entries.sort_values();
            }
            entries.iter_mut().for_each(|(key, value)| style(key.get(), value, sorted));
        }
        Value::Float(_) | Value::Integer(_) | Value::Boolean(_) | Value::Datetime(_) => {}
    }
}

/// Writes one entry per line.
fn break_lines(list: &mut Array) {
    for entry in list.iter_mut() {
        entry.decor_mut().set_prefix("\n  ");
    }
    list.set_trailing_comma(true);
    list.set_trailing("\n");
}

/// Shortest decimal that reads back as the number. Whole numbers have no point.
fn number(value: f32) -> Value {
    let decimal: f64 = value.to_string().parse().unwrap_or_else(|_| f64::from(value));
    if decimal.fract() == 0.0 && decimal.abs() < 1e9 { Value::from(decimal as i64) } else { Value::from(decimal) }
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

#[cfg(test)]
mod tests {
    use super::*;

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
