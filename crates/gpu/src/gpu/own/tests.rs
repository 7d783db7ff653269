use super::*;

const LBS: &str = "fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let blended = blend_matrices(rest);
    return SkinnedVertex(transform_affine(blended, rest.position), turn_normal_by_cofactor(blended, rest.normal));
}
";

fn refused(text: &str) -> String {
    own_method("mine.wgsl", text).unwrap_err().to_string()
}

#[test]
fn what_a_file_reads_is_found() {
    let definition = own_method("dir/mine.wgsl", LBS).unwrap();
    assert_eq!(definition.row.lists, [Some(PaletteList::Matrices), None, None, None]);
    assert_eq!((definition.row.short_name, definition.row.reads, definition.row.signs), ("mine", None, None));
    let all = "// Title: Mine\n// Summary: Does it.\n// Number: share = 0.5 (0 to 1) Of it\n\
               fn skin_vertex(rest: RestVertex) -> SkinnedVertex {\n\
               let c = center_of_rotation(rest); let a = palette_rigid_matrices[0].rows; let b = blend_motions(rest);\n\
               return SkinnedVertex(c * numbers.share + (vec4(c, 1.0) * a), b.real.xyz + blend_rotations(rest).xyz);}";
    let definition = own_method("mine.wgsl", all).unwrap();
    let lists = [PaletteList::Motions, PaletteList::Rotations, PaletteList::RigidMatrices].map(Some);
    assert_eq!(definition.row.lists[..3], lists);
    assert_eq!(definition.row.short_name, "Mine");
    assert_eq!(definition.row.reads, Some(skinscope_core::skinning::RestData::Centers));
    assert_eq!(definition.row.signs, Some(Antipodality::PerVertex));
    assert!(!definition.row.scales && definition.numbers[0].usual == 0.5);
}

#[test]
fn mistakes_are_told_with_their_place_in_the_file() {
    for (text, expected) in [
        ("", "there is no fn skin_vertex(rest: RestVertex) -> SkinnedVertex"),
        ("\n  fn skin_vertex(rest: RestVertex) -> SkinnedVertex { return wrong; }", "line 2, column 62: "),
        ("fn skin_vertex(rest: RestVertex) -> f32 { return 1.0; }", "skin_vertex must return SkinnedVertex"),
        (
            "fn skin_vertex(rest: RestVertex) -> SkinnedVertex {\n return SkinnedVertex(\n transform_point(rest.normal, rest.normal), rest.normal); }",
            "line 3, column ",
        ),
        ("// number: a\n", "line 1, column 1: write a number as"),
        ("fn skin_vertex(rest: RestVertex) ->", "line 1, column 36: "),
        ("// Number: a\n", "line 1, column 1: write a number as"),
        ("// Number: A = 1 (0 to 2)\n", "is no name of a number"),
        ("// Number: a = 3 (0 to 2)\n", "the range must contain it"),
        ("// Number: a = 1 (0 to 2)\n// Number: a = 1 (0 to 2)\n", "line 2, column 1: the number a is declared twice"),
        ("// Title:\n", "Title is empty"),
    ] {
        let message = refused(text);
        assert!(message.contains(expected), "{text:?}: {message}");
    }
    let nine: String = (0..9).map(|index| format!("// Number: n{index} = 1 (0 to 2)\n")).collect();
    assert!(refused(&nine).contains("line 9, column 1: there are more than 8 numbers"));
}

#[test]
fn a_file_reaches_nothing_but_its_inputs() {
    let with = |before: &str| format!("{before}\n{LBS}");
    for (before, expected) in [
        ("@group(3) @binding(0) var<storage, read_write> mine: array<f32>;", "only var<private>"),
        ("@group(0) @binding(9) var<uniform> mine: vec4<f32>;", "only var<private>"),
        ("var<workgroup> mine: array<f32, 64>;", "only var<private>"),
        ("override mine: f32 = 1.0;", "not override"),
        ("@compute @workgroup_size(1) fn mine() {}", "entry point"),
        ("var<private> mine: array<f32, 20000>;", "at most 65536"),
        ("fn skin() { deformed[0].position.x = 1.0; }", ""),
        ("enable f16;", ""),
        ("fn fragment_of() { var a = mesh_vertices[0]; }", ""),
    ] {
        let message = refused(&with(before));
        assert!(message.contains(expected), "{before}: {message}");
    }
    let doubled: String = (1..20)
        .map(|depth| format!("fn f{depth}(x: f32) -> f32 {{ return f{}(x) + f{}(x); }}\n", depth - 1, depth - 1))
        .collect();
    assert!(
        refused(&with(&format!("fn f0(x: f32) -> f32 {{ return x; }}\n{doubled}")))
            .contains("operations with all that it calls")
    );
    assert!(refused(&"// \n".repeat(100_000)).contains("at most 262144 are read"));
}

