import BridgePrimitives
import Reporting
import TestSupport
import Testing

/// Reads scenarios and tests: each code must be produced by one of them, or nothing can produce it.
@Suite("Reason codes that something produces")
struct ReasonCoverageTests {
    /// Codes of a failing system or of another vocabulary, which no test can bring about at will.
    private static let beyondTests: Set = [
        // The system has no memory, no threads, no randomness, or lets nobody listen.
        "transport/unavailable", "token/key-not-made", "token/signing-failed", "auth/password-not-hashed",
        "server/port-not-allowed", "server/could-not-listen", "server/ended-early", "backend/cannot-mint",
        // A driver dies in the middle of a command.
        "browser/driver-lost",
        // What no part of ours throws: the net below the others.
        "run/world-failed", "handoff/step-failed",
    ]

    /// Codes that no scenario and no test expects yet. A code leaves this list when one does, and none joins it.
    private static let unexpected: Set = [
        "twitter/no-such-path", "twitter/broken-form", "twitter/not-signed", "apple/no-such-path", "apple/broken-form",
        "apple/token-wrong-issuer", "apple/token-no-subject", "usage/other-project", "auth/unsupported-mfa-provider",
        "auth/injected-fault", "auth/payload-too-large", "nonce/raw-in-token",
        "apple-sheet/not-in-foreground", "web-session/no-presentation-context", "web-session/not-in-foreground",
        "web-session/process-ended", "guard/duplicated", "transfer/keychain-refused", "handoff/exchange-refused",
        "handoff/other-user", "twin/nothing-to-compare",
        "store/opaque-origin", "store/credentials-omitted",
        "send/credentials-omitted", "script/opaque-origin", "script/document-without-cookies",
        "navigation/document-truncated", "client/foreign-callback", "client/no-web-presenter",
        "client/archive-unreadable", "cookie-database/in-use", "user-database/in-use", "account-database/in-use",
    ]

    @Test func eachIsExpectedByAScenarioOrATest() {
        let (tests, scenarios) = (Words(of: "Tests", suffix: ".swift"), Words(of: "Scenarios", suffix: ".yaml"))
        #expect(tests.files.count > 100 && scenarios.files.count > 10, "the checkout was not found")
        let gaps = Self.beyondTests.union(Self.unexpected)
        for type in ReasonCatalogue.all.types {
            let name = String(reflecting: type)
            // Firebase's own list of errors, which its tests compare with the SDK's as a whole.
            if name == "FirebaseAuthClient.AuthErrorReason" { continue }
            for (reason, code) in Self.reasons(of: type) {
                let isProduced =
                    scenarios.codes.contains(code) || tests.codes.contains(code)
                    || tests.names(case: reason, of: name)
                    || Self.isOfOneOfTheDatabases(code, in: tests.codes)
                    || name == "AuthEmulator.AuthReason" && tests.codes.contains(Self.wireCode(code))
                #expect(isProduced != gaps.contains(code), "\(code): \(isProduced)")
            }
        }
    }

    /// Whether the same code of another database is expected: one type opens, reads and writes them all.
    private static func isOfOneOfTheDatabases(_ code: String, in expected: Set<String>) -> Bool {
        let parts = code.split(separator: "/")
        guard parts[0].hasSuffix("-database") else { return false }
        return ["cookie", "user", "account"].contains { expected.contains("\($0)-database/\(parts[1])") }
    }

    private static func reasons<R: Reason>(of type: R.Type) -> [(reason: String, code: String)] {
        type.allCases.map { ("\($0)", $0.rawValue) }
    }

    /// `auth/email-not-found` as the service sends it.
    private static func wireCode(_ code: String) -> String {
        String(code.drop { $0 != "/" }.dropFirst()).uppercased().replacing("-", with: "_")
    }

    /// The words of a folder's files: codes as they are written, and cases with their dot.
    private struct Words {
        struct File {
            let path: String
            var words: Set<Substring> = []
            var members: Set<Substring> = []
        }

        private(set) var files: [File] = []
        private(set) var codes: Set<String> = []

        init(of folder: String, suffix: String) {
            for (path, text) in Checkout.texts(in: folder, suffix: suffix) where !path.contains("/Reason") {
                var file = File(path: path)
                for word in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || "_-/".contains($0)) }) {
                    codes.insert(String(word))
                }
                for word in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
                    file.words.insert(word)
                    let isMember = word.startIndex > text.startIndex && text[text.index(before: word.startIndex)] == "."
                    if isMember { file.members.insert(word) }
                }
                files.append(file)
            }
        }

        /// Whether a test of the reason's module, or one that names its type, has the case.
        func names(case reason: String, of type: String) -> Bool {
            let parts = type.split(separator: ".")
            return files.contains { file in
                file.members.contains(reason[...])
                    && (file.words.contains(parts[1]) || file.path.hasPrefix("Tests/\(parts[0])Tests/"))
            }
        }
    }
}
