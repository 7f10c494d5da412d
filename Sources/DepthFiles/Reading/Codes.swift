import DepthAnalysis
public import Support

// The codes of all that this module reports, one for each kind, for programs to tell the kinds apart by. A code stays
// what it is from version to version.

extension ReadingError {
    /// What kind of error it is, in snake case: that of the error it holds, such as `missing` or `wrong_checksum`.
    public var code: String {
        switch self {
        case .inaccessible(let error): error.code
        case .undecodable(_, let error): error.code
        case .unusableMember(_, let error): error.code
        }
    }
}

extension MemberError {
    /// What kind of error it is, in snake case, such as `member_torn`.
    public var code: String {
        switch self {
        case .damagedHeader: "tar_header_damaged"
        case .tornMember: "member_torn"
        case .tornArchive: "tar_torn"
        case .damagedPacking: "tar_packing_damaged"
        case .noDepthFiles: "tar_without_depth_files"
        case .sameName: "member_name_twice"
        case .link: "member_is_link"
        case .sparse: "member_is_sparse"
        case .unusableSideFile: "side_file_unusable"
        case .lateSideFile: "side_file_late"
        case .lateConfidence: "confidence_late"
        #if !hasFeature(Embedded)
            case .zip(let error): error.code
        #endif
        case .noSuchArray: "no_such_array"
        }
    }
}

extension DepthFileError {
    /// What kind of error it is, in snake case, such as `truncated`.
    public var code: String {
        switch self {
        case .empty: "empty"
        case .dimensionsNotPositive: "dimensions_not_positive"
        case .tooLarge: "too_large"
        case .notEnoughMemory: "not_enough_memory"
        case .truncated: "truncated"
        case .corrupt: "corrupt"
        case .wrongChecksum: "wrong_checksum"
        case .wrongLength: "wrong_length"
        case .needsDictionary: "needs_dictionary"
        case .bytesAfterEnd: "bytes_after_end"
        case .nothingInside: "nothing_inside"
        case .notWholeSamples: "not_whole_samples"
        case .otherFormat(let format, _): format.code
        case .dimensionsDoNotFit: "dimensions_do_not_fit"
        case .otherThanItsDimensions: "other_than_its_dimensions"
        case .bytesBeforeSamples: "header_before_samples"
        case .severalMaps: "several_maps"
        case .noSuchMap: "no_such_map"
        case .confidenceUnusable: "confidence_unusable"
        case .bytesPerRowWithoutDimensions: "row_length_without_dimensions"
        case .rowTooShort: "row_too_short"
        case .rowsDoNotFit: "rows_do_not_fit"
        case .pngTooHigh: "png_too_high"
        case .storedNotDepth(let format, _): format.codeStart + "_not_depth"
        case .storedTruncated(let format, _): format.codeStart + "_truncated"
        case .storedDamaged(let format, _): format.codeStart + "_damaged"
        case .storedDimensionsDiffer(let format, _, _): format.codeStart + "_dimensions_differ"
        case .storedHasNoRowLength(let format, _): format.codeStart + "_has_no_row_length"
        case .storedNeedsLibrary(let format, _): format.codeStart + "_needs_library"
        }
    }
}

extension DepthFileFormat {
    /// What codes of this format begin with, such as `png`.
    var codeStart: String {
        switch self {
        case .float32: "float32"
        case .float16: "float16"
        case .png16: "png"
        case .npy: "npy"
        case .pfm: "pfm"
        case .tiff: "tiff"
        case .openEXR: "exr"
        case .uint16, .pgm, .colmap, .dmb: rawValue
        }
    }
}

extension ForeignFormat {
    /// Which format it is, in snake case, such as `is_npy`.
    public var code: String { "is_" + rawValue }
}

extension FileAccessError {
    /// What kind of error it is, in snake case, such as `permission_denied`.
    public var code: String {
        switch reason {
        case .missing: "missing"
        case .permissionDenied: "permission_denied"
        case .isFolder: "is_folder"
        case .isNoFile: "is_no_file"
        // As of the bytes of one, which may stand in an archive too.
        case .isLFSPointer: ForeignFormat.gitLFSPointer.code
        case .isNotFolder: "is_not_folder"
        case .emptyList: "empty_list"
        // As of a file that inflates to more than the limit: to whoever meets it, it is the same.
        case .tooLarge: "too_large"
        case .notEnoughMemory: "not_enough_memory"
        case .noDepthFiles: "no_depth_files"
        case .changedWhileRead: "changed_while_read"
        case .tooManyOpenFiles: "too_many_open_files"
        case .sizeLimitReached: "size_limit_reached"
        case .brokenPipe: "broken_pipe"
        case .notOpen: "not_open"
        case .system: "system_error"
        }
    }
}

