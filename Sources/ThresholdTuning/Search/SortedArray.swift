extension Array where Element: Comparable {
    /// How many of the elements, which are sorted, are at most `limit`.
    func countNotAbove(_ limit: Element) -> Int32 {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > limit { high = middle } else { low = middle + 1 }
        }
        return Int32(low)
    }
}
