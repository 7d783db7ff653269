use super::*;
use crate::model::TwistKind;
use crate::pairs::{JointTable, PairFit};
use crate::panes::{
    Mark, MarkShape, MarkedPlace, MarkedWorst, PaneLook, PaneModel, PaneSettings, Scene, SceneFile, SceneModel,
    SceneSecond, SceneTwist, SceneView, Seen, Shot,
};
use crate::view::{Overlay, Overlays, Shading, SkinPaint};
use std::path::Path;
use std::sync::Arc;

/// A talk as a person writes it.
const BY_HAND: &str = r##"# My talk, May 2026.
skinscope_talk = 1
title = "Elbows" # for the lab

# First of all, the bar.
[[scene]]
id = "bar"
title = "A bar"
model   = "bar"            # bundled
pose = { set = ["mid:rx=90"] }  # a quarter
panes = [
  { method = "lbs" }, # the classic
  { method = "dqs", antipodality = "running-sum" },
]

# A file of mine.
[[scene]]
title = "The fox"
model = "models/Fox.glb"
view = { yaw = 30, pitch = 5 }
panes = [{ method = "cor" }]
marks = [{ at = { worst = "collapse" }, label = "thin" }]
[scene.pose]
clip = "Run"
time = 0.25
[scene.pose.joints]
"#4" = { angles = [0, 12.5, 0] }
"##;

fn by_hand() -> Talk {
    parse_talk(BY_HAND, Path::new("/talks")).unwrap()
}

fn edited(talk: &mut Talk, index: usize, change: impl FnOnce(&mut Scene)) {
    change(Arc::make_mut(&mut talk.scenes[index]));
}

/// Changes the settings and views of a scene's panes.
fn edit_panes(scene: &mut Scene, change: impl FnOnce(&mut Vec<(PaneSettings, Option<SceneView>)>)) {
    let mut panes = scene.panes().into_iter().zip(scene.panes.iter().map(|pane| pane.view.clone())).collect();
    change(&mut panes);
    *scene = scene.clone().with_panes(panes);
}

#[test]
fn a_talk_written_by_hand_is_read() {
    let talk = by_hand();
    assert_eq!(talk.title, "Elbows");
    let [bar, fox] = &talk.scenes[..] else { panic!("{}", talk.scenes.len()) };
    assert_eq!((bar.id.as_str(), fox.id.as_str()), ("bar", "the-fox"));
    assert_eq!(bar.panes()[1].skinning.antipodality(), crate::skinning::Antipodality::RunningSum);
    assert_eq!(fox.model, SceneFile::Path("/talks/models/Fox.glb".into()));
    assert_eq!((fox.pose.clip.as_deref(), fox.pose.time), (Some("Run"), Some(0.25)));
    assert_eq!(fox.marks[0].at, MarkedPlace::Worst(MarkedWorst::Collapse));
    assert!(fox.marks[0].is_in_pane(0) && fox.marks[0].shape == MarkShape::Ring);
    assert_eq!((fox.view.yaw_degrees, &fox.view.seen), (30.0, &Seen::Whole));
}

#[test]
fn nothing_is_rewritten_where_nothing_changed() {
    assert_eq!(write_talk(&by_hand(), BY_HAND, Path::new("/talks")), BY_HAND);
    for (talk, text) in Talk::of_papers().iter().zip(bundled::PAPERS) {
        assert_eq!(write_talk(talk, text, Path::new("")), text, "{}", talk.title);
    }
}

#[test]
fn every_overlay_shading_and_paint_is_read_back() {
    let paints = SkinPaint::choices();
    let looks = paints.map(|paint| PaneLook { paint, ..PaneLook::default() });
    let looks = looks.chain(Shading::ALL.map(|shading| PaneLook { shading, ..PaneLook::default() }));
    let overlays = Overlay::ALL.map(|overlay| PaneLook { overlays: Overlays::only(overlay), ..PaneLook::default() });
    for look in looks.chain(overlays) {
        let mut talk = by_hand();
        edited(&mut talk, 0, |scene| edit_panes(scene, |panes| panes[1].0.look = look));
        let text = write_talk(&talk, "", Path::new("/talks"));
        assert_eq!(parse_talk(&text, Path::new("/talks")).as_ref(), Ok(&talk), "{text}");
    }
}

