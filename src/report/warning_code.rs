//! The table of warnings: code, severity and meaning.

use crate::import::WarningKind;
use crate::model::PoseWarning;
use serde::{Serialize, Serializer};

/// How much a warning matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Something is wrong, or probably a mistake.
    Warning,
}

impl Severity {
    /// The word in JSON, and at the beginning of a line on stderr.
    pub fn id(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
        }
    }
}

impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

macro_rules! warning_codes {
    ($($code:ident $id:literal $severity:ident $meaning:literal)*) => {
        /// The kind of a warning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum WarningCode {
            $($code,)*
        }

        impl WarningCode {
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// The word in JSON. It never changes.
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$code => $id,)*
                }
            }

            pub fn severity(self) -> Severity {
                match self {
                    $(Self::$code => Severity::$severity,)*
                }
            }

            /// Meaning, for the table in the docs.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Self::$code => $meaning,)*
                }
            }
        }
    };
}

warning_codes! {
    // Files.
    OtherModels "other-models" Warning "an archive holds several models, and one of them was opened"
    WeightsRescaled "weights-rescaled" Warning "weights that do not sum to 1 were normalized"
    Unweighted "unweighted" Warning "vertices without weights follow the first joint of their skin"
    NegativeWeights "negative-weights" Warning "negative weights are kept"
    UnpairedInfluences "unpaired-influences" Warning "joints without weights, or weights without joints, were ignored"
    JointIndexType "joint-index-type" Warning "joint indices have a type that glTF does not allow, and were used"
    SkinWithoutInfluences "skin-without-influences" Warning "a mesh under a skin has no joints and weights, and is drawn rigidly"
    NotTriangles "not-triangles" Warning "points or lines were skipped"
    EmptyPrimitive "empty-primitive" Warning "a primitive without vertices was skipped"
    IncompleteTriangle "incomplete-triangle" Warning "a triangle that lacks corners was left out"
    NormalsRepaired "normals-repaired" Warning "normals that cannot be used were computed"
    NormalsAgainstSurface "normals-against-surface" Warning "normals that point to the wrong side were computed anew"
    ColorsIgnored "colors-ignored" Warning "vertex colors that cannot be used were ignored"
    BlendFactorsIgnored "blend-factors-ignored" Warning "_BLEND is not a factor from 0 to 1 for each vertex, and was ignored"
    TexcoordsIgnored "texcoords-ignored" Warning "texture coordinates that cannot be used were ignored"
    MorphWeightCount "morph-weight-count" Warning "there are more or fewer morph weights than targets; missing ones count as 0"
    SingularInverseBind "singular-inverse-bind" Warning "an inverse bind matrix cannot be inverted; the rest pose is the bind pose there"
    InverseBindLastRow "inverse-bind-last-row" Warning "the last row of an inverse bind matrix was replaced by 0 0 0 1"
    InverseBindsByRows "inverse-binds-by-rows" Warning "inverse bind matrices stored row by row were transposed"
    InverseBindCount "inverse-bind-count" Warning "a skin has fewer inverse bind matrices than joints; missing ones count as the identity"
    BindScalesDisagree "bind-scales-disagree" Warning "the inverse bind matrices of a skin disagree in scale"
    NoBindFrame "no-bind-frame" Warning "no joint gives a bind frame; mesh space is used instead"
    FlattenedNode "flattened-node" Warning "a node flattens its mesh at rest"
    RotationsNormalized "rotations-normalized" Warning "rotations that are not of unit length were normalized"
    RotationsOfLengthZero "rotations-of-length-zero" Warning "rotations of length zero were not applied"
    MatrixAndTrs "matrix-and-trs" Warning "a node has both a matrix and translation, rotation or scale; the matrix was used"
    MatrixLastRow "matrix-last-row" Warning "the last row of a node's matrix was replaced by 0 0 0 1"
    MatricesByRows "matrices-by-rows" Warning "matrices of nodes stored row by row were transposed"
    ChannelDropped "channel-dropped" Warning "channels of a clip were left out"
    ChannelsWithoutNode "channels-without-node" Warning "channels of a clip that move no node were ignored"
    ImageDropped "image-dropped" Warning "an image cannot be used"
    ImageReduced "image-reduced" Warning "an image is drawn smaller than in the file"
    LookIgnored "look-ignored" Warning "a part of a material was ignored"
    Hidden "hidden" Warning "meshes that the file hides are not drawn"
    Instanced "instanced" Warning "a mesh is drawn once, without its copies"
    ConstraintsIgnored "constraints-ignored" Warning "node constraints that cannot be used were left out"
    ConstraintsInCircle "constraints-in-circle" Warning "node constraints that depend on themselves are not followed"
    PointerChannelsIgnored "pointer-channels-ignored" Warning "channels of a clip that move no node but something else were ignored"
    NoSuchVariant "no-such-variant" Warning "the file has no material variant of this name"
    Vrm "vrm" Warning "an avatar was opened as the glTF it is"
    RequiredExtensionIgnored "required-extension-ignored" Warning "an extension that the file requires and that only changes the look was ignored"
    NothingToDraw "nothing-to-draw" Warning "the file has no mesh and no joints"
    // Poses.
    AfterClip "after-clip" Warning "a time is after the end of its clip"
    BeforeClip "before-clip" Warning "a time is before the start of its clip"
    HugeAngle "huge-angle" Warning "an angle is too large for single precision"
    BeyondLimit "beyond-limit" Warning "an angle is beyond its limit, and is shown at the limit"
    FlatScale "flat-scale" Warning "a scale of zero makes the skin flat"
    TooLarge "too-large" Warning "a scale, shear or offset is too large for single precision"
    TurnLimit "turn-limit" Warning "joints are turned too far apart for the antipodality continuous"
    LimitUnused "limit-unused" Warning "a limit changes nothing, because clips turn the joint"
    BoundElsewhere "bound-elsewhere" Warning "vertices keep their weights, because joints are not at rest as they were bound"
    // Two models.
    Facing "facing" Warning "the models face in different directions"
    JointsUnmatched "joints-unmatched" Warning "joints of one model have no partner in the other"
    JointWithoutPartner "joint-without-partner" Warning "a joint that turns has no partner in the second model"
    PartnerWithoutSkin "partner-without-skin" Note "the partner of a joint moves no skin, so nothing is measured there"
    NoSize "no-size" Note "a model has no size at rest, so no size is compared"
    OtherSize "other-size" Note "the models differ much in size"
    // Scenes and pages.
    SceneProblem "scene-problem" Warning "a scene cannot be shown, or its model has changed"
    LeftOut "left-out" Note "a page leaves out what pages do not show"
    FlagIgnored "flag-ignored" Warning "a flag changes nothing beside a scene"
    SceneOfOtherModel "scene-of-other-model" Note "a scene shows another model than the report and is left out of it"
    // The machine.
    OnCpu "on-cpu" Note "the skin is deformed on the CPU, because there is no graphics driver"
    OwnShader "own-shader" Note "a talk runs a shader of its own"
}

