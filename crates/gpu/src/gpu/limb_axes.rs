use super::limb_tree::LimbTree;
use glam::{Quat, Vec2, Vec3};
use skinscope_core::math::Bounds;
use skinscope_core::model::{Model, Primitive};

/// The axis of the limb around a joint, in the bind frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LimbAxis {
    origin: Vec3,
    /// Direction of the limb, of unit length.
    direction: Vec3,
    /// Directions of unit length, perpendicular to the axis and to each other.
    across: [Vec3; 2],
    /// Mean distance of the joint's skin from the axis; positive.
    radius: f32,
    /// Coordinate along the limb at the origin.
    start: f32,
    /// Whether the skin is a sheet: its second side takes the role of the girth.
    is_sheet: bool,
}

/// Least cosine between the axes of a child and its parent. Below it, the child's axis is reversed: the coordinate then
/// runs evenly from the spine through the hips into the legs.
const OPPOSED: f32 = -0.5;
/// Cosine of 20 degrees. The last joint of a limb keeps its parent's axis if its own is within this angle.
const STRAIGHT: f32 = 0.94;
/// Thickness over width, the second side, below which skin counts as a sheet.
const SHEET: f32 = 0.1;
/// Limb radius of sheets, as a fraction of their width.
const SHEET_RADIUS: f32 = 0.12;
/// Least radius, as a fraction of the model's extent.
const THINNEST: f32 = 1e-3;

impl LimbAxis {
    const UNSET: Self = Self {
        origin: Vec3::ZERO,
        direction: Vec3::Y,
        across: [Vec3::Z, Vec3::X],
        radius: 1.0,
        start: 0.0,
        is_sheet: false,
    };

    /// Axis along the longest side of a box, for skin that no limb carries.
    fn of_box(bounds: Bounds, thinnest: f32) -> Self {
        let size = bounds.size();
        let mut sides = [0, 1, 2];
        sides.sort_by(|&a, &b| size[b].total_cmp(&size[a]));
        let [direction, second, third] = sides.map(|side| Vec3::AXES[side]);
        let [_, width, thickness] = sides.map(|side| size[side]);
        let is_sheet = thickness < SHEET * width;
        let radius = if is_sheet { SHEET_RADIUS * width } else { (width + thickness) / 4.0 };
        let (origin, across) = (bounds.center(), [second, third]);
        Self { origin, direction, across, radius: radius.max(thinnest), start: 0.0, is_sheet }
    }

    /// Position around the limb, of length one at the mean radius, and position along the limb, in radii.
    pub fn coordinates(&self, position: Vec3) -> (Vec2, f32) {
        let offset = (position - self.origin) / self.radius;
        let [first, second] = self.across;
        let around = if self.is_sheet {
            Vec2::from_angle(offset.dot(first))
        } else {
            Vec2::new(offset.dot(first), offset.dot(second))
        };
        (around, self.start + offset.dot(self.direction))
    }

    /// Gives the axis its direction, oriented like its parent's.
    fn aim(&mut self, wanted: Vec3, parent: Option<Self>, is_last: bool) {
        let Some(parent) = parent else {
            // The angle is zero at the front of a character, so its pattern is symmetric.
            let front = if wanted.z.abs() < 0.9 { Vec3::Z } else { Vec3::X };
            let first = front.reject_from_normalized(wanted).normalize();
            (self.direction, self.across) = (wanted, [first, wanted.cross(first)]);
            return;
        };
        let cosine = wanted.dot(parent.direction);
        self.direction = match wanted {
            _ if is_last && cosine.abs() > STRAIGHT => parent.direction,
            _ if cosine < OPPOSED => -wanted,
            _ => wanted,
        };
        let turn = Quat::from_rotation_arc(parent.direction, self.direction);
        self.across = parent.across.map(|axis| (turn * axis).normalize());
    }
}

/// The limb axes of a skin, one per joint. Those of joints that move no skin are never used.
pub(super) fn limb_axes(model: &Model, skin: u32) -> Vec<LimbAxis> {
    let primitives = model.primitives.iter().map(|primitive| &**primitive);
    let primitives: Vec<&Primitive> = primitives.filter(|primitive| primitive.skin == skin).collect();
    let thinnest = (THINNEST * model.rest_bounds().extent()).max(f32::MIN_POSITIVE);
    let joint_count = model.skins[skin as usize].joints.len();
    let whole = LimbAxis::of_box(Bounds::of(primitives.iter().flat_map(|one| one.positions.iter().copied())), thinnest);
    if whole.is_sheet {
        return vec![whole; joint_count];
    }
    let tree = LimbTree::of(&model.skins[skin as usize], &primitives);
    let mut axes = vec![LimbAxis::UNSET; joint_count];
    for &joint in &tree.parents_first {
        let parent = tree.joints[joint].parent.map(|parent| axes[parent]);
        let fallback = parent.map_or(Vec3::Y, |parent| parent.direction);
        axes[joint].origin = tree.joints[joint].position;
        axes[joint].aim(tree.direction(joint).unwrap_or(fallback), parent, tree.joints[joint].children.is_empty());
    }
    let radii = mean_radii(&primitives, &axes);
    axes.iter_mut().zip(radii).for_each(|(axis, radius)| axis.radius = radius.max(thinnest));
    // Joints without any relation may share vertices, so they share one axis.
    let box_axis = LimbAxis::of_box(tree.bounds_of_alone(), thinnest);
    axes.iter_mut().zip(&tree.joints).filter(|(_, joint)| joint.is_alone()).for_each(|(axis, _)| *axis = box_axis);
    for &joint in &tree.parents_first {
        if let Some(parent) = tree.joints[joint].parent {
            axes[joint].start = axes[parent].coordinates(axes[joint].origin).1;
        }
    }
    axes
}

/// Mean distance of each joint's skin from its axis, weighted by the squares of the weights.
fn mean_radii(primitives: &[&Primitive], axes: &[LimbAxis]) -> Vec<f32> {
    let mut sums = vec![[0.0; 2]; axes.len()];
    for primitive in primitives {
        for (&position, influences) in primitive.positions.iter().zip(primitive.influences.iter()) {
            for influence in influences {
                let axis = &axes[influence.joint as usize];
                let distance = (position - axis.origin).reject_from_normalized(axis.direction).length();
                let square = influence.weight * influence.weight;
                let [distances, squares] = &mut sums[influence.joint as usize];
                *distances += distance * square;
                *squares += square;
            }
        }
    }
    sums.iter().map(|[distances, squares]| distances / squares.max(f32::MIN_POSITIVE)).collect()
}