#[test]
fn what_is_written_anew_is_read_back() {
    let mut talks = vec![by_hand()];
    talks.extend(Talk::of_papers().iter().cloned());
    let shot = Shot { target: [0.1, -0.2, 3.0], distance: 1.25, fov_degrees: 25.0, aspect: 0.75 };
    edited(&mut talks[0], 0, |scene| {
        scene.view = SceneView { yaw_degrees: 12.3, pitch_degrees: -4.0, seen: Seen::Shot(shot) };
        edit_panes(scene, |panes| {
            panes[0].0.look.paint = SkinPaint::JointWeights;
            panes[0].0.look.paint_range = crate::view::PaintRange::Fixed(0.015);
            let (settings, view) = &mut panes[1];
            *view = Some(SceneView { yaw_degrees: 0.1, pitch_degrees: 0.0, seen: Seen::Joint("mid".into()) });
            settings.comparison.kind = crate::panes::ComparisonKind::Wipe;
            settings.comparison.divider = 0.3;
            settings.look.overlays = settings.look.overlays.with(Overlay::Centers, true);
            settings.skinning.chosen_phases = crate::skinning::Phases::First;
            settings.comparison.other.chosen_phases = crate::skinning::Phases::First;
            settings.look.diagram = Some(crate::view::Diagram::LinearCenters);
        });
        scene.vertex = Some((0, 17));
        let twist = |kind| SceneTwist { joint: "mid".into(), count: 2, kind };
        scene.twists = TwistKind::ALL.map(twist).to_vec();
        scene.measure = crate::panes::SceneMeasure::Volume;
        scene.motion = Some(crate::panes::Motion {
            kind: crate::panes::MotionKind::Joint { joint: "mid".into(), channel: "rx".into(), from: 0.0, to: 12.5 },
            seconds: 2.5,
            ease: crate::panes::Ease::Linear,
            rest_seconds: 0.5,
            there_and_back: true,
            repeats: true,
        });
        scene.motion_waits = true;
        scene.isolated = vec!["mid".into(), "a joint, with a comma".into()];
        scene.notes = "Say \"hello\".\n\nThen go on.".into();
        scene.model_hash = Some("ab12".into());
        (scene.arrangement, scene.column_widths) = (crate::panes::Arrangement::Row, vec![0.25, 0.75]);
        scene.marks = vec![Mark {
            at: MarkedPlace::Joint("mid".into()),
            shape: MarkShape::Arrow,
            label: "here".into(),
            panes: vec![2],
        }];
    });
    edited(&mut talks[0], 1, |scene| {
        let model = SceneModel { file: SceneFile::Path("/talks/b.glb".into()), hash: Some("cd".into()), variant: None };
        let joints = [("hips".to_owned(), "Bip \"1\"".to_owned()), ("tail.001".to_owned(), String::new())].into();
        let fit = PairFit { equal_scale: true, keep_facing: true };
        scene.second = Some(SceneSecond::new(model, JointTable::of_lines(joints), fit));
        edit_panes(scene, |panes| {
            *panes = vec![panes[0].clone(); 3];
            panes[1].0.model = PaneModel::Second;
            panes[2].0.look.paint = SkinPaint::DifferenceToModel;
            let compare = &mut panes[0].0.comparison;
            (compare.kind, compare.other_model) = (crate::panes::ComparisonKind::Ghost, true);
        });
    });
    for talk in talks {
        let text = write_talk(&talk, "", Path::new("/talks"));
        assert_eq!(parse_talk(&text, Path::new("/talks")).as_ref(), Ok(&talk), "{text}");
    }
}

#[test]
fn comments_survive_edits_reordering_and_deletion() {
    let mut talk = by_hand();
    edited(&mut talk, 0, |scene| {
        scene.title = "The bar".into();
        scene.pose.set = vec!["mid:rx=120".into()];
        edit_panes(scene, |panes| panes[0].0.skinning.method = crate::skinning::SkinningMethod::Cor);
    });
    let text = write_talk(&talk, BY_HAND, Path::new("/talks"));
    let expected = BY_HAND
        .replace("\"A bar\"", "\"The bar\"")
        .replace("mid:rx=90", "mid:rx=120")
        .replace("{ method = \"lbs\" }, #", "{ method = \"cor\" }, #");
    let kept: Vec<&str> = expected.lines().filter(|line| line.contains('#')).collect();
    assert!(kept.iter().all(|line| text.lines().any(|other| other == *line)), "{text}");
    assert_eq!(parse_talk(&text, Path::new("/talks")).as_ref(), Ok(&talk));

    talk.scenes.swap(0, 1);
    let text = write_talk(&talk, &text, Path::new("/talks"));
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} is gone: {text}"));
    assert!(
        at("# A file of mine.") < at("The fox")
            && at("The fox") < at("# First of all")
            && at("# First") < at("The bar")
    );
    assert_eq!(parse_talk(&text, Path::new("/talks")).as_ref(), Ok(&talk));

    talk.scenes.remove(0);
    let text = write_talk(&talk, &text, Path::new("/talks"));
    assert!(!text.contains("fox") && !text.contains("A file of mine") && text.contains("# the classic"), "{text}");
    talk.scenes.clear();
    let text = write_talk(&talk, &text, Path::new("/talks"));
    assert!(text.starts_with("# My talk") && parse_talk(&text, Path::new("/talks")).as_ref() == Ok(&talk), "{text}");
}

