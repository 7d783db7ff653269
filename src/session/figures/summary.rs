use super::measured::MeasuredSkin;
use crate::math::grouped;
use crate::measure::{Extremes, Figure, Flipped, Percentiles, Stretch, Volume};
use crate::skinning::SkinningMethod;

/// The main figures of one skin.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Volume over rest, of the joint's zone or of the whole skin if no joint is selected.
    pub volume: Option<f64>,
    /// Why the volume is missing.
    pub no_volume: Option<String>,
    /// Smallest minor radius of a section over rest.
    pub radius: Option<f64>,
    /// As defined by [`Figure::Bulge`].
    pub bulge: Option<f64>,
    /// Largest distance in scene units. `None` for LBS itself.
    pub to_lbs: Option<f64>,
    /// Position along the bones and minor radius over rest.
    pub sections: Vec<(f64, f64)>,
}

impl Summary {
    pub fn of(measured: &MeasuredSkin) -> Self {
        let joint = measured.figures.joint.as_ref();
        let volume = joint.map_or(measured.figures.volume, |joint| joint.zone_volume);
        let sections = joint.map_or(&[][..], |joint| &joint.sections).iter();
        let is_lbs = measured.skin.skinning.method == SkinningMethod::Lbs;
        Self {
            volume: volume.ok().map(Volume::over_rest),
            no_volume: volume.err().map(|why| why.to_string()),
            radius: joint.and_then(|joint| joint.minor_radius).map(|range| range.smallest),
            bulge: joint.and_then(|joint| joint.bulge).map(|bulge| bulge.over_rest),
            to_lbs: (!is_lbs).then_some(measured.to_lbs.largest),
            sections: sections.filter_map(|section| Some((section.along_bone, section.minor_radius?))).collect(),
        }
    }
}

/// One line of the table of all figures.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureLine {
    pub figure: Figure,
    pub name: String,
    /// A dash if there is no value.
    pub value: String,
}

const NOTHING: &str = "\u{2013}";

/// All figures of one skin, in the order of [`Figure::ALL`]. All skins of one request have the same lines.
pub fn lines(measured: &MeasuredSkin, length_decimals: usize) -> Vec<FigureLine> {
    let mut lines = Lines { lines: Vec::new() };
    let figures = &measured.figures;
    let joint = figures.joint.as_ref();
    let length = |length: f64| format!("{length:.length_decimals$}");
    lines.ratio(Figure::Volume, "", figures.volume.ok().map(Volume::over_rest));
    if let Some(joint) = joint {
        let smallest = |range: Option<Extremes>| range.map(|range| range.smallest);
        lines.ratio(Figure::ZoneVolume, "", joint.zone_volume.ok().map(Volume::over_rest));
        lines.ratio(Figure::MinorRadius, "", smallest(joint.minor_radius));
        lines.ratio(Figure::MajorRadius, "", smallest(joint.major_radius));
        lines.ratio(Figure::SmallestDistance, "", smallest(joint.bone_distance));
        lines.ratio(Figure::LargestDistance, "", joint.bone_distance.map(|range| range.largest));
        lines.ratio(Figure::Bulge, "", joint.bulge.map(|bulge| bulge.over_rest));
        lines.stretch("zone", &joint.stretch);
    }
    lines.stretch("all", &figures.stretch);
    if let Some(joint) = joint {
        lines.flipped("zone", joint.flipped);
    }
    lines.flipped("all", figures.flipped);
    let differences = [(Figure::DifferenceToLbs, Some(measured.to_lbs)), (Figure::DifferenceToDib, measured.to_dib)];
    for (figure, difference) in differences {
        lines.add(figure, "", difference.map(|difference| length(difference.largest)));
        lines.add(figure, "mean", difference.map(|difference| length(difference.mean)));
        lines.add(figure, "rms", difference.map(|difference| length(difference.rms)));
    }
    lines.lines
}

struct Lines {
    lines: Vec<FigureLine>,
}

impl Lines {
    fn add(&mut self, figure: Figure, detail: &str, value: Option<String>) {
        let name = match (figure, detail) {
            (_, "") => figure.label().to_owned(),
            (Figure::DifferenceToLbs, detail) => format!("To LBS, {detail}"),
            (Figure::DifferenceToDib, detail) => format!("To DIB, {detail}"),
            _ => format!("{}, {detail}", figure.label()),
        };
        let value = value.map_or_else(|| NOTHING.to_owned(), |value| value.replace('-', "\u{2212}"));
        self.lines.push(FigureLine { figure, name, value });
    }

    fn ratio(&mut self, figure: Figure, detail: &str, value: Option<f64>) {
        self.add(figure, detail, value.map(|value| format!("{value:.3}")));
    }

    fn stretch(&mut self, part: &str, stretch: &Stretch) {
        let ends = |percentiles: Option<Percentiles>| {
            (percentiles.map(|percentiles| percentiles.p1), percentiles.map(|percentiles| percentiles.p99))
        };
        for (figure, percentiles) in [(Figure::AreaStretch, stretch.area), (Figure::EdgeStretch, stretch.edge)] {
            let (p1, p99) = ends(percentiles);
            self.ratio(figure, &format!("{part}, 1%"), p1);
            self.ratio(figure, &format!("{part}, 99%"), p99);
        }
        let figure = Figure::PrincipalStretch;
        self.ratio(figure, &format!("{part}, 1%"), ends(stretch.smaller_principal).0);
        self.ratio(figure, &format!("{part}, 99%"), ends(stretch.larger_principal).1);
    }

    fn flipped(&mut self, part: &str, flipped: Flipped) {
        self.add(Figure::Flipped, part, Some(grouped(flipped.count)));
    }
}
