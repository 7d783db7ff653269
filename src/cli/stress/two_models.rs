//! `skinscope stress A B`: the worst joints of two models side by side. Each joint of the first model turns alone; the
//! second model takes every pose and is measured around the joint's partner.

use super::StressArguments;
use crate::centers::CenterSettings;
use crate::cli::CliError;
use crate::cli::centers::centers_for;
use crate::cli::compare::{fit_second, joint_table, names, open_second};
use crate::cli::document::{JsonDocument, ReportKind, TwoModels};
use crate::cli::fail_limits::{LimitReport, check_limits};
use crate::cli::output::Messages;
use crate::cli::own_methods;
use crate::cli::plot_file::{check_plot, write_plot};
use crate::cli::progress_line::with_progress;
use crate::cli::provenance::{CPU, ModelReport, OptionsReport};
use crate::cli::text::check_skinned;
use crate::cli::warnings::Warnings;
use crate::math::counted;
use crate::measure::{
    PairedOrder, PairedStress, RestSkin, StressEntry, StressMeasure, StressRanges, StressReport, paired_stress,
    stress_pose,
};
use crate::model::{Model, Pose, one_line};
use crate::pairs::{JointTable, ModelPair, PairFit};
use crate::plots::{Dot, DotPlot, DotRow, DotSeries, LineModel};
use crate::posing::{RangeSource, TurnRanges};
use crate::report::WarningCode;
use crate::rigging::Placement;
use crate::session::figures::{ShownSkin, names as names_of_skins};
use crate::skinning::{PrimitiveCenters, SkinningMethod, SkinningSettings};
use crate::stress::{StressSkin, stress_in_poses, stress_model};
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// The output of `stress A B --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct StressPairReport {
    adapter: &'static str,
    options: OptionsReport,
    /// Angle by which the second model was turned about the vertical to face as the first does.
    second_turn_degrees: u32,
    /// Range of the first model: "natural", "clips" or "degrees".
    range: &'static str,
    /// Degrees to either side. Null if they do not determine the range.
    degrees: Option<f32>,
    /// The limits of `--fail-under` and `--fail-over`, where there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<LimitReport>,
    methods: Vec<MethodReport>,
}

