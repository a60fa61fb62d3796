//! The review of differences from the lock file: which configs have some, and the acceptance of their results.

use super::{Checked, text};
use crate::report::write::WriteError;

/// A config whose results are not as in its lock file.
pub struct Difference {
    /// The index of the config.
    pub config: usize,
    /// What differs, for people.
    pub text: String,
    /// The changes that restore the locked rules: `cards.ten.damage 9 → 10`.
    pub locked: Vec<String>,
}

impl Checked<'_> {
    /// The configs whose results are not as in their lock files, or not in them.
    #[must_use]
    pub fn differences(&self) -> Vec<Difference> {
        let configs = self.configs.iter().zip(&self.statuses);
        let is_open = |(config, _): &(&super::ConfigCheck, &super::LockStatus)| config.counts.is_some();
        let differs = |(config, status): &(&super::ConfigCheck, &super::LockStatus)| {
            status.is_outdated() || self.check.lock.entry(config).is_none()
        };
        let difference = |(config, status): (&super::ConfigCheck, &super::LockStatus)| {
            let file = self.check.lock.file(config);
            let sentence = match self.check.lock.entry(config) {
                None => format!("{} is not in {file}", config.argument),
                Some(_) => status.sentence(&file, &config.argument),
            };
            // Other games are compared, too: it is what would be accepted.
            let own = status.differences().cloned();
            let found = own.or_else(|| self.check.lock.differences(config));
            let settings = found.as_ref().and_then(|all| all.settings.as_deref()).unwrap_or_default();
            Difference {
                config: config.index,
                text: format!(
                    "{sentence}\n{}",
                    text::differences(status, found.as_ref(), self.check.options.verbose)
                ),
                locked: settings
                    .iter()
                    .map(|change| format!("{} {} → {}", change.key, change.new, change.old))
                    .collect(),
            }
        };
        configs.filter(is_open).filter(differs).map(difference).collect()
    }

    /// Writes the results of these configs to their lock files.
    ///
    /// # Errors
    /// A lock file cannot be written.
    pub fn accept(&mut self, accepted: &[usize]) -> Result<(), WriteError> {
        let configs: Vec<_> = self.configs.iter().filter(|config| accepted.contains(&config.index)).collect();
        let statuses = self.check.lock.update(&configs, false)?;
        for (index, status) in configs.iter().map(|config| config.index).zip(statuses).collect::<Vec<_>>() {
            self.statuses[index] = status;
        }
        Ok(())
    }
}
