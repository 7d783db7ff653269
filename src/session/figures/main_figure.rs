use super::super::probe::WorstKind;
use super::summary::Summary;
use crate::panes::SceneMeasure;

/// A figure shown in the panes and in the table, as a ratio to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MainFigure {
    /// The smallest minor radius of a section.
    Section,
    Bulge,
    /// Of the selected joint's zone.
    Volume,
}

/// Ratios closer to 1 than this count as unchanged.
const UNCHANGED: f64 = 0.025;

/// Panes whose figures differ less look the same from a distance.
const LEAST_SPREAD: f64 = 0.05;

impl MainFigure {
    pub const ALL: [Self; 3] = [Self::Section, Self::Bulge, Self::Volume];

    /// What a value is, written below or behind it.
    pub fn caption(self) -> &'static str {
        match self {
            Self::Section => "smallest section",
            Self::Bulge => "bulge",
            Self::Volume => "volume",
        }
    }

    /// The caption where there is little room.
    pub fn short_caption(self) -> &'static str {
        match self {
            Self::Section => "section",
            Self::Bulge => "bulge",
            Self::Volume => "volume",
        }
    }

    /// The caption of a large value, which is always of a joint.
    pub fn caption_with_rest(self) -> String {
        let caption = if self == Self::Volume { "blend zone volume" } else { self.caption() };
        format!("{caption}, 100% at rest")
    }

    /// The figure that all panes show large: the scene's, or the one that tells the panes apart most, or with a single
    /// pane the one farthest from rest. `None` if no figure tells anything.
    pub fn to_show(measure: SceneMeasure, panes: &[Summary]) -> Option<Self> {
        match measure {
            SceneMeasure::Automatic => {}
            SceneMeasure::Section => return Some(Self::Section),
            SceneMeasure::Bulge => return Some(Self::Bulge),
            SceneMeasure::Volume => return Some(Self::Volume),
            SceneMeasure::None => return None,
        }
        let figures = Self::ALL.into_iter().map(|figure| (figure, figure.spread(panes)));
        let widest = figures.max_by(|a, b| a.1.total_cmp(&b.1));
        widest.filter(|(_, spread)| *spread >= LEAST_SPREAD).map(|(figure, _)| figure)
    }

    fn spread(self, panes: &[Summary]) -> f64 {
        let mut values: Vec<f64> = panes.iter().filter_map(|summary| self.value(summary)).collect();
        if values.iter().all(|value| !self.differs(*value)) {
            return 0.0;
        }
        if let [_] = values.as_slice() {
            values.push(1.0);
        }
        let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        largest - values.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The vertex to mark where the figure is past its limit, and what the mark says.
    pub fn worst(self) -> Option<(WorstKind, &'static str)> {
        match self {
            Self::Section => Some((WorstKind::Collapse, "collapses")),
            Self::Bulge => Some((WorstKind::Bulge, "bulges")),
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

    /// Whether a value is far enough from 1 to be shown over a picture.
    pub fn differs(self, value: f64) -> bool {
        (value - 1.0).abs() >= UNCHANGED
    }

    /// Whether an artist would call the skin broken: a section below three quarters of rest, a bulge of more than a
    /// quarter, a tenth of the volume gained or lost.
    pub fn is_past_limit(self, value: f64) -> bool {
        match self {
            Self::Section => value < 0.75,
            Self::Bulge => value > 1.25,
            Self::Volume => !(0.9..=1.1).contains(&value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MainFigure::{Bulge, Section, Volume};

    #[test]
    fn limits_by_hand() {
        assert!(Section.is_past_limit(0.51) && !Section.is_past_limit(0.96));
        assert!(Bulge.is_past_limit(1.32) && !Bulge.is_past_limit(1.16));
        assert!(Volume.is_past_limit(0.88) && Volume.is_past_limit(1.2) && !Volume.is_past_limit(0.98));
        assert!(!Section.differs(1.0) && !Section.differs(0.98) && Section.differs(0.97));
    }
}
