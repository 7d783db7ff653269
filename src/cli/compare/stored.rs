//! What it costs to store less of a skin, for the panes of one model.

use super::{CompareArguments, named};
use crate::cli::centers::centers_for;
use crate::cli::document::{OneModel, ReportKind};
use crate::cli::progress_line::with_progress;
use crate::cli::provenance::{CPU, OptionsReport};
use crate::cli::shared_arguments::PoseArguments;
use crate::cli::{CliError, PosedModel};
use crate::model::{Model, ROTATION_KEYS, StoredSkin};
use crate::panes::{PaneSettings, Scene};
use crate::posing::{RangeSource, TurnRanges};
use crate::sheets::PaneNote;
use crate::skinning::SkinningSettings;
use crate::stress::{StoredCost, StressSkin, WorstStored, stored_cost};
use crate::view::SkinPaint;
use serde::Serialize;
use std::sync::Arc;

/// The output of `compare --json` about the stored skins of one model. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct StoredSkinsReport<'a> {
    /// Costs are always computed on the CPU.
    adapter: &'static str,
    options: OptionsReport,
    name: &'a str,
    /// A stored skin for each pane that does not keep everything.
    skins: Vec<StoredSkinReport>,
}

impl ReportKind for StoredSkinsReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_stored_skins";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct StoredSkinReport {
    method: &'static str,
    /// The kept influences of each vertex. Null for all.
    influences: Option<u8>,
    /// The bits of each weight. Null where they are not rounded.
    weight_bits: Option<u8>,
    /// The bits of each coordinate. Null where positions are not rounded.
    position_bits: Option<u8>,
    /// The joints that are kept of each vertex's surroundings, under direct-delta-mush. Null for all.
    surrounding_joints: Option<u8>,
    /// Count of tested poses, without the rest pose.
    poses: usize,
    /// Largest distance from the full skin, over the extent.
    largest: f64,
    /// 99th percentile of the distances.
    p99: f64,
    root_mean_square: f64,
    /// Where the largest distance is. Null if there is none.
    worst: Option<WorstReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WorstReport {
    /// The joint of the vertex's largest weight.
    joint: String,
    /// The pose as `--set` takes it. Null at rest.
    set: Option<String>,
    /// Index of the primitive in node order, including rigid ones.
    primitive: u32,
    /// Index of the vertex in accessor order.
    vertex: u32,
}

impl<'a> StoredSkinsReport<'a> {
    pub(super) fn new(
        model: &'a Model,
        arguments: &CompareArguments,
        skins: &[SkinningSettings],
        costs: &[Option<StoredCost>],
    ) -> Self {
        let skin = |(skin, cost): (&SkinningSettings, &Option<StoredCost>)| {
            let StoredCost { distance, worst, poses } = (*cost)?;
            let StoredSkin { most_influences, weight_bits, position_bits, most_surrounding_joints } = skin.stored;
            Some(StoredSkinReport {
                method: skin.method.id(),
                influences: most_influences.map(u8::from),
                weight_bits: weight_bits.map(u8::from),
                position_bits: position_bits.map(u8::from),
                surrounding_joints: most_surrounding_joints.map(u8::from),
                poses,
                largest: distance.largest,
                p99: distance.percentile_99,
                root_mean_square: distance.root_mean_square,
                worst: worst.map(|worst| WorstReport {
                    joint: heaviest_joint(model, &worst),
                    set: set_of(model, &worst),
                    primitive: worst.vertex_id.primitive,
                    vertex: worst.vertex_id.vertex,
                }),
            })
        };
        let PoseArguments { blending, scaling, centers, .. } = &arguments.pose;
        Self {
            adapter: CPU,
            options: OptionsReport::new(blending, scaling, centers),
            name: &model.name,
            skins: skins.iter().zip(costs).filter_map(skin).collect(),
        }
    }
}

