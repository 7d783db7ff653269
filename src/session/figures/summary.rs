use super::measured::MeasuredSkin;
use crate::math::grouped;
use crate::measure::{Extremes, Figure, Flipped, Percentiles, Stretch, Volume};
use crate::skinning::SkinningMethod;

/// The main figures of one skin.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Ratio to rest of the volume of the joint's zone, or of the whole skin if no joint is selected.
    pub volume: Option<f64>,
    /// Reason why the volume is missing.
    pub no_volume: Option<String>,
    /// Smallest minor radius of a section, as a ratio to rest.
    pub radius: Option<f64>,
    /// Bulge as defined by [`Figure::Bulge`].
    pub bulge: Option<f64>,
    /// Largest distance in scene units. `None` for LBS itself.
    pub to_lbs: Option<f64>,
    /// Sections: position along the bones, and minor radius as a ratio to rest.
    pub sections: Vec<(f64, f64)>,
}

impl Summary {
    pub fn of(measured: &MeasuredSkin) -> Self {
        let joint = measured.figures.joint.as_ref();
        let volume = match joint {
            Some(joint) => Some(joint.zone_volume),
            None if measured.lacks_joint => None,
            None => Some(measured.figures.volume),
        };
        let sections = joint.map_or(&[][..], |joint| &joint.sections).iter();
        let is_lbs = measured.skin.skinning.method == SkinningMethod::Lbs;
        Self {
            volume: volume.and_then(Result::ok).map(Volume::over_rest),
            no_volume: volume.and_then(Result::err).map(|why| why.to_string()),
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
    /// Formatted value, or a dash if there is none.
    pub value: String,
}

const NOTHING: &str = "\u{2013}";

/// All figures of one skin, in the order of [`Figure::ALL`]. All skins of one request have the same lines: where a
/// joint has no partner, the joint's lines have no value.
pub fn lines(measured: &MeasuredSkin, two_models: bool, length_decimals: usize) -> Vec<FigureLine> {
    let mut lines = Lines { lines: Vec::new() };
    let figures = &measured.figures;
    let joint = figures.joint.as_ref();
    let length = |length: f64| format!("{length:.length_decimals$}");
    lines.ratio(Figure::Volume, "", figures.volume.ok().map(Volume::over_rest));
    let has_joint = joint.is_some() || measured.lacks_joint;
    if has_joint {
        let smallest = |range: Option<Extremes>| range.map(|range| range.smallest);
        let zone_volume = joint.and_then(|joint| joint.zone_volume.ok());
        lines.ratio(Figure::ZoneVolume, "", zone_volume.map(Volume::over_rest));
        lines.ratio(Figure::MinorRadius, "", joint.and_then(|joint| smallest(joint.minor_radius)));
        lines.ratio(Figure::MajorRadius, "", joint.and_then(|joint| smallest(joint.major_radius)));
        lines.ratio(Figure::SmallestDistance, "", joint.and_then(|joint| smallest(joint.bone_distance)));
        let largest = joint.and_then(|joint| joint.bone_distance).map(|range| range.largest);
        lines.ratio(Figure::LargestDistance, "", largest);
        lines.ratio(Figure::Bulge, "", joint.and_then(|joint| joint.bulge).map(|bulge| bulge.over_rest));
        lines.stretch("zone", joint.map(|joint| &joint.stretch));
    }
    lines.stretch("all", Some(&figures.stretch));
    if has_joint {
        lines.flipped("zone", joint.map(|joint| joint.flipped));
    }
    lines.flipped("all", Some(figures.flipped));
    let differences = [(Figure::DifferenceToLbs, Some(measured.to_lbs)), (Figure::DifferenceToDib, measured.to_dib)];
    for (figure, difference) in differences {
        lines.add(figure, "", difference.map(|difference| length(difference.largest)));
        lines.add(figure, "mean", difference.map(|difference| length(difference.mean)));
        lines.add(figure, "rms", difference.map(|difference| length(difference.rms)));
    }
    if two_models {
        let to_other = measured.to_other;
        lines.add(Figure::DistanceToModel, "", to_other.map(|found| length(found.largest)));
        lines.add(Figure::DistanceToModel, "mean", to_other.map(|found| length(found.mean)));
        lines.add(Figure::DistanceToModel, "99%", to_other.map(|found| length(found.p99)));
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
            (Figure::DistanceToModel, detail) => format!("To the other model, {detail}"),
            _ => format!("{}, {detail}", figure.label()),
        };
        let value = value.map_or_else(|| NOTHING.to_owned(), |value| value.replace('-', "\u{2212}"));
        self.lines.push(FigureLine { figure, name, value });
    }

    fn ratio(&mut self, figure: Figure, detail: &str, value: Option<f64>) {
        self.add(figure, detail, value.map(|value| format!("{value:.3}")));
    }

    fn stretch(&mut self, part: &str, stretch: Option<&Stretch>) {
        let ends = |percentiles: Option<Percentiles>| {
            (percentiles.map(|percentiles| percentiles.p1), percentiles.map(|percentiles| percentiles.p99))
        };
        for (figure, percentiles) in [
            (Figure::AreaStretch, stretch.and_then(|stretch| stretch.area)),
            (Figure::EdgeStretch, stretch.and_then(|stretch| stretch.edge)),
        ] {
            let (p1, p99) = ends(percentiles);
            self.ratio(figure, &format!("{part}, 1%"), p1);
            self.ratio(figure, &format!("{part}, 99%"), p99);
        }
        let figure = Figure::PrincipalStretch;
        self.ratio(figure, &format!("{part}, 1%"), ends(stretch.and_then(|stretch| stretch.smaller_principal)).0);
        self.ratio(figure, &format!("{part}, 99%"), ends(stretch.and_then(|stretch| stretch.larger_principal)).1);
    }

    fn flipped(&mut self, part: &str, flipped: Option<Flipped>) {
        self.add(Figure::Flipped, part, flipped.map(|flipped| grouped(flipped.count)));
    }
}
