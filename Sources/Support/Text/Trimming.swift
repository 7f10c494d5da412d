extension ArraySlice {
    /// The elements between the first and the last one that does not meet a condition.
    package func trimmed(while isOuter: (Element) -> Bool) -> ArraySlice {
        var rest = drop(while: isOuter)
        while let last = rest.last, isOuter(last) { rest.removeLast() }
        return rest
    }
}
