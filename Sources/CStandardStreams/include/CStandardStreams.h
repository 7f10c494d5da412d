#pragma once

/// Makes sure of standard input, output and error before anything else is opened.
///
/// A process may be started with any of them closed, as by `2>&-`. The next file it opens would then be taken for that
/// stream, and messages would land in it. Whatever links this target has closed ones opened before `main`: input and
/// output fail when they are used, as they would have, and standard error takes what is written and drops it.
///
/// Only for commands: what a library finds open or closed is its caller's.
