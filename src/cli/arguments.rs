use super::bench::BenchArguments;
use super::center_space::CenterSpace;
use super::claims::ClaimsArguments;
use super::compare::CompareArguments;
use super::diagram_choice::DiagramChoice;
use super::doctor::DoctorArguments;
use super::given_flags::GivenFlags;
use super::look_names::{OverlayName, overlay_help, parse_shading};
use super::measure::MeasureArguments;
use super::model_arguments::ModelArguments;
use super::palette::PaletteArguments;
use super::probe::ProbeArguments;
use super::record::RecordArguments;
use super::report::ReportArguments;
use super::share::ShareArguments;
use super::shared_arguments::{
    Backend, CenterArguments, DEFAULT_SIZE, MethodChoice, PoseArguments, methods, parse_cut_off, parse_omega,
    parse_size, size_help,
};
use super::stress::StressArguments;
use super::wipe::OtherSkin;
use super::{examples, usage};
use crate::files::SkinFormat;
use crate::math::parse_number;
use crate::sheets::natural_size;
use crate::skinning::SkinningMethod;
use crate::view::{CameraText, PaintName, Shading};
use clap::{Args, CommandFactory, FromArgMatches, Parser, ValueEnum};
use std::path::PathBuf;

/// See, measure and explain what skinning methods do to a glTF character.
///
/// With no command, opens the viewer. MODEL is a .glb, .gltf, .vrm or .zip file, or the name of a bundled model
/// (`skinscope models` lists them).
#[derive(Debug, Parser)]
#[command(name = "skinscope", version, args_conflicts_with_subcommands = true, after_help = examples::VIEWER)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Subcommand>,
    #[command(flatten)]
    pub viewer: ViewerArguments,
}

impl Arguments {
    /// Parses the program's arguments. Help, version and wrong usage exit here, the last with exit status 2.
    pub fn from_command_line() -> Self {
        Self::try_from_line(std::env::args_os()).unwrap_or_else(|error| {
            let given: Vec<String> = super::png_file::given().collect();
            usage::explained(error, &given).exit()
        })
    }

    /// Parses a command line, with the program's name first, and notes which flags are given.
    ///
    /// # Errors
    /// Wrong usage, and requests for help or version.
    pub fn try_from_line(
        line: impl IntoIterator<Item = impl Into<std::ffi::OsString> + Clone>,
    ) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(line)?;
        let mut arguments = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        if let Some(error) = usage::unknown_command(&arguments.viewer) {
            return Err(error);
        }
        arguments.viewer.given = GivenFlags::of(&command, &matches);
        let given = matches.subcommand().and_then(|(name, matches)| {
            let command = command.find_subcommand(name)?;
            Some(GivenFlags::of(command, matches))
        });
        let given = given.unwrap_or_default();
        match &mut arguments.command {
            Some(Subcommand::Record(record)) => record.given = given,
            Some(Subcommand::Share(share)) => share.given = given,
            Some(Subcommand::Bench(bench)) => bench.given = given,
            _ => {}
        }
        Ok(arguments)
    }
}

#[derive(Debug, Args)]
pub struct ViewerArguments {
    /// A .glb, .gltf, .vrm or .zip file, the name of a bundled model, a session (.skinscope), or a picture (.png) that holds
    /// a scene.
    pub model: Option<PathBuf>,
    /// A second model, which takes the pose of the first.
    pub other: Option<PathBuf>,
    #[command(flatten)]
    pub pose: PoseArguments,
    #[arg(long, value_name = "METHOD", value_parser = SkinningMethod::from_id, help = format!("Method of the first pane [default: lbs]: {}", methods()))]
    pub method: Option<SkinningMethod>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, conflicts_with = "method", help = "One pane for each method, such as lbs,dqs,cor, or all")]
    pub panes: Vec<MethodChoice>,
    /// front, back, side, other-side, top, bottom, three-quarter, or yaw=27,pitch=10,distance=3,target=0:1:0,fov=25
    /// (degrees, scene units); joint=forearm.L frames a joint.
    #[arg(long, value_name = "VIEW", value_parser = str::parse::<CameraText>)]
    pub camera: Option<CameraText>,
    /// Show a scene of the papers, by its id or its number from 1.
    #[arg(long, value_name = "ID|N", conflicts_with_all = ["model", "other", "panes", "method", "camera", "pose", "set", "limits", "limit", "clip"])]
    pub scene: Option<String>,
    #[arg(long, help = "Start with the light theme")]
    pub light: bool,
    #[arg(long, help = "Restore nothing of the last session, and save nothing for the next one")]
    pub no_restore: bool,
    #[arg(skip)]
    pub given: GivenFlags,
}

