//! One pane of a scene as written: flat, in the words of the command line.

use super::view::SceneView;
use crate::centers::{CenterSettings, Similarity};
use crate::model::{MostInfluences, MostSurroundingJoints, PositionBits, ScaleKind, StoredSkin, WeightBits};
use crate::panes::{Comparison, ComparisonKind, PaneLook, PaneModel, PaneSettings};
use crate::skinning::{Antipodality, BlendFactor, ChosenNumbers, Phases, SkinningMethod, SkinningSettings};
use crate::view::{Diagram, Overlay, Overlays, PaintRange, Shading, SkinPaint};
use serde::{Deserialize, Serialize};

/// One pane of a scene. Absent values are the usual ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenePane {
    /// Which of the two models is shown.
    pub model: Option<PaneModel>,
    #[cfg_attr(test, schemars(with = "String"))]
    pub method: SkinningMethod,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub antipodality: Option<Antipodality>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub scale: Option<ScaleKind>,
    #[cfg_attr(test, schemars(with = "Option<f32>"))]
    pub blend: Option<BlendFactor>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub phases: Option<Phases>,
    /// Numbers of a method that is not built in, by name.
    #[serde(default, skip_serializing_if = "ChosenNumbers::are_none")]
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, f32>"))]
    pub numbers: ChosenNumbers,
    /// Influences of each vertex that are kept, 1 to 8.
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    pub influences: Option<MostInfluences>,
    /// Bits of each weight, 8 or 16.
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    pub weight_bits: Option<WeightBits>,
    /// Bits of each coordinate of a position, 8 to 16.
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    pub position_bits: Option<PositionBits>,
    /// Joints of each vertex's surroundings that are kept under `direct-delta-mush`, 1 to 32.
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    pub surrounding_joints: Option<MostSurroundingJoints>,
    pub sigma: Option<f64>,
    pub epsilon: Option<f64>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub similarity: Option<Similarity>,
    pub compare: Option<SceneComparison>,
    #[serde(default, with = "paint_name")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub paint: Option<SkinPaint>,
    /// End of a difference map's palette in scene units.
    pub paint_range: Option<f32>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub shading: Option<Shading>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub diagram: Option<Diagram>,
    /// Overlays, if they differ from the scene's.
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    pub overlays: Option<Vec<Overlay>>,
    /// A view of its own, if it differs from the scene's.
    pub view: Option<SceneView>,
}

/// Comparison of a pane. Absent values are the pane's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SceneComparison {
    pub kind: ComparisonKind,
    /// Whether it is compared with the other model.
    pub other_model: Option<bool>,
    #[cfg_attr(test, schemars(with = "String"))]
    pub method: SkinningMethod,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub antipodality: Option<Antipodality>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub scale: Option<ScaleKind>,
    #[cfg_attr(test, schemars(with = "Option<f32>"))]
    pub blend: Option<BlendFactor>,
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub phases: Option<Phases>,
    /// Numbers of a method that is not built in, by name.
    #[serde(default, skip_serializing_if = "ChosenNumbers::are_none")]
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, f32>"))]
    pub numbers: ChosenNumbers,
    /// Influences of each vertex that are kept, 1 to 8.
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    pub influences: Option<MostInfluences>,
    /// Bits of each weight, 8 or 16.
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    pub weight_bits: Option<WeightBits>,
    /// Bits of each coordinate of a position, 8 to 16.
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    pub position_bits: Option<PositionBits>,
    /// Joints of each vertex's surroundings that are kept under `direct-delta-mush`, 1 to 32.
    #[cfg_attr(test, schemars(with = "Option<u8>"))]
    pub surrounding_joints: Option<MostSurroundingJoints>,
    pub divider: Option<f32>,
}

/// The value, unless it is the usual one.
fn unusual<T: Copy + PartialEq>(value: T, usual: T) -> Option<T> {
    (value != usual).then_some(value)
}

