use super::compute::{CenterCounts, CenterParts, Centers};
use super::settings::CenterSettings;
use crate::model::{CacheError, CacheFile, CacheKey, Model, Primitive};
use crate::skinning::{Covariance, PrimitiveCenters};
use glam::Vec3;

/// Increase the version with every change of the computation or of the file format.
const FILE: CacheFile = CacheFile { magic: *b"skinscopecenters", version: 2 };

impl CacheKey {
    /// The key of the centers of a model, from all data and settings on which they depend, and this program's version of
    /// the computation.
    pub fn of(model: &Model, settings: &CenterSettings) -> Self {
        Self::with_version(model, settings, FILE.version)
    }

    fn with_version(model: &Model, settings: &CenterSettings, version: u32) -> Self {
        let settings = settings.within_range();
        let mut particular = version.to_le_bytes().to_vec();
        particular.extend(settings.sigma.to_le_bytes());
        particular.extend(settings.epsilon.to_le_bytes());
        particular.extend(settings.similarity.id().as_bytes());
        Self::of_skins(model, &particular)
    }
}

/// Encodes a cache file: counts, centers, and covariances if they were computed.
pub fn encode_centers(centers: &Centers, key: CacheKey) -> Vec<u8> {
    FILE.seal(key, |bytes| {
        bytes.extend(counts_as_integers(&centers.counts).iter().flat_map(|count| count.to_le_bytes()));
        for of_primitive in &centers.of_primitives {
            bytes.extend(of_primitive.iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes));
        }
        if centers.parts() == CenterParts::PointsAndCovariances {
            for covariance in centers.of_primitives.iter().filter_map(PrimitiveCenters::covariances).flatten() {
                let Covariance { squares, products } = covariance;
                bytes.extend([*squares, *products].iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes));
            }
        }
    })
}

/// Decodes a model's centers from a cache file that was written for exactly this key. Whether they have covariances
/// follows from the file's length ([`Centers::parts`]).
///
/// # Errors
/// The file does not match or is damaged; the centers then have to be recomputed.
pub fn decode_centers(bytes: &[u8], model: &Model, key: CacheKey) -> Result<Centers, CacheError> {
    let rest = FILE.open(bytes, key)?;
    let (counts, rest) = rest.split_at_checked(5 * size_of::<u64>()).ok_or(CacheError::Damaged)?;
    let (values, odd) = rest.as_chunks::<4>();
    let (points, odd_values) = values.as_chunks::<3>();
    let points: Vec<Vec3> = points.iter().map(|point| Vec3::from_array(point.map(f32::from_le_bytes))).collect();
    let vertices: usize = model.primitives.iter().map(|primitive| primitive.positions.len()).sum();
    let has_covariances = points.len() == 3 * vertices;
    let is_whole = odd.is_empty() && odd_values.is_empty() && points.iter().all(|point| point.is_finite());
    if !is_whole || (points.len() != vertices && !has_covariances) {
        return Err(CacheError::Damaged);
    }
    let (points, moments) = points.split_at(vertices);
    let mut points = points.iter().copied();
    let mut covariances =
        moments.as_chunks::<2>().0.iter().map(|&[squares, products]| Covariance { squares, products });
    let mut take = |primitive: &Primitive| {
        let count = primitive.positions.len();
        let points: Vec<Vec3> = points.by_ref().take(count).collect();
        if has_covariances {
            PrimitiveCenters::with_covariances(points, covariances.by_ref().take(count).collect())
        } else {
            points.into()
        }
    };
    let of_primitives = model.primitives.iter().map(|primitive| take(primitive)).collect();
    Ok(Centers { of_primitives, counts: counts_from_integers(counts.as_chunks().0) })
}

fn counts_as_integers(counts: &CenterCounts) -> [u64; 5] {
    let CenterCounts { vertices, blended, sums, summed_one_by_one, without_center } = *counts;
    [vertices, blended, sums, summed_one_by_one, without_center].map(|count| count as u64)
}

fn counts_from_integers(values: &[[u8; 8]]) -> CenterCounts {
    let at = |index: usize| values.get(index).map_or(0, |value| u64::from_le_bytes(*value) as usize);
    CenterCounts { vertices: at(0), blended: at(1), sums: at(2), summed_one_by_one: at(3), without_center: at(4) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::centers::{CenterPath, compute_centers_with, test_models::three_joints};
    use crate::model::SkinKind;
    use crate::work::Progress;
    use std::sync::Arc;

    fn example() -> (Model, Centers, CacheKey) {
        example_with(CenterParts::PointsAndCovariances)
    }

    fn example_with(parts: CenterParts) -> (Model, Centers, CacheKey) {
        let (model, settings) = (three_joints(), CenterSettings::default());
        let centers = compute_centers_with(&model, &settings, parts, CenterPath::Fast, &Progress::default()).unwrap();
        let key = CacheKey::of(&model, &settings);
        (model, centers, key)
    }

    #[test]
    fn what_was_written_is_read() {
        for parts in [CenterParts::Points, CenterParts::PointsAndCovariances] {
            let (model, centers, key) = example_with(parts);
            assert_eq!(centers.parts(), parts);
            assert_eq!(decode_centers(&encode_centers(&centers, key), &model, key), Ok(centers));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let (model, centers, key) = example();
        let bytes = encode_centers(&centers, key);
        for length in [0, 3, 16, 19, 20, 40, 60, bytes.len() / 2, bytes.len() - 1] {
            let error = decode_centers(&bytes[..length], &model, key).unwrap_err();
            assert_eq!(error, if length < 16 { CacheError::Foreign } else { CacheError::Damaged }, "{length}");
        }
        for index in (0..bytes.len()).step_by(7) {
            let mut flipped = bytes.clone();
            flipped[index] ^= 1 << (index % 8);
            assert!(decode_centers(&flipped, &model, key).is_err(), "{index}");
        }
        let mut other_version = bytes.clone();
        other_version[16] += 1;
        assert_eq!(decode_centers(&other_version, &model, key), Err(CacheError::OtherVersion(FILE.version + 1)));
        let other_key = CacheKey::with_version(&model, &CenterSettings::default(), FILE.version + 1);
        assert_eq!(decode_centers(&bytes, &model, other_key), Err(CacheError::OtherKey));
        assert!(decode_centers(&[bytes, vec![0]].concat(), &model, key).is_err());
    }

    #[test]
    fn the_key_holds_all_that_centers_depend_on() {
        let (model, settings) = (three_joints(), CenterSettings::default());
        let key = CacheKey::of(&model, &settings);
        assert_eq!(key, CacheKey::of(&model.clone(), &settings));
        let other = |change: fn(&mut Model)| {
            let mut model = model.clone();
            change(&mut model);
            CacheKey::of(&model, &settings)
        };
        let keys = [
            other(|model| Arc::make_mut(&mut model.primitives[0]).positions[3].x += 1e-6),
            other(|model| Arc::make_mut(&mut model.primitives[0]).indices.swap(0, 1)),
            other(|model| model.skins[0].kind = SkinKind::Rigid),
            CacheKey::of(&model, &CenterSettings { sigma: 0.2, ..settings }),
            CacheKey::of(&model, &CenterSettings { epsilon: 0.2, ..settings }),
        ];
        for (index, other) in keys.iter().enumerate() {
            assert_ne!(*other, key, "{index}");
        }
    }
}
