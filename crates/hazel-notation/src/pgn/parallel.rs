//! Chunks worked on by many threads, with results in the order of the file.
//!
//! Each thread takes the next chunk when it is free, under a lock under which the text is read, decompressed and cut as
//! well. That is a small part of the work, so the lock is rarely contended, and it spares a thread that would only read.
//! Results wait in a queue until those before them have been taken. The queue is short: threads that are too far ahead
//! wait, so that memory is bounded even if one chunk or the caller is slow.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::input::InputError;
use super::split::{Chunk, Chunks};

/// Does the work on each chunk and hands the results to `take`, in order and on the caller's thread.
///
/// Errors of the input come in their order too. With one thread (or none) everything happens on the caller's; with more,
/// that many are made for the work. At most twice as many chunks and two more are taken from the input but not yet taken
/// by `take`. If `take` breaks, no more chunks are begun, and what it broke with is returned.
///
/// # Panics
///
/// If `work` or `take` does, with the same payload.
pub fn in_order<T: Send, B>(
    mut chunks: Chunks,
    threads: usize,
    work: impl Fn(&Chunk) -> T + Sync,
    mut take: impl FnMut(Result<T, InputError>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if threads > 1 {
        return in_parallel(chunks, threads, &work, take);
    }
    while let Some(item) = chunks.next() {
        take(item.map(|chunk| {
            let result = work(&chunk);
            chunks.recycle(chunk);
            result
        }))?;
    }
    ControlFlow::Continue(())
}

fn in_parallel<T: Send, B>(
    chunks: Chunks,
    threads: usize,
    work: &(impl Fn(&Chunk) -> T + Sync),
    mut take: impl FnMut(Result<T, InputError>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let source = Mutex::new(Source { chunks, begun: 0 });
    let queue = Queue::new(threads);
    thread::scope(|scope| {
        // Whatever happens here, the threads must hear of it, for the scope waits for them.
        let caller = Leaving { queue: &queue, caller: true };
        let workers: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| work_on(&source, &queue, work))).collect();
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue()
            && let Some(result) = queue.wait_for_next()
        {
            flow = take(result);
            queue.taken();
        }
        drop(caller);
        for worker in workers {
            if let Err(payload) = worker.join() {
                resume_unwind(payload);
            }
        }
        flow
    })
}

fn work_on<T>(source: &Mutex<Source>, queue: &Queue<T>, work: &impl Fn(&Chunk) -> T) {
    let _worker = Leaving { queue, caller: false };
    let mut used = None;
    loop {
        let (number, item) = {
            let mut source = locked(source);
            if let Some(chunk) = used.take() {
                source.chunks.recycle(chunk);
            }
            // Those who wait for the lock meanwhile would only have to wait here as well.
            if !queue.wait_for_room(source.begun) {
                return;
            }
            let Some(item) = source.chunks.next() else { return };
            source.begun += 1;
            (source.begun - 1, item)
        };
        let result = item.map(|chunk| {
            let result = work(&chunk);
            used = Some(chunk);
            result
        });
        queue.put(number, result);
    }
}

/// Where the work comes from.
struct Source {
    chunks: Chunks,
    /// How many items have been taken from there.
    begun: usize,
}

/// Where the results go.
struct Queue<T> {
    state: Mutex<State<T>>,
    /// How many items may be begun but not taken.
    limit: usize,
    /// Signals to the caller that a result has arrived or a thread has ended.
    arrived: Condvar,
    /// Signals to the threads that a result has been taken or that they should stop.
    room: Condvar,
}

struct State<T> {
    /// The results from number `taken` on, those that are missing as `None`.
    results: VecDeque<Option<Result<T, InputError>>>,
    taken: usize,
    running: usize,
    stopped: bool,
}

impl<T> Queue<T> {
    fn new(threads: usize) -> Queue<T> {
        let state = State { results: VecDeque::new(), taken: 0, running: threads, stopped: false };
        Queue {
            state: Mutex::new(state),
            limit: 2 * threads + 2,
            arrived: Condvar::new(),
            room: Condvar::new(),
        }
    }

    /// Waits until this item may be begun. `false` if it won't be needed.
    fn wait_for_room(&self, number: usize) -> bool {
        let state = self.room.wait_while(locked(&self.state), |state| {
            !state.stopped && number >= state.taken + self.limit
        });
        !state.unwrap_or_else(PoisonError::into_inner).stopped
    }

    fn put(&self, number: usize, result: Result<T, InputError>) {
        let mut state = locked(&self.state);
        let place = number - state.taken;
        if state.results.len() <= place {
            state.results.resize_with(place + 1, || None);
        }
        if let Some(slot) = state.results.get_mut(place) {
            *slot = Some(result);
        }
        self.arrived.notify_one();
    }

    /// Waits for the result that comes next. `None` if there won't be any.
    fn wait_for_next(&self) -> Option<Result<T, InputError>> {
        let state = self.arrived.wait_while(locked(&self.state), |state| {
            state.running > 0 && !matches!(state.results.front(), Some(Some(_)))
        });
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.results.front_mut()?.take()
    }

    /// The caller is done with the result that it waited for.
    fn taken(&self) {
        let mut state = locked(&self.state);
        state.results.pop_front();
        state.taken += 1;
        self.room.notify_all();
    }
}

/// Tells the others when a thread or the caller is done, be it by panicking.
struct Leaving<'a, T> {
    queue: &'a Queue<T>,
    caller: bool,
}

impl<T> Drop for Leaving<'_, T> {
    fn drop(&mut self) {
        let mut state = locked(&self.queue.state);
        if self.caller {
            state.stopped = true;
        } else {
            state.running -= 1;
            state.stopped |= thread::panicking();
        }
        self.queue.arrived.notify_one();
        self.queue.room.notify_all();
    }
}

/// A panic elsewhere is passed on when its thread is joined; it leaves nothing behind the lock half done.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
