//! The canonical form of a key: one of its images speaks for all.
//!
//! Keys that are images of each other have tables of the same values, and only one is stored. Which one is a
//! convention, told with examples in the book (`docs/canonical-form.md`): the side with more comes first as a person
//! would write it, then pawns stand as low as they can, then bishops are light. The transform is returned with the key,
//! since whoever changes the key must change the position too.

use std::cmp::Reverse;

use hazel_core::Color;

use crate::{Kind, MaterialKey, Transform};

impl MaterialKey {
    /// The canonical form of the key, and the transform that leads from this key to it.
    ///
    /// ```
    /// use hazel_table::{MaterialKey, Transform};
    ///
    /// let key: MaterialKey = "KvKg7".parse()?;
    /// let (canonical, transform) = key.canonical();
    /// assert_eq!(canonical.to_string(), "Kb2vK");
    /// assert_eq!(transform.key(&key), canonical);
    /// # Ok::<(), hazel_table::ParseKeyError>(())
    /// ```
    pub fn canonical(&self) -> (MaterialKey, Transform) {
        let mut best = (*self, Transform::IDENTITY);
        for transform in &Transform::WITH_PAWNS[1..] {
            let image = transform.key(self);
            if before(&image, &best.0) {
                best = (image, *transform);
            }
        }
        best
    }

    /// Whether the key is its own canonical form.
    pub fn is_canonical(&self) -> bool {
        self.images().all(|image| !before(&image, self))
    }

    /// The four images of the key, itself first. Some may be equal. The symmetries that only keys without pawns have
    /// lead to no other key.
    pub fn images(&self) -> impl Iterator<Item = MaterialKey> + use<> {
        let key = *self;
        Transform::WITH_PAWNS.into_iter().map(move |transform| transform.key(&key))
    }

    /// The transforms that lead from the key to itself, and so from its positions to others of its own.
    pub fn stabilizer(&self) -> impl Iterator<Item = Transform> + use<> {
        let key = *self;
        Transform::of_key(self).filter(move |transform| transform.key(&key) == key)
    }
}

/// Whether `a` comes before `b`, an image of it, in the canonical order.
fn before(a: &MaterialKey, b: &MaterialKey) -> bool {
    let men = |key: &MaterialKey| {
        let [queens, rooks, dark, light, knights] = key.counts(Color::White);
        [queens, rooks, dark + light, knights, key.pawn_bitboard(Color::White).len() as u8]
    };
    let pawns = |key: &MaterialKey, color| key.pawn_bitboard(color).into_iter();
    let light = |key: &MaterialKey| Color::ALL.map(|color| key.count(color, Kind::LightBishop));
    let [white, black] = Color::ALL.map(|color| pawns(a, color).cmp(pawns(b, color)));
    let order = Reverse(men(a)).cmp(&Reverse(men(b)));
    order.then(white).then(black).then_with(|| Reverse(light(a)).cmp(&Reverse(light(b)))).is_lt()
}