impl ReportKind for StressPairReport {
    type Models = TwoModels;
    const KIND: &'static str = "skinscope_stress_pair";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MethodReport {
    method: &'static str,
    /// Collapses, in the order of --sort.
    collapse: Vec<PairReport>,
    bulge: Vec<PairReport>,
    stretch: Vec<PairReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PairReport {
    /// The joint of the first model that turns.
    joint: String,
    /// Partner of the joint in the second model; null if there is none.
    second_joint: Option<String>,
    /// Source of the range: "clips", "limits", "kind" or "degrees".
    range: &'static str,
    /// The worst case of each model; null if there is nothing to measure.
    first: Option<EntryReport>,
    second: Option<EntryReport>,
    /// The second model's figure minus the first one's.
    difference: Option<f64>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct EntryReport {
    over_rest: f64,
    /// "rx", "ry" or "rz" of the first model's joint.
    key: &'static str,
    degrees: f32,
    primitive: u32,
    vertex: u32,
}

/// Both models and the results.
struct Outcome<'a> {
    models: [&'a Arc<Model>; 2],
    names: [String; 2],
    pair: &'a ModelPair,
    placement: Placement,
    turns: TurnRanges,
    skins: Vec<SkinningSettings>,
    found: [StressReport; 2],
    order: PairedOrder,
    limits: Vec<LimitReport>,
}

pub(super) fn run(arguments: &StressArguments, other: &Path) -> Result<(), CliError> {
    arguments.output.as_deref().map_or(Ok(()), check_plot)?;
    let table = joint_table(arguments.second.joints.as_deref())?;
    let first = arguments.opening.open(&arguments.model)?;
    let mut second = open_second(&arguments.opening, &arguments.second.other_twist, other, &first)?;
    let names = names(&first, &second);
    let mut warnings = Warnings::default();
    warnings.tell_both([&first, &second], &names);
    let fit = PairFit { keep_facing: arguments.second.keep_facing, ..PairFit::default() };
    let (placement, _) = fit_second(fit, &first, &mut second, (&names, other), &mut warnings)?;
    let models = [&first.asset.model, &second.asset.model];
    check_skinned(models[0], &arguments.model)?;
    check_skinned(models[1], other)?;
    let turns = warnings.about_first(|warnings| arguments.ranges.turns(models[0], warnings))?;
    let rest = models.map(|model| RestSkin::of(model));
    let pair = ModelPair::of([models[0], models[1]], [&rest[0].surface, &rest[1].surface], &table)
        .map_err(|cause| CliError::JointTable { cause, path: arguments.second.joints.clone().unwrap_or_default() })?;
    let skeletons = models.map(|model| &model.skeleton);
    if let Some(warning) = pair.joints.warning(skeletons, [&names[0], &names[1]]) {
        let can_help = JointTable::can_help(skeletons);
        let remedy = if can_help { "; `compare --save-joints` writes a table" } else { "" };
        warnings.add(WarningCode::JointsUnmatched, format!("{warning}{remedy}"));
    }
    let methods: Vec<SkinningMethod> = arguments.methods();
    let skins: Vec<SkinningSettings> = methods.iter().map(|&method| arguments.skinning(method)).collect();
    let found = test(
        (models, &rest),
        &pair,
        &turns.ranges,
        &skins,
        &[0, 1].map(|side| centers_for(models[side], &methods, &arguments.centers)),
    );
    own_methods::check()?;
    let of_model = |side: usize| {
        let of = format!(" in {}", names[side]);
        super::limits::numbers(&found[side], skeletons[side], &skins, &of)
    };
    let limits = arguments.limits.reports(|| [of_model(0), of_model(1)].concat());
    let outcome = Outcome {
        models,
        names,
        pair: &pair,
        placement,
        turns,
        skins,
        found,
        order: arguments.sort.unwrap_or_default(),
        limits,
    };
    let messages = Messages::beside(arguments.output.as_deref());
    if arguments.json {
        let files = [ModelReport::of(&first), ModelReport::of(&second)];
        messages.print(&JsonDocument::new(files, outcome.report(arguments.options()), warnings.all()).pretty()?)?;
    } else {
        messages.print(&outcome.text(usize::from(arguments.top)))?;
    }
    if let Some(output) = &arguments.output {
        outcome.plot(output, arguments.measure, usize::from(arguments.top))?;
    }
    check_limits(&outcome.limits)
}

/// Tests both models in the poses of the first.
fn test(
    ([first, second], rest): ([&Arc<Model>; 2], &[RestSkin; 2]),
    pair: &ModelPair,
    ranges: &StressRanges,
    skins: &[SkinningSettings],
    centers: &[Vec<PrimitiveCenters>; 2],
) -> [StressReport; 2] {
    let tried = |side: usize| -> Vec<StressSkin<'_>> {
        skins.iter().map(|&settings| StressSkin { settings, centers: &centers[side] }).collect()
    };
    let (joints, skeletons) = (&pair.joints, [&first.skeleton, &second.skeleton]);
    let of_partners = ranges.of_partners((0..second.skeleton.len() as u32).map(|node| joints.first_of(node)));
    let pose = |node: u32, axis: usize, degrees: f32| match joints.first_of(node) {
        Some(turned) => pair.pose(skeletons, &stress_pose(first, turned, axis, degrees).1),
        None => Pose::rest(&second.skeleton),
    };
    // These jobs are never canceled.
    with_progress("Stress test", |progress| {
        let of_first = stress_model(first, &rest[0], &tried(0), ranges, progress).unwrap_or_default();
        let of_second = stress_in_poses(second, &rest[1], &tried(1), (&of_partners, &pose), progress);
        [of_first, of_second.unwrap_or_default()]
    })
}

impl Outcome<'_> {
    fn paired(&self, method: usize, measure: StressMeasure) -> Vec<PairedStress> {
        let partner = |node| self.pair.joints.second_of(node);
        paired_stress([&self.found[0], &self.found[1]], partner, (method, measure), self.order)
    }

    fn report(&self, options: OptionsReport) -> StressPairReport {
        let entry = |entry: StressEntry| EntryReport {
            over_rest: entry.over_rest,
            key: entry.rotation_key(),
            degrees: entry.degrees,
            primitive: entry.vertex_id.primitive,
            vertex: entry.vertex_id.vertex,
        };
        let pair = |pair: &PairedStress| PairReport {
            joint: self.models[0].skeleton.address(pair.node),
            second_joint: self.pair.joints.second_of(pair.node).map(|node| self.models[1].skeleton.address(node)),
            range: self.turns.origin(pair.node).id(),
            first: pair.first.map(entry),
            second: pair.second.map(entry),
            difference: pair.difference(),
        };
        let method = |(index, settings): (usize, &SkinningSettings)| {
            let list = |measure| self.paired(index, measure).iter().map(pair).collect();
            MethodReport {
                method: settings.method.id(),
                collapse: list(StressMeasure::Collapse),
                bulge: list(StressMeasure::Bulge),
                stretch: list(StressMeasure::Stretch),
            }
        };
        let degrees = if let RangeSource::Degrees(degrees) = self.turns.source { Some(degrees) } else { None };
        StressPairReport {
            adapter: CPU,
            options,
            second_turn_degrees: self.placement.turn_degrees(),
            range: self.turns.source.id(),
            degrees,
            limits: self.limits.clone(),
            methods: self.skins.iter().enumerate().map(method).collect(),
        }
    }

