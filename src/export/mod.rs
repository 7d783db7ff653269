//! Deformed meshes to npy, ply, obj and glb; models to glb.
