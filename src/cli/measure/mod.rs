//! `skinscope measure`: the figures of `measure/` for one pose or for a sweep, as text or JSON.

mod arguments;
mod figures_report;
mod limits;
mod plot;
pub(super) mod report;
pub(super) mod sweep;
mod table;

use super::deformer::Deformer;
use super::document::JsonDocument;
use super::fail_limits::check_limits;
use super::plot_file::check_plot;
use super::progress_line::with_progress;
use super::provenance::{ModelReport, OptionsReport, PoseReport};
use super::text::{check_skinned, print};
use super::turns::warn_of_turns;
use super::warnings::Warnings;
use super::{CliError, pose_model};
use crate::measure::{
    DeformedSkin, Difference, Figure, Figures, Measurements, PosedBones, RestJoint, RestSkin, Scope, Surface,
    turned_degrees,
};
use crate::model::{Model, Pose};
use crate::skinning::{SkinnedVertex, SkinningMethod, SkinningSettings};
use report::MeasureReport;

pub use arguments::MeasureArguments;
pub(super) use arguments::{DEFAULT_OF_SWEEP, ids};
pub(super) use sweep::{at_angle, under};

/// The definition of each figure, for the help.
fn definitions() -> String {
    let entry = |figure: Figure| {
        format!("  {} ({}): {} Source: {}.", figure.id(), figure.unit(), figure.definition(), figure.source())
    };
    // A single model has no distance to another one.
    let measured = Figure::ALL.into_iter().filter(|figure| figure.scope() != Scope::Models);
    format!("Measurements:\n{}", measured.map(entry).collect::<Vec<_>>().join("\n"))
}

/// The measured joint.
#[derive(Clone, Copy, Debug)]
struct Selected {
    node: u32,
    /// Whether the user named it. Otherwise it is the joint that the pose turns most.
    named: bool,
}

/// What is measured in one pose.
const MEASURED: [Scope; 3] = [Scope::Joint, Scope::Skin, Scope::Methods];

/// One method's part of a report.
struct Measured {
    settings: SkinningSettings,
    figures: Figures,
    to_lbs: Difference,
    to_dib: Difference,
}

impl Measured {
    fn measurements(&self) -> Measurements<'_> {
        let Self { figures, to_lbs, to_dib, .. } = self;
        Measurements { figures: Some(figures), to_lbs: Some(*to_lbs), to_dib: Some(*to_dib), ..Measurements::default() }
    }
}

