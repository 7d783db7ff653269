use crate::view::{Theme, color};
use glam::{Vec3, Vec4};

/// The color of a part of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Part that belongs to a joint, by the joint's rank among the joints of the vertex.
    Joint(usize),
    /// The result of the blend.
    Blend,
    /// Reference with which the blend is compared.
    Reference,
    /// Supporting lines: axes, chords, outlines.
    Line,
    /// Supporting lines behind the rest.
    Faint,
}

impl Ink {
    /// Color in sRGB. The colors are distinct from each other on clay, on a dark and on a light ground. The joints'
    /// colors are those of the color-blind safe palette by Okabe and Ito.
    pub fn rgb(self, theme: Theme) -> u32 {
        const JOINTS: [u32; 4] = [0x56_B4_E9, 0xF0_A2_1C, 0x3D_D6_A0, 0xE0_7A_B8];
        match (self, theme) {
            (Self::Joint(rank), _) => JOINTS[rank % JOINTS.len()],
            (Self::Blend, _) => 0xFF_4F_4F,
            (Self::Reference, _) => 0xC9_A8_FF,
            (Self::Line, Theme::Dark) => 0xFF_FF_FF,
            (Self::Line, Theme::Light) => 0xF4_F6_F8,
            (Self::Faint, Theme::Dark) => 0x9A_A4_B2,
            (Self::Faint, Theme::Light) => 0xB4_BC_C6,
        }
    }

    /// Linear color, opaque.
    pub fn linear(self, theme: Theme) -> Vec4 {
        color(self.rgb(theme))
    }
}

/// A line between two points of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiagramLine {
    /// Start, in scene space.
    pub from: Vec3,
    /// End, in scene space.
    pub to: Vec3,
    /// Width in points.
    pub width: f32,
    /// The color.
    pub ink: Ink,
}

/// A dot at a point of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiagramDot {
    /// The point, in scene space.
    pub at: Vec3,
    /// Radius in points.
    pub radius: f32,
    /// The color.
    pub ink: Ink,
}

/// A dark ground behind the rest, so that it can be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiagramDisc {
    /// The middle, in scene space.
    pub at: Vec3,
    /// Radius in points.
    pub radius: f32,
}

/// Words next to a point of the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct DiagramLabel {
    /// The point, in scene space.
    pub at: Vec3,
    /// The words.
    pub text: String,
    /// The color.
    pub ink: Ink,
}

/// A diagram in scene space, in drawing order: discs, lines, dots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DiagramDrawing {
    /// Grounds.
    pub discs: Vec<DiagramDisc>,
    /// Lines, the last on top.
    pub lines: Vec<DiagramLine>,
    /// Dots, the last on top.
    pub dots: Vec<DiagramDot>,
    /// Words.
    pub labels: Vec<DiagramLabel>,
    /// The point from which labels are kept away. If absent, the middle of all labels.
    pub middle: Option<Vec3>,
}

/// Widths in points.
pub(super) const THICK: f32 = 3.2;
pub(super) const THIN: f32 = 1.7;
pub(super) const DOT: f32 = 4.6;

impl DiagramDrawing {
    pub(super) fn line(&mut self, [from, to]: [Vec3; 2], width: f32, ink: Ink) {
        self.lines.push(DiagramLine { from, to, width, ink });
    }

    /// A line through points. Pieces that are far longer than the others are jumps and stay open.
    pub(super) fn path(&mut self, points: &[Vec3], width: f32, ink: Ink) {
        let lengths: Vec<f32> = points.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
        let total: f32 = lengths.iter().sum();
        for (pair, length) in points.windows(2).zip(&lengths) {
            let is_jump = *length > 0.3 * total && lengths.len() > 8;
            if !is_jump {
                self.line([pair[0], pair[1]], width, ink);
            }
        }
    }

    /// Every second piece of a line through points.
    pub(super) fn dashes(&mut self, points: &[Vec3], width: f32, ink: Ink) {
        for pair in points.windows(2).step_by(2) {
            self.line([pair[0], pair[1]], width, ink);
        }
    }

    /// A line with a head at its end.
    pub(super) fn arrow(&mut self, [from, to]: [Vec3; 2], across: Vec3, width: f32, ink: Ink) {
        self.line([from, to], width, ink);
        let back = (from - to).normalize_or_zero();
        let head = 0.16 * from.distance(to);
        for side in [1.0, -1.0] {
            self.line([to, to + head * (back + 0.5 * side * across)], width, ink);
        }
    }

    pub(super) fn dot(&mut self, at: Vec3, ink: Ink) {
        self.dots.push(DiagramDot { at, radius: DOT, ink });
    }

    pub(super) fn small_dot(&mut self, at: Vec3, ink: Ink) {
        self.dots.push(DiagramDot { at, radius: 0.7 * DOT, ink });
    }

    /// Names joints with their weights at the points that belong to them, in the order of their ranks. Joints at one
    /// point share a label.
    pub(super) fn label_joints(&mut self, joints: &[(Vec3, String, f32)], near: f32) {
        let mut is_told = vec![false; joints.len()];
        for (rank, (at, name, _)) in joints.iter().enumerate() {
            if is_told[rank] {
                continue;
            }
            let (mut count, mut sum) = (0, 0.0);
            for (other, (place, _, weight)) in joints.iter().enumerate() {
                if !is_told[other] && place.distance(*at) <= near {
                    is_told[other] = true;
                    (count, sum) = (count + 1, sum + weight);
                }
            }
            let others = match count {
                1 => String::new(),
                2 => " and another".to_owned(),
                _ => format!(" and {} others", count - 1),
            };
            self.label(*at, format!("{name}{others}: {:.0}%", 100.0 * sum), Ink::Joint(rank));
        }
    }

    pub(super) fn label(&mut self, at: Vec3, text: impl Into<String>, ink: Ink) {
        self.labels.push(DiagramLabel { at, text: text.into(), ink });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_at_one_point_share_a_label() {
        let mut drawing = DiagramDrawing::default();
        let joints = [(Vec3::X, "a", 0.5), (Vec3::Y, "b", 0.25), (Vec3::X * 1.001, "c", 0.125), (Vec3::X, "d", 0.125)];
        drawing.label_joints(&joints.map(|(at, name, weight)| (at, name.to_owned(), weight)), 0.01);
        let labels: Vec<(&str, Ink)> = drawing.labels.iter().map(|label| (label.text.as_str(), label.ink)).collect();
        assert_eq!(labels, [("a and 2 others: 75%", Ink::Joint(0)), ("b: 25%", Ink::Joint(1))]);
    }
}
