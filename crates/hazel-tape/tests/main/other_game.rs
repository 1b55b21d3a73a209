//! A game that isn't chess on tapes, in files and followed by familiars: Nim with four heaps.

use std::ops::Not;

use hazel_core::Alter;
use hazel_tape::{
    Address, Cursor, Familiar, Follower, FormatError, Interest, Leaper, Menagerie, Step, Tape,
    TapeFile, TapeFileError,
};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq};
use proptest::proptest;

use crate::games::Random;

/// Heaps of sticks.
type Heaps = [u8; 4];

/// What happens in Nim: sticks are taken from a heap, and the turn changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Nim {
    Nothing,
    Take { heap: u8, sticks: u8 },
    Put { heap: u8, sticks: u8 },
    Turn,
    Unturn,
}

impl Not for Nim {
    type Output = Nim;

    fn not(self) -> Nim {
        match self {
            Nim::Nothing => Nim::Nothing,
            Nim::Take { heap, sticks } => Nim::Put { heap, sticks },
            Nim::Put { heap, sticks } => Nim::Take { heap, sticks },
            Nim::Turn => Nim::Unturn,
            Nim::Unturn => Nim::Turn,
        }
    }
}

impl Step for Nim {
    type Start = Heaps;

    const ALPHABET: [u8; 8] = *b"NIM4\0\0\0\0";
    const NOOP: Nim = Nim::Nothing;

    fn bits(self) -> u16 {
        match self {
            Nim::Nothing => 0,
            Nim::Take { heap, sticks } => 0x1000 | u16::from(heap) << 8 | u16::from(sticks),
            Nim::Put { heap, sticks } => 0x2000 | u16::from(heap) << 8 | u16::from(sticks),
            Nim::Turn => 0x3000,
            Nim::Unturn => 0x4000,
        }
    }

    fn from_bits(bits: u16) -> Option<Nim> {
        let (heap, sticks) = ((bits >> 8 & 15) as u8, bits as u8);
        match bits >> 12 {
            0 if bits == 0 => Some(Nim::Nothing),
            1 if heap < 4 => Some(Nim::Take { heap, sticks }),
            2 if heap < 4 => Some(Nim::Put { heap, sticks }),
            3 if bits == 0x3000 => Some(Nim::Turn),
            4 if bits == 0x4000 => Some(Nim::Unturn),
            _ => None,
        }
    }

    fn key(self) -> u64 {
        let mixed = |n: u64| (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        match self {
            Nim::Nothing => 0,
            Nim::Take { heap, sticks } | Nim::Put { heap, sticks } => {
                mixed(u64::from(heap) << 8 | u64::from(sticks))
            }
            Nim::Turn | Nim::Unturn => mixed(1 << 20),
        }
    }

    fn ends_ply(self) -> bool {
        self == Nim::Turn
    }

    fn class(self) -> u8 {
        match self {
            Nim::Nothing => 0,
            Nim::Take { heap, .. } | Nim::Put { heap, .. } => heap,
            Nim::Turn | Nim::Unturn => 4,
        }
    }

    fn start_hash(start: &Heaps) -> u64 {
        u64::from(u32::from_le_bytes(*start))
    }

    fn write_start(start: &Heaps) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(start);
        bytes
    }

    fn read_start(bytes: [u8; 32]) -> Option<Heaps> {
        let fits = bytes[4..].iter().all(|&byte| byte == 0);
        fits.then(|| std::array::from_fn(|heap| bytes[heap]))
    }
}

/// The heaps as they stand.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Table(Heaps);

impl Alter<Nim> for Table {
    fn alter(&mut self, step: Nim) {
        match step {
            Nim::Take { heap, sticks } => self.0[heap as usize] -= sticks,
            Nim::Put { heap, sticks } => self.0[heap as usize] += sticks,
            Nim::Nothing | Nim::Turn | Nim::Unturn => {}
        }
    }
}

impl Follower<Nim> for Table {
    const INTEREST: Interest = Interest::class(0)
        .with(Interest::class(1))
        .with(Interest::class(2))
        .with(Interest::class(3));

