//! What the tests ask of a closed mesh.

use crate::model::Model;
use glam::DVec3;
use std::collections::HashMap;

/// Vertices less edges plus triangles, of a mesh in which every edge is shared by exactly two triangles that run
/// along it in opposite directions and every vertex is used.
pub fn euler_characteristic(vertex_count: usize, triangles: &[[u32; 3]]) -> Result<i64, String> {
    let mut edges: HashMap<(u32, u32), u32> = HashMap::new();
    let mut used = vec![false; vertex_count];
    for &[a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((from, to)).or_default() += 1;
            used[from as usize] = true;
        }
    }
    for (&(from, to), &count) in &edges {
        if count != 1 || !edges.contains_key(&(to, from)) {
            return Err(format!("edge {from} {to} is not shared by two triangles"));
        }
    }
    match used.iter().position(|used| !used) {
        Some(vertex) => Err(format!("vertex {vertex} is in no triangle")),
        None => Ok(vertex_count as i64 - edges.len() as i64 / 2 + triangles.len() as i64),
    }
}

/// Positive where the triangles are counterclockwise seen from outside.
pub fn signed_volume(positions: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let six_times =
        |&[a, b, c]: &[u32; 3]| positions[a as usize].cross(positions[b as usize]).dot(positions[c as usize]);
    triangles.iter().map(six_times).sum::<f64>() / 6.0
}

/// Each triangle's smallest angle in degrees, sorted.
pub fn smallest_angles(positions: &[DVec3], triangles: &[[u32; 3]]) -> Vec<f64> {
    let mut angles: Vec<f64> = triangles
        .iter()
        .map(|triangle| {
            let corner = |k: usize| positions[triangle[k % 3] as usize];
            let angle = |k: usize| (corner(k + 1) - corner(k)).angle_between(corner(k + 2) - corner(k));
            (0..3).map(angle).fold(f64::INFINITY, f64::min).to_degrees()
        })
        .collect();
    angles.sort_by(f64::total_cmp);
    angles
}

/// Everything that holds for each bundled model; prints its figures.
pub fn check_model(model: &Model, smallest_angle_degrees: f64) {
    let primitive = &model.primitives[0];
    let triangles = primitive.indices.as_chunks::<3>().0;
    let positions: Vec<DVec3> = primitive.positions.iter().map(|position| position.as_dvec3()).collect();
    assert_eq!(euler_characteristic(positions.len(), triangles), Ok(2));
    let volume = signed_volume(&positions, triangles);
    assert!(volume > 0.0, "{volume}");

    let angles = smallest_angles(&positions, triangles);
    let percentile = |percent: usize| angles[(angles.len() - 1) * percent / 100];
    let mut areas: Vec<f64> = triangles
        .iter()
        .map(|t| {
            let [a, b, c] = t.map(|vertex| positions[vertex as usize]);
            (b - a).cross(c - a).length() / 2.0
        })
        .collect();
    areas.sort_by(f64::total_cmp);
    let area = |percent: usize| areas[(areas.len() - 1) * percent / 100];
    let mut of_count = [0; 5];
    primitive.influences.iter().for_each(|influences| of_count[influences.len()] += 1);
    println!(
        "{}: {} vertices, {} triangles, volume {volume:.5}; smallest angles at 0, 1, 5, 50 %: {:.1} {:.1} {:.1} {:.1}; \
         area 1 % {:.3e}, 50 % {:.3e}, 99 % {:.3e}; vertices by influences {:?}",
        model.name,
        positions.len(),
        triangles.len(),
        percentile(0),
        percentile(1),
        percentile(5),
        percentile(50),
        area(1),
        area(50),
        area(99),
        &of_count[1..],
    );
    assert!(percentile(0) > smallest_angle_degrees, "{}", percentile(0));
    assert!(percentile(5) > 35.0, "{}", percentile(5));
    assert!(area(99) < 3.0 * area(1), "{} {}", area(1), area(99));

    let joint_count = model.skins[0].joints.len();
    let dense: Vec<Vec<f32>> = primitive
        .influences
        .iter()
        .map(|influences| {
            let mut weights = vec![0.0; joint_count];
            influences.iter().for_each(|influence| weights[influence.joint as usize] = influence.weight);
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            assert!(influences.is_sorted_by(|a, b| a.weight >= b.weight));
            weights
        })
        .collect();
    let jump = |a: u32, b: u32| {
        let (a, b) = (&dense[a as usize], &dense[b as usize]);
        a.iter().zip(b).map(|(p, q)| (p - q) * (p - q)).sum::<f32>().sqrt()
    };
    let largest = triangles.iter().flat_map(|&[a, b, c]| [jump(a, b), jump(b, c), jump(c, a)]).fold(0.0, f32::max);
    println!("{}: largest jump along an edge in weight space {largest:.3}", model.name);
    assert!(largest < 0.5, "{largest}");

    for triangle in triangles {
        let [a, b, c] = triangle.map(|vertex| primitive.positions[vertex as usize]);
        let facing = (b - a).cross(c - a);
        for vertex in triangle {
            assert!(facing.dot(primitive.normals[*vertex as usize]) > 0.0, "triangle {triangle:?} faces inward");
        }
    }
}
