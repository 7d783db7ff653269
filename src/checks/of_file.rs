//! Opens one file and measures what rules ask for.

use super::evaluate::{Evaluated, evaluate};
use super::file_check::CheckedResource;
use super::found::{Found, vertex};
use super::rule::Work;
use super::{CheckOutcome, CheckedWarning, FileCheck, Place, Rule, Rules, of_clips, of_stress};
use crate::files::{Access, ModelSource, OpenOptions, OpenedModel, ReadResource, open_model_with, path_text};
use crate::health::RigHealth;
use crate::import::{ImportWarning, ImportedAsset, WarningKind};
use crate::measure::RestSkin;
use crate::model::{Model, one_line};
use crate::report::{Level, WarningCode, level_of_warning};
use crate::work::{Progress, catch_panic};
use std::path::Path;
use std::time::Instant;

/// What to measure of every file.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    pub rules: Rules,
    pub options: OpenOptions,
    /// Whether numbers without a limit are measured too if that takes long, for proposals.
    pub measures_all: bool,
    /// Whether results have times.
    pub has_times: bool,
}

impl CheckRequest {
    /// Whether a number has to be known.
    fn wants(&self, work: Work) -> bool {
        self.measures_all || Rule::ALL.into_iter().any(|rule| rule.work() == work && self.rules.is_limited(rule))
    }
}

/// Checks one file. Whatever is wrong with it is in the result, a panic of a library too. `None` if canceled.
pub fn check_file(request: &CheckRequest, path: &Path, progress: &Progress) -> Option<FileCheck> {
    let started = Instant::now();
    let mut check = match catch_panic(|| checked(request, path, progress)) {
        Ok(Some(check)) => check,
        Ok(None) if progress.is_canceled() => return None,
        Ok(None) => broken(request, path, "it could not be measured"),
        Err(panic) => broken(request, path, &format!("this program failed: {}", panic.message)),
    };
    check.milliseconds = request.has_times.then(|| (started.elapsed().as_secs_f64() * 1e6).round() / 1e3);
    Some(check)
}

/// The result of a file that cannot be checked.
fn broken(request: &CheckRequest, path: &Path, error: &str) -> FileCheck {
    FileCheck {
        skinscope_check: FileCheck::VERSION,
        program_version: env!("CARGO_PKG_VERSION").to_owned(),
        rules: request.rules.hash(),
        allows_outside: request.options.access != Access::default(),
        path: path_text(path),
        blake3: None,
        resources: Vec::new(),
        outcome: CheckOutcome::Broken,
        error: Some(one_line(error)),
        failures: Vec::new(),
        measured_all: request.measures_all,
        numbers: Default::default(),
        joints: Default::default(),
        warnings: Vec::new(),
        milliseconds: None,
    }
}

fn checked(request: &CheckRequest, path: &Path, progress: &Progress) -> Option<FileCheck> {
    let opened = match open_model_with(ModelSource::named(path), &request.options) {
        Ok(opened) => opened,
        Err(error) => return Some(broken(request, path, &error.to_string())),
    };
    let Evaluated { numbers, joints, failures } = evaluate(numbers(request, &opened, progress)?, &request.rules);
    let resource = |read: &ReadResource| CheckedResource {
        path: read.relative_path.clone(),
        blake3: read.hash.to_hex().to_string(),
    };
    let warning =
        |warning: &ImportWarning| CheckedWarning::new(WarningCode::from(&warning.kind), one_line(&warning.to_string()));
    Some(FileCheck {
        outcome: if failures.is_empty() { CheckOutcome::Passed } else { CheckOutcome::Failed },
        error: None,
        blake3: Some(opened.hash.to_hex().to_string()),
        resources: opened.resources.iter().map(resource).collect(),
        warnings: opened.asset.warnings.iter().map(warning).collect(),
        numbers,
        joints,
        failures,
        ..broken(request, path, "")
    })
}

/// All wanted numbers. `None` if canceled.
fn numbers(request: &CheckRequest, opened: &OpenedModel, progress: &Progress) -> Option<Vec<Found>> {
    let model = &opened.asset.model;
    let mut found = of_import(&opened.asset.warnings, &request.rules);
    found.extend(of_size(model));
    // A library of props and animals is not told about bones of avatars.
    if opened.asset.humanoid.is_some() || request.rules.is_limited(Rule::MissingBones) {
        found.push(of_humanoid(&opened.asset));
    }
    if !model.has_skin() {
        return Some(found);
    }
    let rest = RestSkin::of(model);
    found.extend(of_rig(model, &RigHealth::of(model, &rest.surface)));
    let counts_intersections = request.wants(Work::Intersections);
    let turns_joints = request.wants(Work::Stress) || counts_intersections;
    let plays_clips = request.wants(Work::Clips) && !model.clips.is_empty();
    if !turns_joints && !plays_clips {
        return Some(found);
    }
    let rules = &request.rules;
    let centers = of_stress::centers_of(rules, model, progress)?;
    let skins = of_stress::skins(rules, &centers);
    if turns_joints {
        found.extend(of_stress::numbers(rules, model, &rest, &skins, counts_intersections, progress)?);
    }
    if plays_clips {
        found.extend(of_clips::numbers(rules, model, &rest, &skins, progress)?);
    }
    Some(found)
}

