use super::assert_message;
use super::languages::arm;
use skinscope::model::{Pose, PoseOverrides, parse_pose_file, write_pose_file};

/// A pose file: refused in one line, or read, written and read again alike.
pub fn pose_file(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let skeleton = arm();
    let overrides = match parse_pose_file(text, skeleton) {
        Ok(overrides) => overrides,
        Err(error) => return assert_message(&error.to_string()),
    };
    let written = write_pose_file(&overrides, skeleton);
    let again = parse_pose_file(&written, skeleton);
    let again = again.unwrap_or_else(|error| panic!("what was written is not read: {error}: {written}"));
    let names = |overrides: &PoseOverrides| overrides.iter().map(|(node, _)| node).collect::<Vec<_>>();
    assert_eq!(names(&again), names(&overrides));
    for ((_, first), (_, second)) in overrides.iter().zip(again.iter()) {
        // The second reading makes quaternions of unit length once more.
        assert_eq!((first.translation, first.scale), (second.translation, second.scale));
        assert_eq!((first.local_scale, first.local_shear), (second.local_scale, second.local_shear));
        assert_eq!(first.rotation.is_some(), second.rotation.is_some());
    }
    assert!(again.morphs().eq(overrides.morphs()), "{written}");
    let mut pose = Pose::rest(skeleton);
    overrides.apply(skeleton, &mut pose);
    assert_eq!(pose.joints.len(), skeleton.len());
    true
}
