//! The README's commands are run, and what it shows is what they print.

#[test]
fn the_readme_shows_what_the_program_says() {
    trycmd::TestCases::new().case("README.md");
}
