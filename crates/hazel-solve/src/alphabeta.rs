//! Depth-first search with bounds: alpha-beta over outcomes.
//!
//! A position is asked a yes/no question, and so, turned around, are its children: one child that says no makes it yes,
//! and if all say yes it is no. What is returned and stored is all that became known on the way, which is often more
//! than was asked.
//!
//! A node is a position whose children are looked for in the table. All of them are bounded and looked up before any of
//! them is searched, since one that is known may settle it. Of those that are left the search foresees one move more:
//! where bounds answer for every reply, a child is answered, too, without becoming a node. The first reply that they
//! leave open ends that, so it costs little more than the bounds of one. The rest follows in the order that the game
//! gives, corrected by what the search has [learned](crate::experience) so far.
//!
//! *Threads* all search the same position and share the table. Where all children have to be searched anyway, a thread
//! leaves alone what another one is searching and comes back to it later. Where one child is enough, it rather helps
//! with the first. Which of the two it is can't be known, but answers to a question are alike. Every now and then a
//! thread looks whether what it works for has been answered meanwhile.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::experience::Experience;
use crate::knowledge::Knowledge;
use crate::table::Place;
use crate::{Game, Outcome, Patterns, Question};

/// A thread looks around after this many nodes.
const PULSE: u64 = 1 << 10;
/// Deeper than this, threads don't care what others search.
const SHARED_PLIES: usize = 24;
/// How many positions can be marked as being searched.
const MARKS: usize = 1 << 14;

/// What all threads of a search share.
pub(crate) struct Shared<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) knowledge: Knowledge<'a>,
    pub(crate) experience: &'a Experience,
    /// What is being searched, if there are several threads.
    pub(crate) marks: Option<&'a Marks>,
    /// Whether children are looked up before any of them is searched.
    pub(crate) looks_ahead: bool,
    /// Whether bounds of the replies to a child are looked at before it is searched.
    pub(crate) foresees: bool,
}

/// The positions that threads are searching, by a hash of their keys. Two may share a mark; that changes the order of
/// work and nothing else.
pub(crate) struct Marks(Box<[AtomicU64]>);

impl Marks {
    pub(crate) fn new() -> Marks {
        Marks((0..MARKS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u128) -> (&AtomicU64, u64) {
        let hash = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        (&self.0[(hash >> 40) as usize % MARKS], hash)
    }

    fn is_set(&self, key: u128) -> bool {
        let (slot, hash) = self.slot(key);
        slot.load(Ordering::Relaxed) == hash
    }

    fn set(&self, key: u128) {
        let (slot, hash) = self.slot(key);
        slot.store(hash, Ordering::Relaxed);
    }

    fn clear(&self, key: u128) {
        self.slot(key).0.store(0, Ordering::Relaxed);
    }
}

/// Why a search ends without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// It was told to stop.
    Stopped,
    /// It has spent what it was given.
    Spent,
    /// Another thread has answered for the position at this depth.
    Answered(usize, Outcome),
}

/// One thread of a search.
pub(crate) struct Searcher<'a, G: Game> {
    shared: &'a Shared<'a, G>,
    nodes: u64,
    /// When to look around next.
    pulse: u64,
    /// The most nodes.
    budget: u64,
    /// Nodes that the others have been told of.
    told: u64,
    /// The moves of the present position that bounds leave open, and what they lead to.
    open: Vec<(G::Move, G::Position)>,
    /// The children of all positions on the way to the present one.
    children: Vec<Child<G::Position>>,
    /// What is seen in the open children of the present position.
    seen: Vec<Patterns>,
    /// The positions on the way to the present one, and what they were asked.
    path: Vec<(Place, Question)>,
    /// How often each question was answered yes, less how often no.
    balance: [i64; 2],
}

#[derive(Clone)]
struct Child<P> {
    position: P,
    place: Place,
    /// Which of the open moves leads there.
    number: u32,
    rank: i32,
    /// What is known, for the side that moves to it.
    known: Outcome,
    /// What bounds of the replies say, for the same side.
    foreseen: Outcome,
    /// Nothing more to do here.
    is_done: bool,
}

