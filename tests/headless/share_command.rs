//! `skinscope share`: what is in a page. `scripts/test-pages` shows pages in a browser.

use super::command_line::{fail, run_once};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use serde_json::Value;
use skinscope::files::open_model;
use skinscope::gpu::{Composition, packed_list};
use skinscope::model::{Pose, PoseOverrides, SkinKind, parse_set};
use skinscope::panes::Scene;
use skinscope::share::{Slider, read_blob};
use skinscope::skinning::{JointPalette, PaletteList, SkinningMethod, SkinningSettings};
use std::collections::HashMap;
use std::sync::LazyLock;

struct Page {
    html: String,
    /// JSON that the script reads.
    page: Value,
    gpu: Value,
    sections: Vec<Vec<u8>>,
}

impl Page {
    fn of(arguments: &[&str]) -> Self {
        let ran = run_once(&[&["share"], arguments, &["-o", "page.html"]].concat());
        assert!(ran.output.status.success(), "{}", String::from_utf8_lossy(&ran.output.stderr));
        let html = String::from_utf8(ran.file.clone().unwrap()).unwrap();
        let script = |id: &str| {
            let (_, rest) = html.split_once(&format!("<script id=\"{id}\"")).unwrap();
            let (_, rest) = rest.split_once('>').unwrap();
            rest.split_once("</script>").unwrap().0.to_owned()
        };
        let page = serde_json::from_str(&script("page")).unwrap();
        let (gpu, sections) = read_blob(&script("gpu")).unwrap();
        Self { html, page, gpu, sections }
    }
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

/// The elbow under three methods, as in the README. Made once for all tests.
fn elbow() -> &'static Page {
    static PAGE: LazyLock<Page> =
        LazyLock::new(|| Page::of(&["mannequin", "--set", "forearm.L:ry=-120", "--methods", "lbs,dqs,cor"]));
    &PAGE
}

#[test]
fn a_page_is_small_and_needs_nothing_but_itself() {
    let Page { html, page, .. } = elbow();
    assert!(html.len() < 12_000_000, "{} bytes", html.len());
    // Everything that a browser would fetch is data.
    for attribute in [" src=", " href=", "url(", "import ", "import(", "fetch("] {
        for (at, _) in html.match_indices(attribute) {
            let target = html[at + attribute.len()..].trim_start_matches('"');
            assert!(target.starts_with("data:"), "{attribute}{}", target.chars().take(40).collect::<String>());
        }
    }
    for (at, _) in html.match_indices("://") {
        let address: String = html[at - 4..].chars().take(26).collect();
        assert_eq!(address, "http://www.w3.org/2000/svg", "only the namespace of SVG");
    }
    assert!(html.contains("default-src 'none'") && !html.contains("{{"));
    // The script computes no skinning.
    for word in ["influence", "palette[", "bind_pose", "skin_vertex("] {
        let (_, script) = html.rsplit_once("<script type=\"module\">").unwrap();
        assert!(!script.contains(word), "{word}");
    }
    let slider = &page["scenes"][0]["slider"];
    assert_eq!((slider["label"].as_str(), slider["unit"].as_str()), (Some("forearm.L ry"), Some("°")));
    assert_eq!(page["scenes"][0]["panes"].as_array().unwrap().len(), 3);
    for pane in page["scenes"][0]["panes"].as_array().unwrap() {
        assert!(pane["recorded"].as_array().unwrap().len() >= 6, "recorded pictures");
    }
}

#[test]
fn the_shaders_of_a_page_are_those_of_the_program() {
    let Page { gpu, .. } = elbow();
    let known: HashMap<String, Composition> =
        Composition::all().into_iter().map(|composition| (composition.name(), composition)).collect();
    let shaders = gpu["shaders"].as_array().unwrap();
    for shader in shaders {
        let (name, wgsl) = (shader["name"].as_str().unwrap(), shader["wgsl"].as_str().unwrap());
        assert_eq!(wgsl, known[name].wgsl(), "{name}");
        let module = naga::front::wgsl::parse_str(wgsl).unwrap();
        Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).unwrap();
        let overrides: Vec<&str> = module.overrides.iter().filter_map(|(_, own)| own.name.as_deref()).collect();
        for pipeline in gpu["pipelines"].as_array().unwrap() {
            if shaders[number(&pipeline["shader"])]["name"] != name {
                continue;
            }
            let entry_points: Vec<&str> = module.entry_points.iter().map(|entry| &*entry.name).collect();
            assert!(entry_points.contains(&pipeline["vertex"].as_str().unwrap()), "{name}");
            for constant in pipeline["constants"].as_object().unwrap().keys() {
                assert!(overrides.contains(&&**constant), "{name} has no {constant}");
            }
        }
    }
    for method in ["lbs", "dqs", "cor"] {
        let name = format!("packed mesh of {method}");
        assert!(shaders.iter().any(|shader| shader["name"] == *name), "{name}");
    }
}

