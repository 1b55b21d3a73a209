//! Writing behind what is there, so that what is there stays whole.

use std::fs::File;
use std::io::{self, Write as _};

use super::Proven;
use super::format::{MOST_RECORDS, block};

/// What blocks are written to: a file, or something that fails as disks do.
pub(crate) trait Storage {
    /// Writes at the end. If it fails, some of the bytes may be there.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Leaves only the first bytes.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// Returns when everything is safe.
    fn sync(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Why nothing was written.
#[derive(Debug)]
pub(crate) enum AppendError {
    /// The storage refused.
    Io(io::Error),
    /// It refused earlier, and nobody knows what it holds.
    Failed,
}

/// Appends blocks.
#[derive(Debug)]
pub(crate) struct Appender<S> {
    storage: S,
    /// Where the next block begins.
    end: u64,
    is_synced: bool,
    has_failed: bool,
}

impl<S: Storage> Appender<S> {
    /// For a storage that holds `end` bytes, all of them safe.
    pub(crate) fn new(storage: S, end: u64) -> Appender<S> {
        Appender { storage, end, is_synced: true, has_failed: false }
    }

    /// Writes blocks of records. If that fails, those that are whole stay.
    pub(crate) fn append(&mut self, proven: &[Proven]) -> Result<(), AppendError> {
        for records in proven.chunks(MOST_RECORDS) {
            // Only the last block may be torn by a crash.
            self.sync()?;
            let block = block(self.end, records);
            self.is_synced = false;
            if let Err(error) = self.storage.write(&block) {
                self.has_failed = self.storage.cut(self.end).is_err();
                return Err(AppendError::Io(error));
            }
            self.end += block.len() as u64;
        }
        Ok(())
    }

    /// Returns when all blocks are safe. After a failure nobody knows which are: some systems forget what they could
    /// not write.
    pub(crate) fn sync(&mut self) -> Result<(), AppendError> {
        if self.has_failed {
            return Err(AppendError::Failed);
        }
        if !self.is_synced {
            self.storage.sync().map_err(|error| {
                self.has_failed = true;
                AppendError::Io(error)
            })?;
            self.is_synced = true;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::format::{header, read};
    use crate::{Journal, Outcome};

    /// A disk with so much room.
    struct Disk {
        bytes: Vec<u8>,
        room: usize,
        can_cut: bool,
        can_sync: bool,
        /// How many bytes were there when it was last synced.
        synced: usize,
    }

    impl Storage for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
            assert_eq!(self.synced, self.bytes.len(), "the block before is safe");
            let fits = bytes.len().min(self.room - self.bytes.len());
            self.bytes.extend(&bytes[..fits]);
            if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }

        fn cut(&mut self, length: u64) -> io::Result<()> {
            if !self.can_cut {
                return Err(io::ErrorKind::Other.into());
            }
            self.bytes.truncate(length as usize);
            Ok(())
        }

        fn sync(&mut self) -> io::Result<()> {
            self.synced = self.bytes.len();
            if self.can_sync { Ok(()) } else { Err(io::ErrorKind::Other.into()) }
        }
    }

    fn disk(room: usize) -> Appender<Disk> {
        let bytes = header("test").expect("it is short");
        let end = bytes.len();
        let room = end + room;
        Appender::new(Disk { bytes, room, can_cut: true, can_sync: true, synced: end }, end as u64)
    }

    fn proven(keys: std::ops::Range<u128>) -> Vec<Proven> {
        keys.map(|key| Proven { key, outcome: Outcome::DRAW, cost: 9 }).collect()
    }

    /// Two records are a block of 48 bytes.
    const BLOCK: usize = 48;

    #[test]
    fn a_full_disk_leaves_what_was_there_and_takes_more_when_there_is_room() {
        for room in BLOCK..2 * BLOCK {
            let mut appender = disk(room);
            appender.append(&proven(0..2)).expect("there is room for the first block");
            let error = appender.append(&proven(2..4)).expect_err("not for the second");
            assert!(
                matches!(error, AppendError::Io(error) if error.kind() == io::ErrorKind::StorageFull)
            );
            assert_eq!(read(&appender.storage.bytes, "test").expect("whole").proven, proven(0..2));
            assert_eq!(appender.end, appender.storage.bytes.len() as u64, "the rest is cut off");
            appender.storage.room += BLOCK;
            appender.append(&proven(4..6)).expect("there is room now");
            let both = [proven(0..2), proven(4..6)].concat();
            assert_eq!(read(&appender.storage.bytes, "test").expect("whole").proven, both);
        }
    }

    #[test]
    fn what_can_not_be_cut_off_is_not_written_behind() {
        let mut appender = disk(BLOCK + 20);
        appender.storage.can_cut = false;
        appender.append(&proven(0..2)).expect("there is room for the first block");
        appender.append(&proven(2..4)).expect_err("not for the second");
        appender.storage.room += BLOCK;
        assert!(matches!(appender.append(&proven(4..6)), Err(AppendError::Failed)));
        let (records, cut) = Journal::from_bytes(&appender.storage.bytes, "test").expect("torn");
        assert_eq!((records, cut.map(|cut| cut.removed)), (proven(0..2), Some(20)));
    }

    #[test]
    fn after_a_failed_sync_nothing_is_written() {
        let mut appender = disk(10 * BLOCK);
        appender.append(&proven(0..2)).expect("there is room");
        appender.storage.can_sync = false;
        assert!(matches!(appender.sync(), Err(AppendError::Io(_))));
        appender.storage.can_sync = true;
        assert!(matches!(appender.sync(), Err(AppendError::Failed)));
        assert!(matches!(appender.append(&proven(2..4)), Err(AppendError::Failed)));
    }

    #[test]
    fn many_records_are_several_blocks_each_begun_when_the_one_before_is_safe() {
        let mut appender = disk(usize::MAX / 2);
        let many = proven(0..2 * MOST_RECORDS as u128 + 5);
        appender.append(&many).expect("there is room");
        assert!(read(&appender.storage.bytes, "test").expect("whole").proven == many);
    }
}
