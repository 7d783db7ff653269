use crate::panes::Scene;
use std::sync::Arc;

/// Scenes in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    /// Title of a few words. May be empty.
    pub title: String,
    /// Scenes, all with different ids.
    pub scenes: Vec<Arc<Scene>>,
}

impl PartialEq for Talk {
    /// Compares talks. Shared scenes are not compared again, because this runs in every frame.
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Arc<Scene>, &Arc<Scene>)| Arc::ptr_eq(a, b) || a == b;
        let scenes = || self.scenes.iter().zip(&other.scenes);
        self.title == other.title && self.scenes.len() == other.scenes.len() && scenes().all(same)
    }
}

impl Talk {
    /// The scene with this id.
    pub fn find(&self, id: &str) -> Option<&Arc<Scene>> {
        self.scenes.iter().find(|scene| scene.id == id)
    }

    /// An id similar to `wanted` that no scene has yet: in lowercase letters, digits and hyphens.
    pub fn unused_id(&self, wanted: &str) -> String {
        let slug = slug(wanted);
        let numbered = (2..).map(|number| format!("{slug}-{number}"));
        std::iter::once(slug.clone()).chain(numbered).find(|id| self.find(id).is_none()).unwrap_or(slug)
    }
}

/// Text as lowercase letters, digits and single hyphens. Never empty.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            'a'..='z' | '0'..='9' => slug.push(letter),
            _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "scene".to_owned() } else { slug.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_plain_and_differ() {
        assert_eq!(slug("The elbow, at 120°"), "the-elbow-at-120");
        assert_eq!(slug("  Ärmel!  "), "rmel");
        assert_eq!(slug("°°°"), "scene");
        let scene = Arc::clone(Scene::find("kavan-fig-4").unwrap());
        let talk = Talk { title: String::new(), scenes: vec![scene] };
        assert_eq!(talk.unused_id("Kavan fig 4"), "kavan-fig-4-2");
        assert_eq!(talk.unused_id("Knee"), "knee");
    }
}
