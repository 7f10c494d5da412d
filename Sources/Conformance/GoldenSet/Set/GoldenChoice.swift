/// A choice that messages about a golden set mention, as the API calls it.
package enum GoldenChoice: String, Sendable {
    /// Before the name of a profile.
    case profile
    case independent = "requiresIndependent"
    case all = "showsAll"
    case folder
    /// Before a sentence.
    case guards
}
