//! Endgame tables: what it takes to build them, how large they are, how fast they are asked, and what it takes to follow a
//! position.
//!
//! No crate builds tables, so building has no peer here. Reading has: shakmaty-syzygy, on Syzygy's tables of the same
//! positions.

mod build;
mod follow;
mod memory;
mod probe;
mod size;

use anyhow::{Context as _, Result};

use crate::data::{ABSENT, Data};
use crate::syzygy;

/// The folder of Syzygy's tables.
const FOLDER: &str = "syzygy";

pub(super) fn run() -> Result<()> {
    let data = Data::find()?.context(ABSENT)?;
    memory::run()?;
    build::run()?;
    size::closures()?;
    let made = size::run(&data)?;
    probe::run(&made.tables, &syzygy::open(&data.path(FOLDER))?)?;
    follow::run()
}
