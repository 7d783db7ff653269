//! D. Williamson, "Quaternions and Dual Quaternion Skinning": two traps of the post, each as a twin that fails, and why
//! an idle pose hides it.
//!
//! 1. The post gives the translation of a dual quaternion as `V = 2 Qd Qr'`, but its first function for it,
//!    `ReconstructTranslation` with two calls, returns `Multiply(Qd, Conjugate(Qr)).xyz`: the factor 2 is lost. Its
//!    second one has it.
//! 2. Its HLSL swaps the arguments of every cross product, so that its `Multiply(a, b)` is the product b a. The
//!    functions agree with one another and with dual quaternions made for them. With those of the papers they turn the
//!    other way.
//!
//! The post tells that its author met the second trap himself: "tested everything on a basic idle animation. Bad idea,
//! right? But everything seemed to work."

use super::{bundled, turn};
use crate::properties::Random;
use crate::reference::dual::{Dual, weighted_sum};
use crate::reference::quaternion::{Quaternion, about, vector};
use crate::reference::{Settings, influences, joints_of, signs};
use glam::{DQuat, DVec3};
use skinscope::files::{ModelSource, open_model};
use skinscope::math::DualQuat;
use skinscope::model::{Model, Pose};
use skinscope::panes::Scene;
use skinscope::skinning::{
    Antipodality, JointPalette, SkinningMethod, SkinningSettings, deform_model, deform_primitive,
};

/// The post's functions, line by line, with scalar parts first.
mod post {
    use super::{DVec3, Quaternion, vector};

    fn quaternion(w: f64, v: DVec3) -> Quaternion {
        [w, v.x, v.y, v.z]
    }

    pub fn conjugate(q: Quaternion) -> Quaternion {
        quaternion(q[0], -vector(q))
    }

    /// `float4(a.w * b.xyz + b.w * a.xyz + cross(b.xyz, a.xyz), a.w * b.w - dot(a.xyz, b.xyz))`.
    pub fn multiply(a: Quaternion, b: Quaternion) -> Quaternion {
        let (va, vb) = (vector(a), vector(b));
        quaternion(a[0] * b[0] - va.dot(vb), a[0] * vb + b[0] * va + vb.cross(va))
    }

    /// `return Multiply(Qd, Conjugate(Qr)).xyz`.
    pub fn translation_in_two_calls(real: Quaternion, dual: Quaternion) -> DVec3 {
        vector(multiply(dual, conjugate(real)))
    }

    /// `return 2 * (Qr.w * Qd.xyz - Qd.w * Qr.xyz + cross(Qd.xyz, Qr.xyz))`.
    pub fn translation(real: Quaternion, dual: Quaternion) -> DVec3 {
        let (r, d) = (vector(real), vector(dual));
        2.0 * (real[0] * d - dual[0] * r + d.cross(r))
    }

    /// `return Multiply(Multiply(Qr, float4(v, 0)), Conjugate(Qr)).xyz`.
    pub fn rotate(real: Quaternion, v: DVec3) -> DVec3 {
        vector(multiply(multiply(real, quaternion(0.0, v)), conjugate(real)))
    }

    /// `return v + 2 * cross(Qr.w * v + cross(v, Qr.xyz), Qr.xyz)`.
    pub fn rotate_in_short(real: Quaternion, v: DVec3) -> DVec3 {
        let r = vector(real);
        v + 2.0 * (real[0] * v + v.cross(r)).cross(r)
    }
}

/// Which formula takes a blended dual quaternion to a point.
#[derive(Clone, Copy, Debug)]
enum Twin {
    Paper,
    /// The paper's rotation; the translation of the post's two calls, in the paper's order.
    WithoutTheFactor,
    /// The post's shader, given the papers' dual quaternions.
    SwappedOrder,
}

impl Twin {
    fn apply(self, blended: Dual, point: DVec3) -> DVec3 {
        match self {
            Self::Paper => blended.apply(point),
            Self::WithoutTheFactor => blended.apply(point) - 0.5 * blended.shift(),
            Self::SwappedOrder => {
                post::rotate_in_short(blended.real, point) + post::translation(blended.real, blended.dual)
            }
        }
    }

