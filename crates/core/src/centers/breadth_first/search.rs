use super::super::settings::{CenterSettings, Similarity};
use super::super::similarity::joint_pairs;
use super::mesh::{SearchMesh, distance_squared};
use super::seeds::Clusters;
use glam::DVec3;
use std::collections::VecDeque;

/// Start and end of the search (Le & Hodgins 2016, section 3.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreadthFirst {
    /// The search starts at all vertices whose weights are nearer than this (l2).
    pub omega: f64,
    /// The search does not go on beyond a triangle less similar than this.
    pub cut_off: f64,
}

/// The paper's values (section 4).
impl Default for BreadthFirst {
    fn default() -> Self {
        Self { omega: 0.1, cut_off: 1e-6 }
    }
}

/// Result of the search for one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reached {
    /// The center, or `None` if no triangle that was reached is similar.
    pub center: Option<DVec3>,
    pub seeds: usize,
    /// Seeds at which the search ended at once: all their triangles are below the cut-off.
    pub lost_seeds: usize,
    /// Number of distances between weights computed to find the seeds.
    pub distances: usize,
}

/// Buffers of one thread.
pub(super) struct Search<'a> {
    mesh: &'a SearchMesh,
    clusters: &'a Clusters<'a>,
    settings: &'a CenterSettings,
    options: BreadthFirst,
    /// The vertex for which a triangle was last visited, counted from one.
    visited: Vec<u32>,
    /// The vertex for which a triangle's similarity was last computed, and the similarity.
    known: Vec<(u32, f64)>,
    round: u32,
    queue: VecDeque<u32>,
    /// The current vertex's weight of every joint.
    dense: Vec<f64>,
}

impl<'a> Search<'a> {
    pub fn new(
        mesh: &'a SearchMesh,
        clusters: &'a Clusters<'a>,
        settings: &'a CenterSettings,
        options: BreadthFirst,
    ) -> Self {
        let (visited, known) = (vec![0; mesh.triangles.len()], vec![(0, 0.0); mesh.triangles.len()]);
        let joints = mesh.weights.iter().flatten().map(|(joint, _)| *joint as usize + 1).max().unwrap_or(0);
        Self {
            mesh,
            clusters,
            settings,
            options,
            visited,
            known,
            round: 0,
            queue: VecDeque::new(),
            dense: vec![0.0; joints],
        }
    }

    /// The center of a vertex: breadth first over the triangles, from all triangles at its seeds.
    pub fn run(&mut self, weights: &[(u32, f64)]) -> Reached {
        self.round += 1;
        weights.iter().for_each(|&(joint, weight)| self.dense[joint as usize] = weight);
        let (mut seeds, mut lost_seeds) = (0, 0);
        let (mesh, clusters, omega) = (self.mesh, self.clusters, self.options.omega);
        let mut starts: Vec<u32> = Vec::new();
        let distances = clusters.near(weights, omega, |vertex| {
            seeds += 1;
            let around = mesh.around(vertex);
            let cut_off = self.options.cut_off;
            let goes_on = around.iter().any(|&triangle| self.similarity(weights, triangle) >= cut_off);
            lost_seeds += usize::from(!goes_on);
            starts.extend(around);
        });
        starts.into_iter().for_each(|triangle| self.visit(triangle));
        let (mut mass, mut moment) = (0.0, DVec3::ZERO);
        while let Some(triangle) = self.queue.pop_front() {
            let similarity = self.similarity(weights, triangle);
            let own = &mesh.triangles[triangle as usize];
            mass += similarity * own.area;
            moment += similarity * own.area * own.middle;
            if similarity >= self.options.cut_off {
                mesh.neighbors(triangle).iter().for_each(|&neighbor| self.visit(neighbor));
            }
        }
        weights.iter().for_each(|&(joint, _)| self.dense[joint as usize] = 0.0);
        let center = moment / mass;
        let center = (mass.abs() > f64::MIN_POSITIVE && center.is_finite()).then_some(center);
        Reached { center, seeds, lost_seeds, distances }
    }

    fn visit(&mut self, triangle: u32) {
        let visited = &mut self.visited[triangle as usize];
        if *visited != self.round {
            *visited = self.round;
            self.queue.push_back(triangle);
        }
    }

    /// The similarity of a triangle, computed once for each vertex.
    fn similarity(&mut self, weights: &[(u32, f64)], triangle: u32) -> f64 {
        let (round, similarity) = self.known[triangle as usize];
        if round == self.round {
            return similarity;
        }
        let similarity = self.computed_similarity(weights, triangle);
        self.known[triangle as usize] = (self.round, similarity);
        similarity
    }

    /// The similarity of eq. 1, over ordered pairs like in the paper, since the cut-off is compared with it.
    fn computed_similarity(&self, weights: &[(u32, f64)], triangle: u32) -> f64 {
        let of_triangle = &self.mesh.triangles[triangle as usize].weights;
        let sigma = self.settings.sigma;
        let by_distance = self.settings.similarity;
        if by_distance != Similarity::JointPairs {
            return by_distance.of_distance_squared(distance_squared(weights, of_triangle), sigma).unwrap_or(0.0);
        }
        joint_pairs(&self.dense, of_triangle, sigma)
    }
}
