use crate::import::{ImportError, NoFiles, import_gltf};
use crate::math::counted;
use crate::model::{JointOverride, Model, Pose, PoseOverrides, RotationOverride, ScaleKind, SkinKind};
use crate::skinning::{SkinnedVertex, deform_linear};
use glam::Vec3;

/// A written model, read again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigCheck {
    /// Number of vertices.
    pub vertices: usize,
    /// Joints of the largest skin.
    pub joints: usize,
    /// The largest number of influences of a vertex.
    pub influences: usize,
    /// Largest distance of its skin from that of the model that was written, under linear blending at rest and with all
    /// joints turned, as a fraction of the extent. Infinite if it has other vertices or nodes.
    pub difference: f64,
    /// Largest difference that rounding explains, as a fraction of the extent.
    rounding: f64,
}

/// Turns of each joint in the second pose, in degrees: small enough that no limb turns inside out.
const TURNED_DEGREES: Vec3 = Vec3::new(25.0, -20.0, 15.0);

/// Largest difference that single precision explains, of a rig near the origin.
const LARGEST_ROUNDING: f64 = 1e-4;

impl RigCheck {
    /// Sets of four joints and weights of each vertex. Some programs read only the first.
    pub fn sets(&self) -> usize {
        self.influences.div_ceil(4)
    }

    /// Whether the file holds what was written.
    pub fn is_same(&self) -> bool {
        self.difference <= self.rounding
    }

    /// What the file holds, such as "842 vertices, 3 joints, up to 8 influences in 2 sets".
    pub fn to_text(&self) -> String {
        let sets = if self.sets() > 1 { format!(" in {} sets", self.sets()) } else { String::new() };
        format!(
            "{}, {}, up to {}{sets}",
            counted(self.vertices, "vertex", "vertices"),
            counted(self.joints, "joint", "joints"),
            counted(self.influences, "influence", "influences"),
        )
    }
}

/// Reads a written model again, and compares its skin with that of the model that it was written from.
///
/// # Errors
/// If the bytes cannot be read.
pub fn check_rig(model: &Model, glb: &[u8]) -> Result<RigCheck, ImportError> {
    let read = import_gltf(glb, &model.name, &NoFiles)?.model;
    let skins = read.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned);
    Ok(RigCheck {
        vertices: read.vertex_count(),
        joints: skins.map(|skin| skin.joints.len()).max().unwrap_or(0),
        influences: read.max_influences(),
        difference: difference(model, &read),
        rounding: rounding(model),
    })
}

/// Positions far from the origin have fewer digits left.
fn rounding(model: &Model) -> f64 {
    let bounds = model.rest_bounds();
    let extent = f64::from(bounds.extent()).max(f64::MIN_POSITIVE);
    let farthest = f64::from(bounds.min.abs().max(bounds.max.abs()).max_element());
    LARGEST_ROUNDING.max(16.0 * f64::from(f32::EPSILON) * farthest / extent)
}

fn difference(written: &Model, read: &Model) -> f64 {
    // Frames of twist joints are added while a model is written.
    let added = (0..).zip(read.skeleton.nodes()).skip(written.skeleton.len());
    let is_frame =
        |index: u32| read.skeleton.twist_drivers().iter().any(|driver| driver.chain(&read.skeleton).contains(&index));
    if written.skeleton.len() > read.skeleton.len()
        || !added.into_iter().all(|(index, node)| !node.is_joint && is_frame(index))
    {
        return f64::INFINITY;
    }
    let extent = f64::from(written.rest_bounds().extent()).max(f64::MIN_POSITIVE);
    [Vec3::ZERO, TURNED_DEGREES]
        .into_iter()
        .map(|turned| largest_distance(written, read, turned) / extent)
        .fold(0.0, f64::max)
}

fn largest_distance(written: &Model, read: &Model, turned_degrees: Vec3) -> f64 {
    let [a, b] = [written, read].map(|model| {
        let mut overrides = PoseOverrides::default();
        let skeleton = &model.skeleton;
        for node in skeleton.shown_joints().filter(|&node| !written.skeleton.is_driven(node)) {
            let rotation = Some(RotationOverride::AnglesDegrees(turned_degrees));
            overrides.set(node, JointOverride { rotation, ..JointOverride::default() });
        }
        let mut pose = Pose::rest(skeleton);
        overrides.apply(skeleton, &mut pose);
        deform_linear(model, &pose, ScaleKind::Inherited)
    });
    if a.iter().map(Vec::len).ne(b.iter().map(Vec::len)) {
        return f64::INFINITY;
    }
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    let distance = |(a, b): (&SkinnedVertex, &SkinnedVertex)| match [a, b].map(|vertex| vertex.position.is_finite()) {
        [true, true] => a.position.as_dvec3().distance(b.position.as_dvec3()),
        [a, b] => {
            if a == b {
                0.0
            } else {
                f64::INFINITY
            }
        }
    };
    pairs.map(distance).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::write_model_glb;
    use crate::measure::test_shapes::two_joint_tube;
    use crate::model::{Influence, Influences};
    use std::sync::Arc;

    #[test]
    fn what_was_written_is_read_again() {
        let model = two_joint_tube();
        let bytes = write_model_glb(&model).unwrap();
        let check = check_rig(&model, &bytes).unwrap();
        assert!(check.is_same() && check.difference < 1e-6, "{check:?}");
        assert_eq!((check.vertices, check.joints, check.influences), (model.vertex_count(), 2, 2));
        assert_eq!(check.to_text(), "1,970 vertices, 2 joints, up to 2 influences");
        assert_eq!(RigCheck { influences: 5, ..check }.sets(), 2);
    }

    #[test]
    fn other_weights_and_other_vertices_are_noticed() {
        let model = two_joint_tube();
        let mut other = model.clone();
        let primitive = Arc::make_mut(&mut other.primitives[0]);
        let stiff = vec![[Influence { joint: 0, weight: 1.0 }]; primitive.positions.len()];
        primitive.influences = Influences::normalized(stiff.iter().map(|one| &one[..]), 2).unwrap().0;
        let bytes = write_model_glb(&other).unwrap();
        assert!(!check_rig(&model, &bytes).unwrap().is_same());
        let bytes = write_model_glb(&crate::measure::test_shapes::model_of(&[])).unwrap();
        assert!(check_rig(&model, &bytes).is_err() || !check_rig(&model, &bytes).unwrap().is_same());
        assert!(check_rig(&model, b"nothing").is_err());
    }
}
