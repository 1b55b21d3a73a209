//! What holds of all notations: laws, tables of expectations, and agreement with shakmaty.
#![allow(missing_docs, reason = "tests explain themselves")]

mod epd;
mod fen;
mod games;
mod garbage;
mod openings;
mod oracle;
mod pgn;
mod pgn_input;
mod san;
mod uci;
