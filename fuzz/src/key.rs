//! Laws of material keys.

use hazel_table::{Family, MaterialKey};

use crate::text::inside;

/// A line as the text of a key or a family of keys.
///
/// # Panics
/// If a law is broken.
pub fn key(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let key = text.parse::<MaterialKey>();
    match text.parse::<Family>() {
        Ok(family) => {
            let written = family.to_string();
            assert_eq!(written.parse(), Ok(family), "{written}");
            assert!(written.len() <= text.len(), "a man is written as short as it was read");
        }
        Err(error) => {
            inside(&text, error.column, &error);
            assert_eq!(key, Err(error), "what is no family is no key");
        }
    }
    let key = match key {
        Ok(key) => key,
        Err(error) => return inside(&text, error.column, &error),
    };
    assert_eq!(key.to_string().parse(), Ok(key), "{text}");
    assert!(text.parse::<Family>().is_ok_and(|family| family.contains(&key)), "{text}");
    let (canonical, transform) = key.canonical();
    assert_eq!(transform.key(&key), canonical, "{text}");
    for image in key.images() {
        assert_eq!(image.canonical().0, canonical, "{text}");
        assert_eq!(transform.inverse().key(&transform.key(&image)), image, "{text}");
    }
    for exit in key.exits() {
        assert!(exit.child.potential() < key.potential(), "{text}: {exit:?}");
    }
}