impl Serialize for WarningCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl From<&WarningKind> for WarningCode {
    fn from(kind: &WarningKind) -> Self {
        use WarningKind as W;
        match kind {
            W::WeightsRescaled { .. } => Self::WeightsRescaled,
            W::Unweighted { .. } => Self::Unweighted,
            W::NegativeWeights { .. } => Self::NegativeWeights,
            W::UnpairedInfluences { .. } => Self::UnpairedInfluences,
            W::JointIndexType { .. } => Self::JointIndexType,
            W::SkinWithoutInfluences { .. } => Self::SkinWithoutInfluences,
            W::NotTriangles { .. } => Self::NotTriangles,
            W::EmptyPrimitive { .. } => Self::EmptyPrimitive,
            W::IncompleteTriangle => Self::IncompleteTriangle,
            W::NormalsRepaired { .. } => Self::NormalsRepaired,
            W::NormalsAgainstSurface { .. } => Self::NormalsAgainstSurface,
            W::ColorsIgnored => Self::ColorsIgnored,
            W::BlendFactorsIgnored => Self::BlendFactorsIgnored,
            W::TexcoordsIgnored => Self::TexcoordsIgnored,
            W::MorphWeightCount { .. } => Self::MorphWeightCount,
            W::SingularInverseBind { .. } => Self::SingularInverseBind,
            W::InverseBindLastRow { .. } => Self::InverseBindLastRow,
            W::InverseBindsByRows => Self::InverseBindsByRows,
            W::InverseBindCount { .. } => Self::InverseBindCount,
            W::BindScalesDisagree { .. } => Self::BindScalesDisagree,
            W::NoBindFrame => Self::NoBindFrame,
            W::FlattenedNode => Self::FlattenedNode,
            W::RotationsNormalized { .. } => Self::RotationsNormalized,
            W::RotationsOfLengthZero { .. } => Self::RotationsOfLengthZero,
            W::MatrixAndTrs { .. } => Self::MatrixAndTrs,
            W::MatrixLastRow { .. } => Self::MatrixLastRow,
            W::MatricesByRows { .. } => Self::MatricesByRows,
            W::ChannelDropped { .. } => Self::ChannelDropped,
            W::ChannelsWithoutNode { .. } => Self::ChannelsWithoutNode,
            W::ImageDropped { .. } => Self::ImageDropped,
            W::ImageReduced { .. } => Self::ImageReduced,
            W::LookIgnored { .. } => Self::LookIgnored,
            W::Hidden { .. } => Self::Hidden,
            W::Instanced { .. } => Self::Instanced,
            W::ConstraintsIgnored { .. } => Self::ConstraintsIgnored,
            W::ConstraintsInCircle { .. } => Self::ConstraintsInCircle,
            W::PointerChannelsIgnored { .. } => Self::PointerChannelsIgnored,
            W::NoSuchVariant { .. } => Self::NoSuchVariant,
            W::Vrm => Self::Vrm,
            W::RequiredExtensionIgnored { .. } => Self::RequiredExtensionIgnored,
            W::NothingToDraw => Self::NothingToDraw,
        }
    }
}

