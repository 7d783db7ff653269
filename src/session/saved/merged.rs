/// Items of this window, followed by other items that another window has stored, each once. At most `most` items, the
/// newest first.
pub fn merged<T>(
    own: impl IntoIterator<Item = T>,
    stored: impl IntoIterator<Item = T>,
    is_same: impl Fn(&T, &T) -> bool,
    most: usize,
) -> Vec<T> {
    let mut all: Vec<T> = Vec::new();
    for item in own.into_iter().chain(stored) {
        if !all.iter().any(|known| is_same(known, &item)) {
            all.push(item);
        }
    }
    all.truncate(most);
    all
}
