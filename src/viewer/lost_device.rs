//! Recovery of the windows when the graphics device is lost: they take another one, and go on with the same session.

use super::open_gpu::{Wanted, open_gpu};
use super::planned_faults::Fault;
use super::run_error::RunError;
use super::window::Application;
use crate::session::Command;
use std::time::Instant;
use winit::event_loop::ActiveEventLoop;

impl Application {
    /// Drops everything that belonged to the device, and looks for another one now or soon. Gives up after a few tries.
    pub(super) fn lose_device(&mut self, event_loop: &ActiveEventLoop, reason: &str) {
        tracing::warn!("the window's graphics failed: {reason}");
        let Some(window) = &mut self.window else { return };
        window.painted.leave_device();
        if let Some(notes) = &mut self.notes {
            notes.parts().0.leave_device();
        }
        if self.recovery.fail(Instant::now()) {
            return self.recover_if_due(event_loop);
        }
        if let Some(session) = window.viewer.state.session_copy() {
            self.crash_desk.keep(session);
        }
        let error = RunError::LostDevice { tries: self.recovery.tries() - 1, session: self.crash_desk.save() };
        tracing::info!("{error}");
        self.fail(event_loop, error);
    }

    /// Takes another device if it is time to try.
    pub(super) fn recover_if_due(&mut self, event_loop: &ActiveEventLoop) {
        if !self.recovery.take_due(Instant::now()) {
            return;
        }
        match self.take_other_device(event_loop) {
            Ok(()) => {
                self.recovery.succeed(Instant::now());
                tracing::info!("the windows draw with another device");
            }
            Err(error) => self.lose_device(event_loop, &error.to_string()),
        }
    }

    fn take_other_device(&mut self, event_loop: &ActiveEventLoop) -> Result<(), RunError> {
        let Some(window) = &mut self.window else { return Ok(()) };
        let wanted = if self.recovery.is_last_try() { Wanted::Software } else { Wanted::Usual };
        let (surface, gpu) = open_gpu(event_loop, &window.painted.window, wanted)?;
        window.painted.use_device(surface, &gpu)?;
        if let Some(notes) = &mut self.notes {
            let notes = notes.parts().0;
            let surface = gpu.instance.create_surface(std::sync::Arc::clone(&notes.window))?;
            notes.use_device(surface, &gpu)?;
        }
        if let Some(surface) = window.painted.window_surface() {
            window.viewer.replace_gpu(std::sync::Arc::clone(&gpu.context), surface);
        }
        window.gpu = gpu;
        window.viewer.state.apply(Command::Notify("The graphics driver stopped, and was started again."));
        Ok(())
    }

    /// Carries out the faults that a test has planned.
    pub(super) fn commit_planned_faults(&mut self) {
        while let Some(fault) = self.faults.take_due(Instant::now()) {
            match (fault, &self.window) {
                (Fault::LoseDevice, Some(window)) => {
                    window.gpu.context.device.destroy();
                    window.painted.window.request_redraw();
                }
                (Fault::LoseDevice, None) => {}
                (Fault::Panic, _) => panic!("a panic that a test has planned"),
                (Fault::PanicBeside, _) => {
                    let thread = std::thread::spawn(|| panic!("a panic beside that a test has planned"));
                    let _ = thread.join();
                }
            }
        }
    }
}
