internal import Support

/// A figure as SVG, or its data as JSON.
protocol Figure {
    var svg: String { get }
    /// Writes the members of an object with all that the figure shows. Numbers are exact; a label is the text in the
    /// figure; a name is the full name.
    func writeData(to writer: inout JSONWriter)
}

extension Plot: Figure {
    func writeData(to writer: inout JSONWriter) {
        writer.member("kind", "plot")
        writer.member("title", title)
        writer.member("description", description)
        writer.member("aspect", aspect)
        writer.member("horizontal", horizontal)
        writer.member("vertical", vertical)
        writer.objects("guides", guides) { guide, writer in
            writer.member("value", guide.value)
            writer.member("text", guide.text)
        }
        writer.member("band", band)
        writer.objects("bars", bars) { bar, writer in
            writer.member("colour", bar.colour)
            writer.member("points", [bar.from, bar.to])
        }
        writer.objects("series", Array(zip(series, legend))) { entry, writer in
            let (series, label) = entry
            writer.member("name", series.name)
            writer.member("label", label.plainText)
            writer.member("colour", series.style.stroke.colour)
            writer.member("width", series.style.stroke.width)
            writer.numbers("dashes", series.style.stroke.dash.split(separator: " ").compactMap { Double($0) })
            writer.member("marker", series.showsMarker ? series.style.marker.rawValue : nil)
            writer.member("points", series.points)
            writer.member("marks", series.marks.filter(isInside))
        }
        writer.member("notes", notes)
    }
}

extension ScoreHistograms: Figure {
    func writeData(to writer: inout JSONWriter) {
        writer.member("kind", "histograms")
        writer.member("title", title)
        writer.member("description", description)
        writer.member("horizontal", axis)
        writer.member("threshold", threshold)
        writer.numbers("edges", bins.edges)
        writer.objects("rows", Array(zip(rows, labels))) { entry, writer in
            let (row, label) = entry
            writer.member("name", row.name)
            writer.member("label", label.plainText)
            writer.member("colour", row.colour)
            writer.member("accepted", row.accepted)
            writer.member("counts") { writer in writer.array { for count in row.counts { $0.value(count) } } }
        }
        writer.member("notes", notes)
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ key: String, _ axis: PlotAxis) {
        member(key) { writer in
            writer.object { writer in
                writer.member("title", axis.title)
                writer.member("scale", axis.scale.rawValue)
                writer.numbers("range", [axis.range.lowerBound, axis.range.upperBound])
                writer.objects("ticks", axis.ticks) { tick, writer in
                    writer.member("value", tick.value)
                    writer.member("text", tick.text)
                }
            }
        }
    }

    fileprivate mutating func member(_ key: String, _ points: [SVGFigure.Point]) {
        list(key, points) { point, writer in
            writer.array {
                $0.value(point.x)
                $0.value(point.y)
            }
        }
    }

    fileprivate mutating func numbers(_ key: String, _ numbers: [Double]) {
        member(key) { writer in writer.array { for number in numbers { $0.value(number) } } }
    }
}
