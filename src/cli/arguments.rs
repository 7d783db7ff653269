use super::bake::BakeArguments;
use super::bench::BenchArguments;
use super::center_space::CenterSpace;
use super::check::CheckArguments;
use super::claims::ClaimsArguments;
use super::clips::ClipsArguments;
use super::compare::CompareArguments;
use super::diagram_choice::DiagramChoice;
use super::doctor::DoctorArguments;
use super::given_flags::{GivenFlags, flags_of};
use super::golden::GoldenArguments;
use super::look_names::{OverlayName, overlay_help, parse_shading};
use super::measure::MeasureArguments;
use super::model_arguments::{AccessArguments, ModelArguments};
use super::own_methods::{NewMethodArguments, OwnFlags, method_of};
use super::palette::PaletteArguments;
use super::probe::ProbeArguments;
use super::record::RecordArguments;
use super::report::ReportArguments;
use super::shader::ShaderArguments;
use super::share::ShareArguments;
use super::shared_arguments::{
    Backend, CenterArguments, DEFAULT_SIZE, MethodChoice, PoseArguments, PosingArguments, method_help, methods,
    parse_cut_off, parse_omega, parse_size, size_help,
};
use super::stress::StressArguments;
use super::wipe::OtherSkin;
use super::{CliError, examples, usage, version};
use crate::files::SkinFormat;
use crate::math::parse_number;
use crate::sheets::natural_size;
use crate::skinning::SkinningMethod;
use crate::view::{CameraText, PaintName, Shading, Theme};
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, ValueEnum};
use std::ffi::OsString;
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
    #[arg(skip)]
    pub given: GivenFlags,
    #[arg(skip)]
    pub(super) own: OwnFlags,
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
    pub fn try_from_line(line: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Self, clap::Error> {
        let line: Vec<OsString> = line.into_iter().map(Into::into).collect();
        let mut command = Self::command();
        // The drivers are asked only where they are asked for.
        if line.iter().any(|word| word == "--version") {
            command = command.long_version(version::long_version());
        }
        let matches = command.try_get_matches_from_mut(line)?;
        let mut arguments = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        if let Some(error) = usage::unknown_command(&arguments.viewer) {
            return Err(error);
        }
        let subcommand =
            matches.subcommand().and_then(|(name, matches)| Some((command.find_subcommand(name)?, matches)));
        let (command, matches) = subcommand.unwrap_or((&command, &matches));
        arguments.given = GivenFlags::of(command, matches);
        arguments.own = OwnFlags::of(matches);
        Ok(arguments)
    }
}

#[derive(Debug, Args)]
#[command(mut_arg("scene", without_model_or_pose))]
pub struct ViewerArguments {
    /// A .glb, .gltf, .vrm or .zip file, the name of a bundled model, a session (.skinscope), or a picture (.png) that holds
    /// a scene.
    pub model: Option<PathBuf>,
    #[command(flatten)]
    pub view: ViewArguments,
    #[command(flatten)]
    pub pose: PoseArguments,
    /// Scene of the papers to show, by its id or its number from 1.
    #[arg(long, value_name = "ID|N", conflicts_with = "model")]
    pub scene: Option<String>,
    /// Use the light theme.
    #[arg(long)]
    pub light: bool,
    /// Restore nothing of the last session, and save nothing for the next one.
    #[arg(long)]
    pub no_restore: bool,
}

/// Contents of the viewer. A scene defines these itself.
#[derive(Debug, Default, Args)]
pub struct ViewArguments {
    /// Second model, in the pose of the first.
    pub other: Option<PathBuf>,
    #[arg(long, value_name = "METHOD", value_parser = method_of, help = format!("Method of the first pane [default: lbs]: {}", methods()))]
    pub method: Option<SkinningMethod>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, conflicts_with = "method", help = "One pane for each method, such as lbs,dqs,cor, or all")]
    pub panes: Vec<MethodChoice>,
    /// View: front, back, side, other-side, top, bottom, three-quarter, or yaw=27,pitch=10,distance=3,target=0:1:0,fov=25
    /// (degrees, scene units); joint=forearm.L frames a joint.
    #[arg(long, value_name = "VIEW", value_parser = str::parse::<CameraText>)]
    pub camera: Option<CameraText>,
}

/// `--scene`, which says itself what is shown and in which pose.
fn without_model_or_pose(scene: Arg) -> Arg {
    scene.conflicts_with_all(flags_of::<ViewArguments>()).conflicts_with_all(flags_of::<PosingArguments>())
}

