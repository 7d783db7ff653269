use super::clay::{Clay, Shape, cone, ellipsoid, squashed, turned};
use super::loft::{Along, Loft};
use glam::DVec3;

/// A finger of the left hand: its knuckle, its direction, and its bones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finger {
    pub name: &'static str,
    /// Ends of its three bones: knuckle, two joints, tip (inside the skin by the last radius).
    pub points: [[f64; 3]; 4],
    /// Radii at those points.
    pub radii: [f64; 4],
}

/// Fingers, slightly spread and slightly bent, like those of a hand on a table that is a little too low.
pub(super) const FINGERS: [Finger; 5] = [
    Finger {
        name: "index",
        points: [[0.800, 1.437, 0.022], [0.842, 1.435, 0.027], [0.867, 1.430, 0.0295], [0.884, 1.4245, 0.031]],
        radii: [0.0102, 0.0093, 0.0083, 0.0071],
    },
    Finger {
        name: "middle",
        points: [[0.806, 1.438, -0.002], [0.852, 1.436, -0.001], [0.881, 1.431, 0.000], [0.900, 1.4255, 0.0005]],
        radii: [0.0103, 0.0095, 0.0085, 0.0073],
    },
    Finger {
        name: "ring",
        points: [[0.800, 1.436, -0.025], [0.843, 1.434, -0.029], [0.870, 1.429, -0.031], [0.888, 1.4235, -0.032]],
        radii: [0.0099, 0.0090, 0.0081, 0.0070],
    },
    Finger {
        name: "little",
        points: [[0.788, 1.434, -0.046], [0.821, 1.432, -0.054], [0.840, 1.4285, -0.0585], [0.855, 1.4245, -0.062]],
        radii: [0.0088, 0.0080, 0.0071, 0.0061],
    },
    Finger {
        name: "thumb",
        points: [[0.738, 1.428, 0.012], [0.773, 1.420, 0.042], [0.801, 1.417, 0.061], [0.822, 1.416, 0.0735]],
        radii: [0.0150, 0.0126, 0.0110, 0.0088],
    },
];

pub(super) fn model(clay: &mut Clay) {
    let palm = Loft::new(
        Along::X,
        0.35,
        &[
            (0.700, [1.435, -0.013], [0.0080, 0.0080, 0.014, 0.014]),
            (0.715, [1.435, -0.013], [0.0160, 0.0170, 0.024, 0.023]),
            (0.735, [1.435, -0.013], [0.0175, 0.0205, 0.031, 0.031]),
            (0.762, [1.435, -0.013], [0.0155, 0.0200, 0.039, 0.039]),
            (0.786, [1.436, -0.013], [0.0135, 0.0170, 0.043, 0.0405]),
            (0.804, [1.437, -0.013], [0.0105, 0.0125, 0.042, 0.036]),
            (0.818, [1.436, -0.013], [0.0060, 0.0070, 0.034, 0.028]),
        ],
    );
    clay.add(0.014, Shape::Loft(palm));
    // Ball of the thumb, edge of the hand, and the hollow between.
    clay.add(0.014, turned([0.756, 1.423, 0.014], [0.036, 0.016, 0.021], [0.0, -32.0, 0.0]));
    clay.add(0.014, turned([0.752, 1.424, -0.036], [0.034, 0.014, 0.015], [0.0, 4.0, 0.0]));
    clay.carve(0.016, ellipsoid([0.772, 1.408, -0.012], [0.022, 0.008, 0.014]));
    for finger in FINGERS {
        for bone in 0..3 {
            let fillet = if bone == 0 { 0.013 } else { 0.002 };
            let (from, to) = (finger.points[bone], finger.points[bone + 1]);
            clay.add(fillet, cone(from, to, [finger.radii[bone], finger.radii[bone + 1]]));
        }
        // Fingers are thicker at their joints, by a tenth: wider fillets would make them look like strings of beads.
        for joint in 1..3 {
            let radius = finger.radii[joint] * 0.95;
            clay.add(0.005, ellipsoid(finger.points[joint], [radius, radius, radius * 1.06]));
        }
        if finger.name != "thumb" {
            let [knuckle, next] = [0, 1].map(|point| DVec3::from_array(finger.points[point]));
            // Knuckle and the cord that leads to it.
            let over = knuckle + DVec3::new(-0.003, 0.0065, 0.0);
            clay.add(0.008, ellipsoid(over.to_array(), [0.0085, 0.0065, 0.0075]));
            // The finger starts in the palm.
            let inside = knuckle - (next - knuckle) * 0.6;
            clay.add(0.010, squashed(inside.to_array(), finger.points[0], [0.010, finger.radii[0]], [1.0; 3]));
        }
    }
}
