internal import DepthAnalysis
internal import DepthFiles
package import Support

/// The SHA-256 of the tables that labelled measurements were read from.
package struct TableDigests: Sendable, Hashable {
    package let measurements: String
    package let labels: String

    package init(measurements: [UInt8], labels: [UInt8]) {
        self.measurements = SHA256Digest.hexadecimal(of: measurements)
        self.labels = SHA256Digest.hexadecimal(of: labels)
    }

    /// Nil if a digest is missing.
    fileprivate init?(_ members: JSONValue) {
        guard let measurements = members["measurements_sha256"]?.string, let labels = members["labels_sha256"]?.string
        else { return nil }
        (self.measurements, self.labels) = (measurements, labels)
    }
}

/// A file of tuned parameters: all parameters, and in the member `tuning` the data and options they were tuned with.
///
///     try write(TunedParameters.json(of: report, layout: .indented))
///     let digests = TunedParameters.tables(in: members)
package enum TunedParameters {
    /// The tuned parameters of a report.
    package static func json(of report: TuningReport, layout: JSONWriter.Layout) -> String {
        report.tuned.assessment.parameters.json(layout: layout) { writer in
            writer.member(AnalysisParameters.tuningMember) { writer in
                writer.object { writer in
                    writer.member("depthcheck", Release.version)
                    if let tables = report.tables {
                        writer.member("measurements_sha256", tables.measurements)
                        writer.member("labels_sha256", tables.labels)
                    }
                    writer.member("options") { JSONTuningReport.options.write(report.options, to: &$0) }
                }
            }
        }
    }

    /// The tables that parameters were tuned on; nil if their JSON does not name them.
    package static func tables(in members: [JSONValue.Member]) -> TableDigests? {
        members.first { $0.key == AnalysisParameters.tuningMember }.flatMap { TableDigests($0.value) }
    }
}
