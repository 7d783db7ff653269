use super::SkinPaint;
use skinscope_core::skinning::SkinningMethod;

/// A paint as text, before the model is known: on the command line and in talks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PaintName {
    /// [`SkinPaint::Materials`].
    #[default]
    Materials,
    /// [`SkinPaint::DominantJoint`].
    DominantJoint,
    /// [`SkinPaint::InfluenceCount`].
    InfluenceCount,
    /// The weights of the joint with this name or #index.
    Weights(String),
    /// [`SkinPaint::DifferenceTo`] a method.
    Difference(SkinningMethod),
    /// The difference to the other model.
    ModelDifference,
    /// [`SkinPaint::AreaStretch`].
    AreaStretch,
    /// [`SkinPaint::EdgeStretch`].
    EdgeStretch,
    /// [`SkinPaint::VolumeChange`].
    VolumeChange,
    /// [`SkinPaint::InvalidSigns`].
    InvalidSigns,
    /// [`SkinPaint::NormalError`].
    NormalError,
    /// Similarity to the vertex with this number among the skinned primitives in node order. In talks, the scene names
    /// the vertex for all panes.
    Similarity(Option<u32>),
}

impl std::str::FromStr for PaintName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text.split_once(':') {
            None if text == "materials" => Self::Materials,
            None if text == "dominant-joint" => Self::DominantJoint,
            None if text == "influence-count" => Self::InfluenceCount,
            None if text == "area-stretch" => Self::AreaStretch,
            None if text == "edge-stretch" => Self::EdgeStretch,
            None if text == "volume-change" => Self::VolumeChange,
            None if text == "invalid-signs" => Self::InvalidSigns,
            None if text == "normal-error" => Self::NormalError,
            None if text == "similarity" => Self::Similarity(None),
            Some(("similarity", vertex)) => {
                let vertex = vertex.parse::<u32>().map_err(|error| format!("{vertex:?} is no vertex: {error}"))?;
                Self::Similarity(Some(vertex))
            }
            Some(("weights", joint)) if !joint.is_empty() => Self::Weights(joint.to_owned()),
            Some(("difference", "model")) => Self::ModelDifference,
            Some(("difference", method)) => Self::Difference(
                SkinningMethod::from_id(method)
                    .map_err(|error| format!("{error}; with two models, also difference:model"))?,
            ),
            _ => {
                return Err("write materials, dominant-joint, influence-count, area-stretch, edge-stretch, \
                            volume-change, invalid-signs, normal-error, weights:JOINT, similarity:VERTEX, \
                            difference:METHOD or, with two models, difference:model"
                    .into());
            }
        })
    }
}

impl std::fmt::Display for PaintName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Materials => f.write_str("materials"),
            Self::DominantJoint => f.write_str("dominant-joint"),
            Self::InfluenceCount => f.write_str("influence-count"),
            Self::AreaStretch => f.write_str("area-stretch"),
            Self::EdgeStretch => f.write_str("edge-stretch"),
            Self::VolumeChange => f.write_str("volume-change"),
            Self::InvalidSigns => f.write_str("invalid-signs"),
            Self::NormalError => f.write_str("normal-error"),
            Self::Similarity(None) => f.write_str("similarity"),
            Self::Similarity(Some(vertex)) => write!(f, "similarity:{vertex}"),
            Self::Weights(joint) => write!(f, "weights:{joint}"),
            Self::Difference(method) => write!(f, "difference:{}", method.id()),
            Self::ModelDifference => f.write_str("difference:model"),
        }
    }
}

impl PaintName {
    /// Name of a paint when this joint is selected.
    pub fn of(paint: SkinPaint, selected_joint: Option<&str>) -> Self {
        match paint {
            SkinPaint::Materials => Self::Materials,
            SkinPaint::JointWeights => Self::Weights(selected_joint.unwrap_or_default().to_owned()),
            SkinPaint::DominantJoint => Self::DominantJoint,
            SkinPaint::InfluenceCount => Self::InfluenceCount,
            SkinPaint::DifferenceTo(method) => Self::Difference(method),
            SkinPaint::DifferenceToModel => Self::ModelDifference,
            SkinPaint::AreaStretch => Self::AreaStretch,
            SkinPaint::EdgeStretch => Self::EdgeStretch,
            SkinPaint::VolumeChange => Self::VolumeChange,
            SkinPaint::InvalidSigns => Self::InvalidSigns,
            SkinPaint::NormalError => Self::NormalError,
            SkinPaint::Similarity => Self::Similarity(None),
        }
    }

    /// The paint. Weights belong to the joint that [`Self::joint`] names, once it is selected.
    pub fn skin_paint(&self) -> SkinPaint {
        match self {
            Self::Materials => SkinPaint::Materials,
            Self::DominantJoint => SkinPaint::DominantJoint,
            Self::InfluenceCount => SkinPaint::InfluenceCount,
            Self::Weights(_) => SkinPaint::JointWeights,
            Self::Difference(method) => SkinPaint::DifferenceTo(*method),
            Self::ModelDifference => SkinPaint::DifferenceToModel,
            Self::AreaStretch => SkinPaint::AreaStretch,
            Self::EdgeStretch => SkinPaint::EdgeStretch,
            Self::VolumeChange => SkinPaint::VolumeChange,
            Self::InvalidSigns => SkinPaint::InvalidSigns,
            Self::NormalError => SkinPaint::NormalError,
            Self::Similarity(_) => SkinPaint::Similarity,
        }
    }

    /// The joint whose weights are shown.
    pub fn joint(&self) -> Option<&str> {
        if let Self::Weights(joint) = self { Some(joint) } else { None }
    }

    /// The method with which the paint compares.
    pub fn methods(&self) -> Option<SkinningMethod> {
        if let Self::Difference(method) = self { Some(*method) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_is_understood() {
        assert_eq!("dominant-joint".parse(), Ok(PaintName::DominantJoint));
        assert_eq!("normal-error".parse(), Ok(PaintName::NormalError));
        assert_eq!("weights:arm:left".parse(), Ok(PaintName::Weights("arm:left".to_owned())));
        assert_eq!("difference:dib".parse(), Ok(PaintName::Difference(SkinningMethod::Dib)));
        assert_eq!("similarity:4264".parse(), Ok(PaintName::Similarity(Some(4264))));
        assert_eq!(PaintName::Similarity(Some(4264)).to_string(), "similarity:4264");
        for paint in SkinPaint::choices().chain([SkinPaint::DifferenceToModel]) {
            let name = PaintName::of(paint, Some("arm:left"));
            assert_eq!(name.to_string().parse(), Ok(name), "{paint:?}");
        }
        for wrong in [
            "",
            "weights",
            "weights:",
            "difference:",
            "difference:x",
            "heat",
            "similarity:",
            "similarity:-1",
            "similarity:x",
        ] {
            assert!(wrong.parse::<PaintName>().is_err(), "{wrong}");
        }
    }
}
