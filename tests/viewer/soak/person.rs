//! Chooses what to do next, as people do: mostly posing, comparing and looking, now and then another model.

use glam::Vec3;
use skinscope::bundled::MODELS;
use skinscope::files::ModelSource;
use skinscope::model::{AngleLimit, TwistKind};
use skinscope::pairs::PairFit;
use skinscope::panes::{Arrangement, Border, Comparison, ComparisonKind, PanePreset, Scene};
use skinscope::rigging::TwistSplit;
use skinscope::session::user_commands::palette_entries;
use skinscope::session::{Choice, Command, FileRequest, JointChannel, SceneEdit, StageKey, State, TalkEdit};
use skinscope::skinning::{Antipodality, BlendFactor, SkinningMethod};
use skinscope::view::{CameraPreset, GizmoTool, Theme};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// One thing that a person does.
#[derive(Clone, Debug)]
pub enum Deed {
    Command(Box<Command>),
    /// The window gets another size, in points.
    Resize(egui::Vec2),
    /// Some frames pass.
    Rest,
}

/// Models opened in a chapter, scenes included. Undo keeps four earlier documents.
const MOST_OPENED: usize = 3;

/// A seed decides all that it does.
pub struct Person {
    seed: u64,
    opened: usize,
    kinds: BTreeSet<String>,
    last: VecDeque<Deed>,
}

impl Person {
    pub fn new(seed: u64) -> Self {
        Self { seed, opened: 0, kinds: BTreeSet::new(), last: VecDeque::new() }
    }

    pub fn begin_chapter(&mut self) {
        self.opened = 0;
        self.last.clear();
    }

    /// How many kinds of commands were given so far.
    pub fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// The deeds of the chapter so far.
    pub fn last_deeds(&self) -> &VecDeque<Deed> {
        &self.last
    }

    pub fn next_deed(&mut self, state: &State) -> Deed {
        let deed = match self.below(40) {
            0 => {
                let side = |person: &mut Self, least: f32| least + person.unit() * 500.0;
                Deed::Resize(egui::vec2(side(self, 420.0), side(self, 320.0)))
            }
            1 => Deed::Rest,
            _ => Deed::Command(Box::new(self.command(state))),
        };
        if let Deed::Command(command) = &deed {
            let words = format!("{command:?}");
            self.kinds.insert(words.split(['(', ' ', '{']).next().unwrap_or_default().to_owned());
        }
        self.last.push_back(deed.clone());
        deed
    }

    fn command(&mut self, state: &State) -> Command {
        if state.talk.stage.is_some() {
            return self.on_stage();
        }
        let Some(document) = &state.documents.first else { return self.open() };
        let joints = document.model.skeleton.len();
        let pane = self.below(state.edit.panes.len());
        match self.below(100) {
            0..35 => self.pose(joints),
            35..50 => self.compare(state, pane),
            50..60 => self.look(state, pane, joints),
            60..70 => match self.below(6) {
                0 => Command::GoToStep(self.below(state.history.steps().len())),
                1 | 2 => Command::Redo,
                _ => Command::Undo,
            },
            70..76 => self.play(state),
            76..80 => self.talk(state),
            80..82 => Command::EnterStage,
            82..85 => self.open(),
            85..86 => Command::CloseModel,
            86..88 => self.twist(joints),
            88..91 => self.second(state, joints),
            _ => self.entry_of_palette(state),
        }
    }

