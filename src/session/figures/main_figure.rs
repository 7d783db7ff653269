use super::summary::Summary;
use crate::measure::Figure;
use crate::panes::{MarkedWorst, SceneMeasure};

/// A figure shown in the panes and in the table, as a ratio to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MainFigure {
    /// The smallest minor radius of a section.
    Section,
    Bulge,
    /// The volume of the selected joint's zone.
    Volume,
}

/// Ratios closer to 1 than this count as unchanged.
const UNCHANGED: f64 = 0.025;

/// Panes whose figures differ less look the same from a distance.
const LEAST_SPREAD: f64 = 0.05;

/// A figure that all panes show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenFigure {
    pub figure: MainFigure,
    /// The smallest distance from rest, in hundredths, among the panes that are past no limit: skin that collapses is
    /// not praised because it does not bulge. `None` if there are no such panes, or if all panes read the same.
    best: Option<u64>,
}

impl ChosenFigure {
    fn of(figure: MainFigure, panes: &[&Summary]) -> Self {
        let whole = panes.iter().filter(|pane| is_whole(pane));
        let best = whole.filter_map(|pane| figure.value(pane)).map(from_rest).min();
        let chosen = Self { figure, best };
        let is_apart = panes.iter().any(|pane| figure.value(pane).is_some() && !chosen.is_best(pane));
        Self { best: best.filter(|_| is_apart), ..chosen }
    }

    fn is_best(self, pane: &Summary) -> bool {
        is_whole(pane) && self.figure.value(pane).is_some_and(|value| self.best == Some(from_rest(value)))
    }

    /// The figure of one of the panes. `None` if it has no value there.
    pub fn of_pane(self, pane: &Summary) -> Option<FigureOfPane> {
        let value = self.figure.value(pane)?;
        Some(FigureOfPane { figure: self.figure, value, is_best: self.is_best(pane) })
    }
}

/// A figure of one pane, compared with those of the other panes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureOfPane {
    pub figure: MainFigure,
    /// Ratio to rest.
    pub value: f64,
    /// Whether the pane is past no limit, no such pane is closer to rest, and others differ.
    pub is_best: bool,
}

/// Whether a pane is past no limit.
fn is_whole(pane: &Summary) -> bool {
    MainFigure::ALL.into_iter().all(|figure| figure.value(pane).is_none_or(|value| !figure.is_past_limit(value)))
}

/// Distance from rest in hundredths, as values are displayed.
fn from_rest(value: f64) -> u64 {
    (100.0 * (value - 1.0)).round().abs() as u64
}

/// Distance between the smallest and the largest value. A single value is compared with rest.
fn spread(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let at_rest = (values.clone().count() == 1).then_some(1.0);
    let (smallest, largest) =
        values.chain(at_rest).fold((f64::INFINITY, f64::NEG_INFINITY), |(smallest, largest), value| {
            (smallest.min(value), largest.max(value))
        });
    largest - smallest
}

impl MainFigure {
    pub const ALL: [Self; 3] = [Self::Section, Self::Bulge, Self::Volume];

    /// The figure in the table, around a joint or of the whole skin.
    pub fn figure(self, of_joint: bool) -> Figure {
        match self {
            Self::Section => Figure::MinorRadius,
            Self::Bulge => Figure::Bulge,
            Self::Volume if of_joint => Figure::ZoneVolume,
            Self::Volume => Figure::Volume,
        }
    }

    /// The meaning of a value, written below or behind it.
    pub fn caption(self) -> &'static str {
        match self {
            Self::Section => "smallest section",
            Self::Bulge => "bulge",
            Self::Volume => "volume",
        }
    }

    /// The caption for places with little room.
    pub fn short_caption(self) -> &'static str {
        match self {
            Self::Section => "section",
            Self::Bulge => "bulge",
            Self::Volume => "volume",
        }
    }

    /// The caption of a large value, which always belongs to a joint.
    pub fn caption_of_joint(self) -> &'static str {
        if self == Self::Volume { "blend zone volume" } else { self.caption() }
    }

    /// [`Self::caption_of_joint`] with the reference of the ratio.
    pub fn caption_with_rest(self) -> String {
        format!("{}, 100% at rest", self.caption_of_joint())
    }

    /// The figures that all panes show: the scene's figure, or those that distinguish the panes most, the most telling
    /// first. Empty if all figures are at rest.
    pub fn to_show(measure: SceneMeasure, panes: &[&Summary]) -> Vec<ChosenFigure> {
        let figures = match measure {
            SceneMeasure::Automatic => Self::telling(panes),
            SceneMeasure::Section => vec![Self::Section],
            SceneMeasure::Bulge => vec![Self::Bulge],
            SceneMeasure::Volume => vec![Self::Volume],
            SceneMeasure::None => Vec::new(),
        };
        figures.into_iter().map(|figure| ChosenFigure::of(figure, panes)).collect()
    }

    /// Up to two figures that are not at rest in every pane: sorted by the spread of the panes, then by the largest
    /// distance from rest. The second one must distinguish the panes or be past its limit in one of them.
    fn telling(panes: &[&Summary]) -> Vec<Self> {
        let rank = |figure: Self| {
            let values = panes.iter().filter_map(|pane| figure.value(pane));
            let farthest = values.clone().map(|value| (value - 1.0).abs()).fold(0.0, f64::max);
            let spread = Some(spread(values.clone())).filter(|spread| *spread >= LEAST_SPREAD).unwrap_or(0.0);
            let tells = spread > 0.0 || values.clone().any(|value| figure.is_past_limit(value));
            (farthest >= UNCHANGED).then_some((figure, tells, [spread, farthest]))
        };
        let mut ranked: Vec<_> = Self::ALL.into_iter().filter_map(rank).collect();
        ranked.sort_by(|(.., a), (.., b)| b[0].total_cmp(&a[0]).then(b[1].total_cmp(&a[1])));
        let is_second_told = ranked.get(1).is_some_and(|(_, tells, _)| *tells);
        ranked.truncate(if is_second_told { 2 } else { 1 });
        ranked.into_iter().map(|(figure, ..)| figure).collect()
    }

    /// The vertex to mark where the figure is past its limit, and the text of the mark.
    pub fn worst(self) -> Option<(MarkedWorst, &'static str)> {
        match self {
            Self::Section => Some((MarkedWorst::Collapse, "collapses")),
            Self::Bulge => Some((MarkedWorst::Bulge, "bulges")),
            Self::Volume => None,
        }
    }

    pub fn value(self, summary: &Summary) -> Option<f64> {
        match self {
            Self::Section => summary.radius,
            Self::Bulge => summary.bulge,
            Self::Volume => summary.volume,
        }
    }

    /// Whether a value is far enough from 1 to be read as changed.
    pub fn differs(self, value: f64) -> bool {
        (value - 1.0).abs() >= UNCHANGED
    }

    /// Whether an artist would call the skin broken. The limits of both volumes are the same.
    pub fn is_past_limit(self, value: f64) -> bool {
        self.figure(true).is_past_limit(value)
    }
}