#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Meshes, skins, joints, influences, clips, extensions and warnings of a file.
    Info(InfoArguments),
    /// One picture of a model in a pose.
    Render(RenderArguments),
    /// Labeled panes of one pose, one for each method; with two models, also how far they lie apart.
    Compare(Box<CompareArguments>),
    /// A film of a model that moves, or of the scenes of a talk, as mp4, gif, apng or numbered png.
    Record(Box<RecordArguments>),
    /// A page for a browser: the panes of a model, a scene or a talk, drawn by the same shaders and moved by a slider.
    Share(Box<ShareArguments>),
    /// The deformed skin as npy, ply, obj or glb.
    Deform(DeformArguments),
    /// Centers of rotation: how many, how long they took, and where they lie.
    Centers(CentersArguments),
    /// Measure what methods do to the skin: volume, cross sections, stretch, differences.
    Measure(MeasureArguments),
    /// What each joint and each method does to one vertex: weights, transforms, quaternions and their signs, positions.
    Probe(ProbeArguments),
    /// What the shaders get for a pose, as JSON: matrices and dual quaternions of every joint.
    Palette(PaletteArguments),
    /// Rotate every joint through its range and list the joints with the worst skin defects.
    Stress(StressArguments),
    /// One page about a model: what is in the file, its health, its worst joints with pictures, sweeps and figures.
    Report(ReportArguments),
    /// List the bundled models, or write one to a file.
    Models(ModelsArguments),
    /// Write a model with twist joints as glb, for other programs.
    Rig(RigArguments),
    /// List the scenes that reproduce figures of the papers or those of a talk, or draw one.
    Scenes(ScenesArguments),
    /// Present a talk: its scenes in full screen, one after another.
    Talk(TalkArguments),
    /// List what the papers say and whether it holds, or check it here.
    Claims(ClaimsArguments),
    /// Measure how long skinning takes on this GPU: milliseconds, vertices a second, and the ratio to LBS.
    Bench(Box<BenchArguments>),
    /// Say what this machine has for the program, whether it works, and what to do where it does not.
    Doctor(DoctorArguments),
}

#[derive(Debug, Args)]
#[command(after_help = examples::CENTERS)]
pub struct CentersArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// File to write: float32 N x 3, skinned primitives in node order, in the frame of --space; NaN for vertices
    /// without a center. - is standard output; the report then goes to standard error.
    #[arg(short, long, value_name = "OUT.npy")]
    pub output: Option<PathBuf>,
    /// Frame of the file. --json has the matrices between the frames.
    #[arg(long, value_enum, value_name = "FRAME", default_value = "bind", requires = "output")]
    pub space: CenterSpace,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    /// Leave out of the JSON how long it took, so that two runs write the same.
    #[arg(long, requires = "json")]
    pub no_times: bool,
    /// Sum every triangle with every vertex, as a check. Takes minutes on large models.
    #[arg(long)]
    pub exact: bool,
    /// How similar triangles are found. breadth-first is the paper's search (section 3.2); the report then says how far
    /// its centers lie from those of the exact sum. Slow, and not cached.
    #[arg(long, value_enum, value_name = "NAME", default_value = "exact", conflicts_with = "exact")]
    pub search: CenterSearch,
    /// For breadth-first: the search starts at vertices whose weights are nearer than this. [default: 0.1]
    #[arg(long, value_name = "0.001..2", value_parser = parse_omega, allow_negative_numbers = true)]
    pub omega: Option<f64>,
    /// For breadth-first: the search does not go on beyond triangles less similar than this. [default: 1e-6]
    #[arg(long, value_name = "0..1", value_parser = parse_cut_off, allow_negative_numbers = true)]
    pub cut_off: Option<f64>,
    #[command(flatten)]
    pub centers: CenterArguments,
    #[command(flatten)]
    pub opening: ModelArguments,
}

/// How `centers` finds the triangles that are similar to a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CenterSearch {
    /// By pairs of joints: none is missed.
    Exact,
    /// The paper's search, as a reference.
    BreadthFirst,
}

#[derive(Debug, Args)]
#[command(after_help = examples::INFO)]
pub struct InfoArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub opening: ModelArguments,
}

