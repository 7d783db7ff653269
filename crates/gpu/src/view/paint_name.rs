use super::SkinPaint;
use skinscope_core::skinning::SkinningMethod;

/// A paint as text, before the model is known: on the command line and in talks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaintName {
    /// A paint that is complete without the model. A similarity is that to the scene's vertex, which a talk names for
    /// all panes.
    Paint(SkinPaint),
    /// The weights of the joint with this name or #index.
    Weights(String),
    /// Similarity to the vertex with this number among the skinned primitives in node order.
    SimilarityTo(u32),
}

impl Default for PaintName {
    fn default() -> Self {
        Self::Paint(SkinPaint::default())
    }
}

impl std::str::FromStr for PaintName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let paint = match text.split_once(':') {
            Some(("similarity", vertex)) => {
                let vertex = vertex.parse::<u32>().map_err(|error| format!("{vertex:?} is no vertex: {error}"))?;
                return Ok(Self::SimilarityTo(vertex));
            }
            Some(("weights", joint)) if !joint.is_empty() => return Ok(Self::Weights(joint.to_owned())),
            Some(("difference", method)) if method != "model" => Some(SkinPaint::DifferenceTo(
                SkinningMethod::from_id(method)
                    .map_err(|error| format!("{error}; with two models, also difference:model"))?,
            )),
            _ => with_plain_names().chain(SkinPaint::OF_TWO_MODELS).find(|paint| paint.row().id == text),
        };
        paint.map(Self::Paint).ok_or_else(|| {
            let complete = with_plain_names().filter(|paint| *paint != SkinPaint::Similarity);
            let names: Vec<&str> = complete.map(|paint| paint.row().id).collect();
            format!(
                "write {}, weights:JOINT, similarity:VERTEX, difference:METHOD or, with two models, difference:model \
                 or weights-of-model",
                names.join(", ")
            )
        })
    }
}

/// The paints whose name is their id alone.
fn with_plain_names() -> impl Iterator<Item = SkinPaint> {
    SkinPaint::PLAIN.iter().copied().filter(|paint| *paint != SkinPaint::JointWeights)
}

impl std::fmt::Display for PaintName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let id = self.skin_paint().row().id;
        match self {
            Self::Paint(SkinPaint::DifferenceTo(method)) => write!(f, "{id}:{}", method.id()),
            Self::Paint(_) => f.write_str(id),
            Self::Weights(joint) => write!(f, "{id}:{joint}"),
            Self::SimilarityTo(vertex) => write!(f, "{id}:{vertex}"),
        }
    }
}

impl PaintName {
    /// Name of a paint when this joint is selected.
    pub fn of(paint: SkinPaint, selected_joint: Option<&str>) -> Self {
        match paint {
            SkinPaint::JointWeights => Self::Weights(selected_joint.unwrap_or_default().to_owned()),
            paint => Self::Paint(paint),
        }
    }

    /// The paint. Weights belong to the joint that [`Self::joint`] names, once it is selected.
    pub fn skin_paint(&self) -> SkinPaint {
        match self {
            Self::Paint(paint) => *paint,
            Self::Weights(_) => SkinPaint::JointWeights,
            Self::SimilarityTo(_) => SkinPaint::Similarity,
        }
    }

    /// The joint whose weights are shown.
    pub fn joint(&self) -> Option<&str> {
        if let Self::Weights(joint) = self { Some(joint) } else { None }
    }

    /// The method with which the paint compares.
    pub fn methods(&self) -> Option<SkinningMethod> {
        if let Self::Paint(SkinPaint::DifferenceTo(method)) = self { Some(*method) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_is_understood() {
        let paint = |paint| Ok(PaintName::Paint(paint));
        assert_eq!("dominant-joint".parse(), paint(SkinPaint::DominantJoint));
        assert_eq!("normal-error".parse(), paint(SkinPaint::NormalError));
        assert_eq!("difference:model".parse(), paint(SkinPaint::DifferenceToModel));
        assert_eq!("weights:arm:left".parse(), Ok(PaintName::Weights("arm:left".to_owned())));
        assert_eq!("difference:dib".parse(), paint(SkinPaint::DifferenceTo(SkinningMethod::Dib)));
        assert_eq!("similarity:4264".parse(), Ok(PaintName::SimilarityTo(4264)));
        assert_eq!(PaintName::SimilarityTo(4264).to_string(), "similarity:4264");
        for paint in SkinPaint::choices().chain(SkinPaint::OF_TWO_MODELS) {
            let name = PaintName::of(paint, Some("arm:left"));
            assert_eq!(name.to_string().parse(), Ok(name), "{paint:?}");
        }
        for wrong in [
            "",
            "weights",
            "weights:",
            "difference",
            "difference:",
            "difference:x",
            "heat",
            "materials:",
            "similarity:",
            "similarity:-1",
            "similarity:x",
        ] {
            assert!(wrong.parse::<PaintName>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_usage_names_every_paint() {
        let usage = "heat".parse::<PaintName>().unwrap_err();
        for paint in SkinPaint::choices().chain(SkinPaint::OF_TWO_MODELS) {
            assert!(usage.contains(paint.row().id), "{paint:?}");
        }
    }
}
