use super::*;

fn auto(text: &str, environment: &[(&str, &str)]) -> Result<String, String> {
    let variable =
        |name: &str| environment.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned());
    let choice: ShardChoice = text.parse()?;
    choice
        .resolve(variable)
        .map(|(shard, _)| shard.to_string())
        .map_err(|failure| failure.message().to_owned())
}

#[test]
fn every_scheduler_assigns_its_first_and_last_shard() {
    let slurm =
        [("SLURM_ARRAY_TASK_COUNT", "8"), ("SLURM_ARRAY_TASK_MIN", "0"), ("SLURM_ARRAY_TASK_MAX", "7")];
    let grid = [("SGE_TASK_FIRST", "1"), ("SGE_TASK_LAST", "8"), ("SGE_TASK_STEPSIZE", "1")];
    for (choice, index, first, others) in [
        ("auto", "SLURM_ARRAY_TASK_ID", 0, &slurm[..]),
        ("auto", "SGE_TASK_ID", 1, &grid),
        ("auto/8", "PBS_ARRAY_INDEX", 1, &[]),
        ("auto/8", "JOB_COMPLETION_INDEX", 0, &[]),
        ("auto", "AWS_BATCH_JOB_ARRAY_INDEX", 0, &[("AWS_BATCH_JOB_ARRAY_SIZE", "8")]),
        ("auto/8", "AWS_BATCH_JOB_ARRAY_INDEX", 0, &[]),
        ("auto", "BATCH_TASK_INDEX", 0, &[("BATCH_TASK_COUNT", "8")]),
        ("auto", "CLOUD_RUN_TASK_INDEX", 0, &[("CLOUD_RUN_TASK_COUNT", "8")]),
        ("auto", "CI_NODE_INDEX", 1, &[("CI_NODE_TOTAL", "8")]),
        ("auto", "STRATEGY_JOB_INDEX", 0, &[("STRATEGY_JOB_TOTAL", "8")]),
    ] {
        for (offset, shard) in [(0, "1/8"), (7, "8/8")] {
            let at = (first + offset).to_string();
            let environment = [&[(index, at.as_str())], others].concat();
            assert_eq!(auto(choice, &environment).as_deref(), Ok(shard), "{environment:?}");
        }
        let after = (first + 8).to_string();
        assert!(auto(choice, &[&[(index, after.as_str())], others].concat()).is_err(), "{index}");
    }
}

#[test]
fn contradictions_are_rejected() {
    let gitlab = [("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "4")];
    for (choice, environment, part) in [
        ("auto", &[][..], "found no variable of an array job"),
        ("auto", &[("SGE_TASK_ID", "undefined")], "found no variable of an array job"),
        ("auto", &[("PBS_ARRAY_INDEX", "3")], "write --shard auto/N"),
        ("auto", &[("GITHUB_ACTIONS", "true")], "set STRATEGY_JOB_INDEX from strategy.job-index"),
        ("auto", &[("STRATEGY_JOB_INDEX", "3")], "set STRATEGY_JOB_TOTAL, or write --shard auto/N"),
        ("auto/9", &gitlab, "has 4 tasks, expected 9 as in --shard auto/9"),
        (
            "auto",
            &[gitlab[0], gitlab[1], ("STRATEGY_JOB_INDEX", "1"), ("STRATEGY_JOB_TOTAL", "1")],
            "GitHub has 1 task, expected 4 as in CI_NODE_TOTAL=4",
        ),
        ("auto", &[gitlab[0], gitlab[1], ("JOB_COMPLETION_INDEX", "x")], "JOB_COMPLETION_INDEX=x"),
        (
            "auto/4",
            &[gitlab[0], gitlab[1], ("JOB_COMPLETION_INDEX", "2")],
            "found shard 3/4 from JOB_COMPLETION_INDEX (Kubernetes) and 2/4 from CI_NODE_INDEX (GitLab)",
        ),
        ("auto", &[("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_MIN", "3")], "write --shard auto/N"),
        (
            "auto",
            &[
                ("SLURM_ARRAY_TASK_ID", "1"),
                ("SLURM_ARRAY_TASK_COUNT", "2"),
                ("SLURM_ARRAY_TASK_MIN", "1"),
                ("SLURM_ARRAY_TASK_MAX", "5"),
            ],
            "2 tasks with numbers up to 5",
        ),
        (
            "auto/8",
            &[("SGE_TASK_ID", "9"), ("SGE_TASK_FIRST", "7"), ("SGE_TASK_LAST", "9")],
            "expected 1 to 8",
        ),
        ("auto/0", &[], "expected K/N"),
        ("automatic", &[], "expected K/N"),
    ] {
        let error = auto(choice, environment).expect_err(part);
        assert!(error.contains(part), "{part} is not in {error}");
    }
    let both = [gitlab[0], gitlab[1], ("STRATEGY_JOB_INDEX", "1"), ("STRATEGY_JOB_TOTAL", "4")];
    assert_eq!(auto("auto", &both).as_deref(), Ok("2/4"), "two schedulers that agree");
}

#[test]
fn some_shards_can_be_played_again() {
    let slurm = |id, first, last, count| {
        let all = [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", first),
            ("SLURM_ARRAY_TASK_MAX", last),
            ("SLURM_ARRAY_TASK_COUNT", count),
        ];
        auto("auto/8", &all)
    };
    assert_eq!(slurm("3", "3", "3", "1").as_deref(), Ok("3/8"), "--array=3");
    assert_eq!(slurm("5", "1", "5", "2").as_deref(), Ok("5/8"), "--array=1,5");
    assert_eq!(slurm("5", "0", "5", "2").as_deref(), Ok("6/8"), "--array=0,5 counts from 0");
    let grid =
        [("SGE_TASK_ID", "7"), ("SGE_TASK_FIRST", "3"), ("SGE_TASK_LAST", "7"), ("SGE_TASK_STEPSIZE", "2")];
    assert_eq!(auto("auto/8", &grid).as_deref(), Ok("7/8"), "-t 3-7:2");
}
