//! Packed streams: what goes in comes out, and bytes that are wrong never make it panic.

use hazel_table::packed::{
    Encoder, Form, Model, RawWriter, Section, Stream, Swap, Trainer, runs_of,
};
use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
};

/// Sequences of runs, as tables are.
fn sequences() -> impl Strategy<Value = Vec<u16>> {
    let symbol = prop_oneof![4 => 0_u16..5, 1 => 0_u16..300, 1 => Just(65_534)];
    let length = prop_oneof![6 => 1_usize..4, 2 => 1_usize..70, 1 => 1_usize..9000];
    let runs = proptest::collection::vec((symbol, length), 0..60);
    let sequence = runs.prop_map(|runs| {
        runs.into_iter().flat_map(|(symbol, length)| std::iter::repeat_n(symbol, length)).collect()
    });
    // The same again and again gives phrases of phrases.
    (sequence, 1_usize..5).prop_map(|(sequence, times): (Vec<u16>, _)| sequence.repeat(times))
}

fn trained(sequences: &[&[u16]]) -> Option<Encoder> {
    let mut trainer = Trainer::new();
    for sequence in sequences {
        trainer.add(&runs_of(sequence));
    }
    trainer.finish()
}

/// A sequence with as many bits for each symbol as the highest needs.
fn raw(sequence: &[u16]) -> (Stream, Vec<u8>) {
    let mut body = vec![];
    let highest = sequence.iter().copied().max().unwrap_or(0);
    let mut writer = RawWriter::new(&mut body, highest);
    for run in sequence.chunk_by(|a, b| a == b) {
        writer.push(run[0], run.len() as u64).expect("memory takes it");
    }
    (writer.finish().expect("memory takes it"), body)
}

/// Everything that a stream says, by both ways of reading it, is what was written.
fn check(stream: &Stream, body: &[u8], model: Option<&Model>, sequence: &[u16]) {
    assert_eq!(stream.length, sequence.len() as u64);
    let mut all = Vec::new();
    stream
        .each_run(body, model, |symbol, count| all.extend(vec![symbol; count as usize]))
        .expect("undamaged");
    assert_eq!(all, sequence);
    for index in (0..sequence.len()).step_by(1 + sequence.len() / 500) {
        assert_eq!(stream.get(body, model, index as u64), Some(all[index]));
    }
    assert_eq!(stream.get(body, model, stream.length), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_packed_is_read_again(a in sequences(), b in sequences()) {
        if let Some(encoder) = trained(&[&a, &b]) {
            let bytes = encoder.model().to_bytes();
            let (model, length) = Model::read(&bytes).expect("a model that was just written");
            prop_assert_eq!(length, bytes.len());
            for sequence in [&a, &b] {
                let (stream, body) = encoder.encode(&runs_of(sequence));
                check(&stream, &body, Some(&model), sequence);
            }
        }
    }

    #[test]
    fn raw_is_read_again(sequence in sequences()) {
        let (stream, body) = raw(&sequence);
        check(&stream, &body, None, &sequence);
    }

    #[test]
    fn swapping_is_a_bijection(rows in 1_u32..9, columns in 1_u32..9, blocks in 1_u64..4) {
        let length = u64::from(rows * columns) * blocks;
        let sections = [(rows, columns), (columns, rows)]
            .map(|(rows, columns)| Section { length, rows, columns });
        let swap = Swap::new(&sections).expect("whole blocks");
        let length = 2 * length;
        let mut stored: Vec<u64> = (0..length).map(|index| swap.stored(index)).collect();
        prop_assert!((0..length).all(|index| swap.seen(swap.stored(index)) == index));
        stored.sort_unstable();
        prop_assert!(stored.into_iter().eq(0..length));
    }

    #[test]
    fn damaged_bytes_are_refused_or_read_as_something(
        sequence in sequences(), at in any::<proptest::sample::Index>(), flip in 1_u8..
    ) {
        let Some(encoder) = trained(&[&sequence]) else { return Ok(()) };
        let (stream, mut body) = encoder.encode(&runs_of(&sequence));
        let probe = |body: &[u8], model| {
            for index in (0..stream.length).step_by(97) {
                let _ = stream.get(body, Some(model), index);
            }
            let _ = stream.each_run(body, Some(model), |_, _| ());
        };
        if !body.is_empty() {
            let at = at.index(body.len());
            body[at] ^= flip;
            probe(&body, encoder.model());
            probe(&body[..at], encoder.model());
        }
        let mut bytes = encoder.model().to_bytes();
        let at = at.index(bytes.len());
        prop_assert!(Model::read(&bytes[..at]).is_err());
        bytes[at] ^= flip;
        if let Ok((model, _)) = Model::read(&bytes) {
            probe(&body, &model);
        }
    }

    #[test]
    fn any_bytes_are_a_model_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok((model, length)) = Model::read(&bytes) {
            prop_assert_eq!(Model::read(&model.to_bytes()).map(|read| read.1), Ok(length));
        }
    }
}

#[test]
fn a_constant_needs_no_body() {
    let encoder = trained(&[&[1, 2]]).expect("two symbols");
    let (stream, body) = encoder.encode(&runs_of(&[2, 2, 2, 2]));
    assert_eq!((stream.form, stream.length, body.len()), (Form::Constant(2), 4, 0));
    assert_eq!(stream.get(&body, None, 0), Some(2));
}

#[test]
fn a_swapped_stream_is_read_in_the_order_of_the_caller() {
    let section = Section { length: 6, rows: 2, columns: 3 };
    let swap = Swap::new(&[section]).expect("one block");
    let seen = [10, 11, 12, 20, 21, 22];
    let stored: Vec<u16> = (0..6).map(|index| seen[swap.seen(index) as usize]).collect();
    assert_eq!(stored, [10, 20, 11, 21, 12, 22]);
    let (stream, body) = raw(&stored);
    let stream = Stream { swap: Some(swap), ..stream };
    for (index, symbol) in (0..).zip(seen) {
        assert_eq!(stream.get(&body, None, index), Some(symbol));
    }
}

#[test]
fn a_stream_without_its_model_says_nothing() {
    let sequence: Vec<u16> = (0..100).map(|index| index % 7 % 3).collect();
    let encoder = trained(&[&sequence]).expect("three symbols");
    let (stream, body) = encoder.encode(&runs_of(&sequence));
    assert!(matches!(stream.form, Form::Packed(_)));
    assert_eq!(stream.get(&body, None, 5), None);
    assert_eq!(stream.each_run(&body, None, |_, _| ()), None);
}