impl<'a, G: Game> Searcher<'a, G> {
    pub(crate) fn new(shared: &'a Shared<'a, G>, budget: u64) -> Searcher<'a, G> {
        Searcher {
            shared,
            nodes: 0,
            pulse: PULSE.min(budget),
            budget,
            told: 0,
            open: Vec::new(),
            children: Vec::new(),
            seen: Vec::new(),
            path: Vec::new(),
            // Before anything is known: holding is easier than winning.
            balance: [1, -1],
        }
    }

    /// Searches a position in canonical form until the question is answered by what is known.
    pub(crate) fn run(
        &mut self,
        position: &G::Position,
        question: Question,
    ) -> Result<Outcome, Halt> {
        let key = self.shared.game.key(position);
        let result = self.search(position, key, question);
        self.tell();
        result
    }

    fn search(
        &mut self,
        position: &G::Position,
        key: u128,
        question: Question,
    ) -> Result<Outcome, Halt> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes >= self.pulse {
            self.look_around()?;
        }
        let place = self.shared.knowledge.table.place(key);
        let first = self.children.len();
        let known = match self.expand(position, question) {
            Ok(known) => known,
            Err(answer) => {
                self.children.truncate(first);
                return Ok(self.learn(key, place, answer, before));
            }
        };
        self.path.push((place, question));
        let result = self.search_children(first, question, known);
        self.path.pop();
        self.children.truncate(first);
        match result {
            Ok(known) => {
                let answer = known.is_within(question.yes());
                self.balance[question as usize] += if answer { 1 } else { -1 };
                if self.nodes - before >= Experience::LEAST_NODES {
                    self.shared.experience.learn(&self.patterns(position), question, answer);
                }
                Ok(self.learn(key, place, known, before))
            }
            Err(Halt::Answered(depth, outcome)) if depth == self.path.len() => Ok(outcome),
            Err(halt) => Err(halt),
        }
    }

    /// Appends the children that are still open, in the order to search them. Returns the best that the others give; an
    /// error is the answer, if one of them gives it.
    #[inline]
    fn expand(&mut self, position: &G::Position, question: Question) -> Result<Outcome, Outcome> {
        let first = self.children.len();
        let mut best = self.play_moves(position, question)?;
        if self.shared.foresees {
            // Though a child may be known, it is foreseen before that is looked up: its place comes meanwhile. 4 % of the time
            // of a proof.
            for child in &mut self.children[first..] {
                child.foreseen =
                    join_replies(self.shared.game, &child.position, question.flip()).flip();
            }
        }
        if self.shared.looks_ahead {
            best = self.drop_answered(first, question, best, |search, index| {
                search.look_up(index, question);
                search.children[index].known
            })?;
        }
        if self.shared.foresees {
            best = self.drop_answered(first, question, best, |search, index| {
                search.children[index].foreseen
            })?;
        }
        self.sort_children(first, position, question);
        Ok(best)
    }

    /// Plays all moves and appends the children that bounds leave open. Returns the best that the others give; an error is
    /// the answer, if one of them gives it.
    #[inline]
    fn play_moves(
        &mut self,
        position: &G::Position,
        question: Question,
    ) -> Result<Outcome, Outcome> {
        let (game, table) = (self.shared.game, self.shared.knowledge.table);
        let first = self.children.len();
        let mut best = Outcome::LOSS;
        // Bits by the places of children: hardly ever do two have the same, and only then they are compared.
        let mut bits = 0_u64;
        let (open, children) = (&mut self.open, &mut self.children);
        open.clear();
        let ends = game.each_move(position, |mv| {
            let mut after = position.clone();
            game.play(&mut after, mv);
            let known = game.bounds(&after).flip();
            if let Some(answer) = question.answer(known) {
                if answer {
                    return ControlFlow::Break(known.or_better());
                }
                best = best.join(known);
                return ControlFlow::Continue(());
            }
            let position = game.canonical(&after).0;
            let place = table.place(game.key(&position));
            let bit = 1 << place.bit();
            if bits & bit == 0 || children[first..].iter().all(|other| other.position != position) {
                bits |= bit;
                let number = open.len() as u32;
                open.push((mv, after));
                let (rank, foreseen, is_done) = (0, Outcome::ANY, false);
                children.push(Child { position, place, number, rank, known, foreseen, is_done });
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(answer) = ends {
            return Err(answer);
        }
        // One behind the other, so that they come at the same time.
        for child in &self.children[first..] {
            table.expect(child.place);
        }
        Ok(best)
    }

    /// Leaves out the children from `first` on that are answered by what is now known of them, and joins that to `best`; an
    /// error is the answer, if one of them gives it.
    #[inline]
    fn drop_answered(
        &mut self,
        first: usize,
        question: Question,
        mut best: Outcome,
        known: impl Fn(&mut Self, usize) -> Outcome,
    ) -> Result<Outcome, Outcome> {
        let mut open = first;
        for index in first..self.children.len() {
            let known = known(self, index);
            match question.answer(known) {
                Some(true) => return Err(best.join(known).or_better()),
                Some(false) => best = best.join(known),
                None => {
                    if open < index {
                        self.children.swap(open, index);
                    }
                    open += 1;
                }
            }
        }
        self.children.truncate(open);
        Ok(best)
    }

    /// Sorts the children from `first` on by when to try them.
    #[inline]
    fn sort_children(&mut self, first: usize, position: &G::Position, question: Question) {
        let (game, experience) = (self.shared.game, self.shared.experience);
        let children = &mut self.children[first..];
        if children.len() < 2 {
            return;
        }
        self.seen.clear();
        for child in &mut *children {
            let mut seen = Patterns::default();
            game.patterns(&child.position, &mut seen);
            // What has been learned comes while the rest is worked out.
            experience.expect(&seen, question.flip());
            self.seen.push(seen);
            let (mv, after) = &self.open[child.number as usize];
            child.rank = game.rank(question, position, *mv, after);
        }
        for (child, seen) in children.iter_mut().zip(&self.seen) {
            child.rank += experience.lateness(seen, question.flip());
        }
        children.sort_by_key(|child| child.rank);
    }

    #[inline]
    fn patterns(&self, position: &G::Position) -> Patterns {
        let mut patterns = Patterns::default();
        self.shared.game.patterns(position, &mut patterns);
        patterns
    }

    /// Adds what the table knows of a child, and says what it answers.
    #[inline]
    fn look_up(&mut self, index: usize, question: Question) -> Option<bool> {
        let table = self.shared.knowledge.table;
        let child = &mut self.children[index];
        let stored = table.lookup(child.place).flip();
        child.known = child.known.meet(stored).expect("bounds and proofs agree");
        let answer = question.answer(child.known);
        child.is_done = answer.is_some();
        answer
    }

    /// Searches the open children from `first` on, and joins what they give to `best`.
    fn search_children(
        &mut self,
        first: usize,
        question: Question,
        mut best: Outcome,
    ) -> Result<Outcome, Halt> {
        let last = self.children.len();
        let marks = self.shared.marks.filter(|_| self.path.len() < SHARED_PLIES);
        let expects_no = self.balance[question as usize] < 0;
        // What others are searching is left for the second round.
        let rounds = if marks.is_some() { 2 } else { 1 };
        for round in 1..=rounds {
            for index in first..last {
                if self.children[index].is_done {
                    continue;
                }
                let key = self.shared.game.key(&self.children[index].position);
                if let Some(marks) = marks
                    && round < rounds
                    && (expects_no || index > first)
                    && marks.is_set(key)
                {
                    continue;
                }
                // Those before may have answered it on the way.
                if self.look_up(index, question).is_none() {
                    let position = self.children[index].position.clone();
                    if let Some(marks) = marks {
                        marks.set(key);
                    }
                    let found = self.search(&position, key, question.flip());
                    if let Some(marks) = marks {
                        marks.clear(key);
                    }
                    let child = &mut self.children[index];
                    child.known = child.known.meet(found?.flip()).expect("bounds and proofs agree");
                    child.is_done = true;
                }
                let known = self.children[index].known;
                best = best.join(known);
                if known.is_within(question.yes()) {
                    return Ok(best.or_better());
                }
            }
        }
        Ok(best)
    }

    /// Stores what was found since `before`.
    #[inline]
    fn learn(&mut self, key: u128, place: Place, outcome: Outcome, before: u64) -> Outcome {
        self.shared.knowledge.learn(key, place, outcome, self.nodes - before);
        outcome
    }

    /// Tells how far this thread is, and whether it should go on.
    #[cold]
    fn look_around(&mut self) -> Result<(), Halt> {
        self.tell();
        self.pulse = (self.nodes + PULSE).min(self.budget);
        if self.nodes >= self.budget {
            return Err(Halt::Spent);
        }
        if self.shared.knowledge.is_stopped() {
            return Err(Halt::Stopped);
        }
        if self.shared.marks.is_some() {
            for (depth, (place, question)) in self.path.iter().enumerate() {
                let known = self.shared.knowledge.table.lookup(*place);
                if question.answer(known).is_some() {
                    return Err(Halt::Answered(depth, known));
                }
            }
        }
        Ok(())
    }

    fn tell(&mut self) {
        self.shared.knowledge.tell(self.nodes - self.told);
        self.told = self.nodes;
    }
}

/// What bounds of the replies to a position say of it, if they answer what it is asked.
#[inline]
fn join_replies<G: Game>(game: &G, position: &G::Position, question: Question) -> Outcome {
    let mut best = Outcome::LOSS;
    let ends = game.each_move(position, |mv| {
        let mut reply = position.clone();
        game.play(&mut reply, mv);
        best = best.join(game.bounds(&reply).flip());
        match question.answer(best) {
            // One is enough, but another one may be better.
            Some(true) => ControlFlow::Break(best.or_better()),
            Some(false) => ControlFlow::Continue(()),
            None => ControlFlow::Break(Outcome::ANY),
        }
    });
    match ends {
        ControlFlow::Break(known) => known,
        ControlFlow::Continue(()) => best,
    }
}
