// Blended matrix logarithms: v' = exp(sum_i w_i log C_i) v. Alexa 2002, Cordier & Magnenat-Thalmann 2005, in
// Kavan 2008, section 2.3. Twin: `src/skinning/log_matrix.rs`.

/// log C_i as three rows; the fourth row of a transform's logarithm is zero. Found on the CPU.
@group(2) @binding(3) var<storage, read> palette_logarithms: array<PaletteMatrix>;

/// x -> linear x + shift.
struct AffineMap {
    linear: mat3x3<f32>,
    shift: vec3<f32>,
}

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    var blended = mat3x4<f32>();
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        blended += palette_logarithms[influence.joint].rows * influence.weight;
    }
    let rows = exp_affine(blended);
    return SkinnedVertex(transform_affine(rows, rest.position), turn_normal_by_cofactor(rows, rest.normal));
}

/// exp of a matrix whose fourth row is zero, by scaling and squaring: exp(A) = exp(A / 2^n)^(2^n), the inner one by
/// its series to the eighth power, which errs by less than 1e-8.
fn exp_affine(logarithm: mat3x4<f32>) -> mat3x4<f32> {
    // The rows are columns here: products come in reverse.
    let rows = mat3x3<f32>(logarithm[0].xyz, logarithm[1].xyz, logarithm[2].xyz);
    let linear = transpose(rows);
    let shift = vec3<f32>(logarithm[0].w, logarithm[1].w, logarithm[2].w);
    var size = sqrt(dot(linear[0], linear[0]) + dot(linear[1], linear[1]) + dot(linear[2], linear[2]));
    var squarings = 0u;
    var scale = 1.0;
    // A turn by pi takes three; more than sixteen would be a stretch beyond single precision.
    while size > 0.6 && squarings < 16u {
        size *= 0.5;
        scale *= 0.5;
        squarings++;
    }
    let small = AffineMap(linear * scale, shift * scale);
    // Horner's scheme for 1 + A (1 + A/2 (1 + A/3 (...))).
    let one = mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    var sum = AffineMap(one, vec3<f32>(0.0));
    for (var power = 8u; power > 0u; power--) {
        let share = 1.0 / f32(power);
        // (A/k) * sum: the fourth row of A is zero, that of the sum is 0 0 0 1.
        sum = AffineMap(
            one + (small.linear * sum.linear) * share,
            (small.linear * sum.shift + small.shift) * share,
        );
    }
    for (var i = 0u; i < squarings; i++) {
        sum = AffineMap(sum.linear * sum.linear, sum.linear * sum.shift + sum.shift);
    }
    let turned = transpose(sum.linear);
    return mat3x4<f32>(
        vec4<f32>(turned[0], sum.shift.x),
        vec4<f32>(turned[1], sum.shift.y),
        vec4<f32>(turned[2], sum.shift.z),
    );
}