#[cfg(test)]
mod tests {
    use super::MainFigure::{Bulge, Section, Volume};
    use super::*;

    fn pane(radius: f64, bulge: f64, volume: Option<f64>) -> Summary {
        let [radius, bulge] = [radius, bulge].map(Some);
        Summary { volume, no_volume: None, radius, bulge, to_lbs: None, sections: Vec::new() }
    }

    fn chosen(panes: &[Summary]) -> Vec<(MainFigure, Vec<bool>)> {
        let best = |chosen: ChosenFigure| (chosen.figure, panes.iter().map(|pane| chosen.is_best(pane)).collect());
        let all: Vec<&Summary> = panes.iter().collect();
        MainFigure::to_show(SceneMeasure::Automatic, &all).into_iter().map(best).collect()
    }

    /// An elbow that LBS flattens and that bulges under DQS and, less, under CoR.
    #[test]
    fn what_is_broken_is_best_at_nothing() {
        // LBS bulges less than CoR, or as much.
        for bulge_of_lbs in [1.01, 1.07] {
            let panes = [pane(0.54, bulge_of_lbs, None), pane(1.0, 1.17, None), pane(1.0, 1.07, None)];
            let of_bulge = chosen(&panes).into_iter().find(|(figure, _)| *figure == Bulge);
            assert_eq!(of_bulge, Some((Bulge, vec![false, false, true])), "{bulge_of_lbs}");
        }
        let broken = chosen(&[pane(0.54, 1.0, None), pane(0.6, 1.3, None)]);
        assert!(broken.iter().all(|(_, bests)| *bests == [false; 2]), "{broken:?}");
    }

    /// An elbow under LBS, DQS and CoR.
    #[test]
    fn all_panes_show_the_figures_that_tell_them_apart_and_the_best_is_marked() {
        let panes = [pane(0.68, 1.0, None), pane(0.95, 1.08, None), pane(0.96, 1.0, None)];
        let bests = vec![vec![false, false, true]; 2];
        let expected: Vec<_> = [Section, Bulge].into_iter().zip(bests).collect();
        assert_eq!(chosen(&panes), expected);
        let [first, second] = [0.5, 0.504].map(|radius| pane(radius, 1.0, Some(0.97)));
        assert_eq!(
            chosen(&[first, second]),
            [(Section, vec![false, false])],
            "the same in both is told, and neither is best"
        );
        assert_eq!(chosen(&[pane(1.0, 1.01, Some(0.99)), pane(1.0, 1.0, None)]), [], "nothing happened");
        assert_eq!(chosen(&[pane(1.0, 1.3, Some(1.02))]), [(Bulge, vec![false])], "a pane alone is compared with rest");
        assert_eq!(chosen(&[]), []);
    }

    #[test]
    fn a_scene_chooses_its_figure_at_rest_too() {
        let at_rest = pane(1.0, 1.0, None);
        let shown = |measure| {
            MainFigure::to_show(measure, &[&at_rest]).into_iter().map(|chosen| chosen.figure).collect::<Vec<_>>()
        };
        assert_eq!((shown(SceneMeasure::Bulge), shown(SceneMeasure::None)), (vec![Bulge], vec![]));
    }

    #[test]
    fn limits_by_hand() {
        for value in [0.88, 0.98, 1.2] {
            let both = [true, false].map(|of_joint| Volume.figure(of_joint).is_past_limit(value));
            assert_eq!(both, [Volume.is_past_limit(value); 2]);
        }
        assert!(!Section.differs(1.0) && !Section.differs(0.98) && Section.differs(0.97));
    }
}
