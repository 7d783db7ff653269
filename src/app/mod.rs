//! The window: commands, panels, jobs.
