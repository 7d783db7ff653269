/// What this window has, then what else another one has stored, each once. `most` is how many, the newest first.
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
