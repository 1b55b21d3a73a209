//! Engines that behave, and above all engines that don't.

mod comparing;
mod conversation;
#[cfg(unix)]
mod faults;
mod scripted;
