//! A part that is written and waits for its file.

use super::write::Symbols;
use crate::packed::{Form, Model, RawWriter, Stream, Trainer};

/// The bytes of a part, several times smaller than what it was made from: so that can go before there is a file.
pub struct Written {
    pub(super) stream: Stream,
    /// The dictionary if it needs one.
    pub(super) model: Option<Model>,
    pub(super) body: Vec<u8>,
}

impl Written {
    /// As [`NewForm::Large`](super::NewForm::Large).
    pub fn large(symbols: &Symbols<'_>) -> Written {
        let mut trainer = Trainer::new();
        trainer.add(&*symbols.runs);
        let (model, (stream, body)) = match trainer.finish() {
            Some(encoder) => (Some(encoder.model().clone()), encoder.encode(&*symbols.runs)),
            None => (None, constant(symbols)),
        };
        Written { stream: symbols.checked(stream), model, body }
    }

    /// As [`NewForm::Raw`](super::NewForm::Raw).
    ///
    /// # Panics
    /// Never: memory takes what is written.
    pub fn raw(symbols: &Symbols<'_>) -> Written {
        let mut body = vec![];
        let mut writer = RawWriter::new(&mut body, symbols.highest);
        (symbols.runs)(&mut |symbol, count| {
            writer.push(symbol, count).expect("memory takes what is written");
        });
        let stream = writer.finish().expect("memory takes what is written");
        Written { stream: symbols.checked(stream), model: None, body }
    }
}

/// The stream of symbols that are all the same.
fn constant(symbols: &Symbols<'_>) -> (Stream, Vec<u8>) {
    let mut first = 0;
    (symbols.runs)(&mut |symbol, _| first = symbol);
    (Stream { length: symbols.length, form: Form::Constant(first), swap: None }, vec![])
}

impl Symbols<'_> {
    /// The stream in which they were written.
    pub(super) fn checked(&self, stream: Stream) -> Stream {
        assert_eq!(stream.length, self.length, "there are as many symbols as was said");
        Stream { swap: self.swap, ..stream }
    }
}
