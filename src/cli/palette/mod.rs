//! `skinscope palette`: the data that the shaders get for a pose, as JSON.

mod arguments;
mod report;
mod vertices;

use super::json_lines::json_lines;
use super::output::{check_ending, write_output};
use super::provenance::{ModelReport, OptionsReport, PoseReport};
use super::text::{print_pose_warnings, print_warnings};
use super::turns::warn_of_turns;
use super::{CliError, pose_model};
use crate::model::SkinKind;
use crate::skinning::{JointPalette, PaletteList, SkinningMethod, SkinningSettings};
use report::{Made, PaletteReport};
use vertices::VertexLists;

pub use arguments::PaletteArguments;

pub(super) fn run(arguments: &PaletteArguments) -> Result<(), CliError> {
    check_ending(&arguments.output, "json", "*.json")?;
    let opened = arguments.pose.opening.open(&arguments.model)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let model = &posed.model;
    print_warnings(&opened);
    print_pose_warnings(&posed);
    warn_of_turns(model, &posed, &arguments.pose, &[arguments.method]);
    let settings = arguments.pose.skinning(arguments.method);
    let mut palettes = JointPalette::all(model, &posed.pose, settings);
    if arguments.all {
        let spherical = SkinningSettings { method: SkinningMethod::Spherical, ..settings };
        for (palette, other) in palettes.iter_mut().zip(JointPalette::all(model, &posed.pose, spherical)) {
            palette.rotation_centers = other.rotation_centers;
        }
    }
    let methods = if arguments.all { &SkinningMethod::ALL[..] } else { &[arguments.method] };
    let primitives = arguments.vertices.then(|| {
        let centers = super::centers::centers_for(model, methods, &arguments.pose.centers);
        VertexLists::of(model, methods, &centers)
    });
    let made = Made {
        model: ModelReport::of(&opened),
        pose: PoseReport::of(&opened, &posed, &arguments.pose),
        options: OptionsReport::of(&arguments.pose),
    };
    let lists = |kind: SkinKind| {
        if arguments.all { PaletteList::ALL.to_vec() } else { PaletteList::of(arguments.method, kind) }
    };
    let report = PaletteReport::new(model, made, settings, &palettes, lists, primitives);
    write_output(&arguments.output, json_lines(&report)?.as_bytes())
}