    /// DQS of a whole model.
    fn skin(self, model: &Model, pose: &Pose) -> Vec<DVec3> {
        let mut out = Vec::new();
        for primitive in model.skinned_primitives() {
            let joints = joints_of(model, primitive, pose, Settings::new("dqs"));
            for (vertex, position) in primitive.positions.iter().enumerate() {
                let influences = influences(primitive, vertex);
                let (signs, _) = signs::choose(&influences, &joints, Antipodality::PerVertex);
                let weights: Vec<f64> =
                    influences.iter().zip(signs).map(|(&(_, weight), sign)| weight * sign).collect();
                let motions: Vec<Dual> = influences.iter().map(|&(joint, _)| joints[joint].motion()).collect();
                out.push(self.apply(weighted_sum(&weights, &motions).unit(), position.as_dvec3()));
            }
        }
        out
    }
}

/// The post's own functions are two spellings of one thing, but for the factor.
#[test]
fn the_posts_two_translations_differ_by_the_factor_of_two() {
    let mut random = Random(101);
    for _ in 0..500 {
        let motion = random.motion();
        let (two_calls, in_short) =
            (post::translation_in_two_calls(motion.real, motion.dual), post::translation(motion.real, motion.dual));
        assert!((2.0 * two_calls).distance(in_short) < 1e-12 && in_short.length() > 0.01);
        let v = random.point(1.0);
        assert!(post::rotate(motion.real, v).distance(post::rotate_in_short(motion.real, v)) < 1e-12);
    }
}

/// An elbow at (2, 0, 0) bent by 120 degrees: the joint's motion shifts by (3, -sqrt 3, 0). With half of it the elbow
/// itself, which must stay, goes to (1/2, sqrt(3)/2, 0): a distance of sqrt 3.
#[test]
fn the_lost_factor_by_hand() {
    let (elbow, turn) = (DVec3::new(2.0, 0.0, 0.0), about(DVec3::Z, 120f64.to_radians()));
    let bent = Dual::rigid(turn, DVec3::new(3.0, -3f64.sqrt(), 0.0));
    assert!(Twin::Paper.apply(bent, elbow).distance(elbow) < 1e-12);
    let wrong = Twin::WithoutTheFactor.apply(bent, elbow);
    assert!(wrong.distance(DVec3::new(0.5, 0.5 * 3f64.sqrt(), 0.0)) < 1e-12, "{wrong}");
    // An idle pose shows little of it: two degrees move the elbow by 0.035, where 120 move it by 1.73.
    let two_degrees = about(DVec3::Z, 2f64.to_radians());
    let idle = Dual::rigid(two_degrees, elbow - crate::reference::quaternion::rotate(two_degrees, elbow));
    let off = Twin::WithoutTheFactor.apply(idle, elbow).distance(elbow);
    assert!((off - 2.0 * 1f64.to_radians().sin()).abs() < 1e-12, "{off}");
}

/// The swapped order turns by the opposite angle: (1, 0, 0) turned by a quarter about z goes to (0, -1, 0). The error
/// is `2 sin(angle)`: none at rest, 0.07 at two degrees, 2 at a right angle, and none again at half a turn, which hides
/// it too.
#[test]
fn the_swapped_order_by_hand() {
    let turned = |degrees: f64| post::rotate(about(DVec3::Z, degrees.to_radians()), DVec3::X);
    assert!(turned(90.0).distance(DVec3::NEG_Y) < 1e-12, "{}", turned(90.0));
    for (degrees, error) in [(0.0, 0.0), (2.0, 0.069_799), (90.0, 2.0), (120.0, 3f64.sqrt()), (180.0, 0.0)] {
        let right = crate::reference::quaternion::rotate(about(DVec3::Z, f64::to_radians(degrees)), DVec3::X);
        assert!((turned(degrees).distance(right) - error).abs() < 1e-6, "{degrees}");
    }
}

/// With the dual quaternions that it was made for, whose real parts are the conjugates, the post's shader is right: the
/// dual part `0.5 qMultiplyPure(q, p)` of its conversion is the conjugate, too.
#[test]
fn the_posts_shader_is_right_with_its_own_conversion() {
    let mut random = Random(102);
    for _ in 0..500 {
        let (motion, point) = (random.motion(), random.point(1.0));
        // `qMultiply` of the post's C++ is the papers' product; its rotations are the inverses of theirs.
        let real = post::conjugate(motion.real);
        let shift = motion.shift();
        let dual =
            crate::reference::quaternion::multiply(real, [0.0, shift.x, shift.y, shift.z]).map(|part| 0.5 * part);
        let found = post::rotate_in_short(real, point) + post::translation(real, dual);
        assert!(found.distance(motion.apply(point)) < 1e-12);
    }
}

