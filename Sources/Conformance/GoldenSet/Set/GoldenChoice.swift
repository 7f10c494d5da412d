/// A choice that messages about a checked set mention. The raw value is its name in the API.
package enum GoldenChoice: String, Sendable {
    /// Before the name of a profile.
    case profile
    case independent = "requiresIndependent"
    case all = "showsAll"
    /// Before a verb.
    case further = "comparesFurther"
    case folder
    /// Before a sentence.
    case guards
}
