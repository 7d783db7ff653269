//! Two models in one pose, and how far they lie apart.

use super::CompareArguments;
use crate::cli::centers::centers_for;
use crate::cli::model_arguments::{ModelArguments, TwistText};
use crate::cli::model_scene::scene_model;
use crate::cli::output::write_output;
use crate::cli::progress_line::with_progress;
use crate::cli::provenance::ModelReport;
use crate::cli::warnings::{Warning, Warnings};
use crate::cli::{CliError, PosedModel, pose_model};
use crate::files::{ModelSource, OpenedModel, read_text};
use crate::measure::{DeformedSkin, Surface};
use crate::model::{Model, Pose, one_line};
use crate::pairs::{JointTable, ModelPair, PairDifference, PairFit, SkinDistances, Stance};
use crate::panes::{ScenePair, SceneSecond};
use crate::report::WarningCode;
use crate::rigging::Placement;
use crate::skinning::{PrimitiveCenters, SkinningMethod, SkinningSettings};
use crate::stress::{StressSkin, deform_all};
use std::path::Path;
use std::sync::Arc;

/// Models whose extents differ by more than this factor get a hint.
const NOTABLE_RATIO: f64 = 2.0;

/// Two open models and the pose of each.
pub(super) struct Pair {
    pub opened: [OpenedModel; 2],
    /// The first model in the pose that the flags describe.
    pub posed: PosedModel,
    /// The models in the shapes of their poses.
    pub models: [Arc<Model>; 2],
    pub poses: [Pose; 2],
    /// Both, in the form that scenes use.
    pub shown: ScenePair,
    /// The second model, in the form in which scenes store it.
    pub second: SceneSecond,
    /// Scale and turn that were applied to the second model.
    pub placement: Placement,
    /// Short names for panes and lists.
    pub names: [String; 2],
}

/// Distances between two models under one method, including rigid meshes, in scene units.
pub(super) struct MethodDifference {
    pub method: SkinningMethod,
    pub from_first: Option<PairDifference>,
    pub from_second: Option<PairDifference>,
}

impl Pair {
    /// Opens both models and poses the second like the first.
    pub fn open(arguments: &CompareArguments, other: &Path, warnings: &mut Warnings) -> Result<Self, CliError> {
        let table = joint_table(arguments.second.joints.as_deref())?;
        let first = arguments.pose.opening.open(&arguments.model)?;
        let mut second = open_second(&arguments.pose.opening, &arguments.second.other_twist, other, &first)?;
        let posed = pose_model(&first, &arguments.pose)?;
        let names = names(&first, &second);
        warnings.tell_both([&first, &second], &names);
        warnings.tell(posed.warnings.iter().map(|warning| Warning::from(warning).about(0)));
        let fit = PairFit { equal_scale: arguments.pair.equal_scale, keep_facing: arguments.second.keep_facing };
        let (placement, stances) = fit_second(fit, &first, &mut second, (&names, other), warnings)?;
        let [first_extent, second_extent] = stances.map(|stance| f64::from(stance.extent));
        if let Some(side) = [first_extent, second_extent].iter().position(|extent| *extent <= 0.0) {
            let text = format!("{} has no size at rest, so no size is compared", names[side]);
            warnings.tell([Warning::new(WarningCode::NoSize, text).about(side)]);
        } else if !fit.equal_scale && !(1.0 / NOTABLE_RATIO..=NOTABLE_RATIO).contains(&(second_extent / first_extent)) {
            let ratio = second_extent / first_extent;
            let text = format!(
                "{} is {ratio:.3} times as large as {}; add --equal-scale to compare them in one size",
                names[1], names[0]
            );
            warnings.add(WarningCode::OtherSize, text);
        }
        // Vertices are matched in the shape at rest, whatever the morph targets do in this pose.
        let whole = [&first, &second].map(|opened| Arc::clone(&opened.asset.model));
        let skins = [0, 1].map(|side: usize| Arc::new(Surface::of(&whole[side])));
        let matched = ModelPair::of([&whole[0], &whole[1]], [&skins[0], &skins[1]], &table);
        let matched = matched.map_err(|cause| CliError::JointTable {
            cause,
            path: arguments.second.joints.clone().unwrap_or_default(),
        })?;
        let skeletons = [&whole[0].skeleton, &whole[1].skeleton];
        if let Some(warning) = matched.joints.warning(skeletons, [&names[0], &names[1]]) {
            let remedy = if JointTable::can_help(skeletons) { remedy(arguments) } else { "" };
            warnings.add(WarningCode::JointsUnmatched, format!("{warning}{remedy}"));
        }
        let pose = matched.pose(skeletons, &posed.pose);
        let models = [Arc::clone(&posed.model), whole[1].in_shape(&pose.morph_weights)];
        let shown = ScenePair::of_open(Arc::clone(&models[0]), Arc::clone(&models[1]), Arc::new(matched));
        let pair = Self {
            shown: shown.named(names.clone()),
            second: SceneSecond::new(scene_model(&second), table, fit),
            models,
            poses: [posed.pose.clone(), pose],
            opened: [first, second],
            posed,
            placement,
            names,
        };
        if let Some(alone) = pair.turned_alone() {
            pair.warn_of_joint(alone, arguments, warnings);
        }
        Ok(pair)
    }

