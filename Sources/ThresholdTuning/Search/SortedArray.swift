extension Array where Element: Comparable {
    /// The number of elements that are at most `limit`. The array must be sorted.
    func countNotAbove(_ limit: Element) -> Int32 {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > limit { high = middle } else { low = middle + 1 }
        }
        return Int32(low)
    }
}
