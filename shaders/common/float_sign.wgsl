// The sign bit of floats. Takes half the instructions of a comparison, a selection and a product.

/// -value if `side` is negative, else value. -0 counts as negative.
fn negate_if_negative(value: f32, side: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(value) ^ (bitcast<u32>(side) & 0x80000000u));
}
