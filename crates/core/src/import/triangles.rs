//! Converts lists, strips and fans to triangles.

use super::{Fault, Location, WarningKind, Warnings};

/// The way in which a primitive's vertices form triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topology {
    List,
    Strip,
    Fan,
}

impl Topology {
    /// The topology of a mode, or `None` for points and lines.
    pub fn from_mode(mode: u64) -> Result<Option<Self>, Fault> {
        match mode {
            0..=3 => Ok(None),
            4 => Ok(Some(Self::List)),
            5 => Ok(Some(Self::Strip)),
            6 => Ok(Some(Self::Fan)),
            other => Err(Fault::NotAllowed { what: "mode", value: other.to_string() }),
        }
    }
}

/// Converts to three indices per triangle. Degenerate triangles of lists are kept as in the file; degenerate triangles
/// of strips and fans only join pieces and are dropped.
pub(super) fn triangulate(
    topology: Topology,
    indices: Vec<u32>,
    vertex_count: usize,
    location: &Location,
    warnings: &mut Warnings,
) -> Result<Vec<u32>, Fault> {
    if let Some(&index) = indices.iter().find(|&&index| index as usize >= vertex_count) {
        return Err(Fault::NoSuchVertex { index, count: vertex_count });
    }
    let corner = |i: usize| indices[i];
    let triangles = indices.len().saturating_sub(2);
    let distinct = |t: &[u32; 3]| t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
    Ok(match topology {
        Topology::List => {
            let whole = indices.len() - indices.len() % 3;
            if whole != indices.len() {
                warnings.add(location, WarningKind::IncompleteTriangle);
            }
            let mut indices = indices;
            indices.truncate(whole);
            indices
        }
        Topology::Strip => (0..triangles)
            .map(|i| [corner(i), corner(i + 1 + i % 2), corner(i + 2 - i % 2)])
            .filter(distinct)
            .flatten()
            .collect(),
        Topology::Fan => {
            (0..triangles).map(|i| [corner(i + 1), corner(i + 2), corner(0)]).filter(distinct).flatten().collect()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangles(topology: Topology, indices: &[u32]) -> Vec<u32> {
        triangulate(topology, indices.to_vec(), 5, &Location::file(), &mut Warnings::default()).unwrap()
    }

    #[test]
    fn strips_turn_every_second_triangle_and_fans_share_the_first_corner() {
        assert_eq!(triangles(Topology::Strip, &[0, 1, 2, 3, 4]), [0, 1, 2, 1, 3, 2, 2, 3, 4]);
        assert_eq!(triangles(Topology::Fan, &[0, 1, 2, 3]), [1, 2, 0, 2, 3, 0]);
        assert_eq!(triangles(Topology::Strip, &[0, 1, 2, 2, 3]), [0, 1, 2]);
        assert_eq!(triangles(Topology::List, &[0, 1, 2, 3]), [0, 1, 2]);
        assert!(triangles(Topology::Strip, &[0, 1]).is_empty());
    }

    #[test]
    fn indices_beyond_the_vertices_are_refused() {
        let error = triangulate(Topology::List, vec![0, 1, 5], 5, &Location::file(), &mut Warnings::default());
        assert!(matches!(error, Err(Fault::NoSuchVertex { index: 5, count: 5 })));
    }
}
