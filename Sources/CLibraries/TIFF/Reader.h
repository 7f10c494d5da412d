#pragma once
#include "CTIFF.h"
#include "Functions.h"

/// The state of libtiff, its input, and the results of its callbacks.
struct ctiff_reader {
    TIFF *tiff;
    const uint8_t *bytes;
    size_t count;
    uint64_t position;
    int ran_out;
    /// Whether libtiff replaced byte counts of strips by calculated ones.
    int are_counts_replaced;
    /// The report of the current call.
    ctiff_report *report;
};

/// The reader that this thread is using inside libtiff, for per-process handlers.
extern _Thread_local ctiff_reader *ctiff_reading __attribute__((visibility("hidden")));

/// The status of a failed call, depending on whether libtiff read past the end.
__attribute__((visibility("hidden"))) ctiff_status ctiff_failure(const ctiff_reader *reader);
