//! The marks and figures of a scene's panes without a window, in any pose: for sheets and films.

use super::super::figures::{
    ChosenFigure, FigureOfPane, FiguresKey, FiguresRequest, FiguresResult, MainFigure, MeasuredRest, MeasuredSkin,
    SecondKey, SecondRequest, ShownSkin, Summary, distinct, measure, skins_of_settings,
};
use super::marks::PosedPane;
use crate::centers::{CenterSettings, Centers};
use crate::measure::{RestJoint, SharedRest};
use crate::model::{Model, Pose};
use crate::pairs::ModelPair;
use crate::panes::{
    Mark, MarkShape, MarkedPlace, PaneFigure, PaneMarks, PaneModel, PaneSettings, PlacedMark, Scene, SceneError,
    SceneMeasure, ScenePair,
};
use std::sync::Arc;

/// Determines the marks and figures that the panes of a scene show over their pictures. Data that depends on the rest
/// pose alone is computed once.
pub struct SceneMeter {
    model: Arc<Model>,
    rest: SharedRest,
    /// The measured joint. `None` if no visible mark or figure depends on one.
    joint: Option<(u32, RestJoint)>,
    second: Option<SecondMeter>,
    panes: Vec<PaneSettings>,
    skins: Vec<ShownSkin>,
    /// Centers of rotation, one entry for each of the skins.
    centers: Vec<Option<Arc<Centers>>>,
    marks: Vec<Mark>,
    measure: SceneMeasure,
}

/// Data for measuring the second model.
struct SecondMeter {
    pair: ScenePair,
    matched: Arc<ModelPair>,
    rest: SharedRest,
    /// The partner of the measured joint.
    joint: Option<(u32, RestJoint)>,
}

impl SecondMeter {
    fn new(pair: &ScenePair, joint: Option<u32>) -> Self {
        let rest = SharedRest::of(&pair.model);
        let joint = joint.and_then(|joint| pair.partner(joint));
        let joint = joint.map(|node| (node, RestJoint::of(rest.skin(), node)));
        Self { pair: pair.clone(), matched: Arc::new(pair.matched.clone()), rest, joint }
    }
}

impl SceneMeter {
    /// Prepares the measurements. The model has the scene's twist joints. `centers` returns the centers of rotation of
    /// a model for given settings.
    ///
    /// # Errors
    /// If the model is not the scene's.
    pub fn new(
        scene: &Scene,
        model: &Arc<Model>,
        pair: Option<&ScenePair>,
        centers: impl Fn(PaneModel, CenterSettings) -> Option<Arc<Centers>>,
    ) -> Result<Self, SceneError> {
        let rest = SharedRest::of(model);
        let panes = scene.panes();
        let skins = distinct(&skins_of_settings(panes.iter(), pair.is_some()));
        let of_skin =
            |skin: &ShownSkin| centers(skin.model, skin.centers).filter(|_| skin.skinning.method.needs_centers());
        let marks_worst = scene.marks.iter().any(|mark| matches!(mark.at, MarkedPlace::Worst(_)));
        let is_measured = model.has_skin() && (scene.measure != SceneMeasure::None || marks_worst);
        let joint = scene.selected_joint(model)?.filter(|_| is_measured);
        Ok(Self {
            model: Arc::clone(model),
            joint: joint.map(|node| (node, RestJoint::of(rest.skin(), node))),
            second: pair.map(|pair| SecondMeter::new(pair, joint)),
            rest,
            centers: skins.iter().map(of_skin).collect(),
            skins,
            panes,
            marks: scene.marks.clone(),
            measure: scene.measure,
        })
    }

    /// The marks of each pane in a pose, with the figures.
    pub fn marks(&self, pose: &Pose) -> Vec<PaneMarks> {
        let measured = self.measured(pose);
        let of_pane = |index: usize| measured.as_ref()?.skin(&self.skin(index)?);
        let panes = 0..self.panes.len();
        let summaries: Vec<Summary> = panes.clone().filter_map(of_pane).map(Summary::of).collect();
        let mut figures = MainFigure::to_show(self.measure, &summaries.iter().collect::<Vec<_>>());
        figures.retain(|_| self.joint.is_some());
        panes.map(|index| self.of_pane(index, pose, of_pane(index), &figures)).collect()
    }

