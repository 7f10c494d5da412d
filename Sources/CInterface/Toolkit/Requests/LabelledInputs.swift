internal import Support
internal import Tasks
internal import ThresholdTuning

// The tables of a request: measurements, and labels.

extension Request {
    /// The labelled measurements of the first two inputs.
    ///
    /// - Parameter domainColumn: a further column of the labels to read.
    func labelled(domainColumn: String? = nil) throws(TaskFailure) -> LabelledMeasurements {
        var options = try tables()
        options.domainColumn = domainColumn
        return try labelled(by: LabelledTables(options))
    }

    func labelled(by tables: LabelledTables) throws(TaskFailure) -> LabelledMeasurements {
        try requireCryptography()
        return try tables.join(
            try rows(0, try string("measurements_name") ?? "measurements"), try labels(by: tables))
    }

    /// The labels of the second input.
    func labels(by tables: LabelledTables) throws(TaskFailure) -> LabelTable {
        try tables.labels(try input(1), name: try string("labels_name") ?? "labels")
    }

    func tables() throws(TaskFailure) -> LabelledTables.Options {
        var options = LabelledTables.Options()
        let pairs = try member("label_map", "an object of strings") { value in
            let members = value.members
            let pairs = members?.compactMap { member in member.value.string.map { (left: member.key, right: $0) } }
            return pairs?.count == members?.count ? pairs : nil
        }
        do throws(CorpusError) {
            options.labelMap = try LabelMapping(pairs: pairs ?? [])
        } catch { throw .corpus(error) }
        options.ignoreUnlabelled = try flag("ignore_unlabelled")
        return options
    }

    /// The rows of the table of measurements at a place.
    func rows(_ place: Int, _ name: String) throws(TaskFailure) -> [MapMeasurement] {
        let table = try LabelledTables.measurements(try input(place), name: name)
        guard table.tornByteCount == 0 else { throw .tornTable(name, byteCount: table.tornByteCount) }
        return table.rows
    }

    func requireCryptography() throws(TaskFailure) {
        do throws(CryptographyError) { try CryptographyLibrary.require() } catch { throw .cryptography(error) }
    }

    /// The task that options select.
    func task<Value>(_ make: () throws(OptionError) -> Value) throws(TaskFailure) -> Value {
        do throws(OptionError) { return try make() } catch { throw .option(error) }
    }
}
