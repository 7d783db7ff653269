//! The small languages of the command line that the library has.

use super::assert_message;
use skinscope::math::{Bounds, parse_number};
use skinscope::model::{
    AngleLimit, JointLimits, LimitExpression, MorphTarget, MorphWeight, Node, Pose, PoseOverrides, SetExpression,
    Skeleton, Trs,
};
use skinscope::posing::RangeSource;
use skinscope::skinning::{Antipodality, BlendFactor, SkinningMethod};
use skinscope::view::{CameraText, PaintName};
use std::fmt::Display;
use std::str::FromStr;
use std::sync::OnceLock;

/// Joints and morph targets with the names that people and programs give: two alike, one with colons, one empty.
pub fn arm() -> &'static Skeleton {
    static ARM: OnceLock<Skeleton> = OnceLock::new();
    ARM.get_or_init(|| {
        let names = ["root", "mid", "left", "upper_arm.L", "rig:forearm", "twin", "twin", ""];
        let node = |(index, name): (usize, &&str)| {
            let rest = Trs { translation: glam::Vec3::Y * 0.5, ..Trs::IDENTITY };
            let target = |name: &str| MorphTarget { name: name.to_owned(), rest_weight: 0.25 };
            let morph_targets =
                if *name == "mid" { ["smile", "a=b", "twin", "twin"].map(target).to_vec() } else { Vec::new() };
            let parent = index.checked_sub(1).map(|parent| parent as u32);
            Node { is_joint: true, morph_targets, ..Node::new(*name, parent, rest) }
        };
        Skeleton::new(names.iter().enumerate().map(node).collect()).unwrap()
    })
}

/// Counts the languages that understand a text.
struct Readings<'a> {
    text: &'a str,
    understood: usize,
}

impl Readings<'_> {
    fn parse<T: FromStr<Err: Display>>(&mut self) -> Option<T> {
        self.take(self.text.parse())
    }

    fn take<T>(&mut self, read: Result<T, impl Display>) -> Option<T> {
        match read {
            Ok(read) => {
                self.understood += 1;
                Some(read)
            }
            Err(error) => {
                assert_message(&error.to_string());
                None
            }
        }
    }
}

/// A text: each language refuses it in one line, or reads it and does what it says. Whether one of them reads it.
pub fn languages(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let readings = &mut Readings { text, understood: 0 };
    let skeleton = arm();
    let mut pose = Pose::rest(skeleton);
    if let Some(set) = readings.parse::<SetExpression>() {
        let mut overrides = PoseOverrides::default();
        if readings.take(set.apply(skeleton, &pose, &mut overrides)).is_some() {
            overrides.apply(skeleton, &mut pose);
        }
    }
    if let Some(limit) = readings.parse::<LimitExpression>() {
        let applied = limit.apply(skeleton, &mut JointLimits::default());
        readings.take(applied.map_err(|(expression, error)| format!("{expression}: {error}")));
    }
    if let Some(morph) = readings.parse::<MorphWeight>() {
        let mut overrides = PoseOverrides::default();
        if readings.take(morph.apply(skeleton, &mut overrides)).is_some() {
            overrides.apply(skeleton, &mut pose);
        }
        assert!(pose.morph_weights.iter().all(|weight| weight.is_finite()));
    }
    readings.parse::<AngleLimit>();
    if let Some(camera) = readings.parse::<CameraText>() {
        let bounds = Bounds { min: -glam::Vec3::ONE, max: glam::Vec3::ONE };
        camera.resolve(bounds, [640, 480], 0.0);
    }
    readings.parse::<PaintName>();
    readings.parse::<RangeSource>();
    readings.parse::<BlendFactor>();
    readings.take(SkinningMethod::from_id(text));
    readings.take(Antipodality::from_id(text));
    assert!(readings.take(parse_number::<f32>(text)).is_none_or(f32::is_finite));
    assert!(readings.take(parse_number::<f64>(text)).is_none_or(f64::is_finite));
    readings.take(skeleton.find(text));
    readings.take(skeleton.find_morph_target(text));
    readings.understood > 0
}
