@testable import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

/// Functions that answer as they were told, and remember what they were called with.
final class ScriptedFunctions: FunctionCaller {
    struct Call: Sendable {
        let uri: String
        let jwt: String
        var claims: JSONObject { (try? UnverifiedToken(parsing: jwt).payload) ?? JSONObject() }
        subscript(_ name: String) -> JSONValue { claims[name] ?? .null }
    }

    private let state = Mutex<(answers: [String: FunctionAnswer], calls: [Call])>(([:], []))
    /// Happens while a function thinks.
    private let meanwhile: @Sendable (String) async throws -> Void

    init(meanwhile: @escaping @Sendable (String) async throws -> Void = { _ in }) { self.meanwhile = meanwhile }

    static func uri(_ event: BlockingEvent) -> String { "http://127.0.0.1:5001/demo/\(event.rawValue)" }

    func answer(_ event: BlockingEvent, _ answer: FunctionAnswer) {
        state.withLock { $0.answers[Self.uri(event)] = answer }
    }

    /// With a `userRecord`; its mask names all of its members.
    func change(_ event: BlockingEvent, _ record: JSONValue, mask: String? = nil) {
        let names = record.objectValue?.names.joined(separator: ",") ?? ""
        let body: JSONValue = ["userRecord": adding("updateMask", .string(mask ?? names), to: record)]
        answer(event, .answered(status: 200, body: body.bytes()))
    }

    var calls: [Call] { state.withLock { $0.calls } }
    /// `beforeCreate`, `beforeSignIn`, in the order of the calls.
    var events: [String] { calls.map { $0["event_type"].stringValue ?? "?" } }
    func forget() { state.withLock { $0.calls = [] } }

    func call(_ uri: String, jwt: Secret<String>) async -> FunctionAnswer {
        state.withLock { $0.calls.append(Call(uri: uri, jwt: jwt.reveal())) }
        do { try await meanwhile(uri) } catch { return .failed(.unreachable, causes: []) }
        return state.withLock { $0.answers[uri] } ?? .answered(status: 200, body: Array("{}".utf8))
    }
}

extension WireFixture {
    /// Functions for both events, that change nothing until they are told to.
    ///
    /// - Parameter forwarding: members of `forwardInboundCredentials`.
    func functions(
        for events: [BlockingEvent] = BlockingEvent.allCases, forwarding: JSONValue = [:],
        meanwhile: @escaping @Sendable (String) async throws -> Void = { _ in }
    ) async throws -> ScriptedFunctions {
        let functions = ScriptedFunctions(meanwhile: meanwhile)
        service.functionCaller = functions
        let triggers = JSONObject(
            events.map { ($0.rawValue, ["functionUri": .string(ScriptedFunctions.uri($0))]) })
        try await patch(
            "config:patch",
            ["blockingFunctions": ["triggers": .object(triggers), "forwardInboundCredentials": forwarding]],
            query: "updateMask=blockingFunctions") → .done
        return functions
    }

    /// Signs up by address and password.
    func signUp(
        _ email: JSONValue = "new@example.com", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        try await post(
            "accounts:signUp", ["email": email, "password": "correct-horse", "displayName": "New"],
            sourceLocation: sourceLocation)
    }

    func signInByPassword(
        _ email: JSONValue = "new@example.com", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        try await post(
            "accounts:signInWithPassword", ["email": email, "password": "correct-horse"],
            sourceLocation: sourceLocation)
    }

    func signInByLink(
        _ email: JSONValue, linking idToken: JSONValue? = nil, code: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        var code = code
        if code == nil {
            try await post(
                "accounts:sendOobCode",
                ["requestType": "EMAIL_SIGNIN", "email": email, "continueUrl": "http://localhost/"])
                → .done
            code = try await latestOobCode()["oobCode"]
        }
        var body = JSONObject([("email", email), ("oobCode", code ?? .null)])
        body["idToken"] = idToken
        return try await post("accounts:signInWithEmailLink", .object(body), sourceLocation: sourceLocation)
    }

    func signInByPhone(
        _ number: JSONValue = "+819012345678", linking idToken: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        try await post("accounts:sendVerificationCode", ["phoneNumber": number]) → .done
        let (session, code) = try latestSMS()
        var body = JSONObject([("sessionInfo", session), ("code", code)])
        body["idToken"] = idToken
        return try await post("accounts:signInWithPhoneNumber", .object(body), sourceLocation: sourceLocation)
    }
}
