use super::CliError;
use super::arguments::ModelsArguments;
use super::document::{JsonDocument, NoModel, ReportKind};
use super::output::{check_ending, write_output};
use super::text::print;
use crate::bundled;
use serde::Serialize;

/// Lists the bundled models, or writes one.
pub(super) fn run(arguments: &ModelsArguments) -> Result<(), CliError> {
    let (Some(name), Some(output)) = (&arguments.name, &arguments.output) else {
        return if arguments.json { print_json() } else { print_list() };
    };
    let bytes = bundled::glb_bytes(name).ok_or_else(|| CliError::NoSuchBundled {
        given: name.clone(),
        known: bundled::MODELS.iter().map(|model| model.name).collect::<Vec<_>>().join(", "),
    })?;
    check_ending(output, "glb", "*.glb")?;
    write_output(output, bytes)
}

fn print_json() -> Result<(), CliError> {
    print(&JsonDocument::new((), ModelsReport::of_all(), &[]).pretty()?)
}

fn print_list() -> Result<(), CliError> {
    let width = bundled::MODELS.iter().map(|model| model.name.len()).max().unwrap_or(0);
    let lines = bundled::MODELS.iter().map(|model| {
        let poses = model.poses.iter().map(|pose| pose.name).collect::<Vec<_>>().join(", ");
        format!("{:width$}  {}\n{:width$}  poses: {poses}\n", model.name, model.description, "")
    });
    print(&lines.collect::<String>())
}

/// The output of `models --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ModelsReport {
    /// The models, with the default one first.
    models: Vec<ModelReport>,
}

impl ReportKind for ModelsReport {
    type Models = NoModel;
    const KIND: &'static str = "skinscope_models";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ModelReport {
    name: &'static str,
    description: &'static str,
    /// BLAKE3 of its glb file, in hexadecimal.
    blake3: String,
    bytes: usize,
    poses: Vec<PoseReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PoseReport {
    /// The pose's name for `--pose`.
    name: &'static str,
    /// The joints that the pose moves.
    joints: Vec<&'static str>,
}

impl ModelsReport {
    fn of_all() -> Self {
        let pose = |pose: &bundled::NamedPose| PoseReport {
            name: pose.name,
            joints: pose.joints.iter().map(|posed| posed.joint).collect(),
        };
        let model = |model: &bundled::BundledModel| ModelReport {
            name: model.name,
            description: model.description,
            blake3: blake3::hash(model.glb).to_hex().to_string(),
            bytes: model.glb.len(),
            poses: model.poses.iter().map(pose).collect(),
        };
        let models = bundled::MODELS.iter().map(model).collect();
        Self { models }
    }
}
