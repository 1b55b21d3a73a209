//! The memory of a table: lines of atomic words, zeroed, in large pages where the system has them.
#![allow(
    unsafe_code,
    reason = "no safe way leads to a large zeroed allocation of atomics, or to a prefetch"
)]

use memmap2::MmapMut;
use portable_atomic::AtomicU128;

/// Entries in a line.
pub(super) const ENTRIES: usize = 4;

/// From so many bytes on, large pages pay.
#[cfg(target_os = "linux")]
const LARGE: usize = 32 << 20;

/// As much as the processor fetches at once.
#[repr(align(64))]
pub(super) struct Line(pub(super) [AtomicU128; ENTRIES]);

/// Lines that all threads read and write.
pub(super) struct Lines {
    /// Only its address and length are used, never its bytes.
    map: MmapMut,
    count: usize,
}

impl Lines {
    /// So many lines, all zero; `None` if the system doesn't have the memory. It hands it out where it is first touched,
    /// so that a large table costs only what is used of it.
    pub(super) fn new(count: usize) -> Option<Lines> {
        let map = MmapMut::map_anon(count.checked_mul(size_of::<Line>())?).ok()?;
        // Random access to many small pages costs more than the access; where there are no large ones, it has to.
        // A small table had rather touch a few small pages than zero all of the large ones.
        #[cfg(target_os = "linux")]
        if map.len() >= LARGE {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Lines { map, count })
    }

    #[inline]
    pub(super) fn get(&self) -> &[Line] {
        #[allow(clippy::cast_ptr_alignment, reason = "pages are aligned to more")]
        let start = self.map.as_ptr().cast::<Line>();
        // SAFETY: the map has room for `count` lines and lives as long as `self`; it begins at a page, so it is aligned;
        // a line is atomic integers alone, for which any bytes are a value; and nobody else looks at the bytes.
        unsafe { std::slice::from_raw_parts(start, self.count) }
    }
}

/// Asks for memory to be there soon.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint that changes nothing but the speed.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(
            std::ptr::from_ref(place).cast(),
        );
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
