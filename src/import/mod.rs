//! glTF bytes to a validated model and warnings. Never touches the GPU or the file system.
