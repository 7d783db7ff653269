//! Matrices in the layout of files. glTF stores them column by column; some exporters write row by row.

/// Sixteen numbers in the order of the file.
pub(super) type Matrix = [f32; 16];

/// The last row of an affine matrix may be off by this much, due to rounding in the exporter.
const LAST_ROW: f32 = 1e-3;

/// Whether the last row is not 0 0 0 1.
pub(super) fn has_wrong_last_row(matrix: &Matrix) -> bool {
    let [.., last] = *matrix;
    last_row(matrix) > LAST_ROW || (last - 1.0).abs() > LAST_ROW
}

/// Whether these matrices, which one exporter wrote together, are stored by rows: all are affine if read row by row,
/// and some are affine only then. A matrix without a translation can be read both ways, so each follows the others.
/// Matrices of zeros do not count.
pub(super) fn are_by_rows<'a>(matrices: impl Iterator<Item = &'a Matrix>) -> bool {
    let (mut row, mut column) = (0.0f32, 0.0f32);
    for matrix in matrices.filter(|matrix| **matrix != [0.0; 16]) {
        let [.., x, y, z, last] = *matrix;
        if !matrix.iter().all(|value| value.is_finite()) || (last - 1.0).abs() > LAST_ROW {
            return false;
        }
        row = row.max(last_row(matrix));
        column = [x, y, z].iter().fold(column, |largest, entry| largest.max(entry.abs()));
    }
    row > LAST_ROW && column <= LAST_ROW * row
}

/// The largest of the three numbers that are zero in the last row of an affine matrix.
fn last_row(matrix: &Matrix) -> f32 {
    [matrix[3], matrix[7], matrix[11]].iter().fold(0.0, |largest, entry| largest.max(entry.abs()))
}

/// Exchanges rows and columns.
pub(super) fn transposed(matrix: &Matrix) -> Matrix {
    glam::Mat4::from_cols_array(matrix).transpose().to_cols_array()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat4, Quat, Vec3};

    #[test]
    fn rows_are_told_from_columns_by_the_translations() {
        let moved = Mat4::from_rotation_translation(Quat::from_rotation_x(0.4), Vec3::new(1.0, -2.0, 0.5));
        let turned = Mat4::from_quat(Quat::from_rotation_z(1.0));
        let columns = [moved, turned].map(|matrix| matrix.to_cols_array());
        let rows = columns.map(|matrix| transposed(&matrix));
        assert!(are_by_rows([rows[0], rows[1], [0.0; 16]].iter()));
        assert!(!are_by_rows(columns.iter()), "as glTF has them");
        assert!(!are_by_rows([rows[0], columns[0]].iter()), "a mixture");
        assert!(!are_by_rows(rows[1..].iter()), "no translation");
        assert!(!are_by_rows(std::iter::empty()));
        assert!(has_wrong_last_row(&rows[0]) && !has_wrong_last_row(&columns[0]));
        for (entry, value) in [(15, 2.0), (0, f32::NAN), (15, f32::INFINITY)] {
            let mut odd = rows[0];
            odd[entry] = value;
            assert!(!are_by_rows([odd, rows[1]].iter()), "{entry} is {value}");
        }
    }
}
