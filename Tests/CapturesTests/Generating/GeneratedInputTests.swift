import Foundation
import Support
import TestSupport
import Testing

@testable import Captures

@Suite("Generated inputs")
struct GeneratedInputTests {
    private static let departures = Departure.groups.flatMap(\.self)

    private func bytes(_ members: [JSONValue.Member]) -> [UInt8] {
        var writer = JSONWriter(.compact, .texts)
        writer.value(.object(members))
        return writer.bytes
    }

    @Test func aSeedMakesTheSameInputsAgain() {
        func hash(_ seed: UInt64) -> String {
            SHA256Digest.hexadecimal(
                of: (0..<200).flatMap {
                    bytes(GeneratedInput(seed: seed, number: $0, among: Departure.groups).caseMembers)
                })
        }
        let first = hash(1)
        #expect(first == hash(1))
        #expect(first != hash(2))
    }

    @Test func anInputDoesNotDependOnTheOthers() {
        let later = GeneratedInput(seed: 1, number: 30, among: Departure.groups)
        _ = GeneratedInput(seed: 1, number: 29, among: Departure.groups).caseMembers
        #expect(later.caseMembers == GeneratedInput(seed: 1, number: 30, among: Departure.groups).caseMembers)
    }

    /// Departures meet the values that others set.
    @Test(arguments: 0..<4) func anyDeparturesGoTogether(_ part: Int) {
        for number in part * 250..<(part + 1) * 250 {
            #expect(!GeneratedInput(seed: 9, number: number, among: Departure.groups).caseMembers.isEmpty)
        }
        for group in Departure.groups.dropFirst(part * 7).prefix(7) {
            for (first, second) in group.flatMap({ first in group.map { (first, $0) } }) {
                let pair = GeneratedInput([first, second], seed: 1, number: part)
                #expect(pair.map { !$0.caseMembers.isEmpty } != false)
            }
        }
    }

    @Test func namesAreUnique() {
        #expect(Set(Self.departures.map(\.id)).count == Self.departures.count)
    }

    @Test(arguments: Self.departures) func aDepartureAloneChangesItsInputs(_ departure: Departure) {
        for kind in InputDraft.Kind.allCases where kind.subjects.isSuperset(of: departure.subject) {
            let valid = InputDraft(kind).caseMembers
            let isChanged = (0..<20).contains { number in
                GeneratedInput([departure], of: kind, seed: 7, number: number)?.caseMembers != valid
            }
            #expect(isChanged, "\(departure.id) of \(kind)")
        }
    }

    @Test func theRulesOfDeparturesExist() throws {
        let path = CommandRunner.package.appending(path: "fixtures/rules.json")
        let rules = try JSONReader.read(Array(Data(contentsOf: path)), .texts)["rules"]?.elements ?? []
        let ids = Set(rules.compactMap { $0["id"]?.string })
        #expect(ids.count > 200)
        for departure in Self.departures {
            #expect(!departure.rules.isEmpty && ids.isSuperset(of: departure.rules), "\(departure.id)")
        }
    }

    /// Parameters belong to a departure and not to its place.
    @Test func removingADepartureKeepsTheParametersOfTheOthers() throws {
        let groups = Departure.groups.map { $0.filter { ["layers", "time-fraction"].contains($0.id) } }
        let both = try #require(
            (0..<200).lazy.map { GeneratedInput(seed: 3, number: $0, among: groups) }.first { input in
                input.kind == .hashOnly && input.departures.map(\.id) == ["layers", "time-fraction"]
            })
        func time(_ input: GeneratedInput) -> Substring? {
            let body = input.caseMembers.first { $0.key == "body" }?.value["text"]?.string ?? ""
            return body.firstMatch(of: /"captured_at":"([^"]*)"/)?.output.1
        }
        #expect(time(both) != nil)
        #expect(time(both) == time(both.keeping([1])))
        #expect(time(both) != time(both.keeping([0])))
    }
}

extension Departure: CustomTestStringConvertible {
    /// The name.
    public var testDescription: String { id }
}
