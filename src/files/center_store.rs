use crate::centers::{
    CenterParts, CenterPath, CenterSettings, Centers, compute_centers_with, decode_centers, encode_centers,
};
use crate::model::{CacheError, CacheKey, Model, decode_moments, encode_moments};
use crate::work::Progress;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Cache on disk of centers of rotation and of the moments of direct delta mush, so that a model opens with them the next
/// time.
///
/// Files are named after their key. Damaged, foreign or old files are recomputed and overwritten. Failures are only
/// logged.
#[derive(Clone, Debug)]
pub struct CenterStore {
    /// Folder of the cache. `None` if nothing is stored.
    folder: Option<PathBuf>,
    limit_bytes: u64,
}

/// Origin of centers or moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CenterOrigin {
    Computed,
    Cache,
}

/// Size limit of the cache: room for the centers of some hundred characters, or for centers and moments of some tens. The
/// least recently used file is dropped first.
const LIMIT_BYTES: u64 = 512 << 20;

/// Bytes that moments take for a vertex, about.
const BYTES_OF_MOMENTS: usize = 500;

/// Kind of a cached file, which its ending names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Centers,
    Moments,
}

impl Kind {
    const ALL: [Self; 2] = [Self::Centers, Self::Moments];

    const fn ending(self) -> &'static str {
        match self {
            Self::Centers => "centers",
            Self::Moments => "moments",
        }
    }
}

impl CenterStore {
    /// A store in the system's cache folder, or in the folder that SKINSCOPE_CACHE names.
    pub fn of_user() -> Self {
        let named = std::env::var_os("SKINSCOPE_CACHE").filter(|name| !name.is_empty()).map(PathBuf::from);
        let folder = named.or_else(|| dirs::cache_dir().map(|folder| folder.join("skinscope")));
        Self { folder, limit_bytes: LIMIT_BYTES }
    }

    pub fn in_folder(folder: &Path, limit_bytes: u64) -> Self {
        Self { folder: Some(folder.to_owned()), limit_bytes }
    }

    /// Folder of the files, whether it exists yet or not.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// A store that saves nothing.
    pub fn none() -> Self {
        Self { folder: None, limit_bytes: 0 }
    }

    /// Reads the centers of a model's default shape from the cache, or computes and stores them. The result has at least these parts. `None` if
    /// canceled.
    pub fn centers(
        &self,
        model: &Model,
        settings: &CenterSettings,
        parts: CenterParts,
        path: CenterPath,
        progress: &Progress,
    ) -> Option<(Centers, CenterOrigin)> {
        let model = model.default_shape();
        // A check of the fast path must not use its cached result.
        let keeps = path == CenterPath::Fast;
        let key = CacheKey::of(model, settings);
        let read = || self.read(Kind::Centers, key, |bytes| decode_centers(bytes, model, key));
        if let Some(centers) = read().filter(|centers| keeps && centers.parts() >= parts) {
            return Some((centers, CenterOrigin::Cache));
        }
        let centers = compute_centers_with(model, settings, parts, path, progress)?;
        if keeps {
            self.write(Kind::Centers, key, || encode_centers(&centers, key));
        }
        Some((centers, CenterOrigin::Computed))
    }

    /// Lets a model keep its moments ([`Model::keep_moments`]): those that it has, or from the cache, or computed and stored.
    /// `None` if canceled.
    pub fn moments(&self, model: &Model, progress: &Progress) -> Option<CenterOrigin> {
        if model.has_moments() {
            return Some(CenterOrigin::Computed);
        }
        let key = CacheKey::of_moments(model);
        if let Some(moments) = self.read(Kind::Moments, key, |bytes| decode_moments(bytes, model, key)) {
            model.keep_moments(moments);
            return Some(CenterOrigin::Cache);
        }
        let moments = model.compute_moments(progress)?;
        model.keep_moments(moments.clone());
        // A larger file would take the place of many others.
        let vertices: usize = model.primitives.iter().map(|primitive| primitive.positions.len()).sum();
        if (vertices * BYTES_OF_MOMENTS) as u64 <= self.limit_bytes / 4 {
            self.write(Kind::Moments, key, || encode_moments(&moments, key));
        }
        Some(CenterOrigin::Computed)
    }

