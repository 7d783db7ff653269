//! Checks of a mesh for the tests, and the figures of all models.

use crate::{COMPUTED_POSES_PATH, RECIPES, Recipe, computed_poses, file_of};
use glam::DVec3;
use skinscope::model::{Model, Primitive};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

/// A model, made once for all tests: the large ones take seconds.
pub fn made(name: &str) -> Arc<Model> {
    static MADE: Mutex<BTreeMap<String, Arc<OnceLock<Arc<Model>>>>> = Mutex::new(BTreeMap::new());
    let slot = Arc::clone(MADE.lock().unwrap().entry(name.to_owned()).or_default());
    let make = || {
        let started = Instant::now();
        let recipe = RECIPES.into_iter().find(|recipe| recipe.name == name).unwrap();
        let model = recipe.generate().unwrap();
        println!("{name}: made in {:.2} s", started.elapsed().as_secs_f64());
        Arc::new(model)
    };
    Arc::clone(slot.get_or_init(make))
}

/// Connectivity of the triangles of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Topology {
    /// Vertices minus edges plus triangles.
    pub euler_characteristic: i64,
    /// Count of edges with a triangle on one side only; zero on a watertight surface.
    pub border_edges: usize,
}

/// The topology of a mesh. Every edge must have at most two triangles, which run along it in opposite directions, and
/// every vertex must be used.
pub fn topology(vertex_count: usize, triangles: &[[u32; 3]]) -> Result<Topology, String> {
    let mut edges: HashMap<(u32, u32), u32> = HashMap::new();
    let mut used = vec![false; vertex_count];
    for &[a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((from, to)).or_default() += 1;
            used[from as usize] = true;
        }
    }
    let mut border_edges = 0;
    for (&(from, to), &count) in &edges {
        if count != 1 {
            return Err(format!("edge {from} {to} has {count} triangles on one side"));
        }
        border_edges += usize::from(!edges.contains_key(&(to, from)));
    }
    if let Some(vertex) = used.iter().position(|used| !used) {
        return Err(format!("vertex {vertex} is in no triangle"));
    }
    let edge_count = (edges.len() + border_edges) / 2;
    let euler_characteristic = vertex_count as i64 - edge_count as i64 + triangles.len() as i64;
    Ok(Topology { euler_characteristic, border_edges })
}

/// The Euler characteristic of a watertight mesh.
pub fn euler_characteristic(vertex_count: usize, triangles: &[[u32; 3]]) -> Result<i64, String> {
    match topology(vertex_count, triangles)? {
        Topology { euler_characteristic, border_edges: 0 } => Ok(euler_characteristic),
        Topology { border_edges, .. } => Err(format!("{border_edges} edges are open")),
    }
}

/// Signed volume. Positive if the triangles are counterclockwise as seen from outside.
pub fn signed_volume(positions: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let six_times =
        |&[a, b, c]: &[u32; 3]| positions[a as usize].cross(positions[b as usize]).dot(positions[c as usize]);
    triangles.iter().map(six_times).sum::<f64>() / 6.0
}

/// Smallest angle of each triangle in degrees, sorted.
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

/// Largest step along an edge in weight space (l2). The weights sum to one within 1e-6 and are sorted in descending
/// order.
fn largest_weight_jump(primitive: &Primitive, joint_count: usize) -> f32 {
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
    let triangles = primitive.indices.as_chunks::<3>().0;
    triangles.iter().flat_map(|&[a, b, c]| [jump(a, b), jump(b, c), jump(c, a)]).fold(0.0, f32::max)
}

