use crate::panes::ShareRect;
use egui::{Rect, Vec2, pos2, vec2};

/// Height of a pane's header, in points.
const HEADER_HEIGHT: f32 = 32.0;
pub const CAPTION_HEIGHT: f32 = 26.0;
const GAP: f32 = 4.0;
/// Largest part of a sheet's height that a caption takes.
pub const MOST_OF_CAPTION: f32 = 0.5;

/// Preferred aspect ratio (width over height) if no size is given: the ratio of most screens and slides.
const WANTED_ASPECT: f32 = 1.6;

/// Preferred size of a pane in points. A single row is tall, so that a standing figure fills it.
const PANE_OF_ONE_ROW: [f32; 2] = [560.0, 694.0];
const PANE_OF_MANY_ROWS: [f32; 2] = [480.0, 400.0];

/// Page of a slide that is readable from the last row, in points.
const PAGE_OF_A_HALL: Vec2 = vec2(1280.0, 720.0);

/// Largest scale of type, in pixels per point.
const LARGEST_TYPE: f32 = 6.0;

/// Largest side of a sheet without a given size, in pixels.
const LARGEST_SIDE: f32 = 4096.0;

/// The layout of a sheet, in points.
#[derive(Clone, Debug)]
pub struct SheetLayout {
    pub points: Vec2,
    pub pixels_per_point: f32,
    cells: Cells,
    /// The panes' rectangles, unless all have the same size.
    shares: Option<Vec<ShareRect>>,
    header_height: f32,
    gap: f32,
    headline_height: f32,
    caption_height: f32,
}

/// Order in which panes fill the rows of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaneOrder {
    /// Row by row.
    #[default]
    Rows,
    /// Panes of two models, first all of one and then all of the other. Each row of the first model is above the same
    /// row of the second.
    PairedRows,
}

/// The cells of a sheet's grid. Those at the end of the last rows may be empty.
#[derive(Clone, Copy, Debug)]
struct Cells {
    order: PaneOrder,
    /// Count of panes in a group that fills rows on its own: all, or half of them if rows are paired.
    in_group: usize,
    columns: usize,
    rows: usize,
}

impl Cells {
    fn new(panes: usize, order: PaneOrder, columns: usize) -> Self {
        let (in_group, groups) = match order {
            PaneOrder::Rows => (panes.max(1), 1),
            PaneOrder::PairedRows => (panes.div_ceil(2).max(1), 2),
        };
        let columns = columns.clamp(1, in_group);
        Self { order, in_group, columns, rows: groups * in_group.div_ceil(columns) }
    }

    /// Count of columns whose panes come closest to their natural shape on a sheet with this aspect ratio, with few
    /// empty cells.
    fn fitting(aspect: f32, panes: usize, order: PaneOrder) -> Self {
        let all = (1..=panes.max(1)).map(|columns| Self::new(panes, order, columns));
        let cost = |cells: &Self| {
            let natural = cells.natural_points();
            let empty = (cells.columns * cells.rows).saturating_sub(panes) as f32 / panes as f32;
            (natural.x / natural.y / aspect).ln().abs() + empty
        };
        all.min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or_else(|| Self::new(panes, order, 1))
    }

    fn chosen(panes: usize, order: PaneOrder, columns: Option<usize>, aspect: f32) -> Self {
        columns.map_or_else(|| Self::fitting(aspect, panes, order), |columns| Self::new(panes, order, columns))
    }

    /// Column and row of a pane.
    fn of_pane(&self, index: usize) -> [usize; 2] {
        let (group, at) = (index / self.in_group, index % self.in_group);
        let [column, row] = [at % self.columns, at / self.columns];
        match self.order {
            PaneOrder::Rows => [column, row],
            PaneOrder::PairedRows => [column, 2 * row + group],
        }
    }

