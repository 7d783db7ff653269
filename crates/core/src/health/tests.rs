use super::*;
use crate::import::bundled_model;
use crate::model::{Influence, Primitive};
use std::sync::Arc;

fn health(model: &Model) -> RigHealth {
    RigHealth::of(model, &Surface::of(model))
}

fn with_primitive(change: impl FnOnce(&mut Primitive)) -> Model {
    let mut model = Model::clone(&bundled_model("bar"));
    change(Arc::make_mut(&mut model.primitives[0]));
    model
}

/// The vertex of the bar at its root's end.
fn first_vertex(model: &Model) -> u32 {
    let positions = &model.primitives[0].positions;
    (0..positions.len()).min_by(|a, b| positions[*a].x.total_cmp(&positions[*b].x)).unwrap() as u32
}

#[test]
fn a_plain_tube_is_sound() {
    let found = health(&bundled_model("bar"));
    assert_eq!((found.joints, found.flat_triangles, found.open_seams.positions), (2, 0, 0));
    assert!(
        found.idle_joints.is_empty() && found.sheared_joints.is_empty() && found.rest_and_bind.difference.is_none()
    );
    // The bar's two bones lie on its axis, one after the other, and share the skin around the middle.
    assert!(found.farthest_influence.unwrap().excess < 0.25, "{found:?}");
}

#[test]
fn an_influence_from_the_other_end_is_found_by_its_distance() {
    let bar = bundled_model("bar");
    let vertex = first_vertex(&bar);
    let [root, mid] = [0, 1].map(|joint| bar.skins[0].joints[joint].bind_origin);
    for (weight, is_seen) in [(0.08, false), (0.2, true)] {
        let model = with_primitive(|primitive| {
            let strayed = vec![Influence { joint: 0, weight: 1.0 - weight }, Influence { joint: 1, weight }];
            primitive.influences = primitive.influences.replaced(&[(vertex, strayed)], 2).unwrap();
        });
        let found = health(&model).farthest_influence.unwrap();
        assert_eq!(found.vertex_id.vertex == vertex, is_seen, "{weight}: {found:?}");
        // The root's bone ends at mid, which is a leaf: its origin alone.
        let point = model.primitives[0].positions[vertex as usize].as_dvec3();
        let along = (point - root).dot(mid - root) / (mid - root).length_squared();
        let nearest = point.distance(root + along.clamp(0.0, 1.0) * (mid - root));
        let excess = (point.distance(mid) - nearest) / f64::from(model.rest_bounds().extent());
        if is_seen {
            assert!((found.excess - excess).abs() < 1e-9 && found.node == model.skins[0].joints[1].node, "{found:?}");
        }
    }
}

#[test]
fn twins_that_follow_different_joints_open_a_seam() {
    let model = with_primitive(|primitive| {
        // Two vertices move to where two others are, of which one pair has other weights.
        let at = primitive.positions[0];
        primitive.positions[7] = at;
        primitive.positions[8] = at;
        let with = |weight| vec![Influence { joint: 0, weight: 1.0 - weight }, Influence { joint: 1, weight }];
        let weights = [(0, with(0.3)), (7, with(0.31)), (8, with(0.55))];
        primitive.influences = primitive.influences.replaced(&weights, 2).unwrap();
    });
    let seams = health(&model).open_seams;
    let (share, vertex_id) = seams.worst.unwrap();
    assert!((share - 0.25).abs() < 1e-6 && vertex_id.vertex == 8 && seams.positions == 1, "{seams:?}");
    // Two vertices that differ most from each other, and less from the first.
    let model = with_primitive(|primitive| {
        let at = primitive.positions[0];
        primitive.positions[7] = at;
        primitive.positions[8] = at;
        let with = |weight| vec![Influence { joint: 0, weight: 1.0 - weight }, Influence { joint: 1, weight }];
        let weights = [(0, with(0.5)), (7, with(0.3)), (8, with(0.7))];
        primitive.influences = primitive.influences.replaced(&weights, 2).unwrap();
    });
    let seams = health(&model).open_seams;
    assert!((seams.worst.unwrap().0 - 0.4).abs() < 1e-6 && seams.positions == 1, "{seams:?}");
}

#[test]
fn idle_and_sheared_joints_are_named() {
    let model = with_primitive(|primitive| {
        let all =
            (0..primitive.positions.len() as u32).map(|vertex| (vertex, vec![Influence { joint: 0, weight: 1.0 }]));
        primitive.influences = primitive.influences.replaced(&all.collect::<Vec<_>>(), 2).unwrap();
        let [a, b] = [primitive.indices[0], primitive.indices[1]];
        primitive.indices.splice(0..3, [a, b, b]);
    });
    let found = health(&model);
    assert_eq!(found.idle_joints, [model.skins[0].joints[1].node]);
    assert_eq!(found.flat_triangles, 1);
    let mannequin = health(&bundled_model("mannequin"));
    assert!(mannequin.joints_without_partner.is_empty() && mannequin.sheared_joints.is_empty(), "{mannequin:?}");
}
