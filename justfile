# What CI runs.
check:
    .ci/run

# Rewrite golden transcripts, generated docs and the README's numbers; the diff is the review.
bless:
    BLESS=1 TRYCMD=overwrite cargo test --no-fail-fast

# Measure games against the floor of their random draws.
bench:
    cargo bench --bench games

# Format everything.
fmt:
    cargo fmt
