internal import DepthAnalysis
internal import PlanarityMeasurements
internal import Support

extension Request {
    /// Measures the candidates of the map in the first input; null if they cannot be measured.
    func measureCandidates() throws(RequestError) -> String {
        let parameters = try parameters()
        let map = try map(0)
        let trace = CandidateTrace(of: map, validRange: parameters.validRange)
        return json { writer in
            writer.member("absence", trace == nil ? CandidateAbsence(of: map).words : nil)
            writer.member("candidates") { writer in
                writer.object { writer in
                    for candidate in Candidate.allCases {
                        writer.member(candidate.rawValue, trace?.candidates[candidate])
                    }
                }
            }
        }
    }
}
