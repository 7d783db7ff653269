use super::*;
use crate::checks;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The mannequin, made once for all tests.
fn made() -> &'static (Body, Vec<skeleton::Joint>, Vec<VertexWeights>) {
    static MADE: OnceLock<(Body, Vec<skeleton::Joint>, Vec<VertexWeights>)> = OnceLock::new();
    MADE.get_or_init(|| {
        let (body, joints) = (body(), skeleton::joints());
        let weights = skin::unsplit_weights(&body.surface, &body.partners, &joints).unwrap();
        (body, joints, weights)
    })
}

fn of(weights: &VertexWeights, joint: u32) -> f64 {
    weights.iter().find(|(other, _)| *other == joint).map_or(0.0, |(_, weight)| *weight)
}

#[test]
fn the_skin_is_one_closed_sheet_of_even_triangles() {
    let Body { surface, normals, .. } = &made().0;
    assert_eq!(checks::euler_characteristic(surface.positions.len(), &surface.triangles), Ok(2));
    assert!(checks::signed_volume(&surface.positions, &surface.triangles) > 0.05);
    assert!((20_000..=40_000).contains(&surface.positions.len()), "{}", surface.positions.len());
    let angles = checks::smallest_angles(&surface.positions, &surface.triangles);
    let percentile = |share: f64| angles[(angles.len() as f64 * share) as usize];
    println!(
        "{} vertices, {} triangles; smallest angles at 0, 0.1, 1, 5, 50 %: {:.1} {:.1} {:.1} {:.1} {:.1} degrees",
        surface.positions.len(),
        surface.triangles.len(),
        angles[0],
        percentile(0.001),
        percentile(0.01),
        percentile(0.05),
        percentile(0.5)
    );
    assert!(percentile(0.01) > 15.0 && percentile(0.05) > 30.0);
    for triangle in &surface.triangles {
        let [a, b, c] = triangle.map(|vertex| surface.positions[vertex as usize]);
        let facing = (b - a).cross(c - a);
        assert!(triangle.iter().any(|&vertex| facing.dot(normals[vertex as usize]) > 0.0), "{a} faces inward");
    }
    assert!(normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-9));
}

#[test]
fn the_figure_is_eight_heads_tall_and_stands_on_the_ground() {
    let positions = &made().0.surface.positions;
    let reach = |axis: usize| {
        let along = positions.iter().map(|position| position[axis]);
        (along.clone().fold(f64::INFINITY, f64::min), along.fold(f64::NEG_INFINITY, f64::max))
    };
    let (ground, crown) = reach(1);
    assert!(ground.abs() < 0.003 && (crown - 1.8).abs() < 0.005, "{ground} to {crown}");
    let (right, left) = reach(0);
    assert!((left - right - 1.8).abs() < 0.04 && (left + right).abs() < 1e-12, "{right} to {left}");
}

/// Compares edges with triangles that share no vertex with them, cell by cell.
#[test]
fn the_skin_does_not_cut_itself() {
    const CELL: f64 = 0.012;
    let surface = &made().0.surface;
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    let cells_of = |points: &[DVec3]| {
        let low = points.iter().fold(points[0], |low, &point| low.min(point)) / CELL;
        let high = points.iter().fold(points[0], |high, &point| high.max(point)) / CELL;
        let [low, high] = [low, high].map(|corner| corner.floor().to_array().map(|value| value as i64));
        (low[0]..=high[0])
            .flat_map(move |x| (low[1]..=high[1]).flat_map(move |y| (low[2]..=high[2]).map(move |z| [x, y, z])))
    };
    for (index, triangle) in surface.triangles.iter().enumerate() {
        let corners = triangle.map(|vertex| surface.positions[vertex as usize]);
        cells_of(&corners).for_each(|cell| cells.entry(cell).or_default().push(index as u32));
    }
    for &[p, q, r] in &surface.triangles {
        for [from, to] in [[p, q], [q, r], [r, p]].into_iter().filter(|[from, to]| from < to) {
            let [start, end] = [from, to].map(|vertex| surface.positions[vertex as usize]);
            for index in cells_of(&[start, end]).filter_map(|cell| cells.get(&cell)).flatten() {
                let triangle = surface.triangles[*index as usize];
                if triangle.contains(&from) || triangle.contains(&to) {
                    continue;
                }
                let [a, b, c] = triangle.map(|vertex| surface.positions[vertex as usize]);
                let side = |point: DVec3| (b - a).cross(c - a).dot(point - a) > 0.0;
                let turn = |u: DVec3, v: DVec3| (u - start).cross(v - start).dot(end - start) > 0.0;
                let cuts = side(start) != side(end) && turn(a, b) == turn(b, c) && turn(b, c) == turn(c, a);
                assert!(!cuts, "the edge from {start} to {end} cuts the triangle at {a}");
            }
        }
    }
}

