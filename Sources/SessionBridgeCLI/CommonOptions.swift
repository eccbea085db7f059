public import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Cookies
import Explaining
import Files
import PageEngines
public import Scenarios
import Worlds

/// Options of every verb that loads, runs or serves something. What only some of them obey is a group of its own, so
/// that no verb offers an option that changes nothing.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print results as JSON on standard output.")
    var json = false

    @Flag(help: "Print only the verdict and what failed: no progress, and nothing of what passed.")
    var quiet = false

    @Flag(name: .customLong("show-secrets"), help: "Print tokens, passwords and cookie values in full.")
    var showSecrets = false

    @Option(
        help: ArgumentHelp(
            "Where keys, certificates and accounts are kept.", discussion: "Default: a folder of the user's.",
            valueName: "folder"))
    var state: String?

    var masking: Masking.Policy { showSecrets ? .revealed : .fingerprints }
}

/// For verbs that come to an end.
struct TimeoutOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How long the whole command may take, from its start: 10s, 5m.", valueName: "duration"))
    var timeout: String?
}

/// For verbs that record what happens.
struct TraceFileOptions: ParsableArguments {
    @Option(
        name: .customLong("trace"),
        help: ArgumentHelp(
            "Also write what happens to this file, as JSON Lines: `inspect` shows it.", valueName: "file"))
    var file: String?

    /// Nil where nobody asked for one.
    ///
    /// - Throws: `output/not-writable`.
    func output(isSecret: Bool) throws(BridgeFailure) -> TraceFileOutput? {
        guard let file else { return nil }
        return try TraceFileOutput(path: file, isSecret: isSecret)
    }
}

/// For verbs that trace requests.
struct HAROptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the requests as a HAR 1.2, with the model's reasons as _bridge; values are masked.",
            valueName: "file"))
    var har: String?

    /// - Throws: `output/not-writable`, before the work.
    func check() throws(BridgeFailure) { if let har { try OutputFile.check(har) } }

    /// - Parameter traces: each with its title; masked.
    func write(_ traces: [(title: String, events: [TraceEvent])]) throws(BridgeFailure) {
        try write(traces.map { CaptureFiles.Part(title: $0.title, events: $0.events) })
    }

    func write(_ parts: [CaptureFiles.Part]) throws(BridgeFailure) {
        if let har { try CaptureFiles.write(parts, to: har) }
    }
}

/// For verbs with a web view.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The cookie profile of the web view: \(CookieProfile.all.map(\.name).joined(separator: ", ")).",
            discussion: "Default: \(WorldSettings().profile.name).", valueName: "name"))
    var profile: String?

    /// The profile that was named; nil when none was.
    func given() throws -> CookieProfile? { try profile?.asCookieProfile() }
}

/// For verbs that open a page in a world.
struct EngineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What opens the page: \(EngineName.allCases.map(\.rawValue).joined(separator: ", ")).",
            discussion:
                "`model` is the headless web view, which runs no scripts of the page's own and has a guard of ours in their"
                + " place. In a real engine the page runs as it is. Default: as the project file says, or else model.",
            valueName: "engine"))
    var engine: EngineName?
}

extension EngineName: ExpressibleByArgument {}

/// For verbs with a world, which makes up ids.
struct SeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Fixes user ids, session ids, nonces and order: two runs differ in times, ports, keys and tokens.",
            valueName: "number"))
    var seed: UInt64 = WorldSettings().seed
}

/// Whether the auth service checks as production does or as the emulator does.
struct StrictnessOptions: ParsableArguments {
    @Flag(help: "Answer as production does, or as the Firebase Auth Emulator does.")
    var strictness: StrictnessFlag?

    @Option(help: ArgumentHelp("The form of ID tokens; strict implies signed, lenient unsigned.", valueName: "form"))
    var tokens: TokenFormOption?

    /// What is not given stays; a strictness that is given implies its form of tokens.
    func apply(to settings: inout WorldSettings) {
        if let strictness {
            (settings.strictness, settings.tokenForm) = (strictness.strictness, nil)
        }
        if let tokens { settings.tokenForm = tokens.form }
    }
}

enum StrictnessFlag: String, EnumerableFlag {
    case strict, lenient

    var strictness: Strictness { self == .strict ? .strict : .lenient }
}

enum SingleProjectOption: String, CaseIterable, ExpressibleByArgument {
    case off, warn, error

    var mode: SingleProjectMode {
        switch self {
        case .off: .off
        case .warn: .warning
        case .error: .error
        }
    }
}

enum TokenFormOption: String, CaseIterable, ExpressibleByArgument {
    case signed, unsigned

    var form: TokenForm { self == .signed ? .signed : .unsigned }
}

extension String {
    /// - Throws: `usage/bad-duration`.
    func asTimeout() throws(BridgeFailure) -> Duration {
        guard let timeout = Duration(worldText: self), timeout > .zero else {
            throw BridgeFailure(
                UsageReason.badDuration, cause: "\"\(self)\" is no duration", fix: "write 10s or 500ms")
        }
        return timeout
    }

    /// - Throws: `usage/unknown-profile` with the names that there are.
    func asCookieProfile() throws -> CookieProfile {
        guard let profile = CookieProfile.named(self) else {
            throw BridgeFailure(
                UsageReason.unknownProfile, cause: "there is no profile \"\(self)\"",
                fix: Suggestion.listing(CookieProfile.all.map(\.name), for: self))
        }
        return profile
    }
}
