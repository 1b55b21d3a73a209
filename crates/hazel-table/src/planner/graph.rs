//! Keys and the keys that they need, as far as tables are missing.

use std::collections::HashMap;

use super::Planner;
use super::slots::slots;
use crate::frequency::Known;
use crate::{Exit, MaterialKey, Progress, RawTable, Watch};

/// All keys looked at, each after those that it needs. What is exact already is not among them.
pub(super) struct Graph<'a> {
    planner: Planner,
    known: &'a dyn Fn(&MaterialKey) -> Known,
    follow: &'a dyn Fn(&Exit) -> bool,
    watch: &'a dyn Watch,
    nodes: Vec<Node>,
    /// When there are so many nodes, it is too far.
    far: usize,
    found: HashMap<MaterialKey, Reached>,
}

struct Node {
    key: MaterialKey,
    slots: u64,
    children: Box<[u32]>,
    is_missing: bool,
    is_exact: bool,
}

/// What is known of a key that was looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reached {
    /// It is in the graph.
    Node(u32),
    /// Its table is exact.
    Exact,
    /// It can't be built.
    Refused,
    /// So many keys were looked at that this one wasn't, or not to its end.
    TooFar,
    /// It was told to stop.
    Stopped,
}

impl<'a> Graph<'a> {
    pub(super) fn new(
        planner: Planner,
        known: &'a dyn Fn(&MaterialKey) -> Known,
        follow: &'a dyn Fn(&Exit) -> bool,
        watch: &'a dyn Watch,
    ) -> Graph<'a> {
        Graph { planner, known, follow, watch, nodes: Vec::new(), far: 0, found: HashMap::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn key(&self, node: u32) -> MaterialKey {
        self.nodes[node as usize].key
    }

    pub(super) fn slots(&self, node: u32) -> u64 {
        self.nodes[node as usize].slots
    }

    /// Whether its table must be built, for the first time or again.
    pub(super) fn is_missing(&self, node: u32) -> bool {
        self.nodes[node as usize].is_missing
    }

    /// Whether its table is exact once it and all that it needs are built.
    pub(super) fn is_exact(&self, node: u32) -> bool {
        self.nodes[node as usize].is_exact
    }

    /// Adds a canonical key and all that it needs. What was looked at before it was too far stays, as each key is added after
    /// all that it needs.
    pub(super) fn reach(&mut self, key: MaterialKey) -> Reached {
        let share = (self.planner.keys / 10).max(1);
        self.far = (self.nodes.len() + share).min(self.planner.keys);
        self.find(key)
    }

    fn find(&mut self, key: MaterialKey) -> Reached {
        if let Some(reached) = self.found.get(&key) {
            return *reached;
        }
        if self.watch.is_over() {
            return Reached::Stopped;
        }
        self.watch.hear(Progress::Planning { found: self.nodes.len() });
        let known = (self.known)(&key);
        if known == Known::Exact {
            self.found.insert(key, Reached::Exact);
            return Reached::Exact;
        }
        if self.nodes.len() >= self.far {
            return Reached::TooFar;
        }
        let mut memory = RawTable::estimated_bytes(&key);
        if key.pieces() > self.planner.pieces || memory > self.planner.memory {
            self.found.insert(key, Reached::Refused);
            return Reached::Refused;
        }
        // Each step down lowers the potential, so that the stack is never deeper than all pawns have steps and all men
        // can be taken.
        let (mut children, mut is_exact) = (Vec::new(), true);
        for exit in key.exits() {
            if !(self.follow)(&exit) {
                is_exact = false;
                continue;
            }
            match self.find(exit.child.canonical().0) {
                Reached::Node(child) => children.push(child),
                Reached::Exact => {}
                Reached::Refused => is_exact = false,
                stop @ (Reached::TooFar | Reached::Stopped) => return stop,
            }
        }
        children.sort_unstable();
        children.dedup();
        for &child in &children {
            let child = &self.nodes[child as usize];
            memory = memory.saturating_add(RawTable::estimated_child_bytes(&child.key));
            is_exact &= child.is_exact;
        }
        let reached = if memory > self.planner.memory {
            Reached::Refused
        } else if self.nodes.len() >= self.far {
            return Reached::TooFar;
        } else {
            let is_fine = matches!(known, Known::Bounds { is_stale: false, .. });
            let is_missing = !is_fine || children.iter().any(|&child| self.is_missing(child));
            let (slots, children) = (slots(&key), children.into());
            self.nodes.push(Node { key, slots, children, is_missing, is_exact });
            Reached::Node(self.nodes.len() as u32 - 1)
        };
        self.found.insert(key, reached);
        reached
    }

    /// Begins to walk.
    pub(super) fn walk(&self) -> Walk<'_> {
        Walk { nodes: &self.nodes, seen: vec![0; self.nodes.len()], round: 0, list: Vec::new() }
    }
}

/// Collects what keys need, again and again without new memory.
pub(super) struct Walk<'g> {
    nodes: &'g [Node],
    /// The round in which a node was last seen.
    seen: Vec<u32>,
    round: u32,
    list: Vec<u32>,
}

impl Walk<'_> {
    /// The missing tables that a key needs, its own included. Below a table that isn't missing none is.
    pub(super) fn missing(&mut self, root: u32) -> &[u32] {
        self.round += 1;
        self.list.clear();
        self.list.push(root);
        self.seen[root as usize] = self.round;
        let mut at = 0;
        while let Some(&node) = self.list.get(at) {
            at += 1;
            for &child in &self.nodes[node as usize].children {
                if self.seen[child as usize] != self.round && self.nodes[child as usize].is_missing
                {
                    self.seen[child as usize] = self.round;
                    self.list.push(child);
                }
            }
        }
        &self.list
    }
}
