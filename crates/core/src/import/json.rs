//! JSON values: parsing that tolerates parts which are never read, and access to parts by path.

use super::ImportError;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Parses JSON.
///
/// A member that JSON allows but a value cannot hold (a number of 1e999, half a surrogate pair, hundreds of nested
/// lists) is left out: it may stand in data of another program that is never read. The error about it is returned with
/// the value.
pub(super) fn parse(json: &[u8]) -> Result<(Value, Option<serde_json::Error>), ImportError> {
    let error = match serde_json::from_slice(json) {
        Ok(value) => return Ok((value, None)),
        Err(error) => error,
    };
    let raw = std::str::from_utf8(json).ok().and_then(|text| serde_json::from_str::<&RawValue>(text).ok());
    match raw.and_then(|raw| holdable(raw, DEEPEST)) {
        Some(value) => Ok((value, Some(error))),
        None => Err(ImportError::Json(error)),
    }
}

/// The members of the document, in their text.
pub(super) fn members(json: &[u8]) -> Result<BTreeMap<String, &RawValue>, ImportError> {
    match std::str::from_utf8(json).ok().map(serde_json::from_str) {
        Some(Ok(members)) => Ok(members),
        // The parser of values has better messages about text that is broken or not UTF-8.
        Some(Err(error)) => Err(parse(json).err().unwrap_or(ImportError::Json(error))),
        None => match parse(json) {
            Ok(_) => Ok(BTreeMap::new()),
            Err(error) => Err(error),
        },
    }
}

/// Parses a member of the document like [`parse`]; the second value says whether parts are left out.
pub(super) fn parse_member(raw: &RawValue) -> (Value, bool) {
    match serde_json::from_str(raw.get()) {
        Ok(value) => (value, false),
        Err(_) => (holdable(raw, DEEPEST - 1).unwrap_or_default(), true),
    }
}

/// Number of levels that are searched for parts that a value cannot hold: the levels of a document that are read.
const DEEPEST: u32 = 12;

/// The parts of `raw` that a value can hold. Elements of arrays that it cannot hold become null.
fn holdable(raw: &RawValue, levels: u32) -> Option<Value> {
    let text = raw.get();
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    let levels = levels.checked_sub(1)?;
    if text.starts_with('{') {
        let members: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
        let kept: Map<String, Value> =
            members.into_iter().filter_map(|(name, raw)| Some((name, holdable(raw, levels)?))).collect();
        Some(Value::Object(kept))
    } else if text.starts_with('[') {
        let elements: Vec<&RawValue> = serde_json::from_str(text).ok()?;
        Some(elements.into_iter().map(|raw| holdable(raw, levels).unwrap_or_default()).collect())
    } else {
        None
    }
}

/// Splits `primitives[].mode` into `primitives`, whether it has `[]`, and `mode`.
fn first_step(path: &str) -> (&str, bool, &str) {
    let (step, rest) = path.split_once('.').unwrap_or((path, ""));
    match step.strip_suffix("[]") {
        Some(name) => (name, true, rest),
        None => (step, false, rest),
    }
}

/// Calls `visitor` with every part of `value` at `path`: names of members separated by dots, with `[]` for every element
/// of an array. `indices` collects the indices of those elements. Parts that do not exist are skipped.
pub(super) fn visit<E>(
    value: &mut Value,
    path: &str,
    indices: &mut Vec<usize>,
    visitor: &mut impl FnMut(&[usize], &mut Value) -> Result<(), E>,
) -> Result<(), E> {
    if path.is_empty() {
        return visitor(indices, value);
    }
    let (name, elements, rest) = first_step(path);
    let Some(member) = value.get_mut(name) else { return Ok(()) };
    if !elements {
        return visit(member, rest, indices, visitor);
    }
    for (index, element) in member.as_array_mut().into_iter().flatten().enumerate() {
        indices.push(index);
        visit(element, rest, indices, visitor)?;
        indices.pop();
    }
    Ok(())
}

/// Removes all members of an object but those that start one of the paths, and so on within them.
pub(super) fn keep_only(value: &mut Value, paths: &[&str]) {
    let Some(members) = value.as_object_mut() else { return };
    members.retain(|name, member| {
        let steps: Vec<(&str, bool, &str)> =
            paths.iter().map(|path| first_step(path)).filter(|(step, ..)| step == name).collect();
        let rests: Vec<&str> = steps.iter().map(|(_, _, rest)| *rest).filter(|rest| !rest.is_empty()).collect();
        if !rests.is_empty() {
            match member.as_array_mut().filter(|_| steps.iter().all(|(_, elements, _)| *elements)) {
                Some(elements) => elements.iter_mut().for_each(|element| keep_only(element, &rests)),
                None => keep_only(member, &rests),
            }
        }
        !steps.is_empty()
    });
}

/// Removes members that are null, which many writers use for "not given". Data of other programs is left alone.
pub(super) fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            let own = members.iter_mut().filter(|(name, _)| *name != "extras" && *name != "extensions");
            own.for_each(|(_, member)| drop_nulls(member));
        }
        Value::Array(elements) => elements.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_a_value_cannot_hold_is_left_out() {
        let deep = "[".repeat(300) + &"]".repeat(300);
        let text = format!(r#"{{"a": 1, "extras": {{"x": 1e999, "y": 2}}, "b": ["\ud800", 3], "deep": {deep}}}"#);
        let (value, left_out) = parse(text.as_bytes()).unwrap();
        assert!(left_out.is_some());
        assert_eq!(value["a"], 1);
        assert_eq!(value["extras"], json!({"y": 2}));
        assert_eq!(value["b"], json!([null, 3]));
    }

    #[test]
    fn broken_json_is_refused_with_its_line() {
        let error = parse(b"{\n\"a\": 1e999,\n\"b\": }").unwrap_err().to_string();
        assert!(error.contains("line 3") || error.contains("line 2"), "{error}");
        assert!(parse(b"{").is_err());
        assert!(parse(b"{\"a\": \"\xff\"}").is_err());
    }

    #[test]
    fn parts_are_visited_with_their_indices() {
        let mut value = json!({"a": [{"b": [1, 2]}, {}, {"b": [3]}], "c": {"d": 4}});
        let mut seen = Vec::new();
        let mut visitor = |indices: &[usize], value: &mut Value| {
            seen.push((indices.to_vec(), value.as_u64().unwrap()));
            Ok::<(), ()>(())
        };
        visit(&mut value, "a[].b[]", &mut Vec::new(), &mut visitor).unwrap();
        visit(&mut value, "c.d", &mut Vec::new(), &mut visitor).unwrap();
        visit(&mut value, "c.e[].f", &mut Vec::new(), &mut visitor).unwrap();
        assert_eq!(seen, [(vec![0, 0], 1), (vec![0, 1], 2), (vec![2, 0], 3), (vec![], 4)]);
    }

    #[test]
    fn only_the_named_parts_are_kept() {
        let mut value = json!({"a": {"b": 1, "c": 2}, "d": [{"e": 3, "f": 4}], "g": 5, "h": {"i": 6}});
        keep_only(&mut value, &["a.b", "d[].e", "h"]);
        assert_eq!(value, json!({"a": {"b": 1}, "d": [{"e": 3}], "h": {"i": 6}}));
    }

    #[test]
    fn nulls_are_dropped_except_in_foreign_data() {
        let mut value = json!({"a": null, "b": [{"c": null}, null], "extras": {"d": null}});
        drop_nulls(&mut value);
        assert_eq!(value, json!({"b": [{}, null], "extras": {"d": null}}));
    }
}
