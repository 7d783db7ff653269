use super::primitive::check_all;
use super::{ExportError, ExportPrimitive, FRAME};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Writes all primitives as Wavefront OBJ text, one object each: positions, normals if given, triangles.
///
/// Values are the shortest decimals that parse back to the same float32. Repeated names get a numeric suffix, because
/// many readers merge objects of the same name.
pub fn write_obj(primitives: &[ExportPrimitive<'_>]) -> Result<Vec<u8>, ExportError> {
    check_all(primitives)?;
    let mut text = format!("# skinscope, {FRAME}\n");
    let mut seen: HashMap<String, u32> = HashMap::new();
    // Writing to a String cannot fail. OBJ indices start at one and continue through the whole file.
    let (mut first_vertex, mut first_normal) = (1u64, 1u64);
    for primitive in primitives {
        let _ = writeln!(text, "o {}", object_name(primitive.name, &mut seen));
        for p in primitive.positions {
            let _ = writeln!(text, "v {} {} {}", p.x, p.y, p.z);
        }
        for n in primitive.normals {
            let _ = writeln!(text, "vn {} {} {}", n.x, n.y, n.z);
        }
        for triangle in primitive.indices.as_chunks::<3>().0 {
            text += "f";
            for &index in triangle {
                let _ = write!(text, " {}", first_vertex + u64::from(index));
                if !primitive.normals.is_empty() {
                    let _ = write!(text, "//{}", first_normal + u64::from(index));
                }
            }
            text += "\n";
        }
        first_vertex += primitive.positions.len() as u64;
        first_normal += primitive.normals.len() as u64;
    }
    Ok(text.into_bytes())
}

fn object_name(name: &str, seen: &mut HashMap<String, u32>) -> String {
    let mut printable: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if printable.trim().is_empty() {
        "mesh".clone_into(&mut printable);
    }
    let count = seen.entry(printable.clone()).or_default();
    *count += 1;
    if *count == 1 { printable } else { format!("{printable}.{count}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn objects_positions_normals_and_faces_come_back() {
        let positions = [Vec3::ZERO, Vec3::new(1.0, 1e-9, -0.1), Vec3::new(0.1, 1.0 / 3.0, 3e7)];
        let triangle = ExportPrimitive {
            name: "Body",
            positions: &positions,
            normals: &[Vec3::Z; 3],
            indices: &[0, 1, 2],
            ..ExportPrimitive::default()
        };
        let bare = ExportPrimitive { normals: &[], ..triangle };
        let text = String::from_utf8(write_obj(&[triangle, bare, triangle]).unwrap()).unwrap();
        let rows = |key: &str| -> Vec<Vec<String>> {
            let of_key = text.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
            of_key.map(|line| line.split(' ').map(str::to_owned).collect()).collect()
        };
        assert_eq!(rows("o"), [["Body"], ["Body.2"], ["Body.3"]]);
        let read: Vec<Vec3> = rows("v")
            .iter()
            .map(|row| {
                Vec3::from_slice(&row.iter().map(|coordinate| coordinate.parse().unwrap()).collect::<Vec<f32>>())
            })
            .collect();
        assert_eq!(read, [positions, positions, positions].concat());
        assert_eq!(rows("vn").len(), 6);
        assert_eq!(rows("f"), [["1//1", "2//2", "3//3"], ["4", "5", "6"], ["7//4", "8//5", "9//6"]]);
    }

    #[test]
    fn names_stay_on_one_line() {
        let nameless = ExportPrimitive { name: "a\nb", ..ExportPrimitive::default() };
        let text = "# skinscope, scene coordinates: right-handed, +Y up\no a b\n";
        assert_eq!(write_obj(&[nameless]).unwrap(), text.as_bytes());
    }
}
