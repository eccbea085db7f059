package import BridgePrimitives

/// Text with places for parts of a route: `/signin?next={to.fullPath}`, `{params.id}`.
package enum RouteTemplate {
    static let depthLimit = 16

    /// Fills every string in `value`. Each route is known by its prefix: `to`, `from`, or nothing.
    ///
    /// Recursion goes over nested values and ends at ``depthLimit``; what is deeper stays as it is.
    package static func filled(
        _ value: JSONValue, from routes: [(prefix: String, route: Route)], depth: Int = 0
    ) -> JSONValue {
        guard depth < depthLimit else { return value }
        switch value {
        case .string(let text): return .string(filled(text, from: routes))
        case .array(let elements): return .array(elements.map { filled($0, from: routes, depth: depth + 1) })
        case .object(let object):
            return .object(
                JSONObject(object.members.map { ($0.name, filled($0.value, from: routes, depth: depth + 1)) }))
        default: return value
        }
    }

    /// Braces around anything that names no part of a route are left alone.
    package static func filled(_ text: String, from routes: [(prefix: String, route: Route)]) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            result += rest[..<open]
            let key = String(decoding: rest[(open + 1)..<close], as: UTF8.self)
            if let value = value(of: key, in: routes) {
                result += Array(value.utf8)
                rest = rest[(close + 1)...]
            } else {
                result.append(rest[open])
                rest = rest[(open + 1)...]
            }
        }
        result += rest
        return String(decoding: result, as: UTF8.self)
    }

    private static func value(of key: String, in routes: [(prefix: String, route: Route)]) -> String? {
        for (prefix, route) in routes {
            if prefix.isEmpty {
                if let value = part(key, of: route) { return value }
            } else if key.utf8.starts(with: (prefix + ".").utf8) {
                return part(String(decoding: key.utf8.dropFirst(prefix.utf8.count + 1), as: UTF8.self), of: route)
            }
        }
        return nil
    }

    package static func part(_ key: String, of route: Route) -> String? {
        switch key {
        case "path": return route.path
        case "fullPath": return route.fullPath
        case "hash": return route.hash
        case "name": return route.name ?? "undefined"
        default: break
        }
        for (prefix, values) in [("params.", route.params), ("query.", route.query)]
        where key.utf8.starts(with: prefix.utf8) {
            let name = String(decoding: key.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
            return values[name].map { scriptText($0) } ?? "undefined"
        }
        return nil
    }
}
