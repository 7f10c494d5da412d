internal import Platform

/// Numbers for a person to read.
package enum NumberText {
    /// A number with that many digits after the point.
    package static func fixed(_ number: Double, digits: Int) -> String {
        Machine.text("%.*f", digits: digits, number)
    }

    /// A number with at most that many significant digits, in scientific notation where that is shorter.
    package static func significant(_ number: Double, digits: Int) -> String {
        Machine.text("%.*g", digits: digits, number)
    }

    /// The same with its sign, `+` included.
    package static func signed(_ number: Double, digits: Int) -> String {
        Machine.text("%+.*g", digits: digits, number)
    }
}
