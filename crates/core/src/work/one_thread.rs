//! Stands in for rayon where threads are left out: the same names, one item after the other.

/// Calls both functions, the first one first. The second would run on a thread of its own.
pub fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}

pub fn current_num_threads() -> usize {
    1
}

pub mod prelude {
    pub trait OfSlice<T> {
        fn par_iter(&self) -> std::slice::Iter<'_, T>;
        fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, T>;
        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T>;
        fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T>;
    }

    impl<T> OfSlice<T> for [T] {
        fn par_iter(&self) -> std::slice::Iter<'_, T> {
            self.iter()
        }

        fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, T> {
            self.chunks(size)
        }

        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
            self.iter_mut()
        }

        fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T> {
            self.chunks_mut(size)
        }
    }

    pub trait OfCollection: IntoIterator + Sized {
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<C: IntoIterator> OfCollection for C {}

    pub trait OfVec<T>: Extend<T> {
        fn par_extend(&mut self, items: impl IntoIterator<Item = T>) {
            self.extend(items);
        }
    }

    impl<T> OfVec<T> for Vec<T> {}

    pub trait OfIterator: Iterator + Sized {
        fn map_init<S, R>(
            self,
            init: impl FnOnce() -> S,
            map: impl Fn(&mut S, Self::Item) -> R,
        ) -> impl Iterator<Item = R> {
            let mut state = init();
            self.map(move |item| map(&mut state, item))
        }

        fn for_each_init<S>(self, init: impl FnOnce() -> S, act: impl Fn(&mut S, Self::Item)) {
            let mut state = init();
            self.for_each(|item| act(&mut state, item));
        }

        fn flat_map_iter<I: IntoIterator>(self, map: impl FnMut(Self::Item) -> I) -> impl Iterator<Item = I::Item> {
            self.flat_map(map)
        }

        fn flatten_iter(self) -> impl Iterator<Item = <Self::Item as IntoIterator>::Item>
        where
            Self::Item: IntoIterator,
        {
            self.flatten()
        }

        #[must_use]
        fn with_max_len(self, _most: usize) -> Self {
            self
        }
    }

    impl<I: Iterator> OfIterator for I {}
}
