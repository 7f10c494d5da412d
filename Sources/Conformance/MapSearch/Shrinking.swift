internal import DepthAnalysis
internal import Support

/// Makes an input smaller and simpler while it keeps a property.
struct Shrinking {
    struct Limits {
        /// The number of samples that may be tried; limits the attempts on large maps.
        var allowance = 20_000_000
        /// The least that one attempt takes of the allowance.
        var leastCost = 10_000
        /// The most candidates to try at once, and the most samples that these have together.
        var batch = (inputs: 48, samples: 1_000_000)
    }

    private enum Pass: CaseIterable {
        case file, sameSamples, trimmedRows, trimmedColumns, rows, columns, values, noDimensions
    }

    private enum Edit {
        case remove(Range<Int>, MapInput.Side)
        case replace(Float, by: Float)
        case use(MapInput)
    }

    private(set) var input: MapInput
    private var limits: Limits
    private let passes = Pass.allCases
    private var pass = -1
    private var edits: ArraySlice<Edit> = []
    private var block = 0
    private var tried: [(input: MapInput, edit: Edit)] = []
    private var hasChanged = false

    /// Maps with more distinct values are not simplified value by value.
    private static let maximumValues = 400

    init(_ input: MapInput, limits: Limits = Limits()) {
        (self.input, self.limits) = (input, limits)
    }

    /// The next candidates, simplest first; nil at the end.
    mutating func next() -> [MapInput]? {
        while limits.allowance > 0 {
            tried = []
            var samples = 0
            while let edit = edits.first, limits.allowance > 0, tried.count < limits.batch.inputs,
                tried.isEmpty || samples + input.samples.count <= limits.batch.samples
            {
                edits = edits.dropFirst()
                guard let candidate = candidate(edit) else { continue }
                tried.append((candidate, edit))
                samples += candidate.samples.count
                limits.allowance -= max(candidate.samples.count, limits.leastCost)
            }
            if !tried.isEmpty { return tried.map(\.input) }
            guard advance() else { return nil }
        }
        return nil
    }

    /// Continues from the candidate with the given index, the first that has the property; nil if none has.
    mutating func accept(_ index: Int?) {
        guard let index else { return }
        let (accepted, edit) = tried[index]
        input = accepted
        // Dropping the dimensions makes no other simplification possible.
        hasChanged = hasChanged || passes[pass] != .noDimensions
        switch edit {
        case .remove(let range, let side): removeBlocks(of: side, from: range.lowerBound)
        case .replace(let value, _):
            let rest = tried[(index + 1)...].map(\.edit) + edits
            edits = rest.drop { if case .replace(value, _) = $0 { true } else { false } }
        case .use: edits = []
        }
    }

    /// Simplifies an input whose property this process can examine.
    mutating func run(while hasProperty: (MapInput) -> Bool) {
        while let candidates = next() { accept(candidates.firstIndex(where: hasProperty)) }
    }

    private func candidate(_ edit: Edit) -> MapInput? {
        switch edit {
        case .remove(let range, let side): input.without(range, of: side)
        case .replace(let value, let replacement): input.replacing(value, by: replacement)
        case .use(let candidate): candidate
        }
    }

    private mutating func advance() -> Bool {
        if block > 1 {
            block /= 2
            removeBlocks(of: side, from: 0)
            return true
        }
        pass += 1
        if pass == passes.count {
            guard hasChanged else { return false }
            (pass, hasChanged) = (1, false)
        }
        block = 0
        switch passes[pass] {
        case .file: edits = simplerFiles[...]
        case .sameSamples: edits = sameSamples[...]
        case .trimmedRows, .trimmedColumns, .rows, .columns:
            block = side.length(of: input) / 2
            removeBlocks(of: side, from: 0)
        case .values: edits = simplerValues[...]
        case .noDimensions: edits = input.given == .none ? [] : [.use(input.giving(.none))]
        }
        return true
    }

    private var side: MapInput.Side { [.rows, .trimmedRows].contains(passes[pass]) ? .rows : .columns }

    private mutating func removeBlocks(of side: MapInput.Side, from start: Int) {
        let last = side.length(of: input) - block
        guard block > 0, start <= last else { return edits = [] }
        if [.trimmedRows, .trimmedColumns].contains(passes[pass]) {
            edits = input.samples.count > Self.trimmedCount ? [.remove(last..<last + block, side)] : []
        } else {
            edits = stride(from: start, through: last, by: block).map { .remove($0..<$0 + block, side) }[...]
        }
    }

    /// Larger maps lose whole blocks at their ends first.
    private static let trimmedCount = 10_000

    /// Fewer departures of the file, and dimensions that fit.
    private var simplerFiles: [Edit] {
        let all = input.departures
        let subsets = all.isEmpty ? [] : [[]] + (all.count > 1 ? all.map { [$0] } : [])
        var simpler = subsets.map { departures in
            var candidate = input
            candidate.departures = departures
            return candidate
        }
        let inferred = MapDimensions(inferredFromSampleCount: input.samples.count)
        if input.given != .fitting, inferred.fit(sampleCount: input.samples.count) {
            simpler.append(input.giving(.fitting, columns: inferred.width))
        }
        return simpler.map { .use($0) }
    }

    private var sameSamples: [Edit] {
        guard let first = input.samples.first, input.samples.contains(where: { $0.bitPattern != first.bitPattern })
        else { return [] }
        var candidate = input
        candidate.samples = Array(repeating: 1, count: input.samples.count)
        return [.use(candidate)]
    }

    private var simplerValues: [Edit] {
        let values = Set(input.samples.map(\.bitPattern)).sorted().map { Float(bitPattern: $0) }
        guard values.count <= Self.maximumValues else { return [] }
        var edits: [Edit] = []
        var previous: Float?
        for value in values {
            let rounded = [1, 10, 100, 1000].map { Float((Double(value) * $0).rounded() / $0) }
            // Never replace a value by one with more decimals.
            let plainer = value.isFinite ? Array(rounded.prefix { $0 != value }) : []
            edits += ((previous.map { [$0] } ?? []) + plainer).map { .replace(value, by: $0) }
            previous = value
        }
        return edits
    }
}
