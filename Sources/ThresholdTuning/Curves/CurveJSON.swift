internal import Support

// The JSON members of curves in the report of an evaluation.

extension JSONWriter {
    /// Writes the measures of the score: of the worst species, of all attacks, and of each species.
    mutating func members(of measures: ScoreMeasures) {
        member("worst_species", measures.worstSpecies)
        member("pooled", measures.pooled)
        object("species") { writer in
            for (name, measures) in zip(measures.species, measures.ofSpecies) { writer.member(name, measures) }
        }
    }

    private mutating func member(_ key: String, _ measures: ScoreMeasures.Measures?) {
        guard let measures else { return member(key) { $0.null() } }
        object(key) { writer in
            writer.member("auc", measures.auc)
            writer.member("eer", measures.equalErrorRate)
            writer.member("eer_threshold", measures.equalErrorThreshold)
            writer.member("bpcer10", measures.bpcer10)
            writer.member("bpcer20", measures.bpcer20)
            writer.member("bpcer100", measures.bpcer100)
        }
    }

    /// Writes the rates at thresholds that the development set chooses.
    mutating func members(of transfer: (worstSpecies: ThresholdTransfer?, pooled: ThresholdTransfer?)) {
        member("worst_species", transfer.worstSpecies)
        member("pooled", transfer.pooled)
    }

    private mutating func member(_ key: String, _ transfer: ThresholdTransfer?) {
        guard let transfer else { return member(key) { $0.null() } }
        object(key) { writer in
            writer.members(of: transfer.atEqualErrors)
            writer.objects("epc", transfer.expectedPerformance) { point, writer in
                writer.member("weight", point.weight)
                writer.members(of: point.test)
            }
        }
    }

    private mutating func members(of point: ErrorCurve.Point) {
        member("threshold", point.threshold)
        member("apcer", point.apcer)
        member("bpcer", point.bpcer)
        member("hter", point.hter)
    }
}

extension ScoreMeasures {
    static var schema: JSONSchema {
        let measures = JSONSchema.object([
            "auc": .number, "eer": .number, "eer_threshold": .number, "bpcer10": .number, "bpcer20": .number,
            "bpcer100": .number,
        ]).orNull
        return .object(["worst_species": measures, "pooled": measures, "species": .map(of: measures)])
    }
}

extension ThresholdTransfer {
    static var schema: JSONSchema {
        let point = JSONSchema.members(["threshold": .number, "apcer": .number, "bpcer": .number, "hter": .number])
        let weighted = JSONSchema.object(JSONSchema.members(["weight": .number]) + point)
        let transfer = JSONSchema.object(point + JSONSchema.members(["epc": .list(of: weighted)])).orNull
        return .object(["worst_species": transfer, "pooled": transfer])
    }
}
