use super::layout::{CUT, FINGERS, Finger, Layout, THUMB, THUMB_RADII};
use crate::field::smooth_union;
use crate::shapes::{RoundCone, ball, smooth_difference, smooth_intersection, smooth_union_of};
use glam::DVec3;

/// The hand as a signed distance, in centimeters like everything here.
pub(super) struct HandShape {
    palm: Vec<(RoundCone, f64)>,
    /// Cones along radius and ulna.
    forearm: [RoundCone; 2],
    fingers: Vec<Digit>,
    webs: Vec<RoundCone>,
    thumb: Digit,
}

/// Solids of a finger or the thumb.
struct Digit {
    /// Hull of the whole digit: a point farther away than the digit's fillets needs no closer evaluation.
    hull: RoundCone,
    phalanges: Vec<RoundCone>,
    /// Thicker joints and the pads between them, each with its fillet.
    flesh: Vec<(RoundCone, f64)>,
}

/// Fillet where two fingers meet, and where they meet the palm.
const WEB_FILLET: f64 = 0.6;
/// Skin between two fingers: rods from one to the other, by position along the first phalanges and radius.
const WEBS: [(f64, f64); 3] = [(0.0, 0.8), (0.17, 0.65), (0.33, 0.5)];
const FINGER_FILLET: f64 = 0.75;
const THUMB_FILLET: f64 = 0.6;
const KNUCKLE_FILLET: f64 = 0.8;
const FOREARM_FILLET: f64 = 1.7;
/// Heights between which the palm, its knuckles and all their fillets lie, and the height up to which those of the
/// forearm lie. Beyond these, any distance larger than every fillet may be returned.
const PALM_REACH: [f64; 2] = [-2.6, 11.6];
const FOREARM_REACH: f64 = 4.4;
const FARTHEST_FILLET: f64 = 2.0;
/// Hollow of the palm: a ball in front of it.
const HOLLOW: (DVec3, f64, f64) = (DVec3::new(-0.2, 4.9, 6.6), 5.75, 1.3);
/// End of the ulna, on the back of the wrist.
const ULNA_HEAD: (DVec3, f64, f64) = (DVec3::new(-1.85, -1.1, -0.8), 0.75, 1.0);

fn cone(from: [f64; 3], to: [f64; 3], radii: [f64; 2]) -> RoundCone {
    RoundCone { from: DVec3::from_array(from), to: DVec3::from_array(to), radii }
}

/// Solid that is nearly a ball, for the swelling of a joint.
fn swelling(center: DVec3, radius: f64) -> RoundCone {
    RoundCone { from: center, to: center + DVec3::Y * 0.01, radii: [radius; 2] }
}

impl HandShape {
    pub fn new(layout: &Layout) -> Self {
        // Fillets toward the previous solids.
        let mut palm: Vec<(RoundCone, f64)> = FINGERS
            .iter()
            .map(|finger| (RoundCone { from: finger.base, to: finger.head, radii: [1.25, finger.head_radius] }, 0.9))
            .collect();
        palm.extend([
            // The pads below the fingers, the balls of little finger and thumb, the web next to the index finger.
            (cone([2.6, 7.7, 0.32], [-2.9, 6.5, 0.32], [0.82, 0.80]), 1.3),
            (cone([-2.1, 1.7, 0.6], [-2.95, 4.8, 0.4], [1.3, 1.2]), 1.2),
            (cone([1.5, 1.7, 1.0], [3.3, 4.3, 1.5], [1.25, 1.4]), 1.2),
            (RoundCone { from: THUMB[0], to: THUMB[1], radii: [THUMB_RADII[0] * 0.85, THUMB_RADII[1]] }, 0.9),
            (cone([2.9, 4.3, 0.9], [2.75, 6.3, 0.3], [0.75, 0.7]), 0.9),
        ]);
        let forearm = [1.0, -1.0].map(|side| cone([1.15 * side, CUT - 0.3, 0.1], [1.25 * side, 0.9, 0.0], [1.95, 1.5]));
        let fingers = FINGERS.iter().zip(&layout.fingers).map(|(finger, points)| Digit::finger(finger, points));
        let webs = layout.fingers.windows(2).flat_map(|pair| {
            WEBS.map(|(along, radius)| RoundCone {
                from: pair[0][0].lerp(pair[0][1], along),
                to: pair[1][0].lerp(pair[1][1], along),
                radii: [radius; 2],
            })
        });
        let webs = webs.collect();
        Self { palm, forearm, webs, fingers: fingers.collect(), thumb: Digit::thumb() }
    }

