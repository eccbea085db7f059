public import BridgePrimitives
public import BridgeTrace
public import Captures
public import Cookies
import Scenarios

/// What a recording shows, with each of its clients beside a jar of its own: an app's requests and its web views', and
/// those of several devices.
public struct CaptureReport: Sendable {
    /// One client's part.
    public struct Part: Sendable {
        public let client: CapturedClient
        public let explanation: CaptureExplanation
        /// As it may be shown.
        public let name: String
    }

    /// In the order in which they came; one, without requests, where the recording has none.
    public let parts: [Part]
    let capture: Capture
    let masking: Masking
    private let cookieName: String
    /// The place of the part that matters.
    private let first: Int

    /// - Parameters:
    ///   - profile: of all clients; nil for the one that is nearest to what each says it is, or else `ios18`.
    ///   - cookieName: the cookie that hands the session over.
    ///   - masking: learns the recording's secrets before anything is told.
    /// - Complexity: O(n) in requests and their cookies, times the cookies in a jar and the clients.
    public init(_ capture: Capture, profile: CookieProfile?, cookieName: String, masking: Masking) {
        let disguise = CaptureDisguise(masking)
        let capture = disguise.applied(to: capture)
        let cookieName = disguise.name(cookieName)
        let clients = capture.byClient
        let isWhole = clients.count < 2
        let parts = (isWhole ? [(clients.first?.client ?? .unknown, capture)] : clients).map { client, requests in
            let others = isWhole ? [] : clients.filter { $0.client != client }.flatMap(\.capture.exchanges)
            // An app that names itself in its own way is known by what it is not.
            let apps = clients.filter {
                client.kind == .webView && [.app, .other].contains($0.client.kind) && $0.client.place == client.place
            }
            let nearest = client.profile.flatMap { CookieProfile.named($0) }
            let explanation = CaptureExplanation(
                requests, profile: profile ?? nearest ?? .ios18, cookieName: cookieName, masking: masking,
                actor: client.isApp ? .app : .webView, isPart: !isWhole && !capture.hasNoCredentials,
                others: others, apps: apps.flatMap(\.capture.exchanges))
            let name = client.name.isEmpty ? "a client without a name" : masking.text(client.name).text
            return Part(client: client, explanation: explanation, name: name)
        }
        (self.parts, self.capture, self.masking, self.cookieName) = (parts, capture, masking, cookieName)
        // Where something is wrong, a web view's loss comes before an app's: it is what people look for.
        first = parts.indices.min { (Self.rank(parts[$0]), $0) < (Self.rank(parts[$1]), $1) } ?? 0
    }

    private static func rank(_ part: Part) -> Int {
        switch (part.explanation.isCalm, part.client.isApp) {
        case (false, false): 0
        case (false, true): 1
        // A handoff that worked is told before a client that has nothing to do with it.
        case (true, _): part.explanation.cause.code == CaptureFindingReason.asModelled.code ? 2 : 3
        }
    }

    /// The finding that matters, of all clients.
    public var cause: RootCause { parts[first].explanation.cause }

    // MARK: - As traces

    /// One for each client.
    ///
    /// - Parameter name: of the traces; the file's, say.
    public func recordings(named name: String) -> [RecordedTrace] {
        parts.enumerated().map { index, part in
            let title = parts.count == 1 ? name : "\(name): \(part.name)"
            return part.explanation.recording(named: title, cookie: cookieName, id: "\(index + 1)")
        }
    }

    // MARK: - For people

    /// The finding that matters with its fix, then each client's requests with what is told of them, and what is wrong with
    /// the file.
    public var lines: [String] {
        guard parts.count > 1 else { return CaptureText.lines(for: parts[0].explanation) + fileLines }
        var lines = RootCauseText.lines(
            RootCause(code: cause.code, message: "#\(first + 1): \(cause.message)", fix: cause.fix, evidence: nil))
        for (index, part) in parts.enumerated() {
            lines.append("")
            lines.append("#\(index + 1)  \(part.name)  (profile \(part.explanation.profile))")
            lines += CaptureText.lines(for: part.explanation)
        }
        return lines + (fileLines.isEmpty ? [] : [""]) + fileLines
    }

    private var fileLines: [String] {
        let count = capture.leftOut.reduce(0) { $0 + $1.count }
        let kinds = capture.leftOut.map { "\($0.scheme) \($0.count)" }.joined(separator: ", ")
        let leftOut =
            count == 0
            ? []
            : [
                "    left out  \(count) entr\(count == 1 ? "y" : "ies") that no cookie jar is asked for: \(kinds)"
            ]
        return leftOut + capture.defects.map { "    file      \($0)" }
    }

    // MARK: - For scripts

    /// One object: the finding that matters, and with one client all that is told of it; with several a list of them.
    public var json: JSONValue {
        let ends: [(String, JSONValue)] = [
            ("left_out", .object(JSONObject(capture.leftOut.map { ($0.scheme, .integer(Int64($0.count))) }))),
            ("defects", .array(capture.defects.map { .string($0.description) })),
        ]
        let only = parts[0].explanation.json.objectValue ?? JSONObject()
        var object = only
        if parts.count > 1 {
            object = JSONObject([
                ("producer", only["producer"] ?? .null), ("finding", .object(cause.json)),
                ("client", .integer(Int64(first + 1))),
                (
                    "clients",
                    .array(
                        parts.enumerated().map { index, part in
                            var each = JSONObject([
                                ("number", .integer(Int64(index + 1))), ("name", .string(part.name)),
                                ("kind", .string(part.client.kind.rawValue)),
                            ])
                            for (name, value) in part.explanation.json.objectValue ?? JSONObject()
                            where !["producer", "defects"].contains(name) {
                                each[name] = value
                            }
                            return .object(each)
                        })
                ),
            ])
        }
        for (name, value) in ends { object[name] = value }
        return .object(object)
    }
}
