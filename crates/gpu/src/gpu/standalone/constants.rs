//! The `override` declarations of our shaders, with their values written in as `const`.

use super::StandaloneError;
use super::docs::Docs;
use crate::gpu::shaders::ShaderSource;

/// A constant that has its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantDescription {
    /// Its name.
    pub name: String,
    /// Its type in WGSL.
    pub type_name: String,
    /// Its value in WGSL.
    pub value: String,
    /// What it is, from the comment above it.
    pub description: String,
}

/// A module without `override` declarations.
pub(super) struct Settled {
    /// The sources one after the other, each under a line with its name.
    pub wgsl: String,
    pub constants: Vec<ConstantDescription>,
}

/// Puts sources together and gives every `override` its value.
pub(super) fn settle(sources: &[ShaderSource], values: &[(&str, f64)]) -> Result<Settled, StandaloneError> {
    let mut settled = Settled { wgsl: String::new(), constants: Vec::new() };
    for source in sources {
        let before = if settled.wgsl.is_empty() { "" } else { "\n" };
        settled.wgsl += &format!("{before}// ---- shaders/{} ----\n\n", source.path);
        settled.add(source.text, values, &Docs::of(source.text))?;
    }
    Ok(settled)
}

impl Settled {
    fn add(&mut self, text: &str, values: &[(&str, f64)], docs: &Docs) -> Result<(), StandaloneError> {
        for line in text.lines() {
            if let Some(declaration) = line.strip_prefix("override ") {
                let constant = constant(declaration, values, docs)?;
                self.wgsl += &format!("const {}: {} = {};\n", constant.name, constant.type_name, constant.value);
                self.constants.push(constant);
            } else {
                self.wgsl += line;
                self.wgsl.push('\n');
            }
        }
        Ok(())
    }
}

/// Reads `name: type = default;` or `name: type;`.
fn constant(declaration: &str, values: &[(&str, f64)], docs: &Docs) -> Result<ConstantDescription, StandaloneError> {
    let declaration = declaration.trim_end_matches(';');
    let (declared, default) = match declaration.split_once(" = ") {
        Some((declared, default)) => (declared, Some(default)),
        None => (declaration, None),
    };
    let (name, type_name) = declared.split_once(": ").unwrap_or((declared, ""));
    let given = values.iter().find(|(given, _)| *given == name).map(|(_, value)| written(*value, type_name));
    let value = given.or_else(|| default.map(str::to_owned));
    Ok(ConstantDescription {
        name: name.to_owned(),
        type_name: type_name.to_owned(),
        value: value.ok_or_else(|| StandaloneError::NoValue { name: name.to_owned() })?,
        description: docs.about(name),
    })
}

/// A value as WGSL writes it.
fn written(value: f64, type_name: &str) -> String {
    match type_name {
        "bool" => (value != 0.0).to_string(),
        "u32" => format!("{value}u"),
        // The shortest digits that give the same number in single precision.
        _ => format!("{:?}", value as f32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: ShaderSource = ShaderSource {
        path: "a.wgsl",
        text: "// A file.\n\n/// How many,\n/// at most.\noverride most: u32;\n\noverride is_new: bool = false;\noverride least: f32;\n",
    };

    #[test]
    fn every_override_becomes_a_constant_with_its_comment() {
        let settled = settle(&[SOURCE], &[("most", 4.0), ("least", f64::from(1e-6_f32))]).unwrap();
        let text = "// ---- shaders/a.wgsl ----\n\n// A file.\n\n/// How many,\n/// at most.\nconst most: u32 = 4u;\n\n\
                    const is_new: bool = false;\nconst least: f32 = 1e-6;\n";
        assert_eq!(settled.wgsl, text);
        let descriptions: Vec<&str> = settled.constants.iter().map(|constant| &*constant.description).collect();
        assert_eq!(descriptions, ["How many, at most.", "", ""]);
    }

    #[test]
    fn a_constant_without_a_value_is_named() {
        let error = settle(&[SOURCE], &[("most", 4.0)]).err();
        assert_eq!(error, Some(StandaloneError::NoValue { name: "least".to_owned() }));
    }
}
