//! Every scene is the same after it was written and read.

use super::*;
use crate::centers::{CenterSettings, Similarity};
use crate::mending::WeightEdit;
use crate::model::{
    AngleLimit, LimitExpression, MostInfluences, MostSurroundingJoints, PoseJoints, PoseMorphs, PositionBits,
    ScaleKind, StoredSkin, TwistKind, WeightBits,
};
use crate::pairs::{JointTable, PairFit};
use crate::panes::{
    Arrangement, Comparison, ComparisonKind, Ease, Mark, MarkShape, MarkedPlace, MarkedWorst, Motion, MotionKind,
    PaneLayout, PaneLook, PaneModel, PaneSettings, Scene, SceneFile, SceneMeasure, SceneModel, ScenePose, SceneSecond,
    SceneTwist, SceneView, Seen, Shot,
};
use crate::skinning::{
    Antipodality, BlendFactor, ChosenNumbers, MOST_NUMBERS, Phases, SkinningMethod, SkinningSettings,
};
use crate::view::{Diagram, Overlay, Overlays, PaintRange, Shading, SkinPaint};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

fn skinning() -> impl Strategy<Value = SkinningSettings> {
    let signs = of(select(&Antipodality::ALL[..]));
    let kinds = (select(&ScaleKind::ALL[..]), select(&Phases::ALL[..]));
    // Few names, because a process keeps all of them.
    let number = ("[a-c][a-c_]?", (-9_i16..9).prop_map(|number| f32::from(number) / 8.0));
    let numbers = vec(number, 0..=MOST_NUMBERS).prop_map(|numbers| {
        let choose = |chosen: ChosenNumbers, (name, value): (String, f32)| chosen.with(&name, Some(value));
        numbers.into_iter().fold(ChosenNumbers::default(), choose)
    });
    (select(&SkinningMethod::ALL[..]), signs, kinds, any::<f32>(), (stored(), numbers)).prop_map(
        |(method, chosen_antipodality, (scale_kind, chosen_phases), blend, (stored, numbers))| SkinningSettings {
            method,
            chosen_antipodality,
            scale_kind,
            blend: BlendFactor::nearest(blend),
            chosen_phases,
            numbers,
            stored,
        },
    )
}

fn stored() -> impl Strategy<Value = StoredSkin> {
    let all = (of(1u8..=8), of(select(&WeightBits::ALL[..])), of(8u8..=16), of(1u8..=32));
    all.prop_map(|(most, weight_bits, bits, joints)| StoredSkin {
        most_influences: most.and_then(MostInfluences::new),
        weight_bits,
        position_bits: bits.and_then(PositionBits::new),
        most_surrounding_joints: joints.and_then(MostSurroundingJoints::new),
    })
}

fn centers() -> impl Strategy<Value = CenterSettings> {
    // A width from a slider in single precision, and a whole one.
    let width = || prop_oneof![Just(0.1), Just(1.0), Just(f64::from(0.1f32)), 0.01..2.0];
    (width(), width(), select(&Similarity::ALL[..])).prop_map(|(sigma, epsilon, similarity)| CenterSettings {
        sigma,
        epsilon,
        similarity,
    })
}

fn comparison() -> impl Strategy<Value = Comparison> {
    let shown = (select(&ComparisonKind::ALL[1..]), skinning(), any::<bool>(), 0.0f32..=1.0)
        .prop_map(|(kind, other, other_model, divider)| Comparison { kind, other, other_model, divider });
    prop_oneof![Just(Comparison::default()), shown]
}

fn look() -> impl Strategy<Value = PaneLook> {
    let overlays = subsequence(&Overlay::ALL[..], 0..=Overlay::ALL.len());
    let overlays = prop_oneof![Just(Overlays::default()), overlays.prop_map(Overlays::from_iter)];
    let paint = select(SkinPaint::choices().chain(SkinPaint::OF_TWO_MODELS).collect::<Vec<_>>());
    let range = of(1e-6f32..1e6).prop_map(|end| end.map_or(PaintRange::Automatic, PaintRange::Fixed));
    (overlays, paint, range, select(&Shading::ALL[..]), of(select(&Diagram::ALL[..]))).prop_map(
        |(overlays, paint, paint_range, shading, diagram)| PaneLook { overlays, paint, paint_range, shading, diagram },
    )
}

