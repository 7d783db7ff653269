//! Every number in a headline or a caption of the papers' scenes is that of the scene's own model and pose, to the last
//! digit shown.
//!
//! Numbers are found in the words. Angles, factors and counts that the scene sets are checked against the scene.
//! All others must be in [`MEASURED`], which names the measurement.

use glam::Vec3;
use skinscope::centers::{CenterCounts, CenterSettings, Centers, compute_centers};
use skinscope::files::{ModelSource, open_model};
use skinscope::measure::SharedRest;
use skinscope::model::{Model, RotationOverride};
use skinscope::panes::{MotionKind, Scene};
use skinscope::session::figures::{FiguresKey, FiguresRequest, FiguresResult, MeasuredRest, MeasuredSkin, measure};
use skinscope::session::figures::{distinct, skins_of_settings};
use skinscope::skinning::{SkinningMethod as M, SkinningSettings, deform_model};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A measurement that captions quote.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// Smallest minor radius of the joint's sections, in percent of rest.
    Section,
    /// Growth of the bulge over rest, in percent of the limb's thickness.
    Bulge,
    /// Volume of the joint's zone, in percent of rest.
    ZoneVolume,
    /// Largest distance to DIB in millimeters, of a model in meters.
    MillimetersToDib,
    /// Largest difference to DIB in the angle of a vertex about the bar, in degrees.
    DegreesToDib,
    /// Largest difference to DIB along the bar, in percent of the joint's shift.
    ShiftToDib,
    /// Height of the model at rest, in meters.
    Height,
    /// The middle of the scene's motion, which goes as far to either side of the half turn where the skin flips.
    MiddleOfMotion,
    /// Difference between a full turn and the pose's angle, in degrees.
    OtherWay,
}

/// Scene, method, measurement, and how the caption writes it.
const MEASURED: &[(&str, M, Value, &str)] = &[
    ("kavan-fig-20", M::Dqs, Value::MiddleOfMotion, "180°"),
    ("kavan-fig-22", M::Dqs, Value::OtherWay, "90°"),
    ("kavan-fig-23", M::Dqs, Value::DegreesToDib, "8.1°"),
    ("kavan-fig-23", M::Dqs, Value::ShiftToDib, "15.0%"),
    ("kavan-fig-25", M::Dqs, Value::MillimetersToDib, "5 mm"),
    ("kavan-fig-25", M::Dqs, Value::MillimetersToDib, "5.1 mm"),
    ("kavan-fig-25", M::Dqs, Value::Height, "1.8 m"),
    ("le-hodgins-fig-1", M::Lbs, Value::Section, "65%"),
    ("le-hodgins-fig-1", M::Dqs, Value::Section, "98%"),
    ("le-hodgins-fig-1", M::Cor, Value::Section, "98%"),
    ("le-hodgins-fig-1-twist-joints", M::Lbs, Value::Section, "88%"),
    ("le-hodgins-fig-1-twist-joints", M::Dqs, Value::Section, "100%"),
    ("le-hodgins-fig-1-twist-joints", M::Cor, Value::Section, "97%"),
    ("le-hodgins-fig-2-twist", M::Lbs, Value::Section, "38%"),
    ("le-hodgins-fig-2-bend", M::Lbs, Value::Section, "50%"),
    ("le-hodgins-fig-2-bend", M::LogMatrix, Value::Bulge, "25%"),
    ("le-hodgins-fig-2-bend", M::Dqs, Value::Bulge, "23%"),
    ("le-hodgins-fig-2-bend", M::Cor, Value::Bulge, "9%"),
    ("le-hodgins-fig-2-twist-90", M::Lbs, Value::Section, "71%"),
    ("le-hodgins-fig-2-bend-90", M::Lbs, Value::Section, "71%"),
    ("le-hodgins-fig-2-bend-90", M::LogMatrix, Value::Bulge, "20%"),
    ("le-hodgins-fig-2-bend-90", M::Dqs, Value::Bulge, "20%"),
    ("le-hodgins-fig-2-bend-90", M::Cor, Value::Bulge, "12%"),
    ("le-hodgins-fig-3", M::Lbs, Value::Section, "71%"),
    ("le-hodgins-fig-8", M::Lbs, Value::Section, "54%"),
    ("le-hodgins-fig-8", M::LogMatrix, Value::Bulge, "94%"),
    ("le-hodgins-fig-8", M::Dqs, Value::Bulge, "17%"),
    ("le-hodgins-fig-8", M::Cor, Value::Bulge, "7%"),
    ("le-hodgins-fig-9", M::Lbs, Value::Section, "46%"),
    ("le-hodgins-fig-9", M::LogMatrix, Value::Bulge, "16%"),
    ("le-hodgins-fig-9", M::Dqs, Value::Bulge, "8%"),
    ("le-hodgins-fig-10", M::Lbs, Value::Section, "58%"),
    ("le-hodgins-fig-10", M::Dqs, Value::Bulge, "17%"),
    ("le-hodgins-fig-10", M::Cor, Value::Bulge, "8%"),
    ("le-hodgins-sec-4-limits", M::Lbs, Value::ZoneVolume, "71%"),
    ("le-hodgins-sec-4-limits", M::Cor, Value::ZoneVolume, "92%"),
    ("le-hodgins-sec-4-limits", M::Dqs, Value::ZoneVolume, "102%"),
    ("le-hodgins-sec-4-limits-hip", M::Cor, Value::ZoneVolume, "97%"),
    ("le-hodgins-sec-4-limits-hip", M::Lbs, Value::ZoneVolume, "76%"),
];

