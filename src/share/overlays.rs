//! Marks, figures and words of diagrams, for every step of a slider.

use super::page_data::{PageFigure, PageLabel, PageMark, PageOverlay};
use crate::panes::{MarkShape, PaneMarks};
use crate::view::{DiagramDrawing, Theme};

/// Overlay of a picture.
pub(super) fn overlay(marks: &PaneMarks, diagram: Option<&DiagramDrawing>) -> PageOverlay {
    let mark = |mark: &crate::panes::PlacedMark| PageMark {
        at: mark.position.to_array(),
        shape: match mark.shape {
            MarkShape::Ring => "ring",
            MarkShape::Arrow => "arrow",
        },
        label: mark.label.clone(),
    };
    let label = |label: &crate::view::DiagramLabel| PageLabel {
        at: label.at.to_array(),
        text: label.text.clone(),
        color: format!("#{:06x}", label.ink.rgb(Theme::Dark) & 0xFF_FFFF),
    };
    PageOverlay {
        marks: marks.marks.iter().map(mark).collect(),
        labels: diagram.map_or_else(Vec::new, |drawing| drawing.labels.iter().map(label).collect()),
        middle: diagram.and_then(|drawing| drawing.middle).map(|middle| middle.to_array()),
        figure: marks
            .figures
            .first()
            .map(|figure| PageFigure { value: figure.text(), caption: figure.caption.clone() }),
    }
}

/// Reduces overlays to a single one if all are equal.
pub(super) fn without_repeats(mut overlays: Vec<PageOverlay>) -> Vec<PageOverlay> {
    if overlays.windows(2).all(|pair| pair[0] == pair[1]) {
        overlays.truncate(1);
    }
    overlays
}