    fn path_of(&self, kind: Kind, key: CacheKey) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(key.to_hex()).with_extension(kind.ending()))
    }

    fn read<T>(&self, kind: Kind, key: CacheKey, decode: impl FnOnce(&[u8]) -> Result<T, CacheError>) -> Option<T> {
        let (path, what) = (self.path_of(kind, key)?, kind.ending());
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return None,
            Err(cause) => {
                tracing::warn!("cached {what} cannot be read, computing them: {cause}: {}", path.display());
                return None;
            }
        };
        match decode(&bytes) {
            Ok(content) => {
                // Marks the file as recently used. If the time cannot be set, the file is only dropped earlier.
                let _ = std::fs::File::options()
                    .append(true)
                    .open(&path)
                    .and_then(|file| file.set_modified(SystemTime::now()));
                Some(content)
            }
            Err(why) => {
                tracing::warn!("cached {what} are not used, computing them: {why}: {}", path.display());
                None
            }
        }
    }

    fn write(&self, kind: Kind, key: CacheKey, encode: impl FnOnce() -> Vec<u8>) {
        let Some(path) = self.path_of(kind, key) else { return };
        let written = path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .map_err(|cause| cause.to_string())
            .and_then(|()| super::write::write_cache(&path, &encode()).map_err(|error| error.to_string()));
        if let Err(cause) = written {
            tracing::warn!("{} could not be written to the cache: {cause}", kind.ending());
        }
        self.drop_oldest();
    }

    /// Removes the least recently used files until the rest is within the limit.
    fn drop_oldest(&self) {
        let Some(entries) = self.folder.as_ref().and_then(|folder| std::fs::read_dir(folder).ok()) else { return };
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(Result::ok)
            .filter(|entry| is_ours(&entry.path()))
            .filter_map(|entry| {
                let metadata = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
                Some((metadata.modified().ok()?, metadata.len(), entry.path()))
            })
            .collect();
        files.sort();
        let mut total: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, bytes, path) in files {
            if total <= self.limit_bytes {
                break;
            }
            if std::fs::remove_file(&path).is_ok() {
                total -= bytes;
            }
        }
    }
}

