import AppFrameworks
import FirebaseAuthClient

/// An app that is about to move to another team, or just has: what it does when it starts, and when somebody signs in.
///
/// A copy at the start alone misses whoever signs in after it and never starts the app again before the transfer.
public struct TransferringApp: Sendable {
    /// When the copy is written back.
    public enum Restoring: Hashable, Sendable {
        /// The SDK finds the user as if nothing had happened.
        case beforeConfigure
        /// The mistake: `configure()` has read the keychain by then.
        case afterConfigure
    }

    private let transfer: CredentialTransfer
    private let report: @Sendable (CredentialTransfer.Outcome) -> Void

    /// - Parameter report: told what became of the copy, each time.
    public init(
        _ transfer: CredentialTransfer, report: @escaping @Sendable (CredentialTransfer.Outcome) -> Void = { _ in }
    ) {
        (self.transfer, self.report) = (transfer, report)
    }

    /// `application(_:didFinishLaunchingWithOptions:)`.
    public func start(restoring: Restoring = .beforeConfigure) {
        if restoring == .beforeConfigure { report(transfer.restore()) }
        FirebaseApp.configure()
        if restoring == .afterConfigure {
            let outcome = transfer.restore()
            report(outcome == .restored ? .restoredTooLate : outcome)
        }
        report(transfer.keepCopy())
    }

    /// After each sign-in.
    public func signedIn() { report(transfer.keepCopy()) }

    /// Signs out, and leaves nobody behind who could be written back.
    public func signOut() throws {
        try Auth.auth().signOut()
        report(transfer.deleteCopy())
    }
}
