//! What is left of a skin when a file stores fewer influences of each vertex, or weights and positions in fewer bits.

use super::{Influence, Influences, MOST_MOMENTS, Model, Primitive};
use crate::math::counted;
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct WholeWithin<const LEAST: u8, const MOST: u8>(u8);

/// The largest count of influences of a vertex that is kept.
pub type MostInfluences = WholeWithin<1, 8>;

/// The bits of each coordinate of a position.
pub type PositionBits = WholeWithin<8, 16>;

/// The largest count of joints that is kept of the surroundings of a vertex.
pub type MostSurroundingJoints = WholeWithin<1, { MOST_MOMENTS as u8 }>;

/// The bits of each weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum WeightBits {
    /// Steps of 1/65535.
    Sixteen,
    /// Steps of 1/255.
    Eight,
}

/// What a file stores of a skin. The default stores all of it.
///
/// First the heaviest influences are kept and divided by their sum. Weights are then rounded to the nearest step; the
/// heaviest is one minus the others, so that the sum stays exactly one. A weight of zero is dropped. A file cannot store
/// negative weights in bits, so these are dropped before the rounding. Positions, of rigid meshes too, are rounded to a
/// grid over the box of the whole model at rest; its step is the extent divided by the largest integer, on all axes, as
/// in gltfpack. The changes of morph targets are rounded to the same step.
///
/// What is made of a skin at rest stays that of the whole skin: centers of rotation, the bones of vertices, normals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredSkin {
    /// Kept influences of each vertex, heaviest first; of equally heavy ones, the first of the file. `None` keeps all.
    #[serde(rename = "influences", skip_serializing_if = "Option::is_none")]
    pub most_influences: Option<MostInfluences>,
    /// Bits of each weight; `None` for the weights of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight_bits: Option<WeightBits>,
    /// Bits of each coordinate; `None` for the positions of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position_bits: Option<PositionBits>,
    /// Kept joints of the smoothed surroundings of each vertex ([`super::SkinMoments`]), heaviest first. `None` keeps
    /// [`MOST_MOMENTS`].
    #[serde(rename = "surrounding_joints", skip_serializing_if = "Option::is_none")]
    pub most_surrounding_joints: Option<MostSurroundingJoints>,
}

/// A number that a setting of [`StoredSkin`] cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is not {choices}")]
pub struct StoredSkinError {
    /// The given text.
    pub given: String,
    /// What can be given.
    pub choices: String,
}

impl<const LEAST: u8, const MOST: u8> WholeWithin<LEAST, MOST> {
    /// The number, if it is within the range.
    pub const fn new(number: u8) -> Option<Self> {
        if LEAST <= number && number <= MOST { Some(Self(number)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl<const LEAST: u8, const MOST: u8> TryFrom<u8> for WholeWithin<LEAST, MOST> {
    type Error = StoredSkinError;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        number.to_string().parse()
    }
}

impl<const LEAST: u8, const MOST: u8> std::str::FromStr for WholeWithin<LEAST, MOST> {
    type Err = StoredSkinError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let choices = || format!("a whole number from {LEAST} to {MOST}");
        let found = text.trim().parse().ok().and_then(Self::new);
        found.ok_or_else(|| StoredSkinError { given: text.to_owned(), choices: choices() })
    }
}

impl<const LEAST: u8, const MOST: u8> From<WholeWithin<LEAST, MOST>> for u8 {
    fn from(number: WholeWithin<LEAST, MOST>) -> Self {
        number.0
    }
}

impl<const LEAST: u8, const MOST: u8> fmt::Display for WholeWithin<LEAST, MOST> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl WeightBits {
    /// Both, the finer one first.
    pub const ALL: [Self; 2] = [Self::Sixteen, Self::Eight];

    /// The integer that stands for a weight of one.
    const fn one(self) -> u32 {
        match self {
            Self::Sixteen => u16::MAX as u32,
            Self::Eight => u8::MAX as u32,
        }
    }
}

impl TryFrom<u8> for WeightBits {
    type Error = StoredSkinError;

    fn try_from(bits: u8) -> Result<Self, Self::Error> {
        let found = Self::ALL.into_iter().find(|one| u8::from(*one) == bits);
        found.ok_or_else(|| StoredSkinError { given: bits.to_string(), choices: "8 or 16".to_owned() })
    }
}

impl std::str::FromStr for WeightBits {
    type Err = StoredSkinError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bits = text.trim().parse::<u8>().ok().and_then(|bits| Self::try_from(bits).ok());
        bits.ok_or_else(|| StoredSkinError { given: text.to_owned(), choices: "8 or 16".to_owned() })
    }
}

impl From<WeightBits> for u8 {
    fn from(bits: WeightBits) -> Self {
        match bits {
            WeightBits::Sixteen => 16,
            WeightBits::Eight => 8,
        }
    }
}

impl fmt::Display for WeightBits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        u8::from(*self).fmt(formatter)
    }
}

