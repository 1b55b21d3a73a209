//! Saying places in phrases, in as few bits as can be found.
//!
//! A place takes one of several symbols, and whatever phrase fits all places from one on can be said there. For each number of
//! bits, the farthest place is kept that can be reached with so many: from there, each phrase that fits leads on to another
//! place for the bits of its code. Phrases are found in a tree of their runs, in which all that can't lead farther than
//! what is reached already are passed by.

use std::ops::Range;

use super::MOST_SYMBOLS;
use super::code::LONGEST;
use super::fill::{OneOf, Takes};
use super::runs::Run;

/// The bits of the longest code, and one more for phrases that have none yet.
const MOST_BITS: usize = LONGEST as usize + 1;
/// So many places are said at once.
const WINDOW: usize = 1 << 14;
/// No phrase.
const NONE: u16 = u16::MAX;

/// Phrases by their runs: those that begin alike are together.
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The first runs: by their symbol, and the shorter ones first.
    roots: Range<u32>,
    /// For each symbol, and as many places as take it, how many first runs there are up to the longest that fits.
    fitting: [Vec<u16>; OneOf::SYMBOLS],
    /// The symbols of each phrase, and the bits that it costs.
    phrases: Vec<(u32, u8)>,
}

/// A run that goes on from others.
#[derive(Clone)]
struct Node {
    symbol: u8,
    /// The least bits that any phrase costs that goes on from here or ends.
    least_bits: u8,
    length: u16,
    /// The most symbols, from the beginning of this run on, of those phrases.
    longest: u16,
    /// The phrase that ends with this run, if one does, and its bits.
    phrase: u16,
    bits: u8,
    /// Among its neighbours the next one that has another symbol.
    next_symbol: u32,
    /// How phrases go on.
    after: Range<u32>,
}

impl Tree {
    /// The tree of phrases and the bits that each costs. What costs none isn't said.
    pub(super) fn new(phrases: &[Vec<Run>], bits: &[u8]) -> Tree {
        let mut said: Vec<usize> = (0..phrases.len()).filter(|&phrase| bits[phrase] > 0).collect();
        let runs = |phrase: usize| phrases[phrase].iter().map(|run| (run.symbol, run.length));
        said.sort_by(|&a, &b| runs(a).cmp(runs(b)));
        let symbols = |runs: &Vec<Run>| runs.iter().map(|run| run.length).sum();
        let costs = phrases.iter().map(symbols).zip(bits.iter().copied()).collect();
        let mut tree =
            Tree { nodes: vec![], roots: 0..0, fitting: Default::default(), phrases: costs };
        tree.roots = tree.grow(&said, 0, phrases);
        let roots = &tree.nodes[tree.roots.start as usize..];
        tree.fitting = std::array::from_fn(|symbol| {
            let fits = |reach: u32| {
                roots.partition_point(|root| {
                    (usize::from(root.symbol), u32::from(root.length)) <= (symbol, reach)
                }) as u16
            };
            (0..=MOST_SYMBOLS).map(fits).collect()
        });
        tree
    }

    /// Adds the runs with this number of phrases, which are in order and have that many.
    fn grow(&mut self, said: &[usize], number: usize, phrases: &[Vec<Run>]) -> Range<u32> {
        let mut nodes = vec![];
        for alike in said.chunk_by(|&a, &b| phrases[a][number] == phrases[b][number]) {
            let Run { symbol, length } = phrases[alike[0]][number];
            let ends = |phrase: &&usize| phrases[**phrase].len() == number + 1;
            let ending = alike.iter().take_while(ends);
            let longer = &alike[ending.clone().count()..];
            let cheapest = ending.min_by_key(|&&phrase| self.phrases[phrase].1);
            let (phrase, bits) =
                cheapest.map_or((NONE, u8::MAX), |&phrase| (phrase as u16, self.phrases[phrase].1));
            let after = self.grow(longer, number + 1, phrases);
            let following = &self.nodes[after.start as usize..after.end as usize];
            let longest = following.iter().map(|node| node.longest).max().unwrap_or(0);
            let least_bits = following.iter().map(|node| node.least_bits).min().unwrap_or(bits);
            nodes.push(Node {
                symbol: symbol as u8,
                least_bits: least_bits.min(bits),
                length: length as u16,
                longest: length as u16 + longest,
                phrase,
                bits,
                next_symbol: 0,
                after,
            });
        }
        for number in (0..nodes.len()).rev() {
            let is_last = nodes.get(number + 1).is_none_or(|n| n.symbol != nodes[number].symbol);
            let next = if is_last { number as u32 + 1 } else { nodes[number + 1].next_symbol };
            nodes[number].next_symbol = next;
        }
        let start = self.nodes.len() as u32;
        self.nodes.extend(nodes);
        start..self.nodes.len() as u32
    }
}

