//! Three turns of a twist, with twist joints and without: how far the skin turns at several places along the bone.
//!
//! Kavan 2008, section 6, counts twists; Le & Hodgins 2016, section 4, splits a bone. Counting alone
//! (`continuous`) is even below 360 degrees between two joints that share a vertex, and cannot be beyond: two dual
//! quaternions do not tell how often one was turned. Twist joints keep neighbors close together.

use super::bundled;
use egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, pos2, vec2};
use egui_kittest::Harness;
use glam::{DAffine3, DVec3, Vec3};
use skinscope::model::{JointOverride, Model, Pose, PoseOverrides, RotationOverride, ScaleKind, TwistKind};
use skinscope::rigging::{TwistSplit, with_twist_joints};
use skinscope::skinning::{Antipodality, SkinningMethod, SkinningSettings, deform_model};
use skinscope::style;
use skinscope::view::Theme;

const LAST_DEGREES: u32 = 1080;
const STEP_DEGREES: u32 = 5;

/// How far a vertex has turned about the axis, in degrees, at each step of the sweep.
struct Curve {
    /// Which share of the twist the vertex should take.
    share: f64,
    turned_degrees: Vec<f64>,
}

impl Curve {
    /// Shortest and longest step over an even one.
    fn evenness(&self) -> [f64; 2] {
        let even = self.share * f64::from(STEP_DEGREES);
        let steps = self.turned_degrees.windows(2).map(|pair| (pair[1] - pair[0]) / even);
        steps.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], step| [least.min(step), most.max(step)])
    }
}

/// The joint is turned about its own X; the vertices are indices of all primitives together, each with its share.
fn sweep(model: &Model, joint: u32, vertices: &[(f64, usize)]) -> Vec<Curve> {
    let settings = SkinningSettings {
        method: SkinningMethod::Dqs,
        chosen_antipodality: Some(Antipodality::Continuous),
        ..SkinningSettings::default()
    };
    let scene_from_joint: DAffine3 =
        Pose::rest(&model.skeleton).scene_from_node(&model.skeleton, ScaleKind::Inherited)[joint as usize];
    let joint_from_scene = scene_from_joint.inverse();
    let angle = |position: Vec3| {
        let local: DVec3 = joint_from_scene.transform_point3(position.as_dvec3());
        local.z.atan2(local.y).to_degrees()
    };
    let mut curves: Vec<Curve> =
        vertices.iter().map(|&(share, _)| Curve { share, turned_degrees: Vec::new() }).collect();
    let mut before: Vec<f64> = Vec::new();
    for degrees in (0..=LAST_DEGREES).step_by(STEP_DEGREES as usize) {
        let mut overrides = PoseOverrides::default();
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::X * degrees as f32));
        overrides.set(joint, JointOverride { rotation, ..JointOverride::default() });
        let mut pose = Pose::rest(&model.skeleton);
        overrides.apply(&model.skeleton, &mut pose);
        let skin: Vec<Vec3> =
            deform_model(model, &pose, settings, &[]).unwrap().iter().flatten().map(|vertex| vertex.position).collect();
        let angles: Vec<f64> = vertices.iter().map(|&(_, vertex)| angle(skin[vertex])).collect();
        for (index, curve) in curves.iter_mut().enumerate() {
            let last = curve.turned_degrees.last().copied();
            // No vertex turns by half a turn in a step of the sweep.
            let step = last.map_or(0.0, |_| (angles[index] - before[index] + 540.0).rem_euclid(360.0) - 180.0);
            curve.turned_degrees.push(last.unwrap_or(0.0) + step);
        }
        before = angles;
    }
    curves
}

/// The bundled bar's own joints: vertices whose weight at the bent joint is a quarter, a half and three quarters.
fn without_twist_joints() -> Vec<Curve> {
    let model = bundled("bar");
    let joint = model.skeleton.find("mid").unwrap();
    let index = model.skins[0].joints.iter().position(|one| one.node == joint).unwrap();
    let primitive = &model.primitives[0];
    let weight = |vertex: usize| -> f64 {
        let influences = primitive.influences.of(vertex);
        influences.iter().find(|one| one.joint as usize == index).map_or(0.0, |one| f64::from(one.weight))
    };
    let nearest = |share: f64| {
        let off = |&vertex: &usize| (weight(vertex) - share).abs();
        let vertex = (0..primitive.positions.len()).min_by(|a, b| off(a).total_cmp(&off(b))).unwrap();
        (weight(vertex), vertex)
    };
    sweep(&model, joint, &[0.25, 0.5, 0.75].map(nearest))
}