/// The appearance of a picture, for `render` and `compare`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Picture")]
pub struct PictureArguments {
    /// Each command says its default.
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true)]
    pub size: Option<[u32; 2]>,
    /// front, back, side, other-side, top, bottom, three-quarter, or yaw=27,pitch=10,distance=3,target=0:1:0,fov=25 (degrees, scene units);
    /// joint=forearm.L frames a joint with half of the bones before and after it: side,joint=forearm.L.
    #[arg(long, value_name = "VIEW", default_value = "three-quarter", value_parser = str::parse::<CameraText>)]
    pub camera: CameraText,
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "grid,shadow", help = overlay_help())]
    pub overlay: Vec<OverlayName>,
    /// What the colors of the skin mean: materials, dominant-joint, influence-count, weights:JOINT, difference:METHOD,
    /// area-stretch, edge-stretch, volume-change (of blend zones), invalid-signs (of quaternions, under --antipodality),
    /// normal-error (the angle between the method's normals and those of the deformed surface) or similarity:VERTEX (of
    /// the weights to those of a vertex, counted as in `probe`, under --sigma and --similarity).
    #[arg(long, value_name = "PAINT", default_value = "materials", value_parser = str::parse::<PaintName>)]
    pub paint: PaintName,
    /// The distance at the far end of a difference map's palette, in scene units [default: the largest distance; the
    /// panes of `compare` share it].
    #[arg(long, value_name = "DISTANCE", value_parser = parse_distance, allow_negative_numbers = true)]
    pub paint_range: Option<f32>,
    /// Leave out the legend of `--paint`. The meaning of the colors is still printed.
    #[arg(long)]
    pub no_legend: bool,
    /// How to shade the skin where it is not painted: textured; smooth or flat clay; clay with a checker or contours
    /// (lines along and around the limbs) that move with the skin; or matcap (colored by normals).
    #[arg(long, value_name = "LOOK", value_parser = parse_shading, default_value = "textured")]
    pub shading: Shading,
    /// Outline another method's skin, in that method's color, where it differs.
    #[arg(long, value_name = "METHOD", value_parser = str::parse::<OtherSkin>)]
    pub ghost: Option<OtherSkin>,
    /// Draw a diagram of the papers: paths of a vertex to its blend, the sphere of the joints' rotations, the screw of a
    /// joint's motion, rotation-translation, rotation-centers or linear-centers; with :JOINT, of that joint [default: the
    /// joint that the pose turns most].
    #[arg(long, value_name = "NAME[:JOINT]", value_parser = str::parse::<DiagramChoice>)]
    pub diagram: Option<DiagramChoice>,
    /// Show only the skin that these joints, the joints below them and the bones before them move.
    #[arg(long, value_name = "JOINTS", value_delimiter = ',')]
    pub isolate: Vec<String>,
    /// Use the light theme.
    #[arg(long)]
    pub light: bool,
    /// Draw from vertices in single precision instead of vertices packed into 32 bytes, which differ by less than a
    /// ten-thousandth of the model's extent in ordinary poses.
    #[arg(long)]
    pub full_precision: bool,
}

#[derive(Debug, Args)]
#[command(after_help = examples::RENDER, mut_arg("size", |size| size.help(size_help(DEFAULT_SIZE, ""))))]
pub struct RenderArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// Picture to write (.png), or - for standard output.
    #[arg(short, long, value_name = "OUT.png")]
    pub output: PathBuf,
    #[arg(long, value_name = "METHOD", value_parser = SkinningMethod::from_id, default_value = "lbs", help = methods())]
    pub method: SkinningMethod,
    /// Make the background transparent.
    #[arg(long)]
    pub transparent: bool,
    #[command(flatten)]
    pub picture: PictureArguments,
    #[command(flatten)]
    pub pose: PoseArguments,
}

/// The file format of a deformed skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MeshFormat {
    /// Positions alone, float32 N x 3.
    Npy,
    Ply,
    Obj,
    Glb,
}

impl From<MeshFormat> for SkinFormat {
    fn from(format: MeshFormat) -> Self {
        match format {
            MeshFormat::Npy => Self::Npy,
            MeshFormat::Ply => Self::Ply,
            MeshFormat::Obj => Self::Obj,
            MeshFormat::Glb => Self::Glb,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = examples::DEFORM)]
pub struct DeformArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// File to write. Its extension sets the format: npy (float32 N x 3, skinned primitives in node order), ply, obj or
    /// glb (everything that is drawn). Positions are in the scene: right-handed, +Y up. - is standard output and needs --format.
    #[arg(short, long, value_name = "OUT.{npy,ply,obj,glb}")]
    pub output: PathBuf,
    /// Format of the file. Overrides the extension.
    #[arg(long, value_enum)]
    pub format: Option<MeshFormat>,
    #[arg(long, value_name = "METHOD", value_parser = SkinningMethod::from_id, default_value = "lbs", help = methods())]
    pub method: SkinningMethod,
    /// Where to deform the skin [default: gpu, or cpu without a graphics driver].
    #[arg(long, value_enum)]
    pub backend: Option<Backend>,
    #[command(flatten)]
    pub pose: PoseArguments,
}

