import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Cookies
import Reporting
import Worlds

/// Options that every verb with a world takes.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print results as JSON on standard output.")
    var json = false

    @Flag(help: "Print only results, no progress and no hints.")
    var quiet = false

    @Flag(name: .customLong("show-secrets"), help: "Print tokens, passwords and cookie values in full.")
    var showSecrets = false

    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp(
            "The cookie profile of the web view.", discussion: "Default: \(WorldSettings().profile.name).",
            valueName: "name"))
    var profileName: String?

    @Option(
        name: .customLong("seed"),
        help: ArgumentHelp(
            "Fixes ids and order: the same seed gives the same trace.", discussion: "Default: \(WorldSettings().seed).",
            valueName: "number"))
    var givenSeed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Where keys, certificates and accounts are kept.", discussion: "Default: a folder of the user's.",
            valueName: "folder"))
    var state: String?

    var masking: Masking.Policy { showSecrets ? .revealed : .fingerprints }

    /// The profile that was named; nil when none was.
    func givenProfile() throws -> CookieProfile? { try profileName?.asCookieProfile() }

    func cookieProfile() throws -> CookieProfile { try givenProfile() ?? WorldSettings().profile }

    var seed: UInt64 { givenSeed ?? WorldSettings().seed }

    /// Says that an option changes nothing here: every verb takes all of them, so that scripts may pass the same ones.
    func noteUnused(_ option: String, isGiven: Bool, because reason: String) {
        if isGiven, !quiet { Console.note("session-bridge: \(option) changes nothing here: \(reason)") }
    }
}

/// Whether the auth service checks as production does or as the emulator does.
struct StrictnessOptions: ParsableArguments {
    @Flag(help: "Answer as production does, or as the Firebase Auth Emulator does.")
    var strictness: StrictnessFlag?

    @Option(help: ArgumentHelp("The form of ID tokens; strict implies signed, lenient unsigned.", valueName: "form"))
    var tokens: TokenFormOption?

    /// Strict unless told otherwise.
    func apply(to settings: inout WorldSettings) {
        settings.strictness = strictness?.strictness ?? .strict
        settings.tokenForm = tokens?.form
    }
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
                UsageReason.unknownProfile, cause: "there is no profile \"\(self)\"",
                fix: "known are: \(CookieProfile.all.map(\.name).joined(separator: ", "))")
        }
        return profile
    }
}
