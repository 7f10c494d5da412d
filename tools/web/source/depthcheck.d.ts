/** The arithmetic: the server's binary64 or the phone's binary32. */
export type Profile = "server" | "client";
/** The implementation: fast, or step by step as in the specification. The results do not differ. */
export type Engine = "kernel" | "plain";
/** A parameter of the analysis; see docs/SPECIFICATION.md, section 2. */
export type ParameterKey =
  | "minValidDepth"
  | "maxValidDepth"
  | "histogramBins"
  | "peakProminenceRatio"
  | "gradientThreshold"
  | "edgeGain"
  | "screenDepthRangeMax"
  | "screenBand"
  | "screenUniformityThreshold"
  | "screenDistanceMin"
  | "screenDistanceMax"
  | "minQuadrantVariance"
  | "quadrantMinimum"
  | "varianceThreshold"
  | "layerThreshold"
  | "coherenceThreshold";
export type Parameters = Partial<Record<ParameterKey, number>>;

/** Distances in metres, in row-major order; other arrays are rounded to binary32. */
export type Samples = Float32Array | ArrayLike<number>;

export interface AnalysisOptions {
  /** At least 1. If `width` and `height` are omitted, both are inferred as on the server. */
  width?: number;
  /** At least 1. */
  height?: number;
  /** "server" by default. */
  profile?: Profile;
  /** "kernel" by default. */
  engine?: Engine;
  /** Any subset; omitted ones keep the server's values. */
  parameters?: Parameters;
}

/** The object of docs/JSON.md: the members that `depthcheck analyze --format json` prints about the map itself. */
export interface Analysis {
  status: "pass" | "fail" | "unavailable";
  depth_variance: number;
  depth_layers: number;
  edge_coherence: number;
  min_depth: number;
  max_depth: number;
  is_likely_real_scene: boolean;
  algorithm_version: string;
  profile: Profile;
  width: number;
  height: number;
  coverage: number;
  valid_count: number;
  total_count: number;
  mean_depth: number;
  median_depth: number;
  peak_depths: number[];
  is_screen_like: boolean;
  uniformity_ratio: number;
  quadrant_passes: boolean;
  min_quadrant_variance: number;
  reasons: string[];
  checks: CheckOutcome[];
  stages: {
    histogram_counts: number[];
    peak_bins: number[];
    interior_count: number;
    edge_count: number;
    quadrants: { valid_count: number; standard_deviation: number | null }[];
  };
}

export interface CheckOutcome {
  check: string;
  value: number;
  comparison: ">" | ">=" | "<" | "<=";
  threshold: number;
  margin: number;
  holds: boolean;
}

/** The intermediate results of an analysis, for drawing it. */
export interface Trace {
  analysis: Analysis;
  /** One byte per sample: the sum of its `Mark`s. */
  marks: Uint8Array;
  /** Null for a flat map or without a verdict. */
  histogram: {
    /** The start of the first bin and the end of the last, in metres. */
    minimum: number;
    maximum: number;
    /** The minimum smoothed count of a peak (exclusive). */
    prominence: number;
    smoothedCounts: number[];
  } | null;
  /** The quadrants in samples, in the order of `stages.quadrants`. */
  quadrants: { column: number; row: number; width: number; height: number }[];
}

export declare const Mark: Readonly<{ valid: 1; interior: 2; edge: 4; inBand: 8; inLayer: 16 }>;

/**
 * Analyses depth maps:
 *
 *     const analyzer = await DepthAnalyzer.load();
 *     const { status, checks } = analyzer.analyze(samples, { width: 256, height: 192 });
 */
export declare class DepthAnalyzer {
  /**
   * Loads the given module, or the one next to this file. It needs WebAssembly with SIMD, as browsers have since 2023.
   */
  static load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<DepthAnalyzer>;
  /** Analyses a map. Throws `DepthcheckError` for invalid options, parameters and dimensions; never for samples. */
  analyze(samples: Samples, options?: AnalysisOptions): Analysis;
  /** Also returns the marks of each sample; ten times slower. */
  trace(samples: Samples, options?: AnalysisOptions): Trace;
  /** The memory of the module in bytes: what the largest map so far needed. */
  readonly memoryByteCount: number;
}

/**
 * Reads gzip exactly like the server, which accepts different streams than browsers do:
 *
 *     const reader = await GzipReader.load();
 *     const { bytes, memberByteCount } = reader.inflate(file);
 */