impl StoredSkin {
    /// All influences, weights and positions as they are.
    pub const FULL: Self =
        Self { most_influences: None, weight_bits: None, position_bits: None, most_surrounding_joints: None };

    /// Whether nothing is dropped or rounded.
    pub fn is_full(&self) -> bool {
        *self == Self::FULL
    }

    /// What is dropped and rounded, in words, such as "2 influences, 8-bit weights"; empty for a full skin.
    pub fn in_words(self) -> String {
        let Self { most_influences, weight_bits, position_bits, most_surrounding_joints } = self;
        let influences = most_influences.map(|most| counted(most.get().into(), "influence", "influences"));
        let weights = weight_bits.map(|bits| format!("{bits}-bit weights"));
        let positions = position_bits.map(|bits| format!("{bits}-bit positions"));
        let surroundings =
            most_surrounding_joints.map(|most| counted(most.get().into(), "surrounding joint", "surrounding joints"));
        [influences, weights, positions, surroundings].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The kept influences of a vertex, sorted by falling weight. `full` is sorted, not empty, and sums to one.
    pub fn influences_of(self, full: &[Influence]) -> Vec<Influence> {
        let most = self.most_influences.map_or(full.len(), |most| usize::from(most.get()));
        let mut kept = full[..most.min(full.len())].to_vec();
        if self.weight_bits.is_some() {
            kept.retain(|one| one.weight > 0.0);
        }
        if kept.len() < full.len() {
            // The heaviest of weights that sum to one have a positive sum.
            let sum: f32 = kept.iter().map(|one| one.weight).sum();
            kept.iter_mut().for_each(|one| one.weight /= sum);
        }
        if let Some(bits) = self.weight_bits {
            round_weights(&mut kept, bits.one());
        }
        kept
    }

    /// A primitive as it is stored, in the shape of these weights of its node's morph targets.
    fn primitive(self, full: &Primitive, grid: Option<PositionGrid>, morph_weights: &[f32]) -> Primitive {
        let mut stored = full.clone();
        if self.most_influences.is_some() || self.weight_bits.is_some() {
            stored.influences = full.influences.each_replaced(|influences| self.influences_of(influences));
        }
        let Some(grid) = grid else { return stored };
        if let Some(morphs) = &full.morphs {
            let morphs = morphs.with_positions(|base| grid.nearest(base), |change| grid.nearest_change(change));
            morphs.morph(morph_weights, &mut stored.positions, &mut stored.normals);
            stored.morphs = Some(Arc::new(morphs));
        } else {
            stored.positions.iter_mut().for_each(|position| *position = grid.nearest(*position));
        }
        stored
    }
}

/// Rounds positive weights that sum to one to multiples of 1/`one`.
fn round_weights(influences: &mut Vec<Influence>, one: u32) {
    let mut left = one;
    // From the lightest on, so that only these could find nothing left, which takes more than twenty of them.
    for influence in influences.iter_mut().skip(1).rev() {
        let rounded = ((f64::from(influence.weight) * f64::from(one)).round() as u32).min(left);
        left -= rounded;
        influence.weight = rounded as f32 / one as f32;
    }
    if let Some(heaviest) = influences.first_mut() {
        heaviest.weight = left as f32 / one as f32;
    }
    influences.retain(|influence| influence.weight > 0.0);
    // One minus the others can be less than another that was rounded up.
    influences.sort_by(|a, b| b.weight.total_cmp(&a.weight));
}

/// The positions that can be stored.
#[derive(Clone, Copy, Debug)]
struct PositionGrid {
    origin: DVec3,
    step: f64,
}

impl PositionGrid {
    /// `None` if all positions can: there is no mesh, or it is one point.
    fn of(model: &Model, bits: PositionBits) -> Option<Self> {
        let bounds = model.rest_bounds();
        let step = f64::from(bounds.extent()) / f64::from((1u32 << bits.get()) - 1);
        (step > 0.0 && step.is_finite()).then(|| Self { origin: bounds.min.as_dvec3(), step })
    }

