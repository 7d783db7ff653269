use super::super::definition::Figure;
use super::super::figure::{Reading, Statistic};
use super::super::figures::JointFigures;

/// Criterion by which joints are ranked: the worst value over all angles of one of the figures of `measure`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StressMeasure {
    /// The smallest [`Figure::MinorRadius`]: thinning of the limb.
    Collapse,
    /// The largest [`Figure::Bulge`]: thickening of the limb beyond what the pose explains.
    Bulge,
    /// The 99th percentile of [`Figure::EdgeStretch`] in the zone: stretch of the skin, ignoring a few edges.
    Stretch,
}

/// Changes up to this are not defects: sections are cut through triangles, which by itself costs as much.
const SMALLEST_CHANGE: f64 = 5e-3;

impl StressMeasure {
    /// All measures, in the order of the lists of [`StressReport`](super::StressReport).
    pub const ALL: [Self; 3] = [Self::Collapse, Self::Bulge, Self::Stretch];

    /// The name of the measure's list in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Self::Collapse => "collapse",
            Self::Bulge => "bulge",
            Self::Stretch => "stretch",
        }
    }

    /// The name that flags take: the name of the figure, or `stretch`.
    pub fn flag(self) -> &'static str {
        if self == Self::Stretch { self.id() } else { self.figure().flag() }
    }

    /// The measure of a flag's value, with hyphens or underscores. The names in JSON are accepted too.
    pub fn from_flag(text: &str) -> Option<Self> {
        let name = text.trim().replace('-', "_");
        Self::ALL.into_iter().find(|measure| measure.flag() == name || measure.id() == name)
    }

    /// The label for display, which is the figure's.
    pub fn label(self) -> &'static str {
        self.figure().label()
    }

    /// The figure whose worst value is taken.
    pub fn figure(self) -> Figure {
        match self {
            Self::Collapse => Figure::MinorRadius,
            Self::Bulge => Figure::Bulge,
            Self::Stretch => Figure::EdgeStretch,
        }
    }

    /// The value from a joint's figures in one pose.
    pub fn value_of(self, figures: &JointFigures) -> Option<f64> {
        self.reading()?.of_joint(figures)
    }

    fn reading(self) -> Option<Reading> {
        let statistic = if self == Self::Stretch { Statistic::P99 } else { Statistic::Value };
        self.figure().readings().find(|reading| reading.statistic() == statistic)
    }

    /// A short description of the meaning of a value relative to rest for the skin.
    pub fn described(self, over_rest: f64) -> String {
        let percent = 100.0 * over_rest;
        match self {
            Self::Collapse => format!("smallest section {percent:.0}% of rest"),
            Self::Bulge if !self.is_defect(over_rest) => "no bulge".to_owned(),
            Self::Bulge => format!("bulges to {percent:.0}% of rest"),
            Self::Stretch => format!("longest edges {percent:.0}% of rest"),
        }
    }

    /// Severity of a value relative to rest: larger is worse, 0 is unchanged.
    pub fn severity(self, over_rest: f64) -> f64 {
        match self {
            Self::Collapse => 1.0 - over_rest,
            Self::Bulge | Self::Stretch => over_rest - 1.0,
        }
    }

    /// Whether a value relative to rest should be listed.
    pub fn is_defect(self, over_rest: f64) -> bool {
        self.severity(over_rest) > SMALLEST_CHANGE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_take_the_name_that_people_read_and_the_older_one() {
        for (text, measure) in [
            ("smallest_section", StressMeasure::Collapse),
            ("smallest-section", StressMeasure::Collapse),
            ("collapse", StressMeasure::Collapse),
            ("bulge", StressMeasure::Bulge),
            ("stretch", StressMeasure::Stretch),
        ] {
            assert_eq!(StressMeasure::from_flag(text), Some(measure), "{text}");
        }
        assert_eq!(StressMeasure::from_flag("beauty"), None);
        assert_eq!(StressMeasure::Collapse.label(), "Smallest section");
    }
}
