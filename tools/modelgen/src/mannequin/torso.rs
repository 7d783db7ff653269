use super::clay::{Clay, Shape, cone, ellipsoid, squashed, turned};
use super::loft::{Along, Loft};

/// Models the torso from the crotch to the pit of the neck, with muscles on top. Meters; y up, z forward.
pub(super) fn model(clay: &mut Clay) {
    let trunk = Loft::new(
        Along::Y,
        0.22,
        &[
            (0.868, [0.0, 0.000], [0.100, 0.100, 0.062, 0.070]),
            (0.910, [0.0, 0.000], [0.142, 0.142, 0.080, 0.096]),
            (0.970, [0.0, -0.004], [0.160, 0.160, 0.094, 0.104]),
            (1.040, [0.0, -0.004], [0.151, 0.151, 0.099, 0.090]),
            (1.110, [0.0, -0.002], [0.136, 0.136, 0.097, 0.080]),
            (1.180, [0.0, -0.004], [0.142, 0.142, 0.103, 0.088]),
            (1.260, [0.0, -0.010], [0.156, 0.156, 0.115, 0.102]),
            (1.340, [0.0, -0.016], [0.163, 0.163, 0.114, 0.112]),
            (1.410, [0.0, -0.024], [0.160, 0.160, 0.094, 0.104]),
            (1.455, [0.0, -0.032], [0.130, 0.130, 0.072, 0.086]),
            (1.485, [0.0, -0.038], [0.080, 0.080, 0.050, 0.064]),
            (1.510, [0.0, -0.040], [0.030, 0.030, 0.020, 0.030]),
        ],
    );
    clay.add(0.02, Shape::Loft(trunk));
    belly(clay);
    chest(clay);
    back(clay);
    pelvis(clay);
}

fn chest(clay: &mut Clay) {
    // Pectoral: the slab, and its strand into the arm.
    clay.add_with_seam(0.022, 0.012, turned([0.078, 1.338, 0.074], [0.088, 0.060, 0.032], [-14.0, 16.0, 10.0]));
    clay.add(0.035, squashed([0.105, 1.362, 0.062], [0.205, 1.412, 0.008], [0.042, 0.028], [1.0, 1.0, 0.75]));
    // Clavicle and the hollow above the breastbone.
    clay.add(0.030, cone([0.022, 1.461, 0.029], [0.172, 1.462, -0.018], [0.012, 0.010]));
    clay.carve(0.02, ellipsoid([0.0, 1.488, 0.042], [0.014, 0.016, 0.014]));
    clay.add(0.035, ellipsoid([0.148, 1.438, 0.008], [0.034, 0.026, 0.026]));
    // Trapezius, from the neck to the tip of the shoulder.
    clay.add(0.050, cone([0.030, 1.520, -0.050], [0.160, 1.464, -0.034], [0.036, 0.026]));
}

fn belly(clay: &mut Clay) {
    for (y, x, z, height) in [(1.236, 0.036, 0.098, 0.034), (1.172, 0.036, 0.093, 0.034), (1.108, 0.035, 0.088, 0.034)]
    {
        clay.add_with_seam(0.016, 0.010, turned([x, y, z], [0.036, height, 0.016], [0.0, 14.0, 0.0]));
    }
    clay.add_with_seam(0.030, 0.020, turned([0.026, 1.030, 0.080], [0.036, 0.075, 0.018], [4.0, 10.0, 0.0]));
    clay.carve(0.016, ellipsoid([0.0, 1.104, 0.108], [0.006, 0.009, 0.010]));
    // External oblique: the roll over the hip bone.
    clay.add(0.045, turned([0.098, 1.085, 0.006], [0.042, 0.070, 0.074], [0.0, 0.0, 8.0]));
}

fn back(clay: &mut Clay) {
    // Latissimus: the V of the back and the rear wall of the armpit.
    clay.add(0.045, turned([0.118, 1.275, -0.052], [0.058, 0.130, 0.058], [0.0, 0.0, -10.0]));
    clay.add(0.040, cone([0.140, 1.320, -0.060], [0.212, 1.408, -0.044], [0.040, 0.028]));
    // Shoulder blade with its muscles, the teres below.
    clay.add(0.050, turned([0.090, 1.388, -0.100], [0.056, 0.072, 0.030], [-8.0, 14.0, 18.0]));
    clay.add(0.050, cone([0.118, 1.350, -0.090], [0.190, 1.400, -0.066], [0.022, 0.020]));
    // Lower trapezius and the two cords next to the spine, with the furrow between them.
    clay.add_with_seam(0.040, 0.022, turned([0.032, 1.375, -0.104], [0.030, 0.110, 0.025], [-9.0, 0.0, 10.0]));
    clay.add_with_seam(0.022, 0.016, turned([0.032, 1.110, -0.072], [0.026, 0.130, 0.024], [-3.0, 0.0, 0.0]));
    let furrow = Loft::new(
        Along::Y,
        0.0,
        &[
            (1.000, [0.0, -0.112], [0.001; 4]),
            (1.040, [0.0, -0.109], [0.006; 4]),
            (1.200, [0.0, -0.113], [0.006; 4]),
            (1.300, [0.0, -0.128], [0.005; 4]),
            (1.400, [0.0, -0.146], [0.004; 4]),
            (1.460, [0.0, -0.154], [0.001; 4]),
        ],
    );
    clay.carve(0.030, Shape::Loft(furrow));
}

fn pelvis(clay: &mut Clay) {
    clay.add_with_seam(0.024, 0.012, turned([0.078, 0.925, -0.068], [0.080, 0.084, 0.066], [0.0, 0.0, 14.0]));
    clay.add(0.040, ellipsoid([0.130, 0.960, -0.030], [0.045, 0.070, 0.060]));
    clay.add(0.050, ellipsoid([0.0, 0.896, 0.026], [0.044, 0.060, 0.050]));
    // Sacrum: flat between the dimples.
    clay.carve(0.025, ellipsoid([0.0, 1.010, -0.116], [0.016, 0.030, 0.014]));
}
