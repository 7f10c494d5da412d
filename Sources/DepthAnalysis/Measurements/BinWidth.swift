/// The width of a histogram bin in metres, or nil if the range is empty.
///
///     widthOfBins(minimum: 0.5, maximum: 5.5, binCount: 50)      // 0.1
///
/// This function has its own file because the kernels are also built without the other measurements.
///
/// Source: specification §5.
func widthOfBins<Scalar: BinaryFloatingPoint>(minimum: Scalar, maximum: Scalar, binCount: Int) -> Scalar? {
    maximum > minimum ? (maximum - minimum) / Scalar(binCount) : nil
}
