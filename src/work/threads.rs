//! Loops shared among threads of their own, for work that must not wait behind other parallel work.

use std::ops::Range;
use std::sync::OnceLock;

/// Fewer items are not worth giving to another thread.
const LEAST_ITEMS: usize = 1 << 13;
/// More threads wait for the memory, and each takes megabytes of it.
const MOST_THREADS: usize = 8;

fn thread_count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS))
}

/// Calls a function for consecutive ranges that cover `0..count`, each on its own thread, and returns the results in
/// order. A small count is one range.
pub fn map_ranges<R: Send>(count: usize, make: impl Fn(Range<usize>) -> R + Sync) -> Vec<R> {
    let ranges = ranges(count, thread_count());
    let Some((last, others)) = ranges.split_last() else { return Vec::new() };
    std::thread::scope(|scope| {
        let make = &make;
        let threads: Vec<_> = others.iter().map(|range| scope.spawn(move || make(range.clone()))).collect();
        let of_last = make(last.clone());
        let joined = threads.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.chain([of_last]).collect()
    })
}

/// Changes every item of a list; `change` is also given its index. Several threads each take a part of the list.
pub fn change_each<T: Send>(items: &mut [T], change: impl Fn(usize, &mut T) + Sync) {
    let change_part = |start: usize, part: &mut [T]| {
        (start..).zip(part).for_each(|(index, item)| change(index, item));
    };
    let ranges = ranges(items.len(), thread_count());
    std::thread::scope(|scope| {
        let (mut left, change_part) = (items, &change_part);
        for range in ranges {
            let (part, rest) = left.split_at_mut(range.len());
            left = rest;
            if left.is_empty() {
                change_part(range.start, part);
            } else {
                scope.spawn(move || change_part(range.start, part));
            }
        }
    });
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
    }

    #[test]
    fn a_panic_on_a_thread_is_passed_on() {
        let caught = std::panic::catch_unwind(|| map_ranges(100_000, |range| assert!(range.contains(&99_999))));
        assert!(caught.is_err() || thread_count() == 1);
    }
}