    /// Warns if the second model follows the first one, but not this joint of it.
    pub fn warn_of_joint(&self, node: u32, arguments: &CompareArguments, warnings: &mut Warnings) {
        let skeletons = [&self.models[0].skeleton, &self.models[1].skeleton];
        let joints = &self.shown.matched.joints;
        if joints.follows(skeletons) && !joints.is_followed(node, skeletons[1]) {
            let (joint, remedy) = (one_line(&skeletons[0].label(node)), remedy(arguments));
            let text = format!("{joint} has no partner in {}, which does not follow it{remedy}", self.names[1]);
            warnings.tell([Warning::new(WarningCode::JointWithoutPartner, text).at(joint).about(0)]);
        }
    }

    /// The first joint that the pose's flags change and that the second model does not follow.
    fn turned_alone(&self) -> Option<u32> {
        let [first, second] = [&self.models[0].skeleton, &self.models[1].skeleton];
        let mut changed = self.posed.overrides.iter().map(|(node, _)| node).filter(|&node| first.node(node).is_joint);
        changed.find(|&node| !self.shown.matched.joints.is_followed(node, second))
    }

    /// Writes the table of joints, if it is wanted.
    pub fn save_joints(&self, arguments: &CompareArguments) -> Result<(), CliError> {
        let Some(path) = &arguments.pair.save_joints else { return Ok(()) };
        let skeletons = [0, 1].map(|side: usize| &self.opened[side].asset.model.skeleton);
        let text = JointTable::text(&self.shown.matched.joints, skeletons, [&self.names[0], &self.names[1]]);
        write_output(path, text.as_bytes())
    }

    /// Both files, for a report.
    pub fn files(&self) -> [ModelReport; 2] {
        [0, 1].map(|side: usize| ModelReport::of(&self.opened[side]))
    }

    pub fn is_scaled(&self) -> bool {
        self.placement.factor != 1.0
    }

    /// Longest side of the first model's rest bounding box.
    pub fn extent(&self) -> f64 {
        f64::from(self.opened[0].asset.model.rest_bounds().extent())
    }

    /// Deforms both skins on the CPU, at full precision.
    pub fn differences(&self, arguments: &CompareArguments) -> Vec<MethodDifference> {
        let methods = arguments.methods();
        let centers = self.centers(arguments);
        with_progress("Methods", |progress| {
            progress.add_total(methods.len() as u64);
            let difference = |method: SkinningMethod| {
                let settings = arguments.pose.skinning(method);
                let skins = [0, 1].map(|side| self.skin(side, &self.poses[side], settings, &centers[side]));
                progress.advance(1);
                self.difference(method, [&skins[0], &skins[1]])
            };
            methods.iter().map(|&method| difference(method)).collect()
        })
    }

    /// The centers of rotation of both models that the methods need.
    pub fn centers(&self, arguments: &CompareArguments) -> [Vec<PrimitiveCenters>; 2] {
        let methods = arguments.methods();
        [0, 1].map(|side| centers_for(&self.opened[side].asset.model, &methods, &arguments.pose.centers))
    }

    /// Distances between both models, deformed as by [`Self::skin`].
    pub fn difference(&self, method: SkinningMethod, skins: [&DeformedSkin; 2]) -> MethodDifference {
        let distances = SkinDistances::between(&self.shown.matched.surfaces, skins);
        MethodDifference {
            method,
            from_first: PairDifference::of(&distances.from_first),
            from_second: PairDifference::of(&distances.from_second),
        }
    }

