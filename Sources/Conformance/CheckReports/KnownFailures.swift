package import Support

/// The failures that a project knows of, by the id of the golden or case. They do not fail a check, but a listed golden
/// or case that passes does, so that the list only shrinks.
package enum KnownFailures: Sendable {
    /// The printable ids in a file, one a line. Lines that begin with `#` are comments.
    case listed(Set<ExactText>, file: String)
    case all

    private static let maximumByteCount = 16 << 20

    package init(contentsOf file: String) throws(FileAccessError) {
        let bytes = try FileAccess.readFile(file, maximumByteCount: Self.maximumByteCount)
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
            String(decoding: line.trimmed { $0 <= UInt8(ascii: " ") }, as: UTF8.self)
        }
        self = .listed(lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.exactTexts, file: file)
    }

    package static func text(_ ids: [String]) -> String {
        (["# What fails today, one golden or case a line."] + ids.map(\.printable)).map { $0 + "\n" }.joined()
    }

    /// Makes the listed failures known ones, and fails the listed entries that pass.
    func apply<Entry: ComparedEntry>(to entries: inout [Entry], ids: [String]) -> [UnneededKnownFailure] {
        for index in entries.indices where lists(entries[index].id) {
            if entries[index].failures.isEmpty {
                guard case .listed(_, let file) = self else { continue }
                entries[index].failures = [
                    .unneeded(UnneededKnownFailure(id: entries[index].id, file: file, passes: true))
                ]
            } else if !entries[index].failures.contains(where: \.isOfUnasked) {
                entries[index].isKnownFailure = true
                entries[index].failures = []
            }
        }
        guard case .listed(let listed, let file) = self else { return [] }
        return listed.subtracting(ids.map(\.printable).exactTexts).sorted().map {
            UnneededKnownFailure(id: $0.text, file: file, passes: false)
        }
    }

    private func lists(_ id: String) -> Bool {
        switch self {
        case .listed(let ids, _): ids.contains(ExactText(id.printable))
        case .all: true
        }
    }
}

protocol ComparedEntry {
    associatedtype Failing: ComparedFailure

    var id: String { get }
    var failures: [Failing] { get set }
    var isKnownFailure: Bool { get set }
}

protocol ComparedFailure {
    static func unneeded(_ listed: UnneededKnownFailure) -> Self

    /// Whether the program was not asked, so that it is unknown whether it would fail.
    var isOfUnasked: Bool { get }
}

package struct UnneededKnownFailure: Sendable, Hashable {
    let id: String
    let file: String
    /// Whether the golden or case passes; if not, it is missing from the set.
    let passes: Bool

    var headline: Message {
        passes
            ? "\(file) lists \(id) as a known failure, but it passes; remove the line"
            : "\(file) lists \(id), which the set does not have; expected names as in the report, such as "
                + "server/size-3x3; correct or remove the line"
    }

    static let code = "unneeded-known-failure"
    static let groupTitle: Message = "known failures that are none"
}
