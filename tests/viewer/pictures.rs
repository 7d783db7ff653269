//! Pictures copied and saved from the window: by the dialog, the menus and the keys.

use crate::harness::{settle, viewer_with, wait_for_centers};
use crate::posing::joint;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use skinscope::cli::{Arguments, execute};
use skinscope::encode::read_png_text;
use skinscope::panes::{Comparison, ComparisonKind};
use skinscope::session::user_commands as rows;
use skinscope::session::{Command, PictureOf, PictureOptions, PictureSize};
use skinscope::skinning::{SkinningMethod, SkinningSettings};
use skinscope::view::{SkinPaint, Theme};
use skinscope::viewer::Viewer;
use std::path::{Path, PathBuf};

fn apply(harness: &mut Harness<'_, Viewer>, command: Command) {
    harness.state_mut().state.apply(command);
    settle(harness);
}

/// Frames until the picture is drawn. Returns what went to the clipboard.
fn wait_for_picture(harness: &mut Harness<'_, Viewer>) -> Option<egui::ColorImage> {
    let mut copied = None;
    for _ in 0..6000 {
        harness.run_steps(1);
        for command in &harness.output().platform_output.commands {
            if let egui::OutputCommand::CopyImage(image) = command {
                copied = Some(image.clone());
            }
        }
        if !harness.state().state.jobs.pictures.is_drawing() {
            settle(harness);
            assert!(harness.state().state.interface.error.is_none(), "{:?}", harness.state().state.interface.error);
            return copied;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the picture never came");
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("skinscope-picture-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the command that a picture carries, with its files in the picture's folder.
fn again(picture: &Path) -> image::RgbaImage {
    let file = std::io::BufReader::new(std::fs::File::open(picture).unwrap());
    let line = read_png_text(file, "Command").unwrap();
    let folder = picture.parent().unwrap();
    let name = picture.file_name().unwrap().to_str().unwrap();
    assert!(line.contains(name) && !line.contains(folder.to_str().unwrap()), "{line}");
    let again = folder.join("again.png");
    let in_folder = |word: &str| match word {
        "again.png" => again.to_str().unwrap().to_owned(),
        word if word == name => picture.to_str().unwrap().to_owned(),
        word => word.to_owned(),
    };
    let arguments = Arguments::try_from_line(line.split(' ').map(in_folder)).unwrap();
    assert!(execute(arguments).unwrap().is_none());
    image::open(again).unwrap().into_rgba8()
}

/// All that a pane can show differs between the panes.
fn many_panes() -> Harness<'static, Viewer> {
    let mut harness = viewer_with("mannequin");
    for command in [
        Command::SetPaneCount(3),
        Command::LinkLooks(false),
        Command::SetMethod { pane: 0, method: SkinningMethod::Lbs },
        Command::SetMethod { pane: 1, method: SkinningMethod::Dqs },
        Command::SetMethod { pane: 2, method: SkinningMethod::Cor },
    ] {
        apply(&mut harness, command);
    }
    let (forearm, hand) = (joint(&harness, "forearm.L"), joint(&harness, "hand.L"));
    apply(&mut harness, Command::SetTwistJoints { joint: forearm, count: 2 });
    apply(&mut harness, Command::SetAngles { node: hand, angles_degrees: glam::Vec3::new(123.4, 0.1, 7.7) });
    apply(&mut harness, Command::SelectJoint(Some(forearm)));
    let look = harness.state().state.edit.panes[1].settings.look;
    let look = skinscope::panes::PaneLook { paint: SkinPaint::AreaStretch, ..look };
    apply(&mut harness, Command::SetLook { pane: 1, look });
    let other = SkinningSettings { method: SkinningMethod::Dib, ..SkinningSettings::default() };
    let comparison = Comparison { kind: ComparisonKind::Wipe, other, divider: 0.3, ..Comparison::default() };
    apply(&mut harness, Command::SetComparison { pane: 0, comparison });
    apply(&mut harness, Command::LinkCamera { pane: 2, linked: false });
    let camera = harness.state().state.view.camera;
    let near = skinscope::view::Camera { yaw: 0.777, pitch: 0.123, distance: 0.6 * camera.distance, ..camera };
    apply(&mut harness, Command::SetCamera { pane: 2, camera: near });
    let turned = skinscope::view::Camera { yaw: -0.321, ..camera };
    apply(&mut harness, Command::SetCamera { pane: 0, camera: turned });
    apply(&mut harness, Command::MoveBorder { border: skinscope::panes::Border::BehindColumn(0), fraction: 0.45 });
    wait_for_centers(&mut harness);
    settle(&mut harness);
    harness
}

/// The keys of the editor, in front of an audience: nothing of the dialog reaches the talk, and C clears no line.
#[test]
fn the_stage_is_copied_and_saved_too() {
    let mut harness = many_panes();
    harness.key_press(Key::F5);
    settle(&mut harness);
    let folder = Folder::new("stage");
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::C);
    let copied = wait_for_picture(&mut harness).expect("a picture of the stage");
    let scale = harness.ctx.pixels_per_point();
    let window = harness.ctx.content_rect().size() * scale;
    assert_eq!(copied.size, [window.x.round() as usize, window.y.round() as usize]);
    // The audience reads what became of a picture, and nothing else.
    for is_of_picture in [true, false] {
        harness.state_mut().state.apply(Command::Notify("what became of it"));
        harness.state_mut().state.interface.notice.as_mut().unwrap().is_of_picture = is_of_picture;
        harness.run_steps(2);
        assert_eq!(harness.query_by_label("what became of it").is_some(), is_of_picture);
    }
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    settle(&mut harness);
    harness.get_by_label(rows::SAVE_PICTURE.text);
    let at = harness.state().state.talk.stage.as_ref().unwrap().number();
    harness.key_press(Key::PageDown);
    settle(&mut harness);
    assert_eq!(harness.state().state.talk.stage.as_ref().unwrap().number(), at, "keys belong to the dialog");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(!harness.state().state.interface.picture_dialog && harness.state().state.talk.stage.is_some());
    let path = folder.0.join("stage.png");
    harness.state_mut().state.apply(Command::SavePicture(path.clone()));
    wait_for_picture(&mut harness);
    let saved = image::open(&path).unwrap().into_rgba8();
    assert!(again(&path) == saved);
}

#[test]
fn the_command_in_a_saved_picture_draws_it_again() {
    let folder = Folder::new("again");
    let mut harness = many_panes();
    let path = folder.0.join("mine.png");
    let custom = PictureOptions {
        size: PictureSize::Custom,
        custom_pixels: [901, 417],
        of: PictureOf::AllPanes,
        labels: true,
        transparent: false,
    };
    for (options, theme) in [
        (custom, Theme::Dark),
        (PictureOptions { of: PictureOf::SelectedPane, transparent: true, ..custom }, Theme::Light),
        (PictureOptions { size: PictureSize::Screen, labels: false, ..custom }, Theme::Light),
    ] {
        apply(&mut harness, Command::SetTheme(theme));
        apply(&mut harness, Command::SelectPane(2));
        apply(&mut harness, Command::SetPictureOptions(options));
        harness.state_mut().state.apply(Command::SavePicture(path.clone()));
        wait_for_picture(&mut harness);
        let saved = image::open(&path).unwrap().into_rgba8();
        let size = harness.state().state.picture_pixels(&options);
        assert_eq!(saved.dimensions(), (size[0], size[1]));
        let text = format!("Saved mine.png, {} x {} pixels", size[0], size[1]);
        assert!(harness.query_by_label(&text).is_some(), "{:?}", harness.state().state.interface.notice);
        assert!(again(&path) == saved, "{options:?}");
        let corner = saved.get_pixel(3, saved.height() / 2).0[3];
        assert_eq!(corner == 0, options.transparent, "{options:?}");
    }
    // Only a part of the skin.
    apply(&mut harness, Command::IsolateSelected);
    harness.state_mut().state.apply(Command::SavePicture(path.clone()));
    wait_for_picture(&mut harness);
    let part = image::open(&path).unwrap().into_rgba8();
    assert!(again(&path) == part);
}

/// Both models, what is compared across them, and the part of each that is isolated.
#[test]
fn a_saved_picture_of_two_models_is_drawn_again() {
    let folder = Folder::new("two-models");
    let mut harness = viewer_with("limb");
    let second = skinscope::session::Document::new(0, skinscope::files::open_model("limb-heat").unwrap());
    harness.state_mut().state.take_second(second);
    settle(&mut harness);
    let [left, right] = ["left", "right"]
        .map(|name| harness.state().state.documents.first.as_ref().unwrap().model.skeleton.find(name).unwrap());
    let wipe = Comparison { kind: ComparisonKind::Wipe, other_model: true, ..Comparison::default() };
    for command in [
        Command::SetPartner { joint: left, partner: Some(right) },
        Command::SetAngles { node: left, angles_degrees: glam::Vec3::new(0.0, 80.0, 0.0) },
        Command::SelectJoint(Some(left)),
        Command::SetMethod { pane: 1, method: SkinningMethod::Cor },
        Command::SetMethod { pane: 3, method: SkinningMethod::Cor },
        Command::SetComparison { pane: 0, comparison: wipe },
    ] {
        apply(&mut harness, command);
    }
    let mut look = harness.state().state.edit.panes[2].settings.look;
    look.paint = SkinPaint::DifferenceToModel;
    apply(&mut harness, Command::SetLook { pane: 2, look });
    wait_for_centers(&mut harness);
    settle(&mut harness);
    let path = folder.0.join("both.png");
    let save = |harness: &mut Harness<'_, Viewer>| {
        harness.state_mut().state.apply(Command::SavePicture(path.clone()));
        wait_for_picture(harness);
        assert!(harness.state().state.interface.error.is_none(), "{:?}", harness.state().state.interface.error);
        image::open(&path).unwrap().into_rgba8()
    };
    let whole = save(&mut harness);
    assert!(again(&path) == whole);
    apply(&mut harness, Command::IsolateSelected);
    let part = save(&mut harness);
    assert!(again(&path) == part && part != whole);
    let parts = harness.state().state.shown_parts();
    assert!(parts.iter().all(Option::is_some), "that of the partner, too");
}

#[test]
fn keys_and_menus_copy_what_the_panes_show() {
    let mut harness = viewer_with("bar");
    apply(&mut harness, Command::SetPaneCount(2));
    let shown = harness.state().state.interface.shown_panes.clone();
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::C);
    let copied = wait_for_picture(&mut harness).expect("a picture is on the clipboard");
    assert_eq!(copied.size, shown.all_pixels.map(|side| side as usize));
    assert!(copied.pixels.iter().all(|pixel| pixel.a() == 255));
    let [width, height] = shown.all_pixels;
    assert!(harness.query_by_label(&format!("Copied a picture, {width} x {height} pixels")).is_some());

    harness.get_by_label("Menu of pane 2").click();
    settle(&mut harness);
    harness.get_by_label("Copy picture").click();
    let copied = wait_for_picture(&mut harness).expect("a picture is on the clipboard");
    assert_eq!(copied.size, shown.panes[1].pixels.map(|side| side as usize));
    assert_eq!(harness.state().state.view.selected_pane, 1);
}