    /// Signed distance, negative inside; slightly inexact near the surface at fillets.
    pub fn distance(&self, point: DVec3) -> f64 {
        let forearm = smooth_intersection(self.forearm(point), CUT - point.y, 0.9);
        let [lowest, highest] = PALM_REACH;
        if point.y < lowest {
            return forearm;
        }
        let mut hand = if point.y > highest { point.y - highest + FARTHEST_FILLET } else { self.palm(point) };
        hand = smooth_union(hand, forearm, FOREARM_FILLET);
        hand = smooth_union(hand, self.thumb.distance(point), THUMB_FILLET);
        let fingers = smooth_union_of(self.fingers.iter().map(|finger| finger.distance(point)), WEB_FILLET);
        let webs = self.webs.iter().map(|web| web.distance(point));
        let fingers = webs.fold(fingers, |fingers, web| smooth_union(fingers, web, WEB_FILLET));
        hand = smooth_union(hand, fingers, FINGER_FILLET);
        if point.y > highest {
            return hand;
        }
        FINGERS.iter().fold(hand, |hand, finger| {
            let knuckle = ball(finger.knuckle + DVec3::new(0.0, -0.15, -0.35), finger.knuckle_radius, point);
            smooth_union(hand, knuckle, KNUCKLE_FILLET)
        })
    }

    fn palm(&self, point: DVec3) -> f64 {
        let palm = self.palm.iter().fold(f64::INFINITY, |palm, (part, fillet)| {
            if palm == f64::INFINITY { part.distance(point) } else { smooth_union(palm, part.distance(point), *fillet) }
        });
        smooth_difference(palm, ball(HOLLOW.0, HOLLOW.1, point), HOLLOW.2)
    }

    fn forearm(&self, point: DVec3) -> f64 {
        if point.y > FOREARM_REACH {
            return point.y - FOREARM_REACH + FARTHEST_FILLET;
        }
        let bones = self.forearm.iter().map(|bone| bone.distance(point));
        smooth_union(smooth_union_of(bones, FOREARM_FILLET), ball(ULNA_HEAD.0, ULNA_HEAD.1, point), ULNA_HEAD.2)
    }
}

impl Digit {
    fn finger(finger: &Finger, points: &[DVec3; 4]) -> Self {
        let radii = finger.radii;
        let mut flesh: Vec<(RoundCone, f64)> =
            [1, 2].map(|joint| (swelling(points[joint] - DVec3::Z * 0.1, radii[joint] * 0.95), 0.4)).to_vec();
        for phalanx in 0..3 {
            let (from, axis) = (points[phalanx], points[phalanx + 1] - points[phalanx]);
            // Perpendicular to the bone, toward the palm.
            let palmar = (DVec3::Z - axis * (axis.z / axis.length_squared())).normalize();
            let is_tip = phalanx == 2;
            let reach = if is_tip { [0.3, 0.75] } else { [0.42, 0.66] };
            let radius = (radii[phalanx] + radii[phalanx + 1]) / 2.0;
            let [start, end] = reach.map(|share| from + axis * share + palmar * (0.24 * radius));
            let pad = [0.82 * radius, if is_tip { 0.74 } else { 0.80 } * radius];
            flesh.push((RoundCone { from: start, to: end, radii: pad }, 0.4));
        }
        let waist = |end: usize| if end == 3 { radii[3] } else { radii[end] * 0.97 };
        Self::new(points, &[waist(0), waist(1), waist(2), waist(3)], flesh)
    }

    fn thumb() -> Self {
        let axis = THUMB[3] - THUMB[2];
        let pad = DVec3::new(-0.25, 0.05, 0.17);
        let pad = RoundCone { from: THUMB[2] + axis * 0.25 + pad, to: THUMB[2] + axis * 0.8 + pad, radii: [0.8, 0.66] };
        let joint = swelling(THUMB[2] + DVec3::new(-0.05, 0.05, -0.05), THUMB_RADII[2] * 0.98);
        let [_, knuckle, middle, tip] = THUMB_RADII;
        Self::new(&THUMB[1..], &[knuckle, middle * 0.95, tip], vec![(joint, 0.5), (pad, 0.3)])
    }

    /// Makes the solids. `points` are the ends of the phalanges, `radii` the radii there.
    fn new(points: &[DVec3], radii: &[f64], flesh: Vec<(RoundCone, f64)>) -> Self {
        let phalanges = points.windows(2).zip(radii.windows(2));
        let phalanges =
            phalanges.map(|(ends, radii)| RoundCone { from: ends[0], to: ends[1], radii: [radii[0], radii[1]] });
        // Largest distance of the flesh from the straight line through the chain, which is nearly straight.
        const SLACK: f64 = 0.9;
        let ends = points.first().zip(points.last()).unwrap_or((&DVec3::ZERO, &DVec3::ZERO));
        let thickest = radii.iter().copied().fold(0.0, f64::max) + SLACK;
        let hull = RoundCone { from: *ends.0, to: *ends.1, radii: [thickest; 2] };
        Self { hull, phalanges: phalanges.collect(), flesh }
    }

    fn distance(&self, point: DVec3) -> f64 {
        // Distance beyond every fillet of the digit, from which any larger distance may be returned.
        const FAR: f64 = 1.0;
        let hull = self.hull.distance(point);
        if hull > FAR {
            return hull;
        }
        let bones = smooth_union_of(self.phalanges.iter().map(|phalanx| phalanx.distance(point)), 0.3);
        self.flesh.iter().fold(bones, |digit, (part, fillet)| smooth_union(digit, part.distance(point), *fillet))
    }
}
