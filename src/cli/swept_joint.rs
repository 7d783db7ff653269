use super::CliError;
use crate::model::{SetExpression, Skeleton, one_line};

/// Refuses a `--set` for the joint and key that a sweep changes, because it would be lost.
///
/// # Errors
/// If there is such a `--set`.
pub(super) fn refuse_set_of(
    set: &[SetExpression],
    skeleton: &Skeleton,
    (joint, key): (&str, &str),
) -> Result<(), CliError> {
    let swept = skeleton.find(joint).ok();
    let is_lost = |set: &&SetExpression| set.sets(key) && skeleton.find(set.joint()).ok() == swept;
    match set.iter().find(is_lost).filter(|_| swept.is_some()) {
        None => Ok(()),
        Some(set) => {
            let [joint, set] = [joint, set.joint()].map(one_line);
            Err(CliError::SetAndSwept { joint, key: key.to_owned(), set })
        }
    }
}
