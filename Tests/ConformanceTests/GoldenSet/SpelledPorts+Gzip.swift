/// Different readings of gzip, each a changed line of the second opinion: a port ignores, refuses or accepts too much.
extension SpelledPort {
    static let gzipReadings: [SpelledPort] = [
        reading("zip(data[start : start + 2], MAGIC, rules.magic)", "zip(data[start : start + 1], MAGIC, rules.magic)"),
        reading(beginningOfReading, #"data = data.lstrip(b"\0")"#),
        reading(beginningOfReading, "data = data[max(0, data.find(MAGIC)) :]"),
        reading(headerTest, "if data[start + 8] not in (0, 2, 4) or (flags & 0xE0 and rules.reserved_flags)"),
        reading(headerTest, "if data[start + 9] == 255 or (flags & 0xE0 and rules.reserved_flags)"),
        reading(headerTest, "if data[start + 9] > 13 or (flags & 0xE0 and rules.reserved_flags)"),
        reading("flags & 0xE0 and", "flags & 0xE1 and"),
        reading(headerTest, "if any(data[start + 4 : start + 8]) or (flags & 0xE0 and rules.reserved_flags)"),
        reading("int.from_bytes(data[at : at + 2], rules.extra_order)", "int.from_bytes(data[at : at + 2], \"big\")"),
        reading("at += rules.extra_start + int.from_bytes", "at += int.from_bytes"),
        reading("for flag in (8, 16):", "for flag in (8,):"),
        reading("for flag in (8, 16):", "for flag in (16,):"),
        reading(afterTheHeadersChecksum, "    if at > len(data)"),
        reading(
            afterTheHeadersChecksum,
            """
                    at += 4
                if at > len(data)
            """),
        reading("    header_checksum: bool = True", "    header_checksum: bool = False"),
        reading("to_bytes(4, \"little\")[:2]", "to_bytes(4, \"little\")[2:]"),
        reading("rules.header_sum(data[start:at])", "rules.header_sum(data[start : start + 10])"),
        reading("and rules.method", "and False"),
        reading("    reserved_flags: bool = True", "    reserved_flags: bool = False"),
        reading("len(trailer) < rules.trailer_bytes", "len(trailer) < 4"),
        reading("len(trailer) < rules.trailer_bytes", "len(trailer) < 5"),
        reading("len(trailer) < rules.trailer_bytes", "len(trailer) < 6"),
        reading("len(trailer) < rules.trailer_bytes", "len(trailer) < 7"),
        reading("    trailer_order: str = \"little\"", "    trailer_order: str = \"big\""),
        reading(
            afterInflating,
            """
                return members(data, rules) if data.startswith(MAGIC) else data


            def read(
            """),
        reading(
            afterInflating,
            #"""
                return data[128:] if data.startswith(b"\x93NUMPY") else data


            def read(
            """#),
        reading("    lone_path: int = 10", "    lone_path: int = 9"),
        reading("    lone_path: int = 10", "    lone_path: int = 11"),
        reading("    lone_path: int = 10", "    lone_path: int = 15"),
        reading("(\"literal code\", \"distance code\")", "(\"distance code\",)"),
        reading(
            "incomplete: tuple[str, ...] = ()", "incomplete: tuple[str, ...] = (\"literal code\", \"distance code\")"),
        reading("limited_texts: int = 8 | 16", "limited_texts: int = 8"),
        reading("    filled: bool = False", "    filled: bool = True"),
        reading("literal_count > rules.most_codes[0] or distance_count > rules.most_codes[1]", "False"),
        reading("    repeats_past_the_end: bool = False", "    repeats_past_the_end: bool = True"),
        reading("    complement: bool = True", "    complement: bool = False"),
    ]

    private static let headerTest = "if (flags & 0xE0 and rules.reserved_flags)"
    private static let afterInflating = """
            return data


        def read(
        """
    private static let beginningOfReading = "\"\"\"The bytes of the samples in a file.\"\"\""
    private static let afterTheHeadersChecksum = """
                at += 2
            if at > len(data)
        """
}
