//! "Did you mean": the nearest known name, by its meaning or by its letters.

use super::synonyms;

/// The known name nearest to a misspelt one, if it is near enough to be meant.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if let Some(meant) = synonyms::known(name, known) {
        return Some(meant);
    }
    let distance = |k: &str| strsim::damerau_levenshtein(&name.to_lowercase(), &k.to_lowercase());
    let best = known.iter().copied().min_by_key(|k| distance(k))?;
    let limit = (name.chars().count() / 3).max(1) + 1;
    let prefix = name.len() >= 3 && (best.starts_with(name) || name.starts_with(best));
    (distance(best) <= limit || prefix).then_some(best)
}

/// What to do about an unknown name: the nearest known one, or the list of all.
pub fn cure(name: &str, known: &[&str]) -> String {
    if name.contains('*') {
        return "`*` stands for several names in `bodies` and `against` of a collision only: name one here".to_owned();
    }
    match (nearest(name, known), known) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, []) => "the model defines none".to_owned(),
        (None, _) => format!("known: `{}`", known.join("`, `")),
    }
}
