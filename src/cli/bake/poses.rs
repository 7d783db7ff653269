use super::BakeArguments;
use crate::baking::{BakePose, Drive};
use crate::cli::CliError;
use crate::cli::warnings::Warnings;
use crate::files::read_pose_text;
use crate::model::{Model, parse_pose_file};
use crate::posing::RangeSource;
use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

/// One value of `--poses`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoseSource {
    Limits,
    Clips,
    File(PathBuf),
}

impl FromStr for PoseSource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "limits" => Self::Limits,
            "clips" => Self::Clips,
            path => Self::File(path.into()),
        })
    }
}

/// Frames of all clips that are fitted, and as many between them in which the result is judged.
const FRAMES: u32 = 240;

/// The poses to fit, and those in which the result is judged.
pub(super) fn poses(
    arguments: &BakeArguments,
    model: &Model,
    warnings: &mut Warnings,
) -> Result<[Vec<BakePose>; 2], CliError> {
    if arguments.drive == Drive::Clips {
        let ranges = &arguments.ranges;
        return match &arguments.poses[..] {
            _ if model.clips.is_empty() => Err(CliError::NoClipsToDrive),
            _ if ranges.range != RangeSource::default() => Err(CliError::DrivenByClips { flag: "--range" }),
            _ if !ranges.limit.is_empty() => Err(CliError::DrivenByClips { flag: "--limit" }),
            [] | [PoseSource::Clips] => Ok(BakePose::fitted_and_judged_in_clips(model, FRAMES)),
            _ => Err(CliError::DrivenByClips { flag: "--poses" }),
        };
    }
    let (mut fitted, mut judged) = (Vec::new(), Vec::new());
    let sources = if arguments.poses.is_empty() { &[PoseSource::Limits][..] } else { &arguments.poses };
    for source in sources {
        match source {
            PoseSource::Limits => {
                let ranges = arguments.ranges.turns(model, warnings)?.ranges;
                let [of_fit, others] = BakePose::fitted_and_judged(model, &ranges);
                fitted.extend(of_fit);
                judged.extend(others);
            }
            PoseSource::Clips => {
                if model.clips.is_empty() {
                    return Err(CliError::NoClipsToBake);
                }
                fitted.extend(BakePose::of_clips(model, FRAMES, 0.25));
                judged.extend(BakePose::of_clips(model, FRAMES, 0.75));
            }
            PoseSource::File(path) => {
                let text = read_pose_text(path)?;
                let overrides = parse_pose_file(&text, &model.skeleton)
                    .map_err(|cause| CliError::PoseFile { cause, path: path.clone() })?;
                fitted.push(BakePose { overrides, ..BakePose::default() });
            }
        }
    }
    Ok([fitted, judged])
}
