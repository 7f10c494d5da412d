/// The width of a histogram's bins in metres, or nil when there is no range to divide.
///
///     widthOfBins(minimum: 0.5, maximum: 5.5, binCount: 50)      // 0.1
///
/// By itself, for the kernels are built without the measurements around it.
///
/// Source: specification §5.
func widthOfBins<Scalar: BinaryFloatingPoint>(minimum: Scalar, maximum: Scalar, binCount: Int) -> Scalar? {
    maximum > minimum ? (maximum - minimum) / Scalar(binCount) : nil
}