/// Covers every pane at every third step.
#[test]
fn baked_palettes_are_those_of_the_pose() {
    let Page { page, gpu, sections, .. } = elbow();
    let model = open_model("mannequin").unwrap().asset.model;
    let values = page["scenes"][0]["slider"]["values"].as_array().unwrap();
    let mut compared = 0;
    for (pane, method) in [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::Cor].into_iter().enumerate() {
        let picture = &gpu["scenes"][0]["panes"][pane]["pictures"][0];
        let groups = picture["groups"].as_array().unwrap();
        let group = groups.iter().find(|group| group["layout"] == "palette").unwrap();
        let lists = PaletteList::read_by(method, SkinKind::Skinned);
        for (step, value) in values.iter().enumerate().step_by(3) {
            let (mut pose, mut overrides) = (Pose::rest(&model.skeleton), PoseOverrides::default());
            let set = format!("forearm.L:ry={}", value.as_f64().unwrap());
            parse_set(&set, &model.skeleton, &pose, &mut overrides).unwrap();
            overrides.apply(&model.skeleton, &mut pose);
            let settings = SkinningSettings { method, ..SkinningSettings::default() };
            let palette = &JointPalette::all(&model, &pose, settings)[0];
            for (binding, list) in lists.iter().enumerate() {
                let buffer = &picture["buffers"][number(&group["resources"][binding]["buffer"])];
                let Some(list) = list else {
                    assert!(buffer["fixed"].is_u64(), "{method:?} {binding}");
                    continue;
                };
                let (section, stride) = (number(&buffer["posed"]["section"]), number(&buffer["posed"]["stride"]));
                // The first word of all steps comes first.
                let word = |word: usize| (word * values.len() + step) * 4;
                let baked: Vec<u8> = (0..stride / 4).flat_map(|i| sections[section][word(i)..][..4].to_vec()).collect();
                assert!(baked == packed_list(*list, palette), "{method:?}, {list:?} at {value}");
                compared += 1;
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn the_sliders_of_all_scenes_begin_at_their_pose() {
    let mut models = HashMap::new();
    let mut moving = 0;
    for scene in Scene::of_papers() {
        let name = scene.model.bundled_name().unwrap();
        let source = models.entry(name).or_insert_with(|| open_model(name).unwrap().asset.model);
        let model = scene.rigged(source).unwrap();
        let Some(slider) = Slider::of(scene, &model).unwrap() else { continue };
        let (own, start) = (scene.pose(&model).unwrap(), &slider.poses[slider.start]);
        let apart = |(a, b): (&skinscope::model::JointPose, &skinscope::model::JointPose)| {
            a.translation.distance(b.translation).max(1.0 - a.rotation.dot(b.rotation).abs())
        };
        let apart = own.joints.iter().zip(&start.joints).map(apart).fold(0.0, f32::max);
        assert!(apart < 1e-5, "{}: {apart}", scene.id);
        assert!(slider.values.is_sorted() && slider.values.len() == slider.poses.len(), "{}", scene.id);
        assert_eq!(slider.is_near.len() + 1, slider.values.len(), "{}", scene.id);
        assert!(slider.is_near.iter().all(|is_near| *is_near), "{}", scene.id);
        moving += 1;
    }
    assert!(moving > 50, "{moving}");
}

/// A talk has its own poses and panes, and a model has no scenes.
#[test]
fn wrong_usage_is_refused() {
    for (arguments, words) in [
        (&["share", "bar", "-o", "x.png"][..], "the output must be named *.html: x.png"),
        (&["share", "kavan-2008", "--methods", "lbs", "-o", "x.html"], "--methods: a scene does not take this"),
        (&["share", "bar", "--scene", "1", "-o", "x.html"], "--scene is for a talk"),
        (&["share", "bar", "--columns", "0", "-o", "x.html"], "--columns"),
        (&["share", "bar", "--title", " ", "-o", "x.html"], "is not a title"),
    ] {
        let told = fail(arguments, 2);
        assert!(told.contains(words), "{arguments:?}: {told}");
    }
}

#[test]
fn words_of_a_scene_cannot_break_the_page() {
    let Page { html, page, .. } = Page::of(&[
        "bar",
        "--pose",
        "twist-135",
        "--methods",
        "lbs",
        "--title",
        "a </script><b> & \"c\"",
        "--size",
        "64x64",
    ]);
    assert!(html.contains("<title>a &lt;/script&gt;&lt;b&gt; &amp; &quot;c&quot;</title>"));
    assert_eq!(page["title"], "a </script><b> & \"c\"");
    assert_eq!(page["scenes"][0]["size"], serde_json::json!([64, 64]));
}