#[test]
fn the_dialog_chooses_and_remembers() {
    let folder = Folder::new("dialog");
    let mut harness = viewer_with("bar");
    apply(&mut harness, Command::SetPaneCount(2));
    let path = folder.0.join("chosen.png");
    let chosen = path.clone();
    harness.state_mut().state.jobs.loader.show_dialogs_with(Box::new(move |request, name| {
        assert_eq!((request.title(), name), ("Save picture", "bar.lbs.png"));
        let chosen = chosen.clone();
        Box::new(move || Some(chosen))
    }));
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    settle(&mut harness);
    harness.get_by_label("Panes of the picture: Pane 1, LBS").click();
    settle(&mut harness);
    harness.get_by_label("Size of the picture: 4K").click();
    settle(&mut harness);
    assert!(harness.query_by_label("3840 x 2160 pixels").is_some());
    harness.get_by_label("Size of the picture: Custom").click();
    settle(&mut harness);
    harness.get_by_label("Width in pixels");
    let options = harness.state().state.interface.settings.picture;
    apply(&mut harness, Command::SetPictureOptions(PictureOptions { custom_pixels: [240, 160], ..options }));
    harness.get_by_role_and_label(Role::CheckBox, "Titles, caption and legends").click();
    settle(&mut harness);
    harness.get_by_role_and_label(Role::CheckBox, "Transparent background").click();
    settle(&mut harness);
    let options = harness.state().state.interface.settings.picture;
    let expected = PictureOptions {
        of: PictureOf::SelectedPane,
        size: PictureSize::Custom,
        custom_pixels: [240, 160],
        labels: false,
        transparent: true,
    };
    assert_eq!(options, expected);
    harness.get_by_role_and_label(Role::Button, "Save").click();
    for _ in 0..500 {
        if harness.state().state.jobs.pictures.is_drawing() || path.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.run_steps(1);
    }
    wait_for_picture(&mut harness);
    assert_eq!(image::open(&path).unwrap().into_rgba8().dimensions(), (240, 160));
    assert!(!harness.state().state.interface.picture_dialog);
    // Escape closes it, and it opens as it was left.
    apply(&mut harness, Command::ShowPictureDialog(true));
    harness.get_by_label("Transparent background");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(!harness.state().state.interface.picture_dialog);
    assert_eq!(harness.state().state.interface.settings.picture, expected);
}

/// A drawing that takes long shows its progress, and is canceled by a click.
#[test]
fn a_long_drawing_is_canceled() {
    use skinscope::session::RawPicture;
    let mut harness = viewer_with("bar");
    let (canceled, seen) = std::sync::mpsc::channel();
    harness.state_mut().state.jobs.pictures.draw_with(std::sync::Arc::new(move |_, progress| {
        progress.add_total(8);
        progress.advance(3);
        while !progress.is_canceled() {
            std::thread::yield_now();
        }
        let _ = canceled.send(());
        Ok::<Option<RawPicture>, String>(None)
    }));
    harness.state_mut().state.apply(Command::CopyPicture(PictureOptions::default()));
    let text = "Drawing the picture: 37%";
    while harness.query_by_label(text).is_none() {
        harness.run_steps(1);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    harness.get_by_role_and_label(Role::Link, "Cancel").click();
    harness.run_steps(2);
    seen.recv_timeout(std::time::Duration::from_secs(60)).unwrap();
    wait_for_picture(&mut harness);
    harness.run_steps(2);
    assert!(harness.query_by_label("The picture was canceled. Nothing was written.").is_some());
    assert!(!harness.state().state.jobs.pictures.is_drawing());
}
