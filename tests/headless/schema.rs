//! A validator for the part of JSON Schema that `docs/schemas` uses. It refuses keywords that it does not know, and fields
//! that a schema does not name, so that neither can slip through.

use super::pages::root;
use serde_json::{Map, Value};

/// Violations of the schema of the document's kind, which its first field names.
pub fn faults_of(document: &Value) -> Vec<String> {
    let kind = document.as_object().and_then(|map| map.keys().find(|key| key.starts_with("skinscope_")));
    let kind = kind.unwrap_or_else(|| panic!("a document names its kind: {document}"));
    let path = root().join(format!("docs/schemas/{kind}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let schema: Value = serde_json::from_str(&text).unwrap();
    let mut faults = Vec::new();
    Checked { root: &schema, faults: &mut faults }.check(&schema, document, kind);
    faults
}

struct Checked<'a> {
    root: &'a Value,
    faults: &'a mut Vec<String>,
}

impl Checked<'_> {
    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut faults = Vec::new();
        Checked { root: self.root, faults: &mut faults }.check(schema, value, "");
        faults.is_empty()
    }

    fn check(&mut self, schema: &Value, value: &Value, at: &str) {
        match schema {
            Value::Bool(true) => {}
            Value::Object(keywords) => keywords.iter().for_each(|(keyword, rule)| {
                if !self.keyword(keywords, (keyword, rule), value, at) {
                    self.faults.push(format!("{at}: {keyword} {rule} does not hold for {value:.80}"));
                }
            }),
            _ => self.faults.push(format!("{at}: nothing is allowed")),
        }
    }

    /// Whether one keyword holds. Parts of the value add faults of their own.
    fn keyword(&mut self, keywords: &Map<String, Value>, rule: (&str, &Value), value: &Value, at: &str) -> bool {
        let number = |rule: &Value| rule.as_f64().unwrap();
        match rule {
            ("$schema" | "$defs" | "title" | "description" | "format" | "examples" | "default", _) => {}
            ("$ref", target) => {
                let target = self.root.pointer(target.as_str().unwrap().trim_start_matches('#')).unwrap().clone();
                self.check(&target, value, at);
            }
            ("type", Value::Array(types)) => return types.iter().any(|one| is_of_type(value, one.as_str().unwrap())),
            ("type", one) => return is_of_type(value, one.as_str().unwrap()),
            ("const", expected) => return value == expected,
            ("enum", values) => return values.as_array().unwrap().contains(value),
            ("anyOf", schemas) => return schemas.as_array().unwrap().iter().any(|one| self.fits(one, value)),
            ("oneOf", schemas) => {
                return schemas.as_array().unwrap().iter().filter(|one| self.fits(one, value)).count() == 1;
            }
            ("minimum", least) => return value.as_f64().is_none_or(|value| value >= number(least)),
            ("maximum", most) => return value.as_f64().is_none_or(|value| value <= number(most)),
            ("minItems", least) => return value.as_array().is_none_or(|items| items.len() as f64 >= number(least)),
            ("maxItems", most) => return value.as_array().is_none_or(|items| items.len() as f64 <= number(most)),
            ("items", schema) => {
                let first = keywords.get("prefixItems").map_or(0, |items| items.as_array().unwrap().len());
                for (index, item) in value.as_array().into_iter().flatten().enumerate().skip(first) {
                    self.check(schema, item, &format!("{at}/{index}"));
                }
            }
            ("prefixItems", schemas) => {
                let items = value.as_array().into_iter().flatten().enumerate();
                for ((index, item), schema) in items.zip(schemas.as_array().unwrap()) {
                    self.check(schema, item, &format!("{at}/{index}"));
                }
            }
            ("required", fields) => {
                let has = |field: &Value| value.as_object().is_none_or(|map| map.contains_key(field.as_str().unwrap()));
                return fields.as_array().unwrap().iter().all(has);
            }
            ("properties", properties) => {
                for (field, part) in value.as_object().into_iter().flatten() {
                    match properties.get(field) {
                        Some(schema) => self.check(schema, part, &format!("{at}/{field}")),
                        None if keywords.contains_key("additionalProperties") => {}
                        None => self.faults.push(format!("{at}: the field {field} is not in the schema")),
                    }
                }
            }
            ("additionalProperties", schema) => {
                let properties = keywords.get("properties");
                for (field, part) in value.as_object().into_iter().flatten() {
                    if properties.is_none_or(|properties| properties.get(field).is_none()) {
                        self.check(schema, part, &format!("{at}/{field}"));
                    }
                }
            }
            (unknown, _) => panic!("{at}: this test does not know the keyword {unknown}"),
        }
        true
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        _ => panic!("there is no type {name}"),
    }
}

#[test]
fn wrong_documents_are_found() {
    use serde_json::json;
    let right: Value = serde_json::from_str(&super::command_line::succeed(&["models", "--json"])).unwrap();
    assert_eq!(faults_of(&right), Vec::<String>::new());
    let changes: [fn(&mut Value); 6] = [
        |report| report["skinscope_models"] = json!(99),
        |report| report["models"][0]["bytes"] = json!("many"),
        |report| report["models"][1]["poses"] = Value::Null,
        |report| report["models"][0]["poses"][0]["joints"][0] = json!(7),
        |report| report["unknown"] = json!(1),
        |report| drop(report.as_object_mut().unwrap().remove("warnings")),
    ];
    for change in changes {
        let mut wrong = right.clone();
        change(&mut wrong);
        assert_eq!(faults_of(&wrong).len(), 1, "{:?}", faults_of(&wrong));
    }
}
