use crate::CostError;
use crate::vulkan::Executable;
use serde::{Deserialize, Serialize};

/// Cost of a shader, as counted by the driver's compiler. Counts are of the code, not of its execution: a loop counts
/// once, except in `inverse_throughput` and `latency`, where the compiler guesses how often it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    pub instructions: u64,
    /// Cycles of a compute unit per wave if enough waves run: the compiler's estimate, without waiting for memory.
    pub inverse_throughput: u64,
    /// Cycles from the start to the end of one wave that runs alone: the compiler's estimate.
    pub latency: u64,
    /// Vector registers per lane.
    pub vgprs: u64,
    /// Waves that fit on one SIMD unit.
    pub waves: u64,
    /// Count of load instructions per lane, from the disassembly.
    pub vector_loads: u64,
    /// Loaded 32-bit words per lane.
    pub vector_words: u64,
}

impl Cost {
    /// # Errors
    /// If the driver lacks one of the statistics.
    pub(crate) fn new(executable: &Executable, shader: &str) -> Result<Self, CostError> {
        let statistic = |name: &'static str| {
            let found = executable.statistics.iter().find(|(known, _)| known == name);
            found.map(|&(_, value)| value).ok_or_else(|| CostError::NoStatistic {
                name,
                variant: shader.to_owned(),
                known: executable.statistics.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", "),
            })
        };
        let vector: Vec<u64> = loads(&executable.assembly, &["buffer_load_", "global_load_"]);
        Ok(Self {
            instructions: statistic("Instructions")?,
            inverse_throughput: statistic("Inverse Throughput")?,
            latency: statistic("Latency")?,
            vgprs: statistic("VGPRs")?,
            waves: statistic("Subgroups per SIMD")?,
            vector_loads: vector.len() as u64,
            vector_words: vector.iter().sum(),
        })
    }
}

/// The 32-bit words of each load with one of these prefixes: `dwordx4` before RDNA 3, `b128` since.
fn loads(assembly: &str, prefixes: &[&str]) -> Vec<u64> {
    let widths = |instruction: &str| {
        let width = prefixes.iter().find_map(|prefix| instruction.strip_prefix(prefix))?;
        let words = match (width.strip_prefix("dwordx"), width.strip_prefix('b')) {
            (Some(words), _) => words.parse().ok(),
            (None, Some(bits)) => bits.parse::<u64>().ok().map(|bits| bits / 32),
            (None, None) => None,
        };
        Some(words.unwrap_or(1))
    };
    assembly.lines().filter_map(|line| widths(line.split_whitespace().next()?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_are_counted_with_their_words() {
        let assembly = "\tbuffer_load_dwordx4 v[0:3], v4, s[0:3], 0 offen\n\
                        \tbuffer_load_dword v5, v4, s[0:3], 0 offen\n\
                        \tbuffer_load_b96 v[0:2], v4, s[0:3], 0 offen\n\
                        \ts_load_dwordx8 s[0:7], s[2:3], 0x0\n\
                        \tv_add_f32_e32 v0, v0, v1\n";
        assert_eq!(loads(assembly, &["buffer_load_"]), [4, 1, 3]);
        assert_eq!(loads(assembly, &["s_load_"]), [8]);
    }
}