#[test]
fn mistakes_name_the_line_or_the_scene() {
    let wrong = |text: &str| parse_talk(text, Path::new("")).unwrap_err().to_string();
    assert_eq!(wrong(""), "not a talk: a talk begins with skinscope_talk = 1");
    assert_eq!(wrong("skinscope_talk = 2"), "version 2 is not known; this program reads version 1 of talks");
    let syntax = wrong("skinscope_talk = 1\n\n[[scene]]\nid = \n");
    assert!(syntax.starts_with("line 4: ") && !syntax.contains('\n'), "{syntax}");
    let unknown = wrong("skinscope_talk = 1\n[[scene]]\nmodel = \"bar\"\npanes = [\n  { metod = \"lbs\" },\n]\n");
    assert!(unknown.starts_with("line 5: unknown field `metod`"), "{unknown}");
    let scene = |more: &str| wrong(&format!("skinscope_talk = 1\n[[scene]]\nid = \"a\"\nmodel = \"bar\"\n{more}"));
    assert_eq!(scene("panes = []"), "scene 1 (a): panes has 0 entries; a scene shows 1 to 16");
    let pane = "panes = [{ method = \"lbs\" }]\n";
    assert!(scene(&format!("{pane}view = {{ joint = \"a\", target = [0, 0, 0] }}")).contains("keep one"));
    assert!(scene(&format!("{pane}view = {{ pitch = nan }}")).contains("pitch"));
    assert!(scene(&format!("{pane}marks = [{{ at = {{ joint = \"mid\" }}, panes = [2] }}]")).contains("pane 2"));
    assert!(
        scene(&format!("{pane}[[scene]]\nid = \"a\"\nmodel = \"bar\"\n{pane}"))
            .contains("scene 2 (a): the id is given")
    );
}

#[test]
fn panes_stay_with_their_scene_however_they_are_written() {
    let text = "skinscope_talk = 1\n[[scene]]\nid = \"a\"\nmodel = \"bar\"\n[[scene.panes]]\nmethod = \"lbs\"\n\
                [[scene.panes]]\nmethod = \"dqs\"\n[[scene]]\nid = \"b\"\nmodel = \"bar\"\n[[scene.panes]]\nmethod = \"cor\"\n";
    let mut talk = parse_talk(text, Path::new("")).unwrap();
    assert_eq!(write_talk(&talk, text, Path::new("")), text);
    talk.scenes.swap(0, 1);
    let swapped = write_talk(&talk, text, Path::new(""));
    assert_eq!(parse_talk(&swapped, Path::new("")).as_ref(), Ok(&talk), "{swapped}");
}

#[test]
fn many_scenes_without_ids_get_different_ones() {
    let scene = "[[scene]]\nmodel = \"bar\"\npanes = [{ method = \"lbs\" }]\n";
    let talk = |count: usize| parse_talk(&format!("skinscope_talk = 1\n{}", scene.repeat(count)), Path::new(""));
    let ids: std::collections::HashSet<String> =
        talk(2000).unwrap().scenes.iter().map(|scene| scene.id.clone()).collect();
    assert_eq!(ids.len(), 2000);
    assert!(talk(10_000).unwrap_err().to_string().contains("10000 scenes"));
}

#[test]
fn motions_that_cannot_be_played_are_refused() {
    let with = |motion: &str| {
        let scene = "[[scene]]\nmodel = \"bar\"\npanes = [{ method = \"lbs\" }]\n";
        parse_talk(&format!("skinscope_talk = 1\n{scene}motion = {motion}\n"), Path::new(""))
    };
    assert!(with("{ kind = { turntable = { degrees = 90 } }, seconds = 2 }").is_ok());
    for wrong in [
        "{ kind = { turntable = { degrees = inf } }, seconds = 2 }",
        "{ kind = { wipe = { from = nan, to = 1 } }, seconds = 2 }",
        "{ kind = { wipe = { from = 0, to = 1 } }, seconds = -1 }",
        "{ kind = { wipe = { from = 0, to = 1 } }, seconds = 1, rest-seconds = inf }",
    ] {
        assert!(with(wrong).unwrap_err().to_string().contains("motion"), "{wrong}");
    }
}

#[test]
fn models_beside_the_folder_of_a_talk_are_read_back() {
    let mut talk = by_hand();
    edited(&mut talk, 1, |scene| scene.model = SceneFile::Path("/models/fox.glb".into()));
    let text = write_talk(&talk, BY_HAND, Path::new("/talks"));
    assert!(text.contains("\"../models/fox.glb\""), "{text}");
    assert_eq!(parse_talk(&text, Path::new("/talks")).as_ref(), Ok(&talk));
}
