//! `skinscope palette`: its file is enough to skin a model with code of one's own.

use crate::command_line::{Folder, fail, npy, succeed};
use glam::{DVec3, Mat4, Quat, Vec3, Vec4};
use serde_json::Value;
use skinscope::files::open_model;
use skinscope::math::{DualQuat, Screw};
use skinscope::model::{Pose, SkinKind};
use skinscope::skinning::{
    Covariance, JointPalette, PaletteList, PaletteMatrix, PosedBone, PrimitiveCenters, RotationCenters, SkinnedVertex,
    SkinningMethod, SkinningSettings, deform_primitive_about,
};

fn palette(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeed(&[&["palette"], arguments, &["-o", "-"]].concat())).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn vector(value: &Value) -> DVec3 {
    DVec3::from_slice(&numbers(value))
}

/// Calls `skin` with each skinned vertex: its joints' entries with weights, and its rest position.
fn each_vertex(file: &Value, skin: impl Fn(&[(&Value, f64)], DVec3) -> DVec3) -> Vec<DVec3> {
    let list = |value: &Value| value.as_array().unwrap().clone();
    let mut skinned = Vec::new();
    for primitive in list(&file["primitives"]) {
        let of = &file["skins"][primitive["skin"].as_u64().unwrap() as usize];
        if of["kind"] == "rigid" {
            continue;
        }
        for (position, influences) in list(&primitive["positions"]).iter().zip(list(&primitive["influences"])) {
            let pairs = list(&influences);
            let joint = |pair: &Value| pair[0].as_u64().unwrap() as usize;
            let of_vertex: Vec<(&Value, f64)> =
                pairs.iter().map(|pair| (&of["joints"][joint(pair)], pair[1].as_f64().unwrap())).collect();
            skinned.push(skin(&of_vertex, vector(position)));
        }
    }
    skinned
}

/// Eq. 1, with the rows as written.
fn lbs(joints: &[(&Value, f64)], rest: DVec3) -> DVec3 {
    let image = |rows: &Value| {
        let row = |index: usize| numbers(&rows[index]);
        DVec3::from_array([0, 1, 2].map(|i| row(i)[0] * rest.x + row(i)[1] * rest.y + row(i)[2] * rest.z + row(i)[3]))
    };
    joints.iter().map(|(joint, weight)| image(&joint["matrix"]) * *weight).sum()
}

/// Kavan 2008, algorithms 1 and 2, through a matrix: q of the blend, and its translation 2 e q*.
fn dqs(joints: &[(&Value, f64)], rest: DVec3) -> DVec3 {
    let part = |joint: &Value, name: &str| numbers(&joint["motion"][name]);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let heaviest = part(joints[0].0, "real");
    let (mut real, mut dual) = ([0.0; 4], [0.0; 4]);
    for (joint, weight) in joints {
        let (q, e) = (part(joint, "real"), part(joint, "dual"));
        let signed = if dot(&q, &heaviest) < 0.0 { -weight } else { *weight };
        (0..4).for_each(|k| (real[k], dual[k]) = (real[k] + signed * q[k], dual[k] + signed * e[k]));
    }
    let length = dot(&real, &real).sqrt();
    let ([x, y, z, w], [ex, ey, ez, ew]) = (real.map(|k| k / length), dual.map(|k| k / length));
    let turned = DVec3::new(
        (1.0 - 2.0 * (y * y + z * z)) * rest.x + 2.0 * (x * y - w * z) * rest.y + 2.0 * (x * z + w * y) * rest.z,
        2.0 * (x * y + w * z) * rest.x + (1.0 - 2.0 * (x * x + z * z)) * rest.y + 2.0 * (y * z - w * x) * rest.z,
        2.0 * (x * z - w * y) * rest.x + 2.0 * (y * z + w * x) * rest.y + (1.0 - 2.0 * (x * x + y * y)) * rest.z,
    );
    let moved = DVec3::new(
        w * ex - ew * x + y * ez - z * ey,
        w * ey - ew * y + z * ex - x * ez,
        w * ez - ew * z + x * ey - y * ex,
    );
    turned + 2.0 * moved
}

