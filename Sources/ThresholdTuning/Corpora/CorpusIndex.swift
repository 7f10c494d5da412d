internal import DepthFiles
internal import Support

/// Looks up the files of a corpus by the names of their rows.
///
///     let index = CorpusIndex(corpus.entries)
///     for row in rows where index.entry(withRow: row.file) == nil { print("not in the corpus: \(row.file)") }
package struct CorpusIndex {
    private let entries: [ExactText: Corpus.Entry]

    package init(_ entries: [Corpus.Entry]) {
        self.entries = Dictionary(entries.lazy.map { (ExactText($0.file), $0) }) { first, _ in first }
    }

    /// The file that the row `file`, or one of several such rows, belongs to.
    package func entry(withRow file: String) -> Corpus.Entry? {
        entries[ExactText(file)] ?? entryOfSeveral(withRow: file)
    }

    /// The file of several maps that has a row `file`, such as `depth.npy/3`.
    package func entryOfSeveral(withRow file: String) -> Corpus.Entry? {
        entries[ExactText(file)] == nil ? file.nameBeforeNumber.flatMap { entries[$0] } : nil
    }
}
