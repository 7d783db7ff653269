use super::joint_grid::JointGrid;
use crate::GenerateError;
use crate::assemble::{Draft, Surface, influences_by_formula};
use glam::{DVec3, Vec4};
use skinscope::model::{Material, Model};

/// Side of the sheet, in scene units. The sheet hangs in the plane z = 0 and looks along +Z; the origin is in the
/// middle of its lower edge, which is on the ground.
pub(super) const SIDE: f64 = 1.5;

/// Color of the fabric: a linear gray with the warmth of the studio's skin tone.
const FABRIC: Vec4 = Vec4::new(0.46, 0.425, 0.375, 1.0);

/// A square of `edges` times `edges` small squares. Each is cut along a diagonal that changes from one to the next, so
/// that no direction is preferred.
pub(super) fn sheet(edges: u32) -> Surface {
    let at = |step: u32| SIDE * f64::from(step) / f64::from(edges);
    let corner = |column: u32, row: u32| row * (edges + 1) + column;
    let mut surface = Surface::default();
    for row in 0..=edges {
        for column in 0..=edges {
            surface.positions.push(DVec3::new(at(column) - SIDE / 2.0, at(row), 0.0));
        }
    }
    for row in 0..edges {
        for column in 0..edges {
            let [a, b] = [corner(column, row), corner(column + 1, row)];
            let [c, d] = [corner(column + 1, row + 1), corner(column, row + 1)];
            surface.triangles.extend(if (column + row) % 2 == 0 {
                [[a, b, c], [a, c, d]]
            } else {
                [[a, b, d], [b, c, d]]
            });
        }
    }
    surface
}

/// A sheet with its joints. Its weights, one for each joint at a point, sum to one.
pub(super) fn cloth<const N: usize>(
    name: &'static str,
    edges: u32,
    grid: &JointGrid<N>,
    weights: impl Fn(DVec3) -> Vec<f64>,
) -> Result<Model, GenerateError> {
    let surface = sheet(edges);
    let joints = grid.joints();
    let influences = influences_by_formula(&surface, joints.len(), weights)?;
    let normals = vec![DVec3::Z; surface.positions.len()];
    let fabric = Material {
        name: "fabric".to_owned(),
        base_color: FABRIC,
        double_sided: true,
        is_default: false,
        ..Material::default()
    };
    Draft { name, joints: &joints, surface: &surface, normals: &normals, influences, material: fabric }.into_model()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;

    #[test]
    fn a_sheet_is_a_disk_of_half_squares() {
        let surface = sheet(6);
        assert_eq!((surface.positions.len(), surface.triangles.len()), (49, 72));
        let topology = checks::topology(49, &surface.triangles).unwrap();
        assert_eq!((topology.euler_characteristic, topology.border_edges), (1, 24));
        let angles = checks::smallest_angles(&surface.positions, &surface.triangles);
        assert!((angles[0] - 45.0).abs() < 1e-9);
    }
}
