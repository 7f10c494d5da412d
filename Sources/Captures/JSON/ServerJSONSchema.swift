internal import Support

extension JSONSchema {
    /// The object that the server reads into a table of members. An array in place of the object and members of other
    /// names, which the server accepts too, are not valid.
    ///
    /// - Parameters:
    ///   - others: members beside those of the table.
    ///   - schema: the value of a member; null is also valid where it is the same as absent.
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
