import DepthAnalysis
import DepthFiles
import DepthReports
import PlainText
import Platform

// usage: answer-golden FILE WIDTH HEIGHT PROFILE ENGINE
//
// Analyses one file and prints the answer in one line, for `depthcheck golden check --run`. WIDTH and HEIGHT as they
// stood beside the map, 0 if none did.
//
// The golden set is to be answered without the optimiser as well, and a debug build of this takes a fraction of the
// time that one of the whole command takes.

enum Usage: Error { case expectedFileWidthHeightProfileEngine }

let arguments = Machine.arguments
guard arguments.count == 6, let width = Int(arguments[2]), let height = Int(arguments[3]),
    let profile = AnalysisProfile(rawValue: arguments[4]), let engine = DepthAnalyzer.Engine(rawValue: arguments[5])
else { throw Usage.expectedFileWidthHeightProfileEngine }

let given = width == 0 ? nil : MapDimensions(width: width, height: height)
let map = try DepthMap(contentsOf: arguments[1], options: ReadingOptions(dimensions: given))
var writer = JSONWriter(.compact)
writer.object { $0.fields(of: DepthAnalyzer(profile: profile, engine: engine).analyze(map)) }
print(writer.text)
