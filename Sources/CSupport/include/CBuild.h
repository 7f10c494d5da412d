#pragma once

/// The commit that the package was built from, as `git describe` abbreviates it; NULL if the build did not pass it.
///
/// In C, because a define of a C target can have a value, and a new commit then compiles one file.
const char *cbuild_commit(void);
