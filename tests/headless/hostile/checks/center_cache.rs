use super::assert_message;
use glam::Vec3;
use skinscope::centers::{
    CacheKey, CenterParts, CenterPath, CenterSettings, compute_centers_with, decode_centers, encode_centers,
};
use skinscope::model::{Influence, Model};
use skinscope::work::Progress;
use std::sync::OnceLock;

/// Length of the hash at the end, and of magic, version and key at the beginning.
const HASH: usize = 32;
const HEAD: usize = 16 + 4 + HASH;

struct Cache {
    model: Model,
    key: CacheKey,
    /// Files with points alone, and with covariances.
    files: [Vec<u8>; 2],
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
        Cache { model, key, files }
    })
}

/// Whole files, and their contents between key and hash, as [`center_cache`] takes them.
pub fn cache_content() -> Vec<Vec<u8>> {
    let whole = cache().files.iter().map(|file| [&[0], &file[..]].concat());
    let inner = cache().files.iter().map(|file| [&[1], &file[HEAD..file.len() - HASH]].concat());
    whole.chain(inner).collect()
}

/// A file of the cache of centers. Where the first byte is odd, the rest is what stands between a right key and a right
/// hash: refused, or centers for all vertices that are written as the same bytes.
pub fn center_cache(bytes: &[u8]) -> bool {
    let Some((&first, rest)) = bytes.split_first() else { return false };
    let Cache { model, key, files } = cache();
    let mut file = rest.to_vec();
    if first & 1 == 1 {
        file = [&files[0][..HEAD], rest].concat();
        let hash = blake3::hash(&file);
        file.extend(hash.as_bytes());
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
