import DepthAnalysis
import PlainText

// Prints, as JSON, what the numbers of AnalysisInterface mean: which profiles, engines and parameters there are, and
// which fields a record of numbers has, in their order. tools/web/build puts it into the module.

var writer = JSONWriter(.indented)
writer.object { writer in
    writer.member("profiles", AnalysisProfile.allCases.map(\.rawValue))
    writer.member("engines", DepthAnalyzer.Engine.allCases.map(\.rawValue))
    writer.objects("parameters", AnalysisParameters.Key.allCases) { key, writer in
        writer.member("key", key.rawValue)
        writer.key("value")
        writer.number(AnalysisParameters.standard[key].text)
        writer.member("expectation", key.expectation)
    }
    writer.member("stages", SceneAnalysis.Field.stagesKey)
    writer.objects("fields", SceneAnalysis.Field.allCases) { field, writer in
        writer.member("name", field.rawValue)
        writer.member("isInStages", field.isInStages)
        writer.member("kind", "\(field.kind)")
        writer.member("unit", field.unit.rawValue)
        switch field {
        case .status: writer.member("words", SceneAnalysis.Status.allCases.map(\.rawValue))
        case .profile: writer.member("words", AnalysisProfile.allCases.map(\.rawValue))
        case .reasons: writer.member("words", VerdictReason.allCases.map(\.rawValue))
        case .algorithmVersion: writer.member("constant", SceneAnalysis.algorithmVersion)
        default: break
        }
    }
    writer.objects("checks", SceneAnalysis.Check.allCases) { check, writer in
        writer.member("check", check.rawValue)
        writer.member("comparison", check.comparison.rawValue)
        writer.member("name", check.name)
        writer.member("parameter", check.parameter.rawValue)
        writer.member("role", "\(check.role)")
        writer.member("unit", check.unit.rawValue)
    }
}
print(writer.text)