#[test]
fn weights_are_smooth_mirrored_and_sum_to_one() {
    let (body, joints, weights) = made();
    let across = skeleton::mirror_images(joints);
    for (vertex, own) in weights.iter().enumerate() {
        assert!((own.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-9);
        let partner = body.partners[vertex] as usize;
        let mirrored = body.surface.positions[partner] * DVec3::new(-1.0, 1.0, 1.0);
        assert_eq!(body.surface.positions[vertex], mirrored);
        for &(joint, weight) in own {
            let there = of(&weights[partner], across[joint as usize]);
            assert!((weight - there).abs() < 1e-12, "{} at {mirrored}", joints[joint as usize].name);
        }
    }
}

#[test]
fn twist_joints_take_a_share_of_their_bone_and_nothing_else() {
    let (body, joints, unsplit) = made();
    let split = skin::weights(&body.surface, &body.partners, joints).unwrap();
    let twists = skin::twists(joints);
    assert_eq!(twists.len(), 8);
    for ((before, after), &position) in unsplit.iter().zip(&split).zip(&body.surface.positions) {
        for twist in &twists {
            let sum = of(after, twist.bone) + of(after, twist.twist);
            assert!((sum - of(before, twist.bone)).abs() < 1e-12);
            assert!((of(after, twist.twist) - sum * twist.share(position)).abs() < 1e-12);
        }
        let untouched = |joint: &&(u32, f64)| twists.iter().all(|twist| twist.bone != joint.0);
        assert!(before.iter().filter(untouched).all(|&(joint, weight)| of(after, joint) == weight));
    }
}

#[test]
fn the_model_holds_what_it_says() {
    let (body, joints, unsplit) = made();
    assert!(joints.len() >= 60);
    assert!(unsplit.iter().all(|weights| weights.len() <= 6));
    let weights = skin::weights(&body.surface, &body.partners, joints).unwrap();
    let dense = |vertex: u32| {
        let mut dense = vec![0.0; joints.len()];
        weights[vertex as usize].iter().for_each(|&(joint, weight)| dense[joint as usize] = weight);
        dense
    };
    let mut largest: f64 = 0.0;
    for &[a, b, c] in &body.surface.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let jump = dense(from).iter().zip(dense(to)).map(|(p, q)| (p - q) * (p - q)).sum::<f64>().sqrt();
            largest = largest.max(jump);
        }
    }
    println!("largest jump along an edge in weight space {largest:.3}");
    assert!(largest < 0.5);
    let used = |joint: u32| weights.iter().any(|weights| of(weights, joint) > 0.3);
    for (index, joint) in joints.iter().enumerate() {
        assert!(used(index as u32), "{} moves nothing", joint.name);
    }
}

#[test]
fn clips_come_back_to_their_start() {
    let joints = skeleton::joints();
    let skeleton = skeleton::skeleton(&joints, NAME).unwrap();
    let clips = clips::clips(&skeleton).unwrap();
    assert_eq!(
        clips.iter().map(|clip| clip.name.as_str()).collect::<Vec<_>>(),
        ["walk", "wave", "squat", "arm twist", "shoulder roll"]
    );
    for channel in clips.iter().flat_map(|clip| &clip.channels) {
        assert!(channel.times_seconds().len() <= 30);
        let skinscope::model::ChannelValues::Rotation(keys) = channel.values() else { continue };
        let (first, last) = (keys[0], keys[keys.len() - 1]);
        assert!(first.dot(last).abs() > 1.0 - 1e-6, "the clip does not come back to its start");
    }
}

/// Largest angle between the normals at the ends of an edge in a region, in degrees, and the mean length of these
/// edges.
fn sharpest_edge(is_inside: impl Fn(DVec3) -> bool) -> (f64, f64) {
    let Body { surface, normals, .. } = &made().0;
    let (mut sharpest, mut lengths, mut count) = (0.0f64, 0.0, 0.0);
    for [a, b] in surface.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]) {
        let [from, to] = [a, b].map(|vertex| surface.positions[vertex as usize]);
        if is_inside(from.midpoint(to)) {
            let cosine = normals[a as usize].dot(normals[b as usize]).clamp(-1.0, 1.0);
            sharpest = sharpest.max(cosine.acos().to_degrees());
            (lengths, count) = (lengths + from.distance(to), count + 1.0);
        }
    }
    assert!(count > 500.0, "the region is on the skin");
    (sharpest, lengths / count)
}

#[test]
fn shoulder_neck_and_elbow_have_no_creases() {
    let (shoulder, _) = sharpest_edge(|p| (0.10..0.26).contains(&p.x.abs()) && (1.40..1.52).contains(&p.y));
    let (neck, _) = sharpest_edge(|p| p.x.abs() < 0.1 && (1.50..1.645).contains(&p.y) && p.z < 0.05);
    let (elbow, _) = sharpest_edge(|p| (0.40..0.54).contains(&p.x.abs()));
    println!("sharpest edges: shoulder {shoulder:.1}, neck {neck:.1}, elbow {elbow:.1} degrees");
    assert!(shoulder < 36.0 && neck < 38.0 && elbow < 36.0, "{shoulder} {neck} {elbow}");
}

/// Lids are 2 to 3 mm wide.
#[test]
fn the_eyes_have_triangles_for_their_lids() {
    let eye = DVec3::new(0.0315, 1.6895, 0.080);
    let (_, edge_length) = sharpest_edge(|p| eye.distance(DVec3::new(p.x.abs(), p.y, p.z)) < 0.015);
    assert!(edge_length < 0.0023, "{edge_length}");
}
