import Captures
import DepthAnalysis
import DepthFiles
import Foundation
import Support
import TestSupport
import Testing

@testable import ThresholdTuning

#if Foundation
    /// Every public error shows its sentence in `localizedDescription`, and names properties.
    @Suite struct PublicErrorTests {
        @Test func everyPublicErrorIsListedHere() throws {
            let listed = Set(
                Self.errors.map { error in
                    String(reflecting: type(of: error)).split(separator: ".").dropFirst().joined(separator: ".")
                })
            // It needs CoreVideo.
            #expect(try PublicErrors.names == listed.union(["PixelBufferError"]))
        }

        @Test func theDescriptionIsTheSentence() throws {
            for error in Self.errors {
                let text = "\(error)"
                let localized = try #require(error as? any LocalizedError)
                #expect(localized.errorDescription == text && error.localizedDescription == text, "\(error)")
                // Not that of a type without one, such as `notMap` or `truncated(offset: 1)`.
                #expect(text.contains(" ") && text.first != "(" && !text.contains("--"), "\(text)")
            }
        }

        private static let reading = everyReadingError.flatMap { error -> [any Error] in
            switch error {
            case .inaccessible(let inner): [error, inner, inner.reason]
            case .undecodable(_, let inner): [error, inner]
            case .unusableMember(_, .zip(let inner)): [error, inner]
            case .unusableMember(_, let inner): [error, inner]
            }
        }

        private static let packing: [CapturePackingError] = [
            .emptyPhoto, .notDepthMap(.empty), .dimensionsDoNotFit(.lidar, sampleCount: 1),
            .dimensionsTooLarge(.lidar, limit: 1), .depthMapTooLarge(byteCount: 2, limit: 1),
            .samplesChanged(before: "x", after: nil), .timeOutOfRange(utcSeconds: 1),
            .metadataRule(.deviceModel, found: .text("")), .payloadRule(.captureMode, found: nil),
            .bodyTooLarge(byteCount: 2, limit: 1), .assertionRequired, .bindingNotMade(.allCases[0], .full),
            .invalidAssertion(.invalidBase64),
        ]

        private static let assertions: [AssertionFailure] = [
            .invalidBase64, .invalidCBOR(.notMap), .missingMember(.signature), .invalidAuthenticatorData(byteCount: 1),
            .rpIDMismatch(found: [], expected: []), .counterNotIncreasing(found: 1, stored: 1), .missingPublicKey,
            .invalidPublicKey, .signatureFormat, .signatureInvalid,
        ]

        private static let keys: [COSEKey.Fault] = [
            .cbor(.truncated), .trailingBytes(count: 1), .label, .keyType, .curve, .coordinates, .algorithm,
            .operations, .emptyBytes,
        ]

        private static let json: [ServerJSONError] =
            ServerJSONError.GrammarFault.allCases.map { .grammar($0, offset: 1) } + [
                .shape(.notString, offset: 1), .shape(.notInteger(0...1), offset: 1),
                .shape(.missingMember("x"), offset: 1),
            ]

        private static let multipart: [MultipartFault] = [
            .tooLarge(byteCount: 2, limit: 1), .noBoundary, .boundaryNotFound, .noLineAfterBoundary(offset: 1),
            .endlessHeaders(offset: 1), .noHeaders(offset: 1), .badHeader(offset: 1), .tooManyHeaders(offset: 1),
            .endlessPart(name: nil, offset: 1),
        ]

        private static let writing: [WritingError] = [
            .noSamples, .notAGrid(.lidar, sampleCount: 1), .unitsNotPositive(0), .tooLarge(byteCount: 2, limit: 1),
            .notEnoughMemory(byteCount: 1), .notReadBack(.empty), .readAsOther(.none, .npy, .lidar),
            .notDescribed(.lidar), .noPlaceForDescription("x"),
        ]

        private static let corpora: [CorpusError] = [
            .missingColumn("x", table: "t"), .unusableColumn(nil, table: "t", known: ["file", "x"]),
            .missingLabelColumn("label", table: "t", found: ["x"]),
            .resemblingLabelColumn("x", column: "group", table: "t"), .labelColumnTwice("x", table: "t"),
            .missingMappedColumn("x", column: "label", table: "t", found: []), .badLabelMapping("x", meanings: ["y"]),
            .mappedTwice("x"), .unknownLabel("x", column: "label", table: "t", line: 2, words: ["y"]),
            .badRow(table: "t", line: 2, found: "x", expected: "y"),
            .contradictoryRow(file: "f", table: "t", line: 2, found: "x", expected: "y"),
            .measuredTwice(file: "f", table: "t"),
            .outputExists(path: "t"), .otherRun(path: "t", what: "x", found: "y", expected: "z"),
            .outputInUse(path: "t"), .outputLost(path: "t", .removed), .sameName(file: "f", first: "x", second: "y"),
            .outsideRoot(path: "x", root: "y"), .badPart("x"), .notEnoughMemory(table: "t", byteCount: 1),
            .system(path: "t", text: "no permission"),
        ]

        private static let tuning: [TuningError] = [
            .labelsDoNotMatch(LabelMismatch()), .mixedMeasurements(what: "x", first: "y", second: "z"),
            .otherParameters(found: "x", expected: "y"), .otherMeasuring(of: "x", found: "y", expected: "z"),
            .notTheSameMaps(["x"]), .noMaps(of: "attack"), .tooManySpecies(2, most: 1),
            .tooManyValues(2, column: "x", most: 1), .notEnoughMemory(for: "x", byteCount: 1),
            .noOpenBLAS(reason: "x"), .badSweep(found: "x", expected: "y"), .sweptTwice(.edgeGain),
            .badRefinement(rounds: 1, found: "x", expected: "y"),
        ]

        private static let analysis: [any Error] = [
            AnalysisParameterError.unknownKey("x"), AnalysisParameterError.wrongType(.edgeGain, expected: "x"),
            AnalysisParameterError.outOfRange(.edgeGain, found: "x", expected: "y"),
            DepthMapError.dimensionsNotPositive(width: 0, height: 1),
            DepthMapError.sampleCountMismatch(width: 1, height: 1, sampleCount: 2),
            DepthMapError.rowTooShort(width: 1, bytesPerSample: 4, bytesPerRow: 1),
            DepthMapError.byteCountMismatch(expected: 1, found: 2),
        ]

        private static let lists: [[any Error]] = [
            reading, packing, assertions, keys, json, multipart, writing, corpora, tuning, analysis,
            CBORFault.allCases, unmodelled,
        ]

        private static let unmodelled: [UnmodelledBehaviour] = [.charset("x"), .detection, .certificate(index: 0)]

        private static var errors: [any Error] { lists.flatMap { $0 } }
    }

    /// The public errors of the library products, from their sources.
    private enum PublicErrors {
        private static let modules = [
            "Support", "DepthAnalysis", "PlanarityMeasurements", "DepthFiles", "Captures", "ThresholdTuning",
        ]

        /// The names, with those of enclosing types. Nesting follows from the indentation, which the formatter checks.
        static var names: Set<String> {
            get throws {
                let declaration =
                    #/
                    (?m) ^ (?<space> \ *) (?<public> public\ )? (?: final\  | indirect\  )*
                    (?<kind> struct | enum | class | extension ) \  (?<name> [\w.]+ ) (?<clause> [^{]* ) \{
                    /#
                var found: Set<String> = []
                for module in modules {
                    let folder = CommandRunner.package.appending(path: "Sources/\(module)")
                    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
                    for file in files where file.hasSuffix(".swift") {
                        var enclosing: [(indentation: Int, name: String)] = []
                        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                        for match in text.matches(of: declaration) {
                            while let last = enclosing.last, last.indentation >= match.space.count {
                                enclosing.removeLast()
                            }
                            let name = (enclosing.last.map { $0.name + "." } ?? "") + match.name
                            enclosing.append((match.space.count, name))
                            let isPublic = match.public != nil || match.kind == "extension"
                            if isPublic, match.clause.contains(#/\bError\b/#) { found.insert(name) }
                        }
                    }
                }
                return found
            }
        }
    }
#endif
