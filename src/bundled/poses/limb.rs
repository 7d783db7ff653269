use super::{NamedPose, turned};

pub(in crate::bundled) const LIMB: &[NamedPose] = &[
    NamedPose { name: "bend-trunk", joints: &[turned("trunk", [0.0, 0.0, -80.0])] },
    NamedPose { name: "split", joints: &[turned("left", [0.0, 0.0, 70.0]), turned("right", [0.0, 0.0, -70.0])] },
    NamedPose { name: "fold-forward", joints: &[turned("left", [110.0, 0.0, 0.0]), turned("right", [60.0, 0.0, 0.0])] },
    // One branch rotated about its own axis by 150 degrees, the other bent away: four joints meet at the fork.
    NamedPose {
        name: "twist-branch",
        joints: &[turned("left", [0.0, 0.0, 50.0]), turned("right", [156.515, 19.2234, -78.3398])],
    },
];
