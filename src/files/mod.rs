//! File access: models, poses, the cache of centers, the saved session, the log, and exported files.
//!
//! A file is written completely or not at all.

mod access;
mod archive;
mod center_store;
mod dropped;
mod error;
mod folder;
mod foreign;
mod frame_names;
mod line_file;
mod log_file;
mod log_line;
mod model_files;
mod open;
mod output_folder;
mod own_method;
mod part_file;
mod picture_file;
mod pose_store;
mod rig_file;
mod session_store;
mod skin_file;
mod source;
mod stamp;
mod stored_file;
mod text_file;
mod watch;
mod write;

pub use access::{Access, FolderResources};
pub use archive::ArchiveError;
pub use center_store::{CenterOrigin, CenterStore};
pub use dropped::{GivenFiles, given_files};
pub use error::FileError;
pub use folder::{FolderEntry, list_folder};
pub use foreign::{ForeignFormat, foreign_format};
pub use frame_names::{existing_frame, numbered};
pub use line_file::LineFile;
pub use log_file::{LogFile, LogSummary};
pub use model_files::{hash_of_file, model_files, path_text};
pub use open::{
    OpenError, OpenOptions, Opened, OpenedModel, ReadResource, check_model, open_model, open_model_watched,
    open_model_with,
};
pub use output_folder::OutputFolder;
pub use own_method::{OwnMethodError, OwnMethodName, load_own_methods, positions_of, read_positions};
pub use part_file::PartFile;
pub use picture_file::{picture_bytes, picture_texts, read_scene_of_picture, shell_line};
pub use pose_store::{PoseStore, PoseStoreError, StoredPose, read_pose_text};
pub use rig_file::{checked_rig, rig_glb, rig_glb_with_centers, write_rig};
pub use session_store::SessionStore;
pub use skin_file::{SkinFormat, skin_bytes, write_skin};
pub use source::{ModelSource, SESSION_ENDING, SourceVariant, is_session_file};
pub use stamp::{FileStamp, StampedFile};
pub use text_file::{read_lines, read_text};
pub use watch::{FileChange, FileWatch};
pub use write::{is_device, is_same_file, open_device, temporary_file, write_file};
