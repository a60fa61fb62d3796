//! Rebuilds the program when a printed rule set, a house rule or a shipped strategy changes. They are inside
//! the binary, and `include_dir!` does not report its files to Cargo.

fn main() {
    // Cargo scans the files below a folder, too.
    for folder in ["configs", "strategies"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
