use super::skeleton::{Joint, mirror_images};
use crate::assemble::Surface;
use glam::DVec3;
use skinscope::rigging::weights::{
    HeatBone, MAX_INFLUENCES, SurfaceError, Twist, VertexWeights, heat_weights, keep_largest, split_twist,
};

/// Name, ends and radius of a rod that gives off heat, in meters; of pairs only the left one. A joint may have several.
/// A thick rod before a thin one ends short of the joint between them, so that both are equally near to the skin there.
type Rod = (&'static str, [f64; 3], [f64; 3], f64);

const RODS: [Rod; 25] = [
    ("hips", [0.0, 0.930, -0.010], [0.0, 1.040, -0.014], 0.110),
    ("hips", [0.0, 0.960, -0.010], [0.080, 0.950, -0.010], 0.095),
    ("spine_1", [0.0, 1.040, -0.014], [0.0, 1.135, -0.014], 0.110),
    ("spine_2", [0.0, 1.135, -0.014], [0.0, 1.240, -0.024], 0.110),
    ("spine_3", [0.0, 1.240, -0.024], [0.0, 1.350, -0.036], 0.110),
    ("spine_3", [0.0, 1.290, -0.024], [0.090, 1.290, -0.030], 0.090),
    ("spine_4", [0.0, 1.350, -0.036], [0.0, 1.420, -0.036], 0.100),
    ("spine_4", [0.0, 1.370, -0.024], [0.100, 1.370, -0.024], 0.085),
    ("neck", [0.0, 1.492, -0.036], [0.0, 1.590, -0.014], 0.056),
    ("head", [0.0, 1.660, -0.014], [0.0, 1.720, -0.014], 0.080),
    ("head", [0.0, 1.605, 0.000], [0.0, 1.605, 0.060], 0.030),
    ("clavicle", [0.030, 1.452, 0.000], [0.160, 1.446, -0.018], 0.040),
    ("upper_arm", [0.182, 1.436, -0.022], [0.438, 1.436, -0.024], 0.044),
    ("forearm", [0.462, 1.436, -0.024], [0.684, 1.436, -0.014], 0.034),
    ("hand", [0.714, 1.436, -0.013], [0.800, 1.436, -0.002], 0.017),
    ("hand", [0.714, 1.436, -0.013], [0.794, 1.436, 0.022], 0.014),
    ("hand", [0.714, 1.436, -0.013], [0.794, 1.436, -0.025], 0.014),
    ("hand", [0.714, 1.436, -0.013], [0.780, 1.434, -0.045], 0.012),
    ("thigh", [0.100, 0.880, -0.006], [0.104, 0.558, 0.000], 0.072),
    ("shin", [0.104, 0.506, 0.000], [0.110, 0.120, -0.019], 0.046),
    ("foot", [0.110, 0.084, -0.020], [0.122, 0.030, 0.104], 0.026),
    ("foot", [0.110, 0.070, -0.030], [0.110, 0.034, -0.058], 0.026),
    ("toe", [0.094, 0.022, 0.110], [0.094, 0.016, 0.160], 0.014),
    ("toe", [0.122, 0.020, 0.112], [0.126, 0.014, 0.156], 0.012),
    ("toe", [0.152, 0.016, 0.104], [0.160, 0.012, 0.132], 0.010),
];
const FINGER_RADIUS: f64 = 0.009;

/// Bones whose weight is split with a twist joint, and the joint at their end.
const TWISTS: [(&str, &str); 4] = [("upper_arm", "forearm"), ("forearm", "hand"), ("thigh", "shin"), ("shin", "foot")];

fn index(joints: &[Joint], name: &str) -> Option<u32> {
    joints.iter().position(|joint| joint.name == name).map(|index| index as u32)
}

fn bones(joints: &[Joint]) -> Vec<HeatBone> {
    let mut bones = Vec::new();
    let mut add = |name: &str, from: DVec3, to: DVec3, radius: f64| {
        bones.extend(index(joints, name).map(|joint| HeatBone { joint, from, to, radius }));
    };
    for (name, from, to, radius) in RODS {
        let (from, to) = (DVec3::from_array(from), DVec3::from_array(to));
        let across = DVec3::new(-1.0, 1.0, 1.0);
        add(name, from, to, radius);
        if from.x == 0.0 && to.x == 0.0 {
            continue;
        }
        // A rod of a middle joint that has it on both sides, or of a pair of joints.
        add(name, from * across, to * across, radius);
        add(&format!("{name}.L"), from, to, radius);
        add(&format!("{name}.R"), from * across, to * across, radius);
    }
    for (ending, side) in [(".L", 1.0), (".R", -1.0)] {
        for finger in super::hand::FINGERS {
            for bone in 0..3 {
                let [from, to] = [bone, bone + 1].map(|point| DVec3::from_array(finger.points[point]));
                let across = DVec3::new(side, 1.0, 1.0);
                // The first bone starts a little later: the knuckles also belong to the hand.
                let from = if bone == 0 { from.lerp(to, 0.2) } else { from };
                add(&format!("{}_{}{ending}", finger.name, bone + 1), from * across, to * across, FINGER_RADIUS);
            }
        }
    }
    bones
}

/// Transitions from bones to their twist joints.
pub(super) fn twists(joints: &[Joint]) -> Vec<Twist> {
    let mut twists = Vec::new();
    for ending in [".L", ".R"] {
        for (bone, end) in TWISTS {
            let joint = |name: &str| index(joints, &format!("{name}{ending}"));
            if let (Some(bone), Some(twist), Some(end)) = (joint(bone), joint(&format!("{bone}_twist")), joint(end)) {
                let [from, to] = [bone, end].map(|joint| joints[joint as usize].position);
                twists.push(Twist { bone, twist, from, to });
            }
        }
    }
    twists
}

/// Weights without twist joints; exactly mirrored. `partners` gives the mirror image of each vertex.
pub(super) fn unsplit_weights(
    surface: &Surface,
    partners: &[u32],
    joints: &[Joint],
) -> Result<Vec<VertexWeights>, SurfaceError> {
    let mirrored_joint = mirror_images(joints);
    let mirror = |weights: &VertexWeights| -> VertexWeights {
        let mut mirrored: VertexWeights =
            weights.iter().map(|&(joint, weight)| (mirrored_joint[joint as usize], weight)).collect();
        mirrored.sort_by_key(|(joint, _)| *joint);
        mirrored
    };
    // Splitting adds one influence for each bone that has a twist joint; no vertex follows more than two of these.
    let most = MAX_INFLUENCES - 2;
    let mut weights = heat_weights(&surface.for_weights()?, &bones(joints));
    for vertex in 0..weights.len() {
        let partner = partners[vertex] as usize;
        if partner == vertex {
            let across = mirror(&weights[vertex]);
            weights[vertex] = keep_largest(mean(&weights[vertex], &across), most);
        } else if vertex < partner {
            weights[vertex] = keep_largest(std::mem::take(&mut weights[vertex]), most);
            weights[partner] = mirror(&weights[vertex]);
        }
    }
    Ok(weights)
}

fn mean(a: &VertexWeights, b: &VertexWeights) -> VertexWeights {
    let mut sum: VertexWeights = Vec::new();
    for &(joint, weight) in a.iter().chain(b) {
        match sum.iter_mut().find(|(other, _)| *other == joint) {
            Some((_, total)) => *total += weight / 2.0,
            None => sum.push((joint, weight / 2.0)),
        }
    }
    sum.sort_by_key(|(joint, _)| *joint);
    sum
}

/// Weights of the file.
pub(super) fn weights(
    surface: &Surface,
    partners: &[u32],
    joints: &[Joint],
) -> Result<Vec<VertexWeights>, SurfaceError> {
    let mut weights = unsplit_weights(surface, partners, joints)?;
    for twist in twists(joints) {
        for (weights, &position) in weights.iter_mut().zip(&surface.positions) {
            split_twist(weights, position, &twist);
        }
    }
    Ok(weights)
}
