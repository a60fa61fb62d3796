//! Finds the configs and strategies that the program embeds, and rebuilds it when one of them changes, because `include_dir!`
//! does not report its files to Cargo.

use std::path::Path;

fn main() {
    // In the repository they lie at the top; a package has copies of its own.
    let shipped = if Path::new("configs").is_dir() { "." } else { "../.." };
    // Cargo also scans the files below a folder.
    for folder in ["configs", "strategies"] {
        println!("cargo::rerun-if-changed={shipped}/{folder}");
    }
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    println!("cargo::rustc-env=SHIPPED={root}/{shipped}");
}
