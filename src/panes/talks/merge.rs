//! Writes new values into a table without losing comments.

use toml_edit::{Array, Item, TableLike, Value};

/// Changes `old` so that its values are those of `new`. Entries with equal values stay as they are written, with their
/// comments.
pub(super) fn merge(old: &mut dyn TableLike, new: &dyn TableLike) {
    let gone: Vec<String> =
        old.iter().map(|(key, _)| key.to_owned()).filter(|key| new.get(key).is_none_or(Item::is_none)).collect();
    for key in gone {
        old.remove(&key);
    }
    for (key, item) in new.iter() {
        match old.get_mut(key) {
            Some(before) => merge_item(before, item),
            None => {
                old.insert(key, item.clone());
            }
        }
    }
}

fn merge_item(old: &mut Item, new: &Item) {
    if same_item(old, new) {
        return;
    }
    match (&mut *old, new) {
        (Item::Value(old), Item::Value(new)) => merge_value(old, new),
        (Item::Table(old), Item::Table(new)) => merge(old, new),
        _ => *old = new.clone(),
    }
}

fn merge_value(old: &mut Value, new: &Value) {
    match (&mut *old, new) {
        (Value::InlineTable(old), Value::InlineTable(new)) => merge(old, new),
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => merge_array(old, new),
        _ => {
            let decor = old.decor().clone();
            *old = new.clone();
            *old.decor_mut() = decor;
        }
    }
}

fn merge_array(old: &mut Array, new: &Array) {
    for (old, new) in old.iter_mut().zip(new) {
        if !same_value(old, new) {
            merge_value(old, new);
        }
    }
}

/// Whether both have the same value, even if it is written differently.
fn same_item(a: &Item, b: &Item) -> bool {
    match (a, b) {
        (Item::Value(a), Item::Value(b)) => same_value(a, b),
        _ => match (a.as_table_like(), b.as_table_like()) {
            (Some(a), Some(b)) => same_table(a, b),
            _ => false,
        },
    }
}

fn same_table(a: &dyn TableLike, b: &dyn TableLike) -> bool {
    let count = |table: &dyn TableLike| table.iter().count();
    count(a) == count(b) && a.iter().all(|(key, item)| b.get(key).is_some_and(|other| same_item(item, other)))
}

fn same_value(a: &Value, b: &Value) -> bool {
    let number = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b)),
        (Value::InlineTable(a), Value::InlineTable(b)) => same_table(a, b),
        _ => match (number(a), number(b)) {
            (Some(a), Some(b)) => a == b,
            _ => {
                a.as_str().is_some_and(|text| Some(text) == b.as_str())
                    || a.as_bool().is_some_and(|flag| Some(flag) == b.as_bool())
            }
        },
    }
}