/// Whether this store wrote the file. Includes leftovers of an interrupted write.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_of = |kind: Kind| {
        let ending = kind.ending();
        name.ends_with(&format!(".{ending}")) || (name.contains(&format!(".{ending}.")) && name.ends_with(".part"))
    };
    Kind::ALL.into_iter().any(is_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::open_model;
    use std::sync::Arc;
    use std::time::Duration;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("skinscope-store-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    fn model(name: &str) -> Arc<Model> {
        Arc::clone(&open_model(name).unwrap().asset.model)
    }

    fn ask(store: &CenterStore, model: &Model) -> (Centers, CenterOrigin) {
        ask_for(store, model, CenterParts::Points)
    }

    fn ask_for(store: &CenterStore, model: &Model, parts: CenterParts) -> (Centers, CenterOrigin) {
        store.centers(model, &CenterSettings::default(), parts, CenterPath::Fast, &Progress::default()).unwrap()
    }

    #[test]
    fn the_second_time_comes_from_the_cache_and_damage_is_mended() {
        let folder = folder("damage");
        let (store, model) = (CenterStore::in_folder(&folder, LIMIT_BYTES), model("limb"));
        let (computed, origin) = ask(&store, &model);
        assert_eq!(origin, CenterOrigin::Computed);
        assert_eq!(ask(&store, &model), (computed.clone(), CenterOrigin::Cache));
        let path = store.path_of(Kind::Centers, CacheKey::of(&model, &CenterSettings::default())).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 4;
        let mut other_version = whole.clone();
        other_version[16] ^= 1;
        for damaged in [&whole[..whole.len() / 2], &flipped, &other_version, b"anything", b""] {
            std::fs::write(&path, damaged).unwrap();
            assert_eq!(ask(&store, &model), (computed.clone(), CenterOrigin::Computed));
            assert_eq!(std::fs::read(&path).unwrap(), whole, "written anew");
        }
        let others: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(others.len(), 1, "{others:?}");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_without_covariances_is_replaced_when_they_are_needed() {
        let folder = folder("covariances");
        let (store, model) = (CenterStore::in_folder(&folder, LIMIT_BYTES), model("limb"));
        let both = CenterParts::PointsAndCovariances;
        let (points, _) = ask(&store, &model);
        let (whole, origin) = ask_for(&store, &model, both);
        assert_eq!((points.parts(), whole.parts(), origin), (CenterParts::Points, both, CenterOrigin::Computed));
        assert_eq!(ask_for(&store, &model, both), (whole.clone(), CenterOrigin::Cache));
        assert_eq!(ask(&store, &model), (whole, CenterOrigin::Cache), "it has the points too");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn moments_come_from_the_cache_and_damage_is_mended() {
        let folder = folder("moments");
        let (store, first) = (CenterStore::in_folder(&folder, LIMIT_BYTES), model("limb"));
        let progress = Progress::default();
        assert_eq!(store.moments(&first, &progress), Some(CenterOrigin::Computed));
        // A copy starts without.
        let read = Model::clone(&first);
        assert_eq!(store.moments(&read, &progress), Some(CenterOrigin::Cache));
        assert!(read.has_moments() && read.moments(0) == first.moments(0));
        let path = store.path_of(Kind::Moments, CacheKey::of_moments(&first)).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 4;
        for damaged in [&whole[..whole.len() / 2], &flipped, b"anything"] {
            std::fs::write(&path, damaged).unwrap();
            let again = Model::clone(&first);
            assert_eq!(store.moments(&again, &progress), Some(CenterOrigin::Computed));
            assert_eq!(again.moments(0), first.moments(0));
            assert_eq!(std::fs::read(&path).unwrap(), whole, "written anew");
        }
        let canceled = Progress::default();
        canceled.cancel();
        assert_eq!(CenterStore::none().moments(&Model::clone(&first), &canceled), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_oldest_goes_first() {
        let folder = folder("oldest");
        let roomy = CenterStore::in_folder(&folder, LIMIT_BYTES);
        let models = ["bar", "limb", "cloth-9"].map(model);
        models.iter().for_each(|model| drop(ask(&roomy, model)));
        let path =
            |model: &Model| roomy.path_of(Kind::Centers, CacheKey::of(model, &CenterSettings::default())).unwrap();
        for (age, model) in models.iter().enumerate() {
            let time = SystemTime::now() - Duration::from_secs(100 * (3 - age as u64));
            std::fs::File::options().append(true).open(path(model)).unwrap().set_modified(time).unwrap();
        }
        // Used again, so now the most recently used.
        assert_eq!(ask(&roomy, &models[0]).1, CenterOrigin::Cache);
        std::fs::write(folder.join("notes.txt"), "not ours").unwrap();
        let bytes = |model: &Model| std::fs::metadata(path(model)).unwrap().len();
        let tight = CenterStore::in_folder(&folder, bytes(&models[0]) + bytes(&models[2]));
        tight.drop_oldest();
        assert_eq!(models.each_ref().map(|model| path(model).exists()), [true, false, true]);
        assert!(folder.join("notes.txt").exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_failure() {
        let folder = folder("file");
        std::fs::write(&folder, "a file, not a folder").unwrap();
        let store = CenterStore::in_folder(&folder, LIMIT_BYTES);
        assert_eq!(ask(&store, &model("bar")).1, CenterOrigin::Computed);
        assert_eq!(ask(&CenterStore::none(), &model("bar")).1, CenterOrigin::Computed);
        std::fs::remove_file(&folder).unwrap();
    }
}
