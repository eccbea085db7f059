import BridgePrimitives
import IdentityProviders
import SimulatedDevice

/// Performs requests for authorisation and tells its delegate what came of them.
///
/// It lives until that is told, and holds its delegate weakly: a delegate that nobody holds is told nothing.
public final class ASAuthorizationController: Sendable {
    /// References that are only followed on the main actor, to which their protocols are bound: it is the guard.
    private struct Links: @unchecked Sendable {
        weak var delegate: (any ASAuthorizationControllerDelegate)?
        weak var presenter: (any ASAuthorizationControllerPresentationContextProviding)?
    }

    /// What is left of a request once it is performed: it is not looked at any more, only given back. The guard is
    /// ``performRequests()``, which takes its snapshot on the caller's thread before anything else runs.
    private struct Performed: @unchecked Sendable {
        let requests: [ASAuthorizationRequest]
        /// The first that asks for a user of Sign in with Apple; passwords and keys are of no device here.
        var apple: ASAuthorizationAppleIDRequest? {
            requests.lazy.compactMap { $0 as? ASAuthorizationAppleIDRequest }.first
        }
    }

    private let performed: Performed
    private let links = Mutex(Links())

    public init(authorizationRequests: [ASAuthorizationRequest]) {
        performed = Performed(requests: authorizationRequests)
    }

    public var authorizationRequests: [ASAuthorizationRequest] { performed.requests }

    public var delegate: (any ASAuthorizationControllerDelegate)? {
        get { links.withLock { $0 }.delegate }
        set {
            let links = Links(delegate: newValue)
            self.links.withLock { $0.delegate = links.delegate }
        }
    }

    public var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)? {
        get { links.withLock { $0 }.presenter }
        set {
            let links = Links(presenter: newValue)
            self.links.withLock { $0.presenter = links.presenter }
        }
    }

    /// Shows the sheet of the device that the app's process runs on. Returns at once; the delegate is told later.
    ///
    /// The provider is asked for its window first. Without one the system takes a window of the app's in the foreground, and
    /// the trace says so (assumed of iOS, whose documentation leaves it open).
    public func performRequests() {
        let process = AppProcess.current
        // Taken now: a nonce that the app sets later belongs to another request.
        let bundle = process?.app.bundle
        let request = performed.apple?.snapshot(clientID: bundle?.bundleID ?? "", teamID: bundle?.team ?? "")
        // Ends with the delegate's method; the sheet ends each request.
        Task { @MainActor in
            do throws(ASAuthorizationError) {
                guard let process else { throw ASAuthorizationError(.unknown, .noProcess) }
                guard let request, let apple = performed.apple else {
                    throw ASAuthorizationError(.unknown, .noRequest)
                }
                guard let sheet = process.device.services.service(AppleIDSheet.self) else {
                    throw ASAuthorizationError(.unknown, .noSheet)
                }
                // Asked on the main actor, as code of the app.
                let anchor = AppProcess.$current.withValue(process) {
                    presentationContextProvider?.presentationAnchor(for: self)
                }
                let credential = try await sheet.authorize(
                    request, of: process, noticed: anchor == nil ? [.noAnchor] : [])
                delegate?.authorizationController(
                    controller: self,
                    didCompleteWithAuthorization: ASAuthorization(
                        provider: apple.provider, credential: ASAuthorizationAppleIDCredential(credential)))
            } catch {
                delegate?.authorizationController(controller: self, didCompleteWithError: error)
            }
        }
    }
}

/// Is told how requests ended.
@preconcurrency @MainActor
public protocol ASAuthorizationControllerDelegate: AnyObject {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    /// - Parameter error: an ``ASAuthorizationError``.
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

/// Says over which window the sheet is shown.
@preconcurrency @MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: AnyObject {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}