    /// The natural size of a whole sheet, in points.
    fn natural_points(&self) -> Vec2 {
        let pane = if self.rows == 1 { PANE_OF_ONE_ROW } else { PANE_OF_MANY_ROWS };
        let count = vec2(self.columns as f32, self.rows as f32);
        let points = count * vec2(pane[0], pane[1]) + vec2(0.0, CAPTION_HEIGHT);
        points.max(vec2(640.0, 0.0))
    }
}

impl SheetLayout {
    /// Lays out a sheet of this size in pixels with a caption of one line. If `columns` is `None`, they are chosen to suit
    /// the size.
    pub fn new(size: [u32; 2], panes: usize, order: PaneOrder, columns: Option<usize>) -> Self {
        let points = vec2(size[0] as f32, size[1] as f32);
        let cells = Cells::chosen(panes, order, columns, points.x / points.y);
        // Lines and type grow with the panes, so that a 4K slide reads like one of 720 lines.
        let scale = points / cells.natural_points();
        let pixels_per_point = scale.min_elem().clamp(1.0, LARGEST_TYPE);
        let points = points / pixels_per_point;
        Self {
            points,
            pixels_per_point,
            cells,
            shares: None,
            header_height: HEADER_HEIGHT,
            gap: GAP,
            headline_height: 0.0,
            caption_height: CAPTION_HEIGHT,
        }
    }

    /// The same layout in type that is readable in a hall: the type of a page of 1280 x 720 points, or larger.
    #[must_use]
    pub fn for_a_hall(self) -> Self {
        let pixels = self.points * self.pixels_per_point;
        let pixels_per_point = (pixels / PAGE_OF_A_HALL).min_elem().clamp(self.pixels_per_point, LARGEST_TYPE);
        Self { points: pixels / pixels_per_point, pixels_per_point, ..self }
    }

    /// The same layout with another caption, at most `MOST_OF_CAPTION` of the sheet.
    #[must_use]
    pub fn with_caption(self, height: f32) -> Self {
        Self { caption_height: height.min(MOST_OF_CAPTION * self.points.y), ..self }
    }

    /// The same layout with a headline above the panes, at most a quarter of the sheet.
    #[must_use]
    pub fn with_headline(self, height: f32) -> Self {
        Self { headline_height: height.min(self.points.y / 4.0), ..self }
    }

    /// Height of the caption, in points.
    pub fn caption_height(&self) -> f32 {
        self.caption_height
    }

    /// The same layout with panes of these sizes.
    #[must_use]
    pub fn with_shares(self, shares: Vec<ShareRect>) -> Self {
        Self { shares: Some(shares), ..self }
    }

    /// The same layout without headers. A single pane then reaches to the edges.
    #[must_use]
    pub fn without_headers(self) -> Self {
        let alone = self.cells.columns * self.cells.rows == 1;
        Self { header_height: 0.0, gap: if alone { 0.0 } else { GAP }, ..self }
    }

    /// The same layout with more pixels.
    #[must_use]
    pub fn magnified(self, factor: u32) -> Self {
        Self { pixels_per_point: self.pixels_per_point * factor as f32, ..self }
    }

    /// The size in pixels of a sheet without a given size.
    pub fn natural_size(panes: usize, columns: Option<usize>) -> [u32; 2] {
        Self::natural_size_in(PaneOrder::Rows, panes, columns)
    }

    /// The size in pixels of a sheet in this order without a given size.
    pub fn natural_size_in(order: PaneOrder, panes: usize, columns: Option<usize>) -> [u32; 2] {
        let points = Cells::chosen(panes, order, columns, WANTED_ASPECT).natural_points();
        let points = points * (LARGEST_SIDE / points.max_elem()).min(1.0);
        [points.x.round() as u32, points.y.round() as u32]
    }