pub(super) fn run(arguments: &MeasureArguments) -> Result<(), CliError> {
    let figure = arguments.plotted()?;
    arguments.output.as_deref().map_or(Ok(()), check_plot)?;
    let opened = arguments.pose.opening.open(&arguments.model)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let model = &posed.model;
    let mut warnings = Warnings::of(&opened, &posed);
    check_skinned(model, &arguments.model)?;
    let rest = RestSkin::of(model);
    let named = arguments.joint.as_deref().map(|given| named_joint(model, &rest, given)).transpose()?;
    let made = Provenance {
        model: ModelReport::of(&opened),
        pose: PoseReport::of(&opened, &posed, &arguments.pose),
        options: OptionsReport::of(&arguments.pose),
    };
    if let Some(range) = &arguments.sweep {
        return sweep::run(&mut warnings, (arguments, figure), (&posed, &rest), made, named, range);
    }
    arguments.limits.check_names(&limits::names(MEASURED))?;
    let selected = match named {
        Some(node) => Some(Selected { node, named: true }),
        None => most_turned(model, &posed.pose, &rest).map(|node| Selected { node, named: false }),
    };
    let methods = arguments.methods();
    warn_of_turns(&mut warnings, model, &posed, &arguments.pose, &methods);
    // The methods against which differences are measured.
    let wanted: Vec<SkinningMethod> =
        methods.iter().copied().chain([SkinningMethod::Lbs, SkinningMethod::Dib]).collect();
    let deformer = Deformer::new(&mut warnings, model, arguments.backend, &wanted, &arguments.pose.centers)?;
    let joint = selected.map(|selected| RestJoint::of(&rest, selected.node));
    let bones = rest.bones.posed(model, &posed.pose, arguments.pose.scaling.scale);
    let deformed = |method| deformed(&deformer, &rest.surface, &posed.pose, arguments.pose.skinning(method));
    let compared = |method| {
        let settings = arguments.pose.skinning(method).compared_with(method);
        self::deformed(&deformer, &rest.surface, &posed.pose, settings)
    };
    let (lbs, dib) = (compared(SkinningMethod::Lbs)?, compared(SkinningMethod::Dib)?);
    let measure = |method| {
        let skin = deformed(method)?;
        Ok(Measured {
            settings: arguments.pose.skinning(method),
            figures: Figures::measure(&rest, joint.as_ref(), &skin, &bones),
            to_lbs: Difference::between(&skin, &lbs),
            to_dib: Difference::between(&skin, &dib),
        })
    };
    let measured = with_progress("Methods", |progress| {
        progress.add_total(methods.len() as u64);
        let measured = methods.into_iter().map(|method| measure(method).inspect(|_| progress.advance(1)));
        measured.collect::<Result<Vec<Measured>, CliError>>()
    })?;
    let limits = arguments.limits.reports(|| limits::numbers(&measured));
    let subject = Subject { model, rest: &rest, pose: &posed.pose, bones: &bones, selected };
    if arguments.json {
        let report = MeasureReport::new(&subject, &made, deformer.adapter(), &measured, limits.clone());
        print(&JsonDocument::new(made.model.clone(), report, warnings.all()).pretty()?)?;
    } else {
        print(&table::text(&subject, &measured))?;
    }
    arguments.output.as_deref().map_or(Ok(()), |output| plot::sections(output, figure, &subject, &measured))?;
    check_limits(&limits)
}

/// The source and settings of a measurement.
struct Provenance {
    model: ModelReport,
    pose: PoseReport,
    options: OptionsReport,
}

/// The subject of a measurement.
struct Subject<'a> {
    model: &'a Model,
    rest: &'a RestSkin,
    pose: &'a Pose,
    bones: &'a PosedBones,
    selected: Option<Selected>,
}

fn deformed(
    deformer: &Deformer,
    surface: &Surface,
    pose: &Pose,
    settings: SkinningSettings,
) -> Result<DeformedSkin, CliError> {
    let primitives = deformer.deform(pose, settings)?;
    Ok(surface.deformed(|primitive| primitives[primitive].iter().map(SkinnedVertex::position_and_normal)))
}

pub(super) fn named_joint(model: &Model, rest: &RestSkin, given: &str) -> Result<u32, CliError> {
    let node = model.skeleton.find(given).map_err(|cause| CliError::Joint { cause, given: given.to_owned() })?;
    if rest.is_joint(node) { Ok(node) } else { Err(CliError::NotAJoint { given: given.to_owned() }) }
}

/// Smallest turn that is more than rounding, in degrees.
const LEAST_TURN: f64 = 1e-3;

/// The joint with a blend zone that a pose turns most, or the first of equals. Driven joints come last: they do not
/// turn on their own. `None` at rest.
fn most_turned(model: &Model, pose: &Pose, rest: &RestSkin) -> Option<u32> {
    let mut turned: Vec<(f64, u32)> = (0..model.skeleton.len() as u32)
        .filter(|&node| rest.is_joint(node))
        .map(|node| (turned_degrees(&model.skeleton, pose, node), node))
        .filter(|(degrees, _)| *degrees > LEAST_TURN)
        .collect();
    let is_driven = |node: u32| model.skeleton.is_driven(node);
    turned.sort_by(|a, b| is_driven(a.1).cmp(&is_driven(b.1)).then(b.0.total_cmp(&a.0)).then(a.1.cmp(&b.1)));
    let has_zone = |node: &u32| !crate::measure::BlendZone::of(&rest.surface, &rest.bones, *node).is_empty();
    turned.into_iter().map(|(_, node)| node).find(has_zone)
}
