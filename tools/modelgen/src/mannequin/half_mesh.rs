use crate::assemble::Surface;
use glam::DVec3;

/// Half of a mirror-symmetric surface: triangles whose border lies in the plane x = 0. It can be edited.
pub(super) struct HalfMesh {
    pub positions: Vec<DVec3>,
    /// Whether the vertex lies on the border, where it stays.
    pub on_seam: Vec<bool>,
    /// Whether smoothing leaves the vertex in place. Edges between two such vertices are kept.
    pub pinned: Vec<bool>,
    /// Triangles that were collapsed are `None`.
    pub triangles: Vec<Option<[u32; 3]>>,
    /// Triangles at each vertex; none if it was collapsed.
    pub around: Vec<Vec<u32>>,
}

impl HalfMesh {
    /// Makes the mesh. Vertices within rounding of x = 0 count as lying on the plane.
    pub fn new(surface: Surface) -> Self {
        const ROUNDING: f64 = 1e-9;
        let mut positions = surface.positions;
        let on_seam: Vec<bool> = positions.iter().map(|position| position.x.abs() < ROUNDING).collect();
        for (position, _) in positions.iter_mut().zip(&on_seam).filter(|(_, on_seam)| **on_seam) {
            position.x = 0.0;
        }
        let mut around = vec![Vec::new(); positions.len()];
        for (index, triangle) in surface.triangles.iter().enumerate() {
            triangle.iter().for_each(|&vertex| around[vertex as usize].push(index as u32));
        }
        let pinned = vec![false; positions.len()];
        Self { positions, on_seam, pinned, triangles: surface.triangles.into_iter().map(Some).collect(), around }
    }

    pub fn live_triangles(&self) -> impl Iterator<Item = [u32; 3]> {
        self.triangles.iter().flatten().copied()
    }

    pub fn triangle(&self, index: u32) -> [u32; 3] {
        self.triangles[index as usize].unwrap_or_default()
    }

    pub fn at(&self, vertex: u32) -> DVec3 {
        self.positions[vertex as usize]
    }

    pub fn length(&self, a: u32, b: u32) -> f64 {
        self.at(a).distance(self.at(b))
    }

    /// All edges once, in the order of the triangles.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let mut edges: Vec<[u32; 2]> = self
            .live_triangles()
            .flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]])
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The triangles at an edge: two, or one on the border. Other counts mean that the edge no longer exists.
    pub fn sides(&self, a: u32, b: u32) -> Vec<u32> {
        let around = self.around[a as usize].iter().copied();
        around.filter(|&triangle| self.triangle(triangle).contains(&b)).collect()
    }

    /// Corner opposite an edge.
    pub fn across(&self, triangle: u32, a: u32, b: u32) -> u32 {
        self.triangle(triangle).into_iter().find(|&corner| corner != a && corner != b).unwrap_or(a)
    }

    pub fn neighbors(&self, vertex: u32) -> Vec<u32> {
        let mut neighbors: Vec<u32> = self.around[vertex as usize]
            .iter()
            .flat_map(|&triangle| self.triangle(triangle))
            .filter(|&other| other != vertex)
            .collect();
        neighbors.sort_unstable();
        neighbors.dedup();
        neighbors
    }

    pub fn replace_corner(&mut self, triangle: u32, old: u32, new: u32) {
        if let Some(corners) = &mut self.triangles[triangle as usize] {
            corners.iter_mut().filter(|corner| **corner == old).for_each(|corner| *corner = new);
        }
        self.around[old as usize].retain(|&other| other != triangle);
        self.around[new as usize].push(triangle);
    }

    pub fn remove(&mut self, triangle: u32) {
        for corner in self.triangle(triangle) {
            self.around[corner as usize].retain(|&other| other != triangle);
        }
        self.triangles[triangle as usize] = None;
    }

    pub fn add_triangle(&mut self, corners: [u32; 3]) {
        let index = self.triangles.len() as u32;
        corners.iter().for_each(|&corner| self.around[corner as usize].push(index));
        self.triangles.push(Some(corners));
    }

    pub fn area_vector(&self, [a, b, c]: [u32; 3]) -> DVec3 {
        (self.at(b) - self.at(a)).cross(self.at(c) - self.at(a))
    }

    /// Both halves, joined along the border: first the vertices of this half, in order, then the mirror images of those
    /// that do not lie on the border. The second list gives the mirror image of each vertex.
    pub fn mirrored(&self) -> (Surface, Vec<u32>) {
        let used: Vec<u32> =
            (0..self.positions.len() as u32).filter(|&vertex| !self.around[vertex as usize].is_empty()).collect();
        let mut positions: Vec<DVec3> = used.iter().map(|&vertex| self.at(vertex)).collect();
        let (mut here, mut there) = (vec![0; self.positions.len()], vec![0; self.positions.len()]);
        let mut partners: Vec<u32> = (0..used.len() as u32).collect();
        for (index, &vertex) in used.iter().enumerate() {
            here[vertex as usize] = index as u32;
            there[vertex as usize] = index as u32;
            if !self.on_seam[vertex as usize] {
                let partner = positions.len() as u32;
                there[vertex as usize] = partner;
                partners[index] = partner;
                partners.push(index as u32);
                positions.push(positions[index] * DVec3::new(-1.0, 1.0, 1.0));
            }
        }
        let mut triangles: Vec<[u32; 3]> =
            self.live_triangles().map(|triangle| triangle.map(|vertex| here[vertex as usize])).collect();
        triangles.extend(self.live_triangles().map(|[a, b, c]| [a, c, b].map(|vertex| there[vertex as usize])));
        (Surface { positions, triangles }, partners)
    }
}
