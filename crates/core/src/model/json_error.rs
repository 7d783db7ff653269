use super::one_line;

/// Describes a JSON error in the terms of JSON, in one line. The parser names Rust types such as `u32`, `map` and
/// `struct Name`.
pub fn json_error_text(error: &serde_json::Error) -> String {
    let text = one_line(&error.to_string());
    // Text from the file may contain "expected" too, but comes earlier.
    let Some((found, expected)) = text.rsplit_once("expected ") else { return text };
    let (expected, location) = match expected.find(" at line ") {
        Some(end) => expected.split_at(end),
        None => (expected, ""),
    };
    format!("{}expected {}{location}", found_text(found), expected_text(expected))
}

/// The found value in the terms of JSON. `text` is for example `invalid type: map, `.
fn found_text(text: &str) -> String {
    let kind = "invalid type: ";
    match text.strip_prefix(kind) {
        Some("map, ") => format!("{kind}an object, "),
        Some("sequence, ") => format!("{kind}a list, "),
        Some(rest) => format!("{kind}{}", rest.replacen("floating point `", "number `", 1)),
        None => text.to_owned(),
    }
}

fn expected_text(text: &str) -> String {
    if let Some(length) = text.strip_prefix("an array of length ") {
        return format!("a list of {length} values");
    }
    let plain = match text {
        "map" | "a map" => "an object",
        "sequence" | "a sequence" => "a list",
        "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a non-negative whole number",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        text if text.starts_with("struct ") => "an object",
        text => text,
    };
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::HashMap;

    #[derive(Debug, Deserialize)]
    struct Named {
        #[serde(rename = "name")]
        _name: String,
    }

    fn error<'a, T: Deserialize<'a>>(json: &'a str) -> String {
        json_error_text(&serde_json::from_str::<T>(json).err().unwrap())
    }

    #[test]
    fn types_are_named_as_in_json() {
        assert_eq!(error::<Vec<f32>>("{}"), "invalid type: an object, expected a list at line 1 column 0");
        assert_eq!(error::<HashMap<String, f32>>("[]"), "invalid type: a list, expected an object at line 1 column 0");
        assert_eq!(error::<Named>("5"), "invalid type: integer `5`, expected an object at line 1 column 1");
        assert_eq!(error::<f32>("true"), "invalid type: boolean `true`, expected a number at line 1 column 4");
        let whole = "expected a non-negative whole number at line 1 column";
        assert_eq!(error::<u32>("1.5"), format!("invalid type: number `1.5`, {whole} 3"));
        assert_eq!(error::<u32>("-1"), format!("invalid value: integer `-1`, {whole} 2"));
        assert_eq!(error::<[f32; 3]>("[1, 2]"), "invalid length 2, expected a list of 3 values at line 1 column 6");
    }

    #[test]
    fn text_of_the_file_is_left_alone() {
        let text = error::<f32>("\"a map, expected u32\"");
        assert_eq!(text, "invalid type: string \"a map, expected u32\", expected a number at line 1 column 21");
        assert_eq!(error::<Named>("{}"), "missing field `name` at line 1 column 2");
        assert_eq!(error::<f32>("x"), "expected value at line 1 column 1");
    }
}