export declare class GzipReader {
  /** Loads the given module, or the one next to this file. */
  static load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<GzipReader>;
  /**
   * Inflates the first member, as the server does. The bytes after it begin at `memberByteCount`.
   *
   * Throws `DepthcheckError` with the code that the command has for such a file, or `too_large` beyond the limit in
   * bytes.
   */
  inflate(bytes: Uint8Array, limit?: number): { bytes: Uint8Array; memberByteCount: number };
}

/** A candidate measurement, which does not affect the verdict; see docs/CANDIDATES.md. */
export type CandidateName =
  | "plane_distance_median"
  | "plane_distance_p90"
  | "plane_share_1_percent"
  | "plane_share_2_percent"
  | "planar_region_share"
  | "planar_region_extent"
  | "planar_region_rectangularity"
  | "enclosed_plane_share"
  | "planes_for_90_percent"
  | "quadric_distance_median"
  | "depth_discontinuities"
  | "noise_against_distance";

export interface Candidates {
  /** The reason why the map has no measurements, such as not being a grid; otherwise null. */
  absence: string | null;
  /** Null for a measurement that does not apply to this map; all are null if there is an absence. */
  values: Record<CandidateName, number | null>;
}

/**
 * Computes the candidate measurements, which never affect the verdict:
 *
 *     const meter = await CandidateMeter.load();
 *     const { values } = meter.measure(samples, { width: 256, height: 192 });
 *
 * The numbers are those of `depthcheck measure --candidates`, in binary64 for every profile.
 */
export declare class CandidateMeter {
  /** Loads the given module, or the one next to this file. */
  static load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<CandidateMeter>;
  /**
   * Measures a map. Only the parameters `minValidDepth` and `maxValidDepth` matter. Throws `DepthcheckError` for
   * invalid parameters and dimensions; never for samples.
   */
  measure(samples: Samples, options?: Pick<AnalysisOptions, "width" | "height" | "parameters">): Candidates;
}

/** The limit of unpacked bytes of a file: 256 MiB. */
export declare const inflatedByteLimit: number;

/** The server's answer to the bytes of a file, with the members of docs/JSON.md. */
export interface ServerAnswer {
  server_would_answer: string;
  server_answer: "pass" | "fail" | "unavailable" | "unknown";
  /** Present only without a verdict. */
  server_code?: string;
}

/**
 * Returns the server's answer to the bytes of a file, with the server's own constants.
 *
 * `width` and `height` are those sent with the file; if omitted, or if they do not fit, the server infers them. Bytes
 * that do not begin like gzip are refused; `kind` names their format in the answer.
 */
export declare function serverAnswer(
  bytes: Uint8Array,
  context: {
    analyzer: DepthAnalyzer;
    reader: GzipReader;
    width?: number;
    height?: number;
    kind?: "png" | "zlib" | "raw_deflate" | "uncompressed";
  },
): ServerAnswer;

/** The message names what was found, what was expected and what to do; `code` is for programs. */
export declare class DepthcheckError extends Error {
  readonly code:
    | "invalid_option"
    | "invalid_parameter"
    | "invalid_profile"
    | "invalid_engine"
    | "invalid_dimensions"
    | "invalid_kind"
    | "invalid_limit"
    | "invalid_samples"
    | "invalid_bytes"
    | "corrupt"
    | "truncated"
    | "wrong_checksum"
    | "wrong_length"
    | "header_text_too_long"
    | "too_large";
}

export declare const profiles: readonly Profile[];
export declare const engines: readonly Engine[];
/** The server's value of every parameter. */
export declare const serverParameters: Readonly<Record<ParameterKey, number>>;
/** The allowed values of each parameter, as in error messages. */
export declare const parameterExpectations: Readonly<Record<ParameterKey, string>>;
/** Colours of depths, 256 of 0xRRGGBB, nearest first; `range` in metres if a map has fixed depths. */
export declare const colourMaps: readonly Readonly<{
  name: "turbo" | "viridis" | "plasma" | "thermal" | "capture";
  colours: readonly number[];
  range: readonly [number, number] | null;
}>[];
/** Every comparison with a threshold, in the order of `Analysis.checks`. */
export declare const checks: readonly Readonly<{
  check: string;
  comparison: ">" | ">=" | "<" | "<=";
  name: string;
  parameter: ParameterKey;
  role: "required" | "screenSign" | "warning";
  unit: string;
}>[];
/** The description of each candidate measurement, in display order. */
export declare const candidates: readonly Readonly<{
  candidate: CandidateName;
  unit: "m" | "";
  meaning: string;
  /** Which values indicate a real scene. */
  realScenesHave: "more" | "less";
}>[];
/** The version of their definitions; values of different versions are not comparable. */
export declare const candidatesVersion: string;
