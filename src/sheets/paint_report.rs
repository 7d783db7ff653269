use crate::math::grouped;
use crate::model::Model;
use crate::pairs::SurfacePair;
use crate::style::{NO_DISTANCE, PaintLegend, paint_scale_in_words, paint_title};
use crate::view::{PaintScale, PaintSummary, PaintedJoint, PictureSettings, SkinPaint};

/// Count of joints that a line names. Further joints are only counted.
const NAMED_JOINTS: usize = 4;

/// The meaning of the colors of one picture, for its legend and a line of text.
pub struct PaintReport<'a> {
    pub model: &'a Model,
    /// The settings of the picture.
    pub settings: &'a PictureSettings,
    pub summary: &'a PaintSummary,
    /// Surfaces compared with the other model, if there is one.
    pub beside: Option<&'a SurfacePair>,
}

impl PaintReport<'_> {
    pub fn legend(&self) -> PaintLegend {
        match self.summary {
            _ if self.knows_no_distance() => PaintLegend::of_no_distance(),
            PaintSummary::Scaled { scale, .. } => {
                let legend = PaintLegend::of_scale(self.settings.look.paint, *scale, self.extent());
                legend.titled(self.title(*scale))
            }
            PaintSummary::Joints(joints) if joints.is_empty() => PaintLegend::of_names(self.line(), []),
            PaintSummary::Joints(joints) => {
                let named = joints.iter().map(|joint| (joint.color, self.label(joint)));
                PaintLegend::of_names(self.settings.look.paint.label(), named)
            }
        }
    }

    /// The meaning of the colors as text, without a period.
    pub fn line(&self) -> String {
        if self.knows_no_distance() {
            return NO_DISTANCE.to_owned();
        }
        let joints = match self.summary {
            PaintSummary::Scaled { scale, found } => {
                return paint_scale_in_words(&self.title(*scale), *scale, *found, self.extent());
            }
            PaintSummary::Joints(joints) => joints,
        };
        if joints.is_empty() {
            return format!("{}: there is no skin", self.settings.look.paint.label());
        }
        let named = |joint: &PaintedJoint| format!("{} {}", self.label(joint), grouped(joint.vertices));
        let mut parts: Vec<String> = joints.iter().take(NAMED_JOINTS).map(named).collect();
        if let Some(more) = joints.len().checked_sub(NAMED_JOINTS).filter(|more| *more > 0) {
            parts.push(format!("and {more} more"));
        }
        format!("{}, by number of vertices: {}", self.settings.look.paint.label(), parts.join(", "))
    }

    fn title(&self, scale: PaintScale) -> String {
        match (self.settings.look.paint, self.settings.selected_joint) {
            (SkinPaint::JointWeights, Some(joint)) => format!("Weight of {}", self.model.skeleton.short_name(joint)),
            (paint, _) => paint_title(paint, scale),
        }
    }

    fn label(&self, joint: &PaintedJoint) -> String {
        self.model.skeleton.short_name(joint.node).to_owned()
    }

    fn knows_no_distance(&self) -> bool {
        self.settings.look.paint == SkinPaint::DifferenceToModel
            && matches!(self.summary, PaintSummary::Scaled { found: None, .. })
    }

    /// Extent of which distances are percentages: the model's, or for distances between two models the first one's.
    fn extent(&self) -> f32 {
        let of_pair = self.beside.filter(|_| self.settings.look.paint == SkinPaint::DifferenceToModel);
        of_pair.map_or_else(|| self.model.rest_bounds().extent(), |pair| pair.extent as f32)
    }
}
