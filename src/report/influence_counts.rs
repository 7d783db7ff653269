use crate::model::Model;

/// Counts of influences of the vertices of a model's skins.
#[derive(Clone, Debug, PartialEq)]
pub struct InfluenceCounts {
    /// Numbers of vertices by their count of influences, from 1 up to the largest count.
    pub vertices: Vec<usize>,
    /// Largest part of a vertex's weight beyond its four heaviest influences.
    pub beyond_four: f32,
}

/// Count of influences per vertex that most engines read.
const OF_ENGINES: usize = 4;

impl InfluenceCounts {
    /// Counts of a model. `None` if nothing is skinned.
    pub fn of(model: &Model) -> Option<Self> {
        let mut counts = Self { vertices: vec![0; model.max_influences()], beyond_four: 0.0 };
        for influences in model.skinned_primitives().flat_map(|primitive| primitive.influences.iter()) {
            counts.vertices[influences.len() - 1] += 1;
            let beyond: f32 = influences.iter().skip(OF_ENGINES).map(|influence| influence.weight).sum();
            counts.beyond_four = counts.beyond_four.max(beyond);
        }
        (!counts.vertices.is_empty()).then_some(counts)
    }

    /// Count of vertices with more influences than most engines read.
    pub fn beyond_engines(&self) -> usize {
        self.vertices.iter().skip(OF_ENGINES).sum()
    }
}
