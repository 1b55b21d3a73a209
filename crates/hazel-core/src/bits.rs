//! Gathering bits under a mask, by one instruction where the build has BMI2.
#![allow(unsafe_code, reason = "one intrinsic")]

/// The bits of `value` under `mask`, pushed together at the low end (`PEXT`).
#[inline(always)]
pub(crate) fn gather(value: u64, mask: u64) -> u64 {
    #[cfg(target_feature = "bmi2")]
    // SAFETY: compiled only where the build enables BMI2.
    return unsafe { std::arch::x86_64::_pext_u64(value, mask) };
    #[cfg(not(target_feature = "bmi2"))]
    gather_by_loop(value, mask)
}

#[cfg(any(test, not(target_feature = "bmi2")))]
fn gather_by_loop(value: u64, mut mask: u64) -> u64 {
    let (mut gathered, mut at) = (0, 0);
    while mask != 0 {
        gathered |= (value >> mask.trailing_zeros() & 1) << at;
        at += 1;
        mask &= mask - 1;
    }
    gathered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instruction_and_loop_agree() {
        let mut mask = 1u64;
        for step in 0..1000u64 {
            mask = mask.wrapping_mul(0x9E3779B97F4A7C15).rotate_left(7) ^ step;
            let value = mask.wrapping_mul(0xD1342543DE82EF95) ^ mask >> 3;
            assert_eq!(gather(value, mask), gather_by_loop(value, mask));
        }
        assert_eq!(gather(0b1010_0110, 0b1111_0000), 0b1010);
    }
}
