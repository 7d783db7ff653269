// Sine, cosine and arc tangent to a few units in the last place; the shading language guarantees no more than 2^-11 for
// its own. Taylor series on an eighth of a turn. Twins: `f32::sin_cos` and `f32::atan2`.

const QUARTER_TURN = 1.57079632679;

/// Sine and cosine of any angle in radians up to a few thousand.
fn sin_cos(angle: f32) -> vec2<f32> {
    let quarters = round(angle / QUARTER_TURN);
    // The quarter turn is split in two: the first part has few digits, so that its products are exact.
    let x = (angle - quarters * 1.5703125) - quarters * 4.83826794897e-4;
    let z = x * x;
    let sine = x * (1.0 - z / 6.0 * (1.0 - z / 20.0 * (1.0 - z / 42.0 * (1.0 - z / 72.0))));
    let cosine = 1.0 - z / 2.0 * (1.0 - z / 12.0 * (1.0 - z / 30.0 * (1.0 - z / 56.0 * (1.0 - z / 90.0))));
    switch i32(quarters) & 3 {
        case 0: { return vec2<f32>(sine, cosine); }
        case 1: { return vec2<f32>(cosine, -sine); }
        case 2: { return vec2<f32>(-sine, -cosine); }
        default: { return vec2<f32>(-cosine, sine); }
    }
}

/// The angle from 0 to pi for a nonnegative sine and a cosine, not both zero, which may have a common scale factor.
fn angle_of(sine: f32, cosine: f32) -> f32 {
    let across = abs(cosine);
    // The angle to the nearer axis or, close to an eighth of a turn, to the diagonal.
    let small = min(sine, across);
    let large = max(sine, across);
    let ratio = small / large;
    let folded = ratio > 0.414213562;
    let t = select(ratio, (small - large) / (small + large), folded);
    let z = t * t;
    let series = 1.0 - z * (1.0 / 3.0 - z * (1.0 / 5.0 - z * (1.0 / 7.0 - z * (1.0 / 9.0
        - z * (1.0 / 11.0 - z * (1.0 / 13.0 - z * (1.0 / 15.0 - z / 17.0)))))));
    var angle = t * series + select(0.0, 0.5 * QUARTER_TURN, folded);
    if sine > across {
        angle = QUARTER_TURN - angle;
    }
    return select(angle, 2.0 * QUARTER_TURN - angle, cosine < 0.0);
}
