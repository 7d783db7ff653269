//! Files that keep what was computed of a skin at rest.

use super::{Model, SkinKind};

const HASH_BYTES: usize = blake3::OUT_LEN;

/// A hash of everything that the content of a cache file depends on: rest positions, triangles, weights, skins, and what
/// is particular to its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CacheKey([u8; HASH_BYTES]);

impl CacheKey {
    /// The key of a model's skins. `particular` is what is particular to the kind of content.
    pub(crate) fn of_skins(model: &Model, particular: &[u8]) -> Self {
        let mut hash = blake3::Hasher::new();
        hash.update(particular);
        for primitive in &model.primitives {
            let skinned = model.skins[primitive.skin as usize].kind == SkinKind::Skinned;
            // Hash the lengths too, so that two adjacent lists cannot be confused with one.
            for value in
                [primitive.skin, skinned.into(), primitive.positions.len() as u32, primitive.indices.len() as u32]
            {
                hash.update(&value.to_le_bytes());
            }
            let mut bytes = Vec::with_capacity(4 * (3 * primitive.positions.len() + primitive.indices.len()));
            for position in &primitive.positions {
                bytes.extend(position.to_array().iter().flat_map(|one| one.to_le_bytes()));
            }
            bytes.extend(primitive.indices.iter().flat_map(|index| index.to_le_bytes()));
            for influences in primitive.influences.iter() {
                bytes.extend((influences.len() as u32).to_le_bytes());
                for influence in influences {
                    bytes.extend(influence.joint.to_le_bytes());
                    bytes.extend(influence.weight.to_le_bytes());
                }
            }
            hash.update(&bytes);
        }
        Self(*hash.finalize().as_bytes())
    }

    /// The key as hexadecimal text for a file name.
    pub fn to_hex(self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }
}

/// Why a cache file is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CacheError {
    /// The bytes do not begin as a cache file of this kind.
    #[error("it is another kind of file")]
    Foreign,
    /// Another version of the computation wrote the file. Holds the version.
    #[error("it was written by version {0} of the computation")]
    OtherVersion(u32),
    /// The file belongs to another model or to other settings.
    #[error("it belongs to another model or other settings")]
    OtherKey,
    /// The hash does not match, or the file is cut off.
    #[error("it is damaged")]
    Damaged,
}

/// A kind of cache file: magic, version, key, content, and a hash of everything before it. Little endian.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CacheFile {
    pub magic: [u8; 16],
    pub version: u32,
}

impl CacheFile {
    /// A file with the content that `append` writes.
    pub fn seal(self, key: CacheKey, append: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.magic);
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(key.0);
        append(&mut bytes);
        let hash = blake3::hash(&bytes);
        bytes.extend(hash.as_bytes());
        bytes
    }

    /// The content of a file that was written for exactly this key.
    ///
    /// # Errors
    /// If the file is another one, or damaged.
    pub fn open(self, bytes: &[u8], key: CacheKey) -> Result<&[u8], CacheError> {
        let rest = bytes.strip_prefix(&self.magic).ok_or(CacheError::Foreign)?;
        let (version, rest) = rest.split_first_chunk().ok_or(CacheError::Damaged)?;
        let version = u32::from_le_bytes(*version);
        if version != self.version {
            return Err(CacheError::OtherVersion(version));
        }
        let (before, hash) = bytes.split_last_chunk::<HASH_BYTES>().ok_or(CacheError::Damaged)?;
        if blake3::hash(before).as_bytes() != hash {
            return Err(CacheError::Damaged);
        }
        let (found_key, rest) = rest.split_first_chunk().ok_or(CacheError::Damaged)?;
        if *found_key != key.0 {
            return Err(CacheError::OtherKey);
        }
        rest.get(..rest.len().saturating_sub(HASH_BYTES)).ok_or(CacheError::Damaged)
    }
}
