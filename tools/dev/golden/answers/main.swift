import DepthAnalysis
import DepthFiles
import Support

// usage: answer-golden FILE WIDTH HEIGHT PROFILE ENGINE
//
// Prints the server's answer to one file as one line, for `depthcheck golden check --run`. WIDTH and HEIGHT are those
// given with the map, or 0.
//
// The golden set is also checked without optimisation; a debug build of this program takes a fraction of the time of
// the whole command.

enum Usage: Error { case expectedFileWidthHeightProfileEngine, expectedSmallerFile }

let arguments = Machine.arguments
guard arguments.count == 6, let width = Int(arguments[2]), let height = Int(arguments[3]),
    let profile = AnalysisProfile(rawValue: arguments[4]), let engine = DepthAnalyzer.Engine(rawValue: arguments[5])
else { throw Usage.expectedFileWidthHeightProfileEngine }

let given = width == 0 ? nil : MapDimensions(width: width, height: height)
let reader = DepthFileReader(options: ReadingOptions(dimensions: given))
let bytes = try FileAccess.read(arguments[1], maximumByteCount: reader.options.maximumByteCount)
let analyzer = FileAnalyzer(analyzer: DepthAnalyzer(profile: profile, engine: engine), reader: reader)
guard let analysis = analyzer.serverAnalysis(bytes, input: arguments[1]) else { throw Usage.expectedSmallerFile }
var writer = JSONWriter(.compact)
writer.object { $0.fields(of: analysis) }
print(writer.text)
