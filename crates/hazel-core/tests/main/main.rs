//! Tests of the chess core against published numbers, an outside program (shakmaty) and laws.

mod laws;
mod legality;
mod oracle;
mod perft;
mod walk;
