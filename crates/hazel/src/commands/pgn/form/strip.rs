//! Games without what is not wanted.

use hazel_tape::tree::{Comment, CommentPart, GameTree, NodeId};

use crate::arguments::Ornament;

/// Takes all of these out of a game.
pub(super) fn strip(tree: &mut GameTree, without: &[Ornament]) {
    if without.contains(&Ornament::Variations) {
        // Every tree has its root.
        let _ = tree.delete_variations(NodeId::ROOT);
    }
    let nodes: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(tree.preorder()).collect();
    for node in nodes {
        if tree.annotations(node).is_empty() {
            continue;
        }
        let Ok(annotations) = tree.annotations_mut(node) else { continue };
        if without.contains(&Ornament::Nags) {
            annotations.nags.clear();
        }
        for comments in [&mut annotations.before, &mut annotations.after] {
            if without.contains(&Ornament::Comments) {
                comments.clear();
            } else if without.contains(&Ornament::Clocks) {
                comments.iter_mut().for_each(stop_clocks);
                comments.retain(|comment| !comment.parts.is_empty());
            }
        }
    }
}

fn stop_clocks(comment: &mut Comment) {
    let is_clock =
        |part: &CommentPart| matches!(part, CommentPart::Clock(_) | CommentPart::Elapsed(_));
    comment.parts.retain(|part| !is_clock(part));
}
