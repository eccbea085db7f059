import BridgePrimitives
import SimulatedDevice

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Signs a user in on a web page, in the device's browser.
///
/// It lives until its handler is called, and holds its presenter weakly.
public final class ASWebAuthenticationSession: Sendable {
    /// Called once, on the main actor: with an address, or with an ``ASWebAuthenticationSessionError``.
    public typealias CompletionHandler = @MainActor @Sendable (URL?, (any Error)?) -> Void

    /// What ends the session.
    public struct Callback: Sendable {
        let address: CallbackAddress

        public static func customScheme(_ scheme: String) -> Callback { Callback(address: .scheme(scheme)) }
        public static func https(host: String, path: String) -> Callback {
            Callback(address: .https(host: host, path: path))
        }
    }

    /// Only followed on the main actor, to which the protocol is bound: it is the guard.
    private struct Presenter: @unchecked Sendable {
        weak var value: (any ASWebAuthenticationPresentationContextProviding)?
    }

    private enum Phase: Sendable {
        case new
        case running(Task<Void, Never>?)
        case over
    }

    private struct State: Sendable {
        var presenter = Presenter()
        var isEphemeral = false
        var phase = Phase.new
        var isCancelled = false
    }

    private let url: URL
    private let callback: CallbackAddress?
    private let completion: CompletionHandler
    private let state = Mutex(State())

    /// - Parameter callbackURLScheme: without colon; nil where no address ends the session.
    public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {
        (self.url, completion) = (url, completionHandler)
        callback = callbackURLScheme.map { .scheme($0) }
    }

    public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
        (self.url, self.callback, completion) = (url, callback.address, completionHandler)
    }

    public var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)? {
        get { state.withLock { $0.presenter }.value }
        set {
            let presenter = Presenter(value: newValue)
            state.withLock { $0.presenter = presenter }
        }
    }

    /// Whether the session begins without cookies and leaves none behind.
    public var prefersEphemeralWebBrowserSession: Bool {
        get { state.withLock { $0.isEphemeral } }
        set { state.withLock { $0.isEphemeral = newValue } }
    }

    /// Whether ``start()`` would do anything: a session is good for once.
    public var canStart: Bool {
        state.withLock { if case .new = $0.phase { !$0.isCancelled } else { false } }
    }

    /// Shows the page. Returns at once.
    ///
    /// - Returns: false for a session that was started or cancelled before, and for one that may show nothing; the
    ///   handler is told of the latter.
    @discardableResult
    public func start() -> Bool {
        let isFresh = state.withLock { state in
            guard case .new = state.phase, !state.isCancelled else { return false }
            state.phase = .running(nil)
            return true
        }
        guard isFresh else { return false }
        let process = AppProcess.current
        if let failure = failure(of: process) {
            finish(.failure(failure))
            return false
        }
        guard let process, let browser = process.device.services.service(InAppBrowser.self), let callback else {
            let reason: WebSessionReason = process == nil ? .noProcess : .noBrowser
            finish(.failure(ASWebAuthenticationSessionError(.canceledLogin, reasons: [reason.code])))
            return false
        }
        let isEphemeral = prefersEphemeralWebBrowserSession
        // Owned by the session until its handler is called; `cancel()` ends it.
        let task = Task {
            let end = await browser.browse(url.absoluteString, until: callback, isEphemeral: isEphemeral)
            finish(result(of: process.isEnded ? .because(.processEnded, "") : end))
        }
        let isCancelled = state.withLock { state in
            if case .running = state.phase { state.phase = .running(task) }
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        return true
    }

    /// Closes the page; the handler is told `canceledLogin`. Does nothing before the start but to prevent it, and
    /// nothing after the end.
    public func cancel() {
        let task: Task<Void, Never>? = state.withLock { state in
            state.isCancelled = true
            if case .running(let task) = state.phase { return task }
            return nil
        }
        task?.cancel()
    }

    private func failure(of process: AppProcess?) -> ASWebAuthenticationSessionError? {
        if presentationContextProvider == nil {
            return ASWebAuthenticationSessionError(
                .presentationContextNotProvided, reasons: [WebSessionReason.noPresentationContext.code])
        }
        if let process, process.phase != .foreground {
            return ASWebAuthenticationSessionError(
                .presentationContextInvalid, reasons: [WebSessionReason.notInForeground.code])
        }
        return nil
    }

    private func result(of end: InAppBrowser.End) -> Result<URL, ASWebAuthenticationSessionError> {
        switch end {
        case .calledBack(let address):
            guard let url = URL(string: address) else {
                return .failure(
                    ASWebAuthenticationSessionError(
                        .canceledLogin, reasons: [WebSessionReason.unusableAddress.code]))
            }
            return .success(url)
        case .closed(let reasons, let detail):
            return .failure(ASWebAuthenticationSessionError(.canceledLogin, reasons: reasons, detail: detail))
        }
    }

    private func finish(_ result: Result<URL, ASWebAuthenticationSessionError>) {
        let isFirst = state.withLock { state in
            if case .over = state.phase { return false }
            state.phase = .over
            return true
        }
        guard isFirst else { return }
        // The handler is the main actor's; this ends with it.
        Task { @MainActor in
            switch result {
            case .success(let url): completion(url, nil)
            case .failure(let error): completion(nil, error)
            }
        }
    }
}

/// Says over which window the page is shown.
@preconcurrency @MainActor
public protocol ASWebAuthenticationPresentationContextProviding: AnyObject {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}
