use super::assert_message;
use glam::Vec3;
use skinscope::centers::{
    CenterParts, CenterPath, CenterSettings, compute_centers_with, decode_centers, encode_centers,
};
use skinscope::model::{CacheKey, Influence, Model, decode_moments, encode_moments};
use skinscope::work::Progress;
use std::sync::OnceLock;

/// Length of the hash at the end, and of magic, version and key at the beginning.
const HASH: usize = 32;
const HEAD: usize = 16 + 4 + HASH;

struct Cache {
    model: Model,
    key: CacheKey,
    moments_key: CacheKey,
    /// Files with points alone, and with covariances.
    files: [Vec<u8>; 2],
    /// A file with moments.
    moments: Vec<u8>,
}

fn cache() -> &'static Cache {
    static CACHE: OnceLock<Cache> = OnceLock::new();
    CACHE.get_or_init(|| {
        let influence = |joint, weight| Influence { joint, weight };
        let lists = [vec![influence(0, 1.0)], vec![influence(0, 0.5), influence(1, 0.5)], vec![influence(1, 1.0)]];
        let model = crate::small_models::chain(&lists.map(|list| (Vec3::X, list)));
        let settings = CenterSettings::default();
        let key = CacheKey::of(&model, &settings);
        let files = [CenterParts::Points, CenterParts::PointsAndCovariances].map(|parts| {
            let progress = Progress::default();
            let centers = compute_centers_with(&model, &settings, parts, CenterPath::Fast, &progress);
            encode_centers(&centers.unwrap(), key)
        });
        let moments_key = CacheKey::of_moments(&model);
        let moments = encode_moments(&model.compute_moments(&Progress::default()).unwrap(), moments_key);
        Cache { model, key, moments_key, files, moments }
    })
}

/// Whole files, and their contents between key and hash, as [`center_cache`] takes them.
pub fn cache_content() -> Vec<Vec<u8>> {
    let files = || cache().files.iter().map(|file| (0, file)).chain([(2, &cache().moments)]);
    let whole = files().map(|(kind, file)| [&[kind], &file[..]].concat());
    let inner = files().map(|(kind, file)| [&[kind + 1], &file[HEAD..file.len() - HASH]].concat());
    whole.chain(inner).collect()
}

/// A file of the cache of centers or, where the second bit of the first byte is set, of moments. Where that byte is odd, the
/// rest is what stands between a right key and a right hash: refused, or data of all vertices that are written as the same
/// bytes.
pub fn center_cache(bytes: &[u8]) -> bool {
    let Some((&first, rest)) = bytes.split_first() else { return false };
    let Cache { model, key, moments_key, files, moments } = cache();
    let of_moments = first & 2 == 2;
    let mut file = rest.to_vec();
    if first & 1 == 1 {
        let head = if of_moments { &moments[..HEAD] } else { &files[0][..HEAD] };
        file = [head, rest].concat();
        let hash = blake3::hash(&file);
        file.extend(hash.as_bytes());
    }
    if of_moments {
        return match decode_moments(&file, model, *moments_key) {
            Ok(found) => {
                assert!((0..model.vertices_of_skin(0)).all(|vertex| !found[0].of(vertex).1.is_empty()));
                assert_eq!(encode_moments(&found, *moments_key), file);
                true
            }
            Err(error) => assert_message(&error.to_string()),
        };
    }
    match decode_centers(&file, model, *key) {
        Ok(centers) => {
            let lengths = centers.of_primitives.iter().map(|primitive| primitive.len());
            assert!(lengths.eq(model.primitives.iter().map(|primitive| primitive.positions.len())));
            assert_eq!(encode_centers(&centers, *key), file);
            true
        }
        Err(error) => assert_message(&error.to_string()),
    }
}
