/// The fields of a response's head, read from the lines that libcurl handed over.
enum ResponseHead {
    /// The fields of the final head in `lines`.
    ///
    /// - Parameter lines: status lines and field lines as received, each with its line end, an empty line after each
    ///   head: those of interim responses (1xx) first, trailer fields last. Both are left out, and so are lines
    ///   without a colon. A continuation line joins the one before it with a space (RFC 9112 §5.2).
    /// - Complexity: O(n) in bytes.
    static func fields(in lines: [UInt8]) -> HTTPHeaders {
        var fields: [HTTPHeaders.Field] = []
        var isInHead = false
        var rest = lines[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            let line = trimmingEnd(rest[..<end])
            rest = rest[min(end + 1, rest.endIndex)...]
            if !isInHead {
                // Between heads only a status line can begin another one: what else comes is a trailer.
                guard line.starts(with: "HTTP/".utf8) else { continue }
                (isInHead, fields) = (true, [])
            } else if line.isEmpty {
                isInHead = false
            } else if isBlank(line[line.startIndex]) {
                guard let last = fields.indices.last else { continue }
                fields[last].value += [0x20] + line.drop(while: isBlank)
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                let name = String(decoding: trimmingEnd(line[..<colon]), as: UTF8.self)
                fields.append(.init(name: name, value: Array(line[(colon + 1)...].drop(while: isBlank))))
            }
        }
        return HTTPHeaders(fields)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func trimmingEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, isBlank(last) || last == 0x0D { line.removeLast() }
        return line
    }
}
