/// Distance of each vertex of two deformed skins to the other skin, in scene units.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinDistances {
    /// One distance for each vertex of the first surface; NaN where there is nothing to compare with.
    pub from_first: Vec<f64>,
    /// One distance for each vertex of the second surface. Between matched vertices, the same distances in another
    /// order.
    pub from_second: Vec<f64>,
}
