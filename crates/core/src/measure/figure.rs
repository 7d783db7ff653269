//! Rows of the table of figures, and how numbers are read from them.

use super::definition::Figure;
use super::difference::{Difference, PairDifference};
use super::figures::{Figures, JointFigures};
use std::fmt;

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Relative to rest, where it is 1.
    OverRest,
    /// A number of these.
    Count(&'static str),
    /// Degrees.
    Degrees,
    /// Scene units.
    Length,
    /// Scene units per degree of a sweep.
    LengthPerDegree,
}

impl Unit {
    /// The unit in words, to follow a value or to label an axis.
    pub fn name(self) -> &'static str {
        match self {
            Self::OverRest => "relative to rest",
            Self::Count(of) => of,
            Self::Degrees => "degrees",
            Self::Length => "scene units",
            Self::LengthPerDegree => "scene units per degree",
        }
    }

    /// Whether values are relative to rest.
    pub fn is_ratio(self) -> bool {
        self == Self::OverRest
    }

    /// Whether values are whole numbers.
    pub fn is_count(self) -> bool {
        matches!(self, Self::Count(_))
    }

    /// The value of a skin at rest.
    pub fn at_rest(self) -> f64 {
        if self.is_ratio() { 1.0 } else { 0.0 }
    }

    /// Digits after the decimal point. Lengths need `length_decimals` in a model of this size.
    pub fn decimals(self, length_decimals: usize) -> usize {
        match self {
            Self::OverRest => 3,
            Self::Count(_) => 0,
            Self::Degrees => 1,
            Self::Length => length_decimals,
            Self::LengthPerDegree => length_decimals + 1,
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Objects that a number of a figure is measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The blend zone of the measured joint.
    Joint,
    /// The whole skin.
    Skin,
    /// The skin under two methods.
    Methods,
    /// Two models.
    Models,
    /// Two angles of a sweep.
    Sweep,
}

/// Which number describes a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The figure itself.
    Value,
    /// The smallest value.
    Smallest,
    /// The largest value.
    Largest,
    /// The 1st percentile.
    P1,
    /// The median.
    P50,
    /// The 99th percentile.
    P99,
    /// The mean.
    Mean,
    /// The root mean square.
    Rms,
}

impl Statistic {
    fn words(self) -> &'static str {
        match self {
            Self::Value => "",
            Self::Smallest => "smallest",
            Self::Largest => "largest",
            Self::P1 => "1%",
            Self::P50 => "50%",
            Self::P99 => "99%",
            Self::Mean => "mean",
            Self::Rms => "rms",
        }
    }

    /// Suffix of the figure's id for this statistic.
    fn suffix(self) -> &'static str {
        match self {
            Self::Value | Self::Smallest | Self::Largest => "",
            Self::P1 => "_p1",
            Self::P50 => "_p50",
            Self::P99 => "_p99",
            Self::Mean => "_mean",
            Self::Rms => "_rms",
        }
    }
}

/// Measured values of one skin in one pose. Figures whose measurement is missing have no value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measurements<'a> {
    /// Figures of the skin, and of the joint if one is measured.
    pub figures: Option<&'a Figures>,
    /// Distance to the same skin under LBS.
    pub to_lbs: Option<Difference>,
    /// Distance to the same skin under DIB.
    pub to_dib: Option<Difference>,
    /// Distance to the skin of the other model.
    pub to_model: Option<PairDifference>,
    /// Largest distance to the skin at the angle before, in scene units per degree.
    pub step: Option<f64>,
}

#[derive(Clone, Copy, Debug)]
enum Take {
    Joint(fn(&JointFigures) -> Option<f64>),
    Skin(fn(&Figures) -> Option<f64>),
    ToLbs(fn(&Difference) -> f64),
    ToDib(fn(&Difference) -> f64),
    ToModel(fn(&PairDifference) -> f64),
    Step,
}

/// One number of a figure in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    statistic: Statistic,
    is_reported: bool,
    take: Take,
}

impl Part {
    pub const STEP: Self = Self::new(Statistic::Value, Take::Step);

    const fn new(statistic: Statistic, take: Take) -> Self {
        Self { statistic, is_reported: false, take }
    }

