// The rotation nearest to a matrix. Twin: `crates/core/src/skinning/nearest_rotation.rs`.

/// The loop ends when the other eigenvectors have less than half of this share; one more squaring leaves its square.
override squared_enough: f32;

/// Upper limit for the loop: joints about a half turn apart have two rotations that are equally near.
override most_squarings: u32;

fn trace_of(m: mat4x4<f32>) -> f32 {
    return m[0].x + m[1].y + m[2].z + m[3].w;
}

/// The unit quaternion of the rotation R that maximizes tr(R^T B). `rows` are the rows of B.
fn nearest_rotation(rows: mat3x3<f32>) -> vec4<f32> {
    let rx = rows[0];
    let ry = rows[1];
    let rz = rows[2];
    // No eigenvalue is less than minus `shift`.
    let shift = sqrt(3.0 * (dot(rx, rx) + dot(ry, ry) + dot(rz, rz)));
    var power = mat4x4<f32>(
        vec4<f32>(rx.x - ry.y - rz.z + shift, rx.y + ry.x, rx.z + rz.x, rz.y - ry.z),
        vec4<f32>(rx.y + ry.x, ry.y - rx.x - rz.z + shift, ry.z + rz.y, rx.z - rz.x),
        vec4<f32>(rx.z + rz.x, ry.z + rz.y, rz.z - rx.x - ry.y + shift, ry.x - rx.y),
        vec4<f32>(rz.y - ry.z, rx.z - rz.x, ry.x - rx.y, rx.x + ry.y + rz.z + shift),
    );
    for (var squaring = 0u; squaring < most_squarings; squaring++) {
        power = power * (1.0 / trace_of(power));
        power = power * power;
        if 1.0 - trace_of(power) < squared_enough {
            break;
        }
    }
    // All columns are multiples of the eigenvector; the one with the largest diagonal element is the longest.
    var longest = power[0];
    var largest = power[0].x;
    if power[1].y > largest {
        longest = power[1];
        largest = power[1].y;
    }
    if power[2].z > largest {
        longest = power[2];
        largest = power[2].z;
    }
    if power[3].w > largest {
        longest = power[3];
    }
    return longest / length(longest);
}