    /// One of the models in a pose, with its rigid meshes.
    pub fn skin(
        &self,
        side: usize,
        pose: &Pose,
        settings: SkinningSettings,
        centers: &[PrimitiveCenters],
    ) -> DeformedSkin {
        deform_all(&self.models[side], self.surface(side), pose, &StressSkin { settings, centers })
    }

    /// All meshes of a model at rest, including rigid ones: files may differ there as well.
    pub fn surface(&self, side: usize) -> &Surface {
        &self.shown.matched.surfaces_from(side).own
    }

    /// Whether each vertex is compared with one of the other model.
    pub fn is_by_vertex(&self) -> bool {
        self.shown.matched.surfaces.is_by_vertex()
    }
}

impl MethodDifference {
    /// The larger of the largest distances in both directions.
    pub fn largest(&self) -> Option<f64> {
        [self.from_first, self.from_second].into_iter().flatten().map(|found| found.largest).reduce(f64::max)
    }
}

/// The table of a file, or an empty one.
pub(in crate::cli) fn joint_table(path: Option<&Path>) -> Result<JointTable, CliError> {
    let Some(path) = path else { return Ok(JointTable::default()) };
    let text = read_text(path, "table of joints", JointTable::MOST_BYTES)?;
    JointTable::read(&text).map_err(|cause| CliError::JointTable { cause, path: path.to_owned() })
}

/// Advice about joints without partners.
fn remedy(arguments: &CompareArguments) -> &'static str {
    match (&arguments.pair.save_joints, &arguments.second.joints) {
        (Some(_), _) => "",
        (None, Some(_)) => "; add lines to the table of --joints",
        (None, None) => "; write a table with --save-joints",
    }
}

/// Opens the second model. A model that is compared with itself is not read twice.
pub(in crate::cli) fn open_second(
    opening: &ModelArguments,
    twists: &[TwistText],
    other: &Path,
    first: &OpenedModel,
) -> Result<OpenedModel, CliError> {
    let mut opening = opening.clone();
    opening.version.twist = twists.to_vec();
    opening.version.weights.clear();
    let is_same = ModelSource::named(other) == first.source;
    // Variants belong to the first file.
    if !is_same {
        opening.version.variant = None;
    }
    opening.open(other).map_err(|error| match error {
        CliError::TwistJoint { cause, given } => CliError::OtherTwistJoint { cause, given },
        CliError::Twist(cause) => CliError::OtherTwist(cause),
        error => error,
    })
}

/// Fits the second model to the first, and warns of the directions in which they face if these differ.
pub(in crate::cli) fn fit_second(
    fit: PairFit,
    first: &OpenedModel,
    second: &mut OpenedModel,
    (names, path): (&[String; 2], &Path),
    warnings: &mut Warnings,
) -> Result<(Placement, [Stance; 2]), CliError> {
    let stances = [&first.asset.model, &second.asset.model].map(|model| Stance::of(model));
    if let Some(note) = fit.facing_note(stances, [&names[0], &names[1]]) {
        let remedy = if fit.keep_facing { "" } else { "; --keep-facing leaves it as it is" };
        warnings.add(WarningCode::Facing, format!("{note}{remedy}"));
    }
    let model = fit.fitted(stances[0], (&second.asset.model, stances[1]));
    second.asset.model = model.map_err(|cause| CliError::OtherSize { cause, path: path.to_owned() })?;
    Ok((fit.placement(stances[0], stances[1]), stances))
}

/// The names of the models, or of the files if those are the same.
pub(in crate::cli) fn names(first: &OpenedModel, second: &OpenedModel) -> [String; 2] {
    let short = [first, second].map(|opened| one_line(&opened.asset.model.name));
    if short[0] != short[1] {
        return short;
    }
    let file = |opened: &OpenedModel| match &opened.source {
        ModelSource::File(path) => path.file_name().map(|name| one_line(&name.to_string_lossy())),
        ModelSource::Bundled(_) => None,
    };
    let [a, b] = short.clone();
    match (file(first), file(second)) {
        (Some(first), Some(second)) if first != second => [first, second],
        _ => [format!("{a} (first)"), format!("{b} (second)")],
    }
}
