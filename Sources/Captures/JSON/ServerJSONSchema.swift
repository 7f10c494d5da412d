internal import Support

extension JSONSchema {
    /// The schema of an object that the server reads with the member table `Name`. The schema rejects unknown members
    /// and arrays in place of the object, although the server accepts both.
    ///
    /// - Parameters:
    ///   - others: Members in addition to the table.
    ///   - schema: The schema of a member. Null is also valid for a member whose absence is equivalent to it.
    static func object<Name: ServerJSONMember>(
        of table: Name.Type, and others: [JSONSchema.Member] = [], _ schema: (Name) -> JSONSchema
    ) -> JSONSchema {
        .object(
            others
                + table.allCases.map { name in
                    switch name.absence {
                    case .error: JSONSchema.Member(name.rawValue, schema(name))
                    case .null: JSONSchema.Member(name.rawValue, schema(name).orNull, .optional)
                    case .standardValue: JSONSchema.Member(name.rawValue, schema(name), .optional)
                    }
                })
    }
}
