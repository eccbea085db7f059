import AppFrameworks
import AuthEmulator
import BridgePrimitives
import Cookies
import FirebaseAuthClient
import HTTPLoader
import HandoffBackend
import IdentityProviders
import RouterGuard
import SimulatedDevice
import Tokens
import WebViews

/// Meaning and fix of the codes that refusals in a trace carry.
enum ReasonText {
    /// Nil for a code of nobody's.
    static func of(_ code: ReasonCode) -> (meaning: String, fix: String)? { texts[code] }

    static func fix(_ code: ReasonCode) -> String { texts[code]?.fix ?? "" }

    private static let texts: [ReasonCode: (meaning: String, fix: String)] = {
        var texts: [ReasonCode: (meaning: String, fix: String)] = [:]
        func add<R: Reason>(_ type: R.Type) {
            for reason in R.allCases { texts[reason.code] = (reason.meaning, reason.fix) }
        }
        let types: [any Reason.Type] = [
            StoreReason.self, SendReason.self, ScriptReason.self, ScriptFailureReason.self, EdgeReason.self,
            TokenReason.self, BackendReason.self, CertificateReason.self, AccountReason.self, UsersReason.self,
            AuthReason.self, NonceReason.self, AuthErrorReason.self, ClientReason.self, TransportReason.self,
            LoadReason.self, NavigationReason.self, GuardReason.self, HandoffReason.self, KeychainReason.self,
            DeviceReason.self, AppleReason.self, TwitterReason.self, AppleIDSheetReason.self, WebSessionReason.self,
        ]
        for type in types { add(type) }
        return texts
    }()
}
