//! Bundled models: the files, their names, and poses that show their purpose.
//!
//! The files in `assets/` are generated from formulas by the package `tools/modelgen/`:
//! `cargo run -p skinscope-modelgen`.

mod poses;

pub use poses::{NamedPose, PosedJoint};

/// A model that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct BundledModel {
    /// Name on the command line, in place of a file.
    pub name: &'static str,
    /// One line for display, without a period.
    pub description: &'static str,
    /// The model as a binary glTF file.
    pub glb: &'static [u8],
    /// Poses that show the model's purpose, the simplest first.
    pub poses: &'static [NamedPose],
}

/// All bundled models, the default one first.
pub const MODELS: [BundledModel; 8] = [
    BundledModel {
        name: "bar",
        description: "Straight bar with a joint in the middle. Twist it to see the candy wrapper, bend it to see a collapsing elbow",
        glb: include_bytes!("../../assets/bar.glb"),
        poses: poses::BAR,
    },
    BundledModel {
        name: "limb",
        description: "Trunk that forks into two branches, with up to four influences per vertex",
        glb: include_bytes!("../../assets/limb.glb"),
        poses: poses::LIMB,
    },
    BundledModel {
        name: "limb-heat",
        description: "The same trunk and branches with weights by heat diffusion, to compare weights on one shape",
        glb: include_bytes!("../../assets/limb-heat.glb"),
        poses: poses::LIMB,
    },
    BundledModel {
        name: "cloth",
        description: "Sheet on a grid of 49 joints (Kavan 2008), for cracks, tears and detours of the historic methods",
        glb: include_bytes!("../../assets/cloth.glb"),
        poses: poses::CLOTH,
    },
    BundledModel {
        name: "cloth-9",
        description: "Sheet on 9 joints with weights by distance (Le & Hodgins 2016), so that each joint affects a large area",
        glb: include_bytes!("../../assets/cloth-9.glb"),
        poses: poses::CLOTH_9,
    },
    BundledModel {
        name: "tentacle",
        description: "Tapering arm with suckers on a chain of 24 joints, for bends and twists spread over many joints",
        glb: include_bytes!("../../assets/tentacle.glb"),
        poses: poses::TENTACLE,
    },
    BundledModel {
        name: "hand",
        description: "Right hand with 21 joints: a palm that cups, four fingers and a thumb",
        glb: include_bytes!("../../assets/hand.glb"),
        poses: poses::HAND,
    },
    BundledModel {
        name: "mannequin",
        description: "Human figure with 61 joints, including fingers and twist joints, with poses and clips",
        glb: include_bytes!("../../assets/mannequin.glb"),
        poses: poses::MANNEQUIN,
    },
];

impl BundledModel {
    /// The pose with that name, if the model has it.
    pub fn pose(&self, name: &str) -> Option<&'static NamedPose> {
        self.poses.iter().find(|pose| pose.name == name)
    }
}

/// The bundled model with that name, if it exists.
pub fn find(name: &str) -> Option<BundledModel> {
    MODELS.into_iter().find(|model| model.name == name)
}

/// The file of a bundled model.
pub fn glb_bytes(name: &str) -> Option<&'static [u8]> {
    find(name).map(|model| model.glb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_found_by_its_name() {
        for model in MODELS {
            assert_eq!(find(model.name).unwrap().description, model.description);
            assert!(glb_bytes(model.name).unwrap().starts_with(b"glTF"), "{}", model.name);
            assert!(!model.description.ends_with('.'));
        }
        assert!(find("no such model").is_none());
    }
}
