// The depth map analysis of the capture backend, compiled from the same sources as the command depthcheck. See
// depthcheck.d.ts for parameters and results.

import { description } from "./description.js";

export const profiles = Object.freeze(description.profiles);
export const engines = Object.freeze(description.engines);
export const checks = Object.freeze(description.checks.map(Object.freeze));

export const candidates = Object.freeze(description.candidates.map(Object.freeze));
export const candidatesVersion = description.candidatesVersion;

export const parameterExpectations = Object.freeze(
  Object.fromEntries(description.parameters.map(({ key, expectation }) => [key, expectation])),
);

/** `range` is null if the range depends on the map. */
export const colourMaps = Object.freeze(
  description.colourMaps.map(({ name, colours, nearest, farthest }) =>
    Object.freeze({
      name,
      colours: Object.freeze(colours.match(/.{6}/g).map((digits) => parseInt(digits, 16))),
      range: nearest === null ? null : Object.freeze([nearest, farthest]),
    }),
  ),
);

export const Mark = Object.freeze({ valid: 1, interior: 2, edge: 4, inBand: 8, inLayer: 16 });

/** The server's value of every parameter, by its key. */
export const serverParameters = Object.freeze(
  Object.fromEntries(description.parameters.map(({ key, value }) => [key, value])),
);

export class DepthcheckError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "DepthcheckError";
    this.code = code;
  }
}

export class DepthAnalyzer {
  #exports;
  #handles = new Map();
  #room = { pointer: 0, byteCount: 0 };

  constructor(instance) {
    this.#exports = instance.exports;
  }

  static async load(source) {
    return new DepthAnalyzer(await instantiated(source ?? new URL("./depthcheck.wasm", import.meta.url)));
  }

  analyze(samples, options = {}) {
    return this.#run(samples, options, (handle, pointer, count, width, height, profile) =>
      this.#record(this.#exports.depthcheck_analyze(handle, pointer, count, width, height), (numbers) =>
        analysisIn(numbers, profile),
      ),
    );
  }

  trace(samples, options = {}) {
    return this.#run(samples, options, (handle, pointer, count, width, height, profile) => {
      const marks = this.#exports.depthcheck_allocate(count) >>> 0;
      try {
        const trace = this.#record(
          this.#exports.depthcheck_trace(handle, pointer, count, width, height, marks),
          (numbers) => ({ analysis: analysisIn(numbers, profile), ...traceIn(numbers) }),
        );
        trace.marks = new Uint8Array(this.#memory, marks, count).slice();
        return trace;
      } finally {
        this.#exports.depthcheck_free(marks);
      }
    });
  }

  /** WebAssembly memory grows with the largest map and never shrinks. */
  get memoryByteCount() {
    return this.#memory.byteLength;
  }

  get #memory() {
    return this.#exports.memory.buffer;
  }

  #run(samples, options, use) {
    requireKnown(options, analysisOptions);
    const { width = 0, height = 0, profile = "server", engine = "kernel", parameters = {} } = options;
    requireSides(options);
    const values = asFloat32(samples);
    requireDimensions(values.length, width, height);
    const handle = this.#analyzer(
      choice(description.profiles, profile, "profile"),
      choice(description.engines, engine, "engine"),
      parameters,
    );
    const pointer = this.#roomFor(4 * values.length);
    new Float32Array(this.#memory, pointer, values.length).set(values);
    return use(handle, pointer, values.length, width, height, profile);
  }

  /** Reuses the allocation of the previous map. */
  #roomFor(byteCount) {
    if (byteCount > this.#room.byteCount) {
      this.#exports.depthcheck_free(this.#room.pointer);
      this.#room = { pointer: this.#exports.depthcheck_allocate(byteCount) >>> 0, byteCount };
    }
    return this.#room.pointer;
  }

  /** Caches the last few analyzers. */
  #analyzer(profile, engine, parameters) {
    const numbers = parameterNumbers(parameters);
    const key = [profile, engine, ...numbers].join();
    let handle = this.#handles.get(key);
    if (handle === undefined) {
      handle = this.#makeAnalyzer(profile, engine, numbers);
    } else {
      this.#handles.delete(key);
    }
    this.#handles.set(key, handle);
    if (this.#handles.size > 8) {
      const [oldest, unused] = this.#handles.entries().next().value;
      this.#handles.delete(oldest);
      this.#exports.depthcheck_release(unused);
    }
    return handle;
  }

  #makeAnalyzer(profile, engine, numbers) {
    return withArray(this.#exports, Float64Array.from(numbers), (pointer) => {
      requireMeaning(this.#exports, pointer, numbers);
      return this.#exports.depthcheck_analyzer(profile, engine, pointer, numbers.length);
    });
  }

  #record(pointer, read) {
    return readRecord(this.#exports, pointer, read);
  }
}

