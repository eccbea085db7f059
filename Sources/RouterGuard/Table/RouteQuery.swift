import BridgePrimitives

/// Vue Router's own reading and printing of query strings.
enum RouteQuery {
    static let pairLimit = 4096

    /// Reads `a=1&b` (a leading `?`, `#` or `&` is dropped). A key without `=` is null, a repeated key an array.
    ///
    /// Malformed percent sequences stay as they are and are reported.
    static func parse(
        _ text: String, warnings: inout [RouterWarning], trimming: Bool = true
    ) -> RouteValues {
        var values = RouteValues()
        // Vue Router 4 trims nothing and drops no more than a question mark.
        var rest = trimming ? trimmed(text)[...] : Array(text.utf8)[...]
        if let first = rest.first, Array((trimming ? "?#&" : "?").utf8).contains(first) { rest = rest.dropFirst() }
        guard !rest.isEmpty else { return values }
        for pair in rest.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).prefix(pairLimit) {
            let spaced = pair.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            let equals = spaced.firstIndex(of: UInt8(ascii: "="))
            let key = decode(spaced[..<(equals ?? spaced.endIndex)], warnings: &warnings)
            let value: JSONValue =
                equals.map { .string(decode(spaced[($0 + 1)...], warnings: &warnings)) } ?? .null
            switch values[key] {
            case nil: values.set(key, to: value)
            case .array(let earlier)?: values.set(key, to: .array(earlier + [value]))
            case let earlier?: values.set(key, to: .array([earlier, value]))
            }
        }
        return values
    }

    /// Prints values with a leading `?`, or nothing when there are none to print.
    static func print(_ values: RouteValues) -> String {
        var pairs: [String] = []
        for (name, value) in values.members {
            let key = encode(name)
            switch value {
            case nil: break
            case .null?: pairs.append(key)
            case .array(let elements)?:
                // Elements join first, so an array of one null under the empty key vanishes like a lone null.
                let printed = elements.map { $0 == .null ? key : key + "=" + encode(scriptText($0)) }
                pairs.append(printed.joined(separator: "&"))
            case let value?: pairs.append(key + "=" + encode(scriptText(value)))
            }
        }
        let text = pairs.filter { !$0.isEmpty }.joined(separator: "&")
        return text.isEmpty ? "" : "?" + text
    }

    /// Prints values as Vue Router 4 does: a space is `+`, and more marks stay as they are.
    static func printLoosely(_ values: RouteValues) -> String {
        var text = ""
        func add(_ pair: String) { text += (text.isEmpty ? "?" : "&") + pair }
        for (name, value) in values.members {
            let key = encodeLoosely(name, encodingAlso: "=")
            switch value {
            case nil: break
            case .null?: text.isEmpty && key.isEmpty ? () : add(key)
            case .array(let elements)?:
                for element in elements {
                    add(element == .null ? key : key + "=" + encodeLoosely(scriptText(element), encodingAlso: ""))
                }
            case let value?: add(key + "=" + encodeLoosely(scriptText(value), encodingAlso: ""))
            }
        }
        return text
    }

    private static func encodeLoosely(_ text: String, encodingAlso marks: String) -> String {
        PercentCoding.encodeLoosely(text, sparingAlso: "`{}^", encodingAlso: "+#&" + marks, spaceAsPlus: true)
    }

    /// What Vue Router 4 makes of a location's own query: text, null, or a list of these; undefined goes.
    static func normalized(_ values: RouteValues) -> RouteValues {
        var result = RouteValues()
        for (name, value) in values.members {
            switch value {
            case nil: break
            case .null?: result.set(name, to: .some(.null))
            case .array(let elements)?:
                result.set(name, to: .array(elements.map { $0 == .null ? .null : .string(scriptText($0)) }))
            case let value?: result.set(name, to: .string(scriptText(value)))
            }
        }
        return result
    }

    /// What a location's own query value becomes beside a path: text, unless it is null or an object.
    static func cast(_ value: JSONValue?) -> JSONValue? {
        guard let value else { return Optional.none }
        if case .array(let elements) = value { return .array(elements.map { castElement($0) }) }
        return castElement(value)
    }

    private static func castElement(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .object, .array: value
        default: .string(scriptText(value))
        }
    }

    private static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in PercentCoding.encode(text, sparing: PercentCoding.componentMarks + [UInt8(ascii: ",")]).utf8 {
            if Array("!'()*".utf8).contains(byte) {
                bytes.append(UInt8(ascii: "%"))
                Hexadecimal.append(byte, to: &bytes)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func decode(_ bytes: ArraySlice<UInt8>, warnings: inout [RouterWarning]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        if let decoded = PercentCoding.decode(text) { return decoded }
        warnings.append(.malformedPercent(text))
        return text
    }

    /// Without white space at either end, as `String.prototype.trim` has it.
    private static func trimmed(_ text: String) -> [UInt8] {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            UInt16(exactly: scalar.value).map { UnitSet.space.contains($0, ignoringCase: false) } ?? false
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return [] }
        return Array(String(scalars[first...last]).utf8)
    }
}