    /// Header and picture of a pane, by its index in the sheet's order.
    pub fn pane(&self, index: usize) -> (Rect, Rect) {
        if let Some(share) = self.shares.as_ref().and_then(|shares| shares.get(index)) {
            return self.shared_pane(*share);
        }
        let count = vec2(self.cells.columns as f32, self.cells.rows as f32);
        let room = self.area().size() - self.gap * count;
        let size = (room / count).max(vec2(1.0, self.header_height + 1.0));
        let [column, row] = self.cells.of_pane(index);
        let at = vec2(column as f32, row as f32);
        let min = self.area().min + at * (size + Vec2::splat(self.gap));
        Rect::from_min_size(min, size).split_top_bottom_at_y(min.y + self.header_height)
    }

    /// The area of all panes, each with a gap to its right and below it.
    fn area(&self) -> Rect {
        let min = pos2(self.gap, self.headline_height + self.gap);
        Rect::from_min_max(min, pos2(self.points.x, self.points.y - self.caption_height).max(min))
    }

    /// Rectangle of a pane, from its fractions of the area of all panes. It lies on whole pixels, as pictures do.
    fn shared_pane(&self, [left, top, right, bottom]: ShareRect) -> (Rect, Rect) {
        let area = self.area();
        let whole = |points: f32| (points * self.pixels_per_point).round() / self.pixels_per_point;
        let at = |x: f32, y: f32| pos2(whole(area.left() + x * area.width()), whole(area.top() + y * area.height()));
        let min = at(left, top);
        let max = (at(right, bottom) - Vec2::splat(self.gap)).max(min + vec2(1.0, self.header_height + 1.0));
        Rect::from_min_max(min, max).split_top_bottom_at_y(min.y + self.header_height)
    }

