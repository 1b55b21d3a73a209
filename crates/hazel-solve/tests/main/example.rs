//! The worked examples on the pages about our formats.

/// The bytes of a page's last example: on each line three characters that say where, two spaces, up to sixteen bytes.
pub(crate) fn bytes(page: &str) -> Vec<u8> {
    let example = page.rsplit("```text").next().expect("an example");
    let lines = example
        .lines()
        .filter(|line| line.get(..3).is_some_and(|at| at.trim().parse::<usize>().is_ok()));
    lines
        .flat_map(|line| line[5..52].split_whitespace())
        .map(|byte| u8::from_str_radix(byte, 16).expect("a byte"))
        .collect()
}
