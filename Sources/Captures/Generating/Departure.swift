internal import Support

/// One difference of a generated input from a valid one: a broken rule, mostly by a value at a limit, or another form.
package struct Departure: Sendable {
    package let id: String
    package let text: String
    package let rules: [String]
    let subject: InputDraft.Subject
    /// Whether no phone sends such an input, so that servers may answer differently.
    package let mayDiffer: Bool
    let change: @Sendable (inout InputDraft, inout SplitMix64) -> Void

    init(
        _ id: String, _ rules: String, _ text: String, _ subject: InputDraft.Subject, mayDiffer: Bool = false,
        _ change: @escaping @Sendable (inout InputDraft, inout SplitMix64) -> Void
    ) {
        (self.id, self.text, self.subject, self.mayDiffer, self.change) = (id, text, subject, mayDiffer, change)
        self.rules = rules.split(separator: " ").map(String.init)
    }

    package static let groups: [[Departure]] = [
        times, metadata, dimensions, evidence, jsonForms, jsonFaults, texts, detections, multipart, partNames,
        contentTypes, depthMaps, assertions, cborForms, signatures, keys, payloads, payloadNumbers, states,
        registrations, attestations, coseKeys, nonces, certificates, requests,
    ]
}

extension SplitMix64 {
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Picks one of several byte lists. Unlike ``pick(_:)``, it gives array literals their type.
    mutating func bytes(_ lists: [[UInt8]]) -> [UInt8] { pick(lists) }

    mutating func shuffle<Element>(_ elements: inout [Element]) {
        for index in elements.indices.dropFirst().reversed() { elements.swapAt(index, below(index + 1)) }
    }
}
