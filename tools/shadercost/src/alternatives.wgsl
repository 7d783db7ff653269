// Other ways to apply the blended dual quaternion of `dqs`, each as a paper or a post writes it. The program's own is a
// rearranged algorithm 1 of Kavan 2008: `transform_point` and `rotate_vector` in `shaders/common/dual_quat.wgsl`.

/// Kavan 2008, algorithm 1, line by line.
fn algorithm_1(blended: DualQuat, rest: RestVertex) -> SkinnedVertex {
    let c0 = blended.real / length(blended.real);
    let ce = blended.dual / length(blended.real);
    let moved = 2.0 * (c0.w * ce.xyz - ce.w * c0.xyz + cross(c0.xyz, ce.xyz));
    return SkinnedVertex(
        rest.position + 2.0 * cross(c0.xyz, cross(c0.xyz, rest.position) + c0.w * rest.position) + moved,
        rest.normal + 2.0 * cross(c0.xyz, cross(c0.xyz, rest.normal) + c0.w * rest.normal),
    );
}

/// Kavan 2007, section 3.4: by way of a matrix.
fn matrix(blended: DualQuat, rest: RestVertex) -> SkinnedVertex {
    let c0 = blended.real / length(blended.real);
    let ce = blended.dual / length(blended.real);
    let translation = 2.0 * vec3<f32>(
        -ce.w * c0.x + ce.x * c0.w - ce.y * c0.z + ce.z * c0.y,
        -ce.w * c0.y + ce.x * c0.z + ce.y * c0.w - ce.z * c0.x,
        -ce.w * c0.z - ce.x * c0.y + ce.y * c0.x + ce.z * c0.w,
    );
    let rotation = mat3x3<f32>(
        vec3<f32>(
            1.0 - 2.0 * c0.y * c0.y - 2.0 * c0.z * c0.z,
            2.0 * c0.x * c0.y + 2.0 * c0.w * c0.z,
            2.0 * c0.x * c0.z - 2.0 * c0.w * c0.y,
        ),
        vec3<f32>(
            2.0 * c0.x * c0.y - 2.0 * c0.w * c0.z,
            1.0 - 2.0 * c0.x * c0.x - 2.0 * c0.z * c0.z,
            2.0 * c0.y * c0.z + 2.0 * c0.w * c0.x,
        ),
        vec3<f32>(
            2.0 * c0.x * c0.z + 2.0 * c0.w * c0.y,
            2.0 * c0.y * c0.z - 2.0 * c0.w * c0.x,
            1.0 - 2.0 * c0.x * c0.x - 2.0 * c0.y * c0.y,
        ),
    );
    return SkinnedVertex(rotation * rest.position + translation, rotation * rest.normal);
}

fn product(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

fn opposite(q: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(-q.xyz, q.w);
}

fn rotated_by_products(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    return product(product(q, vec4<f32>(v, 0.0)), opposite(q)).xyz;
}

/// q v q* by whole quaternion products: the first functions of Williamson's post, with the order of the formulas.
fn products(blended: DualQuat, rest: RestVertex) -> SkinnedVertex {
    let c0 = blended.real / length(blended.real);
    let ce = blended.dual / length(blended.real);
    let moved = 2.0 * product(ce, opposite(c0)).xyz;
    return SkinnedVertex(rotated_by_products(c0, rest.position) + moved, rotated_by_products(c0, rest.normal));
}

fn product_with_vector(a: vec4<f32>, b: vec3<f32>) -> vec4<f32> {
    return vec4<f32>(a.w * b + cross(a.xyz, b), -dot(a.xyz, b));
}

fn vector_of_product_with_opposite(a: vec4<f32>, b: vec4<f32>) -> vec3<f32> {
    return b.w * a.xyz - a.w * b.xyz - cross(a.xyz, b.xyz);
}

/// The same without terms that are zero and parts that nobody reads, which the post leaves out by hand.
fn pruned_products(blended: DualQuat, rest: RestVertex) -> SkinnedVertex {
    let c0 = blended.real / length(blended.real);
    let ce = blended.dual / length(blended.real);
    let moved = 2.0 * vector_of_product_with_opposite(ce, c0);
    return SkinnedVertex(
        vector_of_product_with_opposite(product_with_vector(c0, rest.position), c0) + moved,
        vector_of_product_with_opposite(product_with_vector(c0, rest.normal), c0),
    );
}
