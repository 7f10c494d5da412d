import DepthAnalysis
import Foundation
import TestSupport
import Testing

@testable import ThresholdTuning

@Suite struct LeaveOutTests {
    private func options(_ leftOut: TuningOptions.LeftOut) -> TuningOptions {
        var options = TuningOptions()
        options.leftOut = leftOut
        return options
    }

    /// Rows of two classes of attack and real scenes; each group has maps of one class.
    private static let rows: [PlantedRow] = (0..<30).map { (index: Int) -> PlantedRow in
        let kind = index % 3
        return PlantedRow(kind: kind, group: index / 6 * 3 + kind, deviation: 0.1 * Double(index))
    }

    @Test func aSpeciesIsNeverTrainedOnForItsOwnFold() throws {
        let presentations = LabelledPresentations(planted: Self.rows, species: 2)
        let folds = try GroupFolds(presentations, options(.species))
        #expect(folds.leftOut == ["species-0", "species-1"])
        #expect(folds.folds.flatMap { $0 }.sorted() == Array(0..<30))
        for (number, fold) in folds.folds.enumerated() {
            let training = folds.training(without: number)
            #expect(training.allSatisfy { presentations.all[$0].kind != number + 1 })
            #expect(fold.contains { presentations.all[$0].kind == 0 })
            let (own, others) = (presentations.groups(at: fold), presentations.groups(at: training))
            #expect(Set(own).isDisjoint(with: others))
        }
    }

    @Test func withOneSpeciesOrValueNoneCanBeLeftOut() {
        let presentations = LabelledPresentations(planted: (0..<8).map { PlantedRow(kind: $0 % 2, group: $0) })
        let column = TuningOptions.LeftOut.domain(column: "device")
        #expect(FoldObstacle(presentations, options(.species)) == .onlyValue("species-0", of: .species))
        #expect(FoldObstacle(presentations, options(column)) == .onlyValue(nil, of: column))
        #expect(FoldObstacle(presentations, options(.groups)) == nil)
        let one = LabelledPresentations(planted: [PlantedRow(kind: 1, group: 0), PlantedRow(group: 1)])
        #expect(FoldObstacle(one, options(.groups)) == .tooFewGroups)
    }

    /// Real scenes are in one group with the attacks of the first species, so without it none is left.
    @Test func theObstacleNamesTheValueAndTheMissingClass() throws {
        let rows = [
            PlantedRow(group: 0), PlantedRow(kind: 1, group: 0), PlantedRow(kind: 2, group: 1),
            PlantedRow(kind: 2, group: 2),
        ]
        let found = try #require(FoldObstacle(LabelledPresentations(planted: rows, species: 2), options(.species)))
        #expect(found == .untrained(without: "species-0", of: .species, lacks: .realScenes))
        #expect(found.clause.contains("without the species species-0") && found.clause.contains("no real scene"))
    }

    /// A scene captured with two devices is in no training part of either.
    @Test func aDeviceIsLeftOutWithItsScenes() throws {
        func presentation(kind: Int, group: Int, domain: Int) -> Presentation {
            Presentation(
                kind: kind, group: group, domain: domain, responded: true, standardDeviation: 1, layers: 3,
                coherence: 1, depthRange: 1, uniformity: 0, meanDepth: 1)
        }
        var all: [Presentation] = (0..<24).map { (index: Int) -> Presentation in
            presentation(kind: index % 2, group: index, domain: index % 3)
        }
        all.append(presentation(kind: 0, group: 0, domain: 1))
        let presentations = LabelledPresentations(
            species: ["print"], groupNames: (0..<24).map { "\($0)" }, domainNames: ["a", "b", "c"], all: all)
        let folds = try GroupFolds(presentations, options(.domain(column: "device")))
        #expect(folds.leftOut == ["a", "b", "c"] && folds.folds.map(\.count) == [8, 9, 8])
        #expect(folds.folds[1].contains(24) && !folds.training(without: 1).contains(0))
        #expect(!folds.training(without: 0).contains(24) && folds.training(without: 2).contains(24))
        for number in 0..<3 {
            #expect(folds.training(without: number).allSatisfy { all[$0].domain != number })
        }
    }

    /// Only a coherence threshold above the present 0.3 rejects the second species. Thresholds tuned without it keep
    /// 0.3 and accept it; those of ordinary folds do not.
    @Test func anUnknownSpeciesHasItsOwnRate() throws {
        var rows: [PlantedRow] = (0..<40).map { (index: Int) -> PlantedRow in
            PlantedRow(group: index, deviation: 1 + 0.01 * Double(index), coherence: 0.9)
        }
        rows += (40..<60).map { PlantedRow(kind: 1, group: $0, deviation: 0.1, coherence: 0.9) }
        rows += (60..<80).map { PlantedRow(kind: 2, group: $0, deviation: 1.2, coherence: 0.35) }
        let presentations = LabelledPresentations(planted: rows, species: 2)
        let variant = TuningVariant(parameters: .standard, presentations: presentations)
        func rates(_ leftOut: TuningOptions.LeftOut) throws -> [Double?] {
            try #require(CrossValidation([variant], options(leftOut))).rates.apcer.map(\.value)
        }
        #expect(try rates(.groups) == [0, 0])
        #expect(try rates(.species) == [0, 1])
    }