extension ReadingNote {
    /// What kind of note it is, in snake case, such as `not_a_grid`.
    public var code: String {
        switch self {
        case .bytesAfterEndIgnored: "bytes_after_end_ignored"
        case .givenDimensionsDoNotFit: "given_dimensions_do_not_fit"
        case .severalMapsLikely: "several_maps_likely"
        case .notAGrid: "not_a_grid"
        case .unitsAssumed: "units_assumed"
        case .storedDimensionsUsed(let format, _, _): format.codeStart + "_dimensions_used"
        case .rowLengthIgnored: "row_length_ignored"
        case .decoderWarning(let format, _): format.codeStart + "_warning"
        case .roundedToFloat32: "rounded_to_float32"
        case .scaleIgnored: "scale_ignored"
        case .furtherPicturesIgnored: "further_pictures_ignored"
        case .readAsFloat16: "read_as_float16"
        case .readAsUInt16: "read_as_uint16"
        case .resemblesOtherFormat: "resembles_other_format"
        case .portraitLikely: "portrait_likely"
        case .confidenceMasked: "confidence_masked"
        case .noConfidence: "no_confidence"
        case .confidenceUnreadable: "confidence_unreadable"
        case .notTurned: "not_turned"
        case .unitsOfLayout: "units_of_layout"
        case .readAsUncompressed: "read_as_uncompressed"
        case .fewPlausibleSamples: "few_plausible_samples"
        case .equalChannels: "equal_channels"
        case .unitsOfDataSet: "units_of_dataset"
        case .sidesExchanged: "width_and_height_exchanged"
        case .inflatedAsServerDoes: "inflated_as_server_does"
        }
    }
}

extension ServerReading {
    /// What kind of reason there is for the server to get no map, as ``ServerAnswer/reasonCode`` names it. Nil where it
    /// gets one.
    public var reasonCode: String? {
        switch self {
        case .sameMap, .otherMap: nil
        case .unavailable(let refusal): refusal.code
        case .unknown(let byteLimit): ServerAnswer.unknown(.inflatesBeyond(byteLimit: byteLimit)).reasonCode
        }
    }
}

extension ServerAnswer {
    /// Every ``code`` there is, verdicts first.
    public static let codes = ["pass", "fail", "unavailable", "unknown"]

    /// Which answer it is: `pass`, `fail`, `unavailable` or `unknown`, whatever the reason.
    public var code: String {
        switch self {
        case .pass: "pass"
        case .fail: "fail"
        case .unavailable: "unavailable"
        case .unknown: "unknown"
        }
    }

    /// What kind of reason there is for having no verdict, in snake case, such as `raw_deflate`. Nil for a verdict.
    public var reasonCode: String? {
        switch self {
        case .pass, .fail: nil
        case .unavailable(.refused(let refusal)): refusal.code
        case .unavailable(.noValidSample): VerdictReason.noValidSample.rawValue
        case .unavailable(.nothingToRead): "nothing_to_read"
        case .unknown(.inflatesBeyond): "too_large"
        case .unknown(.notRead): "not_read"
        }
    }
}

extension ServerRefusal {
    /// What kind of refusal it is, in snake case, such as `raw_deflate`; for a damaged file that of its error.
    public var code: String {
        switch self {
        case .notGzip(.empty): "empty"
        case .notGzip(.stored(let format)): format.codeStart
        case .notGzip(.zlib): "zlib"
        case .notGzip(.deflate): "raw_deflate"
        case .notGzip(.lzfse): "lzfse"
        // What it is instead makes no difference to the server; the error of the file tells it.
        case .notGzip(.uncompressed), .notGzip(.foreign): "uncompressed"
        case .damagedGzip(let error): error.code
        case .headerTextTooLong: "header_text_too_long"
        case .notWholeSamples: "not_whole_samples"
        case .noSamples: VerdictReason.noSamples.rawValue
        }
    }
}
