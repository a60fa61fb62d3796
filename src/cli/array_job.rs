//! `--shard auto`: the shard that an array job's scheduler assigns to this process.

use super::Failure;
use crate::experiments::Shard;
use std::str::FromStr;

/// The value of `--shard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShardChoice {
    /// The shard itself.
    Is(Shard),
    /// The shard that the scheduler assigns, and the number of shards if it is given.
    Auto(Option<u32>),
}

impl FromStr for ShardChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shard = |text: &str| {
            text.parse()
                .map_err(|expected| format!("expected {expected}, or auto, or auto/N for an array job"))
        };
        match text.strip_prefix("auto") {
            Some("") => Ok(Self::Auto(None)),
            Some(rest) => match rest.strip_prefix('/') {
                Some(of) => shard(&format!("1/{of}")).map(|shard: Shard| Self::Auto(Some(shard.of()))),
                None => shard(text).map(Self::Is),
            },
            None => shard(text).map(Self::Is),
        }
    }
}

/// The environment variables of a scheduler that runs array jobs.
struct Variables {
    scheduler: &'static str,
    index: &'static str,
    /// Number of tasks.
    size: Option<&'static str>,
    /// The first index and the step, if a user can choose them.
    first: Option<&'static str>,
    step: Option<&'static str>,
    /// The last index, where it takes the place of the number of tasks.
    last: Option<&'static str>,
    /// The first index otherwise.
    counts_from: u32,
}

const fn counted(
    scheduler: &'static str,
    index: &'static str,
    size: Option<&'static str>,
    counts_from: u32,
) -> Variables {
    Variables { scheduler, index, size, first: None, step: None, last: None, counts_from }
}

