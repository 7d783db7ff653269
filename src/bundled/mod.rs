//! Bundled models: the generator that makes them, and the files it made.
//!
//! The files in `assets/` are what the program opens; the generator is there so that every number in them has a
//! formula. `cargo run --example generate_models` writes the files again, and a test compares the two.
//!
//! The generator uses only operations that IEEE 754 fixes to the last bit, and `libm` where it needs a sine: the
//! same bytes come out on every system.

mod assemble;
mod bar;
#[cfg(test)]
mod checks;
mod cloth;
mod field;
mod half_edges;
mod hand;
mod limb;
mod mannequin;
mod poses;
mod relax;
mod shapes;
mod surface_nets;
mod tentacle;
mod weights;

use crate::model::{ChannelError, InfluencesError, Model, SkeletonError};

pub use poses::{NamedPose, PosedJoint};

/// A model that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct BundledModel {
    /// What the command line takes where it wants a model.
    pub name: &'static str,
    /// One line for people, no full stop.
    pub description: &'static str,
    /// The model as a binary glTF file.
    pub glb: &'static [u8],
    /// What shows the model's points, the plainest first.
    pub poses: &'static [NamedPose],
    generate: fn() -> Result<Model, GenerateError>,
}

/// What would be a mistake in a recipe; the tests make every model.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    #[error("the recipe's skeleton is broken: {0}")]
    Skeleton(#[from] SkeletonError),
    #[error("the recipe's weights are broken: {0}")]
    Influences(#[from] InfluencesError),
    #[error("a channel of the recipe's clips {0}")]
    Channel(#[from] ChannelError),
}

/// All bundled models, the default one first.
pub const MODELS: [BundledModel; 7] = [
    BundledModel {
        name: "bar",
        description: "Straight bar with one joint in the middle: twist it for the candy wrapper, bend it for the elbow",
        glb: include_bytes!("../../assets/bar.glb"),
        poses: bar::POSES,
        generate: bar::generate,
    },
    BundledModel {
        name: "limb",
        description: "Trunk that branches in two, with up to four influences a vertex",
        glb: include_bytes!("../../assets/limb.glb"),
        poses: limb::POSES,
        generate: limb::generate,
    },
    BundledModel {
        name: "cloth",
        description: "Sheet on a grid of 49 joints (Kavan 2008): cracks, jumps and long ways round between joint sets",
        glb: include_bytes!("../../assets/cloth.glb"),
        poses: cloth::CLOTH_POSES,
        generate: cloth::generate_cloth,
    },
    BundledModel {
        name: "cloth-9",
        description: "Sheet on 9 joints, weights by distance (Le & Hodgins 2016): each joint reaches far",
        glb: include_bytes!("../../assets/cloth-9.glb"),
        poses: cloth::CLOTH_9_POSES,
        generate: cloth::generate_cloth_9,
    },
    BundledModel {
        name: "tentacle",
        description: "Tapering arm with suckers on a chain of 24 joints, for turns spread over many",
        glb: include_bytes!("../../assets/tentacle.glb"),
        poses: tentacle::POSES,
        generate: tentacle::generate,
    },
    BundledModel {
        name: "hand",
        description: "Right hand with 21 joints: a palm that cups, four fingers and a thumb",
        glb: include_bytes!("../../assets/hand.glb"),
        poses: hand::POSES,
        generate: hand::generate,
    },
    BundledModel {
        name: "mannequin",
        description: "Human figure with 61 joints, fingers and twist joints: elbow, armpit, wrist, and a walk",
        glb: include_bytes!("../../assets/mannequin.glb"),
        poses: mannequin::named_poses::POSES,
        generate: mannequin::generate,
    },
];

impl BundledModel {
    /// Makes the model from its recipe. Takes up to half a second, the tentacle two, the hand five, the mannequin
    /// ten to sixteen (`benches/bundled.rs` on two cores); the viewer reads [`Self::glb`] instead.
    ///
    /// # Errors
    /// Only where the recipe itself is wrong.
    pub fn generate(&self) -> Result<Model, GenerateError> {
        (self.generate)()
    }

    pub fn pose(&self, name: &str) -> Option<&'static NamedPose> {
        self.poses.iter().find(|pose| pose.name == name)
    }
}

pub fn find(name: &str) -> Option<BundledModel> {
    MODELS.into_iter().find(|model| model.name == name)
}

/// The file of a bundled model.
pub fn glb_bytes(name: &str) -> Option<&'static [u8]> {
    find(name).map(|model| model.glb)
}

/// Makes a bundled model from its recipe; `None` where no model has this name.
pub fn generate(name: &str) -> Option<Result<Model, GenerateError>> {
    find(name).map(|model| model.generate())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_found_by_its_name() {
        for model in MODELS {
            assert_eq!(find(model.name).unwrap().description, model.description);
            assert!(glb_bytes(model.name).unwrap().starts_with(b"glTF"), "{}", model.name);
            assert_eq!(checks::made(model.name).name, model.name);
            assert!(!model.description.ends_with('.'));
        }
        assert!(find("no such model").is_none());
    }
}
