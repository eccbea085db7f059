import BridgePrimitives

/// Reading as js-cookie 3.0.1 does it.
enum JSCookie {
    /// Cookies are parted by exactly `; `; names are decoded; an undecodable cookie is passed over; no JSON.
    static func get(_ name: String, from cookieText: String) -> CookieReading {
        guard !cookieText.isEmpty else { return .absent }
        for cookie in parts(Array(cookieText.utf8)) {
            let equals = cookie.firstIndex(of: UInt8(ascii: "=")) ?? cookie.endIndex
            guard let found = PercentCoding.decode(String(decoding: cookie[..<equals], as: UTF8.self)),
                found.utf8.elementsEqual(name.utf8),
                let value = value(cookie[equals...].dropFirst())
            else { continue }
            return .value(.string(value))
        }
        return .absent
    }

    private static func parts(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        for at in text.indices.dropLast()
        where at >= start && text[at] == UInt8(ascii: ";") && text[at + 1] == UInt8(ascii: " ") {
            parts.append(text[start..<at])
            start = at + 2
        }
        return parts + [text[start...]]
    }

    /// A leading quote costs the first and the last character; runs of percent triples are decoded one by one.
    private static func value(_ raw: ArraySlice<UInt8>) -> String? {
        var rest = raw
        if rest.first == UInt8(ascii: "\"") { rest = rest.dropFirst().dropLast() }
        var result: [UInt8] = []
        while let byte = rest.first {
            var run: [UInt8] = []
            while let triple = triple(at: rest) {
                run += triple
                rest = rest.dropFirst(3)
            }
            guard run.isEmpty else {
                guard let decoded = PercentCoding.decode(String(decoding: run, as: UTF8.self)) else { return nil }
                result += Array(decoded.utf8)
                continue
            }
            result.append(byte)
            rest = rest.dropFirst()
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func triple(at rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let triple = rest.prefix(3)
        guard triple.count == 3, triple.first == UInt8(ascii: "%"),
            triple.dropFirst().allSatisfy({ Hexadecimal.value($0) != nil })
        else { return nil }
        return triple
    }
}

/// Reading as universal-cookie 8 does it.
enum UniversalCookie {
    /// The first cookie of the name wins; names are not decoded; every value is tried as JSON.
    static func get(_ name: String, from cookieText: String) -> CookieReading {
        for cookie in Array(cookieText.utf8).split(separator: UInt8(ascii: ";")) {
            guard let equals = cookie.firstIndex(of: UInt8(ascii: "=")),
                cookie[..<equals].trimmedOfSpace().elementsEqual(name.utf8)
            else { continue }
            let raw = String(decoding: cookie[(equals + 1)...].trimmedOfSpace(), as: UTF8.self)
            let text = PercentCoding.decode(raw) ?? raw
            let json =
                text.utf8.starts(with: "j:".utf8) ? String(decoding: text.utf8.dropFirst(2), as: UTF8.self) : text
            return .value((try? JSONValue(parsing: json)) ?? .string(text))
        }
        return .absent
    }
}
