internal import Support
internal import ThresholdTuning

// The tables of a request: measurements, and labels.

extension Request {
    /// The labelled measurements of the first two inputs.
    ///
    /// - Parameters:
    ///   - domainColumn: a further column of the labels to read.
    ///   - domainsAreGroups: whether maps without a group are grouped by that column.
    func labelled(
        domainColumn: String? = nil, domainsAreGroups: Bool = false
    ) throws(RequestError) -> LabelledMeasurements {
        try requireCryptography()
        let rows = try rows(0, try string("measurements_name") ?? "measurements")
        return try labelled(
            rows, try labels(1, try labelsName(), domainColumn: domainColumn, domainsAreGroups: domainsAreGroups))
    }

    /// Measurements with their labels.
    func labelled(_ rows: [MapMeasurement], _ table: LabelTable) throws(RequestError) -> LabelledMeasurements {
        let isLenient = try flag("ignore_unlabelled")
        return try tuning { () throws(TuningError) in
            try LabelledMeasurements(
                rows: rows, labels: table.labels, isLenient: isLenient, ignoredColumns: table.ignoredColumns)
        }
    }

    func labelsName() throws(RequestError) -> String { try string("labels_name") ?? "labels" }

    /// The table of labels at a place.
    func labels(
        _ place: Int, _ name: String, domainColumn: String? = nil, domainsAreGroups: Bool = false
    ) throws(RequestError) -> LabelTable {
        let (bytes, mapping) = (try input(place), try labelMapping())
        return try corpus { () throws(CorpusError) in
            try LabelTable(
                bytes, name: name, mapping: mapping, domainColumn: domainColumn, domainsAreGroups: domainsAreGroups)
        }
    }

    private func labelMapping() throws(RequestError) -> LabelMapping {
        let pairs = try member("label_map", "an object of strings") { value in
            let members = value.members
            let pairs = members?.compactMap { member in member.value.string.map { (left: member.key, right: $0) } }
            return pairs?.count == members?.count ? pairs : nil
        }
        return try corpus { () throws(CorpusError) in try LabelMapping(pairs: pairs ?? []) }
    }

    /// The rows of the table of measurements at a place.
    func rows(_ place: Int, _ name: String) throws(RequestError) -> [MapMeasurement] {
        let bytes = try input(place)
        let table = try corpus { () throws(CorpusError) in try MeasurementTable(bytes, name: name) }
        guard table.tornByteCount == 0 else { throw .tornTable(name, byteCount: table.tornByteCount) }
        return table.rows
    }

    func requireCryptography() throws(RequestError) {
        do throws(CryptographyError) { try CryptographyLibrary.require() } catch { throw .cryptography(error) }
    }

    func tuning<Result>(_ body: () throws(TuningError) -> Result) throws(RequestError) -> Result {
        do throws(TuningError) { return try body() } catch { throw .tuning(error) }
    }

    func corpus<Result>(_ body: () throws(CorpusError) -> Result) throws(RequestError) -> Result {
        do throws(CorpusError) { return try body() } catch { throw .corpus(error) }
    }
}
