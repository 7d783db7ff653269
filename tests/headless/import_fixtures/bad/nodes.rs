//! Hierarchies that are not trees, and skins without joints.

use super::super::manifest::BadFixture;
use super::edited;
use serde_json::json;

pub fn all() -> Vec<BadFixture> {
    vec![
        edited(
            "node-own-child",
            "a node that is its own child",
            "the node hierarchy is broken: node #0 is its own ancestor",
            |file| file.set("/nodes/0/children", json!([0])),
        ),
        edited(
            "node-loop",
            "three nodes in a circle",
            "the node hierarchy is broken: node #1 is its own ancestor",
            |file| {
                file.set("/nodes/1/children", json!([2]));
                file.push("nodes", json!({"children": [3]}));
                file.push("nodes", json!({"children": [1]}));
            },
        ),
        edited(
            "node-two-parents",
            "a child of two nodes",
            "node \"body\" is a child of two nodes, #0 and #2",
            |file| {
                file.set("/nodes/0/children", json!([1]));
                file.push("nodes", json!({"children": [1]}));
            },
        ),
        edited(
            "node-listed-twice",
            "a child that its parent lists twice",
            "node \"body\" is a child of two nodes, #0 and #0",
            |file| file.set("/nodes/0/children", json!([1, 1])),
        ),
        edited("skin-without-joints", "an empty list of joints", "skin #0 names no joints", |file| {
            file.set("/skins/0/joints", json!([]));
        }),
        edited(
            "skin-without-joints-named",
            "the same with a name of two lines",
            "skin \"a\\nb\" names no joints",
            |file| {
                file.json["skins"][0] = json!({"name": "a\nb", "joints": []});
            },
        ),
    ]
}
