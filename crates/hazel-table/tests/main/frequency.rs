//! Counting keys in games, compared with a count that knows nothing but the text of FENs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use hazel_core::Position;
use hazel_notation::{parse_fen, to_fen};
use hazel_table::{
    Answered, Count, Coverage, Frequencies, GameCounter, Generator, Known, MaterialKey, Plan,
    PositionIndexer, Tables,
};
use proptest::prelude::{Just, any, prop_assert_eq, prop_oneof, proptest};

/// Endings that come down to few pieces soon, one of them with castling rights.
const STARTS: [&str; 5] = [
    "8/2p2k2/3p4/1P1P4/4R3/5K2/6r1/8 w - - 0 1",
    "4k2r/pp6/8/8/8/8/PP6/4K3 w k - 0 1",
    "8/1bk2p2/2n5/8/3NB3/1K3P2/8/8 b - - 0 1",
    "3qk3/3p4/8/8/8/8/4P3/4K2Q w - - 0 1",
    "7k/P7/8/8/8/8/p7/K7 w - - 0 1",
];

/// Games of random moves, as positions.
fn games(seed: u64) -> Vec<Vec<Position>> {
    let mut random = Rng::with_seed(seed);
    let game = |start: &str| {
        let mut position = parse_fen(start).expect("a position");
        let mut positions = vec![position];
        for _ in 0..120 {
            let moves = position.legal_moves();
            let Some(&m) = random.choice(moves.iter().as_slice()) else { break };
            position.play(m);
            positions.push(position);
        }
        positions
    };
    STARTS.iter().copied().map(game).collect()
}

fn count(games: &[Vec<Position>], pieces: u32) -> Frequencies {
    let mut counter = GameCounter::new(pieces);
    for game in games {
        for position in game {
            counter.see(position);
        }
        counter.end_game();
    }
    counter.finish()
}

/// The men of a FEN's board, each with its square as (file, rank).
fn men(board: &str) -> Vec<(char, (u8, u8))> {
    let mut men = Vec::new();
    for (row, rank) in board.split('/').zip((0..8).rev()) {
        let mut file = 0;
        for man in row.chars() {
            if let Some(empty) = man.to_digit(10) {
                file += empty as u8;
            } else {
                men.push((man, (file, rank)));
                file += 1;
            }
        }
    }
    men
}

/// What speaks for a key and its images: the smallest list of men, pawns with squares and bishops with colours.
fn signature(men: &[(char, (u8, u8))]) -> Vec<String> {
    let image = |mirror: bool, swap: bool| {
        let mut words: Vec<String> = men
            .iter()
            .map(|&(man, (file, rank))| {
                let file = if mirror { 7 - file } else { file };
                let rank = if swap { 7 - rank } else { rank };
                let turned = if man.is_uppercase() {
                    man.to_ascii_lowercase()
                } else {
                    man.to_ascii_uppercase()
                };
                let man = if swap { turned } else { man };
                match man {
                    'P' | 'p' => format!("{man}{file}{rank}"),
                    'B' | 'b' => format!("{man}{}", (file + rank) % 2),
                    _ => man.to_string(),
                }
            })
            .collect();
        words.sort();
        words
    };
    let images = [(false, false), (false, true), (true, false), (true, true)];
    images.into_iter().map(|(mirror, swap)| image(mirror, swap)).min().expect("four")
}

/// The signature of a key, by its text alone.
fn signature_of_key(key: &MaterialKey) -> Vec<String> {
    let mut list = Vec::new();
    for (side, is_white) in key.to_string().split('v').zip([true, false]) {
        let letters: Vec<char> = side.chars().collect();
        let mut at = 0;
        while at < letters.len() {
            // The colour of a bishop's square is what matters: a1 is dark, b1 is light.
            let (man, square, length) = match letters[at] {
                'B' => ('B', (u8::from(letters[at + 1] == 'l'), 0), 2),
                file @ 'a'..='h' => ('P', (file as u8 - b'a', letters[at + 1] as u8 - b'1'), 2),
                man => (man, (0, 0), 1),
            };
            let man = if is_white { man } else { man.to_ascii_lowercase() };
            list.push((man, square));
            at += length;
        }
    }
    signature(&list)
}

