//! Depth-first proof-number search.
//!
//! Every position has two numbers for a question: how many positions at least have to be settled before the side to move
//! has proven yes, and how many before it is refuted. The search goes where the fewest are missing and comes back as soon
//! as another place looks cheaper. The numbers are kept in a memory of their own; what is settled goes into the table
//! that all solvers share.
//!
//! It visits positions again and again, so alpha-beta, which closes a position before it leaves it, needs fewer nodes in
//! games where most ways lead to the same positions. It is here because it goes wrong in other places.

use crate::knowledge::Knowledge;
use crate::{Game, Outcome, Question};

/// More than any count: settled the other way.
const INFINITE: u32 = 1 << 28;
/// Positions in a group, of which a new one replaces that with the least work.
const GROUP: usize = 4;
/// It looks around after this many nodes.
const PULSE: u64 = 1 << 10;

/// The two numbers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    /// To be settled before yes.
    yes: u32,
    /// To be settled before no.
    no: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    question: Question,
    numbers: Numbers,
    /// The nodes below; 0 in an empty entry.
    work: u64,
}

/// The memory of proof numbers.
pub(crate) struct ProofNumbers {
    entries: Vec<Entry>,
}

/// What a search works with.
struct Search<'a, G: Game> {
    game: &'a G,
    knowledge: Knowledge<'a>,
    memory: &'a mut ProofNumbers,
    nodes: u64,
    /// Nodes that the others have been told of.
    told: u64,
}

struct Child<P> {
    position: P,
    key: u128,
    numbers: Numbers,
    /// What is known, for the side that moves to it.
    known: Outcome,
}

/// It was told to stop.
struct Stopped;

