/// What the best thresholds are to be best at.
public enum Objective: String, Sendable, CaseIterable {
    /// The least BPCER where the worst species' APCER is at most 10 %, known as BPCER10.
    case bpcer10
    /// The same at 5 %, known as BPCER20.
    case bpcer20
    /// The same at 1 %, known as BPCER100.
    case bpcer100
    /// The least mean of the worst species' APCER and BPCER. A figure of the literature, not of the standard.
    case acer
    /// The detection equal error rate over the smallest normalised margin: all thresholds are scaled together until
    /// APCER and BPCER are equal.
    case deer

    /// The highest APCER of a species that is put up with; nil where none is set.
    public var limit: Double? {
        switch self {
        case .bpcer10: 0.1
        case .bpcer20: 0.05
        case .bpcer100: 0.01
        case .acer, .deer: nil
        }
    }

    /// What it is called in reports.
    public var title: String {
        switch self {
        case .bpcer10: "least BPCER at APCER (worst species) <= 10 %"
        case .bpcer20: "least BPCER at APCER (worst species) <= 5 %"
        case .bpcer100: "least BPCER at APCER (worst species) <= 1 %"
        case .acer: "least ACER (literature usage)"
        case .deer: "detection equal error rate (D-EER) over the smallest normalised margin"
        }
    }
}