/// On the bundled limb: both twins are exact at rest. Where all joints turn by a quarter of a degree, as in breathing,
/// they are off by half the motion and by twice the motion, which looks like another idle animation. A bend of 60
/// degrees tears the limb apart. The program's formula is the paper's in all three.
#[test]
fn an_idle_pose_hides_both_errors() {
    let model = bundled("limb");
    let extent = f64::from(model.rest_bounds().extent());
    let posed = |degrees: f32| {
        let mut pose = Pose::rest(&model.skeleton);
        for node in model.skeleton.shown_joints() {
            let name = model.skeleton.node(node).name.clone();
            turn(&model, &mut pose, &name, [0.0, 0.3 * degrees, degrees]);
        }
        pose
    };
    let error = |twin: Twin, pose: &Pose| {
        let (right, wrong) = (Twin::Paper.skin(&model, pose), twin.skin(&model, pose));
        super::largest_distance(right, wrong) / extent
    };
    for (twin, most_idle) in [(Twin::WithoutTheFactor, 0.005), (Twin::SwappedOrder, 0.03)] {
        let [rest, idle, bent] = [0.0, 0.25, 60.0].map(|degrees| error(twin, &posed(degrees)));
        let [percent_rest, percent_idle, percent_bent] = [rest, idle, bent].map(|error| 100.0 * error);
        println!(
            "{twin:?}: off by {percent_rest:.2} % of the extent at rest, {percent_idle:.2} % idle, {percent_bent:.0} % bent"
        );
        assert!(rest < 1e-6 && idle < most_idle && bent > 0.3, "{twin:?}: {rest} {idle} {bent}");
    }
    let dqs = SkinningSettings { method: SkinningMethod::Dqs, ..SkinningSettings::default() };
    for degrees in [0.0, 0.25, 60.0] {
        let pose = posed(degrees);
        let palettes = JointPalette::all(&model, &pose, dqs);
        let found = deform_primitive(&model, &model.primitives[0], &palettes[0], dqs).unwrap();
        let right = Twin::Paper.skin(&model, &pose);
        let off = super::largest_distance(found.iter().map(|vertex| vertex.position.as_dvec3()), right) / extent;
        assert!(off < 2e-6, "{degrees}: {off:e}");
    }
}

/// The program's own functions on large rotations, against the matrix: neither trap.
#[test]
fn the_program_has_the_factor_and_the_order() {
    let mut random = Random(103);
    for _ in 0..500 {
        let (motion, point) = (random.motion(), random.point(1.0));
        let [w, x, y, z] = motion.real;
        let rotation = DQuat::from_xyzw(x, y, z, w);
        let found = DualQuat::from_rotation_translation(rotation, motion.shift());
        let expected = glam::DMat3::from_quat(rotation) * point + motion.shift();
        assert!(found.transform_point(point.as_vec3()).as_dvec3().distance(expected) < 5e-6);
        let turned = glam::DMat3::from_quat(rotation) * point;
        assert!(found.rotate_vector(point.as_vec3()).as_dvec3().distance(turned) < 2e-6);
    }
}

/// The scenes of the post: signs as they come are right in the idle pose and wrong in the others.
#[test]
fn the_scenes_of_the_post_hide_the_error_and_show_it() {
    for (id, is_shown) in [
        ("williamson-idle", false),
        ("williamson-long-way", true),
        ("williamson-large-motion", true),
        ("williamson-double-cover", true),
        ("williamson-severe-twist", true),
        ("theo-signs", true),
    ] {
        let scene = Scene::find(id).unwrap();
        let model = open_model(ModelSource::from(&scene.model)).unwrap().asset.model;
        let pose = scene.pose(&model).unwrap();
        let [wrong, right] = [0, 1].map(|pane: usize| {
            let settings = scene.panes()[pane].skinning;
            deform_model(&model, &pose, settings, &[]).unwrap()
        });
        let pairs = wrong.iter().flatten().zip(right.iter().flatten());
        let apart = pairs.map(|(a, b)| a.position.distance(b.position)).fold(0.0, f32::max);
        // A tenth of the neck's or the bar's thickness, at least.
        assert!(if is_shown { apart > 0.02 } else { apart < 1e-6 }, "{id}: {apart}");
    }
}
