internal import Support

extension Objective {
    /// The name of the objective in reports.
    public var title: String {
        func text(_ number: Double) -> String { NumberText.significant(number, digits: 6) }
        return switch self {
        case .leastBPCER(let limit): "least BPCER at APCER (worst species) <= \(text(100 * limit)) %"
        case .leastAPCER(let limit): "least APCER (worst species) at BPCER <= \(text(100 * limit)) %"
        case .leastCost(let costs):
            "least expected cost, \(text(costs.prior)) x \(text(costs.apcer)) x APCER (worst species) + "
                + "\(text(1 - costs.prior)) x \(text(costs.bpcer)) x BPCER"
        case .acer: "least ACER (literature usage)"
        case .deer: "detection equal error rate (D-EER) over the smallest normalised margin"
        }
    }

    /// A figure as text: a share in per cent, or a cost.
    package func text(ofFigure figure: Double?) -> String {
        guard case .leastCost = self, let figure else { return TuningReport.percent(figure) }
        return NumberText.significant(figure, digits: 4)
    }

    package var figureTitle: String {
        func percent(_ share: Double) -> String { NumberText.significant(100 * share, digits: 6) + " %" }
        return switch self {
        case .leastBPCER(let limit): "BPCER plus what APCER (worst species) is above \(percent(limit))"
        case .leastAPCER(let limit): "APCER (worst species) plus what BPCER is above \(percent(limit))"
        case .leastCost: "expected cost"
        case .acer, .deer: "ACER"
        }
    }
}
