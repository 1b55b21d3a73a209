//! The fork game solved a second time, from the rules on paper: squares as numbers, moves by walking, sweeps over one
//! array until nothing changes. It shares no code with the crate under test.

/// What the student or the teacher has besides the king, as the letters of chess.
pub(crate) const PIECES: [char; 4] = ['Q', 'R', 'B', 'N'];

/// Who wins a position, in how many plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Open,
    Student(u16),
    Teacher(u16),
}

/// All positions of one pair of pieces.
pub(crate) struct Solved {
    rules: Plain,
    /// With three men on the board: who moves (0 the student), then the squares of student, king and piece.
    verdicts: Vec<Verdict>,
}

/// The pieces and the one choice.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    pub(crate) student: char,
    pub(crate) teacher: char,
    pub(crate) heed_check: bool,
}

impl Solved {
    pub(crate) fn new(rules: Plain) -> Solved {
        let mut solved = Solved { rules, verdicts: vec![Verdict::Open; 2 * 64 * 64 * 64] };
        let mut open = Vec::new();
        for place in 0..solved.verdicts.len() {
            let [turn, s, k, p] = [place >> 18, place >> 12 & 63, place >> 6 & 63, place & 63];
            if s == k || s == p || k == p {
                continue;
            }
            if rules.forks(s, k, p) {
                solved.verdicts[place] = Verdict::Student(0);
            } else if rules.next(turn, s, k, p).is_empty() {
                solved.verdicts[place] =
                    if turn == 0 { Verdict::Teacher(0) } else { Verdict::Student(0) };
            } else {
                open.push(place);
            }
        }
        // Sweep n finds what is decided in n plies, from what was decided in fewer.
        for plies in 1.. {
            let mut found = Vec::new();
            open.retain(|&place| {
                let verdict = solved.look(place, plies);
                if verdict != Verdict::Open {
                    found.push((place, verdict));
                }
                verdict == Verdict::Open
            });
            // A capture ends the game in one ply, so sweeps can't be empty before the last.
            if found.is_empty() {
                return solved;
            }
            for (place, verdict) in found {
                solved.verdicts[place] = verdict;
            }
        }
        unreachable!("sweeps end when one finds nothing")
    }

    pub(crate) fn at(&self, turn: usize, s: usize, k: usize, p: usize) -> Verdict {
        self.verdicts[turn << 18 | s << 12 | k << 6 | p]
    }

    fn look(&self, place: usize, plies: u16) -> Verdict {
        let [turn, s, k, p] = [place >> 18, place >> 12 & 63, place >> 6 & 63, place & 63];
        let after = self.rules.next(turn, s, k, p).into_iter().map(|(s, k, p)| match s {
            Some(s) => self.at(1 - turn, s, k, p),
            None => Verdict::Teacher(0),
        });
        Solved::choose(turn, after, plies)
    }

    /// What a side that may choose between these gets, if that is known within so many plies.
    fn choose(turn: usize, after: impl Iterator<Item = Verdict>, plies: u16) -> Verdict {
        let mut lost = true;
        for verdict in after {
            match (turn, verdict) {
                (0, Verdict::Student(_)) => return Verdict::Student(plies),
                (1, Verdict::Teacher(_)) => return Verdict::Teacher(plies),
                (_, Verdict::Open) => lost = false,
                _ => {}
            }
        }
        match (lost, turn) {
            (false, _) => Verdict::Open,
            (true, 0) => Verdict::Teacher(plies),
            (true, _) => Verdict::Student(plies),
        }
    }

    /// After the student's placement.
    pub(crate) fn placed(&self, s: usize) -> Verdict {
        let after = self.rules.placements(s).map(|(k, p)| self.at(0, s, k, p));
        best(1, after)
    }

    /// Before anything is on the board.
    pub(crate) fn start(&self) -> Verdict {
        best(0, (0..64).map(|s| self.placed(s)))
    }
}

/// The best of what was reached, one ply later: a quick win, else an open game, else a late loss.
fn best(turn: usize, after: impl Iterator<Item = Verdict>) -> Verdict {
    let worth = |verdict: &Verdict| match (turn, *verdict) {
        (0, Verdict::Student(plies)) | (1, Verdict::Teacher(plies)) => 10_000 - i32::from(plies),
        (_, Verdict::Open) => 0,
        (_, Verdict::Student(plies) | Verdict::Teacher(plies)) => i32::from(plies) - 10_000,
    };
    match after.max_by_key(worth).expect("a placement") {
        Verdict::Open => Verdict::Open,
        Verdict::Student(plies) => Verdict::Student(plies + 1),
        Verdict::Teacher(plies) => Verdict::Teacher(plies + 1),
    }
}

impl Plain {
    /// Where the teacher may put king and piece.
    pub(crate) fn placements(self, s: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..64 * 64).map(|both| (both / 64, both % 64)).filter(move |&(k, p)| {
            let apart = k != s && p != s && k != p;
            apart && !(self.heed_check && has(reach(self.student, s, &[k, p]), k))
        })
    }

    fn forks(self, s: usize, k: usize, p: usize) -> bool {
        let attacked = reach(self.student, s, &[k, p]);
        has(attacked, k) && has(attacked, p)
    }

    /// The squares of student (unless it is taken), king and piece after each move.
    fn next(self, turn: usize, s: usize, k: usize, p: usize) -> Vec<(Option<usize>, usize, usize)> {
        if turn == 0 {
            let to = squares(reach(self.student, s, &[k, p]));
            return to.filter(|&to| to != k && to != p).map(|to| (Some(to), k, p)).collect();
        }
        let left = |to: usize| if to == s { None } else { Some(s) };
        let king = squares(reach('K', k, &[s, p])).filter(|&to| to != p);
        let piece = squares(reach(self.teacher, p, &[s, k])).filter(|&to| to != k);
        let king = king.map(|to| (left(to), to, p));
        let mut all: Vec<_> = king.chain(piece.map(|to| (left(to), k, to))).collect();
        if self.heed_check {
            all.retain(|&(s, k, p)| s.is_none_or(|s| !has(reach(self.student, s, &[k, p]), k)));
        }
        all
    }
}

/// The squares that a piece attacks, up to the first man and that man's too: bit 0 is a1, bit 63 is h8.
fn reach(piece: char, from: usize, men: &[usize]) -> u64 {
    const ROYAL: [(i32, i32); 8] =
        [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    const JUMPS: [(i32, i32); 8] =
        [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    let (steps, far) = match piece {
        'Q' => (&ROYAL[..], true),
        'R' => (&ROYAL[..4], true),
        'B' => (&ROYAL[4..], true),
        'N' => (&JUMPS[..], false),
        _ => (&ROYAL[..], false),
    };
    let mut set = 0;
    for (dx, dy) in steps {
        let (mut x, mut y) = (from as i32 % 8 + dx, from as i32 / 8 + dy);
        while (0..8).contains(&x) && (0..8).contains(&y) {
            let square = (y * 8 + x) as usize;
            set |= 1 << square;
            if !far || men.contains(&square) {
                break;
            }
            (x, y) = (x + dx, y + dy);
        }
    }
    set
}

fn has(set: u64, square: usize) -> bool {
    set >> square & 1 == 1
}

fn squares(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&square| has(set, square))
}
