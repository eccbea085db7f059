import BridgePrimitives

/// Where tokens stand in bodies. Refresh tokens are in what the auth service is sent and answers, under a name of its own
/// each: nothing in the token itself says what it is. Others are known by their look.
enum BodyTokens {
    private static let longestBody = 256 << 10
    private static let hosts = ["securetoken.googleapis.com", "identitytoolkit.googleapis.com"]
    private static let names = ["refresh_token", "refreshToken"]

    /// - Parameters:
    ///   - sent: HAR's `postData`.
    ///   - content: HAR's `content`.
    /// - Complexity: O(n) in the bodies' lengths.
    static func tokens(to url: String, _ sent: JSONValue?, answer content: JSONValue?) -> [CapturedBodyToken] {
        // The emulator is asked under this machine's name, with the service's in the path.
        guard hosts.contains(where: { url.contains($0) }) else { return [] }
        var values: [(CapturedBodyToken.Place, String)] = []
        for item in sent?["params"]?.arrayValue ?? [] {
            if let name = item["name"]?.stringValue, names.contains(name), let value = item["value"]?.stringValue {
                values.append((.request, PercentEncoding.text(Array(value.utf8)[...])))
            }
        }
        if let text = sent?["text"]?.stringValue, values.isEmpty { values += found(in: text).map { (.request, $0) } }
        if let text = text(of: content) { values += found(in: text).map { (.answer, $0) } }
        return values.filter { !$0.1.isEmpty }.map { CapturedBodyToken(place: $0.0, value: Secret($0.1)) }
    }

    /// Tokens by their look, wherever they stand in a request's body and in its answer's: see ``TokensInText``.
    ///
    /// - Complexity: O(n) in the bodies' lengths.
    static func webTokens(_ sent: JSONValue?, answer content: JSONValue?) -> [CapturedBodyToken] {
        let params = (sent?["params"]?.arrayValue ?? []).compactMap { $0["value"]?.stringValue }
        let posted = webTokens(in: ([sent?["text"]?.stringValue] + params).compactMap(\.self).joined(separator: " "))
        let answered = webTokens(in: text(of: content) ?? "")
        return posted.map { CapturedBodyToken(place: .request, value: Secret($0)) }
            + answered.map { CapturedBodyToken(place: .answer, value: Secret($0)) }
    }

    /// More are in no body of a sign-in.
    private static let mostWebTokens = 16

    private static func webTokens(in text: String) -> [String] {
        guard text.utf8.count <= longestBody else { return [] }
        return Array(TokensInText.places(in: text).map(\.text).uniqued().prefix(mostWebTokens))
    }

    private static func text(of content: JSONValue?) -> String? {
        guard let text = content?["text"]?.stringValue, text.utf8.count <= longestBody else { return nil }
        guard content?["encoding"]?.stringValue == "base64" else { return text }
        return StandardBase64.decode(text).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Of a body that is JSON, or a form.
    private static func found(in text: String) -> [String] {
        guard text.utf8.count <= longestBody else { return [] }
        if let json = try? JSONValue(parsing: text) { return names.compactMap { json[$0]?.stringValue } }
        return FormBody.pairs(text.utf8).filter { names.contains($0.0) }.map(\.1)
    }
}