    fn at_start(start: &Heaps) -> Table {
        Table(*start)
    }
}

/// Sticks taken from the first heap; it needs no start, but a unit.
struct FirstHeap {
    taken: i64,
    unit: i64,
}

impl Alter<Nim> for FirstHeap {
    fn alter(&mut self, step: Nim) {
        match step {
            Nim::Take { heap: 0, sticks } => self.taken += self.unit * i64::from(sticks),
            Nim::Put { heap: 0, sticks } => self.taken -= self.unit * i64::from(sticks),
            other => panic!("not of interest: {other:?}"),
        }
    }
}

/// A game to the last stick, with the heaps after each ply.
fn play(random: &mut Random) -> (Vec<Nim>, Vec<Heaps>) {
    let mut heaps = [200, 150, 250, 100];
    let (mut steps, mut plies) = (Vec::new(), vec![heaps]);
    while heaps.iter().any(|&sticks| sticks > 0) {
        let heap = random.below(4);
        if heaps[heap] > 0 {
            let sticks = 1 + random.below(heaps[heap].min(3) as usize) as u8;
            heaps[heap] -= sticks;
            steps.extend([Nim::Take { heap: heap as u8, sticks }, Nim::Turn]);
            plies.push(heaps);
        }
    }
    (steps, plies)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn nim_is_taped_filed_and_followed(seed in any::<u64>()) {
        let mut random = Random(seed | 1);
        let (steps, plies) = play(&mut random);
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("nim.tape");
        let mut file = TapeFile::<Nim>::create(&path, plies[0])?;
        let mut memory = Tape::<Nim>::new(plies[0]);
        for ply in steps.chunks(2) {
            memory.extend(ply.iter().copied());
            file.append(ply.iter().copied());
            if random.below(8) == 0 {
                file.commit()?;
            }
        }
        file.commit()?;
        drop(file);
        let (file, cut) = TapeFile::<Nim>::open(&path)?;
        prop_assert_eq!(cut, None);
        for tape in [&memory, file.tape()] {
            let mut familiar = Familiar::<Table, Nim>::new(tape);
            let mut leaper = Leaper::new(familiar.clone(), 32);
            let mut menagerie = Menagerie::new(tape);
            menagerie.admit::<Table>();
            for _ in 0..40 {
                let ply = random.below(plies.len());
                familiar.to_ply(ply as u64)?;
                leaper.to_ply(ply as u64)?;
                menagerie.to_ply(ply as u64)?;
                prop_assert_eq!(familiar.state().0, plies[ply]);
                prop_assert_eq!(leaper.familiar().state().0, plies[ply]);
                prop_assert_eq!(menagerie.get::<Table>(), Some(familiar.state()));
            }
            let mut cursor = Cursor::default();
            cursor.to_address(tape, tape.end())?;
            let back = std::iter::from_fn(|| cursor.back(tape)).filter(|&a| a != Nim::Nothing);
            prop_assert_eq!(back.collect::<Vec<_>>(), steps.iter().rev().map(|&a| !a).collect::<Vec<_>>());

            let state = FirstHeap { taken: 0, unit: 10 };
            let mut first = Familiar::starting_with(tape, state, Interest::class(0));
            first.to_end();
            prop_assert_eq!(first.state().taken, 2000);
            first.to_address(Address::START)?;
            prop_assert_eq!(first.state().taken, 0);
        }
    }
}

#[test]
fn a_file_of_another_game_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nim.tape");
    drop(TapeFile::<Nim>::create(&path, [1, 2, 3, 4]).expect("a new file"));
    let error = TapeFile::<hazel_core::Alteration>::open(&path).expect_err("it is not chess");
    let TapeFileError::Format { source, .. } = error else { panic!("{error}") };
    let (found, expected) = ("NIM4".to_owned(), "CHESS".to_owned());
    assert_eq!(source, FormatError::Alphabet { found, expected });
    assert_eq!(source.to_string(), "byte 8: a tape of `NIM4`, expected one of `CHESS`");
}
