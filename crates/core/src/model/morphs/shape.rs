use super::super::{Model, Primitive};
use super::LARGEST_MORPH_WEIGHT;
use std::sync::Arc;

/// The shape that the primitives of a model have.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Shape {
    /// One weight per morph target of the skeleton.
    pub weights: Vec<f32>,
    /// The model with its morph targets at their rest weights. `None` if this model has them.
    pub default: Option<Arc<Model>>,
}

impl Model {
    /// The weights of the morph targets in the shape of the primitives, one for each of
    /// [`Skeleton::morph_targets`](super::super::Skeleton::morph_targets).
    pub fn shape_weights(&self) -> &[f32] {
        &self.shape.weights
    }

    /// The model with its morph targets at their rest weights.
    pub fn in_default_shape(self: &Arc<Self>) -> &Arc<Self> {
        self.shape.default.as_ref().unwrap_or(self)
    }

    /// Like [`Self::in_default_shape`], as a reference to the model.
    pub fn default_shape(&self) -> &Self {
        self.shape.default.as_deref().unwrap_or(self)
    }

    /// The model with rest positions and normals morphed by these weights, one for each morph target; everything else
    /// is the same. Measurements against the rest skin are then made against this shape. Weights count within
    /// [`LARGEST_MORPH_WEIGHT`]; missing ones are the weights at rest. Costs a copy of the primitives that have morph
    /// targets, and nothing if the model has this shape or the default one is requested.
    #[must_use]
    pub fn in_shape(self: &Arc<Self>, weights: &[f32]) -> Arc<Self> {
        let wanted = self.usable_weights(weights);
        if wanted == self.shape.weights {
            return Arc::clone(self);
        }
        let default = self.in_default_shape();
        if wanted == default.shape.weights {
            return Arc::clone(default);
        }
        let primitives = default.primitives.iter().map(|primitive| self.morphed(primitive, &wanted)).collect();
        let shape = Shape { weights: wanted, default: Some(Arc::clone(default)) };
        Arc::new(Self { primitives, shape, ..(**default).clone() })
    }

    /// The primitives that [`Self::in_shape`] would have. `None` if the model has this shape.
    pub(crate) fn primitives_in_shape(&self, weights: &[f32]) -> Option<Vec<Arc<Primitive>>> {
        let wanted = self.usable_weights(weights);
        let morphed = |primitive| self.morphed(primitive, &wanted);
        (wanted != self.shape.weights).then(|| self.primitives.iter().map(morphed).collect())
    }

    fn usable_weights(&self, weights: &[f32]) -> Vec<f32> {
        let mut usable = self.default_shape().shape.weights.clone();
        for (usable, &weight) in usable.iter_mut().zip(weights) {
            if weight.is_finite() {
                *usable = weight.clamp(-LARGEST_MORPH_WEIGHT, LARGEST_MORPH_WEIGHT);
            }
        }
        usable
    }

    fn morphed(&self, primitive: &Arc<Primitive>, weights: &[f32]) -> Arc<Primitive> {
        let weights = &weights[self.skeleton.morph_targets_of(primitive.node)];
        match &primitive.morphs {
            Some(morphs) => {
                let mut shaped = Primitive::clone(primitive);
                morphs.morph(weights, &mut shaped.positions, &mut shaped.normals);
                Arc::new(shaped)
            }
            None => Arc::clone(primitive),
        }
    }
}
