//! Finds magic multipliers for the slider tables and writes them to `$OUT_DIR/magics.rs`.
//!
//! A magic number for a square sends every occupancy of the squares that matter to it, multiplied and shifted, to an
//! index such that two occupancies share one only where the attacks are equal. They are found by trying sparse random
//! numbers from a fixed seed, so every build finds the same ones.

use std::fmt::Write as _;
use std::path::Path;

#[path = "src/attacks/rays.rs"]
mod rays;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/attacks/rays.rs");
    let mut random = XorShift(0x4841_5A45_4C00_0001);
    let mut text = String::new();
    for (name, diagonal) in [("ROOK_MAGICS", false), ("BISHOP_MAGICS", true)] {
        writeln!(text, "const {name}: [u64; 64] = [").expect("a string takes any text");
        for square in 0..64 {
            writeln!(text, "    {:#018x},", find(square, diagonal, &mut random))
                .expect("a string takes any text");
        }
        text.push_str("];\n");
    }
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    std::fs::write(Path::new(&out).join("magics.rs"), text).expect("OUT_DIR can be written to");
}

fn find(square: u8, diagonal: bool, random: &mut XorShift) -> u64 {
    let mask = rays::relevant(square, diagonal);
    let shift = 64 - mask.count_ones();
    let mut occupancies = vec![(0, rays::slider(square, 0, diagonal))];
    let mut occupied = mask & mask.wrapping_neg();
    while occupied != 0 {
        occupancies.push((occupied, rays::slider(square, occupied, diagonal)));
        occupied = occupied.wrapping_sub(mask) & mask;
    }
    let mut table = vec![(0u32, 0u64); occupancies.len()];
    for attempt in 1.. {
        let magic = random.next() & random.next() & random.next();
        // Products whose top byte has few bits set spread badly.
        if (mask.wrapping_mul(magic) >> 56).count_ones() < 6 {
            continue;
        }
        let fits = occupancies.iter().all(|&(occupied, attacks)| {
            let entry = &mut table[(occupied.wrapping_mul(magic) >> shift) as usize];
            let free = entry.0 != attempt;
            if free {
                *entry = (attempt, attacks);
            }
            free || entry.1 == attacks
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the search goes on until it finds one")
}

struct XorShift(u64);

impl XorShift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
}
