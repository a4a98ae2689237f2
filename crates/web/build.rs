//! Cargo notices changes of embedded files, but not files that are new in the folder of the page.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
