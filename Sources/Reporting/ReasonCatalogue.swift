import AppFrameworks
import AuthEmulator
public import BridgePrimitives
import BrowserDriving
import Cookies
import CookieStores
import Databases
import Diagnosis
import FirebaseAuthClient
import HTTPLoader
import HandoffBackend
import IdentityProviders
import Listening
import RouterGuard
import SampleApp
import Scenarios
import SimulatedDevice
import Tokens
import Twin
import WebViews

/// All reason codes of all pieces, in the order of the pieces.
public enum ReasonCatalogue: Sendable {
    /// One row of `session-bridge reasons`.
    public struct Entry: Hashable, Sendable {
        public let code: ReasonCode
        public let meaning: String
        public let fix: String
        /// Chrome DevTools' name for the same thing, where it has one.
        public let devToolsName: String?

        init(_ reason: some Reason) {
            code = reason.code
            (meaning, fix, devToolsName) = (reason.meaning, reason.fix, reason.devToolsName)
        }

        public var json: JSONValue {
            var object = JSONObject([
                ("code", .string(code.rawValue)), ("meaning", .string(meaning)), ("fix", .string(fix)),
            ])
            if let devToolsName { object["devtools"] = .string(devToolsName) }
            return .object(object)
        }
    }

    public static let all: [Entry] =
        entries(StoreReason.self) + entries(SendReason.self) + entries(ScriptReason.self)
        + entries(ScriptFailureReason.self) + entries(EdgeReason.self) + entries(ProfileReason.self)
        + entries(NativeCookieReason.self)
        + entries(FoundationReason.self)
        + entries(CookieURLProblem.self)
        + entries(CookieFileReason.self) + entries(CookieDatabaseReason.self)
        + entries(TransportReason.self) + entries(LoadReason.self) + entries(NavigationReason.self)
        + entries(ServiceWorkerReason.self)
        + entries(TokenReason.self) + entries(AuthReason.self) + entries(NonceReason.self)
        + entries(RedirectReason.self)
        + entries(StrictnessRule.self)
        + entries(AppleIDSheetReason.self) + entries(WebSessionReason.self)
        + entries(AppleReason.self) + entries(TwitterReason.self) + entries(AuthErrorReason.self)
        + entries(ClientReason.self)
        + entries(KeychainReason.self) + entries(DeviceReason.self) + entries(BackendReason.self)
        + entries(CertificateReason.self) + entries(AccountReason.self) + entries(UsersReason.self)
        + entries(UserDatabaseReason.self) + entries(GuardReason.self)
        + entries(CredentialTransferReason.self) + entries(HandoffReason.self) + entries(ListeningReason.self)
        + entries(ExpectationReason.self)
        + entries(BrowserReason.self)
        + entries(TwinReason.self)

    public static func entry(for code: ReasonCode) -> Entry? { byCode[code] }

    private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }

    static func entries<R: Reason>(_ type: R.Type) -> [Entry] { R.allCases.map { Entry($0) } }
}
