//! A script that drives the helpers of a baked rig in Blender, which does not read constraints from glTF.

use crate::model::{Model, NodeConstraint};
use crate::rigging::{helped_joint, moves_skin};
use std::fmt::Write;

const TEMPLATE: &str = include_str!("blender.py");

/// The line of the template that the helpers replace.
const PLACE: &str = "    # HELPERS #\n";

/// A script that drives the helpers of a model in Blender, in any pose: those that move skin.
/// Blender reads the clips of the file, and leaves constraints out.
pub fn write_blender_script(model: &Model) -> String {
    let mut lines = String::new();
    let is_helper = |constraint: &&NodeConstraint| {
        helped_joint(&model.skeleton, constraint.node).is_some() && moves_skin(model, constraint.node)
    };
    for constraint in model.skeleton.constraints().iter().filter(is_helper) {
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