fn of_import(warnings: &[ImportWarning], rules: &Rules) -> Vec<Found> {
    let (mut rescaled, mut unweighted, mut negative) = (0, 0, 0);
    let mut problems: Vec<String> = Vec::new();
    for warning in warnings {
        match warning.kind {
            WarningKind::WeightsRescaled { vertices, .. } => rescaled += vertices,
            WarningKind::Unweighted { vertices } => unweighted += vertices,
            WarningKind::NegativeWeights { vertices } => negative += vertices,
            _ => {
                let is_allowed = rules.allowed_warnings.contains(&WarningCode::from(&warning.kind));
                if level_of_warning(&warning.kind) == Level::Problem && !is_allowed {
                    problems.push(one_line(&warning.to_string()));
                }
            }
        }
    }
    let at = problems.first().map_or_else(String::new, |first| format!("({first})"));
    vec![
        Found { place: Place { at, ..Place::default() }, ..Found::count(Rule::ImportProblems, problems.len()) },
        Found::count(Rule::UnnormalizedWeights, rescaled),
        Found::count(Rule::UnweightedVertices, unweighted),
        Found::count(Rule::NegativeWeights, negative),
    ]
}

/// The required bones that an avatar lacks.
fn of_humanoid(asset: &ImportedAsset) -> Found {
    let missing = asset.humanoid.clone().unwrap_or_default().missing_bones(asset.model.skeleton.len());
    let at = match (&asset.humanoid, missing.is_empty()) {
        (None, _) => "because the file has no humanoid".to_owned(),
        (Some(_), true) => String::new(),
        (Some(_), false) => format!("({})", missing.join(", ")),
    };
    Found { place: Place { at, ..Place::default() }, ..Found::count(Rule::MissingBones, missing.len()) }
}

fn of_size(model: &Model) -> Vec<Found> {
    let vertices = model.primitives.iter().map(|primitive| primitive.positions.len()).sum();
    let corners: usize = model.primitives.iter().map(|primitive| primitive.indices.len()).sum();
    vec![Found::count(Rule::Vertices, vertices), Found::count(Rule::Triangles, corners / 3)]
}

fn of_rig(model: &Model, rig: &RigHealth) -> Vec<Found> {
    let extent = f64::from(model.rest_bounds().extent()).max(f64::MIN_POSITIVE);
    let difference = rig.rest_and_bind.difference.as_ref();
    let mut found = vec![
        Found::count(Rule::Influences, model.max_influences()),
        Found::count(Rule::Joints, rig.joints),
        Found::of_joints(Rule::IdleJoints, model, &rig.idle_joints),
        Found::of_joints(Rule::UnpairedJoints, model, &rig.joints_without_partner),
        Found::of_joints(Rule::ScaledJoints, model, &rig.rest_and_bind.scaled_joints),
        Found::of_joints(Rule::ShearedJoints, model, &rig.sheared_joints),
        Found {
            place: difference.map_or_else(Place::default, |difference| Place {
                at: format!("at {} of {} joints", difference.joints, difference.moving_joints),
                ..Place::default()
            }),
            ..Found::of_file(
                Rule::BindDifference,
                difference.map_or(0.0, |difference| f64::from(difference.largest_distance) / extent),
            )
        },
        Found::count(Rule::FlatTriangles, rig.flat_triangles),
        Found {
            place: rig.open_seams.worst.map_or_else(Place::default, |(share, id)| Place {
                at: format!("with up to {:.0}% of the weight", 100.0 * share),
                vertex: vertex(id),
                ..Place::default()
            }),
            ..Found::count(Rule::OpenSeams, rig.open_seams.positions)
        },
    ];
    if let Some(far) = rig.farthest_influence {
        let joint = one_line(&model.skeleton.label(far.node));
        let place = Place {
            at: format!("by {joint} at a weight of {:.2}", far.weight),
            joint: Some(model.skeleton.address(far.node)),
            vertex: vertex(far.vertex_id),
            ..Place::default()
        };
        found.push(Found { place, ..Found::of_file(Rule::FarInfluence, far.excess) });
    }
    found
}
