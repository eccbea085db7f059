import BridgePrimitives

extension HTTPRequest {
    /// The header fields as the transport sends them, in its order: the host first, then the codings that it decodes, what
    /// the caller gave, and the body's length.
    package var wireFields: HTTPHeaders {
        func isCoding(_ field: HTTPHeaders.Field) -> Bool { HTTPHeaders.areSameName(field.name, "accept-encoding") }
        var fields = HTTPHeaders()
        if !headers.contains("host") { fields.append("Host", url.hostHeader) }
        let first = headers.fields.firstIndex(where: isCoding)
        // Said a second time, it is what libcurl sends, and in its place.
        if let first, !headers.fields[first].value.isEmpty, headers.fields.count(where: isCoding) == 1 {
            fields.append("Accept-Encoding", bytes: headers.fields[first].value)
        }
        for (place, field) in headers.fields.enumerated() where place != first {
            fields.append(field.name, bytes: field.value)
        }
        if let body { fields.append("Content-Length", "\(body.count)") }
        return fields
    }
}