    pub const fn joint(statistic: Statistic, take: fn(&JointFigures) -> Option<f64>) -> Self {
        Self::new(statistic, Take::Joint(take))
    }

    pub const fn skin(statistic: Statistic, take: fn(&Figures) -> Option<f64>) -> Self {
        Self::new(statistic, Take::Skin(take))
    }

    pub const fn to_lbs(statistic: Statistic, take: fn(&Difference) -> f64) -> Self {
        Self::new(statistic, Take::ToLbs(take))
    }

    pub const fn to_dib(statistic: Statistic, take: fn(&Difference) -> f64) -> Self {
        Self::new(statistic, Take::ToDib(take))
    }

    pub const fn to_model(statistic: Statistic, take: fn(&PairDifference) -> f64) -> Self {
        Self::new(statistic, Take::ToModel(take))
    }

    /// It has a column in the report on a model, which has room for few.
    pub const fn reported(self) -> Self {
        Self { is_reported: true, ..self }
    }
}

/// A row of the table. [`Figure`] documents the fields.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub id: &'static str,
    /// The name that flags take, if not `id`.
    pub flag: Option<&'static str>,
    pub title: &'static str,
    /// Subject of statistics, if not `title`.
    pub subject: Option<&'static str>,
    pub unit: Unit,
    /// Smallest and largest value that are not broken.
    pub limits: Option<[f64; 2]>,
    /// Whether measuring it takes about as long as measuring all others.
    pub is_costly: bool,
    pub definition: &'static str,
    pub source: &'static str,
    /// The first one is the figure in sweeps and plots. Percentiles of one scope follow each other.
    pub parts: &'static [Part],
}

/// The row that others start from.
pub(super) const ROW: Row = Row {
    id: "",
    flag: None,
    title: "",
    subject: None,
    unit: Unit::OverRest,
    limits: None,
    is_costly: false,
    definition: "",
    source: "",
    parts: &[],
};

impl Figure {
    /// Whether measuring it takes about as long as measuring all others. Sweeps leave such figures out
    /// unless they are asked for, and the window while it does not show them.
    pub fn is_costly(self) -> bool {
        self.row().is_costly
    }

    /// The name in JSON and in the columns of a sweep.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The name that flags take. If it was another one in earlier versions, flags still take that too.
    pub fn flag(self) -> &'static str {
        self.row().flag.unwrap_or(self.row().id)
    }

    /// The figure of a flag's value, with hyphens or underscores.
    pub fn from_flag(text: &str) -> Option<Self> {
        let name = text.trim().replace('-', "_");
        Self::ALL.into_iter().find(|figure| figure.flag() == name || figure.id() == name)
    }

    /// The label in panels and tables.
    pub fn label(self) -> &'static str {
        self.row().title
    }

    /// The label with the unit, unless the label already names it, like "Flipped triangles".
    pub fn label_with_unit(self) -> String {
        let (label, unit) = (self.label(), self.unit().name());
        if label.ends_with(unit) { label.to_owned() } else { format!("{label}, {unit}") }
    }

    /// The unit of the value.
    pub fn unit(self) -> Unit {
        self.row().unit
    }

    /// The definition in tooltips, `--help` and the documentation.
    pub fn definition(self) -> &'static str {
        self.row().definition
    }

    /// The source of the figure's definition.
    pub fn source(self) -> &'static str {
        self.row().source
    }

    /// Whether an artist would call the skin broken: a section below three quarters of rest, a bulge of more than a
    /// quarter, a tenth of the volume gained or lost.
    pub fn is_past_limit(self, value: f64) -> bool {
        self.row().limits.is_some_and(|[smallest, largest]| value < smallest || value > largest)
    }

    /// The numbers of the figure; the first one is the figure in sweeps and plots.
    pub fn readings(self) -> impl Iterator<Item = Reading> {
        self.row().parts.iter().map(move |&part| Reading { figure: self, part })
    }

    /// Objects that the figure is measured on in sweeps and plots.
    pub fn scope(self) -> Scope {
        self.row().parts[0].scope()
    }

    /// The numbers that sweeps measure: those of its [`Self::scope`].
    pub fn readings_of_sweep(self) -> impl Iterator<Item = Reading> {
        self.readings().filter(move |reading| reading.scope() == self.scope())
    }

    /// The numbers of all figures that are measured of one of some things, in table order.
    pub fn readings_of<const N: usize>(scopes: [Scope; N]) -> impl Iterator<Item = Reading> {
        Self::ALL.into_iter().flat_map(Self::readings).filter(move |reading| scopes.contains(&reading.scope()))
    }

    /// Whether sweeps plot it: percentiles are not a single value.
    pub fn is_swept(self) -> bool {
        matches!(self.row().parts[0].statistic, Statistic::Value | Statistic::Smallest | Statistic::Largest)
    }

    /// The figures that sweeps plot, in table order.
    pub fn swept() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|figure| figure.is_swept())
    }

    /// The value in sweeps and plots, which is the first of [`Self::readings`].
    pub fn value(self, measured: &Measurements<'_>) -> Option<f64> {
        self.row().parts[0].value(measured)
    }
}

