#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    skinscope_fuzz::checks::positions(bytes);
});
