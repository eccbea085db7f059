import BridgePrimitives

/// Where refresh tokens stand: in what the auth service is sent and answers, under a name of its own each.
///
/// Nothing in the token itself says what it is, so it is known by its place alone.
enum RefreshTokenPlaces {
    private static let longestBody = 256 << 10
    private static let hosts = ["securetoken.googleapis.com", "identitytoolkit.googleapis.com"]
    private static let names = ["refresh_token", "refreshToken"]

    /// - Parameters:
    ///   - sent: HAR's `postData`.
    ///   - content: HAR's `content`.
    /// - Complexity: O(n) in the bodies' lengths.
    static func tokens(to url: String, _ sent: JSONValue?, answer content: JSONValue?) -> [CapturedRefreshToken] {
        // The emulator is asked under this machine's name, with the service's in the path.
        guard hosts.contains(where: { url.contains($0) }) else { return [] }
        var values: [(CapturedRefreshToken.Place, String)] = []
        for item in sent?["params"]?.arrayValue ?? [] {
            if let name = item["name"]?.stringValue, names.contains(name), let value = item["value"]?.stringValue {
                values.append((.request, PercentEncoding.text(Array(value.utf8)[...])))
            }
        }
        if let text = sent?["text"]?.stringValue, values.isEmpty { values += found(in: text).map { (.request, $0) } }
        if var text = content?["text"]?.stringValue, text.utf8.count <= longestBody {
            if content?["encoding"]?.stringValue == "base64" {
                text = StandardBase64.decode(text).map { String(decoding: $0, as: UTF8.self) } ?? ""
            }
            values += found(in: text).map { (.answer, $0) }
        }
        return values.filter { !$0.1.isEmpty }.map { CapturedRefreshToken(place: $0.0, value: Secret($0.1)) }
    }

    /// Of a body that is JSON, or a form.
    private static func found(in text: String) -> [String] {
        guard text.utf8.count <= longestBody else { return [] }
        if let json = try? JSONValue(parsing: text) { return names.compactMap { json[$0]?.stringValue } }
        return text.utf8.split(separator: UInt8(ascii: "&")).compactMap { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")),
                names.contains(String(decoding: item[..<equals], as: UTF8.self))
            else { return nil }
            return PercentEncoding.text(Array(item[item.index(after: equals)...])[...])
        }
    }
}