    fn pose(&mut self, joints: usize) -> Command {
        let node = self.below(joints) as u32;
        match self.below(16) {
            0 | 1 => Command::SelectJoint(Some(node)),
            2 => Command::ToggleJoint(node),
            3..8 => Command::SetAngles { node, angles_degrees: self.vector(200.0) },
            8 => {
                let channels =
                    [JointChannel::Rotation, JointChannel::Offset, JointChannel::Scale, JointChannel::LocalScale];
                Command::SetChannel { channel: self.one_of(&channels), axis: self.below(3), value: self.unit() * 2.0 }
            }
            9 => Command::SetTranslation { node, translation: self.vector(0.5) },
            10 => Command::SetScale { node, scale: Vec3::ONE + self.vector(0.5) },
            11 => Command::SetLocalShear { node, local_shear: self.vector(0.3) },
            12 => {
                let limit = AngleLimit::new(-90.0 * self.unit(), 90.0 * self.unit()).ok();
                Command::SetLimit { node, axis: self.below(3), limit }
            }
            13 => Command::Choose(Choice::StopAtLimits(self.below(2) == 0)),
            14 => Command::ClearSelected(self.one_of(&[GizmoTool::Rotate, GizmoTool::Move, GizmoTool::Scale])),
            _ => self.one_of_owned(vec![
                Command::ResetJoint(node),
                Command::ResetBranch(node),
                Command::ResetPose,
                Command::FlipPose,
                Command::MirrorPosing(node.is_multiple_of(2)),
                Command::TakePose(node as usize % 3),
            ]),
        }
    }

    fn compare(&mut self, state: &State, pane: usize) -> Command {
        let method = self.one_of(&SkinningMethod::ALL);
        match self.below(12) {
            0..3 => Command::SetMethod { pane, method },
            3 => Command::SetAntipodality { pane, antipodality: Some(self.one_of(&Antipodality::ALL)) },
            4 => Command::SetBlend { pane, blend: BlendFactor::nearest(self.unit()) },
            5 => Command::SetPaneCount(1 + self.below(4)),
            6 => Command::SwapPanes(pane, self.below(state.edit.panes.len())),
            7 => Command::TakePreset(self.one_of(&PanePreset::ALL)),
            8 => {
                let other = state.edit.pane(pane).skinning;
                let kind = self.one_of(&ComparisonKind::ALL);
                Command::SetComparison {
                    pane,
                    comparison: Comparison { kind, other, divider: self.unit(), ..Comparison::default() },
                }
            }
            9 => Command::SetArrangement(self.one_of(&[Arrangement::Row, Arrangement::Column])),
            10 => Command::MoveBorder { border: Border::BehindColumn(0), fraction: self.unit() },
            _ => {
                self.one_of_owned(vec![Command::DuplicatePane(pane), Command::RemovePane(pane), Command::MakePanesEven])
            }
        }
    }

    fn look(&mut self, state: &State, pane: usize, joints: usize) -> Command {
        let camera = state.camera_of(pane);
        match self.below(9) {
            0..3 => {
                let camera = skinscope::view::Camera { yaw: camera.yaw + self.unit(), pitch: self.unit(), ..camera };
                Command::SetCamera { pane, camera }
            }
            3 => Command::View(self.one_of(&CameraPreset::ALL)),
            4 => Command::FrameAll,
            5 => Command::Frame,
            6 => Command::LinkCamera { pane, linked: self.below(2) == 0 },
            7 => Command::SetTheme(self.one_of(&[Theme::Dark, Theme::Light])),
            _ => Command::HoverJoint(Some(self.below(joints) as u32)),
        }
    }

    fn play(&mut self, state: &State) -> Command {
        let clips = state.documents.first.as_ref().map_or(0, |document| document.model.clips.len());
        match self.below(5) {
            0 if clips > 0 => Command::SetClip(Some(self.below(clips))),
            1 => Command::SetPlaying(self.below(2) == 0),
            2 => Command::StepFrames(self.below(9) as i32 - 4),
            3 => Command::SetClip(None),
            _ => Command::Seek(self.unit() * 2.0),
        }
    }

    fn talk(&mut self, state: &State) -> Command {
        let scene = self.below(state.talk().scenes.len());
        let edit = match self.below(7) {
            0..3 => TalkEdit::Keep,
            3 => TalkEdit::Duplicate(scene),
            4 => TalkEdit::Move { from: scene, to: 0 },
            5 => TalkEdit::Title(format!("Talk {scene}")),
            _ => TalkEdit::Change { scene, edit: SceneEdit::Caption("What to see.".to_owned()) },
        };
        Command::EditTalk(edit)
    }