const SCHEDULERS: &[Variables] = &[
    Variables {
        first: Some("SLURM_ARRAY_TASK_MIN"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
        last: Some("SLURM_ARRAY_TASK_MAX"),
        ..counted("Slurm", "SLURM_ARRAY_TASK_ID", Some("SLURM_ARRAY_TASK_COUNT"), 1)
    },
    Variables {
        first: Some("SGE_TASK_FIRST"),
        step: Some("SGE_TASK_STEPSIZE"),
        last: Some("SGE_TASK_LAST"),
        ..counted("Grid Engine", "SGE_TASK_ID", None, 1)
    },
    counted("PBS", "PBS_ARRAY_INDEX", None, 1),
    counted("Kubernetes", "JOB_COMPLETION_INDEX", None, 0),
    counted("AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", Some("AWS_BATCH_JOB_ARRAY_SIZE"), 0),
    counted("Google Batch", "BATCH_TASK_INDEX", Some("BATCH_TASK_COUNT"), 0),
    counted("Cloud Run", "CLOUD_RUN_TASK_INDEX", Some("CLOUD_RUN_TASK_COUNT"), 0),
    counted("GitLab", "CI_NODE_INDEX", Some("CI_NODE_TOTAL"), 1),
    // A workflow sets them from `strategy.job-index` and `strategy.job-total`.
    counted("GitHub", "STRATEGY_JOB_INDEX", Some("STRATEGY_JOB_TOTAL"), 0),
];

impl ShardChoice {
    /// The shard, and a sentence on where it comes from if it is not given.
    pub(crate) fn resolve(
        self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<(Shard, Option<String>), Failure> {
        let refused = |found: String| Failure::Input(format!("--shard auto: {found}"));
        let of = match self {
            Self::Is(shard) => return Ok((shard, None)),
            Self::Auto(Some(of)) => Some(Size { of, from: format!("--shard auto/{of}"), is_chosen: true }),
            // If there are several schedulers, one may know the size of the array and another not.
            Self::Auto(None) => {
                let sizes = SCHEDULERS.iter().filter(|variables| variable(variables.index).is_some());
                let mut sizes =
                    sizes.filter_map(|variables| Some((variables.size?, variable(variables.size?)?)));
                sizes.find_map(|(name, size)| {
                    let of = size.trim().parse().ok()?;
                    Some(Size { of, from: format!("{name}={of}"), is_chosen: false })
                })
            }
        };
        let mut assigned = Vec::new();
        for variables in SCHEDULERS {
            if let Some(shard) = variables.shard(of.as_ref(), &variable).map_err(refused)? {
                assigned.push((shard, format!("{} ({})", variables.index, variables.scheduler)));
            }
        }
        let [(shard, from), more @ ..] = &assigned[..] else {
            let names: Vec<&str> = SCHEDULERS.iter().map(|variables| variables.index).collect();
            let also = if variable("GITHUB_ACTIONS").is_some() {
                "; in a matrix of GitHub set STRATEGY_JOB_INDEX from strategy.job-index, and STRATEGY_JOB_TOTAL from \
                 strategy.job-total"
            } else {
                ""
            };
            return Err(refused(format!(
                "found no variable of an array job, expected one of {}{also}; elsewhere write --shard K/N, in a shell \
                 also with a variable of another scheduler: --shard \"$PBS_ARRAYID/8\"",
                names.join(", ")
            )));
        };
        if let Some((other, also)) = more.iter().find(|(other, _)| other != shard) {
            return Err(refused(format!(
                "found shard {shard} from {from} and {other} from {also}, expected one; write --shard K/N"
            )));
        }
        Ok((*shard, Some(format!("shard {shard}, from {from}"))))
    }
}

/// The number of shards, and where it is written.
struct Size {
    of: u32,
    from: String,
    /// Whether the user chose it, and may play only some of the shards.
    is_chosen: bool,
}

impl Variables {
    /// The shard that this scheduler assigns. `None` if this process is not in an array job.
    fn shard(
        &self,
        asked: Option<&Size>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Shard>, String> {
        let number = |name: &str| match variable(name).as_deref().map(str::trim) {
            // Grid Engine sets it in jobs that are no arrays.
            None | Some("" | "undefined") => Ok(None),
            Some(text) => text
                .parse::<u32>()
                .map(Some)
                .map_err(|_| format!("found {name}={text}, expected a whole number")),
        };
        let optional = |name: Option<&str>| name.map_or(Ok(None), &number);
        let Some(index) = number(self.index)? else { return Ok(None) };
        let first = optional(self.first)?;
        let (last, step) = (optional(self.last)?, optional(self.step)?.unwrap_or(1));
        let (size, is_array) = (optional(self.size)?, format!("the array of {}", self.scheduler));
        // Numbers that a user can choose may be those of some shards.
        let is_part = asked.is_some_and(|asked| asked.is_chosen) && first.is_some();
        let first = first.map_or(self.counts_from, |first| if is_part { first.min(1) } else { first });
        let n_numbers = last.map(|last| last.saturating_sub(first).saturating_add(1));
        if !is_part {
            let again = "to play some of N shards again write --shard auto/N";
            if first > 1 || step != 1 {
                return Err(format!("{is_array} begins at {first} with step {step}, expected 1-N; {again}"));
            }
            if let (Some(size), Some(n_numbers)) = (size, n_numbers)
                && size != n_numbers
            {
                let numbers = format!("{size} tasks with numbers up to {n_numbers}");
                return Err(format!("{is_array} has {numbers}, expected no gaps; {again}"));
            }
        }
        let size = if is_part { None } else { size.or(n_numbers) };
        if let (Some(size), Some(Size { of, from, .. })) = (size, asked)
            && size != *of
        {
            let tasks = if size == 1 { "task" } else { "tasks" };
            return Err(format!("{is_array} has {size} {tasks}, expected {of} as in {from}"));
        }
        let Some(of) = asked.map(|asked| asked.of).or(size) else {
            let set = self.size.map_or_else(String::new, |size| format!("set {size}, or "));
            return Err(format!(
                "{} does not say how many tasks its array has; {set}write --shard auto/N, where N is this number",
                self.scheduler
            ));
        };
        let shard =
            index.checked_sub(first).and_then(|index| Shard::try_from((index.saturating_add(1), of)).ok());
        shard.map(Some).ok_or_else(|| {
            let last = first.saturating_add(of).saturating_sub(1);
            format!("found {}={index}, expected {first} to {last} for {of} shards", self.index)
        })
    }
}

#[cfg(test)]
mod tests;