    fn nearest(self, position: Vec3) -> Vec3 {
        (self.origin + ((position.as_dvec3() - self.origin) / self.step).round() * self.step).as_vec3()
    }

    fn nearest_change(self, change: Vec3) -> Vec3 {
        ((change.as_dvec3() / self.step).round() * self.step).as_vec3()
    }
}

/// The models that [`Model::stored`] made last. A copy of a model is made to be changed, so it starts without.
#[derive(Debug, Default)]
pub(super) struct KeptStored(Mutex<Vec<(StoredSkin, Arc<Model>)>>);

/// Most models that are kept: more than there may be panes, with what they compare with, that each store the skin in
/// another way.
const MOST_KEPT: usize = 32;

impl Clone for KeptStored {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Model {
    /// This model in the same shape with its skin as it is stored; everything else is the same. Costs a copy of the
    /// primitives when it is first asked for.
    pub fn stored(&self, stored: StoredSkin) -> Arc<Self> {
        let base = self.base_of(stored);
        // A panic elsewhere cannot leave it in an inconsistent state.
        let mut kept = self.kept_stored.0.lock().unwrap_or_else(PoisonError::into_inner);
        let model = match kept.iter().position(|(known, _)| *known == stored) {
            Some(index) => kept.remove(index).1,
            None => self.make_stored(stored, base.as_deref()),
        };
        kept.truncate(MOST_KEPT - 1);
        kept.insert(0, (stored, Arc::clone(&model)));
        model
    }

    /// The model that differs from the stored one in its surroundings alone, if that is neither this one nor of another
    /// shape.
    fn base_of(&self, stored: StoredSkin) -> Option<Arc<Self>> {
        let base = StoredSkin { most_surrounding_joints: None, ..stored };
        let is_other = base != stored && !base.is_full() && std::ptr::eq(self.default_shape(), self);
        is_other.then(|| self.stored(base))
    }

    fn make_stored(&self, stored: StoredSkin, base: Option<&Self>) -> Arc<Self> {
        let default = self.default_shape();
        if !std::ptr::eq(default, self) {
            return default.stored(stored).in_shape(self.shape_weights());
        }
        if let Some(most) = stored.most_surrounding_joints {
            return Arc::new(base.unwrap_or(self).with_surroundings(most));
        }
        let grid = stored.position_bits.and_then(|bits| PositionGrid::of(self, bits));
        let keeps_all = |full: &Primitive| {
            let most = stored.most_influences.map_or(usize::MAX, |most| usize::from(most.get()));
            stored.weight_bits.is_none() && grid.is_none() && full.influences.max_per_vertex() <= most
        };
        let primitive = |full: &Arc<Primitive>| {
            if keeps_all(full) {
                return Arc::clone(full);
            }
            let morph_weights = &self.shape_weights()[self.skeleton.morph_targets_of(full.node)];
            Arc::new(stored.primitive(full, grid, morph_weights))
        };
        Arc::new(Self { primitives: self.primitives.iter().map(primitive).collect(), ..self.clone() })
    }
}

impl Influences {
    /// Other influences of the same vertices: sorted, not empty, and with a sum of one, like those that they replace.
    fn each_replaced(&self, influences_of: impl Fn(&[Influence]) -> Vec<Influence>) -> Self {
        Self::from_lists(self.iter().map(influences_of))
    }
}

#[cfg(test)]
mod tests;