/// The mannequin's upper arm with eight joints for its own twist: vertices along the bone, between the second joint and
/// the last.
fn with_own_twist_joints() -> Vec<Curve> {
    let source = bundled("mannequin");
    let joint = source.skeleton.find("upper_arm.L").unwrap();
    let model = with_twist_joints(&source, &[TwistSplit { joint, count: 8, kind: TwistKind::Own }]).unwrap();
    let rest = Pose::rest(&model.skeleton).scene_from_node(&model.skeleton, ScaleKind::Inherited);
    let (start, end) =
        (rest[joint as usize].translation, rest[model.skeleton.find("forearm.L").unwrap() as usize].translation);
    let drivers = model.skeleton.twist_drivers();
    let mut candidates: Vec<(f64, f64, usize)> = Vec::new();
    let mut first = 0;
    for primitive in &model.primitives {
        let joints = &model.skins[primitive.skin as usize].joints;
        for (vertex, position) in primitive.positions.iter().enumerate() {
            let of_bone: f32 = (primitive.influences.of(vertex).iter())
                .filter(|one| {
                    let node = joints[one.joint as usize].node;
                    node == joint || drivers.iter().any(|driver| driver.node == node && driver.ordinal > 1)
                })
                .map(|one| one.weight)
                .sum();
            let along = (position.as_dvec3() - start).dot(end - start) / (end - start).length_squared();
            candidates.push((along, f64::from(of_bone), first + vertex));
        }
        first += primitive.positions.len();
    }
    let nearest = |share: f64| {
        let of_bone = candidates.iter().filter(|(_, of_bone, _)| *of_bone > 0.95);
        let found = of_bone.min_by(|a, b| (a.0 - share).abs().total_cmp(&(b.0 - share).abs())).unwrap();
        (found.0, found.2)
    };
    sweep(&model, joint, &[0.25, 0.5, 0.75].map(nearest))
}

/// With twist joints every vertex turns by its share of three turns, in even steps. Without, a vertex that follows the
/// turned joint with a quarter or a half ends where it began, and one that follows it with three quarters takes steps of
/// twice the even one.
#[test]
fn twist_joints_turn_the_skin_evenly_through_three_turns() {
    let evenness = |curves: &[Curve]| {
        curves.iter().map(|curve| (curve.share, *curve.turned_degrees.last().unwrap(), curve.evenness())).collect()
    };
    let (with, without): (Vec<_>, Vec<_>) = (evenness(&with_own_twist_joints()), evenness(&without_twist_joints()));
    for (share, end, [least, most]) in &with {
        println!(
            "twist joints, {share:.2} of the bone: {end:.0} degrees, steps {least:.2} to {most:.2} of an even one"
        );
        assert!((end - share * f64::from(LAST_DEGREES)).abs() < 60.0 && *least > 0.8 && *most < 1.2);
    }
    for (share, end, [least, most]) in &without {
        println!(
            "counted turns alone, weight {share:.2}: {end:.0} degrees, steps {least:.2} to {most:.2} of an even one"
        );
        assert!(*most > 1.8 || *least < 0.0, "if this were even, twist joints would not be needed: {least} {most}");
    }
}

