//! `skinscope bench`: what it measures, counts and refuses. How long anything takes is not tested.

use super::command_line::{fail, succeed};
use super::gpu_support::context;
use serde_json::{Value, json};
use skinscope::files::open_model;
use skinscope::gpu::timing::{MeasuredCopy, Stopwatch};
use skinscope::gpu::{GpuError, GpuModel};
use skinscope::model::Pose;
use skinscope::skinning::SkinningSettings;
use skinscope::viewport::SkinningBench;
use skinscope::work::Progress;

fn bench(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeed(&[&["bench", "--rounds", "3", "--json"], arguments].concat())).unwrap()
}

fn cases(workload: &Value) -> &Vec<Value> {
    workload["cases"].as_array().unwrap()
}

#[test]
fn every_method_is_measured_with_every_choice_of_signs() {
    let report = bench(&["--vertices", "1000", "--joints", "5"]);
    assert_eq!((&report["software"], &report["clock"]), (&json!(true), &json!("wall-clock")));
    assert_eq!((&report["rounds"], &report["model"], &report["pose"]), (&json!(3), &json!(null), &json!(null)));
    let [workload] = report["workloads"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!((&workload["joints"], &workload["max_influences"]), (&json!(5), &json!(4)));
    assert_eq!((&workload["scaled"], &workload["packed"]), (&json!(false), &json!(true)));
    // One pair of buffers in software.
    let set = workload["copy_set_bytes"].as_u64().unwrap();
    assert!((64 << 20..=128 << 20).contains(&set), "{set}");
    let vertices = workload["vertices"].as_u64().unwrap();
    assert!((950..=1000).contains(&vertices), "{vertices}");
    // Five that blend no quaternions, eleven that do, in three ways each, and the first phase that a paper speaks of.
    assert_eq!(cases(workload).len(), 5 + 11 * 3 + 1);
    for case in cases(workload) {
        for path in ["compute", "drawing"] {
            let times = &case[path]["milliseconds"];
            let [low, median, high] = ["low", "median", "high"].map(|name| times[name].as_f64().unwrap());
            assert!(0.0 < low && low <= median && median <= high, "{case}");
            let speed = case[path]["vertices_per_second"].as_f64().unwrap();
            assert!((speed * median * 1e-3 / vertices as f64 - 1.0).abs() < 1e-9, "{case}");
            assert!(case[path]["over_lbs"]["median"].as_f64().unwrap() > 0.0, "{case}");
        }
        let over_itself = &case["compute"]["over_lbs"];
        assert!(case["method"] != "lbs" || *over_itself == json!({ "low": 1.0, "median": 1.0, "high": 1.0 }), "{case}");
    }
}

/// "About twice as many instructions" is said of both phases together.
#[test]
fn papers_are_compared_with_the_shaders_that_they_speak_of() {
    let ratios = |report: &Value| -> Vec<(Value, Value)> {
        let rows = report["comparisons"]["rows"].as_array().unwrap();
        rows.iter().map(|row| (row["first"].clone(), row["second"].clone())).collect()
    };
    let shader = |method: &str, signs: Option<&str>, poses: Option<&str>| json!({ "method": method, "signs": signs, "poses": poses });
    let expected = (shader("two-phase-dqs", Some("as-given"), Some("scaled")), shader("lbs", None, None));
    let flags = ["--vertices", "1000", "--joints", "5", "--methods", "two-phase-dqs"];
    for more in [&[][..], &["--scaled"]] {
        let report = bench(&[&flags, more].concat());
        assert_eq!(ratios(&report), std::slice::from_ref(&expected), "{more:?}");
        let row = &report["comparisons"]["rows"][0];
        assert_eq!(row["claimed"], "about 2 in instructions");
        let of_case = |case: &&Value| case["signs"] == "as-given" && case["poses"] == "scaled";
        let [case] = cases(&report["workloads"][0]).iter().filter(of_case).collect::<Vec<_>>()[..] else {
            panic!("measured once: {report}")
        };
        for path in ["compute", "drawing"] {
            assert_eq!(row[path], case[path]["over_lbs"]);
        }
        assert_eq!(report["comparisons"]["vertices"], report["workloads"][0]["vertices"]);
    }
    // Only the signs that are asked for are measured.
    let per_vertex = bench(&[&flags[..], &["--antipodality", "per-vertex"]].concat());
    assert_eq!((cases(&per_vertex["workloads"][0]).len(), ratios(&per_vertex)), (2, Vec::new()));
}

#[test]
fn bytes_are_those_that_a_vertex_has_in_memory() {
    let bytes = |flags: &[&str]| {
        let methods = ["--vertices", "1000", "--joints", "9", "--methods", "lbs,cor,cor-procrustes,spherical"];
        let report = bench(&[&methods, flags, &["--antipodality", "none"]].concat());
        let of = |path: &str| -> Vec<f64> {
            let cases = cases(&report["workloads"][0]).iter();
            cases.map(|case| case[path]["bytes_per_vertex"].as_f64().unwrap()).collect()
        };
        (of("compute"), of("drawing"))
    };
    // 32 for the vertex, 12 for its center, 48 for its center and covariance, 4 for its joint set; 32 are written.
    assert_eq!(bytes(&[]), (vec![64.0, 76.0, 112.0, 68.0], vec![32.0, 44.0, 80.0, 36.0]));
    // Eight influences: 12 more.
    let eight = bytes(&["--influences", "8"]);
    assert_eq!(eight.1, [44.0, 56.0, 92.0, 48.0]);
    // In single precision: 32 and four influences of 8.
    assert_eq!(bytes(&["--full-precision"]).1, [64.0, 76.0, 112.0, 68.0]);
}

#[test]
fn a_model_is_measured_in_its_pose() {
    let flags = ["limb", "--methods", "two-phase-dqs,lbs", "--antipodality", "per-vertex"];
    let rigid = bench(&[&flags[..], &["--set", "left:rz=60"]].concat());
    assert_eq!(rigid["model"]["bundled"], "limb");
    let [lbs, two_phase] = cases(&rigid["workloads"][0]).as_slice() else { panic!("{rigid}") };
    assert_eq!((&lbs["method"], &lbs["signs"], &lbs["poses"]), (&json!("lbs"), &json!(null), &json!(null)));
    assert_eq!((&two_phase["signs"], &two_phase["poses"]), (&json!("per-vertex"), &json!("rigid")));
    let scaled = bench(&[&flags[..], &["--set", "left:lsx=1.5"]].concat());
    assert_eq!(scaled["workloads"][0]["cases"][1]["poses"], "scaled");
}

#[test]
fn the_table_names_the_gpu_and_the_papers() {
    let text = succeed(&["bench", "--vertices", "1k..2k", "--joints", "5", "--methods", "dqs,cor", "--rounds", "3"]);
    assert!(text.contains("llvmpipe") && text.contains("This GPU is software"), "{text}");
    assert_eq!(text.matches("copying memory: ").count(), 2, "{text}");
    assert!(text.contains("dqs (per-vertex) / lbs") && text.contains("Le & Hodgins 2016, sec. 5"), "{text}");
    // A method that was not measured is not compared.
    assert!(!text.contains("log-matrix"), "{text}");
}

#[test]
fn flags_that_make_no_sense_are_refused() {
    for (arguments, expected) in [
        (vec!["--set", "mid:rx=30"], "--set needs a MODEL"),
        (vec!["--clip", "walk"], "--clip needs a MODEL"),
        (vec!["--sigma", "0.2"], "--sigma needs a MODEL"),
        (vec!["--no-cache"], "--no-cache needs a MODEL"),
        (vec!["bar", "--vertices", "10k"], "cannot be used with"),
        (vec!["bar", "--scaled"], "cannot be used with"),
        (vec!["--vertices", "10"], "from 1,000 to 20,000,000"),
        (vec!["--vertices", "2k..1k"], "the range goes down"),
        (vec!["--influences", "17"], "1..=16"),
        (vec!["--rounds", "1"], "3..=1000"),
    ] {
        let message = fail(&[&["bench"], &arguments[..]].concat(), 2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn a_measurement_stops_where_it_is_canceled() {
    let context = context();
    let (stopwatch, copy) = (Stopwatch::new(context).unwrap(), MeasuredCopy::new(context).unwrap());
    let model = open_model("bar").unwrap().asset.model;
    let (wanted, canceled) = (Progress::default(), Progress::default());
    canceled.cancel();
    assert!(matches!(GpuModel::for_measuring(context, &model, &canceled), Err(GpuError::Canceled)));
    let uploaded = GpuModel::for_measuring(context, &model, &wanted).unwrap();
    let pose = Pose::rest(&model.skeleton);
    let bench = |progress| {
        let instruments = (context, &stopwatch, &copy);
        SkinningBench::new(instruments, &uploaded, &pose, &[SkinningSettings::default().into()], progress)
    };
    assert!(matches!(bench(&canceled), Err(GpuError::Canceled)));
    let mut begun = bench(&wanted).unwrap();
    assert!(matches!(begun.run_round(&canceled), Err(GpuError::Canceled)));
    assert_eq!(begun.times().skins[0].paths[0].times.rounds(), 0);
    begun.run_round(&wanted).unwrap();
    assert_eq!(begun.times().skins[0].paths[0].times.rounds(), 1);
}

#[test]
fn frames_are_drawn_for_every_number_of_panes() {
    let flags = ["bar", "--methods", "lbs,dqs,cor", "--antipodality", "per-vertex"];
    let report = bench(&[&flags[..], &["--panes", "1,4"]].concat());
    let frames = report["workloads"][0]["frames"].as_array().unwrap();
    let sizes: Vec<_> = frames.iter().map(|frame| (&frame["panes"], &frame["pane_size"])).collect();
    assert_eq!(sizes, [(&json!(1), &json!([1920, 1080])), (&json!(4), &json!([960, 540]))]);
    for frame in frames {
        assert!(frame["milliseconds"]["median"].as_f64().unwrap() > 0.0, "{frame}");
    }
    assert_eq!(bench(&flags)["workloads"][0]["frames"], json!([]));
    fail(&["bench", "--panes", "4"], 2);
}
