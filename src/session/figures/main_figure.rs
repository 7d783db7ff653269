use super::summary::Summary;

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
