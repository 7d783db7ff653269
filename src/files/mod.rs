//! File access: models, poses, the cache of centers, the saved session, the log, and exported files.
//!
//! A file is written whole or not at all.

mod center_store;
mod error;
mod folder;
mod frame_names;
mod log_file;
mod log_line;
mod open;
mod part_file;
mod picture_file;
mod pose_store;
mod rig_file;
mod session_store;
mod skin_file;
mod source;
mod stamp;
mod temporary;
mod text_file;
mod watch;
mod write;

pub use center_store::{CenterOrigin, CenterStore};
pub use error::FileError;
pub use folder::{FolderEntry, list_folder};
pub use frame_names::{existing_frame, numbered};
pub use log_file::{LogFile, LogSummary};
pub use open::{FolderResources, OpenError, Opened, OpenedModel, ReadResource, open_model, open_model_watched};
pub use part_file::PartFile;
pub use picture_file::{picture_bytes, picture_texts, read_scene_of_picture};
pub use pose_store::{PoseStore, PoseStoreError, StoredPose, read_pose_text};
pub use rig_file::{rig_glb, write_rig};
pub use session_store::SessionStore;
pub use skin_file::{SkinFormat, skin_bytes, write_skin};
pub use source::{ModelSource, SESSION_ENDING, is_session_file};
pub use stamp::{FileStamp, StampedFile};
pub use temporary::temporary_file;
pub use text_file::read_text;
pub use watch::{FileChange, FileWatch};
pub use write::{is_device, open_device, write_file};
