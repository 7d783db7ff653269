//! Loops shared among threads of their own, for work that must not wait behind other parallel work.

use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

/// Number of items below which giving them to another thread costs more than it saves.
const LEAST_ITEMS: usize = 1 << 13;
/// Largest number of threads. More would wait for the memory, and each takes megabytes of it.
const MOST_THREADS: usize = 8;

fn thread_count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS))
}

/// Calls `here` on this thread and meanwhile `beside` on a thread of its own, or one after the other if no thread
/// starts.
pub fn both<A: Send, B>(beside: impl Fn() -> A + Sync, here: impl FnOnce() -> B) -> (A, B) {
    std::thread::scope(|scope| {
        let thread = started(scope, &beside);
        let here = here();
        (thread.map_or_else(&beside, joined), here)
    })
}

/// A thread that does this work, or `None` if the system starts none.
fn started<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    if cfg!(feature = "parallel") { std::thread::Builder::new().spawn_scoped(scope, work).ok() } else { None }
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Does work on this thread and as many others as start, up to `others`, and returns all results.
pub fn on_threads<R: Send>(others: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..others).map_while(|_| started(scope, &work)).collect();
        let here = work();
        threads.into_iter().map(joined).chain([here]).collect()
    })
}

/// Calls a function for consecutive ranges that cover `0..count`, each on its own thread, and returns the results in
/// order. A small count is one range.
pub fn map_ranges<R: Send>(count: usize, make: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
    let ranges = ranges(count, thread_count());
    map_each(ranges.len(), |index| make(ranges[index].clone()))
}

/// Calls a function for every index below `count` and returns the results in order. Intended for few items, each of
/// which is worth a thread.
pub fn map_each<R: Send>(count: usize, make: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let left = Mutex::new(0..count);
    let made = on_threads(count.min(thread_count()).saturating_sub(1), || {
        let mut made = Vec::new();
        while let Some(index) = next_of(&left) {
            made.push((index, make(index)));
        }
        made
    });
    let mut made: Vec<(usize, R)> = made.into_iter().flatten().collect();
    made.sort_unstable_by_key(|(index, _)| *index);
    made.into_iter().map(|(_, result)| result).collect()
}

/// Changes every item of a list; `change` is also given its index. Several threads each take a part of the list.
pub fn change_each<T: Send>(items: &mut [T], change: impl Fn(usize, &mut T) + Sync) {
    let ranges = ranges(items.len(), thread_count());
    let others = ranges.len() - 1;
    let mut rest = items;
    let parts = ranges.into_iter().map(|range| {
        let (part, after) = std::mem::take(&mut rest).split_at_mut(range.len());
        rest = after;
        (range.start, part)
    });
    let left = Mutex::new(parts.collect::<Vec<_>>().into_iter());
    on_threads(others, || {
        while let Some((start, part)) = next_of(&left) {
            (start..).zip(part).for_each(|(index, item)| change(index, item));
        }
    });
}

/// The item that the next thread takes.
fn next_of<I: Iterator>(left: &Mutex<I>) -> Option<I::Item> {
    left.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// Consecutive ranges that cover `0..count`, as many as are worth a thread.
fn ranges(count: usize, most: usize) -> Vec<Range<usize>> {
    let parts = (count / LEAST_ITEMS).clamp(1, most.max(1));
    (0..parts).map(|part| count * part / parts..count * (part + 1) / parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_everything_once() {
        assert_eq!(ranges(0, 4), vec![0..0; 1]);
        assert_eq!(ranges(2 * LEAST_ITEMS - 1, 4), vec![0..2 * LEAST_ITEMS - 1; 1]);
        assert_eq!(ranges(30_000, 8), [0..10_000, 10_000..20_000, 20_000..30_000]);
        assert_eq!(ranges(100_000, 2), [0..50_000, 50_000..100_000]);
    }

    #[test]
    fn threads_do_what_one_does() {
        let mut items: Vec<usize> = (0..100_000).map(|i| i * 3).collect();
        change_each(&mut items, |index, item| *item += index);
        assert!(items.iter().enumerate().all(|(index, &item)| item == 4 * index));
        let sums = map_ranges(items.len(), |range| items[range].iter().sum::<usize>());
        assert_eq!(sums.iter().sum::<usize>(), 4 * 99_999 * 50_000);
        assert_eq!(map_ranges(0, |range| range.len()), [0]);
        assert_eq!(map_each(100, |index| index * index), (0..100).map(|index| index * index).collect::<Vec<_>>());
        assert!(map_each(0, |index| index).is_empty());
        assert_eq!(both(|| 1, || 2), (1, 2));
    }

    #[test]
    fn a_panic_on_a_thread_is_passed_on() {
        let caught = std::panic::catch_unwind(|| map_ranges(100_000, |range| assert!(range.contains(&99_999))));
        assert!(caught.is_err() || thread_count() == 1);
    }
}
