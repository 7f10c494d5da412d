/// The memory of the kernels, and the passes that use it.
///
/// A workspace measures one map at a time and keeps its memory: measuring a map no larger than before allocates
/// nothing. For 256x192 samples and 50 bins it holds less than 370 kB, most of it for the samples that share the
/// median's bin.
package final class KernelWorkspace {
    private var tallies = Scratch<RegionTally>()
    private var rowKinds = Scratch<RowKind>()
    private var marked = Scratch<Float>()
    private var wide = Scratch<Double>()
    private var narrow = Scratch<Float>()
    private var bounds = Scratch<Int>()
    private var borders = Scratch<Int32>()
    private var places = Scratch<UInt64>()
    private var pairs = Scratch<UInt32>()
    private var tables = Scratch<UInt32>()
    private var chains = Scratch<DeviationChain>()
    private var singleChains = Scratch<SingleChain>()
    private var gathered = Scratch<Int32>()
    private var rest = Scratch<Int32>()
    private var binCounts = Scratch<Int>()

    package init() {}

    var byteCount: Int {
        tallies.byteCount + rowKinds.byteCount + marked.byteCount + wide.byteCount + narrow.byteCount
            + bounds.byteCount + borders.byteCount + places.byteCount + pairs.byteCount + tables.byteCount
            + chains.byteCount + singleChains.byteCount + gathered.byteCount + rest.byteCount + binCounts.byteCount
    }

    deinit {
        tallies.release()
        rowKinds.release()
        marked.release()
        wide.release()
        narrow.release()
        bounds.release()
        borders.release()
        places.release()
        pairs.release()
        tables.release()
        chains.release()
        singleChains.release()
        gathered.release()
        rest.release()
        binCounts.release()
    }

    /// Returns nil when no sample is valid.
    ///
    /// - Parameter checkpoint: called between the passes; an error it throws ends the measurement.
    func measure<Failure: Error>(
        _ map: MapView, _ plan: KernelPlan, checkpoint: () throws(Failure) -> Void
    ) throws(Failure) -> KernelMeasurements? {
        let layout = MapLayout(of: map)
        let samples = SampleBuffer(map.samples)
        guard let extent = tallyAndCountEdges(samples, layout, plan) else { return nil }
        try checkpoint()
        let moments =
            plan.isSingle
            ? countBinsAndDeviationsInSingle(samples, layout, plan, extent)
            : countBinsAndDeviations(samples, layout, plan, extent)
        try checkpoint()
        let (median, uniformCount) = findMedianAndCountBand(
            samples, plan, extent, hasHistogram: moments.binWidth != nil)
        return KernelMeasurements(extent: extent, moments: moments, median: median, uniformCount: uniformCount)
    }

    /// Passes 1 and 2: the tallies of the regions, and the edges. Returns nil when no sample is valid.
    private func tallyAndCountEdges(_ samples: SampleBuffer, _ layout: MapLayout, _ plan: KernelPlan) -> KernelExtent? {
        tallies.reserve(MapLayout.regionCount, zero: RegionTally())
        rowKinds.reserve(layout.rowCount, zero: .open)
        marked.reserve(EdgePass.rowCount * EdgePass.stride(width: layout.width), zero: 0)

        // Local copies of the handles avoid the exclusivity check at each use of a class's stored property.
        let (tallies, rowKinds, marked) = (tallies, rowKinds, marked)
        for region in 0..<MapLayout.regionCount { tallies[region] = RegionTally() }
        var tally = TallyPass(samples, plan.validity)
        var edges = EdgePass(samples, plan.validity, plan.gradient, layout, marked)
        let limit = TallyPass.rowLimit(width: layout.width)
        // The number of rows per step doubles after each block without holes.
        var (row, openCount) = (0, 1)
        while row < layout.rowCount {
            var rows = layout.rowsInSameRegions(from: row, limit: openCount)
            if tally.kind == .open && tally.addOpen(rows, layout, to: tallies) {
                openCount = min(2 &* openCount, limit)
            } else if tally.kind == .open && rows.count > 1 {
                openCount = 1
                continue
            } else {
                openCount = 1
                rows = row..<row &+ 1
                let place = EdgePass.place(ofRow: row, width: layout.width)
                tally.addMasked(row, layout, to: tallies, marked, place)
                if layout.hasInterior && tally.kind != .open && !tally.isRowMarked {
                    EdgePass.markUnusable(
                        samples.slice(from: row &* layout.width, count: layout.width), into: marked, at: place,
                        plan.validity)
                }
            }
            for row in rows { rowKinds[row] = tally.kind }
            if layout.hasInterior { edges.add(rows, tally.kind) }
            row = rows.upperBound
        }

        var validCount = 0
        for region in 0..<MapLayout.regionCount { validCount += tallies[region].validCount }
        guard validCount > 0 else { return nil }
        return KernelExtent(
            validCount: validCount, sum: sum(of: samples, layout, plan, validCount: validCount),
            nearest: tally.nearest, farthest: tally.farthest,
            interiorCount: layout.hasInterior
                ? validCount - borderCount(samples, layout, plan.validity) : 0,
            edgeCount: edges.edgeCount)
    }

    private func borderCount(_ samples: SampleBuffer, _ layout: MapLayout, _ validity: ValidityBits) -> Int {
        func isValid(_ index: Int) -> Int { validity.contains(Int32(bitPattern: samples[index].bitPattern)) ? 1 : 0 }
        let (kinds, width, last) = (rowKinds, layout.width, layout.rowCount - 1)
        func inRow(_ row: Int) -> Int {
            if kinds[row] == .open { return width }
            var count = 0
            for column in 0..<width { count &+= isValid(row &* width &+ column) }
            return count
        }
        var count = inRow(0) + inRow(last)
        for row in 1..<last {
            count &+= kinds[row] == .open ? 2 : isValid(row &* width) &+ isValid(row &* width &+ width &- 1)
        }
        return count
    }

    /// The sum of all valid samples. A region with too many samples to be summed exactly in any order is summed again
    /// in sequence.
    private func sum(of samples: SampleBuffer, _ layout: MapLayout, _ plan: KernelPlan, validCount: Int) -> Double {
        let tallies = tallies
        for region in 0..<MapLayout.quadrantCount where tallies[region].validCount > plan.exactSumLimit {
            tallies[region].sum = sequentialSum(of: samples, in: layout, region: region, validity: plan.validity)
        }
        if validCount > plan.exactSumLimit {
            return sequentialSum(of: samples, in: layout, region: nil, validity: plan.validity)
        }
        var sum = 0.0
        for region in 0..<MapLayout.regionCount { sum += tallies[region].sum }
        return sum
    }

    /// Pass 3: the histogram and the squared deviations.
    private func countBinsAndDeviations(
        _ samples: SampleBuffer, _ layout: MapLayout, _ plan: KernelPlan, _ extent: KernelExtent
    ) -> KernelMoments {
        let binCount = plan.parameters.histogramBinCount
        let mean = extent.sum / Double(extent.validCount)
        let width = widthOfBins(minimum: extent.minimum, maximum: extent.maximum, binCount: binCount)

        chains.reserve(MapLayout.quadrantCount, zero: DeviationChain(mean: 0))
        let (tallies, rowKinds, chains) = (tallies, rowKinds, chains)
        for region in 0..<MapLayout.quadrantCount {
            let tally = tallies[region]
            // A quadrant without samples has no mean; its deviations are not used.
            chains[region] = DeviationChain(mean: tally.validCount > 0 ? tally.sum / Double(tally.validCount) : mean)
        }

        // All samples are equal: their sum is an exact multiple, so the mean equals them and nothing deviates.
        if width == nil && extent.validCount <= plan.exactSumLimit {
            return KernelMoments(mean: mean, squaredDeviations: 0, binWidth: nil, hasQuadrants: layout.hasQuadrants)
        }

        let rowLimit = WideRows.rowLimit(width: layout.width)
        let room = WideRows.room(width: layout.width)
        let histogramPass = width.map {
            makeHistogramPass(extent, binWidth: $0, binCount: binCount, capacity: room)
        }
        var whole = DeviationChain(mean: mean)
        wide.reserve(room, zero: 0)
        bounds.reserve(rowLimit * WideRows.segmentLimit + 1, zero: 0)
        let (wide, bounds) = (wide, bounds)
        var row = 0
        while row < layout.rowCount {
            let rows = layout.rowsInSameRegions(from: row, limit: rowLimit)
            var wideRows = WideRows(wide, bounds: bounds, width: layout.width, plan.validity)
            wideRows.add(rows, of: samples, layout, rowKinds)
            Self.add(wideRows, firstRegion: layout.firstRegion(ofRow: row), to: &whole, chains)
            histogramPass?.add(wideRows.samples, isOpen: wideRows.isOpen)
            row = rows.upperBound
        }
        for region in 0..<MapLayout.quadrantCount {
            tallies.change(region) { $0.squaredDeviations = chains[region].sum }
        }
        histogramPass?.finish(validCount: extent.validCount, binCounts)
        return KernelMoments(
            mean: mean, squaredDeviations: whole.sum, binWidth: width, hasQuadrants: layout.hasQuadrants)
    }

    /// Adds rows to the chain of the whole map, and their first two segments to the chains of two quadrants.
    ///
    /// - Parameter firstRegion: the number of the left quadrant (the right one has the next number), or
    ///   ``MapLayout/rest``.
    private static func add(
        _ rows: WideRows, firstRegion: Int, to whole: inout DeviationChain, _ quadrants: Scratch<DeviationChain>
    ) {
        whole.add(rows.samples, isOpen: rows.isOpen)
        guard firstRegion != MapLayout.rest else { return }
        for side in 0...1 { quadrants.change(firstRegion + side) { $0.add(segment: side, of: rows) } }
    }

    private func makeHistogramPass(
        _ extent: KernelExtent, binWidth: Double, binCount: Int, capacity: Int
    ) -> HistogramPass {
        borders.reserve(binCount + 1, zero: 0)
        let found = BinBorders(
            minimum: extent.minimum, binWidth: binWidth, binCount: binCount, nearest: extent.nearest,
            farthest: extent.farthest, into: borders)
        let positions = BinPositions(
            found, nearest: extent.nearest, farthest: extent.farthest, minimum: extent.minimum, binWidth: binWidth)
        return makeHistogramPass(found, positions, minimum: extent.minimum, capacity: capacity)
    }

    private func makeHistogramPass(
        _ borders: BinBorders, _ positions: BinPositions?, minimum: Double, capacity: Int
    ) -> HistogramPass {
        let binCount = borders.binCount
        let tableSize = HistogramPass.laneCount * HistogramPass.tableSize(binCount: binCount)
        tables.reserve(tableSize, zero: 0)
        binCounts.reserve(binCount, zero: 0)
        let tables = tables
        for place in 0..<tableSize { tables[place] = 0 }
        // The pass resets the pairs to zero, so they need no clearing here.
        if HistogramPass.isPaired(binCount: binCount) {
            places.reserve(capacity / 2, zero: 0)
            pairs.reserve(HistogramPass.pairTableCount * HistogramPass.pairCount, zero: 0)
        }
        return HistogramPass(
            borders, positions, minimum: minimum, places: places, pairs: pairs, tables: tables)
    }

    /// Pass 3 for the client: two sweeps, because each deviation needs the mean.
    private func countBinsAndDeviationsInSingle(
        _ samples: SampleBuffer, _ layout: MapLayout, _ plan: KernelPlan, _ extent: KernelExtent
    ) -> KernelMoments {
        let binCount = plan.parameters.histogramBinCount
        let (nearest, farthest) = (Float(depthOf: extent.nearest), Float(depthOf: extent.farthest))
        let width = widthOfBins(minimum: nearest, maximum: farthest, binCount: binCount)
        narrow.reserve(WideRows.room(width: layout.width), zero: 0)
        bounds.reserve(WideRows.rowLimit(width: layout.width) * WideRows.segmentLimit + 1, zero: 0)
        singleChains.reserve(MapLayout.quadrantCount, zero: SingleChain())
        let (tallies, chains) = (tallies, singleChains)

        for region in 0..<MapLayout.quadrantCount { chains[region] = SingleChain() }
        var whole = SingleChain()
        forEachRowsInSingle(of: samples, layout, plan.validity) { rows, firstRegion in
            Self.add(rows, firstRegion: firstRegion, to: &whole, chains)
        }

        let mean = whole.sum / Float(extent.validCount)
        whole = SingleChain(ofSquaresFrom: mean)
        for region in 0..<MapLayout.quadrantCount {
            let count = tallies[region].validCount
            chains[region] = SingleChain(ofSquaresFrom: count > 0 ? chains[region].sum / Float(count) : mean)
        }
        let histogramPass = width.map { makeHistogramPassInSingle(extent, binWidth: $0, binCount, layout) }
        wide.reserve(WideRows.room(width: layout.width), zero: 0)
        let wide = wide
        forEachRowsInSingle(of: samples, layout, plan.validity) { rows, firstRegion in
            Self.add(rows, firstRegion: firstRegion, to: &whole, chains)
            if let width {
                rows.setBins(wide, minimum: nearest, binWidth: width)
                histogramPass?.add(wide.samples(from: 0, count: rows.count), isOpen: rows.isOpen)
            }
        }
        for region in 0..<MapLayout.quadrantCount {
            tallies.change(region) { $0.squaredDeviations = Double(chains[region].sum) }
        }
        histogramPass?.finish(validCount: extent.validCount, binCounts)
        return KernelMoments(
            mean: Double(mean), squaredDeviations: Double(whole.sum), binWidth: width.map { Double($0) },
            hasQuadrants: layout.hasQuadrants)
    }

    /// Calls `body` for a few rows at a time, which are either all in the same pair of quadrants or in no quadrant.
    @inline(__always)
    private func forEachRowsInSingle(
        of samples: SampleBuffer, _ layout: MapLayout, _ validity: ValidityBits,
        _ body: (_ rows: SingleRows, _ firstRegion: Int) -> Void
    ) {
        let (narrow, bounds, rowKinds) = (narrow, bounds, rowKinds)
        let rowLimit = WideRows.rowLimit(width: layout.width)
        var row = 0
        while row < layout.rowCount {
            let places = layout.rowsInSameRegions(from: row, limit: rowLimit)
            var rows = SingleRows(narrow, bounds: bounds, width: layout.width, validity)
            for row in places where rowKinds[row] != .empty {
                rows.add(row, of: samples, layout, isOpen: rowKinds[row] == .open)
            }
            body(rows, layout.firstRegion(ofRow: row))
            row = places.upperBound
        }
    }

    private static func add(
        _ rows: SingleRows, firstRegion: Int, to whole: inout SingleChain, _ quadrants: Scratch<SingleChain>
    ) {
        whole.add(rows.samples)
        guard firstRegion != MapLayout.rest else { return }
        for side in 0...1 { quadrants.change(firstRegion + side) { $0.add(segment: side, of: rows) } }
    }

    /// The f32 bin quotients are calculated by `SingleRows` and only widened for counting.
    private func makeHistogramPassInSingle(
        _ extent: KernelExtent, binWidth: Float, _ binCount: Int, _ layout: MapLayout
    ) -> HistogramPass {
        borders.reserve(binCount + 1, zero: 0)
        let found = BinBorders(
            inSingle: Float(depthOf: extent.nearest), binWidth: binWidth, binCount: binCount, nearest: extent.nearest,
            farthest: extent.farthest, into: borders)
        return makeHistogramPass(
            found, .quotients, minimum: 0,
            capacity: WideRows.room(width: layout.width))
    }

    /// The counts of the last map that had a histogram; valid until the next map is measured.
    package func binCounts(_ binCount: Int) -> UnsafeBufferPointer<Int> { binCounts.buffer(count: binCount) }

    /// The results for a quadrant of the last map that had quadrants.
    func quadrant(_ region: Int) -> (validCount: Int, squaredDeviations: Double) {
        let tally = tallies[region]
        return (tally.validCount, tally.squaredDeviations)
    }

    /// Pass 4: the bits of the upper median, and the number of samples in the screen band around it.
    private func findMedianAndCountBand(
        _ samples: SampleBuffer, _ plan: KernelPlan, _ extent: KernelExtent, hasHistogram: Bool
    ) -> (median: Int32, uniformCount: Int) {
        let band = BandPass(plan, nearest: extent.nearest, farthest: extent.farthest)
        guard hasHistogram else {
            let interval = band.interval(around: extent.nearest)
            return (extent.nearest, interval.map { BandPass.count(samples, in: $0) } ?? 0)
        }
        let (counts, borders) = (binCounts, borders)
        var rank = extent.validCount / 2
        var bin = 0
        while rank >= counts[bin] {
            rank -= counts[bin]
            bin += 1
        }
        let interval = borders[bin]...borders[bin + 1] - 1

        // The bins that the band around any sample of the median's bin can reach.
        let reach = band.reach(around: interval)
        var (first, last) = (bin, bin)
        var (below, count) = (0, counts[bin])
        while borders[first] > reach.lowerBound {
            first -= 1
            below += counts[first]
        }
        while borders[last + 1] <= reach.upperBound {
            last += 1
            count += counts[last]
        }
        count += below
        // Gathering these samples as well saves a sweep for the band. It does not pay if they are over a quarter of the
        // map.
        let isTogether = count <= samples.count / 4
        if !isTogether { (first, last, below, count) = (bin, bin, 0, counts[bin]) }

        gathered.reserve(MedianPass.capacity(count: count, sampleCount: samples.count))
        rest.reserve(MedianPass.restCapacity(count: counts[bin], sampleCount: samples.count))
        let around = borders[first]...borders[last + 1] - 1
        let pass = MedianPass(samples, in: around, gathered: gathered)
        let median = pass.bits(ofRank: rank, in: interval, count: counts[bin], below: below, rest: rest)
        guard let near = band.interval(around: median) else { return (median, 0) }
        let isGathered = isTogether && around.lowerBound <= near.lowerBound && near.upperBound <= around.upperBound
        return (median, isGathered ? pass.count(in: near) : BandPass.count(samples, in: near))
    }
}
