use super::mesh::{SparseWeights, distance_squared};
use crate::work::parallel::prelude::*;

/// Vertices by their weights, in about as many clusters as the square root of their number, so that distant ones are
/// rejected quickly. A cluster knows the largest distance of its members from its middle, so none is lost.
#[derive(Debug)]
pub(super) struct Clusters<'a> {
    weights: &'a [SparseWeights],
    clusters: Vec<Cluster>,
}

#[derive(Debug)]
struct Cluster {
    middle: usize,
    members: Vec<u32>,
    radius: f64,
}

impl<'a> Clusters<'a> {
    /// Makes the clusters. Each middle is the vertex farthest from those before it (the paper: maximized minimum
    /// distances).
    pub fn of(weights: &'a [SparseWeights]) -> Self {
        let wanted = (weights.len() as f64).sqrt().ceil() as usize;
        let mut nearest: Vec<(f64, u32)> = vec![(f64::INFINITY, 0); weights.len()];
        let mut middles: Vec<usize> = Vec::new();
        let mut next = (!weights.is_empty()).then_some(0);
        while let Some(middle) = next.filter(|_| middles.len() < wanted) {
            let cluster = middles.len() as u32;
            middles.push(middle);
            nearest.par_iter_mut().zip(weights).for_each(|(nearest, own)| {
                let distance = distance_squared(&weights[middle], own);
                if distance < nearest.0 {
                    *nearest = (distance, cluster);
                }
            });
            let farthest = (0..weights.len()).max_by(|&a, &b| nearest[a].0.total_cmp(&nearest[b].0).then(b.cmp(&a)));
            next = farthest.filter(|&farthest| nearest[farthest].0 > 0.0);
        }
        let mut clusters: Vec<Cluster> =
            middles.into_iter().map(|middle| Cluster { middle, members: Vec::new(), radius: 0.0 }).collect();
        for (vertex, (distance, cluster)) in (0..).zip(nearest) {
            let cluster = &mut clusters[cluster as usize];
            cluster.members.push(vertex);
            cluster.radius = cluster.radius.max(distance.sqrt());
        }
        Self { weights, clusters }
    }

    /// Passes every vertex whose weights are nearer than `omega` to `tell`. Returns the number of distances computed.
    pub fn near(&self, weights: &[(u32, f64)], omega: f64, mut tell: impl FnMut(usize)) -> usize {
        let mut distances = self.clusters.len();
        for cluster in &self.clusters {
            let reach = omega + cluster.radius;
            // A little more, since both distances are rounded.
            if distance_squared(weights, &self.weights[cluster.middle]) > reach * reach * (1.0 + 1e-12) {
                continue;
            }
            distances += cluster.members.len();
            for &vertex in &cluster.members {
                if distance_squared(weights, &self.weights[vertex as usize]) < omega * omega {
                    tell(vertex as usize);
                }
            }
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::centers::breadth_first::mesh::SearchMesh;
    use crate::centers::test_models::three_joints;

    #[test]
    fn clusters_lose_no_neighbor() {
        let model = three_joints();
        let mesh = SearchMesh::of(&[&model.primitives[0]], 0.1);
        let clusters = Clusters::of(&mesh.weights);
        assert_eq!(clusters.clusters.len(), (mesh.weights.len() as f64).sqrt().ceil() as usize);
        let mut found_in_all = 0;
        for own in mesh.weights.iter().step_by(7) {
            for omega in [0.02, 0.1, 0.5] {
                let mut found = Vec::new();
                clusters.near(own, omega, |vertex| found.push(vertex));
                found.sort_unstable();
                let near = |vertex: &usize| distance_squared(own, &mesh.weights[*vertex]) < omega * omega;
                let expected: Vec<usize> = (0..mesh.weights.len()).filter(near).collect();
                assert_eq!(found, expected);
                found_in_all += found.len();
            }
        }
        assert!(found_in_all > 1000, "{found_in_all}");
    }
}