#[test]
fn linear_and_dual_quaternion_skins_are_made_again_from_the_file_alone() {
    let folder = Folder::new("palette");
    let out = folder.file("out.npy");
    for pose in
        [&["bar", "--pose", "twist-135"][..], &["limb", "--pose", "fold-forward", "--set", "trunk:tx=0.2,sx=1.2"]]
    {
        for (method, skin) in [("lbs", lbs as fn(&[(&Value, f64)], DVec3) -> DVec3), ("dqs", dqs)] {
            let file = palette(&[pose, &["--method", method, "--vertices"]].concat());
            let ours = each_vertex(&file, skin);
            succeed(&[&["deform"], pose, &["--method", method, "--backend", "cpu", "-o", &out]].concat());
            let theirs = npy(&out);
            assert_eq!(ours.len(), theirs.len());
            let apart = |(ours, theirs): (&DVec3, &[f32; 3])| ours.distance(Vec3::from_array(*theirs).as_dvec3());
            let largest = ours.iter().zip(&theirs).map(apart).fold(0.0, f64::max);
            println!("{pose:?} {method}: {largest:.2e}");
            assert!(largest < 4e-6, "{pose:?} {method}: {largest}");
            let farthest = file["primitives"][0]["positions"].as_array().unwrap().iter().zip(&ours);
            assert!(farthest.map(|(rest, posed)| vector(rest).distance(*posed)).fold(0.0, f64::max) > 0.1, "it moves");
        }
    }
}

#[test]
fn only_what_the_shader_reads_is_written() {
    let fields = |arguments: &[&str]| {
        let file = palette(&[&["bar"], arguments].concat());
        let joint = file["skins"][0]["joints"][1].as_object().unwrap();
        joint.keys().filter(|field| !["node", "name", "address"].contains(&field.as_str())).cloned().collect::<Vec<_>>()
    };
    assert_eq!(fields(&["--method", "lbs"]), ["matrix"]);
    assert_eq!(fields(&["--method", "dqs"]), ["motion"]);
    assert_eq!(fields(&["--method", "cor"]), ["first_phase", "rotation", "second_phase_matrix"]);
    assert_eq!(fields(&["--method", "log-matrix"]), ["logarithm"]);
    assert_eq!(fields(&["--method", "bulge-free-dqs"]), ["bone", "motion"]);
    assert_eq!(fields(&["--method", "preserve-volume"]), ["point_motion"]);
    assert_eq!(fields(&["--all"]).len(), 12);
    let spherical = palette(&["limb", "--method", "spherical", "--vertices"]);
    let sets = spherical["skins"][0]["rotation_centers"].as_array().unwrap();
    assert!(sets.len() > 3 && sets[0]["set"].is_array() && sets[0]["center"][2].is_number());
    assert!(spherical["primitives"][0]["joint_sets"].as_array().unwrap().iter().any(|set| *set != 0));
    let cor = palette(&["bar", "--method", "cor", "--vertices"]);
    assert_ne!(cor["primitives"][0]["centers"], cor["primitives"][0]["positions"]);
    assert_eq!((&cor["antipodality"], &cor["signs"]), (&"running-sum".into(), &"running-sum".into()));
    assert_eq!(palette(&["bar", "--method", "lbs"])["signs"], Value::Null);
    let wrong = fail(&["palette", "bar", "-o", "x.txt"], 2);
    assert!(wrong.contains("*.json"), "{wrong}");
}