#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// List the meshes, skins, joints, influences, clips, extensions and warnings of a file.
    Info(InfoArguments),
    /// Draw one picture of a model in a pose.
    Render(RenderArguments),
    /// Draw labeled panes of one pose, one for each method; with two models, also measure how far apart they are.
    Compare(Box<CompareArguments>),
    /// Film a model that moves, or the scenes of a talk, as mp4, gif, apng or numbered png.
    Record(Box<RecordArguments>),
    /// Write a page for a browser: the panes of a model, a scene or a talk, drawn by the same shaders and moved by a slider.
    Share(Box<ShareArguments>),
    /// Write the deformed skin as npy, ply, obj or glb.
    Deform(DeformArguments),
    /// Compute the centers of rotation, and list their count, their time and their positions.
    Centers(CentersArguments),
    /// Measure what methods do to the skin: volume, cross sections, stretch, differences.
    Measure(MeasureArguments),
    /// Show what each joint and each method does to one vertex: weights, transforms, quaternions and their signs, positions.
    Probe(ProbeArguments),
    /// Write what the shaders read for a pose, as JSON: matrices and dual quaternions of every joint.
    Palette(PaletteArguments),
    /// Write test data for a skinning implementation of your own: joints, vertices, centers, and expected positions.
    Golden(GoldenArguments),
    /// Write the skinning shader of a method for another program, in its language, with a description of its buffers.
    Shader(ShaderArguments),
    /// Write a sample of a method of your own: a commented shader to start from.
    NewMethod(NewMethodArguments),
    /// Rotate every joint through its range, and list the joints with the worst skin defects.
    Stress(StressArguments),
    /// Check every frame of the clips under each method: the worst frames, and where the skin or a joint jumps.
    Clips(Box<ClipsArguments>),
    /// Check many files against rules: weights, joints, how skins bend, clips; for build servers and libraries.
    Check(Box<CheckArguments>),
    /// Write one page about a model: its contents, its health, its worst joints with pictures, sweeps and figures.
    Report(ReportArguments),
    /// List the bundled models, or write one to a file.
    Models(ModelsArguments),
    /// Write a model with edited weights and twist joints as glb, for other programs.
    Rig(RigArguments),
    /// Write a rig for linear blending that looks like another method: helper joints and fitted weights.
    Bake(Box<BakeArguments>),
    /// List the scenes that reproduce figures of the papers, or the scenes of a talk, or draw one.
    Scenes(ScenesArguments),
    /// Present a talk: its scenes in full screen, one after another.
    Talk(TalkArguments),
    /// List what the papers claim and whether it holds, or check it here.
    Claims(ClaimsArguments),
    /// Measure how long skinning takes on this GPU: milliseconds, vertices a second, and the ratio to LBS.
    Bench(Box<BenchArguments>),
    /// Check whether this machine has what the program needs, and say what to do where it does not.
    Doctor(DoctorArguments),
}

impl Subcommand {
    /// Refuses flags that would change nothing, before anything is opened.
    ///
    /// # Errors
    /// If such flags are given.
    pub(super) fn check_flags(&self, given: &GivenFlags) -> Result<(), CliError> {
        match self {
            Self::Record(record) => record.check_flags(given),
            Self::Share(share) => share.check_flags(given),
            Self::Centers(centers) => centers.check_flags(given),
            Self::Stress(stress) => stress.check_flags(given),
            Self::Scenes(scenes) => scenes.check_flags(given),
            Self::Bench(bench) => bench.check_flags(given),
            // These work in one way, or clap knows their ways.
            Self::Info(_)
            | Self::Render(_)
            | Self::Compare(_)
            | Self::Deform(_)
            | Self::Measure(_)
            | Self::Clips(_)
            | Self::Check(_)
            | Self::Probe(_)
            | Self::Palette(_)
            | Self::Golden(_)
            | Self::Shader(_)
            | Self::NewMethod(_)
            | Self::Report(_)
            | Self::Models(_)
            | Self::Rig(_)
            | Self::Bake(_)
            | Self::Talk(_)
            | Self::Claims(_)
            | Self::Doctor(_) => Ok(()),
        }
    }
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
    /// Leave times out of the JSON, so that two runs write the same bytes.
    #[arg(long, requires = "json")]
    pub no_times: bool,
    /// Sum every triangle with every vertex, as a check. This takes minutes on large models.
    #[arg(long)]
    pub exact: bool,
    /// How similar triangles are searched for. breadth-first is the paper's search (section 3.2); the report then says how far its
    /// centers are from those of the exact sum. It is slow, and not cached.
    #[arg(long, value_enum, value_name = "NAME", default_value = "exact", conflicts_with = "exact")]
    pub search: CenterSearch,
    #[command(flatten)]
    pub breadth_first: SearchArguments,
    #[command(flatten)]
    pub centers: CenterArguments,
    #[command(flatten)]
    pub opening: ModelArguments,
}

