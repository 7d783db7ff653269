use crate::measure::{Figure, Reading, Scope};

/// A measured value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Value {
    /// Measured number. `None` if there is nothing to measure.
    pub number: Option<f64>,
    /// Whether an artist would call the skin broken.
    pub is_past_limit: bool,
}

impl Value {
    pub fn of(figure: Figure, number: Option<f64>) -> Self {
        Self { number, is_past_limit: number.is_some_and(|number| figure.is_past_limit(number)) }
    }
}

/// Columns of the table of figures, those of the joint first.
pub fn columns() -> Vec<Reading> {
    let of_scope = |scope: Scope| Figure::readings_of([scope]);
    [Scope::Joint, Scope::Skin].into_iter().flat_map(of_scope).filter(|reading| reading.is_reported()).collect()
}
