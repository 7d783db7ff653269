//! Meaning of the colors of a painted skin, at every step of a slider.

use super::page::hex;
use super::page_data::{PageBar, PageLegend};
use crate::sheets::PaintReport;
use crate::style::{LegendBar, LegendParts, PaintLegend};
use crate::view::{PaintScale, PaintSummary};

/// Most names in a legend.
const MOST_NAMES: usize = 8;

/// Legend of a picture. It leaves out data of a single pose, such as a count of vertices.
pub(super) fn legend(report: &PaintReport<'_>) -> PageLegend {
    if let PaintSummary::Scaled { scale: PaintScale::InvalidSigns(Some(_)), .. } = report.summary {
        let paint = report.settings.look.paint;
        let some = PaintLegend::of_scale(paint, PaintScale::InvalidSigns(Some(1)), 1.0);
        return page_legend(some.titled(paint.label()).parts());
    }
    page_legend(report.legend().parts())
}

fn page_legend(LegendParts { title, chip, bar, names }: LegendParts) -> PageLegend {
    let bar = bar.map(|LegendBar { colors, is_stepped, above, below }| PageBar {
        colors: colors.into_iter().map(|color| hex(color.to_array())).collect(),
        is_stepped,
        above,
        below,
    });
    PageLegend {
        title,
        chip: chip.map(|color| hex(color.to_array())),
        bar,
        more: names.len().saturating_sub(MOST_NAMES),
        names: names.into_iter().take(MOST_NAMES).map(|(chip, name)| (hex(chip.to_array()), name)).collect(),
    }
}