/// The paper's search for similar triangles.
#[derive(Clone, Copy, Debug, Args)]
pub struct SearchArguments {
    /// With --search breadth-first: distance in the space of weights within which vertices start the search [default: 0.1].
    #[arg(long, value_name = "0.001..2", value_parser = parse_omega, allow_negative_numbers = true)]
    pub omega: Option<f64>,
    /// With --search breadth-first: similarity below which a triangle ends the search [default: 1e-6].
    #[arg(long, value_name = "0..1", value_parser = parse_cut_off, allow_negative_numbers = true)]
    pub cut_off: Option<f64>,
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

/// The appearance of a picture.
#[derive(Debug, Args)]
pub struct PictureArguments {
    #[command(flatten)]
    pub look: LookArguments,
    #[command(flatten)]
    pub drawing: DrawingArguments,
}

/// Contents of a picture. A scene defines these itself.
#[derive(Debug, Args)]
#[command(next_help_heading = "Picture")]
pub struct LookArguments {
    /// View: front, back, side, other-side, top, bottom, three-quarter, or yaw=27,pitch=10,distance=3,target=0:1:0,fov=25
    /// (degrees, scene units); joint=forearm.L frames a joint with half of the bones before and after it:
    /// side,joint=forearm.L.
    #[arg(long, value_name = "VIEW", default_value = "three-quarter", value_parser = str::parse::<CameraText>)]
    pub camera: CameraText,
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "grid,shadow", help = overlay_help())]
    pub overlay: Vec<OverlayName>,
    /// Meaning of the skin's colors: materials, dominant-joint, influence-count, weights:JOINT, difference:METHOD,
    /// area-stretch, edge-stretch, volume-change (of blend zones), invalid-signs (of quaternions, under --antipodality),
    /// normal-error (the angle between the method's normals and those of the deformed surface) or similarity:VERTEX (of
    /// the weights to those of a vertex, counted as in `probe`, under --sigma and --similarity).
    #[arg(long, value_name = "PAINT", default_value = "materials", value_parser = str::parse::<PaintName>)]
    pub paint: PaintName,
    /// Distance at the far end of a difference map's palette, in scene units [default: the largest distance; the panes of
    /// `compare` share it].
    #[arg(long, value_name = "DISTANCE", value_parser = parse_distance, allow_negative_numbers = true)]
    pub paint_range: Option<f32>,
    /// Shading of the skin where it is not painted: textured; smooth or flat clay; clay with a checker or contours (lines
    /// along and around the limbs) that move with the skin; or matcap (colored by normals).
    #[arg(long, value_name = "LOOK", value_parser = parse_shading, default_value = "textured")]
    pub shading: Shading,
    /// Outline another method's skin, in that method's color, where it differs.
    #[arg(long, value_name = "METHOD", value_parser = str::parse::<OtherSkin>)]
    pub ghost: Option<OtherSkin>,
    /// Draw a diagram of the papers: paths (of a vertex to its blend), sphere (of the joints' rotations), screw (of a
    /// joint's motion), rotation-translation, rotation-centers or linear-centers. :JOINT chooses the joint [default: the
    /// joint that the pose turns most].
    #[arg(long, value_name = "NAME[:JOINT]", value_parser = str::parse::<DiagramChoice>)]
    pub diagram: Option<DiagramChoice>,
    /// Show only the skin that these joints, the joints below them and the bones before them move.
    #[arg(long, value_name = "JOINTS", value_delimiter = ',')]
    pub isolate: Vec<String>,
}

/// How a picture is drawn, whatever it shows.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Picture")]
pub struct DrawingArguments {
    /// Leave out the legend of `--paint`. The meaning of the colors is still printed.
    #[arg(long)]
    pub no_legend: bool,
    /// Use the light theme.
    #[arg(long)]
    pub light: bool,
    /// Draw from vertices in single precision instead of vertices packed into 32 bytes, which differ by less than a
    /// ten-thousandth of the model's extent in ordinary poses.
    #[arg(long)]
    pub full_precision: bool,
}

impl DrawingArguments {
    pub fn theme(&self) -> Theme {
        theme(self.light)
    }
}

/// The theme of `--light`.
pub(super) fn theme(light: bool) -> Theme {
    if light { Theme::Light } else { Theme::Dark }
}

