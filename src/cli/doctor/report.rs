use super::checks::{Check, checks};
use crate::cli::document::{NoModel, ReportKind};
use crate::files::{CenterStore, LogFile, LogSummary, PoseStore, SessionStore};
use crate::gpu::{AdapterSummary, GpuContext, adapters};
use chrono::{DateTime, Local};
use serde::Serialize;

/// The output of `doctor --json`. Fields are only ever added.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct DoctorReport {
    pub(super) system: System,
    pub(super) adapters: Vec<AdapterReport>,
    /// The adapter that commands use. Null without one.
    pub(super) used: Option<AdapterInUse>,
    pub(super) checks: Vec<Check>,
    /// Folders in which the program keeps data, and the variables that move them. Null where it keeps nothing.
    pub(super) folders: Vec<Folder>,
    /// The log of the window's last runs. Null if the system names no folder for it.
    pub(super) log: Option<Log>,
    /// Variables that change the program's behavior, if they are set.
    pub(super) environment: Vec<Variable>,
}

impl ReportKind for DoctorReport {
    type Models = NoModel;
    const KIND: &'static str = "skinscope_doctor";
    const VERSION: u32 = 1;
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct System {
    pub os: &'static str,
    pub architecture: &'static str,
    pub threads: usize,
    /// Whether there is a desktop for the viewer's window. Null where that is unknown.
    pub display: Option<bool>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AdapterReport {
    pub name: String,
    /// "vulkan", "metal", "dx12" or "gl".
    pub backend: &'static str,
    /// "discrete GPU", "integrated GPU", "virtual GPU", "software" or "other".
    pub kind: &'static str,
    /// Name and version as the driver reports them.
    pub driver: String,
    /// Whether its vertex shaders can read storage buffers, which skinning needs.
    pub can_skin: bool,
}

impl From<AdapterSummary> for AdapterReport {
    fn from(AdapterSummary { name, backend, kind, driver, can_skin }: AdapterSummary) -> Self {
        Self { name, backend, kind, driver, can_skin }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AdapterInUse {
    pub name: String,
    pub backend: &'static str,
    pub largest_texture_side: u32,
    pub largest_picture_side: u32,
    pub largest_buffer_bytes: u64,
    pub largest_storage_binding_bytes: u64,
    pub storage_buffers_per_stage: u32,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Folder {
    pub what: &'static str,
    pub variable: &'static str,
    pub path: Option<String>,
    pub exists: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Log {
    pub path: String,
    /// Local time of the last entry, in RFC 3339. Null before the first run.
    pub written: Option<String>,
    pub bytes: u64,
}

impl From<LogSummary> for Log {
    fn from(LogSummary { path, written, bytes }: LogSummary) -> Self {
        let local = |time| DateTime::<Local>::from(time).format("%Y-%m-%dT%H:%M:%S%:z").to_string();
        Self { path: path.display().to_string(), written: written.map(local), bytes }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Variable {
    pub name: &'static str,
    pub value: String,
}

/// Variables that the program and its libraries read.
const VARIABLES: [&str; 10] = [
    "WGPU_BACKEND",
    "WGPU_ADAPTER_NAME",
    "WGPU_POWER_PREF",
    "SKINSCOPE_CACHE",
    "SKINSCOPE_POSES",
    "SKINSCOPE_SESSION",
    "SKINSCOPE_LOG",
    "RUST_LOG",
    "VK_ICD_FILENAMES",
    "VK_DRIVER_FILES",
];

impl DoctorReport {
    pub fn of_this_machine() -> Self {
        let context = pollster::block_on(GpuContext::headless());
        Self {
            system: System::here(),
            adapters: pollster::block_on(adapters()).into_iter().map(AdapterReport::from).collect(),
            used: context.as_ref().ok().map(AdapterInUse::of),
            checks: checks(context.as_ref()),
            folders: folders(),
            log: LogFile::summary().map(Log::from),
            environment: environment(),
        }
    }

    /// Count of failed checks.
    pub fn failed(&self) -> usize {
        self.checks.iter().filter(|check| !check.ok).count()
    }
}

impl System {
    fn here() -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        Self {
            os: std::env::consts::OS,
            architecture: std::env::consts::ARCH,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            display: cfg!(target_os = "linux").then(|| is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")),
        }
    }
}

impl AdapterInUse {
    fn of(context: &GpuContext) -> Self {
        let limits = &context.limits;
        Self {
            name: context.adapter_info.name.clone(),
            backend: context.adapter_info.backend.to_str(),
            largest_texture_side: limits.max_texture_dimension_2d,
            largest_picture_side: context.largest_picture_side(),
            largest_buffer_bytes: limits.max_buffer_size,
            largest_storage_binding_bytes: limits.max_storage_buffer_binding_size,
            storage_buffers_per_stage: limits.max_storage_buffers_per_shader_stage,
        }
    }
}

fn environment() -> Vec<Variable> {
    let set = |name| std::env::var(name).ok().map(|value| Variable { name, value });
    VARIABLES.into_iter().filter_map(set).collect()
}

fn folders() -> Vec<Folder> {
    let folder = |what, variable, path: Option<&std::path::Path>| Folder {
        what,
        variable,
        path: path.map(|path| path.display().to_string()),
        exists: path.is_some_and(std::path::Path::is_dir),
    };
    let (centers, poses, session) = (CenterStore::of_user(), PoseStore::of_user(), SessionStore::of_user());
    vec![
        folder("centers of rotation", "SKINSCOPE_CACHE", centers.folder()),
        folder("poses", "SKINSCOPE_POSES", poses.folder()),
        folder("last session", "SKINSCOPE_SESSION", session.folder()),
    ]
}
