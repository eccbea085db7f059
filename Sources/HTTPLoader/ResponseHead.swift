/// The fields of a response's head, read from the lines that libcurl handed over.
package enum ResponseHead {
    /// The fields of the final head in `lines`.
    ///
    /// - Parameter lines: status lines and field lines as received, each with its line end, an empty line after each
    ///   head: those of interim responses (1xx) first, trailer fields last. Both are left out, and so are lines
    ///   without a colon or with a name that is no token, as browsers do. A continuation line joins the one before it
    ///   with a space (RFC 9112 §5.2), and a CR or a NUL inside a value is one (RFC 9110 §5.5).
    /// - Complexity: O(n) in bytes.
    package static func fields(in lines: [UInt8]) -> HTTPHeaders {
        var fields: [HTTPHeaders.Field] = []
        var isInHead = false
        // Whether there is a field that a line can continue.
        var isInField = false
        var rest = lines[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            if !isInHead {
                // Between heads only a status line can begin another one: what else comes is a trailer.
                guard line.starts(with: "HTTP/".utf8) else { continue }
                (isInHead, isInField, fields) = (true, false, [])
            } else if line.isEmpty || line.first == 0x0D {
                isInHead = false  // a line of blanks is none of these: it continues a field
            } else if isBlank(line[line.startIndex]) {
                guard isInField, let last = fields.indices.last else { continue }
                let more = value(line)
                fields[last].value += fields[last].value.isEmpty || more.isEmpty ? more : [0x20] + more
            } else {
                isInField = false
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
                let name = String(decoding: trimmingEnd(line[..<colon]), as: UTF8.self)
                guard HTTPRequest.isToken(name) else { continue }
                fields.append(.init(name: name, value: value(line[(colon + 1)...])))
                isInField = true
            }
        }
        return HTTPHeaders(fields)
    }

    private static func value(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let spaced = text.map { $0 == 0x0D || $0 == 0x00 ? 0x20 : $0 }
        return Array(trimmingEnd(spaced.drop(while: isBlank)))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func trimmingEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, isBlank(last) || last == 0x0D { line.removeLast() }
        return line
    }
}
