#pragma once

/// Opens closed standard streams before `main`.
///
/// A process may be started with closed streams, as by `2>&-`. The next file it opens would then become that stream
/// and receive messages. With this target linked, using closed input or output remains an error, and output to closed
/// standard error is discarded.
///
/// Only for commands: in a library, the streams belong to the host process.
