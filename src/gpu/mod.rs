//! Device, shaders, buffers, pipelines, offscreen targets, readback. Holds only derived data.
