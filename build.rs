//! Rebuilds the program when an embedded config or strategy changes, because `include_dir!` does not report
//! its files to Cargo.

fn main() {
    // Cargo also scans the files below a folder.
    for folder in ["configs", "strategies"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
