internal import Support
package import ThresholdTuning

/// Reads tables of measurements, scores and labels for tasks, and joins them.
///
///     let tables = try LabelledTables(LabelledTables.Options())
///     let labelled = try tables.join(rows, try tables.labels(bytes, name: "labels.csv"))
package struct LabelledTables: Sendable {
    package struct Options: Sendable {
        /// Other names of columns and labels, such as `group=subject`.
        package var labelMap = LabelMapping()
        /// Whether to skip files that are unlabelled, unknown or labelled twice.
        package var ignoreUnlabelled = false
        /// Another column of the labels to read.
        package var domainColumn: String?
        /// Whether maps without a group are grouped by ``domainColumn``.
        package var domainsAreGroups = false
        /// The column of the labels whose values are the parts of a matrix.
        package var partColumn: String?
        /// Whether a lower score means bona fide.
        package var lowerIsReal = false

        package init() {}
    }

    private let options: Options

    package init(_ options: Options) { self.options = options }

    package func labels(_ bytes: [UInt8], name: String) throws(TaskFailure) -> LabelTable {
        do throws(CorpusError) {
            return try LabelTable(
                bytes, name: name, mapping: options.labelMap, domainColumn: options.domainColumn,
                domainsAreGroups: options.domainsAreGroups, partColumn: options.partColumn)
        } catch { throw .corpus(error) }
    }

    package func join<Row>(_ rows: [Row], _ table: LabelTable) throws(TaskFailure) -> Labelled<Row> {
        do throws(TuningError) {
            return try Labelled(
                rows: rows, labels: table.labels, isLenient: options.ignoreUnlabelled,
                ignoredColumns: table.ignoredColumns)
        } catch { throw .tuning(error) }
    }

    /// Reads a score file.
    package func scores(_ bytes: [UInt8], name: String) throws(TaskFailure) -> ScoreTable {
        do throws(CorpusError) {
            return try ScoreTable(bytes, name: name, lowerIsReal: options.lowerIsReal)
        } catch { throw .corpus(error) }
    }

    /// Adds the data on which parameters were tuned: a table of measurements if it has digests, or else of labels.
    package func add(
        tunedOn bytes: [UInt8], name: String, to inputs: inout EvaluationInputs
    ) throws(TaskFailure) {
        inputs.tuningData.append(try tuningData(bytes, name: name))
        inputs.tunedOn.append(SHA256Digest.hexadecimal(of: bytes))
    }

    private func tuningData(_ bytes: [UInt8], name: String) throws(TaskFailure) -> TuningOverlap.Source {
        guard MeasurementTable.isMeasurements(bytes) else {
            do throws(CorpusError) {
                return .labels(try LabelTable(bytes, name: name, mapping: options.labelMap).labels)
            } catch { throw .corpus(error) }
        }
        return .measurements(try Self.measurements(bytes, name: name).rows)
    }

    /// Reads a table of measurements, whose last row may be incomplete.
    package static func measurements(_ bytes: [UInt8], name: String) throws(TaskFailure) -> MeasurementTable {
        do throws(CorpusError) { return try MeasurementTable(bytes, name: name) } catch { throw .corpus(error) }
    }
}
