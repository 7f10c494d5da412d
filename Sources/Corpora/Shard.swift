internal import Digests

/// A stable part of a corpus: which shard a file belongs to depends on its relative path alone, so shards can be
/// measured anywhere, in any order and at any time, and together hold every file once.
public struct Shard: Sendable, Hashable {
    /// The number of the shard, from 1 to ``count``.
    public let index: Int
    /// The number of all shards.
    public let count: Int

    /// Reads `I/N`.
    ///
    /// - Throws: ``CorpusError/badShard(_:)`` unless 1 <= I <= N.
    public init(_ text: String) throws(CorpusError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], index >= 1, index <= count else {
            throw .badShard(text)
        }
        self.index = index
        self.count = count
    }

    /// Whether a file belongs to this shard: by the first eight bytes of the SHA-256 of its relative path, as a
    /// big-endian number modulo the number of shards.
    public func contains(_ file: String) -> Bool {
        guard let number = UInt64(SHA256Digest.hexadecimal(of: Array(file.utf8)).prefix(16), radix: 16) else {
            preconditionFailure("a digest is hexadecimal")
        }
        return number % UInt64(count) == UInt64(index - 1)
    }
}
