//! Game trees: laws that hold whatever is built and edited, refusals, and how large they may be.

mod build;
mod laws;
mod refusals;
mod size;
mod tags;
