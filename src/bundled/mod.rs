//! Bundled models: the generator that makes them, and the files it made.