/// With not-a-number in the other lists, the skin stays; with it in any of a method's own, the skin changes.
#[test]
fn methods_read_their_lists_and_no_others() {
    let model = open_model("bar").unwrap().asset.model;
    let mut pose = Pose::rest(&model.skeleton);
    let mid = model.skeleton.find("mid").unwrap() as usize;
    pose.joints[mid].rotation = Quat::from_rotation_z(0.7) * Quat::from_rotation_x(0.5);
    pose.joints[mid].translation += Vec3::new(0.1, 0.2, 0.0);
    pose.joints[mid].local_scale = Vec3::new(1.2, 1.0, 0.9);
    let points: Vec<Vec3> = model.primitives[0].positions.iter().map(|at| *at * 0.9).collect();
    let round = Covariance { squares: Vec3::splat(1.0 / 3.0), products: Vec3::ZERO };
    let covariances = vec![round; points.len()];
    let centers = PrimitiveCenters::with_covariances(points, covariances);
    for method in SkinningMethod::ALL {
        let settings = SkinningSettings { method, ..SkinningSettings::default() };
        let whole = JointPalette::all(&model, &pose, settings).remove(0);
        let skin = |palette: &JointPalette| {
            let skin = deform_primitive_about(&model, &model.primitives[0], palette, settings, &centers).ok()?;
            Some(skin.iter().map(|vertex| vertex.position.to_array().map(f32::to_bits)).collect::<Vec<_>>())
        };
        let own = PaletteList::of(method, SkinKind::Skinned);
        let has_rotations = own.contains(&PaletteList::Rotations);
        let spoiled = |lists: &[PaletteList]| {
            let mut palette = whole.clone();
            lists.iter().for_each(|list| spoil(&mut palette, *list, has_rotations));
            palette
        };
        // Rotations are the real parts of both lists of dual quaternions.
        let has_motions = own.contains(&PaletteList::Motions) || own.contains(&PaletteList::SecondPhase);
        let is_other = |list: &PaletteList| !(own.contains(list) || (has_motions && *list == PaletteList::Rotations));
        let others: Vec<PaletteList> = PaletteList::ALL.into_iter().filter(is_other).collect();
        assert_eq!(skin(&spoiled(&others)), skin(&whole), "{} reads another list than {own:?}", method.id());
        for list in &own {
            assert_ne!(skin(&spoiled(&[*list])), skin(&whole), "{} does not read {list:?}", method.id());
        }
    }
}

/// Fills a list with not-a-number; of dual quaternions only the dual parts if their rotations are to stay.
fn spoil(palette: &mut JointPalette, list: PaletteList, keeps_rotations: bool) {
    let nan = f32::NAN;
    let matrix = PaletteMatrix { rows: [Vec4::splat(nan); 3] };
    let nothing = Quat::from_xyzw(nan, nan, nan, nan);
    let motion = |motion: &DualQuat| {
        let real = if keeps_rotations { motion.real } else { nothing };
        DualQuat { real, dual: nothing }
    };
    let nowhere = Vec3::splat(nan);
    match list {
        PaletteList::Matrices => palette.matrices.fill(matrix),
        PaletteList::Motions => palette.motions.iter_mut().for_each(|one| *one = motion(one)),
        PaletteList::FirstPhase => palette.first_phase.fill(matrix),
        PaletteList::SecondPhase => palette.second_phase.iter_mut().for_each(|one| *one = motion(one)),
        PaletteList::Rotations => {
            let all = palette.motions.iter_mut().chain(&mut palette.second_phase);
            all.for_each(|motion| motion.real = nothing);
        }
        PaletteList::SecondPhaseMatrices => palette.second_phase_matrices.fill(matrix),
        PaletteList::RigidMatrices => palette.rigid_matrices.fill(matrix),
        PaletteList::BindOrigins => palette.rigid_joints.iter_mut().for_each(|joint| joint.bind_origin = nowhere),
        PaletteList::Translations => palette.rigid_joints.iter_mut().for_each(|joint| joint.translation = nowhere),
        PaletteList::Logarithms => palette.logarithms.fill(Screw { turn: nowhere, shift: nowhere }),
        PaletteList::RotationCenters => palette.rotation_centers = RotationCenters::default(),
        PaletteList::PosedVertices => {
            palette.posed_vertices.fill(SkinnedVertex { position: nowhere, normal: nowhere });
        }
        PaletteList::Bones => palette.bones.fill(PosedBone { start: nowhere, end: nowhere }),
        PaletteList::PointMotions => palette.point_motions.iter_mut().for_each(|motion| {
            motion.dual_from_point = Mat4::from_cols_array(&[nan; 16]);
            if !keeps_rotations {
                motion.real = nothing;
            }
        }),
    }
}
