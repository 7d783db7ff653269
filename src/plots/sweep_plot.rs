use super::letters::shortened;
use super::line_plot::{Axis, Curve, LinePlot};
use super::method_line::{LineModel, MethodLine};
use crate::measure::Figure;
use crate::session::figures::{ShownSkin, names_with_models, runs};
use crate::skinning::SkinningMethod;

/// A figure over the angle of a joint, as plotted by the command and the viewer.
#[derive(Clone, Copy, Debug)]
pub struct SweepPlot<'a> {
    pub figure: Figure,
    /// Names of the model and of the joint that turns.
    pub model: &'a str,
    /// Name of a second model, if skins of both are plotted.
    pub second: Option<&'a str>,
    pub joint: &'a str,
    /// Axis of the turn: X, Y or Z.
    pub axis: &'a str,
    /// Joint that is measured, if it is another one.
    pub measured_at: Option<&'a str>,
}

/// A skin, and its values by increasing angle in degrees. `None` for missing values.
pub type SweptSkin = (ShownSkin, Vec<(f32, Option<f64>)>);

/// Line style of each skin, in a plot of them all.
pub fn method_lines(skins: &[ShownSkin]) -> Vec<MethodLine> {
    MethodLine::of_each(&skins.iter().map(curve_of).collect::<Vec<_>>())
}

fn curve_of(skin: &ShownSkin) -> (SkinningMethod, LineModel) {
    (skin.skinning.method, if skin.model.is_first() { LineModel::First } else { LineModel::Second })
}