export const inflatedByteLimit = 256 * 1024 * 1024;

export class GzipReader {
  #exports;

  constructor(instance) {
    this.#exports = instance.exports;
  }

  static async load(source) {
    return new GzipReader(await instantiated(source ?? new URL("./depthcheck-gzip.wasm", import.meta.url)));
  }

  inflate(bytes, limit = inflatedByteLimit) {
    requireBytes(bytes);
    if (!Number.isInteger(limit) || limit < 0 || limit > 2 ** 31 - 1) {
      throw new DepthcheckError("invalid_limit", `found ${limit} as limit; expected a whole number of bytes below 2 GiB`);
    }
    const [refusal, pointer, byteCount, memberByteCount] = this.#numbers(bytes, limit);
    if (refusal >= 0) {
      const { code, words } = description.gzipRefusals[refusal];
      throw new DepthcheckError(code, words);
    }
    try {
      return { bytes: new Uint8Array(this.#exports.memory.buffer, pointer, byteCount).slice(), memberByteCount };
    } finally {
      this.#exports.depthcheck_free(pointer);
    }
  }

  #numbers(bytes, limit) {
    return withArray(this.#exports, bytes, (input) =>
      readRecord(this.#exports, this.#exports.depthcheck_inflate(input, bytes.length, limit), (numbers) =>
        Array.from({ length: 4 }, () => numbers.next()),
      ),
    );
  }
}

export class CandidateMeter {
  #exports;

  constructor(instance) {
    this.#exports = instance.exports;
  }

  static async load(source) {
    return new CandidateMeter(
      await instantiated(source ?? new URL("./depthcheck-candidates.wasm", import.meta.url)),
    );
  }

