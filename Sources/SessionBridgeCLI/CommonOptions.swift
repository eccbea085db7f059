import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Cookies
import SessionBridge

/// Options that every verb with a world takes.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print results as JSON on standard output.")
    var json = false

    @Flag(help: "Print only results, no progress and no hints.")
    var quiet = false

    @Flag(name: .customLong("show-secrets"), help: "Print tokens, passwords and cookie values in full.")
    var showSecrets = false

    @Option(help: ArgumentHelp("The cookie profile of the web view.", valueName: "name"))
    var profile = "ios18"

    @Option(help: ArgumentHelp("Fixes ids and order: the same seed gives the same trace.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "Where keys, certificates and accounts are kept.", discussion: "Default: a folder of the user's.",
            valueName: "folder"))
    var state: String?

    var masking: Masking.Policy { showSecrets ? .revealed : .fingerprints }

    func cookieProfile() throws -> CookieProfile { try profile.asCookieProfile() }
}

/// How exact the auth service is.
struct StrictnessOptions: ParsableArguments {
    @Flag(help: "Answer as production does, or as the Firebase Auth Emulator does.")
    var strictness: StrictnessFlag?

    @Option(help: ArgumentHelp("The form of ID tokens; strict implies signed, lenient unsigned.", valueName: "form"))
    var tokens: TokenFormOption?
}

enum StrictnessFlag: String, EnumerableFlag {
    case strict, lenient

    var strictness: Strictness { self == .strict ? .strict : .lenient }
}

enum TokenFormOption: String, CaseIterable, ExpressibleByArgument {
    case signed, unsigned

    var form: TokenForm { self == .signed ? .signed : .unsigned }
}

extension String {
    /// - Throws: `usage/unknown-profile` with the names that there are.
    func asCookieProfile() throws -> CookieProfile {
        guard let profile = CookieProfile.named(self) else {
            throw BridgeFailure(
                .usage, code: "usage/unknown-profile", cause: "there is no profile \"\(self)\"",
                mend: "known are: \(CookieProfile.all.map(\.name).joined(separator: ", "))")
        }
        return profile
    }
}