impl ScenePane {
    /// A pane with these settings, in a scene with these overlays.
    pub(super) fn of(settings: &PaneSettings, view: Option<SceneView>, shared: Overlays) -> Self {
        let PaneSettings { model, skinning, centers, comparison, look } = *settings;
        let PaneLook { overlays, paint, paint_range, shading, diagram } = look;
        let usual = PaneSettings::default();
        Self {
            model: unusual(model, usual.model),
            method: skinning.method,
            antipodality: skinning.chosen_antipodality,
            scale: unusual(skinning.scale_kind, usual.skinning.scale_kind),
            blend: unusual(skinning.blend, usual.skinning.blend),
            phases: unusual(skinning.chosen_phases, Phases::Both),
            numbers: skinning.numbers,
            influences: skinning.stored.most_influences,
            weight_bits: skinning.stored.weight_bits,
            position_bits: skinning.stored.position_bits,
            surrounding_joints: skinning.stored.most_surrounding_joints,
            sigma: unusual(centers.sigma, usual.centers.sigma),
            epsilon: unusual(centers.epsilon, usual.centers.epsilon),
            similarity: unusual(centers.similarity, usual.centers.similarity),
            compare: settings.compared_with().map(|other| SceneComparison {
                kind: comparison.kind,
                other_model: unusual(comparison.other_model, false),
                method: other.method,
                antipodality: other.chosen_antipodality,
                scale: unusual(other.scale_kind, skinning.scale_kind),
                blend: unusual(other.blend, skinning.blend),
                phases: unusual(other.chosen_phases, Phases::Both),
                numbers: other.numbers,
                influences: other.stored.most_influences,
                weight_bits: other.stored.weight_bits,
                position_bits: other.stored.position_bits,
                surrounding_joints: other.stored.most_surrounding_joints,
                divider: unusual(comparison.divider, usual.comparison.divider),
            }),
            paint: unusual(paint, usual.look.paint),
            paint_range: if let PaintRange::Fixed(end) = paint_range { Some(end) } else { None },
            shading: unusual(shading, usual.look.shading),
            diagram,
            overlays: unusual(overlays, shared).map(overlay_list),
            view,
        }
    }

    /// What it shows, in a scene with these overlays.
    pub(super) fn settings(&self, shared: Overlays) -> PaneSettings {
        let skinning = SkinningSettings {
            method: self.method,
            chosen_antipodality: self.antipodality,
            scale_kind: self.scale.unwrap_or_default(),
            blend: self.blend.unwrap_or_default(),
            chosen_phases: self.phases.unwrap_or_default(),
            numbers: self.numbers,
            stored: StoredSkin {
                most_influences: self.influences,
                weight_bits: self.weight_bits,
                position_bits: self.position_bits,
                most_surrounding_joints: self.surrounding_joints,
            },
        };
        let compared = |compare: &SceneComparison| Comparison {
            kind: compare.kind,
            other: SkinningSettings {
                method: compare.method,
                chosen_antipodality: compare.antipodality,
                scale_kind: compare.scale.unwrap_or(skinning.scale_kind),
                blend: compare.blend.unwrap_or(skinning.blend),
                chosen_phases: compare.phases.unwrap_or_default(),
                numbers: compare.numbers,
                stored: StoredSkin {
                    most_influences: compare.influences,
                    weight_bits: compare.weight_bits,
                    position_bits: compare.position_bits,
                    most_surrounding_joints: compare.surrounding_joints,
                },
            },
            other_model: compare.other_model.unwrap_or_default(),
            divider: compare.divider.unwrap_or(Comparison::default().divider),
        };
        let centers = CenterSettings::default();
        let settings = PaneSettings {
            model: self.model.unwrap_or_default(),
            skinning,
            centers: CenterSettings {
                sigma: self.sigma.unwrap_or(centers.sigma),
                epsilon: self.epsilon.unwrap_or(centers.epsilon),
                similarity: self.similarity.unwrap_or(centers.similarity),
            },
            comparison: self.compare.as_ref().map(compared).unwrap_or_default(),
            look: PaneLook {
                overlays: self.overlays.as_ref().map_or(shared, |own| own.iter().copied().collect()),
                paint: self.paint.unwrap_or_default(),
                paint_range: self.paint_range.map_or(PaintRange::Automatic, PaintRange::Fixed),
                shading: self.shading.unwrap_or_default(),
                diagram: self.diagram,
            },
        };
        settings.within_range()
    }
}

/// Overlays in the order in which talks name them.
pub(super) fn overlay_list(overlays: Overlays) -> Vec<Overlay> {
    Overlay::in_talks().filter(|overlay| overlays.has(*overlay)).collect()
}

/// A paint by its name on the command line. The selected joint and the vertex are the scene's, and not named again.
mod paint_name {
    use crate::view::{PaintName, SkinPaint};
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    /// The weights of the selected joint.
    const WEIGHTS: &str = "weights";

    pub fn serialize<S: Serializer>(paint: &Option<SkinPaint>, to: S) -> Result<S::Ok, S::Error> {
        let name = |paint: &SkinPaint| match paint {
            SkinPaint::JointWeights => WEIGHTS.to_owned(),
            paint => PaintName::of(*paint, None).to_string(),
        };
        paint.as_ref().map(name).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SkinPaint>, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
        if text == WEIGHTS {
            return Ok(Some(SkinPaint::JointWeights));
        }
        match text.parse() {
            Ok(PaintName::Paint(paint)) => Ok(Some(paint)),
            Ok(PaintName::Weights(joint)) => {
                Err(format!("write paint = \"weights\" and joint = {joint:?} for the scene"))
            }
            Ok(PaintName::SimilarityTo(_)) => {
                Err("write paint = \"similarity\" and vertex = [PRIMITIVE, VERTEX] for the scene".to_owned())
            }
            Err(usage) => Err(format!("{text:?} is no paint; {usage}")),
        }
        .map_err(Error::custom)
    }
}