/// The cost of each skin, over the natural ranges of the joints. `None` for a full skin. Poses have the shape at rest.
pub(super) fn costs(
    model: &Arc<Model>,
    posed: &PosedModel,
    arguments: &CompareArguments,
    skins: &[SkinningSettings],
) -> Result<Vec<Option<StoredCost>>, CliError> {
    if skins.iter().all(|skin| skin.stored.is_full()) {
        return Ok(vec![None; skins.len()]);
    }
    let ranges = TurnRanges::of(model, RangeSource::Natural, &posed.limits).ranges;
    let centers = centers_for(model, &arguments.methods(), &arguments.pose.centers);
    let cost = |&settings: &SkinningSettings| {
        if settings.stored.is_full() {
            return Ok(None);
        }
        let skin = StressSkin { settings, centers: &centers };
        // This job is never canceled.
        with_progress("Stored skins", |progress| stored_cost(model, &skin, &ranges, progress)).map_err(CliError::from)
    };
    skins.iter().map(cost).collect()
}

/// A line about each stored skin.
pub(super) fn text(model: &Model, skins: &[SkinningSettings], costs: &[Option<StoredCost>]) -> String {
    let line = |(skin, cost): (&SkinningSettings, &Option<StoredCost>)| {
        let cost = cost.as_ref()?;
        let distance = cost.distance;
        let said = match &cost.worst {
            None if cost.poses == 0 => "no joint of a skin turns, so that nothing is compared".to_owned(),
            None => "no distance from the full skin".to_owned(),
            Some(worst) => format!(
                "up to {} % of the extent from the full skin, {}; 99 of 100 within {} %, rms {} %",
                percent(distance.largest),
                place(model, worst),
                percent(distance.percentile_99),
                percent(distance.root_mean_square),
            ),
        };
        Some(format!("{}: {said} ({} poses)\n", named(*skin), cost.poses))
    };
    skins.iter().zip(costs).filter_map(line).collect()
}

/// The vertex with the joint of its largest weight, and what turned.
fn place(model: &Model, worst: &WorstStored) -> String {
    let id = worst.vertex_id;
    let joint = heaviest_joint(model, worst);
    let vertex = format!("at vertex {} of primitive {} near {joint}", id.vertex, id.primitive);
    set_of(model, worst).map_or_else(|| format!("{vertex} at rest"), |set| format!("{vertex} with {set}"))
}

/// The pose of the largest distance, as `--set` takes it. `None` at rest.
fn set_of(model: &Model, worst: &WorstStored) -> Option<String> {
    let (node, axis, degrees) = worst.turned?;
    let axis = ROTATION_KEYS[axis.min(2)];
    let degrees = (degrees * 100.0).round() / 100.0;
    Some(format!("{}:{axis}={degrees}", model.skeleton.address(node)))
}

fn heaviest_joint(model: &Model, worst: &WorstStored) -> String {
    let primitive = &model.primitives[worst.vertex_id.primitive as usize];
    let joint = primitive.influences.of(worst.vertex_id.vertex as usize)[0].joint;
    model.skeleton.label(model.skins[primitive.skin as usize].joints[joint as usize].node)
}

/// A fraction in percent, with three digits where it is small.
fn percent(fraction: f64) -> String {
    let percent = 100.0 * fraction;
    match percent {
        0.0 => "0".to_owned(),
        small if small < 0.001 => format!("{small:.0e}"),
        percent => format!("{percent:.3}"),
    }
}

/// The cost in each pane's corner, where no legend has it.
pub(super) fn notes(
    model: &Model,
    scene: &Scene,
    costs: &[Option<StoredCost>],
    arguments: &CompareArguments,
) -> Vec<PaneNote> {
    if costs.iter().all(Option::is_none) {
        return Vec::new();
    }
    let no_legend = arguments.picture.drawing.no_legend;
    let note = |(pane, cost): (PaneSettings, &Option<StoredCost>)| {
        let has_legend = pane.look.paint != SkinPaint::Materials && !no_legend;
        match cost {
            Some(cost) if !has_legend => PaneNote {
                line: format!("up to {} % from full", percent(cost.distance.largest)),
                below: cost
                    .worst
                    .map_or_else(String::new, |worst| format!("of the extent, {}", heaviest_joint(model, &worst))),
                is_below_optional: true,
            },
            _ => PaneNote::default(),
        }
    };
    scene.panes().into_iter().zip(costs).map(note).collect()
}
