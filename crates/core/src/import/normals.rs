use crate::work::map_ranges;
use glam::{DVec3, Vec3};
use std::collections::HashMap;

/// Smooth unit normals: the normals of the faces around a vertex weighted by their angle there, merged over all
/// vertices at the same position.
///
/// This departs from glTF, which specifies flat normals for files without normals. Most such files are skins whose
/// vertices are merely not shared (Fox), and the effect of a skinning method is hard to see on facets.
pub(super) fn smooth_normals(positions: &[Vec3], triangles: &[u32]) -> Vec<Vec3> {
    let mut of_position: HashMap<[u32; 3], u32> = HashMap::with_capacity(positions.len());
    let group: Vec<u32> = positions
        .iter()
        .map(|position| {
            // Adding zero turns -0 into 0.
            let bits = (*position + Vec3::ZERO).to_array().map(f32::to_bits);
            let next = of_position.len() as u32;
            *of_position.entry(bits).or_insert(next)
        })
        .collect();
    let mut merged = vec![DVec3::ZERO; of_position.len()];
    let mut own = vec![DVec3::ZERO; positions.len()];
    for triangle in triangles.as_chunks::<3>().0 {
        let corners = [triangle[0] as usize, triangle[1] as usize, triangle[2] as usize];
        let points = corners.map(|corner| positions[corner].as_dvec3());
        let face = unit_or_zero((points[1] - points[0]).cross(points[2] - points[0]));
        for (i, &corner) in corners.iter().enumerate() {
            let (to_next, to_last) = (points[(i + 1) % 3] - points[i], points[(i + 2) % 3] - points[i]);
            let angle = to_next.cross(to_last).length().atan2(to_next.dot(to_last));
            let weighted = face * angle;
            own[corner] += weighted;
            merged[group[corner] as usize] += weighted;
        }
    }
    (0..positions.len())
        .map(|vertex| {
            // Two sheets back to back cancel; each then keeps its own side. An isolated point has no side at all.
            let merged = merged[group[vertex] as usize];
            let sum = if merged.length() > CANCELED { merged } else { own[vertex] };
            let smooth = unit_or_zero(sum);
            if smooth == DVec3::ZERO { Vec3::Y } else { smooth.as_vec3() }
        })
        .collect()
}

/// Sums of weighted normals (angles in radians) shorter than this are rounding residue of zero.
const CANCELED: f64 = 1e-4;

/// Normalizes a vector of any length, or returns zero if it has no direction. The squares in `normalize_or_zero`
/// overflow or underflow for very long and very short vectors.
pub(super) fn unit_or_zero(vector: DVec3) -> DVec3 {
    let largest = vector.abs().max_element();
    if vector.is_finite() && largest > f64::MIN_POSITIVE { (vector / largest).normalize() } else { DVec3::ZERO }
}

/// The number of triangles, and the number of triangles that face away from the normals at their corners.
pub(super) fn triangles_against_normals(positions: &[Vec3], normals: &[Vec3], triangles: &[u32]) -> (usize, usize) {
    let against = |triangle: &&[u32; 3]| {
        let [a, b, c] = triangle.map(|corner| corner as usize);
        let face = (positions[b] - positions[a]).cross(positions[c] - positions[a]);
        face.dot(normals[a] + normals[b] + normals[c]) < 0.0
    };
    let count = triangles.len() / 3;
    let counts = map_ranges(count, |range| {
        triangles[3 * range.start..3 * range.end].as_chunks::<3>().0.iter().filter(against).count()
    });
    (count, counts.into_iter().sum())
}

/// Range of the fraction of triangles that face away from their normals in which normals are treated as invalid. Some
/// old exporters write normals in one coordinate system and positions in another, so that a surface and its normals
/// disagree in some areas and agree in others. If nearly all disagree, the triangles are wound the other way around,
/// which is drawn as it is.
pub(super) const NONSENSE_NORMALS: std::ops::Range<f64> = 0.1..0.9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_positions_share_a_normal_and_lone_points_have_one() {
        // Two triangles folded along the y axis without shared vertices, and a point in no triangle.
        let fold = [
            Vec3::ZERO,
            Vec3::new(1.0, 0.0, -1.0),
            Vec3::Y,
            Vec3::new(-0.0, 0.0, 0.0),
            Vec3::Y,
            Vec3::new(-1.0, 0.0, -1.0),
            Vec3::X,
        ];
        let normals = smooth_normals(&fold, &[0, 1, 2, 3, 4, 5]);
        assert!(normals[0].abs_diff_eq(Vec3::Z, 1e-6), "{}", normals[0]);
        assert_eq!(normals[0], normals[3]);
        assert!(normals[1].abs_diff_eq(Vec3::new(1.0, 0.0, 1.0).normalize(), 1e-6));
        assert!(normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-6));
    }

    #[test]
    fn triangles_on_the_other_side_of_their_normals_are_counted() {
        let square = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];
        let triangles = [0, 1, 2, 0, 3, 2];
        assert_eq!(triangles_against_normals(&square, &[Vec3::Z; 4], &triangles), (2, 1));
        assert_eq!(triangles_against_normals(&square, &[Vec3::X; 4], &triangles), (2, 0), "across is not against");
    }
}
