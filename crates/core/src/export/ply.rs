use super::primitive::check_all;
use super::{ExportError, ExportPrimitive, FRAME};

/// Writes all primitives as one binary little-endian PLY mesh: positions, normals (if all primitives have them) and
/// triangles. Vertices keep their order, primitive after primitive.
pub fn write_ply(primitives: &[ExportPrimitive<'_>]) -> Result<Vec<u8>, ExportError> {
    check_all(primitives)?;
    let vertices: usize = primitives.iter().map(|primitive| primitive.positions.len()).sum();
    let triangles: usize = primitives.iter().map(|primitive| primitive.indices.len() / 3).sum();
    let with_normals = primitives.iter().all(|primitive| primitive.normals.len() == primitive.positions.len());

    let mut header = format!("ply\nformat binary_little_endian 1.0\ncomment skinscope, {FRAME}\n");
    header += &format!("element vertex {vertices}\nproperty float x\nproperty float y\nproperty float z\n");
    if with_normals {
        header += "property float nx\nproperty float ny\nproperty float nz\n";
    }
    header += &format!("element face {triangles}\nproperty list uchar uint vertex_indices\nend_header\n");

    let mut bytes = header.into_bytes();
    for primitive in primitives {
        for (vertex, position) in primitive.positions.iter().enumerate() {
            let normal = with_normals.then(|| primitive.normals[vertex].to_array());
            let values = position.to_array().into_iter().chain(normal.into_iter().flatten());
            values.for_each(|value| bytes.extend(value.to_le_bytes()));
        }
    }
    let mut first_vertex = 0u32;
    for primitive in primitives {
        for triangle in primitive.indices.as_chunks::<3>().0 {
            bytes.push(3);
            triangle.iter().for_each(|index| bytes.extend((first_vertex + index).to_le_bytes()));
        }
        first_vertex += primitive.positions.len() as u32;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// Parses the output of [`write_ply`]: header lines, vertex rows, triangles.
    fn parse(bytes: &[u8]) -> (Vec<String>, Vec<Vec<f32>>, Vec<[u32; 3]>) {
        let end = bytes.windows(11).position(|window| window == b"end_header\n").unwrap() + 11;
        let header: Vec<String> = std::str::from_utf8(&bytes[..end]).unwrap().lines().map(str::to_owned).collect();
        let count = |kind: &str| -> usize {
            let line = header.iter().find(|line| line.starts_with(&format!("element {kind} "))).unwrap();
            line.rsplit(' ').next().unwrap().parse().unwrap()
        };
        let width = header.iter().filter(|line| line.starts_with("property float")).count();
        let (vertex_bytes, face_bytes) = bytes[end..].split_at(count("vertex") * width * 4);
        let values: Vec<f32> = vertex_bytes.as_chunks::<4>().0.iter().map(|&b| f32::from_le_bytes(b)).collect();
        let faces = face_bytes.as_chunks::<13>().0;
        assert_eq!(faces.len(), count("face"));
        let triangles = faces.iter().map(|face| {
            assert_eq!(face[0], 3);
            [1, 5, 9].map(|at| u32::from_le_bytes(face[at..at + 4].try_into().unwrap()))
        });
        (header.clone(), values.chunks(width).map(<[f32]>::to_vec).collect(), triangles.collect())
    }

    #[test]
    fn two_primitives_come_back_as_one_mesh() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::new(0.1, 2.5, -3.0)];
        let triangle = ExportPrimitive {
            positions: &positions,
            normals: &[Vec3::Z; 3],
            indices: &[0, 1, 2],
            ..ExportPrimitive::default()
        };
        let (header, rows, triangles) = parse(&write_ply(&[triangle, triangle]).unwrap());
        assert_eq!(header[..2], ["ply", "format binary_little_endian 1.0"]);
        assert_eq!(header[2], "comment skinscope, scene coordinates: right-handed, +Y up");
        assert_eq!(rows.len(), 6);
        assert_eq!(rows[5], [0.1, 2.5, -3.0, 0.0, 0.0, 1.0]);
        assert_eq!(triangles, [[0, 1, 2], [3, 4, 5]]);
        let (_, rows, _) = parse(&write_ply(&[triangle, ExportPrimitive { normals: &[], ..triangle }]).unwrap());
        assert_eq!(rows[1], [1.0, 0.0, 0.0]);
    }
}
