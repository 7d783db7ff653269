//! Settings of a pane's comparison with a second method.

use super::center_settings::Row;
use super::method_choice::{antipodality_row, method_row};
use crate::panes::{Comparison, ComparisonKind, PaneSettings};
use crate::session::Command;
use crate::skinning::SkinningSettings;
use crate::style::{FieldLook, Palette, SliderLook, number_field, segments, slider_trough};
use egui::Ui;

pub fn show(
    ui: &mut Ui,
    palette: &Palette,
    pane: usize,
    settings: &PaneSettings,
    // The names of the pane's model and of the other one.
    models: Option<[&str; 2]>,
    commands: &mut Vec<Command>,
    row: &Row<'_>,
) {
    let comparison = settings.comparison;
    let kinds = ComparisonKind::ALL.map(|kind| (kind, kind.label(), kind.explanation()));
    let mut changed = comparison;
    row(ui, "Comparison", &mut |ui, width| {
        if let Some(kind) = segments(ui, palette, "Comparison", width, &kinds, comparison.kind) {
            changed = switched(settings, kind);
        }
    });
    if comparison.kind != ComparisonKind::Off {
        if let Some([own, other]) = models {
            let choices = [(false, own, "The same model"), (true, other, "The other model in the same pose")];
            row(ui, "Model", &mut |ui, width| {
                if let Some(other_model) =
                    segments(ui, palette, "Compared model", width, &choices, comparison.other_model)
                {
                    changed.other_model = other_model;
                    // The same method of the other model is wanted most often.
                    if other_model {
                        changed.other = settings.skinning;
                    }
                }
            });
        }
        method_row(ui, palette, "Compare with", comparison.other.method, row, &mut |method| {
            changed.other.method = method;
        });
        if comparison.other.method.blends_quaternions() {
            let name = ("Antipodality", "Antipodality of the other method");
            antipodality_row(ui, name, comparison.other, row, &mut |mode| {
                changed.other.chosen_antipodality = mode;
            });
        }
    }
    if comparison.kind == ComparisonKind::Wipe {
        row(ui, "Divider", &mut |ui, width| {
            let mut percent = 100.0 * comparison.divider;
            let look = SliderLook {
                name: "Divider",
                width: width - 70.0,
                range: 0.0..=100.0,
                zero: 50.0,
                step: 1.0,
                marks: &[],
                limit: None,
                goes_on: false,
            };
            slider_trough(ui, palette, &look, &mut percent);
            let name = "Divider in percent";
            let look = FieldLook { name, width: 62.0, decimals: 0, suffix: "%", letter: None, speed: 0.3 };
            number_field(ui, palette, look, &mut percent);
            if percent != 100.0 * comparison.divider {
                changed.divider = percent / 100.0;
            }
        });
    }
    if changed != comparison {
        commands.push(Command::SetComparison { pane, comparison: changed });
    }
}

/// Avoids comparing a method with itself, which shows nothing unless less of the skin is stored: the other side becomes
/// LBS, or DQS if the first is LBS.
fn switched(settings: &PaneSettings, kind: ComparisonKind) -> Comparison {
    use crate::skinning::SkinningMethod::{Dqs, Lbs};
    let Comparison { other, other_model, divider, .. } = settings.comparison;
    let own = settings.skinning;
    let method = match other.method == own.method && other.antipodality() == own.antipodality() {
        true if other_model || !own.stored.is_full() => other.method,
        true if own.method == Lbs => Dqs,
        true => Lbs,
        false => other.method,
    };
    Comparison { kind, other: SkinningSettings { method, scale_kind: own.scale_kind, ..other }, other_model, divider }
}