    /// A list for each method and measure: the joint, and the result of each model at its own worst angle.
    fn text(&self, top: usize) -> String {
        let range = self.turns.source.described();
        let [a, b] = &self.names;
        let joints = counted(self.found[0].joints.len(), "joint", "joints");
        let mut text = format!("{a} and {b}: {joints}, each {range}; the second takes the poses of the first\n");
        let label = |node: u32| one_line(&self.models[0].skeleton.label(node));
        let width =
            self.found[0].joints.iter().map(|joint| label(joint.node).chars().count()).max().unwrap_or(0).max(5);
        let widths = [a, b].map(|name| name.chars().count().max(16) + 2);
        let value = |entry: Option<StressEntry>| match entry {
            Some(entry) => format!("{:.3} {} {:>6.1}", entry.over_rest, entry.axis_name(), entry.degrees),
            None => "-".to_owned(),
        };
        for (index, settings) in self.skins.iter().enumerate() {
            text += &format!("\n{}\n", settings.method.full_name());
            for measure in StressMeasure::ALL {
                let pairs = self.paired(index, measure);
                text += &format!("  {}, {}\n", measure.label(), measure.figure().unit());
                if pairs.is_empty() {
                    text += "       none\n";
                    continue;
                }
                let [first, second] = widths;
                text += &format!("        {:<width$}{a:>first$}{b:>second$}  difference\n", "joint");
                for (rank, pair) in pairs.iter().take(top).enumerate() {
                    let difference = pair.difference().map_or_else(|| "-".to_owned(), |by| format!("{by:+.3}"));
                    text += &format!(
                        "  {:>4}  {:<width$}{:>first$}{:>second$}  {difference:>10}   {}\n",
                        rank + 1,
                        label(pair.node),
                        value(pair.first),
                        value(pair.second),
                        self.turns.origin(pair.node).label(),
                    );
                }
            }
        }
        text
    }

    /// A plot with a row for each joint, with a dot for each method in each model.
    fn plot(&self, path: &Path, measure: StressMeasure, top: usize) -> Result<(), CliError> {
        let count = self.skins.len();
        let mut rows: Vec<PairedStress> = Vec::new();
        let lists: Vec<Vec<PairedStress>> = (0..count).map(|method| self.paired(method, measure)).collect();
        // Takes joints one by one from the tops of all lists.
        for rank in 0..lists.iter().map(Vec::len).max().unwrap_or(0) {
            for pair in lists.iter().filter_map(|list| list.get(rank)) {
                if !rows.iter().any(|row| row.node == pair.node) {
                    rows.push(*pair);
                }
            }
        }
        if rows.is_empty() {
            return Err(CliError::NothingStressed { measure: measure.flag() });
        }
        let shown: Vec<ShownSkin> = self.skins.iter().map(|&s| ShownSkin::new(s, CenterSettings::default())).collect();
        let dot = |side: usize, method: usize, node: u32| {
            let node = if side == 0 { Some(node) } else { self.pair.joints.second_of(node) }?;
            let joint = self.found[side].joints.iter().find(|joint| joint.node == node)?;
            let value = joint.worst.get(method)?[measure as usize]?.over_rest;
            Some(Dot { series: 2 * method + side, value })
        };
        let row = |pair: &PairedStress| DotRow {
            name: self.models[0].skeleton.label(pair.node),
            method: None,
            dots: (0..count).flat_map(|method| [0, 1].map(|side| dot(side, method, pair.node))).flatten().collect(),
        };
        let named = |(settings, name): (&SkinningSettings, String)| {
            [(0, LineModel::First), (1, LineModel::Second)].map(|(side, model)| {
                let name = format!("{name} \u{b7} {}", self.names[side]);
                DotSeries::of_method_in_model(settings.method, model, name)
            })
        };
        let title = format!("{} of {} and {}, worst joints", measure.label(), self.names[0], self.names[1]);
        let plot = DotPlot {
            subtitle: "each joint alone; the worst angle of each model under each method".to_owned(),
            label: format!("{}, {}", measure.label(), measure.figure().unit()),
            reference: Some(1.0),
            is_logarithmic: false,
            series: self.skins.iter().zip(names_of_skins(&shown)).flat_map(named).collect(),
            rows: rows.iter().take(top).map(row).collect(),
            title: title.clone(),
        };
        write_plot(path, &title, plot.svg())
    }
}
