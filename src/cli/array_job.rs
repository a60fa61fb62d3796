//! `--shard auto/N`: the shard that Slurm or Kubernetes assigns to this task of an array.

use super::Failure;
use crate::experiments::Shard;
use std::str::FromStr;

/// The value of `--shard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShardChoice {
    /// The shard itself.
    Is(Shard),
    /// The shard that the scheduler assigns, of this many.
    Auto(u32),
}

/// Each scheduler's variable with the number of the task, and the first number.
const SCHEDULERS: [(&str, u32); 2] = [("SLURM_ARRAY_TASK_ID", 1), ("JOB_COMPLETION_INDEX", 0)];

impl FromStr for ShardChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shard = |text: &str| -> Result<Shard, String> {
            text.parse().map_err(|expected| format!("expected {expected}, or auto/N in an array job"))
        };
        match text.strip_prefix("auto") {
            Some(rest) => shard(&format!("1{rest}")).map(|shard| Self::Auto(shard.of())),
            None => shard(text).map(Self::Is),
        }
    }
}

impl ShardChoice {
    /// The shard, and a sentence on where it comes from if it is not given.
    ///
    /// # Errors
    /// This process is no task of an array, or the array has other numbers.
    pub(crate) fn resolve(
        self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<(Shard, Option<String>), Failure> {
        let of = match self {
            Self::Is(shard) => return Ok((shard, None)),
            Self::Auto(of) => of,
        };
        let refused = |found: String| Failure::Input(format!("--shard auto/{of}: {found}"));
        let known = SCHEDULERS.iter().find_map(|(name, first)| Some((name, first, variable(name)?)));
        let Some((name, first, index)) = known else {
            let [(slurm, _), (kubernetes, _)] = SCHEDULERS;
            let expected = format!("expected {slurm} or {kubernetes}; elsewhere write --shard K/{of}");
            return Err(refused(format!("found no number of a task, {expected}")));
        };
        let number =
            index.trim().parse().ok().and_then(|index: u32| index.checked_sub(*first)?.checked_add(1));
        let shard = number.and_then(|number| Shard::try_from((number, of)).ok());
        let last = first + of - 1;
        let shard =
            shard.ok_or_else(|| refused(format!("found {name}={index}, expected {first} to {last}")))?;
        Ok((shard, Some(format!("shard {shard}, from {name}"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_plays_the_shard_of_its_number() {
        let resolved = |text: &str, name: &'static str, value: &'static str| {
            let choice: ShardChoice = text.parse().expect("a choice");
            let found = choice.resolve(|asked| (asked == name).then(|| value.to_owned()));
            found.map(|(shard, _)| shard.to_string()).map_err(|failure| failure.message().to_owned())
        };
        assert_eq!(resolved("auto/8", "SLURM_ARRAY_TASK_ID", "3"), Ok("3/8".into()));
        assert_eq!(resolved("auto/8", "JOB_COMPLETION_INDEX", "7"), Ok("8/8".into()));
        assert_eq!(resolved("2/8", "", ""), Ok("2/8".into()));
        for (name, value) in [("SLURM_ARRAY_TASK_ID", "0"), ("JOB_COMPLETION_INDEX", "8"), ("X", "1")] {
            assert!(resolved("auto/8", name, value).is_err(), "{name}={value}");
        }
        assert!(["auto", "auto/0", "autos/3", "0/8"].iter().all(|text| ShardChoice::from_str(text).is_err()));
    }
}
