//! Positions to which each joint alone would take the vertex, and the paths from there to the blend (Kavan 2008, figs.
//! 2 and 5).

use super::drawing::{DiagramDrawing, Ink, THICK, THIN};
use super::subject::Subject;
use glam::Vec3;
use skinscope_core::model::Influence;
use skinscope_core::skinning::{SkinningMethod, SkinningSettings};

/// Positions closer than this part of the longest path share a label.
const NEAR: f32 = 0.02;

/// Points of each path.
const POINTS: usize = 49;

/// A path ends at the blend of the vertex. At its start the joint has all of the weight; in between, the other joints
/// gain in proportion to their weights. For two joints the two paths are the same: the path of the vertex as the weight
/// moves from one joint to the other.
pub(super) fn draw(subject: &Subject<'_>) -> DiagramDrawing {
    let mut drawing = DiagramDrawing::default();
    let method = subject.skinning.method;
    if method != SkinningMethod::Dib {
        // The exact blend, for comparison.
        let exact = SkinningSettings { method: SkinningMethod::Dib, ..subject.skinning };
        let exact = Subject { skinning: exact, palette: subject.palette.clone(), ..*subject };
        for rank in 0..subject.influences.len() {
            drawing.dashes(&path(&exact, rank), THIN, Ink::Faint);
        }
    }
    let Some(blend) = subject.blended(subject.influences) else { return drawing };
    let mut joints = Vec::new();
    for (rank, influence) in subject.influences.iter().enumerate() {
        let points = path(subject, rank);
        drawing.path(&points, THICK, Ink::Joint(rank));
        if let Some(start) = points.first() {
            joints.push((*start, subject.name(influence.joint as usize), influence.weight));
        }
    }
    // The heaviest of the joints at one point is on top, as in the label.
    for (rank, (start, ..)) in joints.iter().enumerate().rev() {
        drawing.dot(*start, Ink::Joint(rank));
    }
    let spread = joints.iter().map(|(start, ..)| start.distance(blend)).fold(0.0, f32::max);
    drawing.label_joints(&joints, NEAR * spread);
    drawing.dot(blend, Ink::Blend);
    drawing.label(blend, method.short_name(), Ink::Blend);
    drawing
}

/// Path from the position under the joint of this rank alone to the blend.
fn path(subject: &Subject<'_>, rank: usize) -> Vec<Vec3> {
    (0..POINTS)
        .filter_map(|point| {
            let share = point as f32 / (POINTS - 1) as f32;
            subject.blended(&toward_blend(subject.influences, rank, share))
        })
        .collect()
}

/// Weights between those of one joint alone (0) and the vertex's own (1). Joints without weight are left out, except
/// for the joint where the path starts.
fn toward_blend(influences: &[Influence], rank: usize, share: f32) -> Vec<Influence> {
    let weights = influences.iter().enumerate().map(|(other, influence)| {
        let alone = if other == rank { 1.0 - share } else { 0.0 };
        Influence { weight: alone + share * influence.weight, ..*influence }
    });
    weights.filter(|influence| influence.weight > 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_go_from_one_joint_to_the_vertex() {
        let influences = [(3, 0.5), (7, 0.3), (2, 0.2)].map(|(joint, weight)| Influence { joint, weight });
        let weights = |share| -> Vec<(u32, f32)> {
            toward_blend(&influences, 1, share).iter().map(|influence| (influence.joint, influence.weight)).collect()
        };
        assert_eq!(weights(0.0), [(7, 1.0)]);
        assert_eq!(weights(0.5), [(3, 0.25), (7, 0.65), (2, 0.1)]);
        assert_eq!(weights(1.0), [(3, 0.5), (7, 0.3), (2, 0.2)]);
    }
}
