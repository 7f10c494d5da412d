package import DepthAnalysis
package import DepthFiles

package struct ParityAnalyzer: Sendable {
    let server: DepthAnalyzer
    let client: DepthAnalyzer
    let reader: DepthFileReader

    package init() {
        server = DepthAnalyzer(profile: .server)
        client = DepthAnalyzer(profile: .client)
        reader = DepthFileReader()
    }

    package init(parameters: AnalysisParameters, reader: DepthFileReader) throws(ParameterError) {
        server = try DepthAnalyzer(profile: .server, parameters: parameters)
        client = try DepthAnalyzer(profile: .client, parameters: parameters)
        self.reader = reader
    }

    package func analyze(_ map: DepthMap) -> MapParity {
        MapParity(server: server.analyze(map), client: client.analyze(map))
    }
}