/// Checks that every model passes; prints its figures.
fn check_model(recipe: &Recipe) {
    let model = made(recipe.name);
    let file_size = file_of(&model).unwrap().len();
    let [primitive] = &model.primitives[..] else { panic!("{} has not one mesh", model.name) };
    let triangles = primitive.indices.as_chunks::<3>().0;
    let positions: Vec<DVec3> = primitive.positions.iter().map(|position| position.as_dvec3()).collect();
    let topology = topology(positions.len(), triangles).unwrap();
    let is_open = OPEN.contains(&recipe.name);
    assert_eq!(topology.border_edges > 0, is_open, "{}", model.name);
    assert_eq!(topology.euler_characteristic, if is_open { 1 } else { 2 }, "{}", model.name);
    assert!(is_open || signed_volume(&positions, triangles) > 0.0, "{}", model.name);

    let angles = smallest_angles(&positions, triangles);
    let percentile = |percent: usize| angles[(angles.len() - 1) * percent / 100];
    let mut areas: Vec<f64> = triangles
        .iter()
        .map(|triangle| {
            let [a, b, c] = triangle.map(|vertex| positions[vertex as usize]);
            (b - a).cross(c - a).length() / 2.0
        })
        .collect();
    areas.sort_by(f64::total_cmp);
    let area = |percent: usize| areas[(areas.len() - 1) * percent / 100];
    let jump = largest_weight_jump(primitive, model.skins[0].joints.len());
    println!(
        "{:9} | {:6} | {:6} | {:3} | {} | {:5} | {} | {:.1} {:.1} {:.1} {:.1} | {:.1} | {jump:.3} | {}",
        recipe.name,
        positions.len(),
        triangles.len(),
        model.skins[0].joints.len(),
        model.max_influences(),
        !is_open,
        topology.euler_characteristic,
        percentile(0),
        percentile(1),
        percentile(5),
        percentile(50),
        area(99) / area(1),
        file_size,
    );
    assert!(percentile(1) > 15.0, "{}: {}", model.name, percentile(1));
    assert!(percentile(5) > 35.0, "{}: {}", model.name, percentile(5));
    assert!(area(99) < 4.0 * area(1), "{}: {} {}", model.name, area(1), area(99));
    assert!(jump < 0.5, "{}: {jump}", model.name);
    assert!(file_size <= 4 << 20, "{}: {} bytes", model.name, file_size);

    for triangle in triangles {
        let [a, b, c] = triangle.map(|vertex| primitive.positions[vertex as usize]);
        let facing = (b - a).cross(c - a);
        for vertex in triangle {
            assert!(facing.dot(primitive.normals[*vertex as usize]) > 0.0, "triangle {triangle:?} faces inward");
        }
    }
}

/// Sheets, which have a border and no inside.
const OPEN: [&str; 2] = ["cloth", "cloth-9"];

#[test]
fn every_model_is_even_smooth_and_small() {
    println!(
        "model | vertices | triangles | joints | most influences | watertight | Euler characteristic | smallest angles \
         at 0 1 5 50 % | area at 99 % over 1 % | largest weight jump | bytes"
    );
    // The mannequin has two materials, with duplicated vertices at their seam; its own tests weld it and check the
    // same.
    RECIPES.iter().filter(|model| model.name != "mannequin").for_each(check_model);
}

#[test]
fn every_bundled_model_has_a_recipe() {
    let names: Vec<&str> = skinscope::bundled::MODELS.iter().map(|model| model.name).collect();
    assert_eq!(RECIPES.map(|recipe| recipe.name)[..], names);
    for name in names {
        assert_eq!(made(name).name, name);
    }
}

const HOW_TO_MEND: &str = "run `cargo run -p skinscope-modelgen` and look at what changed";

#[test]
fn the_files_in_assets_are_what_the_recipes_make() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for recipe in RECIPES {
        let file = std::fs::read(root.join(recipe.path())).unwrap();
        assert!(file == file_of(&made(recipe.name)).unwrap(), "{} differs: {HOW_TO_MEND}", recipe.path());
        // The library contains exactly this file.
        assert!(file == skinscope::bundled::glb_bytes(recipe.name).unwrap(), "{}", recipe.path());
    }
}

#[test]
fn the_table_of_computed_poses_is_what_the_formulas_give() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = std::fs::read_to_string(root.join(COMPUTED_POSES_PATH)).unwrap();
    assert!(table == computed_poses(), "{COMPUTED_POSES_PATH} differs: {HOW_TO_MEND}");
}