#[test]
fn every_composition_of_a_file_is_valid() {
    let id = "test-of-compositions.wgsl";
    let SkinningMethod::Own(own) = OwnMethod::named(id).unwrap() else { panic!("it is not built in") };
    own.define(own_method(id, &format!("// Number: a = 1 (0 to 2)\n{LBS}")).unwrap());
    let method = SkinningMethod::Own(own);
    for format in VertexFormat::ALL {
        let overlays = MeshOverlay::ALL.map(|overlay| Composition::Overlay(overlay, method, format));
        let others = [
            Composition::Mesh(method, format),
            Composition::Deform(method, format),
            Composition::Footprint(method, format),
        ];
        for composition in overlays.into_iter().chain(others) {
            let wgsl = composition.wgsl();
            assert!(wgsl.contains("iterations_of_all_loops"), "{}: {wgsl}", composition.name());
            naga::front::wgsl::parse_str(&wgsl).unwrap_or_else(|error| panic!("{}", error.emit_to_string(&wgsl)));
        }
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    /// Text that was cut, doubled or spoiled somewhere is refused with a place in the file, or still a method.
    #[test]
    fn spoiled_files_are_refused_in_one_line(at in 0.0..1.0_f64, length in 0_usize..40, with in "[-a-z0-9(){};:,.<>=@*/ \n]{0,12}") {
        let text = format!("// Number: a = 1 (0 to 2)\nvar<private> b: f32;\n{LBS}");
        let start = (at * text.len() as f64) as usize;
        let end = (start + length).min(text.len());
        let spoiled = [&text[..start], &with, &text[end..]].concat();
        match own_method("mine.wgsl", &spoiled) {
            Ok(definition) => proptest::prop_assert!(definition.row.lists.iter().flatten().count() <= 1),
            Err(error) => {
                let lines = spoiled.matches('\n').count() as u32 + 1;
                proptest::prop_assert!(!error.to_string().contains('\n') && !error.message.is_empty(), "{error:?}");
                proptest::prop_assert!(error.at.is_none_or(|(line, column)| line <= lines && column > 0), "{error:?}");
            }
        }
    }
}

#[test]
fn what_the_compiler_could_not_read_back_is_refused() {
    let with = |body: &str| {
        format!(
            "fn skin_vertex(rest: RestVertex) -> SkinnedVertex {{ var p = rest.position; {body} return SkinnedVertex(p, rest.normal); }}"
        )
    };
    let chain =
        |count: usize| with(&format!("if p.x > 0.0 {{}} {}", "else if p.y > 0.0 { p.x += 1.0; } ".repeat(count)));
    let sum = |count: usize| with(&format!("p = p{};", " + p".repeat(count)));
    for text in [chain(90), sum(90)] {
        assert!(own_method("mine.wgsl", &text).is_ok());
    }
    for text in [chain(140), sum(200), sum(450), with(&format!("p.x = {}1.0{};", "(".repeat(250), ")".repeat(250)))] {
        assert!(refused(&text).contains("a statement is nested too deeply for the compiler"), "{}", refused(&text));
    }
}

#[test]
fn every_list_of_joints_is_declared_for_files() {
    let text: String = PRELUDE.iter().map(|source| source.text).collect();
    for list in PaletteList::ALL {
        let names = prelude::LIST_NAMES.iter().filter(|(_, known)| *known == list);
        let names: Vec<&str> = names.map(|(name, _)| *name).collect();
        // The vertices of the pose are what a file computes.
        assert_eq!(names.len(), usize::from(list != PaletteList::PosedVertices), "{list:?}");
        assert!(names.iter().all(|name| text.contains(&format!("> {name}: array<"))), "{names:?}");
    }
    assert!(prelude::REST_NAMES.iter().all(|(name, _)| text.contains(&format!("> {name}: array<"))));
}