    @Test func theCommandNamesWhatEachFoldLeavesOut() throws {
        let fixture = try TuningFixture(count: 96)
        let lines = try String(contentsOf: URL(filePath: fixture.labels), encoding: .utf8).split(separator: "\n")
        let devices = lines.enumerated().map { $0 == 0 ? "\($1),device\n" : "\($1),phone \(($0 - 1) / 4 % 2)\n" }
        let labels = try fixture.folder.file("devices.csv", devices.joined().utf8).path
        func report(_ options: String...) throws -> [String: Any] {
            let outcome = try CommandRunner.depthcheck(
                ["tune", fixture.measurements, "--labels", labels, "--replicates", "0", "--format", "json"] + options)
            return try fixture.object(outcome.output)
        }
        func leftOut(_ report: [String: Any]) throws -> [String?] {
            let expected = try #require(report["expected_on_new_scenes"] as? [String: Any])
            return try #require(expected["choices"] as? [[String: Any]]).map { $0["left_out"] as? String }
        }
        let devicesReport = try report("--leave-out", "device")
        #expect(try leftOut(devicesReport) == ["phone 0", "phone 1"])
        #expect((devicesReport["options"] as? [String: Any])?["left_out"] as? String == "column")
        #expect((devicesReport["options"] as? [String: Any])?["left_out_column"] as? String == "device")
        #expect((devicesReport["data"] as? [String: Any])?["ignored_label_columns"] as? [String] == [])
        let speciesReport = try report("--leave-out", "species")
        #expect(try leftOut(speciesReport).count == 6 && leftOut(speciesReport).contains("poster_on_wall"))
        #expect(try leftOut(report()) == [nil, nil, nil, nil, nil])
        let ownOptions = try #require(try report()["options"] as? [String: Any])
        #expect(ownOptions["left_out"] as? String == "groups" && ownOptions["left_out_column"] is NSNull)
        let missing = try CommandRunner.depthcheck(
            ["tune", fixture.measurements, "--labels", labels, "--leave-out", "camera"])
        #expect(missing.exitCode == 64 && missing.errors.contains("camera"), "\(missing.errors)")
    }

    /// Four scenes have attacks of both species, so they are in both folds; one scene has only those of each.
    @Test func savedFoldsNameWhatIsLeftOut() throws {
        var rows = (0..<6).map { PlantedRow(group: $0) }
        for kind in 1...2 {
            for group in [6, 7, 8, 9, 9 + kind] { rows.append(PlantedRow(kind: kind, group: group)) }
        }
        let lines = GroupFolds.table(LabelledPresentations(planted: rows, species: 2), options(.species))
            .split(separator: "\n")
        #expect(lines[0] == "group,fold,left_out" && Set(lines).count == lines.count)
        for fold in 1...2 {
            let own = lines.filter { $0.hasSuffix(",\(fold),species-\(fold - 1)") }
            #expect(own.count == 8, "five scenes of attacks and three real ones: \(own)")
        }
        let groups = GroupFolds.table(LabelledPresentations(planted: rows, species: 2), options(.groups))
        #expect(groups.split(separator: "\n").dropFirst().allSatisfy { $0.hasSuffix(",") })
    }

    @Test func foldsThatCannotBeFormedHaveTheirOwnCode() throws {
        let fixture = try TuningFixture(count: 96)
        let lines = try String(contentsOf: URL(filePath: fixture.labels), encoding: .utf8).split(separator: "\n")
        let cells = lines.enumerated().map { number, line in
            number == 0 ? ",one,class" : line.contains("bona_fide") ? ",here,real" : ",here,fake"
        }
        let text = zip(lines, cells).map { "\($0)\($1)\n" }.joined()
        let labels = try fixture.folder.file("columns.csv", text.utf8).path
        for (column, words) in [
            ("one", "found only the value here in the column one"),
            ("class", "without the value fake of the column class and its groups, no attack"),
        ] {
            let outcome = try CommandRunner.depthcheck([
                "tune", fixture.measurements, "--labels", labels, "--replicates", "0", "--format", "json",
                "--leave-out", column,
            ])
            #expect(outcome.exitCode == 3, "\(outcome.errors)")
            let report = try fixture.object(outcome.output)
            #expect(report["advice_code"] as? String == "cannot_leave_out")
            #expect((report["advice"] as? String)?.contains(words) == true, "\(report["advice"] ?? "")")
            #expect(report["expected_on_new_scenes"] is NSNull)
        }
    }
}