/// Games, positions, first and last by signature, straightforwardly.
fn naive(games: &[Vec<Position>], pieces: usize) -> BTreeMap<Vec<String>, [u64; 4]> {
    let mut counts = BTreeMap::<_, [u64; 4]>::new();
    for game in games {
        let mut seen = Vec::new();
        for position in game {
            let fen = to_fen(position);
            let fields: Vec<&str> = fen.split(' ').collect();
            let men = men(fields[0]);
            let few = men.iter().filter(|(man, _)| !"KkPp".contains(*man)).count() <= pieces;
            if few && fields[2] == "-" {
                seen.push(signature(&men));
            }
        }
        for signature in &seen {
            counts.entry(signature.clone()).or_default()[1] += 1;
        }
        if let (Some(first), Some(last)) = (seen.first(), seen.last()) {
            counts.entry(first.clone()).or_default()[2] += 1;
            counts.entry(last.clone()).or_default()[3] += 1;
        }
        for signature in seen.iter().collect::<BTreeSet<_>>() {
            counts.entry(signature.clone()).or_default()[0] += 1;
        }
    }
    counts
}

#[test]
fn counts_agree_with_a_naive_count_over_fens() {
    for seed in 0..40 {
        let games = games(seed);
        for pieces in [0, 1, 3] {
            let counts = count(&games, pieces);
            let found: BTreeMap<_, _> = counts
                .iter()
                .map(|(key, f)| {
                    assert!(key.is_canonical());
                    (signature_of_key(key), [f.count.games, f.count.positions, f.first, f.last])
                })
                .collect();
            assert_eq!(found.len(), counts.len(), "no two keys are images of each other");
            assert_eq!(found, naive(&games, pieces as usize), "seed {seed}");
            let positions = games.iter().map(|game| game.len() as u64).sum();
            assert_eq!(counts.all, Count { games: STARTS.len() as u64, positions });
        }
    }
}

#[test]
fn positions_with_castling_rights_are_counted_apart() {
    let start = parse_fen(STARTS[1]).expect("a position");
    let mut counter = GameCounter::new(3);
    counter.see(&start);
    counter.see(&start);
    let counts = counter.finish();
    assert_eq!((counts.castling, counts.len()), (2, 0));
    assert_eq!(counts.seven_men, Count { games: 1, positions: 2 });
    assert_eq!(counts.counted(), Count::default());
}

#[test]
fn few_men_and_few_pieces_are_told_apart() {
    let fens = ["8/8/8/8/8/8/k7/4K2R w - - 0 1", "k7/8/pppp4/8/8/PPPP4/8/K6R w - - 0 1"];
    let mut counter = GameCounter::new(0);
    for fen in fens {
        counter.see(&parse_fen(fen).expect("a position"));
    }
    let counts = counter.finish();
    let one = Count { games: 1, positions: 1 };
    assert_eq!((counts.seven_men, counts.two_pieces), (one, one));
    assert!(counts.is_empty(), "rooks are pieces");
}

#[test]
fn counts_of_parts_add_up() {
    let games = games(7);
    let whole = count(&games, 3);
    let mut sum = Frequencies::new(3);
    for game in games.chunks(2) {
        sum.add(count(game, 3));
    }
    assert_eq!(sum, whole);
    let counted = whole.counted();
    assert_eq!(counted.positions, whole.iter().map(|(_, f)| f.count.positions).sum::<u64>());
    let sorted = whole.sorted();
    assert!(sorted.is_sorted_by_key(|(_, f)| std::cmp::Reverse(f.count.positions)));
}

fn text(counts: &Frequencies) -> String {
    let mut bytes = Vec::new();
    counts.write(&mut bytes).expect("memory");
    String::from_utf8(bytes).expect("text")
}

proptest! {
    #[test]
    fn counts_come_back_from_their_text(seed in any::<u64>(), pieces in prop_oneof![Just(0), 2..4u32]) {
        let counts = count(&games(seed), pieces);
        let text = text(&counts);
        let back = Frequencies::read(text.as_bytes()).expect("what was written");
        prop_assert_eq!(&back, &counts);
    }

    /// Whatever happens to a file, it is read as it was or refused.
    #[test]
    fn a_damaged_text_is_refused(seed in 0..20u64, at in any::<usize>(), byte in any::<u8>()) {
        let whole = text(&count(&games(seed), 3));
        let mut bytes = whole.clone().into_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(counts) = Frequencies::read(bytes.as_slice()) {
            prop_assert_eq!(&text(&counts), &whole);
        }
        let cut = Frequencies::read(&whole.as_bytes()[..at]);
        prop_assert_eq!(cut.is_err(), at < whole.len() - 1, "the last line end may be missing");
    }
}

