use serde::{Deserialize, Serialize};

/// Arrangement of panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Arrangement {
    /// One to four panes in a row, more in a grid.
    #[default]
    Auto,
    Row,
    Column,
    Grid,
}

/// Positions of the borders between panes. Shares are fractions of the whole width or height and sum to one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PaneLayout {
    pub arrangement: Arrangement,
    /// Widths of the columns in full rows. All are equal if the length does not match the count of columns.
    column_shares: Vec<f32>,
    row_shares: Vec<f32>,
}

/// A draggable border after the column or row with this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border {
    BehindColumn(usize),
    BelowRow(usize),
}

/// Smallest share to which a pane can be dragged.
pub const SMALLEST_SHARE: f32 = 0.08;

/// A rectangle in fractions of the whole: left, top, right, bottom.
pub type ShareRect = [f32; 4];

impl PaneLayout {
    pub fn of(arrangement: Arrangement) -> Self {
        Self { arrangement, ..Self::default() }
    }

    /// Columns and rows with these shares, or equal ones where the shares are invalid.
    pub fn with_shares(arrangement: Arrangement, column_shares: Vec<f32>, row_shares: Vec<f32>) -> Self {
        Self { arrangement, column_shares, row_shares }.within_range()
    }

    /// Widths of the columns in full rows. Empty if all are equal.
    pub fn column_shares(&self) -> &[f32] {
        &self.column_shares
    }

    /// Heights of the rows. Empty if all are equal.
    pub fn row_shares(&self) -> &[f32] {
        &self.row_shares
    }

    /// Makes panes equal if their shares are invalid, which they may be in a file.
    #[must_use]
    pub fn within_range(self) -> Self {
        let is_right = |shares: &[f32]| {
            let sum: f32 = shares.iter().sum();
            shares.iter().all(|share| *share > 0.0) && (sum - 1.0).abs() < 1e-3
        };
        let kept = |shares: Vec<f32>| if is_right(&shares) { shares } else { Vec::new() };
        let Self { arrangement, column_shares, row_shares } = self;
        Self { arrangement, column_shares: kept(column_shares), row_shares: kept(row_shares) }
    }

    /// Counts of columns in a full row and of rows.
    pub fn shape(&self, panes: usize) -> (usize, usize) {
        let panes = panes.max(1);
        let columns = match self.arrangement {
            Arrangement::Row => panes,
            Arrangement::Column => 1,
            Arrangement::Auto if panes <= 3 => panes,
            Arrangement::Auto | Arrangement::Grid => grid_columns(panes),
        };
        (columns, panes.div_ceil(columns))
    }

    /// The rectangle of each pane in row-major order. The panes of an incomplete last row are as wide as those above
    /// them, so that all frame the model alike.
    pub fn rects(&self, panes: usize) -> Vec<ShareRect> {
        let (columns, rows) = self.shape(panes);
        let across = edges(&self.column_shares, columns);
        let down = edges(&self.row_shares, rows);
        let rect = |pane: usize| {
            let (column, row) = (pane % columns, pane / columns);
            [across[column], down[row], across[column + 1], down[row + 1]]
        };
        (0..panes).map(rect).collect()
    }

    /// Like [`Self::rects`], with an incomplete last row as wide as the others, so that no cell is empty. Not for
    /// layouts with draggable borders, because the borders of the last row would not continue those of the columns
    /// above.
    pub fn filled_rects(&self, panes: usize) -> Vec<ShareRect> {
        let mut rects = self.rects(panes);
        let Some(&[_, last_top, last_right, _]) = rects.last() else { return rects };
        for [left, _, right, _] in rects.iter_mut().filter(|[_, top, ..]| *top == last_top) {
            (*left, *right) = (*left / last_right, *right / last_right);
        }
        rects
    }

    /// Every draggable border, with its position.
    pub fn borders(&self, panes: usize) -> Vec<(Border, f32)> {
        let (columns, rows) = self.shape(panes);
        let across = edges(&self.column_shares, columns);
        let down = edges(&self.row_shares, rows);
        let vertical = (1..columns).map(|edge| (Border::BehindColumn(edge - 1), across[edge]));
        let horizontal = (1..rows).map(|edge| (Border::BelowRow(edge - 1), down[edge]));
        vertical.chain(horizontal).collect()
    }

    /// Moves a border to a position from 0 to 1, limited by its neighbors. Ignores borders that do not exist.
    pub fn move_border(&mut self, panes: usize, border: Border, position: f32) {
        let (columns, rows) = self.shape(panes);
        let (shares, index, count) = match border {
            Border::BehindColumn(index) => (&mut self.column_shares, index, columns),
            Border::BelowRow(index) => (&mut self.row_shares, index, rows),
        };
        if index + 1 >= count || !position.is_finite() {
            return;
        }
        let mut edges = edges(shares, count);
        let smallest = SMALLEST_SHARE.min(0.5 / count as f32);
        let (low, high) = (edges[index] + smallest, edges[index + 2] - smallest);
        edges[index + 1] = if low <= high { position.clamp(low, high) } else { 0.5 * (low + high) };
        *shares = edges.windows(2).map(|edge| edge[1] - edge[0]).collect();
    }

    /// Makes all panes of a row the same size again.
    pub fn make_even(&mut self) {
        (self.column_shares, self.row_shares) = (Vec::new(), Vec::new());
    }
}

