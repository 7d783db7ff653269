//! A script that drives the helpers of a baked rig in Blender, which does not read constraints from glTF.

use crate::model::Model;
use std::fmt::Write;

const TEMPLATE: &str = include_str!("blender.py");

/// The line of the template that the helpers replace.
const PLACE: &str = "    # HELPERS #\n";

/// A script that drives the helpers of a baked model in Blender, in any pose: the constrained nodes from `first_helper` on.
/// Blender reads the clips of the file, and leaves constraints out.
pub fn write_blender_script(model: &Model, first_helper: u32) -> String {
    let mut lines = String::new();
    for constraint in model.skeleton.constraints().iter().filter(|constraint| constraint.node >= first_helper) {
        let name = |node: u32| python(&model.skeleton.node(node).name);
        let (helper, joint) = (name(constraint.node), name(constraint.source));
        let _ = writeln!(lines, "    ({helper}, {joint}, {}),", constraint.weight);
    }
    TEMPLATE.replace(PLACE, &lines)
}

/// A string of Python. JSON's escapes are Python's too, except for those beyond 16 bits, which it writes as they are.
fn python(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted() {
        assert_eq!(python("arm.L"), "\"arm.L\"");
        assert_eq!(python("a\"b\\c\n"), "\"a\\\"b\\\\c\\n\"");
        assert!(TEMPLATE.contains(PLACE));
    }
}