  measure(samples, options = {}) {
    requireKnown(options, ["width", "height", "parameters"]);
    const { width = 0, height = 0, parameters = {} } = options;
    requireSides(options);
    const values = asFloat32(samples);
    requireDimensions(values.length, width, height);
    const constants = parameterNumbers(parameters);
    return withArray(this.#exports, Float64Array.from(constants), (pointer) => {
      requireMeaning(this.#exports, pointer, constants);
      return withArray(this.#exports, values, (map) =>
        readRecord(
          this.#exports,
          this.#exports.depthcheck_candidates(pointer, constants.length, map, values.length, width, height),
          candidatesIn,
        ),
      );
    });
  }
}

export function serverAnswer(bytes, context) {
  requireBytes(bytes);
  requireKnown(context, ["analyzer", "reader", "width", "height", "kind"]);
  requireSides(context);
  const { analyzer, reader, width = 0, height = 0, kind = "uncompressed" } = context;
  if (!startsLikeGzip(bytes)) return refusedBecause(bytes.length === 0 ? "empty" : kind);
  let inflated;
  try {
    inflated = reader.inflate(bytes).bytes;
  } catch (error) {
    if (!(error instanceof DepthcheckError)) throw error;
    return error.code === "too_large"
      ? answer("unknown", error.code, `it inflates to more than ${inflatedByteLimit} bytes`)
      : answer("unavailable", error.code, error.message);
  }
  if (inflated.length === 0) return refusedBecause("no_samples");
  if (inflated.length % 4 !== 0) {
    const count = inflated.length === 1 ? "1 byte" : `${inflated.length} bytes`;
    return answer("unavailable", "not_whole_samples", `${count} inflated, not a multiple of 4`);
  }
  const samples = new Float32Array(inflated.buffer, 0, inflated.length / 4);
  const fit = width > 0 && width * height === samples.length;
  const { status, reasons } = analyzer.analyze(samples, fit ? { width, height } : {});
  return status === "unavailable"
    ? answer(status, reasons[0], reasons[0].replaceAll("_", " "))
    : { server_would_answer: status, server_answer: status };
}

/** The server recognises gzip by its two magic bytes and method 8. */
function startsLikeGzip(bytes) {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

function refusedBecause(code) {
  const place = choice(description.serverRefusals.map((refusal) => refusal.code), code, "kind");
  const { words } = description.serverRefusals[place];
  return answer("unavailable", code, words);
}

function answer(code, reason, words) {
  return { server_would_answer: `${code}: ${words}`, server_answer: code, server_code: reason };
}

/** Copies an array into the memory of a module and passes its address to `use`. */
function withArray(exports, array, use) {
  const { buffer, byteOffset, byteLength } = array;
  const pointer = exports.depthcheck_allocate(byteLength) >>> 0;
  try {
    new Uint8Array(exports.memory.buffer, pointer, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
    return use(pointer);
  } finally {
    exports.depthcheck_free(pointer);
  }
}

/** Reads a record returned by a module, its count first, and frees it. */
function readRecord(exports, pointer, read) {
  const start = pointer >>> 0;
  try {
    const [count] = new Float64Array(exports.memory.buffer, start, 1);
    return read(new Numbers(new Float64Array(exports.memory.buffer, start + 8, count)));
  } finally {
    exports.depthcheck_free(start);
  }
}

class Numbers {
  #numbers;
  #position = 0;

  constructor(numbers) {
    this.#numbers = numbers;
  }

  next() {
    return this.#numbers[this.#position++];
  }

  list(read) {
    return Array.from({ length: this.next() }, read);
  }
}

function analysisIn(numbers, profile) {
  const real = () => realNumber(numbers.next(), profile);
  const read = {
    flag: () => numbers.next() === 1,
    whole: () => numbers.next(),
    wholes: () => numbers.list(() => numbers.next()),
    real,
    reals: () => numbers.list(real),
    quadrants: () => numbers.list(() => ({ valid_count: numbers.next(), standard_deviation: real() })),
    checks: () =>
      numbers.list(() => {
        const { check, comparison } = description.checks[numbers.next()];
        const [value, threshold, margin] = [real(), real(), real()];
        return { check, value, comparison, threshold, margin, holds: numbers.next() === 1 };
      }),
  };
  const analysis = {};
  const stages = {};
  for (const field of description.fields) {
    const value =
      field.constant ??
      (field.kind === "text"
        ? field.words[numbers.next()]
        : field.kind === "texts"
          ? numbers.list(() => field.words[numbers.next()])
          : read[field.kind]());
    (field.isInStages ? stages : analysis)[field.name] = value;
  }
  analysis[description.stages] = stages;
  return analysis;
}

function candidatesIn(numbers) {
  const absence = description.candidateAbsences[numbers.next()] ?? null;
  const values = description.candidates.map(({ candidate }) => {
    const value = numbers.next();
    return [candidate, Number.isNaN(value) ? null : value];
  });
  return { absence, values: Object.fromEntries(values) };
}

function traceIn(numbers) {
  const histogram = numbers.next() === 1
    ? {
        minimum: numbers.next(),
        maximum: numbers.next(),
        prominence: numbers.next(),
        smoothedCounts: numbers.list(() => numbers.next()),
      }
    : null;
  const quadrants = numbers.list(() => ({
    column: numbers.next(),
    row: numbers.next(),
    width: numbers.next(),
    height: numbers.next(),
  }));
  return { histogram, quadrants };
}

/** A JSON number: null if not finite; for the client the shortest decimal of its binary32. */
function realNumber(number, profile) {
  if (!Number.isFinite(number)) return null;
  return profile === "client" ? shortestOfBinary32(Math.fround(number)) : number;
}

/**
 * The double with the shortest decimal that reads back as this binary32 number. Of several, the nearest; of two
 * equally near, the one with an even last digit, as the command prints it.
 *
 * Just above a power of two the spacing below is narrower: the nearest decimal of some length can lie outside the
 * rounding interval while its other neighbour lies inside, so both are tried.
 */
function shortestOfBinary32(number) {
  if (number === 0) return number;
  const [digits, exponent] = number.toExponential(60).split("e");
  for (let count = 1; count < 9; count++) {
    // The integers of `count` digits on both sides, without the sign.
    const below = digits.replace(/[-.]/g, "").slice(0, count);
    const rest = digits.replace(/[-.]/g, "").slice(count);
    const scaled = (whole) => Number(`${number < 0 ? "-" : ""}${whole}e${Number(exponent) - count + 1}`);
    const isAbove = rest > "5" && !/^50*$/.test(rest);
    const isTie = /^50*$/.test(rest);
    const order = isAbove || (isTie && Number(below) % 2 === 1) ? [1, 0] : [0, 1];
    for (const step of order) {
      const candidate = scaled(Number(below) + step);
      if (Math.fround(candidate) === number) return candidate;
    }
  }
  return Number(number.toPrecision(9));
}

function parameterNumbers(parameters) {
  for (const key of Object.keys(parameters)) {
    if (!Object.hasOwn(serverParameters, key)) {
      const known = Object.keys(serverParameters);
      throw new DepthcheckError("invalid_parameter", `found the key ${unknown(key, known)}; correct or remove it`);
    }
    if (typeof parameters[key] !== "number") {
      throw new DepthcheckError(
        "invalid_parameter",
        `found a value of the wrong type for ${key}; expected a number; correct it`,
      );
    }
  }
  return description.parameters.map(({ key, value }) => parameters[key] ?? value);
}

function requireMeaning(exports, pointer, numbers) {
  const found = exports.depthcheck_meaningless_parameter(pointer, numbers.length);
  if (found < 0) return;
  const { key, expectation } = description.parameters[found];
  throw new DepthcheckError(
    "invalid_parameter",
    `found ${numbers[found]} for ${key}; expected ${expectation}; correct it`,
  );
}

function choice(words, word, name) {
  const found = words.indexOf(word);
  if (found < 0) {
    throw new DepthcheckError(`invalid_${name}`, `found "${word}" as ${name}; expected ${words.join(" or ")}`);
  }
  return found;
}

function asFloat32(samples) {
  if (samples instanceof Float32Array) return samples;
  if (Array.isArray(samples) || (ArrayBuffer.isView(samples) && typeof samples[0] !== "bigint" && "length" in samples)) {
    return Float32Array.from(samples);
  }
  throw new DepthcheckError(
    "invalid_samples", `found ${kindOf(samples)}; expected a Float32Array of metres, row by row`,
  );
}

const analysisOptions = ["width", "height", "profile", "engine", "parameters"];

/** The class or type name of a value, for errors. */
function kindOf(value) {
  return value === null ? "null" : (typeof value === "object" && value.constructor?.name) || typeof value;
}

function requireKnown(options, known) {
  if (options === null || typeof options !== "object" || Array.isArray(options)) {
    throw new DepthcheckError(
      "invalid_option", `found ${kindOf(options)} as options; expected an object with any of ${known.join(", ")}`,
    );
  }
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new DepthcheckError("invalid_option", `found the option ${unknown(name, known)}; correct or remove it`);
    }
  }
}

/** The name in quotes, the expected names, and the one probably meant. */
function unknown(name, known) {
  const [nearest] = known.map((other) => [editDistance(name, other), other]).sort(([a], [b]) => a - b);
  const meant = nearest[0] <= Math.max(2, name.length / 4) ? `, probably ${nearest[1]}` : "";
  return `"${name}"; expected only ${known.join(", ")}${meant}`;
}

/** The Levenshtein distance, ignoring case. */
function editDistance(first, second) {
  const [from, to] = [first, second].map((text) => text.toLowerCase());
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let place = 1; place <= from.length; place++) {
    const next = [place];
    for (let index = 1; index <= to.length; index++) {
      const replaced = row[index - 1] + (from[place - 1] === to[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[index] + 1, next[index - 1] + 1));
    }
    row = next;
  }
  return row[to.length];
}

