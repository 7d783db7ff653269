//! The humanoid of an avatar (VRMC_vrm, and VRM before version 1): which nodes are the bones of a body.

use serde_json::Value;

/// The bones that a VRM 1.0 avatar must have (VRMC_vrm 1.0, humanoid, "List of Humanoid Bones").
pub const REQUIRED_BONES: [&str; 15] = [
    "hips",
    "spine",
    "head",
    "leftUpperLeg",
    "leftLowerLeg",
    "leftFoot",
    "rightUpperLeg",
    "rightLowerLeg",
    "rightFoot",
    "leftUpperArm",
    "leftLowerArm",
    "leftHand",
    "rightUpperArm",
    "rightLowerArm",
    "rightHand",
];

/// Most bones that are read. The format names 55.
const MOST_BONES: usize = 256;

/// The bones of an avatar's body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Humanoid {
    /// Name of each bone in the words of VRM, and the node that is it. A node may not exist in a damaged file.
    pub bones: Vec<(String, u64)>,
}

impl Humanoid {
    /// The humanoid of a document's extensions. `None` if it is no avatar.
    pub(super) fn of(extensions: Option<&Value>) -> Option<Self> {
        let bones = |name: &str| extensions?.get(name)?.get("humanoid")?.get("humanBones");
        let node = |bone: &Value| bone.get("node").and_then(Value::as_u64);
        // Since version 1, bones are members of an object; before, items of an array that say their names.
        let bones = if let Some(Value::Object(bones)) = bones("VRMC_vrm") {
            bones.iter().filter_map(|(name, bone)| Some((name.clone(), node(bone)?))).take(MOST_BONES).collect()
        } else if let Some(Value::Array(bones)) = bones("VRM") {
            let named = |bone: &Value| Some((bone.get("bone")?.as_str()?.to_owned(), node(bone)?));
            bones.iter().filter_map(named).take(MOST_BONES).collect()
        } else {
            return None;
        };
        Some(Self { bones })
    }

    /// The required bones that the humanoid lacks, in a file with this count of nodes. A bone whose node does not exist
    /// or is another bone too is missing.
    pub fn missing_bones(&self, nodes: usize) -> Vec<&'static str> {
        let is_there = |bone: &&str| {
            let own = self.bones.iter().filter(|(name, _)| name == bone).map(|(_, node)| *node);
            own.take(1)
                .any(|node| node < nodes as u64 && self.bones.iter().filter(|(_, other)| *other == node).count() == 1)
        };
        REQUIRED_BONES.into_iter().filter(|bone| !is_there(bone)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn both_versions_name_their_bones() {
        let new: serde_json::Map<String, Value> =
            REQUIRED_BONES.iter().zip(0..).map(|(bone, node)| ((*bone).to_owned(), json!({ "node": node }))).collect();
        let old: Vec<Value> =
            REQUIRED_BONES.iter().zip(0..).map(|(bone, node)| json!({ "bone": bone, "node": node })).collect();
        for extensions in [
            json!({ "VRMC_vrm": { "humanoid": { "humanBones": new } } }),
            json!({ "VRM": { "humanoid": { "humanBones": old } } }),
        ] {
            let humanoid = Humanoid::of(Some(&extensions)).unwrap();
            assert_eq!(humanoid.bones.len(), 15);
            assert!(humanoid.missing_bones(15).is_empty());
            assert_eq!(humanoid.missing_bones(14), ["rightHand"], "its node is not in the file");
            let mut doubled = humanoid.clone();
            let place = |bones: &[(String, u64)], bone| bones.iter().position(|(name, _)| name == bone).unwrap();
            let spine = place(&doubled.bones, "spine");
            doubled.bones[spine].1 = 0;
            assert_eq!(doubled.missing_bones(15), ["hips", "spine"], "they are one node");
            doubled.bones.remove(place(&doubled.bones, "hips"));
            assert_eq!(doubled.missing_bones(15), ["hips"], "the spine has its node alone again");
        }
        for nothing in [json!({}), json!({ "VRMC_vrm": 1 }), json!({ "VRM": { "humanoid": { "humanBones": {} } } })] {
            assert_eq!(Humanoid::of(Some(&nothing)), None);
        }
        let odd = json!({ "VRMC_vrm": { "humanoid": { "humanBones": { "hips": 3, "head": { "node": -1 } } } } });
        assert_eq!(Humanoid::of(Some(&odd)).unwrap().missing_bones(9).len(), 15);
    }
}
