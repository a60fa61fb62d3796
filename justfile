# What CI runs.
check:
    .ci/run

# Rewrite golden transcripts, generated docs and the README's numbers; the diff is the review.
bless:
    BLESS=1 cargo test --no-fail-fast
    BLESS=1 cargo test --test it -- --ignored

# Games and decisions per second; benches/README.md explains the table.
bench:
    cargo bench --locked --bench speed

# Measure games, statistics, strategies and searches against their goals.
goals:
    cargo bench --locked --bench games

# Coverage of all intervals and false alarms of all tests (a quarter of an hour on two cores).
audit:
    cargo bench --locked --bench audit

# Shards on a real Slurm, which it starts (needs root and Debian's slurm-wlm).
slurm:
    cargo build --release --locked
    sh tests/slurm.sh

# The page that needs no server, under target/site.
site:
    .ci/site

# Format everything.
fmt:
    cargo fmt