#[derive(Debug, Args)]
#[command(after_help = examples::RENDER)]
pub struct RenderArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// Picture to write (.png), or - for standard output.
    #[arg(short, long, value_name = "OUT.png")]
    pub output: PathBuf,
    #[arg(long, value_name = "METHOD", value_parser = method_of, default_value = "lbs", help = method_help())]
    pub method: SkinningMethod,
    /// Make the background transparent.
    #[arg(long)]
    pub transparent: bool,
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true, help_heading = "Picture", help = size_help(DEFAULT_SIZE, ""))]
    pub size: Option<[u32; 2]>,
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
    /// glb (everything that is drawn). Positions are in the scene: right-handed, +Y up. - is standard output, and needs
    /// --format.
    #[arg(short, long, value_name = "OUT.{npy,ply,obj,glb}")]
    pub output: PathBuf,
    /// Format of the file, whatever its extension.
    #[arg(long, value_enum)]
    pub format: Option<MeshFormat>,
    #[arg(long, value_name = "METHOD", value_parser = method_of, default_value = "lbs", help = method_help())]
    pub method: SkinningMethod,
    /// Processor that deforms the skin [default: gpu, or cpu without a graphics driver].
    #[arg(long, value_enum)]
    pub backend: Option<Backend>,
    #[command(flatten)]
    pub pose: PoseArguments,
}

#[derive(Debug, Args)]
#[command(after_help = examples::MODELS)]
pub struct ModelsArguments {
    /// Bundled model to write. Without it, all are listed.
    #[arg(requires = "output", conflicts_with = "json")]
    pub name: Option<String>,
    /// File to write (.glb), or - for standard output.
    #[arg(short, long, value_name = "OUT.glb", requires = "name", conflicts_with = "json")]
    pub output: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = examples::RIG)]
pub struct RigArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// File to write (.glb), or - for standard output. Its weights are edited, and the twist joints are added to its nodes,
    /// skins, weights and clips, with constraints (VRMC_node_constraint) for other poses; everything else stays.
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
    /// Picture of the scene to write (.png), or - for standard output; or slides to write (.pdf), of the scene or of all
    /// scenes.
    #[arg(short, long, value_name = "OUT.{png,pdf}", conflicts_with = "json")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub drawing: SceneDrawingArguments,
    #[command(flatten)]
    pub picture: ScenePictureArguments,
    #[command(flatten)]
    pub access: AccessArguments,
    /// Print one JSON object instead of text.
    // Clap forgets what a flag requires if it conflicts with a flag that is given.
    #[arg(long, conflicts_with_all = ["SceneDrawingArguments", "ScenePictureArguments"])]
    pub json: bool,
}

/// How the picture or the slides of scenes are drawn.
#[derive(Debug, Args)]
#[group(requires = "output")]
pub struct SceneDrawingArguments {
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true, help = size_help(natural_size(2, 2), " for two panes, more for more, and 1920x1080 for slides"))]
    pub size: Option<[u32; 2]>,
    /// Use the light theme.
    #[arg(long)]
    pub light: bool,
    /// Leave out titles, caption and legends.
    #[arg(long)]
    pub no_labels: bool,
    /// Draw from vertices in single precision instead of vertices packed into 32 bytes.
    #[arg(long)]
    pub full_precision: bool,
}

/// Contents of the picture of one scene. Slides show scenes as they are.
#[derive(Debug, Args)]
#[group(requires = "id")]
pub struct ScenePictureArguments {
    /// Panes in a row [default: as in the scene].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    pub columns: Option<u16>,
    /// Pane to draw alone, by its number from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true, conflicts_with = "columns")]
    pub pane: Option<u16>,
    /// Make the background transparent.
    #[arg(long)]
    pub transparent: bool,
    /// Show only the skin that these joints, the joints below them and the bones before them move.
    #[arg(long, value_name = "JOINTS", value_delimiter = ',')]
    pub isolate: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = examples::TALK)]
pub struct TalkArguments {
    /// The talk (.toml), or a talk of the program: kavan-2007, kavan-2008, le-hodgins-2016, theo, williamson or later-methods.
    pub file: PathBuf,
    /// Scene to begin with, by its id or its number from 1.
    #[arg(long, value_name = "ID|N")]
    pub scene: Option<String>,
    /// Use the light theme.
    #[arg(long)]
    pub light: bool,
    /// Restore nothing of the last session, and save nothing for the next one.
    #[arg(long)]
    pub no_restore: bool,
    #[command(flatten)]
    pub access: AccessArguments,
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