#[test]
fn problems_are_told_with_their_line() {
    let head = "# hazel counts 1\n# pieces 3\n# games 2\n# positions 9\n# castling 0\n\
        # seven_men_games 0\n# seven_men_positions 0\n# two_pieces_games 0\n\
        # two_pieces_positions 0\nkey,games,positions,first,last\n";
    let cases = [
        (String::new(), "line 1: found ``, expected `# hazel counts 1`"),
        (
            "# hazel counts 2\n".into(),
            "line 1: found `# hazel counts 2`, expected `# hazel counts 1`",
        ),
        (
            "# hazel counts 1\n# games 1\n".into(),
            "line 2: found `# games 1`, expected `# pieces` and a number",
        ),
        (
            head.replace("first,last", "first"),
            "line 10: found `key,games,positions,first`, expected `key,games,positions,first,last`",
        ),
        (
            format!("{head}KvK,1\n"),
            "line 11: found `KvK,1`, expected a key and four numbers, or `# crc32`",
        ),
        (
            format!("{head}Kx9vK,1,1,1,1\n"),
            "line 11: `Kx9vK` is no key: column 2: `x9` is not a square, expected `a2` to `h7`",
        ),
        (format!("{head}KvKQ,1,1,1,1\n"), "line 11: KvKQ is not canonical, expected KQvK"),
        (format!("{head}KQQQQvK,1,1,1,1\n"), "line 11: KQQQQvK has 4 pieces, expected at most 3"),
        (
            format!("{head}KvK,2,1,1,1\n"),
            "line 11: counts contradict each other: a key has no games, or more than its positions allow",
        ),
        (
            format!("{head}KvK,1,10,1,1\n"),
            "line 11: counts contradict each other: keys have more games or positions than there are",
        ),
        (
            format!("{head}KvK,1,1,1,1\nKvK,1,1,1,1\n"),
            "line 12: KvK is there already, expected it once",
        ),
        (format!("{head}# crc32 00000000\n"), "line 11: the checksum is "),
    ];
    for (text, expected) in cases {
        let error = Frequencies::read(text.as_bytes()).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn coverage_adds_up_to_what_was_counted() {
    let counts = count(&games(3), 3);
    let known = |key: &MaterialKey| match key.men() {
        ..=4 => Known::Exact,
        5 => Known::Bounds { open: 0.25, is_stale: false },
        _ => Known::Nothing,
    };
    let coverage = Coverage::new(&counts, known);
    let counted = counts.counted();
    assert_eq!(coverage.keys.all(), counts.len() as u64);
    assert_eq!(coverage.positions.all(), counted.positions);
    assert_eq!((coverage.first.all(), coverage.last.all()), (counted.games, counted.games));
    for by in [&coverage.by_men, &coverage.by_pieces] {
        assert_eq!(by.values().map(Answered::all).sum::<u64>(), counted.positions);
    }
    for (men, answered) in &coverage.by_men {
        assert_eq!(answered.exact > 0, *men <= 4, "{men} men");
        assert_eq!(answered.nothing > 0, *men > 5, "{men} men");
    }
    let of_men = |men: u32| counts.iter().filter(move |(key, _)| key.men() == men);
    let of_five = || of_men(5).map(|(_, frequency)| frequency.count.positions);
    let answered = coverage.positions;
    assert_eq!(answered.bounds + answered.open, of_five().sum::<u64>());
    // A quarter of all, though most keys have few positions.
    assert_eq!(answered.open, (of_five().sum::<u64>() + 2) / 4);
    assert!(answered.open > 0);
}

#[test]
fn a_table_of_bounds_is_known_by_what_is_open_and_what_came_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let key = |text: &str| text.parse::<MaterialKey>().expect("a key");
    let build = |plan: Plan| {
        let stop = AtomicBool::new(false);
        let generator = Generator::new(folder.path(), &stop);
        generator.run(&plan, &|_| ()).expect("tables");
        Tables::open(folder.path()).expect("tables")
    };
    let pawn = key("Ka7vK");
    let tables = Tables::open(folder.path()).expect("none");
    assert_eq!(Known::of(&tables, &pawn), Known::Nothing);
    assert_eq!(Known::of(&tables, &MaterialKey::KINGS), Known::Exact);

    let tables = build(Plan::of_keys([pawn]));
    let Known::Bounds { open, is_stale: false } = Known::of(&tables, &pawn) else {
        panic!("{:?}", Known::of(&tables, &pawn))
    };
    let indexer = PositionIndexer::new(pawn).expect("an index");
    let (mut legal, mut unknown) = (0_u32, 0_u32);
    for placement in (0..indexer.len()).filter_map(|slot| indexer.position(slot)) {
        if let Ok(position) = placement.position() {
            legal += 1;
            unknown += u32::from(tables.probe(&position).expect("a table").wdl().is_none());
        }
    }
    let share = f64::from(unknown) / f64::from(legal);
    assert!(share > 0.2 && (open - share).abs() < 0.1, "{open} for {share}");

    let tables = build(Plan::of_keys([key("KQvK")]));
    assert!(matches!(Known::of(&tables, &pawn), Known::Bounds { is_stale: true, .. }));
    let tables = build(Plan::closure([pawn], |_| true));
    assert_eq!(Known::of(&tables, &pawn), Known::Exact);
}
