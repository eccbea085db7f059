import BridgePrimitives
import BridgeTrace
public import IdentityProviders
import SimulatedDevice

/// The system's sheet for Sign in with Apple, and the person in front of it.
///
/// One stands for the whole device: `device.services.provide(sheet)`. Requests may overlap; each is answered by
/// itself.
public final class AppleIDSheet: Sendable {
    /// What the person does with a request.
    public enum Behaviour: Hashable, Sendable {
        /// Goes on with the device's account. What is said about the address counts the first time only.
        case agree(hidesEmail: Bool = false)
        case cancel
        /// The system fails with this code.
        case fail(ASAuthorizationError.Code)
        /// Does nothing until ``answer(_:with:)``.
        case leaveOpen
    }

    /// A request that is on the screen.
    public struct OpenRequest: Hashable, Sendable, Identifiable {
        /// Counts from 1.
        public let id: Int
        public let request: AppleIDRequest
    }

    private struct State {
        var accountID: String?
        var next: [Behaviour] = []
        var usual: Behaviour
        var count = 0
        var open: [(request: OpenRequest, answer: CheckedContinuation<Behaviour, Never>)] = []
        var watchers: [(count: Int, resume: CheckedContinuation<Void, Never>)] = []
    }

    public let provider: AppleProvider
    private let state: Mutex<State>

    /// - Parameters:
    ///   - accountID: the Apple Account that the device is signed in to; nil for none.
    ///   - behaviour: what the person does as long as nothing else is said.
    public init(provider: AppleProvider, accountID: String?, behaviour: Behaviour = .agree()) {
        self.provider = provider
        state = Mutex(State(accountID: accountID, usual: behaviour))
    }

    /// The Apple Account of the device; nil when nobody is signed in.
    public var accountID: String? {
        get { state.withLock { $0.accountID } }
        set { state.withLock { $0.accountID = newValue } }
    }

    /// What the person does from now on.
    public func behave(_ behaviour: Behaviour) { state.withLock { ($0.usual, $0.next) = (behaviour, []) } }

    /// What the person does with the next requests, one after the other; then as before.
    public func behave(next behaviours: [Behaviour]) { state.withLock { $0.next += behaviours } }

    // MARK: - Requests that wait

    /// What is on the screen, oldest first.
    public var openRequests: [OpenRequest] { state.withLock { $0.open.map(\.request) } }

    /// Returns once `count` requests or more are on the screen.
    public func waitForOpenRequests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.open.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isDue { continuation.resume() }
        }
    }

    /// The person answers a request that was left open; one that is not open is ignored, and so is `leaveOpen`.
    public func answer(_ request: OpenRequest, with behaviour: Behaviour) {
        guard behaviour != .leaveOpen else { return }
        let answer = state.withLock { state in
            state.open.firstIndex { $0.request.id == request.id }.map { state.open.remove(at: $0).answer }
        }
        answer?.resume(returning: behaviour)
    }

    // MARK: - Answering

    /// Shows the sheet for a request of an app.
    ///
    /// - Parameter notes: what was noticed of the request, for the trace.
    func authorize(
        _ request: AppleIDRequest, of process: AppProcess, noticed notes: [AppleIDSheetReason] = []
    ) async throws(ASAuthorizationError) -> AppleIDCredential {
        guard process.phase == .foreground else { throw ASAuthorizationError(.notInteractive, .notInForeground) }
        // Without an account the system asks for one, in an alert, and the app is told no more than that.
        guard accountID != nil else { throw refused(.unknown, .noAccount, process) }
        let behaviour = await decide(on: request)
        guard !process.isEnded else { throw ASAuthorizationError(.canceled, .processEnded) }
        switch behaviour {
        case .cancel, .leaveOpen: throw refused(.canceled, .cancelled, process)
        case .fail(let code): throw refused(code, .scripted, process)
        case .agree(let hidesEmail):
            guard let accountID else { throw refused(.unknown, .noAccount, process) }
            do {
                let credential = try provider.signIn(
                    request, as: .account(id: accountID, hidesEmail: hidesEmail), now: process.device.clock.now)
                process.device.trace.record(
                    .account(
                        AccountEvent(.signedIn, uid: nil, provider: "apple.com", reasons: notes.map(\.code))), by: .auth
                )
                return credential
            } catch let error as AppleAuthorizationError {
                throw refused(
                    ASAuthorizationError.Code(rawValue: error.rawValue) ?? .unknown,
                    error == .failed ? .unknownClient : .noAccount, process)
            } catch {
                throw refused(.failed, .scripted, process)
            }
        }
    }

    private func decide(on request: AppleIDRequest) async -> Behaviour {
        let next = state.withLock { state in state.next.isEmpty ? state.usual : state.next.removeFirst() }
        guard next == .leaveOpen else { return next }
        return await withCheckedContinuation { continuation in
            let due = state.withLock { state in
                state.count += 1
                state.open.append((OpenRequest(id: state.count, request: request), continuation))
                let due = state.watchers.filter { $0.count <= state.open.count }
                state.watchers.removeAll { $0.count <= state.open.count }
                return due
            }
            for watcher in due { watcher.resume.resume() }
        }
    }

    private func refused(
        _ code: ASAuthorizationError.Code, _ reason: AppleIDSheetReason, _ process: AppProcess
    ) -> ASAuthorizationError {
        process.device.trace.record(
            .account(AccountEvent(.refused, uid: nil, provider: "apple.com", reasons: [reason.code])), by: .app)
        return ASAuthorizationError(code, reason)
    }
}