fn pane() -> impl Strategy<Value = (PaneSettings, Option<SceneView>)> {
    let model = select(vec![PaneModel::First, PaneModel::Second]);
    (model, skinning(), centers(), comparison(), look(), of(view())).prop_map(
        |(model, skinning, centers, comparison, look, view)| {
            (PaneSettings { model, skinning, centers, comparison, look }, view)
        },
    )
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![".{1,12}", "[a-z .\"]{90,120}", any::<String>()]
}

fn view() -> impl Strategy<Value = SceneView> {
    let point = || [-1e3f32..1e3, -1.0f32..1.0, -1e-6f32..1e-6];
    let shot = (point(), 1e-5f32..1e8, 1.0f32..120.0, 0.02f32..99.0)
        .prop_map(|(target, distance, fov_degrees, aspect)| Shot { target, distance, fov_degrees, aspect });
    let seen = prop_oneof![
        Just(Seen::Whole),
        name().prop_map(Seen::Joint),
        (point(), 0.5f32..9.0).prop_map(|(min, size)| Seen::Box(min, min.map(|low| low + size))),
        shot.prop_map(Seen::Shot)
    ];
    (-3600.0f32..3600.0, -90.0f32..90.0, seen).prop_map(|(yaw_degrees, pitch_degrees, seen)| SceneView {
        yaw_degrees,
        pitch_degrees,
        seen,
    })
}

fn model() -> impl Strategy<Value = SceneModel> {
    let paths = ["/talks/fox.glb", "/models/fox.glb", "/talks/a b/bar", "/talks/bar"];
    let files = paths.map(|path| SceneFile::Path(path.into())).into_iter().chain([SceneFile::Bundled("bar")]);
    (select(files.collect::<Vec<_>>()), of(name()), of(name())).prop_map(|(file, hash, variant)| SceneModel {
        file,
        hash,
        variant,
    })
}

fn second() -> impl Strategy<Value = SceneSecond> {
    let joints = prop::collection::btree_map(name(), name(), 0..3).prop_map(JointTable::of_lines);
    (model(), joints, any::<(bool, bool)>()).prop_map(|(model, joints, (equal_scale, keep_facing))| {
        SceneSecond::new(model, joints, PairFit { equal_scale, keep_facing })
    })
}

fn pose() -> impl Strategy<Value = ScenePose> {
    let numbers = || prop::array::uniform3(-1e6f32..1e6);
    let joint = (numbers(), of(numbers()), of(0.0f32..1.0)).prop_map(|(angles, local_scale, whole)| match whole {
        Some(whole) => json!({"angles": angles, "whole": whole}),
        None => json!({"translation": angles, "local_scale": local_scale}),
    });
    let joints = prop::collection::btree_map(name(), joint, 0..3)
        .prop_map(|joints| serde_json::from_value::<PoseJoints>(json!(joints)).unwrap());
    let morphs = prop::collection::btree_map(name(), -9.0f32..9.0, 0..3)
        .prop_map(|morphs| serde_json::from_value::<PoseMorphs>(json!(morphs)).unwrap());
    let clip = of((name(), 0.0f32..1e4));
    (of(name()), clip, vec(name(), 0..3), joints, morphs).prop_map(|(named, clip, set, joints, morphs)| {
        let (clip, time) = clip.unzip();
        ScenePose { named, clip, time, set, joints, morphs }
    })
}

fn mark(panes: usize) -> impl Strategy<Value = Mark> {
    let at = prop_oneof![
        name().prop_map(MarkedPlace::Joint),
        any::<(u32, u32)>().prop_map(|(primitive, vertex)| MarkedPlace::Vertex(primitive, vertex)),
        select(vec![MarkedWorst::Collapse, MarkedWorst::Bulge, MarkedWorst::Difference]).prop_map(MarkedPlace::Worst)
    ];
    (at, select(vec![MarkShape::Ring, MarkShape::Arrow]), any::<String>(), vec(1..=panes, 0..3))
        .prop_map(|(at, shape, label, panes)| Mark { at, shape, label, panes })
}

fn motion() -> impl Strategy<Value = Motion> {
    let kind = (0..5, name(), -1e5f32..1e5, -1.0f32..1.0).prop_map(|(kind, name, from, to)| match kind {
        0 => MotionKind::Turntable { degrees: from },
        1 => MotionKind::Joint { joint: name, channel: "rx".to_owned(), from, to },
        2 => MotionKind::Clip { name, from, to },
        3 => MotionKind::Wipe { from, to },
        _ => MotionKind::CrossFade { from, to },
    });
    (kind, 0.0f32..9e3, select(&Ease::ALL[..]), 0.0f32..9.0, any::<(bool, bool)>()).prop_map(
        |(kind, seconds, ease, rest_seconds, (there_and_back, repeats))| Motion {
            kind,
            seconds,
            ease,
            rest_seconds,
            there_and_back,
            repeats,
        },
    )
}