impl Part {
    fn scope(self) -> Scope {
        match self.take {
            Take::Joint(_) => Scope::Joint,
            Take::Skin(_) => Scope::Skin,
            Take::ToLbs(_) | Take::ToDib(_) => Scope::Methods,
            Take::ToModel(_) => Scope::Models,
            Take::Step => Scope::Sweep,
        }
    }

    fn value(self, measured: &Measurements<'_>) -> Option<f64> {
        match self.take {
            Take::Joint(take) => take(measured.figures?.joint.as_ref()?),
            Take::Skin(take) => take(measured.figures?),
            Take::ToLbs(take) => measured.to_lbs.as_ref().map(take),
            Take::ToDib(take) => measured.to_dib.as_ref().map(take),
            Take::ToModel(take) => measured.to_model.as_ref().map(take),
            Take::Step => measured.step,
        }
    }
}

/// One number of a figure.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The figure that the number belongs to.
    pub figure: Figure,
    part: Part,
}

impl Reading {
    /// Objects that the number is measured on.
    pub fn scope(self) -> Scope {
        self.part.scope()
    }

    /// Which number of the figure's values it is.
    pub fn statistic(self) -> Statistic {
        self.part.statistic
    }

    /// Whether it has a column in the report on a model.
    pub fn is_reported(self) -> bool {
        self.part.is_reported
    }

    /// The name in JSON and in the columns of a sweep, unique within the scope: `area_stretch_p1`.
    pub fn id(self) -> String {
        format!("{}{}", self.figure.id(), self.part.statistic.suffix())
    }

    /// The name in a list of all scopes: "Area stretch, zone, 1%".
    pub fn name(self) -> String {
        let scope = match self.scope() {
            _ if self.figure.readings().all(|other| other.scope() == self.scope()) => "",
            Scope::Joint => "zone",
            _ => "all",
        };
        self.with_words(scope)
    }

    /// The name in a list of one scope: "Area stretch, relative to rest, 1%".
    pub fn name_with_unit(self) -> String {
        let unit = self.figure.unit().name();
        // "Flipped triangles" already names its unit.
        self.with_words(if self.figure.label().ends_with(unit) { "" } else { unit })
    }

    /// Scope and statistic for the head of a column: "around the joint, 1%".
    pub fn where_measured(self) -> String {
        let scope = match self.scope() {
            Scope::Joint => "around the joint",
            Scope::Skin => "whole skin",
            Scope::Methods | Scope::Models | Scope::Sweep => self.figure.unit().name(),
        };
        joined([scope, self.part.statistic.words()])
    }

    fn with_words(self, words: &str) -> String {
        let title = match self.part.statistic {
            Statistic::Value => self.figure.label(),
            _ => self.figure.row().subject.unwrap_or(self.figure.label()),
        };
        joined([title, words, self.part.statistic.words()])
    }

    /// The number, taken from what was measured; `None` if that is missing.
    pub fn value(self, measured: &Measurements<'_>) -> Option<f64> {
        self.part.value(measured)
    }

    /// The value from a joint's figures alone. `None` for numbers of anything else.
    pub fn of_joint(self, joint: &JointFigures) -> Option<f64> {
        if let Take::Joint(take) = self.part.take { take(joint) } else { None }
    }
}

fn joined<const N: usize>(words: [&str; N]) -> String {
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ")
}
