//! The examples at the end of each help text: commands that work as written. A test runs them.

pub(super) const VIEWER: &str = "\
Examples:
  skinscope mannequin
  skinscope mannequin --pose elbow-120 --method dqs
  skinscope character.glb --clip Walk --time 0.4";

pub(super) const INFO: &str = "\
Examples:
  skinscope info mannequin
  skinscope info mannequin --twist forearm.L:3 --json";

pub(super) const RENDER: &str = "\
Examples:
  skinscope render mannequin --pose elbow-120 --method dqs -o elbow.png
  skinscope render bar --pose twist-135 --paint difference:dqs --overlay none -o difference.png
  skinscope render bar --pose twist-135 --method dqs --diagram sphere -o sphere.png";

pub(super) const COMPARE: &str = "\
Examples:
  skinscope compare mannequin --pose elbow-120 --methods lbs,dqs,cor -o elbow.png
  skinscope compare limb limb-heat --set left:ry=80 --methods lbs,dqs --fail-over 0.1
  skinscope compare hand --methods lbs --influences all,4,2 --set wrist:ry=60 -o influences.png";

pub(super) const RECORD: &str = "\
Examples:
  skinscope record mannequin --turntable --methods lbs --seconds 1 --fps 12 --size 640x360 -o turn.mp4
  skinscope record mannequin --sweep forearm.L:rx=0..180 --methods lbs,dqs,cor --fps 6 --size 640x360 -o twist.gif
  skinscope record kavan-2008 --scene 10..12 --hold 0.5 --fps 4 --size 480x270 -o talk.gif";

pub(super) const SHARE: &str = "\
Examples:
  skinscope share mannequin --set forearm.L:ry=-120 --camera joint=forearm.L --methods lbs,dqs,cor -o elbow.html
  skinscope share bar --pose twist-135 --methods lbs,dqs --shading checker -o twist.html
  skinscope share kavan-2008 --scene 10..12 -o figures.html";

pub(super) const DEFORM: &str = "\
Examples:
  skinscope deform bar --pose twist-90 --method dqs -o bar.npy
  skinscope deform mannequin --clip walk --time 0.5 --backend cpu -o walk.obj";

pub(super) const CENTERS: &str = "\
Examples:
  skinscope centers bar --sigma 0.2 --no-cache --json
  skinscope centers limb --space mesh -o centers.npy
  skinscope centers limb --search breadth-first --omega 0.05";

pub(super) const MEASURE: &str = "\
Examples:
  skinscope measure mannequin --pose elbow-120
  skinscope measure bar --pose twist-135 --methods all --json
  skinscope measure bar --sweep mid:rx=-180..180:30 --methods lbs,dqs";

pub(super) const PROBE: &str = "\
Examples:
  skinscope probe bar --vertex 2000 --pose twist-135
  skinscope probe mannequin --vertex 9000 --pose elbow-120 --methods lbs,dqs,cor --json";

pub(super) const PALETTE: &str = "\
Examples:
  skinscope palette bar --pose twist-135 --method dqs -o palette.json
  skinscope palette mannequin --clip walk --time 0.5 --all --vertices -o palette.json";

pub(super) const GOLDEN: &str = "\
Examples:
  skinscope golden bar --pose twist-135 -o golden
  skinscope golden limb --set left:ry=80,sx=1.2 --methods lbs,dqs,preserve-volume -o golden-limb";

pub(super) const SHADER: &str = "\
Examples:
  skinscope shader dqs --lang glsl -o dqs.comp
  skinscope shader cor --scaled --influences 4 --stage vertex --lang hlsl -o cor.hlsl
  skinscope shader two-phase-dqs --antipodality running-sum --lang spirv -o two-phase.spv --json";

pub(super) const NEW_METHOD: &str = "\
Examples:
  skinscope new-method mine.wgsl
  skinscope new-method -";

pub(super) const STRESS: &str = "\
Examples:
  skinscope stress mannequin --methods lbs,dqs --top 3 --mend
  skinscope stress limb --range 90 --measure bulge -o worst.png
  skinscope stress limb limb-heat --range 90 --methods lbs --sort difference";

