// Title: A
// Summary: B.
// Number: share = 0.5 (0 to 1) How much
const axis = vec3(1.0, 0.0, 0.0);
var<private> sum: vec3f;
fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        if influence.weight > numbers.share { sum += axis * influence.weight; } else if i == 2u { break; } else { continue; }
    }
    return SkinnedVertex(rest.position + sum, rest.normal);
}
