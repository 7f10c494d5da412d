import Support
import Testing

@Suite struct JSONSchemaTests {
    @Test func removedMembersAndTheAlternativesThatRequireThemAreGone() {
        func schema(_ optional: KeyValuePairs<String, JSONSchema>, _ alternatives: [JSONSchema]) -> JSONSchema {
            .object(["body": .anyOf(alternatives), "items": .list(of: .object(["name": .string], optional: optional))])
        }
        let text = JSONSchema.object(["text": .string])
        let before = schema(["id": .string, "notes": .string], [text, .object(["ref": .string])])
        #expect(before.removing(["id", "ref"]) == schema(["notes": .string], [text]))
        #expect(before.removing(["other"]) == before)
    }

    /// A member may have the name of a keyword.
    @Test func keywordsAreNotMembers() {
        let schema = JSONSchema.object(["properties": .object([:], optional: ["id": .string]), "type": .string])
        #expect(schema.removing(["id"]) == .object(["properties": .object([:]), "type": .string]))
    }
}