#[derive(Debug, Args)]
#[command(after_help = examples::MODELS)]
pub struct ModelsArguments {
    /// Bundled model to write. Without a name, all are listed.
    #[arg(requires = "output", conflicts_with = "json")]
    pub name: Option<String>,
    /// File to write (.glb), or - for standard output.
    #[arg(short, long, value_name = "OUT.glb", requires = "name")]
    pub output: Option<PathBuf>,
    /// List as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = examples::RIG)]
pub struct RigArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// File to write (.glb). The twist joints are added to its nodes, skins, weights and clips; everything else stays.
    /// - is standard output.
    #[arg(short, long, value_name = "OUT.glb")]
    pub output: PathBuf,
    #[command(flatten)]
    pub opening: ModelArguments,
}

#[derive(Debug, Args)]
#[command(after_help = examples::SCENES)]
pub struct ScenesArguments {
    /// Scene to draw, by its id or its number from 1. Without one, all are listed.
    #[arg(requires = "output", conflicts_with = "json")]
    pub id: Option<String>,
    /// A talk (.toml), the name of a bundled one (kavan-2008), or a picture (.png) that holds a scene. Without it, the
    /// scenes of all papers. The list warns of scenes that cannot be shown.
    #[arg(long, value_name = "TALK.toml|NAME|PICTURE.png")]
    pub talk: Option<PathBuf>,
    /// Picture of the scene to write (.png), or - for standard output. A .pdf has slides: of all scenes, or of the one.
    #[arg(short, long, value_name = "OUT.{png,pdf}", conflicts_with = "json")]
    pub output: Option<PathBuf>,
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true, requires = "output", help = size_help(natural_size(2, 2), " for two panes, more for more, and 1920x1080 for slides"))]
    pub size: Option<[u32; 2]>,
    /// Use the light theme.
    #[arg(long, requires = "output")]
    pub light: bool,
    /// Panes in a row [default: as in the scene].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true, requires = "id")]
    pub columns: Option<u16>,
    /// Draw one pane alone, counted from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true, requires = "id", conflicts_with = "columns")]
    pub pane: Option<u16>,
    /// Leave out titles, caption and legends.
    #[arg(long, requires = "output")]
    pub no_labels: bool,
    /// Make the background transparent.
    #[arg(long, requires = "id")]
    pub transparent: bool,
    /// Draw from vertices in single precision instead of vertices packed into 32 bytes.
    #[arg(long, requires = "output")]
    pub full_precision: bool,
    /// Read files that a .gltf names outside its folder, too.
    #[arg(long)]
    pub allow_outside: bool,
    /// Show only the skin that these joints, the joints below them and the bones before them move.
    #[arg(long, value_name = "JOINTS", value_delimiter = ',', requires = "id")]
    pub isolate: Vec<String>,
    /// List as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = examples::TALK)]
pub struct TalkArguments {
    /// The talk (.toml), or the talk of a paper or post: kavan-2007, kavan-2008, le-hodgins-2016, theo or williamson.
    pub file: PathBuf,
    /// Scene to begin with, by its id or its number from 1.
    #[arg(long, value_name = "ID|N")]
    pub scene: Option<String>,
    /// Start with the light theme.
    #[arg(long)]
    pub light: bool,
    /// Restore nothing of the last session, and save nothing for the next one.
    #[arg(long)]
    pub no_restore: bool,
    /// Read files that a .gltf names outside its folder, too.
    #[arg(long)]
    pub allow_outside: bool,
}

fn parse_distance(text: &str) -> Result<f32, String> {
    let distance = parse_number(text).ok().filter(|distance: &f32| *distance > 0.0);
    distance.ok_or_else(|| format!("{text:?} is not a distance greater than 0, in scene units"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_fit_together() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_model_or_a_command() {
        let arguments = Arguments::try_parse_from(["skinscope", "bar", "--set", "mid:rx=90"]).unwrap();
        assert_eq!(arguments.viewer.model.as_deref(), Some(std::path::Path::new("bar")));
        let arguments = Arguments::try_parse_from(["skinscope", "info", "bar"]).unwrap();
        assert!(matches!(arguments.command, Some(Subcommand::Info(_))));
        assert!(Arguments::try_parse_from(["skinscope", "render", "bar", "-o", "x.png", "--size", "0x9"]).is_err());
        assert!(Arguments::try_parse_from(["skinscope", "deform", "bar", "-o", "x.npy", "--method", "x"]).is_err());
    }
}