/// Says places as they come.
pub(super) struct Parser<'a> {
    tree: &'a Tree,
    places: Vec<OneOf>,
    /// For each place and symbol, how many places from there on take it.
    reach: Vec<[u16; OneOf::SYMBOLS]>,
    /// By the bits, the farthest place that they reach, and the phrase before it; none if fewer bits reach it, too.
    reached: Vec<(u32, u16)>,
    said: Vec<u16>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(tree: &'a Tree) -> Parser<'a> {
        Parser { tree, places: vec![], reach: vec![], reached: vec![], said: vec![] }
    }

    /// Adds a place, and shows phrases if some are sure now.
    #[inline]
    pub(super) fn push(&mut self, place: OneOf, show: impl FnMut(u16)) {
        self.places.push(place);
        // A phrase that begins in the window ends within what is known.
        if self.places.len() == WINDOW + MOST_SYMBOLS as usize {
            self.say(WINDOW, show);
        }
    }

    /// Shows what is left.
    pub(super) fn finish(&mut self, show: impl FnMut(u16)) {
        self.say(self.places.len(), show);
    }

    /// Says places at least up to this one.
    fn say(&mut self, goal: usize, show: impl FnMut(u16)) {
        self.look_ahead();
        self.reached.clear();
        self.reached.resize(MOST_BITS + 1, (0, NONE));
        let mut bits = 0;
        let mut before = None;
        while (self.reached[bits].0 as usize) < goal {
            let (place, _) = self.reached[bits];
            self.reached.push((0, NONE));
            if before < Some(place) {
                before = Some(place);
                let mut from = From { parser: self, bits };
                from.begin(place);
            }
            bits += 1;
            // What fewer bits reach needs no more.
            if self.reached[bits].0 <= place {
                self.reached[bits] = (place, NONE);
            }
        }
        let end = self.reached[bits].0 as usize;
        self.said.clear();
        while bits > 0 {
            let (_, phrase) = self.reached[bits];
            if phrase == NONE {
                bits -= 1;
                continue;
            }
            self.said.push(phrase);
            bits -= usize::from(self.tree.phrases[usize::from(phrase)].1);
        }
        self.said.iter().rev().copied().for_each(show);
        self.places.drain(..end);
    }

    fn look_ahead(&mut self) {
        self.reach.resize(self.places.len() + 1, [0; OneOf::SYMBOLS]);
        let mut reach = [0; OneOf::SYMBOLS];
        for (place, all) in self.places.iter().zip(&mut self.reach).rev() {
            for (symbol, reach) in reach.iter_mut().enumerate() {
                *reach = if place.takes(symbol as u16) { *reach + 1 } else { 0 };
            }
            *all = reach;
        }
        self.reach[self.places.len()] = [0; OneOf::SYMBOLS];
    }
}

/// Where phrases begin that are looked for, and the bits that it took to get there.
struct From<'a, 'b> {
    parser: &'b mut Parser<'a>,
    bits: usize,
}

impl From<'_, '_> {
    /// Takes all phrases, those with long first runs first: they leave the least to be looked for.
    fn begin(&mut self, place: u32) {
        let tree = self.parser.tree;
        let reach = self.parser.reach[place as usize];
        for (fitting, reach) in tree.fitting.iter().zip(reach) {
            let reach = usize::from(reach).min(MOST_SYMBOLS as usize);
            let fit = usize::from(fitting[0])..usize::from(fitting[reach]);
            let roots = &tree.nodes[tree.roots.start as usize..][fit];
            roots.iter().rev().for_each(|root| self.follow(root, place));
        }
    }

    /// Takes all phrases that go on with one of these runs at a place.
    fn go(&mut self, runs: Range<u32>, place: u32) {
        let tree = self.parser.tree;
        let reach = self.parser.reach[place as usize];
        let nodes = &tree.nodes[runs.start as usize..runs.end as usize];
        let mut number = 0;
        while let Some(node) = nodes.get(number) {
            // Those behind it are longer.
            if reach[usize::from(node.symbol) % OneOf::SYMBOLS] < node.length {
                number = node.next_symbol as usize;
                continue;
            }
            number += 1;
            self.follow(node, place);
        }
    }

    /// Takes all phrases that go on with a run, which fits.
    #[inline]
    fn follow(&mut self, node: &Node, place: u32) {
        if place + u32::from(node.longest) <= self.farthest(node.least_bits) {
            return;
        }
        let end = place + u32::from(node.length);
        if node.phrase != NONE && end > self.farthest(node.bits) {
            self.take(node.bits, end, node.phrase);
        }
        if !node.after.is_empty() {
            self.go(node.after.clone(), end);
        }
    }

    /// How far so many bits more reach.
    #[inline]
    fn farthest(&self, more: u8) -> u32 {
        self.parser.reached[self.bits + usize::from(more)].0
    }

    /// So many bits more reach a place.
    #[inline]
    fn take(&mut self, more: u8, place: u32, phrase: u16) {
        let from = self.bits + usize::from(more);
        let to = self.bits + MOST_BITS;
        self.parser.reached[from] = (place, phrase);
        for reached in &mut self.parser.reached[from + 1..=to] {
            if reached.0 > place {
                break;
            }
            *reached = (place, NONE);
        }
    }
}