function requireBytes(bytes) {
  if (bytes instanceof Uint8Array) return;
  throw new DepthcheckError("invalid_bytes", `found ${kindOf(bytes)}; expected a Uint8Array of the bytes of a file`);
}

/** Width and height must be given or omitted together. */
function requireSides({ width, height }) {
  if (width === undefined && height === undefined) return;
  for (const [name, side] of Object.entries({ width, height })) {
    if (Number.isInteger(side) && side > 0) continue;
    const found = side === undefined ? `no ${name}` : `${typeof side === "string" ? `"${side}"` : side} as ${name}`;
    throw new DepthcheckError(
      "invalid_dimensions", `found ${found}; expected whole numbers of at least 1 as width and height, or neither`,
    );
  }
}

function requireDimensions(count, width, height) {
  if (width === 0 || width * height === count) return;
  const samples = count === 1 ? "1 sample" : `${count} samples`;
  throw new DepthcheckError(
    "invalid_dimensions", `found ${samples}; expected ${width} \u00d7 ${height} = ${width * height}; correct either`,
  );
}

/** Bundlers find the modules by the literal URLs of the callers. */
async function instantiated(source) {
  const instance = await WebAssembly.instantiate(await compiled(source), {});
  instance.exports._initialize();
  return instance;
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (`${source}`.startsWith("file:")) {
    // Not a literal, because bundlers for browsers refuse modules of node.
    const files = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return WebAssembly.compile(await readFile(new URL(source)));
  }
  return WebAssembly.compileStreaming(fetch(source));
}