    fn twist(&mut self, joints: usize) -> Command {
        let joint = self.below(joints) as u32;
        let count = 1 + self.below(3) as u32;
        match self.below(3) {
            0 => Command::SetTwistJoints { joint, count: count - 1 },
            1 => Command::SetTwistKind { joint, kind: TwistKind::Own },
            _ => Command::SplitBone(TwistSplit { joint, count, kind: TwistKind::End }),
        }
    }

    /// A second model, its partners and its size.
    fn second(&mut self, state: &State, joints: usize) -> Command {
        let Some(second) = state.second() else {
            if self.below(3) == 0 {
                return Command::PinBefore;
            }
            if self.opened >= MOST_OPENED {
                return Command::ShowBothModels;
            }
            self.opened += 1;
            return Command::AddModel(ModelSource::Bundled(MODELS[self.below(MODELS.len())].name));
        };
        let joint = self.below(joints) as u32;
        let partner = self.below(second.document.model.skeleton.len()) as u32;
        match self.below(7) {
            0 => Command::RemoveSecondModel,
            6 => Command::PinBefore,
            1 => Command::ShowBothModels,
            2 => Command::FitSecond(PairFit { equal_scale: !second.fit.equal_scale, ..second.fit }),
            3 => Command::MatchByName(joint),
            _ => Command::SetPartner { joint, partner: (self.below(4) > 0).then_some(partner) },
        }
    }

    fn open(&mut self) -> Command {
        // Back to the last model, or on with this one.
        if self.opened >= MOST_OPENED {
            return Command::Undo;
        }
        self.opened += 1;
        let papers: Vec<&Arc<Scene>> = Scene::of_papers().collect();
        match self.below(3) {
            0 => Command::TakeScene(Arc::clone(papers[self.below(papers.len())])),
            _ => Command::Open(ModelSource::Bundled(MODELS[self.below(MODELS.len())].name)),
        }
    }

    fn on_stage(&mut self) -> Command {
        let keys = [
            StageKey::Next,
            StageKey::Next,
            StageKey::Previous,
            StageKey::Last,
            StageKey::Blank,
            StageKey::SwitchHall,
            StageKey::TogglePen,
            StageKey::ToggleMotion,
            StageKey::Digit(2),
            StageKey::Enter,
            StageKey::GoBack,
            StageKey::GoBack,
            StageKey::GoBack,
        ];
        Command::PressOnStage(self.one_of(&keys))
    }

    /// A command that a person finds by its name. Commands that open models count as opening, and those that act
    /// outside the program are left out.
    fn entry_of_palette(&mut self, state: &State) -> Command {
        let mut entries = palette_entries(state);
        // These come and go with the speed of work in the background, and a seed must decide all.
        let comes_and_goes =
            |command: &Command| matches!(command, Command::CancelPicture | Command::RequestFile(FileRequest::SavePlot));
        entries.retain(|entry| !comes_and_goes(&entry.command));
        let command = entries[self.below(entries.len())].command.clone();
        match command {
            Command::Open(_) | Command::TakeScene(_) => self.open(),
            Command::RequestFile(_)
            | Command::ShowFolder(_)
            | Command::ShowNotes
            | Command::SaveTalk
            | Command::SaveSession
            | Command::KeepPose(_)
            | Command::DeletePose(_)
            | Command::SetRestoring(_)
            | Command::CopyPicture(_)
            | Command::StartStress
            | Command::CheckClips
            | Command::Quit
            | Command::QuitWithoutSaving => Command::Frame,
            command => command,
        }
    }

    /// SplitMix64: the same deeds everywhere.
    fn next(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From zero to `count - 1`; zero if there is nothing to choose.
    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    /// From zero to one.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    fn vector(&mut self, most: f32) -> Vec3 {
        let mut component = || (2.0 * self.unit() - 1.0) * most;
        Vec3::new(component(), component(), component())
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn one_of_owned<T>(&mut self, mut all: Vec<T>) -> T {
        all.swap_remove(self.below(all.len()))
    }
}
