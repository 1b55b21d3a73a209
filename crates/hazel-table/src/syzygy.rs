//! Syzygy's tables, made by others: a source of children where our own are missing, and an oracle for those we have.
//!
//! Who has Syzygy's files of up to seven men need not build what they answer, and whoever doubts one of our tables can
//! compare every position with them. They are read here by code of our own. The crates that read them under a licence
//! that lets us ship them are C, or C made to look like Rust: one set of files for the whole process, distances by one
//! thread only, and a damaged file reads memory that isn't there. The one good reader, shakmaty-syzygy, is under the
//! GPL, so it is what this reader is compared with and no part of it.
//!
//! A file says who wins in positions of certain men, or how far they are from zeroing. It leaves out what captures
//! decide, so a probe looks at those first; it knows nothing of en passant; distances are stored for one side to move,
//! and in some files in moves, not in plies. What that leaves open is a range, [`SyzygyValue`].
//!
//! Files are mapped, and any number of threads may ask. Nothing damaged makes it panic, but the values of a file have no
//! checksums of their own, so that some damage is read as other values. Its own checksum is not looked at: it would
//! take reading gigabytes before the first answer.

mod bytes;
mod child;
mod compare;
mod error;
mod file;
mod material;
mod numbering;
mod pairs;
mod probe;
mod value;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::Path;

pub use compare::{CompareError, Compared, Difference};
pub use error::SyzygyError;
pub use material::Material;
pub use value::SyzygyValue;

use crate::MaterialKey;
use crate::file::Id;
use file::{Content, SyzygyFile};

/// The Syzygy files of some folders.
#[derive(Debug)]
pub struct Syzygy {
    files: Vec<SyzygyFile>,
    /// Which file has which men, with either side as White.
    places: HashMap<(Material, Content), usize>,
    /// The men of which every position is answered: who wins, or also how far it is.
    answered: HashSet<(Material, Content)>,
}

impl Syzygy {
    /// Opens all Syzygy files of standard chess in these folders. Of two files of one name, the one in the earlier folder
    /// counts. Other files are left alone.
    ///
    /// # Errors
    /// If a folder or file can't be read, if a file is damaged where it says how it is to be read or has a name that isn't
    /// one, or if there is none.
    pub fn open<P: AsRef<Path>>(
        folders: impl IntoIterator<Item = P>,
    ) -> Result<Syzygy, SyzygyError> {
        let (files, places, answered) = (vec![], HashMap::new(), HashSet::new());
        let mut syzygy = Syzygy { files, places, answered };
        let mut last = Path::new("").to_owned();
        for folder in folders {
            syzygy.add(folder.as_ref())?;
            folder.as_ref().clone_into(&mut last);
        }
        if syzygy.files.is_empty() {
            return Err(SyzygyError::Empty { path: last });
        }
        syzygy.find_answered();
        Ok(syzygy)
    }

    /// The men that there are files of, those of fewer men first, as the files are named.
    pub fn materials(&self) -> Vec<Material> {
        let materials: BTreeSet<_> =
            self.files.iter().map(|file| (file.material().men(), file.material())).collect();
        materials.into_iter().map(|(_, material)| material).collect()
    }

    /// The most men that there is a file of, kings included.
    pub fn most_men(&self) -> u32 {
        self.files.iter().map(|file| file.material().men()).max().unwrap_or(2)
    }

    /// Whether there are all files that are needed to say who wins in any position of a key.
    pub fn knows(&self, key: &MaterialKey) -> bool {
        self.answers(Material::from(key), Content::Wdl)
    }

    /// Whether there are all files that are needed to say who wins in any position of a key, and how far it is.
    pub fn measures(&self, key: &MaterialKey) -> bool {
        self.answers(Material::from(key), Content::Dtz)
    }

    /// What a table that was built with the values of a key names as its source: the first 128 bits of the BLAKE3 hash
    /// of the bytes of the file that says who wins. `None` if there is none.
    pub fn id(&self, key: &MaterialKey) -> Option<Id> {
        self.file(Material::from(key), Content::Wdl).ok().map(SyzygyFile::id)
    }

    /// Takes the files of a folder up, by name.
    fn add(&mut self, folder: &Path) -> Result<(), SyzygyError> {
        let failure = |source| SyzygyError::Io { path: folder.to_owned(), source };
        let mut paths = vec![];
        for entry in fs::read_dir(folder).map_err(failure)? {
            paths.push(entry.map_err(failure)?.path());
        }
        paths.sort_unstable();
        for path in paths {
            let extension = path.extension().and_then(|extension| extension.to_str());
            let content = Content::ALL.into_iter().find(|c| extension == Some(c.extension()));
            let Some(content) = content else { continue };
            let name = path.file_stem().and_then(|name| name.to_str());
            let material = name
                .and_then(Material::from_name)
                .ok_or_else(|| SyzygyError::Name { path: path.clone() })?;
            if self.places.contains_key(&(material, content)) {
                continue;
            }
            for material in [material, material.swapped()] {
                self.places.insert((material, content), self.files.len());
            }
            self.files.push(SyzygyFile::open(&path, material, content)?);
        }
        Ok(())
    }

    #[inline]
    fn file(&self, material: Material, content: Content) -> Result<&SyzygyFile, SyzygyError> {
        let place = self.places.get(&(material, content));
        place
            .map(|&place| &self.files[place])
            .ok_or(SyzygyError::Missing { material, extension: content.extension() })
    }

    /// Whether the files say who wins, or also how far it is. Two bare kings need no file.
    fn answers(&self, material: Material, content: Content) -> bool {
        material.men() == 2 || self.answered.contains(&(material, content))
    }

    /// Finds the men of which there are all files: their own, and those of what captures and promotions leave.
    fn find_answered(&mut self) {
        let mut materials = self.materials();
        // What is left has fewer men, or fewer pawns.
        materials.sort_by_key(|material| (material.men(), material.pawns()));
        for material in materials {
            let left = material.left();
            for content in Content::ALL {
                let mut needed = Content::ALL.into_iter().filter(|needed| *needed <= content);
                if needed.all(|content| self.places.contains_key(&(material, content)))
                    && left.iter().all(|left| self.answers(*left, content))
                {
                    self.answered.insert((material, content));
                    self.answered.insert((material.swapped(), content));
                }
            }
        }
    }
}
