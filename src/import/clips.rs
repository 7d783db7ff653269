//! Converts animations to clips. A channel that violates the glTF rules is left out with a warning; the other channels
//! of the clip still play.

use super::accessor::{Accessors, FLOAT, Fractions, QUANTIZED};
use super::document::{Animation, AnimationSampler};
use super::{Document, Fault, Place, WarningKind, Warnings, place::quoted};
use crate::model::{Channel, ChannelError, ChannelValues, Clip, Interpolation};
use glam::{Quat, Vec3};

pub(super) fn read_clips(document: &Document, accessors: &Accessors<'_>, warnings: &mut Warnings) -> Vec<Clip> {
    let read = |(index, animation): (usize, &Animation)| {
        let name = match animation.name.as_deref() {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => format!("Clip {}", index + 1),
        };
        let place = Place::named("animation", index, Some(&name));
        Clip::new(name, read_channels(animation, accessors, &place, warnings))
    };
    document.animations.iter().enumerate().map(read).collect()
}

fn read_channels(
    animation: &Animation,
    accessors: &Accessors<'_>,
    place: &Place,
    warnings: &mut Warnings,
) -> Vec<Channel> {
    let mut channels = Vec::new();
    for (index, source) in animation.channels.iter().enumerate() {
        if source.target.path == "weights" {
            warnings.add(&Place::file(), WarningKind::MorphChannelsIgnored { channels: 1 });
            continue;
        }
        let (Some(node), Some(sampler)) = (source.target.node, animation.samplers.get(source.sampler as usize)) else {
            warnings.add(place, WarningKind::ChannelsWithoutNode { channels: 1 });
            continue;
        };
        match read_channel(node, &source.target.path, sampler, accessors) {
            Ok(channel) => channels.push(channel),
            Err(cause) => {
                let first_cause = format!("(channel {index}) {cause}");
                warnings.add(place, WarningKind::ChannelDropped { channels: 1, first_cause });
            }
        }
    }
    channels
}

#[derive(Debug, thiserror::Error)]
enum ChannelFault {
    #[error("{0}")]
    Fault(#[from] Fault),
    #[error("{0}")]
    Channel(#[from] ChannelError),
}

fn read_channel(
    node: u32,
    path: &str,
    sampler: &AnimationSampler,
    accessors: &Accessors<'_>,
) -> Result<Channel, ChannelFault> {
    let interpolation = match sampler.interpolation.as_deref() {
        None | Some("LINEAR") => Interpolation::Linear,
        Some("STEP") => Interpolation::Step,
        Some("CUBICSPLINE") => Interpolation::CubicSpline,
        Some(other) => return Err(Fault::NotAllowed { what: "interpolation", value: quoted(other) }.into()),
    };
    let times = accessors.floats::<1>(sampler.input, "SCALAR", FLOAT, Fractions::AsSaid)?;
    let vec3s = || {
        let values = accessors.floats::<3>(sampler.output, "VEC3", QUANTIZED, Fractions::AsSaid)?;
        Ok::<_, Fault>(values.into_iter().map(Vec3::from_array).collect())
    };
    let values = match path {
        "translation" => ChannelValues::Translation(vec3s()?),
        "scale" => ChannelValues::Scale(vec3s()?),
        "rotation" => {
            let values = accessors.floats::<4>(sampler.output, "VEC4", QUANTIZED, Fractions::Always)?;
            ChannelValues::Rotation(values.into_iter().map(Quat::from_array).collect())
        }
        other => return Err(Fault::NotAllowed { what: "path", value: quoted(other) }.into()),
    };
    let (times, values) = last_of_equal_times(times.into_iter().flatten().collect(), values, interpolation);
    Ok(Channel::new(node, interpolation, times, values)?)
}

/// Writers that round times produce equal neighbors; the later key then continues the animation.
fn last_of_equal_times(
    times: Vec<f32>,
    values: ChannelValues,
    interpolation: Interpolation,
) -> (Vec<f32>, ChannelValues) {
    let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    let kept: Vec<usize> = (0..times.len()).filter(|&key| times.get(key + 1) != Some(&times[key])).collect();
    let count = match &values {
        ChannelValues::Translation(values) | ChannelValues::Scale(values) => values.len(),
        ChannelValues::Rotation(values) => values.len(),
    };
    if kept.len() == times.len() || count != times.len() * per_key {
        return (times, values);
    }
    fn keep<T: Copy>(values: &[T], kept: &[usize], per_key: usize) -> Vec<T> {
        kept.iter().flat_map(|&key| &values[key * per_key..(key + 1) * per_key]).copied().collect()
    }
    let values = match values {
        ChannelValues::Translation(values) => ChannelValues::Translation(keep(&values, &kept, per_key)),
        ChannelValues::Scale(values) => ChannelValues::Scale(keep(&values, &kept, per_key)),
        ChannelValues::Rotation(values) => ChannelValues::Rotation(keep(&values, &kept, per_key)),
    };
    (kept.into_iter().map(|key| times[key]).collect(), values)
}