    /// Size in pixels of a pane's picture.
    pub fn picture_pixels(&self, pane: usize) -> [u32; 2] {
        let (_, picture) = self.pane(pane);
        let pixels = picture.size() * self.pixels_per_point;
        [pixels.x.round().max(1.0) as u32, pixels.y.round().max(1.0) as u32]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(layout: &SheetLayout) -> (usize, usize) {
        (layout.cells.columns, layout.cells.rows)
    }

    fn in_rows(size: [u32; 2], panes: usize, columns: Option<usize>) -> SheetLayout {
        SheetLayout::new(size, panes, PaneOrder::Rows, columns)
    }

    #[test]
    fn rows_of_two_models_take_turns() {
        let places = |methods: usize, columns: Option<usize>| {
            let size = SheetLayout::natural_size_in(PaneOrder::PairedRows, 2 * methods, columns);
            let cells = SheetLayout::new(size, 2 * methods, PaneOrder::PairedRows, columns).cells;
            (cells.columns, cells.rows, (0..2 * methods).map(|pane| cells.of_pane(pane)).collect::<Vec<_>>())
        };
        let (columns, rows, three) = places(3, Some(2));
        assert_eq!((columns, rows), (2, 4), "the last place of the last two rows is empty");
        assert_eq!(three, [[0, 0], [1, 0], [0, 2], [0, 1], [1, 1], [0, 3]]);
        assert_eq!(places(2, None).2, [[0, 0], [1, 0], [0, 1], [1, 1]]);
        assert_eq!(places(2, Some(9)).0, 2, "no column stays empty");
        let (columns, rows, all) = places(11, None);
        assert_eq!((columns, rows), (6, 4), "not a strip");
        for method in 0..11 {
            let [first, second] = [all[method], all[method + 11]];
            assert_eq!([first[0], first[1] + 1], second);
        }
    }

    #[test]
    fn few_panes_stand_in_a_row_and_many_in_a_grid_like_a_screen() {
        for (panes, wanted) in
            [(1, (1, 1)), (2, (2, 1)), (3, (3, 1)), (4, (2, 2)), (5, (3, 2)), (6, (3, 2)), (8, (4, 2)), (10, (4, 3))]
        {
            let size = SheetLayout::natural_size(panes, None);
            assert_eq!(shape(&in_rows(size, panes, None)), wanted, "{panes} panes");
        }
        assert_eq!(SheetLayout::natural_size(2, None), [1120, 720]);
        let [width, height] = SheetLayout::natural_size(10, None);
        assert!((width as f32 / height as f32 / WANTED_ASPECT).ln().abs() < 0.05, "{width}x{height}");
    }

    #[test]
    fn the_shape_of_the_sheet_decides_where_it_is_given() {
        assert_eq!(shape(&in_rows([2240, 720], 4, None)), (4, 1));
        assert_eq!(shape(&in_rows([600, 1200], 2, None)), (1, 2));
        assert_eq!(shape(&in_rows([640, 360], 2, None)), (2, 1));
        assert_eq!(shape(&in_rows([1600, 1000], 10, Some(5))), (5, 2));
        assert_eq!(shape(&in_rows([1600, 1000], 2, Some(9))), (2, 1), "no column stays empty");
    }

    #[test]
    fn panes_lie_apart_and_on_the_sheet() {
        for columns in 1..=10 {
            let layout = in_rows([1440, 926], 10, Some(columns));
            let sheet = Rect::from_min_size(pos2(0.0, 0.0), layout.points - vec2(0.0, CAPTION_HEIGHT));
            let panes: Vec<Rect> = (0..10).map(|index| layout.pane(index)).map(|(a, b)| a.union(b)).collect();
            for (index, pane) in panes.iter().enumerate() {
                assert!(sheet.expand(0.01).contains_rect(*pane) || columns == 1, "{columns}: {pane}");
                assert!(panes[..index].iter().all(|other| !other.intersects(pane.shrink(0.01))), "{columns}: {pane}");
            }
        }
    }

    #[test]
    fn a_pane_alone_without_a_header_and_a_caption_is_the_whole_sheet() {
        let bare = |panes| in_rows([640, 360], panes, None).without_headers().with_caption(0.0);
        assert_eq!(bare(1).picture_pixels(0), [640, 360]);
        assert_eq!(bare(1).magnified(2).picture_pixels(0), [1280, 720]);
        let (header, picture) = bare(2).pane(0);
        assert!(header.height() == 0.0 && picture.left() > 0.0 && picture.width() < 320.0);
    }

    #[test]
    fn panes_take_their_shares() {
        let even = in_rows([1000, 700], 2, Some(2));
        let shares = |column: f32| vec![[0.0, 0.0, column, 1.0], [column, 0.0, 1.0, 1.0]];
        let same = even.clone().with_shares(shares(0.5));
        for pane in 0..2 {
            assert!((same.pane(pane).1.min - even.pane(pane).1.min).length() < 0.6, "{pane}");
            assert!((same.pane(pane).1.max - even.pane(pane).1.max).length() < 0.6, "{pane}");
        }
        let uneven = even.with_shares(shares(0.75));
        let [wide, narrow] = [0, 1].map(|pane| uneven.picture_pixels(pane)[0]);
        assert!((739..=745).contains(&wide) && (241..=249).contains(&narrow), "{wide} {narrow}");
    }

    #[test]
    fn type_grows_with_the_panes() {
        assert!((in_rows([3840, 2160], 2, None).pixels_per_point - 3.0).abs() < 0.01);
        assert!((in_rows([640, 360], 2, None).pixels_per_point - 1.0).abs() < 1e-6);
        let size = SheetLayout::natural_size(10, None).map(|side| 2 * side);
        assert!((in_rows(size, 10, None).pixels_per_point - 2.0).abs() < 0.01);
        // A hall sees the page, however many panes it has.
        let slide = in_rows([1920, 1080], 3, Some(3));
        assert!(slide.pixels_per_point < 1.2, "{}", slide.pixels_per_point);
        let slide = slide.for_a_hall();
        assert_eq!((slide.pixels_per_point, slide.points), (1.5, vec2(1280.0, 720.0)));
        assert_eq!(in_rows([960, 540], 3, Some(3)).for_a_hall().pixels_per_point, 1.0);
    }
}