    /// The marks that need no measurement. Nobody reads the figures of a pose in a transition between scenes.
    pub fn marks_on_the_way(&self, pose: &Pose) -> Vec<PaneMarks> {
        (0..self.panes.len()).map(|index| self.of_pane(index, pose, None, &[])).collect()
    }

    fn of_pane(
        &self,
        index: usize,
        pose: &Pose,
        measured: Option<&MeasuredSkin>,
        figures: &[ChosenFigure],
    ) -> PaneMarks {
        let settings = &self.panes[index];
        let centers = self.skins.iter().position(|skin| Some(*skin) == self.skin(index));
        let centers = centers.and_then(|skin| self.centers[skin].as_deref());
        let second = self.second.as_ref().filter(|_| !settings.model.is_first());
        let second = second.map(|second| (second, second.pair.pose(pose)));
        let posed = match &second {
            Some((second, pose)) => {
                let partners = Some((&self.model.skeleton, &second.matched.joints));
                PosedPane { model: &second.pair.model, pose, partners, settings, centers }
            }
            None => PosedPane { model: &self.model, pose, partners: None, settings, centers },
        };
        let summary = measured.map(Summary::of);
        let of_pane = |chosen: &ChosenFigure| chosen.of_pane(summary.as_ref()?);
        let figures: Vec<FigureOfPane> = figures.iter().filter_map(of_pane).collect();
        let worst = |kind| measured?.marked(kind);
        let placed = |mark: &Mark| {
            let position = posed.position(&mark.at, worst)?;
            Some(PlacedMark { position, shape: mark.shape, label: mark.label.clone() })
        };
        let mut marks: Vec<PlacedMark> =
            self.marks.iter().filter(|mark| mark.is_in_pane(index)).filter_map(placed).collect();
        // A scene without marks of its own has one where a figure is past its limit.
        if let Some(FigureOfPane { figure, value, .. }) = figures.first().filter(|_| self.marks.is_empty())
            && figure.is_past_limit(*value)
            && let Some((kind, label)) = figure.worst()
            && let Some(position) = worst(kind).and_then(|vertex| posed.vertex(vertex))
        {
            marks.push(PlacedMark { position, shape: MarkShape::Ring, label: label.to_owned() });
        }
        // The reference of the values is stated once.
        let caption = |index: usize, figure: MainFigure| match index {
            0 => figure.caption_with_rest(),
            _ => figure.caption_of_joint().to_owned(),
        };
        let shown = |(index, of_pane): (usize, &FigureOfPane)| PaneFigure {
            over_rest: of_pane.value,
            is_best: of_pane.is_best,
            caption: caption(index, of_pane.figure),
        };
        PaneMarks { marks, figures: figures.iter().enumerate().map(shown).collect() }
    }

    fn skin(&self, pane: usize) -> Option<ShownSkin> {
        let settings = self.panes.get(pane)?;
        let model = if self.second.is_some() { settings.model } else { PaneModel::First };
        Some(ShownSkin::new(settings.skinning, settings.centers).of(model))
    }

    /// The figures of all skins. `None` if no joint is measured.
    fn measured(&self, pose: &Pose) -> Option<FiguresResult> {
        let (node, rest_joint) = self.joint.as_ref()?;
        let key = FiguresKey {
            document: 0,
            pose_generation: 0,
            joint: Some(*node),
            with_all: false,
            second: self.second.as_ref().map(|second| SecondKey {
                document: 1,
                joint: second.joint.as_ref().map(|(node, _)| *node),
                apart: false,
            }),
            skins: self.skins.iter().map(|skin| (*skin, None)).collect(),
        };
        let request = FiguresRequest {
            key,
            model: Arc::clone(&self.model),
            rest: self.rest.clone(),
            pose: pose.clone(),
            second: self.second.as_ref().map(|second| SecondRequest {
                model: Arc::clone(&second.pair.model),
                rest: second.rest.clone(),
                pose: second.pair.pose(pose),
                pair: Arc::clone(&second.matched),
            }),
            centers: self.centers.clone(),
        };
        let rest = MeasuredRest { skin: self.rest.skin(), joint: Some(rest_joint) };
        let second = self.second.as_ref().map(|second| MeasuredRest {
            skin: second.rest.skin(),
            joint: second.joint.as_ref().map(|(_, rest_joint)| rest_joint),
        });
        Some(measure(&request, &rest, second.as_ref()))
    }
}
