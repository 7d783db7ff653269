//! Converts animations to clips. A channel that violates the glTF rules is left out with a warning; the other channels
//! of the clip still play.

use super::accessor::{Accessors, FLOAT, Fractions, QUANTIZED};
use super::patch::target_node;
use super::{Fault, GltfDocument, Location, WarningKind, Warnings};
use crate::model::{Channel, ChannelError, ChannelValues, Clip, Interpolation, Skeleton};
use glam::{Quat, Vec3};
use gltf::json::accessor::Type;
use gltf::json::animation::{Animation, Interpolation as Written, Property};
use gltf::json::validation::Checked;

pub(super) fn read_clips(
    document: &GltfDocument,
    accessors: &Accessors<'_>,
    skeleton: &Skeleton,
    warnings: &mut Warnings,
) -> Vec<Clip> {
    let read = |(index, animation): (usize, &Animation)| {
        let name = match animation.name.as_deref() {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => format!("Clip {}", index + 1),
        };
        let location = Location::named("animation", index, Some(&name));
        Clip::new(name, read_channels(document, index, accessors, skeleton, &location, warnings))
    };
    document.root.animations.iter().enumerate().map(read).collect()
}

fn read_channels(
    document: &GltfDocument,
    animation_index: usize,
    accessors: &Accessors<'_>,
    skeleton: &Skeleton,
    location: &Location,
    warnings: &mut Warnings,
) -> Vec<Channel> {
    let mut channels = Vec::new();
    let animation = &document.root.animations[animation_index];
    for (index, source) in animation.channels.iter().enumerate() {
        if document.is_pointer(animation_index, index) {
            warnings.add(location, WarningKind::PointerChannelsIgnored { channels: 1 });
            continue;
        }
        let Some(node) = target_node(&source.target) else {
            warnings.add(location, WarningKind::ChannelsWithoutNode { channels: 1 });
            continue;
        };
        match read_channel(document, animation_index, index, node.value() as u32, accessors, skeleton) {
            Ok(channel) => channels.push(channel),
            Err(cause) => {
                let first_cause = format!("(channel {index}) {cause}");
                warnings.add(location, WarningKind::ChannelDropped { channels: 1, first_cause });
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
    #[error("sets morph weights of a node without morph targets")]
    NoMorphTargets,
}

fn read_channel(
    document: &GltfDocument,
    animation_index: usize,
    index: usize,
    node: u32,
    accessors: &Accessors<'_>,
    skeleton: &Skeleton,
) -> Result<Channel, ChannelFault> {
    let animation = &document.root.animations[animation_index];
    let channel = &animation.channels[index];
    let sampler_index = channel.sampler.value();
    let Some(sampler) = animation.samplers.get(sampler_index) else {
        let count = animation.samplers.len();
        return Err(Fault::NoSuch { what: "sampler", index: sampler_index as u32, count }.into());
    };
    let interpolation = match sampler.interpolation {
        Checked::Valid(Written::Linear) => Interpolation::Linear,
        Checked::Valid(Written::Step) => Interpolation::Step,
        Checked::Valid(Written::CubicSpline) => Interpolation::CubicSpline,
        Checked::Invalid => {
            let value = document.unknown_interpolation(animation_index, sampler_index);
            return Err(Fault::NotAllowed { what: "interpolation", value }.into());
        }
    };
    let times = accessors.floats::<1>(sampler.input, Type::Scalar, FLOAT, Fractions::AsSaid)?;
    let vec3s = || {
        let values = accessors.floats::<3>(sampler.output, Type::Vec3, QUANTIZED, Fractions::AsSaid)?;
        Ok::<_, Fault>(values.into_iter().map(Vec3::from_array).collect())
    };
    let values = match channel.target.path {
        Checked::Valid(Property::Translation) => ChannelValues::Translation(vec3s()?),
        Checked::Valid(Property::Scale) => ChannelValues::Scale(vec3s()?),
        Checked::Valid(Property::Rotation) => {
            let values = accessors.floats::<4>(sampler.output, Type::Vec4, QUANTIZED, Fractions::Always)?;
            ChannelValues::Rotation(values.into_iter().map(Quat::from_array).collect())
        }
        Checked::Valid(Property::MorphTargetWeights) => {
            let of_node = skeleton.morph_targets_of(node);
            if of_node.is_empty() {
                return Err(ChannelFault::NoMorphTargets);
            }
            let weights = accessors.floats::<1>(sampler.output, Type::Scalar, QUANTIZED, Fractions::AsSaid)?;
            let weights = weights.into_iter().flatten().collect();
            ChannelValues::MorphWeights { first: of_node.start as u32, targets: of_node.len() as u32, weights }
        }
        Checked::Invalid => {
            let value = document.unknown_path(animation_index, index);
            return Err(Fault::NotAllowed { what: "path", value }.into());
        }
    };
    let (times, values) = last_of_equal_times(times.into_iter().flatten().collect(), values, interpolation);
    Ok(Channel::new(node, interpolation, times, values)?)
}

/// Handles equal times, which writers that round times produce; the later key then continues the animation.
fn last_of_equal_times(
    times: Vec<f32>,
    values: ChannelValues,
    interpolation: Interpolation,
) -> (Vec<f32>, ChannelValues) {
    let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    let kept: Vec<usize> = (0..times.len()).filter(|&key| times.get(key + 1) != Some(&times[key])).collect();
    let (count, per_key) = match &values {
        ChannelValues::Translation(values) | ChannelValues::Scale(values) => (values.len(), per_key),
        ChannelValues::Rotation(values) => (values.len(), per_key),
        ChannelValues::MorphWeights { targets, weights, .. } => (weights.len(), per_key * *targets as usize),
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
        ChannelValues::MorphWeights { first, targets, weights } => {
            ChannelValues::MorphWeights { first, targets, weights: keep(&weights, &kept, per_key) }
        }
    };
    (kept.into_iter().map(|key| times[key]).collect(), values)
}
