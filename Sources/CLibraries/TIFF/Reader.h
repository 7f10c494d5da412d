#pragma once
#include "CTIFF.h"
#include "Functions.h"

/// libtiff's state, the bytes being read, and where its callbacks leave what they have to say.
struct ctiff_reader {
    TIFF *tiff;
    const uint8_t *bytes;
    size_t count;
    uint64_t position;
    int ran_out;
    /// Whether libtiff replaced byte counts of strips by those that it calculated.
    int are_counts_replaced;
    /// That of the call under way.
    ctiff_report *report;
};

/// What this thread reads, while it is within libtiff: what handlers for the whole process go by.
extern _Thread_local ctiff_reader *ctiff_reading __attribute__((visibility("hidden")));

/// Ends a call: what went wrong, by where libtiff tried to read.
__attribute__((visibility("hidden"))) ctiff_status ctiff_failure(const ctiff_reader *reader);