/// `PLOT=FILE.png cargo test --test headless plot_three_turns -- --ignored`
#[test]
#[ignore = "draws a picture to look at"]
fn plot_three_turns() {
    let panels = [
        ("Counted turns alone", "bar, weight of the turned joint", without_twist_joints()),
        ("Eight twist joints", "mannequin, place along the upper arm", with_own_twist_joints()),
    ];
    let mut has_fonts = false;
    let mut harness = Harness::builder().with_size([1240.0, 600.0]).with_pixels_per_point(1.5).wgpu().build_ui(|ui| {
        if !has_fonts {
            // They are there from the next pass on.
            style::install(ui.ctx(), Theme::Light);
            has_fonts = true;
            return;
        }
        ui.painter().rect_filled(ui.max_rect().expand(40.0), 0.0, style::Palette::of(Theme::Light).panel);
        for (index, (title, of, curves)) in panels.iter().enumerate() {
            let corner = pos2(70.0 + 610.0 * index as f32, 80.0);
            draw(ui.painter(), Rect::from_min_size(corner, vec2(480.0, 450.0)), (title, of), curves);
        }
    });
    harness.run_steps(3);
    let path = std::env::var_os("PLOT").expect("PLOT names the file to write");
    harness.render().unwrap().save(path).unwrap();
}

/// From the lowest to the highest angle that is drawn, in degrees.
const DRAWN_DEGREES: [f64; 2] = [-225.0, 1125.0];

fn draw(painter: &egui::Painter, area: Rect, (title, of): (&str, &str), curves: &[Curve]) {
    let palette = style::Palette::of(Theme::Light);
    let last = f64::from(LAST_DEGREES);
    let at = |degrees: f64, turned: f64| -> Pos2 {
        let height = (turned - DRAWN_DEGREES[0]) / (DRAWN_DEGREES[1] - DRAWN_DEGREES[0]);
        pos2(area.left() + (degrees / last) as f32 * area.width(), area.bottom() - height as f32 * area.height())
    };
    painter.text(area.left_top() + vec2(0.0, -50.0), Align2::LEFT_TOP, title, style::semibold(17.0), palette.text1);
    painter.text(area.left_top() + vec2(0.0, -26.0), Align2::LEFT_TOP, of, style::regular(14.0), palette.text2);
    let line = |is_whole_turn: bool| Stroke::new(1.0, if is_whole_turn { palette.line_strong } else { palette.line });
    for step in -1..=6 {
        let degrees = 180.0 * f64::from(step);
        let label = format!("{degrees:.0}\u{b0}").replace('-', "\u{2212}");
        painter.line_segment([at(0.0, degrees), at(last, degrees)], line(step % 2 == 0));
        let left = at(0.0, degrees) - vec2(8.0, 0.0);
        painter.text(left, Align2::RIGHT_CENTER, &label, style::regular(13.0), palette.text2);
        if step >= 0 {
            painter.line_segment([at(degrees, DRAWN_DEGREES[0]), at(degrees, DRAWN_DEGREES[1])], line(step % 2 == 0));
            let below = at(degrees, DRAWN_DEGREES[0]) + vec2(0.0, 6.0);
            painter.text(below, Align2::CENTER_TOP, &label, style::regular(13.0), palette.text2);
        }
    }
    let below = pos2(area.center().x, area.bottom() + 28.0);
    painter.text(below, Align2::CENTER_TOP, "rotation of the joint", style::regular(14.0), palette.text2);
    let colors = [0x000B_6E99u32, 0x00B4_5309, 0x006D_28A8];
    let mut last_label = f32::INFINITY;
    for (curve, color) in curves.iter().zip(colors) {
        let [_, red, green, blue] = color.to_be_bytes();
        let color = Color32::from_rgb(red, green, blue);
        let even = [at(0.0, 0.0), at(last, curve.share * last)];
        painter.extend(Shape::dashed_line(&even, Stroke::new(1.0, palette.text3), 6.0, 5.0));
        let points: Vec<Pos2> = (curve.turned_degrees.iter().enumerate())
            .map(|(step, turned)| at((step as u32 * STEP_DEGREES) as f64, *turned))
            .collect();
        // The labels rise with the shares, and stay clear of one another.
        let end = points[points.len() - 1];
        last_label = end.y.min(last_label - 17.0);
        painter.add(Shape::line(points, Stroke::new(2.5, color)));
        let label = format!("{:.0} %", 100.0 * curve.share);
        painter.text(pos2(end.x + 8.0, last_label), Align2::LEFT_CENTER, label, style::semibold(14.0), color);
    }
}
