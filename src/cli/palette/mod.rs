//! `skinscope palette`: the data that the shaders get for a pose, as JSON.

mod arguments;
pub(super) mod report;
mod vertices;

use super::document::JsonDocument;
use super::output::{check_ending, write_output};
use super::provenance::{ModelReport, OptionsReport, PoseReport};
use super::turns::warn_of_turns;
use super::warnings::Warnings;
use super::{CliError, pose_model};
use crate::model::SkinKind;
use crate::skinning::{JointPalette, PaletteList, SkinningMethod, SkinningSettings};
use report::{Made, PaletteReport};
use std::sync::Arc;
use vertices::VertexLists;

pub use arguments::PaletteArguments;

pub(super) fn run(arguments: &PaletteArguments) -> Result<(), CliError> {
    check_ending(&arguments.output, "json", "*.json")?;
    let opened = arguments.pose.opening.open(&arguments.model)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let model = &posed.model;
    let mut warnings = Warnings::of(&opened, &posed);
    warn_of_turns(&mut warnings, model, &posed, &arguments.pose, &[arguments.method]);
    let settings = arguments.pose.skinning(arguments.method);
    let mut palettes = JointPalette::all(model, &posed.pose, settings);
    if arguments.all {
        for method in SkinningMethod::ALL.into_iter().filter(|method| method.has_own_palette()) {
            let others = JointPalette::all(model, &posed.pose, SkinningSettings { method, ..settings });
            palettes.iter_mut().zip(others).for_each(|(palette, other)| palette.take_own_lists(other));
        }
    }
    let kept = if arguments.all { arguments.pose.stored.skin() } else { settings.stored };
    let stored = if kept.is_full() { Arc::clone(model) } else { model.stored(kept) };
    let methods = if arguments.all { &SkinningMethod::ALL[..] } else { &[arguments.method] };
    let primitives = arguments.vertices.then(|| {
        let centers = super::centers::centers_for(model, methods, &arguments.pose.centers);
        VertexLists::of(model, &stored, methods, &centers)
    });
    let made =
        Made { pose: PoseReport::of(&opened, &posed, &arguments.pose), options: OptionsReport::of(&arguments.pose) };
    let lists = |kind: SkinKind| {
        if arguments.all { PaletteList::ALL.to_vec() } else { PaletteList::of(arguments.method, kind) }
    };
    let report = PaletteReport::new(model, made, settings, &palettes, lists, primitives);
    let document = JsonDocument::new(ModelReport::of(&opened), report, warnings.all());
    write_output(&arguments.output, document.lines()?.as_bytes())
}
