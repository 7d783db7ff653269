use crate::measure::{Figure, Figures, Percentiles, Volume};

/// A measured value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Value {
    /// Measured number. `None` if there is nothing to measure.
    pub number: Option<f64>,
    /// Whether an artist would call the skin broken.
    pub is_past_limit: bool,
}

/// A column of the table of figures.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub figure: Figure,
    /// Kind of value, and where it is measured.
    pub part: &'static str,
    /// Digits after the decimal point.
    pub decimals: usize,
    of: fn(&Figures) -> Option<f64>,
}

impl Column {
    pub fn value_in(&self, figures: &Figures) -> Option<f64> {
        (self.of)(figures)
    }
}

/// Figures of every worst case, as in `measure`.
pub const COLUMNS: [Column; 7] = [
    Column { figure: Figure::MinorRadius, part: "around the joint", decimals: 3, of: minor_radius },
    Column { figure: Figure::Bulge, part: "around the joint", decimals: 3, of: bulge },
    Column { figure: Figure::ZoneVolume, part: "around the joint", decimals: 3, of: zone_volume },
    Column { figure: Figure::Volume, part: "whole skin", decimals: 3, of: volume },
    Column { figure: Figure::AreaStretch, part: "around the joint, 1%", decimals: 3, of: area_stretch },
    Column { figure: Figure::EdgeStretch, part: "around the joint, 99%", decimals: 3, of: edge_stretch },
    Column { figure: Figure::Flipped, part: "whole skin", decimals: 0, of: flipped },
];

fn minor_radius(figures: &Figures) -> Option<f64> {
    Some(figures.joint.as_ref()?.minor_radius?.smallest)
}

fn bulge(figures: &Figures) -> Option<f64> {
    Some(figures.joint.as_ref()?.bulge?.over_rest)
}

fn zone_volume(figures: &Figures) -> Option<f64> {
    figures.joint.as_ref()?.zone_volume.ok().map(Volume::over_rest)
}

fn volume(figures: &Figures) -> Option<f64> {
    figures.volume.ok().map(Volume::over_rest)
}

fn area_stretch(figures: &Figures) -> Option<f64> {
    let percentiles: Percentiles = figures.joint.as_ref()?.stretch.area?;
    Some(percentiles.p1)
}

fn edge_stretch(figures: &Figures) -> Option<f64> {
    Some(figures.joint.as_ref()?.stretch.edge?.p99)
}

fn flipped(figures: &Figures) -> Option<f64> {
    (figures.flipped.of > 0).then_some(figures.flipped.count as f64)
}
