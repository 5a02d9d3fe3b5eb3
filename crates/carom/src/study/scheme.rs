//! Which schemes a study compares: `decoupled`, `decoupled:variant=published,rho_inf=0.9`, `all`.
//!
//! A scheme is an integrator of the catalog with some of its keys; what is not said is as the model file has it, or the default.

use super::StudyError;
use crate::catalog::Group;

/// An integrator with some of its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeChoice {
    /// As the user wrote it; empty for the integrator of the model as it is.
    pub label: String,
    /// The values that choose it, as for `--set`.
    pub set: Vec<(String, String)>,
}

impl SchemeChoice {
    /// The integrator of the model file with its keys.
    pub fn of_model(integrator: &str) -> Self {
        Self { label: integrator.to_owned(), set: Vec::new() }
    }

    /// An integrator with keys, `(KEY, VALUE)`.
    pub fn new(integrator: &str, keys: &[(&str, &str)]) -> Self {
        let mut set = vec![("simulation.integrator".to_owned(), integrator.to_owned())];
        set.extend(keys.iter().map(|(key, value)| (format!("simulation.{key}"), (*value).to_owned())));
        let options: Vec<String> = keys.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let colon = if options.is_empty() { "" } else { ":" };
        Self { label: format!("{integrator}{colon}{}", options.join(",")), set }
    }
}

/// Reads a list of schemes. A comma separates schemes; behind a colon it separates keys, as long as they have a `=`.
pub fn parse_schemes(text: &str) -> Result<Vec<SchemeChoice>, StudyError> {
    let known: Vec<&str> = Group::Integrator.entries().map(|entry| entry.key).collect();
    let mut found: Vec<(&str, Vec<(&str, &str)>)> = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (head, option) = match part.split_once(':') {
            Some((head, option)) => (Some(head.trim()), Some(option.trim())),
            None if part.contains('=') => (None, Some(part)),
            None => (Some(part), None),
        };
        match head {
            Some("all") if option.is_none() => found.extend(known.iter().map(|key| (*key, Vec::new()))),
            Some(key) if known.contains(&key) => found.push((key, Vec::new())),
            Some(key) => {
                let message = format!("unknown scheme `{key}` in `{text}`");
                return Err(StudyError::asked(message, crate::spec::cure(key, &known)));
            }
            None => {}
        }
        if let Some(option) = option {
            let pair = option.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
            let (Some(scheme), Some((key, value))) =
                (found.last_mut(), pair.filter(|(k, v)| !k.is_empty() && !v.is_empty()))
            else {
                let message = format!("`{option}` in `{text}` is not KEY=VALUE of a scheme");
                return Err(StudyError::asked(message, "write SCHEME:KEY=VALUE, such as decoupled:rho_inf=0.9"));
            };
            scheme.1.push((key, value));
        }
    }
    let schemes: Vec<SchemeChoice> = found.iter().map(|(key, keys)| SchemeChoice::new(key, keys)).collect();
    if let Some(twice) = schemes.iter().enumerate().find(|(i, scheme)| schemes[..*i].contains(scheme)) {
        return Err(StudyError::asked(format!("the scheme `{}` is named twice", twice.1.label), "name it once"));
    }
    Ok(schemes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_schemes_and_keys() {
        let schemes = parse_schemes("decoupled:variant=published, rho_inf=0.9,moreau_jean").unwrap();
        assert_eq!(schemes[0].label, "decoupled:variant=published,rho_inf=0.9");
        assert_eq!(schemes[0].set[2], ("simulation.rho_inf".to_owned(), "0.9".to_owned()));
        assert_eq!(schemes[1], SchemeChoice::new("moreau_jean", &[]));
        assert_eq!(parse_schemes("all").unwrap().len(), Group::Integrator.entries().count());
        for bad in ["", "moreau", "decoupled:", "rho_inf=1", "decoupled:rho_inf", "decoupled:=1", "coupled,coupled"] {
            assert!(matches!(parse_schemes(bad), Err(StudyError::Asked { .. })), "{bad}");
        }
    }
}
