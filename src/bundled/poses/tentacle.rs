use super::NamedPose;
use super::computed::{TENTACLE_CURL, TENTACLE_SPIRAL, TENTACLE_TWIST_360, TENTACLE_TWIST_720, TENTACLE_WAVE};

pub(in crate::bundled) const TENTACLE: &[NamedPose] = &[
    NamedPose { name: "curl", joints: &TENTACLE_CURL },
    NamedPose { name: "spiral", joints: &TENTACLE_SPIRAL },
    NamedPose { name: "twist-360", joints: &TENTACLE_TWIST_360 },
    NamedPose { name: "twist-720", joints: &TENTACLE_TWIST_720 },
    NamedPose { name: "wave", joints: &TENTACLE_WAVE },
];
