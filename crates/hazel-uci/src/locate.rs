//! Finding the program of an engine by its name.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::EngineError;

/// Where games are installed on systems that keep them off the search path of some users, Debian foremost.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The file of a program. A name with a directory in it is taken as it is; a bare name is looked for on `PATH` and
/// then where games are installed.
pub(crate) fn locate(program: &str) -> Result<PathBuf, EngineError> {
    let path = env::var_os("PATH").unwrap_or_default();
    locate_in(program, &path, &GAMES)
}

fn locate_in(program: &str, path: &OsStr, games: &[&str]) -> Result<PathBuf, EngineError> {
    let is_bare = Path::new(program).components().count() == 1 && !program.contains('/');
    if !is_bare {
        // A file that exists but can't be run gets the operating system's own words when it is started.
        let file = PathBuf::from(program);
        return if file.is_file() {
            Ok(file)
        } else {
            Err(not_found(program, "a program in this file".to_owned()))
        };
    }
    let directories = env::split_paths(path).chain(games.iter().map(PathBuf::from));
    let searched = env::join_paths(directories).unwrap_or_else(|_| path.to_owned());
    which::which_in(program, Some(searched), Path::new("/")).map_err(|_| {
        let places = games.join(" and ");
        not_found(program, format!("a program of this name on PATH and in {places}"))
    })
}

fn not_found(program: &str, searched: String) -> EngineError {
    EngineError::NotFound { program: program.to_owned(), searched }
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn a_bare_name_is_looked_for_on_the_path_and_then_among_the_games() {
        let found =
            |path, games| locate_in("sh", OsStr::new(path), games).map_err(|e| e.to_string());
        assert_eq!(found("/nowhere:/bin", &[]), Ok(PathBuf::from("/bin/sh")));
        assert_eq!(found("/nowhere", &["/nowhere", "/bin"]), Ok(PathBuf::from("/bin/sh")));
        assert_eq!(
            found("/nowhere", &["/neither"]).unwrap_err(),
            "there is no engine \"sh\": looked for a program of this name on PATH and in /neither"
        );
    }

    #[test]
    fn a_name_with_a_directory_is_a_file_and_nothing_else() {
        assert_eq!(locate("/bin/sh").ok(), Some(PathBuf::from("/bin/sh")));
        let cases = ["/bin/no-such-engine", "./sh", "/bin", ""];
        for program in cases {
            assert!(locate(program).is_err(), "{program:?}");
        }
        assert_eq!(
            locate("./sh").unwrap_err().to_string(),
            "there is no engine \"./sh\": looked for a program in this file"
        );
    }
}
