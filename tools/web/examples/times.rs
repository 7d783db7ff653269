//! Prints milliseconds of the core's steps as JSON, as `times.mjs` does of WebAssembly: `MODEL.glb POSE ROUNDS`.

use skinscope_core::skinning::SkinningMethod;
use skinscope_web::Posed;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

#[allow(clippy::print_stdout, reason = "the result of an example")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, pose, rounds] = arguments.as_slice() else { return Err("wanted: MODEL.glb POSE ROUNDS".into()) };
    let bytes = std::fs::read(model)?;
    let mut times = BTreeMap::<&str, Vec<f64>>::new();
    let mut note = |step, start: Instant| times.entry(step).or_default().push(start.elapsed().as_secs_f64() * 1e3);
    for _ in 0..rounds.parse()? {
        let start = Instant::now();
        let mut posed = Posed::import(&bytes)?;
        note("import", start);
        posed.pose(pose)?;
        for (step, method) in [("covariances", SkinningMethod::CorProcrustes), ("centers", SkinningMethod::Cor)] {
            let start = Instant::now();
            posed.compute_centers(method);
            note(step, start);
        }
        let start = Instant::now();
        black_box(posed.palettes(SkinningMethod::Lbs));
        note("palette", start);
        for method in [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::Cor] {
            let start = Instant::now();
            black_box(posed.deform(method)?);
            note(method.id(), start);
        }
    }
    println!("{}", serde_json::to_string(&times)?);
    Ok(())
}
