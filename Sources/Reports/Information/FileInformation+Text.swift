internal import DepthFiles
package import Support

extension FileInformation {
    /// The information as text; no final newline.
    package func text(style: Style, width: Int) -> String {
        let name = style.bold(input.printable)
        let map: Map
        switch result {
        case .success(let found): map = found
        case .failure(let error):
            let words = message(of: error).sanitisedLine
            return ([name] + ("error: " + words).wrapped(width: width, indent: 4, firstIndent: 2)).joined(
                separator: "\n")
        }
        let archive = archive.map { ", in \($0)" } ?? ""
        var lines = ["\(name): \(map.title), \(map.width)x\(map.height)\(archive)"]
        func line(_ label: String, _ words: String) {
            let wrapped = words.wrapped(width: width, indent: 14, firstIndent: 14)
            lines += ["  " + label.padded(to: 12) + (wrapped.first ?? "").dropFirst(14)] + wrapped.dropFirst()
        }
        line("samples", map.samples.shares)
        if let numbers = map.numbers {
            let ends = [numbers.lowerBound, numbers.upperBound].map { NumberText.significant(Double($0), digits: 7) }
            line("numbers", "\(ends[0]) to \(ends[1]), as stored")
        }
        if let range = map.samples.range {
            let (nearest, farthest) = (NumberText.fixed(Double(range.lowerBound), digits: 3), range.upperBound)
            line("depths", "\(nearest) to \(NumberText.fixed(Double(farthest), digits: 3)) m (valid samples)")
        }
        line("units", map.units)
        line("confidence", map.confidenceShares)
        if let byteCount { line("size", NumberText.count(byteCount, "byte")) }
        for note in map.notes { line("note", note.sanitisedLine) }
        return lines.joined(separator: "\n")
    }
}

extension FileInformation.Map {
    /// The format in words, such as "NumPy array (float16, big-endian) in gzip".
    var title: String {
        var words = format.name.withoutArticle
        if !storage.isEmpty { words += " (\(storage))" }
        return container == .none ? words : words + " in \(container.rawValue)"
    }

    fileprivate var units: String {
        unitsPerMetre.map { "\(NumberText.significant(Double($0), digits: 7)) per metre, stored as whole numbers" }
            ?? "metres"
    }

    fileprivate var confidenceShares: String {
        guard let confidence else { return "none" }
        let total = confidence.values.reduce(0, +)
        return Confidence.allCases.map { level in
            "\(level.name) \(share(confidence[level] ?? 0, of: total))"
        }.joined(separator: ", ")
    }
}

extension FileInformation.SampleKinds {
    fileprivate var shares: String {
        var words = ["\(valid) of \(total) valid (\(share(valid, of: total)))"]
        for (count, kind) in [
            (zero, "0"), (nonFinite, "NaN or infinite"), (near, "nearer than 0.1 m"), (far, "farther than 20 m"),
        ] where count > 0 {
            words.append("\(count) \(kind)")
        }
        return words.joined(separator: ", ")
    }
}

private func share(_ count: Int, of total: Int) -> String {
    total == 0 ? "0 %" : NumberText.fixed(100 * Double(count) / Double(total), digits: 1) + " %"
}

extension String {
    /// "PNG" for "a PNG".
    fileprivate var withoutArticle: String {
        for article in ["a ", "an "] where utf8.starts(with: article.utf8) { return String(dropFirst(article.count)) }
        return self
    }
}
