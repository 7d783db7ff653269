use super::GpuError;
use super::error::one_line;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Health of a device. wgpu reports changes from whatever thread notices them.
#[derive(Debug, Default)]
pub(super) struct DeviceHealth {
    is_lost: AtomicBool,
    reports: Mutex<Reports>,
}

#[derive(Debug, Default)]
struct Reports {
    /// Reason of the loss, in the driver's words. May be empty.
    loss: String,
    /// First error that occurred outside a check.
    fault: Option<GpuError>,
}

impl DeviceHealth {
    /// Listens to a device. Without this, wgpu panics about every error outside a check.
    pub fn of(device: &wgpu::Device) -> Arc<Self> {
        let health = Arc::new(Self::default());
        let told = Arc::clone(&health);
        device.set_device_lost_callback(move |_reason, message| drop(told.lose(&message)));
        let told = Arc::clone(&health);
        device.on_uncaptured_error(Arc::new(move |error| told.note(&error)));
        health
    }

    /// The error of a device that was lost.
    pub fn loss(&self) -> Option<GpuError> {
        self.is_lost.load(Ordering::Acquire).then(|| GpuError::Lost { reason: self.reports().loss.clone() })
    }

    /// Takes the first error outside a check since the last call.
    pub fn take_fault(&self) -> Option<GpuError> {
        self.reports().fault.take()
    }

    /// Records the loss of the device. The first reason counts.
    pub fn lose(&self, message: &str) -> GpuError {
        let mut reports = self.reports();
        if !self.is_lost.swap(true, Ordering::AcqRel) {
            reports.loss = one_line(message);
        }
        GpuError::Lost { reason: reports.loss.clone() }
    }

    fn note(&self, error: &wgpu::Error) {
        let fault = match error {
            wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory { what: "the window" },
            error => GpuError::Refused { what: "a command", description: one_line(&error.to_string()) },
        };
        self.reports().fault.get_or_insert(fault);
    }

    fn reports(&self) -> MutexGuard<'_, Reports> {
        // A panic elsewhere leaves nothing half done here.
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