impl From<&PoseWarning> for WarningCode {
    fn from(warning: &PoseWarning) -> Self {
        match warning {
            PoseWarning::AfterClip { .. } => Self::AfterClip,
            PoseWarning::BeforeClip { .. } => Self::BeforeClip,
            PoseWarning::HugeAngle { .. } => Self::HugeAngle,
            PoseWarning::BeyondLimit { .. } => Self::BeyondLimit,
            PoseWarning::FlatScale { .. } => Self::FlatScale,
            PoseWarning::TooLarge { .. } => Self::TooLarge,
        }
    }
}

#[cfg(test)]
mod schemas {
    use super::{Severity, WarningCode};
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use std::borrow::Cow;

    impl JsonSchema for Severity {
        fn schema_name() -> Cow<'static, str> {
            "Severity".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({"enum": [Self::Note.id(), Self::Warning.id()]})
        }
    }

    impl JsonSchema for WarningCode {
        fn schema_name() -> Cow<'static, str> {
            "WarningCode".into()
        }

        // Later versions add codes, so that a reader must not refuse others.
        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({"type": "string", "examples": Self::ALL.iter().map(|code| code.id()).collect::<Vec<_>>()})
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_differ_and_are_words_with_hyphens() {
        let ids: BTreeSet<&str> = WarningCode::ALL.iter().map(|code| code.id()).collect();
        assert_eq!(ids.len(), WarningCode::ALL.len());
        let is_plain =
            |id: &str| id.split('-').all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase()));
        assert!(ids.iter().all(|id| is_plain(id)), "{ids:?}");
    }
}
