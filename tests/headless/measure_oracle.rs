//! The figures of `measure/` on the oracle's bar, beside those that were computed apart from this program.

use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::files::open_model;
use skinscope::measure::{DeformedSkin, Figures, RestJoint, RestSkin};
use skinscope::model::{Model, Pose, ScaleKind, parse_pose_file};
use skinscope::skinning::{JointPalette, PrimitiveCenters, SkinningMethod, SkinningSettings, deform_primitive_about};
use std::path::Path;

/// Largest relative error of each figure.
const TOLERANCE: f64 = 0.01;

/// Blend zone volume, minor and major radius, smallest and largest distance to the bone, 1st and 99th percentile of
/// area, largest value and 99th percentile of the zone's creases in degrees, and of the whole skin those of angle
/// distortion: pose, method, figures. From positions in double precision, with sections through the rings of vertices
/// and creases by the normals of triangles.
#[allow(clippy::approx_constant, reason = "four digits, as they were written down")]
const TABLE: [(&str, SkinningMethod, [f64; 11]); 12] = [
    (
        "twist90",
        SkinningMethod::Lbs,
        [0.7359, 0.7071, 0.7071, 0.7071, 0.9998, 0.7081, 1.0010, 12.4546, 12.4545, 2.0181, 2.0181],
    ),
    ("twist90", SkinningMethod::Dqs, [0.9966, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0045, 12.5194, 12.5194, 1.824, 1.824]),
    ("twist90", SkinningMethod::Cor, [0.9966, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0045, 12.5194, 12.5194, 1.824, 1.824]),
    (
        "twist135",
        SkinningMethod::Lbs,
        [0.5507, 0.3827, 0.3827, 0.3827, 0.9996, 0.3836, 1.0028, 26.1695, 26.1694, 3.983, 3.983],
    ),
    ("twist135", SkinningMethod::Dqs, [0.9941, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0170, 23.3162, 23.3162, 2.5489, 2.5489]),
    ("twist135", SkinningMethod::Cor, [0.9941, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0170, 23.3162, 23.3162, 2.5489, 2.5489]),
    (
        "bend90",
        SkinningMethod::Lbs,
        [0.8677, 0.7071, 1.0, 0.4894, 1.0408, 0.2236, 1.4087, 54.4457, 21.6917, 4.9495, 2.7562],
    ),
    (
        "bend90",
        SkinningMethod::Dqs,
        [0.9985, 1.0, 1.0, 0.6519, 1.2070, 0.4252, 1.6057, 22.5331, 15.4346, 2.6066, 2.0717],
    ),
    (
        "bend90",
        SkinningMethod::Cor,
        [0.9903, 1.0, 1.0, 0.7030, 1.1310, 0.1519, 1.5475, 63.0483, 16.9676, 9.0312, 4.3029],
    ),
    (
        "bend120",
        SkinningMethod::Lbs,
        [0.8015, 0.5, 1.0, 0.2375, 1.0214, 0.1076, 1.4835, 178.4432, 35.8631, 7.7829, 4.0086],
    ),
    (
        "bend120",
        SkinningMethod::Dqs,
        [0.9972, 1.0, 1.0, 0.4877, 1.2477, 0.2137, 1.8422, 64.8444, 24.0978, 6.4154, 3.4308],
    ),
    (
        "bend120",
        SkinningMethod::Cor,
        [0.9734, 1.0, 1.0, 0.4045, 1.1017, 0.1143, 1.7354, 143.6047, 41.2007, 21.1892, 4.9148],
    ),
];

fn posed(model: &Model, name: &str) -> Pose {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/poses");
    let text = std::fs::read_to_string(folder.join(format!("bar.{name}.json"))).unwrap();
    let mut pose = Pose::rest(&model.skeleton);
    parse_pose_file(&text, &model.skeleton).unwrap().apply(&model.skeleton, &mut pose);
    pose
}

fn deformed(model: &Model, pose: &Pose, method: SkinningMethod, centers: &[PrimitiveCenters]) -> DeformedSkin {
    let settings = SkinningSettings { method, ..SkinningSettings::default() };
    let palettes = JointPalette::all(model, pose, settings);
    let vertices = model.primitives.iter().zip(centers).flat_map(|(primitive, centers)| {
        deform_primitive_about(model, primitive, &palettes[primitive.skin as usize], settings, centers).unwrap()
    });
    DeformedSkin::new(vertices.map(|vertex| (vertex.position, vertex.normal)))
}

#[test]
fn figures_of_the_bar_equal_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/models/bar.glb");
    let model = open_model(path.to_str().unwrap()).unwrap().asset.model;
    let centers = compute_centers(&model, &CenterSettings::default());
    let rest = RestSkin::of(&model);
    let joint = RestJoint::of(&rest, model.skeleton.find("mid").unwrap());
    let names = [
        "zone volume",
        "minor",
        "major",
        "nearest",
        "farthest",
        "area p1",
        "area p99",
        "crease",
        "crease p99",
        "angle",
        "angle p99",
    ];
    println!("{:<10}{:<6}{}", "pose", "", names.map(|name| format!("{name:>18}")).concat());
    let mut failures = Vec::new();
    for (pose_name, method, expected) in TABLE {
        let pose = posed(&model, pose_name);
        let bones = rest.bones.posed(&model, &pose, ScaleKind::Inherited);
        let figures = Figures::measure(&rest, Some(&joint), &deformed(&model, &pose, method, &centers), &bones);
        assert!((figures.volume.unwrap().over_rest() - 1.0).abs() < 0.5);
        let angles = figures.angle_distortion.unwrap();
        let figures = figures.joint.unwrap();
        let (distance, area) = (figures.bone_distance.unwrap(), figures.stretch.area.unwrap());
        let crease = figures.crease.unwrap();
        let found = [
            figures.zone_volume.unwrap().over_rest(),
            figures.minor_radius.unwrap().smallest,
            figures.major_radius.unwrap().smallest,
            distance.smallest,
            distance.largest,
            area.p1,
            area.p99,
            crease.max,
            crease.p99,
            angles.max,
            angles.p99,
        ];
        let pairs: Vec<String> = found.iter().zip(expected).map(|(f, e)| format!("{f:>10.4} ({e:.4})")).collect();
        println!("{pose_name:<10}{:<6}{}", method.id(), pairs.concat());
        for ((name, found), expected) in names.iter().zip(found).zip(expected) {
            if (found / expected - 1.0).abs() > TOLERANCE {
                failures.push(format!("{pose_name} {} {name}: {found} should be {expected}", method.id()));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
