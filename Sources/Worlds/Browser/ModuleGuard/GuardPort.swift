import BridgePrimitives
import BridgeTrace
import RouterGuard
import WebViews

/// Where a guard's script tells what it does. What it asks and reads goes to the trace at once, before the jar tells of
/// the read; all of it is kept, in its order, for who drives the router.
final class GuardPort: PageProgram {
    /// A guard that tells more in one turn than this tells nothing.
    private static let operationLimit = 10_000

    /// Something that only the service, or auth's storage, can answer.
    struct Request: Sendable {
        enum Kind: Sendable {
            case signIn(token: Secret<String>)
            case signOut
            case token(forcesRefresh: Bool)
        }

        let id: Int
        let kind: Kind
    }

    /// What the script is doing: its steps are about that.
    struct Place: Sendable {
        var path = "/"
        var routeName: String?
        /// User scripts at document end are still to run.
        var isEarly = false
        /// The page begins with a session that auth has not confirmed yet.
        var hasStoredUser = false
    }

    private struct State {
        var place = Place()
        var operations: [GuardOperation] = []
        var requests: [Request] = []
        var problem: GuardProblem?
        /// What was told of the current place already: a guard may look often.
        var told: Set<String> = []
        /// A cookie library has said what it reads the cookies for.
        var hasToldOfRead = false
        /// The script waits for a session that is still to be restored.
        var waitsForUser = false
    }

    private let cookieName: String
    /// Whether the session's cookie is given to a guard that asks for another.
    private let isAnyName: Bool
    private let trace: TraceLog
    private let state = Mutex(State())

    init(cookieName: String, isAnyName: Bool = false, trace: TraceLog) {
        self.cookieName = cookieName
        self.isAnyName = isAnyName
        self.trace = trace
    }

    /// The script goes on, for another route perhaps.
    func enter(_ place: Place) {
        state.withLock { state in
            if state.place.path != place.path || state.place.isEarly != place.isEarly { state.told = [] }
            state.place = place
        }
    }

    /// A new guard call: what it looks at is told anew.
    func begin() { state.withLock { $0.told = [] } }

    /// Auth has read its storage.
    func authIsReady() {
        guard state.withLock({ $0.waitsForUser }) else { return }
        tell("ready", .asked, "auth is ready", [.authReady])
    }

    func takeOperations() -> [GuardOperation] {
        state.withLock { state in
            defer { state.operations = [] }
            return state.operations
        }
    }

    /// The oldest request that nobody has answered.
    func takeRequest() -> Request? {
        state.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
    }

    /// Why the guard cannot be run; nil when it can.
    var problem: GuardProblem? { state.withLock { $0.problem } }

    // MARK: - What the script does

    func willReadCookies() {
        let isTold = state.withLock { state in
            defer { state.hasToldOfRead = false }
            return state.hasToldOfRead
        }
        if !isTold { tell("read", .read, "document.cookie", []) }
    }

    func didReadCookies(_ text: String) {
        let findsToken = text.utf8.split(separator: UInt8(ascii: ";")).contains { cookie in
            let cookie = cookie.drop { $0 == UInt8(ascii: " ") }
            return cookie.starts(with: (cookieName + "=").utf8) && cookie.count > cookieName.utf8.count + 1
        }
        let isEarly = state.withLock { $0.place.isEarly }
        note(.read(findsToken: findsToken, isEarly: isEarly))
    }

    func receive(_ message: String) -> String? {
        guard let operation = try? JSONValue(parsing: message), let name = operation["op"]?.stringValue else {
            return nil
        }
        switch name {
        case "asked":
            let (isReady, isSignedIn) = (operation.flag("isReady"), operation.flag("isSignedIn"))
            let isTooEarly = !isReady && state.withLock { $0.place.hasStoredUser }
            tell(
                "asked \(isReady)", .asked,
                isReady ? "is somebody signed in?" : "is somebody signed in? auth is not ready yet",
                isTooEarly ? [.authNotReady] : [])
            note(.asked(isReady: isReady, isSignedIn: isSignedIn))
        case "waits":
            let waitsForUser = state.withLock { $0.place.hasStoredUser }
            tell("waits", .asked, "auth is not ready yet", waitsForUser ? [.waitsForAuth] : [])
            if waitsForUser { state.withLock { $0.waitsForUser = true } }
            note(.waits)
        case "looksFor":
            let name = operation.text("name")
            tell("read \(name)", .read, "the cookie '\(name)', by \(operation.text("library"))", [])
            state.withLock { $0.hasToldOfRead = true }
        case "cookie": return reading(operation).text()
        case "deletesCookie": note(.deletesCookie(name: operation.text("name")))
        case "request": request(operation)
        case "broken": state.withLock { $0.problem = GuardProblem(JavaScriptError(operation["error"]), trace) }
        case "noGuard": state.withLock { $0.problem = GuardProblem(noGuard: operation.text("text")) }
        default: GuardOperation(name, operation, masking: trace.masking).map(note)
        }
        return nil
    }

    /// What a cookie library gives.
    private func reading(_ operation: JSONValue) -> JSONValue {
        guard let library = CookieReader(rawValue: operation.text("library")) else { return ["kind": "undefined"] }
        let reader = isAnyName ? .universalCookie : library
        let name = isAnyName ? cookieName : operation.text("name")
        let reading = reader.read(name, from: operation.text("text"))
        switch reading {
        case .value(let value):
            note(.lookedFor(name: name, finds: true))
            return ["kind": "value", "value": value]
        case .absentOrEmpty, .absent:
            note(.lookedFor(name: name, finds: false))
            return ["kind": reading == .absent ? "undefined" : "null"]
        case .malformedEscape:
            note(.unreadable)
            return ["kind": "URIError"]
        case .unusableName:
            note(.unreadable)
            return ["kind": "SyntaxError"]
        }
    }

    private func request(_ operation: JSONValue) {
        guard let id = operation["id"]?.integerValue.flatMap({ Int(exactly: $0) }) else { return }
        let kind: Request.Kind
        switch operation.text("kind") {
        case "sign-in": kind = .signIn(token: Secret(operation.text("token")))
        case "sign-out": kind = .signOut
        default: kind = .token(forcesRefresh: operation.flag("force"))
        }
        if case .signIn = kind { note(.signsIn) }
        state.withLock { $0.requests.append(Request(id: id, kind: kind)) }
    }

    private func note(_ operation: GuardOperation) {
        state.withLock { state in
            guard state.operations.count < Self.operationLimit else { return }
            state.operations.append(operation)
        }
    }

    /// Records a step, unless one like it is there for the place.
    private func tell(_ key: String, _ step: RoutingEvent.Step, _ detail: String, _ reasons: [GuardReason]) {
        let place = state.withLock { state in state.told.insert(key).inserted ? state.place : nil }
        guard let place else { return }
        trace.record(
            .routing(
                RoutingEvent(
                    step, path: trace.masking.url(place.path), route: place.routeName,
                    detail: trace.masking.text(detail), reasons: reasons.map(\.code))), by: .page)
    }
}

extension JSONValue {
    /// A member that is a text; empty for another.
    func text(_ name: String) -> String { self[name]?.stringValue ?? "" }
    func flag(_ name: String) -> Bool { self[name]?.boolValue ?? false }
}
