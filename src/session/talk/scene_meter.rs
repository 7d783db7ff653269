//! The marks and figures of a scene's panes without a window, in any pose: for sheets and films.

use super::super::figures::{
    ChosenFigure, FigureOfPane, FiguresKey, FiguresRequest, FiguresResult, MainFigure, MeasuredRest, MeasuredSkin,
    SecondKey, SecondRest, ShownSkin, Summary, distinct, measure, skins_of_settings,
};
use super::marks::PosedPane;
use crate::centers::{CenterSettings, Centers};
use crate::measure::SharedRest;
use crate::model::{Model, Pose};
use crate::panes::{
    Mark, MarkShape, MarkedPlace, PaneFigure, PaneMarks, PaneModel, PaneSettings, PlacedMark, Scene, SceneError,
    SceneMeasure, ScenePair,
};
use std::sync::Arc;

/// Determines the marks and figures that the panes of a scene show over their pictures. Data that depends on the rest
/// pose alone is computed once.
pub struct SceneMeter {
    /// What is measured, in the rest pose.
    request: FiguresRequest,
    /// The first model at rest. `None` if no visible mark or figure depends on a joint.
    first: Option<MeasuredRest>,
    second: Option<MeasuredRest>,
    panes: Vec<PaneSettings>,
    marks: Vec<Mark>,
    measure: SceneMeasure,
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
        let partner = pair.zip(joint).and_then(|(pair, joint)| pair.partner(joint));
        let second = pair.map(SecondRest::of_scene);
        let at_rest = |rest: &SharedRest, node: Option<u32>| joint.map(|_| MeasuredRest::of(rest, node));
        Ok(Self {
            first: at_rest(&rest, joint),
            second: second.as_ref().and_then(|second| at_rest(&second.rest, partner)),
            request: FiguresRequest {
                key: FiguresKey {
                    document: 0,
                    pose_generation: 0,
                    joint,
                    with_all: false,
                    second: pair.map(|_| SecondKey { document: 1, pairing: 0, joint: partner, apart: false }),
                    skins: skins.iter().map(|skin| (*skin, None)).collect(),
                },
                pose: Pose::rest(&model.skeleton),
                centers: skins.iter().map(of_skin).collect(),
                rest,
                second,
            },
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
        figures.retain(|_| self.first.is_some());
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
        let FiguresRequest { key, rest, second, centers, .. } = &self.request;
        let (model, shown) = (rest.model(), self.skin(index));
        let of_skin = key.skins.iter().position(|(skin, _)| Some(*skin) == shown);
        let centers = of_skin.and_then(|skin| centers[skin].as_deref());
        let second = second.as_ref().filter(|_| !settings.model.is_first());
        let second = second.map(|second| (second, second.pose(model, pose)));
        let posed = match &second {
            Some((second, pose)) => {
                let partners = Some((&model.skeleton, &second.pair.joints));
                PosedPane { model: second.rest.model(), pose, partners, settings, centers }
            }
            None => PosedPane { model, pose, partners: None, settings, centers },
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
        let model = if self.request.second.is_some() { settings.model } else { PaneModel::First };
        Some(ShownSkin::new(settings.skinning, settings.centers).of(model))
    }

    /// The figures of all skins. `None` if no joint is measured.
    fn measured(&self, pose: &Pose) -> Option<FiguresResult> {
        let first = self.first.as_ref()?;
        let request = FiguresRequest { pose: pose.clone(), ..self.request.clone() };
        Some(measure(&request, first, self.second.as_ref()))
    }
}
