#![no_main]

libfuzzer_sys::fuzz_target!(init: skinscope_fuzz::let_decoders_panic(), |bytes: &[u8]| {
    skinscope_fuzz::checks::own_shader(bytes);
});