impl ProofNumbers {
    /// A memory of at most so many bytes; `None` if they can't be had or are too few.
    pub(crate) fn new(bytes: usize) -> Option<ProofNumbers> {
        let count = bytes / size_of::<Entry>() / GROUP * GROUP;
        let mut entries = Vec::new();
        entries.try_reserve_exact(count).ok().filter(|()| count > 0)?;
        let numbers = Numbers { yes: 1, no: 1 };
        entries.resize(count, Entry { key: 0, question: Question::Draw, numbers, work: 0 });
        Some(ProofNumbers { entries })
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    /// Searches a position in canonical form until the question is answered by what is known; `None` if it was stopped.
    pub(crate) fn run<G: Game>(
        &mut self,
        game: &G,
        knowledge: Knowledge<'_>,
        position: &G::Position,
        question: Question,
    ) -> Option<Outcome> {
        let key = game.key(position);
        let mut search = Search { game, knowledge, memory: self, nodes: 0, told: 0 };
        let most = Numbers { yes: INFINITE, no: INFINITE };
        let result = search.widen(position, key, question, most);
        search.tell();
        result.ok()?;
        let known = knowledge.table.lookup(knowledge.table.place(key));
        question.answer(known).map(|_| known)
    }

    fn group(&self, key: u128, question: Question) -> usize {
        let folded = (key >> 64) as u64 ^ (key as u64).rotate_left(29) ^ question as u64;
        let hash = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = (hash ^ hash >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let groups = self.entries.len() / GROUP;
        ((u128::from(hash) * groups as u128) >> 64) as usize * GROUP
    }

    fn get(&self, key: u128, question: Question) -> Option<Numbers> {
        let group = self.group(key, question);
        let entry = self.entries[group..group + GROUP]
            .iter()
            .find(|entry| entry.work > 0 && entry.key == key && entry.question == question)?;
        Some(entry.numbers)
    }

    fn put(&mut self, key: u128, question: Question, numbers: Numbers, work: u64) {
        let group = self.group(key, question);
        let entries = &mut self.entries[group..group + GROUP];
        let same = entries
            .iter()
            .position(|entry| entry.work > 0 && entry.key == key && entry.question == question);
        let cheapest = || (0..GROUP).min_by_key(|&index| entries[index].work).unwrap_or(0);
        let index = same.unwrap_or_else(cheapest);
        let work = if same.is_some() { entries[index].work + work } else { work };
        entries[index] = Entry { key, question, numbers, work };
    }
}

impl<G: Game> Search<'_, G> {
    /// Searches below a position until one of its numbers reaches the limit.
    fn widen(
        &mut self,
        position: &G::Position,
        key: u128,
        question: Question,
        limit: Numbers,
    ) -> Result<Numbers, Stopped> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(PULSE) {
            self.tell();
            if self.knowledge.is_stopped() {
                return Err(Stopped);
            }
        }
        let mut best = Outcome::LOSS;
        let mut children: Vec<Child<G::Position>> = Vec::new();
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        for mv in moves {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let bounds = self.game.bounds(&child).flip();
            let canonical = self.game.canonical(&child).0;
            let child_key = self.game.key(&canonical);
            let stored = self.knowledge.table.lookup(self.knowledge.table.place(child_key)).flip();
            let known = bounds.meet(stored).expect("bounds and proofs agree");
            match question.answer(known) {
                Some(true) => {
                    return Ok(self.settle(key, best.join(known).or_better(), question, before));
                }
                Some(false) => best = best.join(known),
                None if children.iter().any(|other| other.key == child_key) => {}
                None => {
                    let numbers = self.numbers_of(&canonical, child_key, question.flip());
                    children.push(Child { position: canonical, key: child_key, numbers, known });
                }
            }
        }
        loop {
            // 1. What the children add up to: the cheapest no of one of them, or the yes of all.
            let mut numbers = Numbers { yes: INFINITE, no: 0 };
            let mut second = INFINITE;
            let mut cheapest = 0;
            for (index, child) in children.iter().enumerate() {
                numbers.no = (numbers.no + child.numbers.yes).min(INFINITE - 1);
                if child.numbers.no < numbers.yes {
                    second = numbers.yes;
                    numbers.yes = child.numbers.no;
                    cheapest = index;
                } else {
                    second = second.min(child.numbers.no);
                }
            }
            if children.is_empty() {
                return Ok(self.settle(key, best, question, before));
            }
            if numbers.yes >= limit.yes || numbers.no >= limit.no {
                self.memory.put(key, question, numbers, self.nodes - before);
                return Ok(numbers);
            }
            // 2. Down to the cheapest, until it is no longer that by a quarter.
            let child = &children[cheapest];
            let child_limit = Numbers {
                yes: (limit.no - (numbers.no - child.numbers.yes)).min(INFINITE),
                no: limit.yes.min(second.saturating_add(1 + second / 4)).min(INFINITE),
            };
            let (next, next_key) = (child.position.clone(), child.key);
            let found = self.widen(&next, next_key, question.flip(), child_limit)?;
            children[cheapest].numbers = found;
            // 3. It may be settled now, and others with it.
            let mut index = 0;
            while index < children.len() {
                let child = &mut children[index];
                let stored =
                    self.knowledge.table.lookup(self.knowledge.table.place(child.key)).flip();
                child.known = child.known.meet(stored).expect("bounds and proofs agree");
                let settled = question.answer(child.known).or(match child.numbers {
                    Numbers { yes: 0, .. } => Some(false),
                    Numbers { no: 0, .. } => Some(true),
                    Numbers { .. } => None,
                });
                match settled {
                    Some(true) => {
                        let known = child.known.meet(question.yes()).expect("it says so");
                        return Ok(self.settle(
                            key,
                            best.join(known).or_better(),
                            question,
                            before,
                        ));
                    }
                    Some(false) => {
                        best = best.join(child.known.meet(question.no()).expect("it says so"));
                        children.swap_remove(index);
                    }
                    None => {
                        if let Some(numbers) = self.memory.get(child.key, question.flip()) {
                            child.numbers = numbers;
                        }
                        index += 1;
                    }
                }
            }
        }
    }

    /// The numbers of a position that isn't settled: those that are remembered, or a guess. Whoever has many moves has many
    /// ways to yes, and takes long to be refuted.
    fn numbers_of(&self, position: &G::Position, key: u128, question: Question) -> Numbers {
        self.memory.get(key, question).unwrap_or_else(|| {
            let mut moves = Vec::new();
            self.game.moves(position, &mut moves);
            Numbers { yes: 1, no: moves.len().max(1) as u32 }
        })
    }

    fn settle(&mut self, key: u128, outcome: Outcome, question: Question, before: u64) -> Numbers {
        let place = self.knowledge.table.place(key);
        self.knowledge.learn(key, place, outcome, self.nodes - before);
        match question.answer(outcome) {
            Some(true) => Numbers { yes: 0, no: INFINITE },
            _ => Numbers { yes: INFINITE, no: 0 },
        }
    }

    fn tell(&mut self) {
        self.knowledge.tell(self.nodes - self.told);
        self.told = self.nodes;
    }
}
