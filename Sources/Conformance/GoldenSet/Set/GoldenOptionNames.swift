package import DepthFiles

/// The names of the choices that messages about a set mention, as the user makes them.
package struct GoldenOptionNames: Sendable {
    /// As the API calls them.
    package static let properties = GoldenOptionNames(
        reading: .properties, profile: "profile", independent: "requiresIndependent", all: "showsAll",
        folder: "folder", guards: "guards")

    /// Those of reading an input.
    let reading: ReadingOptionNames
    /// What is followed by the name of a profile.
    let profile: String
    let independent: String
    let all: String
    let folder: String
    /// What is followed by a sentence.
    let guards: String

    /// Takes the names.
    package init(
        reading: ReadingOptionNames, profile: String, independent: String, all: String, folder: String, guards: String
    ) {
        self.reading = reading
        self.profile = profile
        self.independent = independent
        self.all = all
        self.folder = folder
        self.guards = guards
    }
}