fn layout() -> impl Strategy<Value = PaneLayout> {
    let arrangement = select(vec![Arrangement::Auto, Arrangement::Row, Arrangement::Column, Arrangement::Grid]);
    (arrangement, of(0.1f32..0.9), of(0.1f32..0.9)).prop_map(|(arrangement, column, row)| {
        let [columns, rows] = [column, row].map(|share| share.map(|share| vec![share, 1.0 - share]));
        PaneLayout::with_shares(arrangement, columns.unwrap_or_default(), rows.unwrap_or_default())
    })
}

fn weight_edit() -> impl Strategy<Value = WeightEdit<String>> {
    let joint = || "[a-zA-Z:.# ]{1,9}";
    prop_oneof![
        (joint(), 1..=100u32).prop_map(|(joint, times)| WeightEdit::Smooth { joint, times }),
        (joint(), 1e-3f32..50.0).prop_map(|(joint, percent)| WeightEdit::Prune { joint, percent }),
        (of(joint()), 1..=16u32).prop_map(|(joint, count)| WeightEdit::Limit { joint, count }),
        joint().prop_map(|joint| WeightEdit::Mirror { joint }),
        joint().prop_map(|joint| WeightEdit::Release { joint }),
    ]
}

fn scene() -> impl Strategy<Value = Scene> {
    let words = prop::array::uniform5(prop_oneof![Just(String::new()), any::<String>(), "[A-Za-z ,.]{90,300}"]);
    let twist = (name(), any::<u32>(), select(&TwistKind::ALL[..]));
    let twist = twist.prop_map(|(joint, count, kind)| SceneTwist { joint, count, kind });
    let rig = (vec(weight_edit(), 0..3), vec(twist, 0..3));
    let limit = AngleLimit::new(-5.0, 140.5).unwrap();
    let limits =
        vec("[a-z:.]{1,9}".prop_map(move |joint| LimitExpression::of_joint(&joint, [None, Some(limit), None])), 0..3);
    let measures = [SceneMeasure::Automatic, SceneMeasure::Section, SceneMeasure::Bulge, SceneMeasure::None];
    let panes = (1..5usize).prop_flat_map(|count| (vec(pane(), count), vec(mark(count), 0..=Mark::MOST)));
    let shown = (model(), second(), rig, pose(), panes, layout(), view());
    let played = (select(measures.to_vec()), of(motion()), of(0.1f32..600.0), any::<[bool; 2]>());
    let chosen = (of(name()), of(any::<(u32, u32)>()), vec(name(), 0..3), limits);
    ("[a-z0-9-]{1,9}", words, shown, played, chosen).prop_map(
        |(id, words, (model, second, (weights, twists), pose, (panes, marks), layout, view), played, chosen)| {
            let [paper, figure, title, caption, notes] = words;
            let (measure, motion, minutes, [motion_waits, stops_at_limits]) = played;
            let (joint, vertex, isolated, limits) = chosen;
            let scene = Scene::new(model, panes, &layout);
            Scene {
                id,
                paper,
                figure,
                title,
                caption,
                notes,
                second: Some(second),
                weights,
                twists,
                pose,
                joint,
                vertex,
                isolated,
                limits,
                stops_at_limits,
                view,
                marks,
                measure,
                motion,
                motion_waits,
                minutes,
                ..scene
            }
        },
    )
}

proptest! {
    #[test]
    fn every_scene_comes_back_from_its_text(scene in scene()) {
        let talk = Talk { title: scene.title.clone(), scenes: vec![Arc::new(scene)] };
        for folder in ["/talks", "/other"].map(Path::new) {
            let text = write_talk(&talk, "", folder);
            let read = parse_talk(&text, folder);
            prop_assert_eq!(read.as_ref(), Ok(&talk), "{}", text);
        }
    }

    /// The session of the next start holds scenes without panes. A number in double precision, which only panes have, may
    /// come back off by its last bit.
    #[test]
    fn every_scene_comes_back_from_json(scene in scene()) {
        let scene = Scene { panes: Vec::new(), ..scene };
        let json = serde_json::to_string(&scene).unwrap();
        prop_assert_eq!(serde_json::from_str::<Scene>(&json).unwrap(), scene, "{}", json);
    }
}
