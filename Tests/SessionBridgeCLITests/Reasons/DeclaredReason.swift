import AuthEmulator
import CookieStores
import FirebaseAuthClient
import HandoffBackend
import Reasons
import TestSupport
import Worlds

/// A reason as the sources declare it.
struct DeclaredReason: Hashable {
    let code: String
    /// The case's name, its type's, and the module that decides it.
    let name: String
    let type: String
    let module: String

    static let all = cases + computed

    /// The cases of the enums in `Sources/Reasons`.
    private static let cases = Checkout.texts(in: "Sources/Reasons", suffix: ".swift").flatMap { path, text in
        let type = text.firstMatch(of: /enum (\w+): String/).map { String($0.1) } ?? ""
        let module = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
        return text.matches(of: /\n    case (\w+) = "([^"]+)"/).map {
            DeclaredReason(code: String($0.2), name: String($0.1), type: type, module: module)
        }
    }

    /// Reasons whose codes are put together: of each database the same, and of each error of the SDK one.
    private static let computed =
        of(AuthErrorReason.self, "FirebaseAuthClient") + of(CookieDatabaseReason.self, "CookieStores")
        + of(CredentialTransferReason.self, "Worlds") + of(UserDatabaseReason.self, "HandoffBackend")
        + of(AccountDatabaseReason.self, "AuthEmulator")

    private static func of<R: Reason>(_ type: R.Type, _ module: String) -> [DeclaredReason] {
        type.allCases.map { DeclaredReason(code: $0.rawValue, name: "\($0)", type: "\(type)", module: module) }
    }
}