pub(super) const CLIPS: &str = "\
Examples:
  skinscope clips mannequin --clip walk --methods lbs,dqs
  skinscope clips mannequin --clip walk --fail-over flips=0 --fail-under smallest_section=0.3
  skinscope clips mannequin --clip walk --methods all --figure stretch -o walk.svg";

pub(super) const CHECK: &str = "\
Examples:
  skinscope check limb bar --rules four-influences
  skinscope check mannequin limb hand --results rigs.jsonl --html rigs.html --junit rigs.xml
  skinscope check limb hand --write-rules rules.toml";

pub(super) const REPORT: &str = "\
Examples:
  skinscope report mannequin -o mannequin.html
  skinscope report limb --methods lbs,cor --range 60 --top 2 -o limb.html";

pub(super) const MODELS: &str = "\
Examples:
  skinscope models
  skinscope models mannequin -o mannequin.glb";

pub(super) const CLAIMS: &str = "\
Examples:
  skinscope claims candy wrapper
  skinscope claims --paper le-hodgins-2016 --state does-not-hold
  skinscope claims kavan-2008/candy-wrapper --check";

pub(super) const DOCTOR: &str = "\
Examples:
  skinscope doctor
  skinscope doctor --json";

pub(super) const BENCH: &str = "\
Examples:
  skinscope bench --vertices 10k --rounds 3
  skinscope bench mannequin --pose elbow-120 --methods lbs,dqs,cor
  skinscope bench --methods dqs --vertices 20k --influences 4,8 --rounds 3 --json";

pub(super) const RIG: &str = "\
Examples:
  skinscope rig bar --twist root:2 -o bar.glb
  skinscope rig mannequin --twist upper_arm.L:4:own --twist forearm.L:4:end -o arm.glb
  skinscope rig mannequin --weights smooth:forearm.L:3 --weights mirror:forearm.L --weights limit:4 -o smooth.glb";

pub(super) const BAKE: &str = "\
Examples:
  skinscope bake bar --look dqs --helpers 3 -o bar.glb
  skinscope bake hand --look cor -o hand.glb --json
  skinscope bake bar --joints mid --influences 2 -o two.glb --picture two.png";

pub(super) const TALK: &str = "\
Examples:
  skinscope talk elbows.toml
  skinscope talk elbows.toml --scene 3";

pub(super) const SCENES: &str = "\
Examples:
  skinscope scenes
  skinscope scenes kavan-fig-7 -o cracks.png --light
  skinscope scenes 1 --talk cracks.png --pane 2 --no-labels --transparent -o pane.png";

/// Text to show before the examples in a long help.
pub(super) fn after(text: &str, examples: &str) -> String {
    format!("{text}\n\n{examples}")
}

#[cfg(test)]
mod tests {
    use crate::cli::Arguments;
    use clap::{CommandFactory, Parser};

    fn examples_of(help: &str) -> Vec<String> {
        let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("no examples in {help}"));
        examples.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn every_help_ends_with_two_or_three_commands_that_are_understood() {
        let mut all = Arguments::command();
        let mut helps = vec![(String::new(), all.render_help(), all.render_long_help())];
        for command in all.get_subcommands_mut().filter(|command| command.get_name() != "help") {
            helps.push((command.get_name().to_owned(), command.render_help(), command.render_long_help()));
        }
        assert!(helps.len() > 10);
        for (name, short, long) in helps {
            let examples = examples_of(&long.to_string());
            assert_eq!(examples, examples_of(&short.to_string()), "{name}: -h and --help");
            assert!((2..=3).contains(&examples.len()), "{name}: {examples:?}");
            for example in examples {
                let words: Vec<&str> = example.split_whitespace().collect();
                assert!(example.starts_with(format!("skinscope {name}").trim_end()), "{name}: {example}");
                Arguments::try_parse_from(words).unwrap_or_else(|error| panic!("{example}: {error}"));
            }
        }
    }
}