/// Count of columns in a grid: wide rather than high, as windows are, with few empty cells.
fn grid_columns(panes: usize) -> usize {
    match panes {
        0..=2 => panes.max(1),
        3 | 4 => 2,
        5 | 6 | 9 => 3,
        7 | 8 => 4,
        _ => panes.div_ceil(2),
    }
}

/// Cumulative sums of shares, from 0 to 1.
fn edges(shares: &[f32], count: usize) -> Vec<f32> {
    let mut edges: Vec<f32> = (0..=count).map(|edge| edge as f32 / count as f32).collect();
    if shares.len() == count {
        let mut sum = 0.0;
        for (edge, share) in edges[1..].iter_mut().zip(shares) {
            sum += share;
            *edge = sum;
        }
        edges[count] = 1.0;
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_by_hand() {
        let shape = |arrangement, panes| PaneLayout::of(arrangement).shape(panes);
        assert_eq!(
            [1, 2, 3, 4, 5, 6, 10, 11].map(|n| shape(Arrangement::Auto, n)),
            [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (3, 2), (5, 2), (6, 2)]
        );
        assert_eq!(shape(Arrangement::Row, 6), (6, 1));
        assert_eq!(shape(Arrangement::Column, 3), (1, 3));
        assert_eq!(shape(Arrangement::Grid, 2), (2, 1));
        assert_eq!(shape(Arrangement::Grid, 0), (1, 1));
    }

    #[test]
    fn panes_fill_all_cells_but_the_last_ones_without_overlap() {
        for arrangement in [Arrangement::Auto, Arrangement::Row, Arrangement::Column, Arrangement::Grid] {
            for panes in 1..=11 {
                let mut layout = PaneLayout::of(arrangement);
                layout.move_border(panes, Border::BehindColumn(0), 0.3);
                layout.move_border(panes, Border::BelowRow(0), 0.6);
                let rects = layout.rects(panes);
                let area: f32 = rects.iter().map(|[l, t, r, b]| (r - l) * (b - t)).sum();
                let (columns, rows) = layout.shape(panes);
                assert!((area - 1.0).abs() < 1e-5 || panes < columns * rows, "{arrangement:?} {panes}: {area}");
                assert!(rects.iter().all(|[l, t, r, b]| l < r && t < b));
                let apart = |a: &ShareRect, b: &ShareRect| a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                for (index, rect) in rects.iter().enumerate() {
                    assert!(
                        rects[..index].iter().all(|other| apart(rect, other)),
                        "{arrangement:?} {panes}: {rects:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn filled_rows_leave_no_cell_empty() {
        for arrangement in [Arrangement::Auto, Arrangement::Row, Arrangement::Column, Arrangement::Grid] {
            for panes in 1..=11 {
                let mut layout = PaneLayout::of(arrangement);
                layout.move_border(panes, Border::BehindColumn(0), 0.3);
                let rects = layout.filled_rects(panes);
                let area: f32 = rects.iter().map(|[l, t, r, b]| (r - l) * (b - t)).sum();
                assert!((area - 1.0).abs() < 1e-5, "{arrangement:?} {panes}: {area}");
                let widest = |rects: &[ShareRect]| rects.iter().map(|[_, _, right, _]| *right).fold(0.0, f32::max);
                assert!((widest(&rects) - 1.0).abs() < 1e-6);
            }
        }
        let five = PaneLayout::default().filled_rects(5);
        assert_eq!([five[3], five[4]], [[0.0, 0.5, 0.5, 1.0], [0.5, 0.5, 1.0, 1.0]]);
    }

    #[test]
    fn panes_of_an_incomplete_row_are_as_large_as_all_others() {
        for panes in 1..=11 {
            let rects = PaneLayout::default().rects(panes);
            let size = |[left, top, right, bottom]: ShareRect| [right - left, bottom - top];
            let [width, height] = size(rects[0]);
            assert!(rects.iter().all(|rect| {
                let [w, h] = size(*rect);
                (w - width).abs() < 1e-6 && (h - height).abs() < 1e-6
            }));
        }
    }

    #[test]
    fn a_border_stops_before_its_neighbors() {
        let mut layout = PaneLayout::of(Arrangement::Row);
        layout.move_border(3, Border::BehindColumn(0), 0.9);
        let positions: Vec<f32> = layout.borders(3).iter().map(|(_, position)| *position).collect();
        assert!((positions[0] - (2.0 / 3.0 - SMALLEST_SHARE)).abs() < 1e-6 && (positions[1] - 2.0 / 3.0).abs() < 1e-6);
        layout.move_border(3, Border::BehindColumn(0), -4.0);
        assert!((layout.borders(3)[0].1 - SMALLEST_SHARE).abs() < 1e-6);
        let before = layout.clone();
        for nothing in [Border::BehindColumn(2), Border::BelowRow(0), Border::BehindColumn(99)] {
            layout.move_border(3, nothing, 0.5);
        }
        layout.move_border(3, Border::BehindColumn(1), f32::NAN);
        assert_eq!(layout, before);
        layout.make_even();
        assert_eq!(layout, PaneLayout::of(Arrangement::Row));
    }

    #[test]
    fn shares_of_another_number_of_panes_count_as_even() {
        let mut layout = PaneLayout::of(Arrangement::Row);
        layout.move_border(2, Border::BehindColumn(0), 0.2);
        assert_eq!(layout.rects(2)[0], [0.0, 0.0, 0.2, 1.0]);
        assert_eq!(layout.rects(4)[0], [0.0, 0.0, 0.25, 1.0]);
    }
}
