//! What one picture shows: camera, panes, overlays, picking.
