//! Work on chunks, in order.

use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use hazel_notation::pgn::{Chunk, Chunks, Input, InputError, in_order};
use proptest::prelude::{prop_assert, prop_assert_eq};
use proptest::proptest;

use super::{by_bzip2, chunks, games, input, odd_text};

#[test]
fn one_thread_is_the_callers() {
    let here = thread::current().id();
    let work = |_: &Chunk| thread::current().id();
    let chunks = || chunks(games(100)).with_size(700);
    let take = |result: Result<thread::ThreadId, InputError>| {
        if result.unwrap() == here { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    assert!(in_order(chunks(), 1, work, take).is_continue());
    assert!(in_order(chunks(), 0, work, take).is_continue());
    assert!(in_order(chunks(), 2, work, take).is_break());
}

#[test]
fn breaking_off_stops_the_work() {
    for threads in 1..4 {
        let begun = AtomicUsize::new(0);
        let work = |chunk: &Chunk| {
            begun.fetch_add(1, Ordering::Relaxed);
            chunk.number
        };
        let broken = in_order(chunks(games(3000)).with_size(700), threads, work, |number| {
            let number = number.unwrap();
            if number == 5 { ControlFlow::Break(number) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(broken, ControlFlow::Break(5));
        assert!(begun.into_inner() <= 6 + 2 * threads + 2);
    }
}

#[test]
fn a_panic_is_passed_on() {
    for threads in 1..4 {
        let chunks = || chunks(games(3000)).with_size(700);
        let in_work = catch_unwind(|| {
            let work = |chunk: &Chunk| assert!(chunk.number != 20, "chunk twenty");
            in_order(chunks(), threads, work, |_| ControlFlow::<()>::Continue(()))
        });
        assert_eq!(in_work.unwrap_err().downcast_ref(), Some(&"chunk twenty"));

        let in_take = catch_unwind(|| {
            let take = |number: Result<usize, InputError>| {
                assert!(number.unwrap() != 20, "result twenty");
                ControlFlow::<()>::Continue(())
            };
            in_order(chunks(), threads, |chunk| chunk.number, take)
        });
        assert_eq!(in_take.unwrap_err().downcast_ref(), Some(&"result twenty"));
    }
}

#[test]
fn errors_come_in_order_too() {
    let text = games(300);
    let whole = by_bzip2(&text);
    for threads in 1..4 {
        let broken = chunks(whole[..whole.len() - 3].to_vec()).with_size(700);
        let mut given = Vec::new();
        let mut errors = 0;
        let flow = in_order(
            broken,
            threads,
            |chunk| chunk.text.clone(),
            |result| {
                assert_eq!(errors, 0);
                match result {
                    Ok(text) => given.extend(text),
                    Err(_) => errors += 1,
                }
                ControlFlow::<()>::Continue(())
            },
        );
        assert!(flow.is_continue());
        assert_eq!((given, errors), (text.clone(), 1));
    }
}

/// The first chunk isn't done before as many are begun as may be, and a little later, so that the others would run ahead
/// if they could.
#[test]
fn threads_do_not_run_far_ahead() {
    for threads in 2..5 {
        let limit = 2 * threads + 2;
        let size = 4096;
        let text = games(3000);
        let read = Arc::new(AtomicUsize::new(0));
        let reader = Watched { text: Cursor::new(text), read: read.clone() };
        let chunks = Chunks::new(Input::from_reader("test", reader).unwrap());
        let (begun, done, used) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let most = Mutex::new((0, 0));
        let work = |chunk: &Chunk| {
            begun.fetch_add(1, Ordering::SeqCst);
            let mut patience = 1000;
            while chunk.number == 0 && patience > 0 {
                thread::yield_now();
                patience -= usize::from(begun.load(Ordering::SeqCst) >= limit);
            }
            let ahead = begun.load(Ordering::SeqCst) - done.load(Ordering::SeqCst);
            used.fetch_add(chunk.text.len(), Ordering::SeqCst);
            let held = read.load(Ordering::SeqCst).saturating_sub(used.load(Ordering::SeqCst));
            let mut most = most.lock().unwrap();
            *most = (most.0.max(ahead), most.1.max(held));
        };
        let flow = in_order(chunks.with_size(size), threads, work, |_| {
            done.fetch_add(1, Ordering::SeqCst);
            ControlFlow::<()>::Continue(())
        });
        assert!(flow.is_continue());
        let (ahead, held) = most.into_inner().unwrap();
        assert_eq!(ahead, limit);
        // One chunk for each thread, one that is being filled, and what was read ahead of that.
        assert!(held <= (threads + 2) * size + (1 << 16) + 512, "{held} bytes at once");
    }
}

proptest! {
    #[test]
    fn threads_change_nothing(text in odd_text(), size in 1..2000usize, threads in 1..6usize) {
        let chunks = || Chunks::new(input(text.clone()).unwrap()).with_size(size);
        let alone: Vec<Chunk> = chunks().flatten().collect();
        let mut together = Vec::new();
        let flow = in_order(chunks(), threads, Chunk::clone, |chunk| {
            together.push(chunk.unwrap());
            ControlFlow::<()>::Continue(())
        });
        prop_assert!(flow.is_continue());
        prop_assert_eq!(together, alone);
    }
}

/// Says how much has been read.
struct Watched {
    text: Cursor<Vec<u8>>,
    read: Arc<AtomicUsize>,
}

impl Read for Watched {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(room)?;
        self.read.fetch_add(count, Ordering::SeqCst);
        Ok(count)
    }
}