impl SweepPlot<'_> {
    /// Curves of the skins. Values that are not finite become gaps.
    pub fn lines(&self, skins: Vec<SweptSkin>) -> LinePlot {
        let Self { figure, axis, .. } = *self;
        let finite = |(skin, points): SweptSkin| -> SweptSkin {
            (skin, points.into_iter().map(|(angle, value)| (angle, value.filter(|value| value.is_finite()))).collect())
        };
        let mut skins: Vec<SweptSkin> = skins.into_iter().map(finite).collect();
        // A joint without a partner is not measured in the second model.
        skins.retain(|(skin, points)| skin.model.is_first() || points.iter().any(|point| point.1.is_some()));
        let values = || skins.iter().flat_map(|(_, points)| points.iter().filter_map(|point| point.1));
        let span = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
        let shown: Vec<ShownSkin> = skins.iter().map(|(skin, _)| *skin).collect();
        let curve = |(name, (skin, points)): (String, &SweptSkin)| {
            let parts = runs(points, span.max(0.0)).into_iter();
            let parts = parts.map(|part| part.into_iter().map(|(angle, value)| [f64::from(angle), value]).collect());
            let (method, model) = curve_of(skin);
            Curve { name, method, model, parts: parts.collect() }
        };
        let (first, joint) = (shortened(self.model), shortened(self.joint));
        let second = self.second.map(shortened);
        let model = second.as_ref().map_or_else(|| first.clone(), |second| format!("{first} and {second}"));
        // Between matched vertices, the distance is the same for both models.
        let is_shared = figure == Figure::DistanceToModel && skins.iter().all(|(skin, _)| skin.model.is_first());
        let models = second.as_ref().filter(|_| !is_shared).map(|second| [first.as_str(), second.as_str()]);
        let of_models = match figure {
            Figure::DistanceToModel if second.is_some() => format!("Distance between {model}"),
            _ => format!("{} of {model}", figure.label()),
        };
        let y = match is_shared && second.is_some() {
            true => Axis { label: format!("Largest distance, {}", figure.unit()), ..Axis::of_figure(figure) },
            false => Axis::of_figure(figure),
        };
        let at = self.measured_at.map_or_else(String::new, |at| format!("; measured at {}", shortened(at)));
        LinePlot {
            title: format!("{of_models}, {joint} rotated about {axis}"),
            subtitle: format!("{}{at}", figure.unit()),
            x: Axis { label: format!("Rotation of {joint} about {axis}"), is_degrees: true, reference: None },
            y,
            curves: names_with_models(&shown, models).into_iter().zip(&skins).map(curve).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::centers::CenterSettings;
    use crate::panes::PaneModel;
    use crate::skinning::SkinningSettings;

    fn plot(points: Vec<(f32, Option<f64>)>) -> LinePlot {
        // Its line is dashed.
        let settings = SkinningSettings { method: SkinningMethod::Dib, ..SkinningSettings::default() };
        let skin = ShownSkin::new(settings, CenterSettings::default());
        let name = "a joint with a name that is far too long for a plot";
        let sweep = SweepPlot {
            figure: Figure::Volume,
            model: "bar",
            second: None,
            joint: name,
            axis: "X",
            measured_at: Some("mid"),
        };
        sweep.lines(vec![(skin, points)])
    }

    #[test]
    fn values_that_are_not_finite_are_gaps() {
        let nothing = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        for value in nothing {
            let value_at = |index: u8| if index == 3 { value } else { 1.0 + 0.01 * f64::from(index) };
            let points = (0..7).map(|index| (5.0 * f32::from(index), Some(value_at(index)))).collect();
            let plot = plot(points);
            let parts: Vec<usize> = plot.curves[0].parts.iter().map(Vec::len).collect();
            assert_eq!(parts, [3, 3], "{value}");
            assert!(plot.svg().unwrap().contains("Volume"));
        }
        assert!(plot(vec![(0.0, Some(f64::INFINITY)); 3]).curves[0].parts.is_empty());
    }

    #[test]
    fn curves_of_two_models_are_told_apart() {
        let skin = ShownSkin::new(SkinningSettings::default(), CenterSettings::default());
        let skins = [skin, skin.of(PaneModel::Second)].map(|skin| (skin, vec![(0.0, Some(1.0)), (5.0, Some(0.9))]));
        let sweep = SweepPlot {
            figure: Figure::Volume,
            model: "old",
            second: Some("new"),
            joint: "mid",
            axis: "X",
            measured_at: None,
        };
        let plot = sweep.lines(skins.to_vec());
        assert_eq!(
            plot.curves.iter().map(|curve| curve.name.as_str()).collect::<Vec<_>>(),
            ["LBS \u{b7} old", "LBS \u{b7} new"]
        );
        assert_eq!(plot.title, "Volume of old and new, mid rotated about X");
        let lines = plot.method_lines();
        let (old, new) = (lines[0], lines[1]);
        assert_eq!((old.dash, old.marker), (new.dash, new.marker), "a marker says the method");
        assert_ne!(old.model, new.model);
        // A joint without a partner has no curve in the second model, and the plot does not name that model.
        let without = [skins[0].clone(), (skins[1].0, vec![(0.0, None), (5.0, Some(f64::NAN))])];
        let names = |plot: LinePlot| plot.curves.into_iter().map(|curve| curve.name).collect::<Vec<_>>();
        assert_eq!(names(sweep.lines(without.to_vec())), ["LBS \u{b7} old"]);
        let distance = SweepPlot { figure: Figure::DistanceToModel, ..sweep };
        assert_eq!(distance.lines(skins.to_vec()).title, "Distance between old and new, mid rotated about X");
        let shared = distance.lines(skins[..1].to_vec());
        assert_eq!(shared.y.label, "Largest distance, scene units");
        assert_eq!(names(shared), ["LBS"], "one distance of both");
    }

    #[test]
    fn names_of_files_are_shortened() {
        let plot = plot(Vec::new());
        assert_eq!(plot.x.label, "Rotation of a joint with\u{2026} for a plot about X");
        assert!(plot.title.ends_with("of bar, a joint with\u{2026} for a plot rotated about X"), "{}", plot.title);
        assert!(plot.subtitle.ends_with("; measured at mid"));
    }
}