#[test]
fn every_number_of_a_caption_is_measured_or_set() {
    let mut wrong = Vec::new();
    for scene in Scene::of_papers() {
        let mut numbers = numbers_of(&words_of(scene));
        numbers.retain(|number| !MEASURED.iter().any(|(id, _, _, told)| *id == scene.id && told == number));
        if numbers.is_empty() {
            continue;
        }
        let model = rigged_model(scene);
        let set = settings_of(scene, &model);
        wrong.extend(
            numbers.iter().filter(|number| !set.contains(number)).map(|number| format!("{}: {number}", scene.id)),
        );
    }
    assert!(wrong.is_empty(), "numbers that nothing measures: {wrong:#?}");
}

#[test]
fn measured_numbers_of_captions_are_true_to_the_last_digit() {
    let mut by_scene: BTreeMap<&str, Vec<(M, Value, &str)>> = BTreeMap::new();
    for &(id, method, value, told) in MEASURED {
        by_scene.entry(id).or_default().push((method, value, told));
    }
    let mut wrong = Vec::new();
    for (id, told) in by_scene {
        let scene = Scene::find(id).unwrap_or_else(|| panic!("{id} is no scene"));
        let model = rigged_model(scene);
        let measured = measured_scene(scene, &model, &told);
        for (method, value, told) in told {
            assert!(numbers_of(&words_of(scene)).iter().any(|number| number == told), "{id} does not say {told}");
            let skin = measured.skins.iter().find(|measured| measured.skin.skinning.method == method);
            let found = number(value, &model, scene, skin.unwrap_or_else(|| panic!("{id} shows no {method:?}")));
            let written = as_written(found, told);
            if written != told {
                wrong.push(format!(
                    "{id}, {method:?} {value:?}: the caption says {told}, measured is {written} ({found:.5})"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A changed caption or a changed method must not pass.
#[test]
fn the_last_digit_counts_and_numbers_are_found() {
    assert_eq!(as_written(0.3834 * 100.0, "38%"), "38%");
    assert_eq!(as_written(0.3866 * 100.0, "38%"), "39%");
    assert_eq!(as_written(5.14, "5.1 mm"), "5.1 mm");
    assert_eq!(as_written(8.149, "8.15°"), "8.15°");
    let found = numbers_of("Bent by 120°, 1.5 times thicker: 5.1 mm of 1.8 m, 38%. Seen x₁, 3 joints.");
    assert_eq!(found, ["120°", "1.5 times", "5.1 mm", "1.8 m", "38%", "3"]);
}

/// Text that the audience reads.
fn words_of(scene: &Scene) -> String {
    format!("{}. {}", scene.title, scene.caption)
}

/// The numbers of a text with the unit behind them. Numbers of algorithms and sections are none.
fn numbers_of(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let tail = &rest[start..];
        let end = tail.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(tail.len());
        let digits = tail[..end].trim_end_matches('.');
        let behind = &tail[digits.len()..];
        let unit = ["%", "°", " times", " mm", " m"].into_iter().find(|unit| {
            let is_whole = |next: Option<char>| !next.is_some_and(char::is_alphabetic);
            behind.starts_with(unit) && is_whole(behind[unit.len()..].chars().next())
        });
        let names_a_part = ["algorithm ", "section "].iter().any(|part| rest[..start].ends_with(part));
        if !names_a_part {
            found.push(format!("{digits}{}", unit.unwrap_or_default()));
        }
        rest = behind;
    }
    found
}

/// A value with the digits and the unit of a text.
fn as_written(value: f64, told: &str) -> String {
    let end = told.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(told.len());
    let (digits, unit) = told.split_at(end);
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    format!("{value:.decimals$}{unit}")
}

/// Numbers that the scene sets itself: its angles, local scales and counts of twist joints.
fn settings_of(scene: &Scene, model: &Model) -> Vec<String> {
    let mut set = Vec::new();
    let mut angle = |degrees: f32| set.push(format!("{}°", degrees.abs()));
    let mut factors = Vec::new();
    for (_, joint) in scene.pose_overrides(model).unwrap().iter() {
        if let Some(RotationOverride::AnglesDegrees(angles)) = joint.rotation {
            angles.to_array().into_iter().filter(|degrees| *degrees != 0.0).for_each(&mut angle);
        }
        factors.extend(joint.local_scale.into_iter().flat_map(|scale| scale.to_array()));
    }
    if let Some(MotionKind::Joint { from, to, .. }) = scene.motion.as_ref().map(|motion| &motion.kind) {
        [*from, *to].into_iter().for_each(&mut angle);
    }
    set.extend(factors.iter().map(|factor| format!("{factor} times")));
    set.extend(scene.twists.iter().map(|twist| twist.count.to_string()));
    set
}

fn rigged_model(scene: &Scene) -> Arc<Model> {
    let source = open_model(ModelSource::from(&scene.model)).unwrap().asset.model;
    scene.rigged(&source).unwrap()
}

/// Figures of the scene's panes that the stage measures and the caption quotes.
fn measured_scene(scene: &Scene, model: &Arc<Model>, told: &[(M, Value, &str)]) -> FiguresResult {
    let rest = SharedRest::of(model);
    let panes = scene.panes();
    let mut skins = distinct(&skins_of_settings(panes.iter(), false));
    skins.retain(|skin| told.iter().any(|(method, ..)| *method == skin.skinning.method));
    let is_to_dib = |value: &Value| matches!(value, Value::MillimetersToDib);
    let joint = scene.selected_joint(model).unwrap();
    let computed = |settings: CenterSettings| {
        Arc::new(Centers { of_primitives: compute_centers(model, &settings), counts: CenterCounts::default() })
    };
    let centers =
        skins.iter().map(|skin| skin.skinning.method.needs_centers().then(|| computed(skin.centers))).collect();
    let key = FiguresKey {
        document: 0,
        pose_generation: 0,
        joint,
        with_all: told.iter().any(|(_, value, _)| is_to_dib(value)),
        second: None,
        skins: skins.iter().map(|skin| (*skin, None)).collect(),
    };
    let pose = scene.pose(model).unwrap();
    let request = FiguresRequest { key, rest: rest.clone(), pose, second: None, centers };
    measure(&request, &MeasuredRest::of(&rest, joint), None)
}

fn number(value: Value, model: &Model, scene: &Scene, measured: &MeasuredSkin) -> f64 {
    let joint = || measured.figures.joint.as_ref().expect("the scene selects the joint that it quotes");
    match value {
        Value::Section => 100.0 * joint().minor_radius.unwrap().smallest,
        Value::Bulge => 100.0 * (joint().bulge.unwrap().over_rest - 1.0),
        Value::ZoneVolume => 100.0 * joint().zone_volume.as_ref().unwrap().over_rest(),
        Value::MillimetersToDib => 1000.0 * measured.to_dib.as_ref().unwrap().largest,
        Value::DegreesToDib => {
            let angle = |at: Vec3| at.z.atan2(at.y);
            let apart = |[a, b]: [Vec3; 2]| (angle(a) - angle(b)).sin().abs().asin();
            f64::from(largest_to_dib(model, scene, apart).to_degrees())
        }
        Value::ShiftToDib => {
            let node = scene.selected_joint(model).unwrap().expect("the scene selects the joint that it moves");
            let moved = scene.pose(model).unwrap().joints[node as usize].translation;
            let shift = moved.x - model.skeleton.node(node).rest.translation.x;
            let apart = |[a, b]: [Vec3; 2]| (a.x - b.x).abs();
            100.0 * f64::from(largest_to_dib(model, scene, apart) / shift)
        }
        Value::Height => f64::from(model.rest_bounds().size().y),
        Value::MiddleOfMotion => match scene.motion.as_ref().map(|motion| &motion.kind) {
            Some(MotionKind::Joint { from, to, .. }) => f64::from(from + to) / 2.0,
            other => panic!("{other:?}"),
        },
        Value::OtherWay => {
            let settings = settings_of(scene, model);
            let angles = settings.iter().filter_map(|set| set.strip_suffix('°')?.parse::<f64>().ok());
            360.0 - angles.fold(0.0, f64::max)
        }
    }
}

/// The largest difference between DQS and DIB in a scene of the bar, of vertices away from its axis.
fn largest_to_dib(model: &Model, scene: &Scene, apart: impl Fn([Vec3; 2]) -> f32) -> f32 {
    let pose = scene.pose(model).unwrap();
    let [dqs, dib] = [M::Dqs, M::Dib].map(|method| {
        let skinning = SkinningSettings { method, ..SkinningSettings::default() };
        deform_model(model, &pose, skinning, &[]).unwrap().concat()
    });
    let pairs = dqs.iter().zip(&dib).map(|(dqs, dib)| [dqs.position, dib.position]);
    pairs.filter(|[at, _]| at.y.hypot(at.z) > 0.05).map(apart).fold(0.0, f32::max)
}
