import BridgePrimitives
import BridgeTrace
import Tokens

/// A function that must be asked before a transaction can end: undoes what the transaction did so far.
struct PendingFunction: Error, Sendable {
    let call: FunctionPass.Call
    let uri: String
    /// Of the token that it is called with; signed when no transaction is open.
    let claims: JSONObject
}

extension PendingFunction: CustomStringConvertible {
    /// Without the claims, which hold a user and perhaps credentials.
    var description: String { "\(call.event.rawValue) must be asked first, and nobody waits for it" }
}

/// One run of a request whose sign-in functions may change.
///
/// No transaction is open while a function thinks. The request is run; where it comes to a function that was not asked
/// yet, all that it did is undone (``PendingFunction``), the function is asked, and the request is run again with the
/// answer at hand. So every run decides on what is true then, and what it decides is stored at once or not at all.
final class FunctionPass: Sendable {
    /// An event of one user.
    struct Call: Hashable, Sendable {
        let event: BlockingEvent
        let uid: String
    }

    /// What functions have answered to earlier runs, and the uid that the first of them was told of a new user.
    struct Answers: Sendable {
        var byCall: [Call: FunctionAnswer] = [:]
        var newUID: String?
    }

    /// Of the request that the current task answers; nil where no function is configured.
    @TaskLocal static var current: FunctionPass?

    let answers: Answers
    /// What is to be in the trace once it is sure that this run is the last.
    private let events = Mutex<[TraceEvent.Kind]>([])

    init(_ answers: Answers) { self.answers = answers }

    func note(_ event: TraceEvent.Kind) { events.withLock { $0.append(event) } }

    var noted: [TraceEvent.Kind] { events.withLock { $0 } }
}

extension AuthService {
    /// Who calls the project's blocking functions; nil for nobody, and sign-ins that need one then fail.
    public var functionCaller: (any FunctionCaller)? {
        get { surroundings.functionCaller.withLock { $0 } }
        set { surroundings.functionCaller.withLock { $0 = newValue } }
    }

    /// More runs than a request needs: one for each event of a user who is made meanwhile by somebody else.
    private static let mostRuns = 8

    /// Answers a request, asking the project's functions where it comes to them.
    ///
    /// - Parameter body: may be run several times; what it throws last is thrown.
    func callingFunctions<Value>(_ body: () throws -> Value) async throws -> Value {
        guard !configuration.blockingFunctions.isEmpty else { return try body() }
        var answers = FunctionPass.Answers()
        for _ in 0..<Self.mostRuns {
            let pass = FunctionPass(answers)
            do {
                let value = try FunctionPass.$current.withValue(pass, operation: body)
                publish(pass)
                return value
            } catch let pending as PendingFunction {
                if pending.call.event == .beforeCreate { answers.newUID = pending.call.uid }
                answers.byCall[pending.call] = try await ask(pending)
            } catch {
                publish(pass)
                throw error
            }
        }
        throw recorded(
            AuthRefusal(.blockingFunctionFailed, causes: [FunctionReason.keepsAsking.code]))
    }

    private func ask(_ pending: PendingFunction) async throws -> FunctionAnswer {
        guard let functionCaller else { return .failed(.noCaller, causes: []) }
        let jwt = try TokenMint.idToken(claims: pending.claims, key: tokenForm == .signed ? keys.current : nil)
        return await functionCaller.call(pending.uri, jwt: Secret(jwt))
    }

    private func publish(_ pass: FunctionPass) { for event in pass.noted { trace.record(event, by: .auth) } }

    /// What the project's function says to an event; nil where it has none for it.
    ///
    /// - Returns: a refusal as a value, for transactions that must keep what they did all the same.
    /// - Throws: ``PendingFunction`` while nobody has asked.
    func changes(by event: FunctionEvent, now: Instant) throws -> Result<FunctionChanges, AuthRefusal>? {
        let functions = BlockingFunctions(json: configuration.blockingFunctions)
        guard let uri = functions.uris[event.kind] else { return nil }
        let call = FunctionPass.Call(event: event.kind, uid: event.account.localID)
        guard let answer = FunctionPass.current?.answers.byCall[call] else {
            let claims = event.claims(
                projectID: projectID, uri: uri, id: unguessableText("event", count: 16), forwarding: functions,
                inventsAccessToken: !enforces(.accessTokenEchoed), now: now)
            throw PendingFunction(call: call, uri: uri, claims: claims)
        }
        do throws(AuthRefusal) { return .success(try FunctionChanges(answer, of: uri, to: event.kind)) } catch {
            var refusal = error
            refusal.uid = event.account.localID
            return .failure(refusal)
        }
    }
}
