import BridgePrimitives
import Testing
import TestSupport

/// Reads scenarios and tests: each code must be produced by one of them, or nothing can produce it.
///
/// What is read is what stands there, not what happens: a scenario counts where it expects the code or fails by it, a
/// test where it names the code in full, or its case in the module that has it. That such a line holds is what the
/// scenario or the test itself proves; a code that only a list or a text mentions in a file that is named for reasons
/// does not count.
@Suite("Reason codes that something produces", .timeLimit(.minutes(5)))
struct ReasonCoverageTests {
    /// Codes of a failing system, which no test can bring about at will, and why not.
    private static let beyondTests: [String: String] = [
        "transport/unavailable": "libcurl starts wherever there is memory for it",
        "token/key-not-made": "the system always has randomness",
        "token/signing-failed": "a key that was read or made signs",
        "auth/password-not-hashed": "scrypt and PBKDF2 fail without memory only",
        "backend/cannot-mint": "the service account's key was read, and the uid was checked with the ID token",
        "server/port-not-allowed": "whoever is root, as CI often is, may listen on every port",
        "proxy/foreign-client": "the proxy listens on loopback, where nobody comes from elsewhere",
        "server/could-not-listen": "an errno that no other reason is for: no memory, no more sockets",
    ]

    @Test func eachIsExpectedByAScenarioOrATest() {
        let (tests, scenarios) = (Words(of: "Tests", suffix: ".swift"), Words(of: "Scenarios", suffix: ".yaml"))
        #expect(tests.files.count > 100 && scenarios.files.count > 10, "the checkout was not found")
        for reason in DeclaredReason.all {
            // Firebase's own list of errors, with the SDK's names and numbers so that an app's switch compiles: many are
            // of services that are not here, and no test can bring them about.
            if reason.type == "AuthErrorReason" { continue }
            let code = reason.code
            let isProduced =
                scenarios.codes.contains(code) || tests.codes.contains(code) || tests.names(reason)
                || Self.isOfOneOfTheDatabases(code, in: tests.codes)
                || reason.type == "AuthReason" && tests.codes.contains(Self.wireCode(code))
            #expect(isProduced == (Self.beyondTests[code] == nil), "\(code): \(isProduced)")
        }
    }

    /// Whether the same code of another database is expected: one type opens, reads and writes them all.
    private static func isOfOneOfTheDatabases(_ code: String, in expected: Set<String>) -> Bool {
        let parts = code.split(separator: "/")
        guard parts[0].hasSuffix("-database") else { return false }
        return ["cookie", "user", "account"].contains { expected.contains("\($0)-database/\(parts[1])") }
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
            for (path, all) in Checkout.texts(in: folder, suffix: suffix) where !path.contains("/Reason") {
                var file = File(path: path)
                let text = Self.withoutComments(all, in: path)
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

        /// Of a scenario the lines that expect something, of a test what is no comment.
        private static func withoutComments(_ text: String, in path: String) -> String {
            let mark = path.hasSuffix(".yaml") ? "#" : "//"
            return text.split(separator: "\n").filter { line in
                let text = line.drop { $0 == " " }
                guard !text.hasPrefix(mark) else { return false }
                return mark == "//"
                    || !text.hasPrefix("no-findings:") && (text.contains("reason") || text.contains("findings:"))
            }.joined(separator: "\n")
        }

        /// Whether a test of the reason's module, or one that names its type, has the case.
        func names(_ reason: DeclaredReason) -> Bool {
            files.contains { file in
                file.members.contains(reason.name[...])
                    && (file.words.contains(reason.type[...]) || file.path.hasPrefix("Tests/\(reason.module)Tests/"))
            }
        }
    }
}
