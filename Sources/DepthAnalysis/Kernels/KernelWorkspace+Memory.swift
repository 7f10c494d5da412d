extension KernelWorkspace {
    /// The maximum number of bytes that a fresh workspace holds after one map; reached when all samples share the
    /// median's bin.
    static func maximumBytes(for map: MapView, binCount: Int, isSingle: Bool) -> Int {
        let layout = MapLayout(of: map)
        let room = WideRows.room(width: layout.width)
        let rowLimit = WideRows.rowLimit(width: layout.width)
        let tableSize = HistogramPass.laneCount * HistogramPass.tableSize(binCount: binCount)
        let isPaired = HistogramPass.isPaired(binCount: binCount)
        let regions =
            Scratch<RegionTally>.byteCount(of: MapLayout.regionCount)
            + (isSingle
                ? Scratch<SingleChain>.byteCount(of: MapLayout.quadrantCount)
                : Scratch<DeviationChain>.byteCount(of: MapLayout.quadrantCount))
        let rows =
            Scratch<RowKind>.byteCount(of: layout.rowCount)
            + Scratch<Float>.byteCount(of: EdgePass.rowCount * EdgePass.stride(width: layout.width))
            + Scratch<Double>.byteCount(of: room) + Scratch<Float>.byteCount(of: isSingle ? room : 0)
            + Scratch<Int>.byteCount(of: rowLimit * WideRows.segmentLimit + 1)
        let bins =
            Scratch<Int32>.byteCount(of: binCount + 1) + Scratch<Int>.byteCount(of: binCount)
            + Scratch<UInt32>.byteCount(of: tableSize)
            + Scratch<UInt64>.byteCount(of: isPaired ? room / 2 : 0)
            + Scratch<UInt32>.byteCount(
                of: isPaired ? HistogramPass.pairTableCount * HistogramPass.pairCount : 0)
        let count = layout.sampleCount
        let median =
            Scratch<Int32>.byteCount(of: MedianPass.capacity(count: count, sampleCount: count))
            + Scratch<Int32>.byteCount(of: MedianPass.restCapacity(count: count, sampleCount: count))
        return regions + rows + bins + median
    }
}
