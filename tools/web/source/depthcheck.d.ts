/** Whose arithmetic: the server's binary64 or the phone's binary32. */
export type Profile = "server" | "client";
/** How maps are measured: fast, or step by step as the specification says. The results do not differ. */
export type Engine = "kernel" | "plain";
/** A parameter of the analysis; what each means is told in docs/SPECIFICATION.md, section 2. */
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

/** Distances in metres, row by row; other arrays are rounded to binary32. */
export type Samples = Float32Array | ArrayLike<number>;

export interface AnalysisOptions {
  /** Samples in a row, at least 1. Left out together with `height`, both are inferred as the server infers them. */
  width?: number;
  /** Rows, at least 1. */
  height?: number;
  /** "server" unless said otherwise. */
  profile?: Profile;
  /** "kernel" unless said otherwise. */
  engine?: Engine;
  /** Any subset; those left out keep the server's values. */
  parameters?: Parameters;
}

/** The object of docs/JSON.md, member by member: what `depthcheck analyze --format json` says of the map itself. */
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

/** What an analysis looked at: what a picture of it shows. */
export interface Trace {
  analysis: Analysis;
  /** A byte for each sample: the sum of the `Mark`s of what it took part in. */
  marks: Uint8Array;
  /** Null for a flat map and without a verdict. */
  histogram: {
    /** The nearer end of the first bin and the farther end of the last in metres. */
    minimum: number;
    maximum: number;
    /** What a smoothed bin must be above to be a peak. */
    prominence: number;
    smoothedCounts: number[];
  } | null;
  /** Where the quadrants lie, in samples, in the order of `stages.quadrants`. */
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
   * Loads the module that lies beside this file, with SIMD where there is SIMD, or the one given.
   */
  static load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<DepthAnalyzer>;
  /** Analyses a map. Throws `DepthcheckError` for options, parameters and dimensions without meaning; never for samples. */
  analyze(samples: Samples, options?: AnalysisOptions): Analysis;
  /** The same, with what each sample took part in; ten times slower. */
  trace(samples: Samples, options?: AnalysisOptions): Trace;
  /** Bytes of memory that the module has: as much as the largest map needed. */
  readonly memoryByteCount: number;
}

/**
 * Reads gzip exactly as the server does, which takes and refuses other streams than browsers do:
 *
 *     const reader = await GzipReader.load();
 *     const { bytes, memberByteCount } = reader.inflate(file);
 */
export declare class GzipReader {
  /** Loads the module that lies beside this file, or the one given. */
  static load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<GzipReader>;
  /**
   * Inflates the first member. What follows it, of which the server sees nothing, begins at `memberByteCount`.
   *
   * Throws `DepthcheckError` with the code that the command gives such a file, or `too_large` beyond the limit in bytes.
   */
  inflate(bytes: Uint8Array, limit?: number): { bytes: Uint8Array; memberByteCount: number };
}

/** A measurement beside the verdict; what each is and is blind to is told in docs/CANDIDATES.md. */
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
  /** Why the map has none of them, in words: it is no grid, for example; null where they were measured. */
  absence: string | null;
  /** Null for one that says nothing of this map, and for all of them where there is an absence. */
  values: Record<CandidateName, number | null>;
}

/**
 * Measures what stands beside the verdict and never takes part in it:
 *
 *     const meter = await CandidateMeter.load();
 *     const { values } = meter.measure(samples, { width: 256, height: 192 });
 *
 * The numbers are those of `depthcheck measure --candidates`, in binary64 whatever the profile is.
 */
export declare class CandidateMeter {
  /** Loads the module that lies beside this file, or the one given. */
  static load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<CandidateMeter>;
  /**
   * Measures a map. Of the parameters only `minValidDepth` and `maxValidDepth` make a difference. Throws
   * `DepthcheckError` for parameters and dimensions without meaning; never for samples.
   */
  measure(samples: Samples, options?: Pick<AnalysisOptions, "width" | "height" | "parameters">): Candidates;
}

/** What comes out of a file at most, in bytes: 256 MiB. */
export declare const inflatedByteLimit: number;

/** What the server would answer to the bytes of a file, as the members of docs/JSON.md say it. */
export interface ServerAnswer {
  server_would_answer: string;
  server_answer: "pass" | "fail" | "unavailable" | "unknown";
  /** Only without a verdict. */
  server_code?: string;
}

/**
 * What the server would answer to the bytes of a file, with its own constants.
 *
 * `width` and `height` are what its sender says of it; left out, or where they do not fit, the server infers them. What
 * does not begin like gzip is refused; `kind` says what it is, for the words.
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

/** What was found, what was expected and what to do; `code` is for programs. */
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
/** What each parameter must be, as errors say it. */
export declare const parameterExpectations: Readonly<Record<ParameterKey, string>>;
/** Colours of depths, 256 of 0xRRGGBB, nearest first; `range` in metres where a map stands for certain depths. */
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
/** What there is to say of each measurement beside the verdict, in the order in which they are listed everywhere. */
export declare const candidates: readonly Readonly<{
  candidate: CandidateName;
  unit: "m" | "";
  meaning: string;
  /** Which of two values speaks for a real scene. */
  realScenesHave: "more" | "less";
}>[];
/** Of their definitions: values of two versions do not compare. */
export declare const candidatesVersion: string;
/** Whether WebAssembly has vectors here. */
export declare function hasSIMD(): boolean;
