import Captures
import Conformance
import DepthAnalysis
import DepthFiles
import Foundation
import Reports
import Support
import Tasks
import TestSupport
import Testing
import ThresholdTuning

@testable import depthcheck

/// docs/schemas holds JSON Schemas of all outputs and inputs, generated from the lists of fields that the code uses to
/// write and read them.
/// `DEPTHCHECK_WRITE_DOCS=1 swift test --filter SchemaTests` generates them; tools/dev/behaviour/schemas
/// validates the commands' output against them.
@Suite struct SchemaTests {
    private static let folder = CommandRunner.package.appending(path: "docs/schemas")
    private static let isWriting = ProcessInfo.processInfo.environment["DEPTHCHECK_WRITE_DOCS"] == "1"

    @Test(arguments: schemas)
    func storedSchemasMatchTheGeneratedOnes(_ schema: Named) throws {
        let file = Self.folder.appending(path: schema.name + ".json")
        let text = SchemaDocument(schema.schema, named: schema.name, title: schema.title).text
        if Self.isWriting {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func everyStoredSchemaIsGenerated() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(Self.schemas.map { $0.name + ".json" } + ["README.md"]))
    }

    @Test func theReadMeListsEverySchema() throws {
        let rows = Self.schemas.map { "| [`\($0.name).json`](\($0.name).json) | \($0.title) |" }
        let difference = try DocumentTables.firstDifference(
            in: "docs/schemas/README.md", from: [("schemas", ["| schema | of |", "|---|---|"] + rows)])
        #expect(difference == nil)
    }

    struct Named: CustomTestStringConvertible, Sendable {
        let name: String
        let title: String
        let schema: JSONSchema

        init(_ name: String, _ title: String, _ schema: JSONSchema) {
            (self.name, self.title, self.schema) = (name, title, schema)
        }

        var testDescription: String { name }
    }

    private static let codes = ReadingCodes(errors: everyReadingError, notes: everyNote, answers: everyServerAnswer)

    /// Outputs in the order of the commands, then inputs.
    static let schemas = [
        Named("analyze", "`analyze`: a result, a line of NDJSON, or an array", .oneOrMore(JSONReport.schema(codes))),
        Named("analyze-summary", "`analyze --summary-json`", BatchSummary.shape(codes).schema),
        Named(
            "info", "`info`: a map or file, a line of NDJSON, or an array",
            .oneOrMore(FileInformation.shape(codes).schema)),
        Named("convert", "`convert --format ndjson`: a line", ConvertedMap.shape(codes).schema),
        Named("parity", "`parity --format json`", ParitySummary.shape.schema),
        Named("golden-check", "`golden check --format json`", CheckReport.shape.schema),
        Named("golden-request", "`golden requests`: a line, also what `--run-once` sends", AnswerRequest.shape.schema),
        Named("measurement", "`measure --format ndjson`: a line", MeasurementFormat.schema),
        Named("tune", "`tune --format json`", JSONTuningReport.shape.schema),
        Named("tune-curves", "`tune --curves FILE.json`", OperatingPointTable.curveSchema),
        Named("tune-points", "`tune --operating-points FILE.json`", OperatingPointTable.pointSchema),
        Named("tune-sweep", "`tune --sweep-table FILE.json`", SweepTable.schema),
        Named("evaluate", "`evaluate --format json`", JSONEvaluationReport.shape.schema),
        Named("plan", "`plan --format json`", PlanTask.Plan.schema),
        Named(
            "capture-verify", "`capture verify`: a result, a line of NDJSON, or an array",
            .oneOrMore(JudgedInput.shape(codes).schema)),
        Named("capture-summary", "`capture verify --summary-json`", JudgementSummary.shape.schema),
        Named(
            "capture-inspect", "`capture inspect`: a result, a line of NDJSON, or an array",
            .oneOrMore(CaptureInspection.shape(codes).schema)),
        Named("capture-audit", "`capture audit --format json`", AuditReport.shape(codes).schema),
        Named("capture-check", "`capture check --format json`", ServerCheckReport.shape.schema),
        Named(
            "capture-request", "`capture requests`: a line, also what `--run` and `--run-once` send",
            RequestCase.requestSchema),
        Named("device", "`capture key`, and `--device`: what a server has stored of a device", DeviceFile.schema()),
        Named("parameters", "`--parameters`, and `tune -o`: any of the parameters", AnalysisParameters.schema),
        Named("map-description", "`FILE.json` beside a map: what the file does not say", MapDescription.shape.schema),
        Named("golden", "a golden, also what `golden record` writes", GoldenCase.shape.schema),
        Named("golden-manifest", "`manifest.json` of a golden set", Manifest.schema),
        Named("golden-fingerprints", "`fingerprints.json` of a golden set", Manifest.fingerprintSchema),
        Named(
            "golden-answer", "`golden check --answers`, `--run`, `--run-once`: an answer", AnswerRequest.answerSchema),
        Named("capture-case", "a case file of `capture verify` and `inspect`", RequestCase.schema),
        Named("expected-answers", "`capture verify --expect`", ExpectedAnswers.schema),
        Named("capture-mistakes", "`mistakes.json` of the cases for capture servers", KnownMistake.schema),
        Named(
            "capture-answer", "`capture check --answers`, `--run`, `--run-once`: an answer",
            ExpectedAnswers.answerSchema),
        Named("capture-metadata", "`metadata.json` of a full capture", CaptureMetadata.schema),
        Named("hash-only-payload", "the body of a hash-only capture", HashOnlyPayload.schema),
        Named("registration-body", "the body of a registration", RegistrationBody.schema),
    ]
}
