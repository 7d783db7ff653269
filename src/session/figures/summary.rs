use super::main_figure::MainFigure;
use super::measured::MeasuredSkin;
use crate::math::grouped;
use crate::measure::{Figure, Reading, Scope};
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
        let of_joint = joint.is_some() || measured.lacks_joint;
        let why = match joint {
            Some(joint) => joint.zone_volume.err(),
            None if of_joint => None,
            None => measured.figures.volume.err(),
        };
        let sections = joint.map_or(&[][..], |joint| &joint.sections).iter();
        let is_lbs = measured.skin.skinning.method == SkinningMethod::Lbs;
        let value = |figure: MainFigure| figure.figure(of_joint).value(&measured.measurements());
        Self {
            volume: value(MainFigure::Volume),
            no_volume: why.map(|why| why.to_string()),
            radius: value(MainFigure::Section),
            bulge: value(MainFigure::Bulge),
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
    let has_joint = measured.figures.joint.is_some() || measured.lacks_joint;
    let is_listed = |reading: &Reading| match reading.scope() {
        Scope::Joint => has_joint,
        Scope::Skin | Scope::Methods => true,
        Scope::Models => two_models,
        Scope::Sweep => false,
    };
    let line = |reading: Reading| {
        let unit = reading.figure.unit();
        let text = |value: f64| match unit.is_count() {
            true => grouped(value as usize),
            false => format!("{value:.*}", unit.decimals(length_decimals)).replace('-', "\u{2212}"),
        };
        let value = reading.value(&measured.measurements()).map_or_else(|| NOTHING.to_owned(), text);
        FigureLine { figure: reading.figure, name: reading.name(), value }
    };
    Figure::ALL.into_iter().flat_map(Figure::readings).filter(is_listed).map(line).collect()
}
