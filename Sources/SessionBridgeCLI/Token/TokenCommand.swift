import ArgumentParser
import BridgePrimitives
import Files
import Listening
import Tokens

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Says what a token is and who takes it, verifies it check by check, or mints one.",
        subcommands: [TokenDecodeCommand.self, TokenVerifyCommand.self, TokenMintCommand.self])
}

/// For verbs that are given a token.
struct PastedTokenOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A token, a Cookie or Set-Cookie line, a header, or the JSON of an answer; - reads standard input, which other"
                + " users of this machine do not see.",
            valueName: "text"))
    var text: String

    /// - Throws: `token/no-token`, `usage/input-too-long`.
    func pasted() throws -> PastedText {
        var text = text
        if text == "-" {
            do {
                text = String(decoding: try InputFile.read("-", upTo: PastedText.byteLimit), as: UTF8.self)
            } catch {
                throw UsageReason.inputTooLong.failure("standard input \(error.clause)")
            }
        }
        do { return try PastedText(text) } catch {
            throw TokenVerbReason.noToken.failure(
                error == .empty ? "the text is empty" : "the text is longer than 1 MiB")
        }
    }
}

/// For verbs whose answer depends on the time.
struct TimeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time that counts as now: 2026-11-21T09:00:00Z, seconds since 1970, or +61m and, as --at=-5m, earlier.",
            valueName: "time"))
    var at: String?

    /// - Throws: `usage/bad-time`.
    func now() throws(BridgeFailure) -> Instant {
        guard let at else { return SystemTime.now }
        if let instant = Instant(rfc3339: at) { return instant }
        if let duration = Duration(worldText: at.hasPrefix("+") ? String(at.dropFirst()) : at) {
            return SystemTime.now + duration
        }
        guard let seconds = Int64(at), (0...253_402_300_799).contains(seconds) else {
            throw TokenVerbReason.badTime.failure("\"\(at)\" is no time")
        }
        return Instant(secondsSinceEpoch: seconds)
    }
}

/// Which of Firebase's signed tokens.
enum TokenKindOption: String, CaseIterable, ExpressibleByArgument {
    case idToken = "id-token"
    case sessionCookie = "session-cookie"
    case customToken = "custom-token"

    var reader: TokenReader {
        switch self {
        case .idToken: .verifyIDToken
        case .sessionCookie: .verifySessionCookie
        case .customToken: .signInWithCustomToken
        }
    }
}

extension BridgeFailure {
    /// - Throws: `usage/bad-project`.
    static func checkProject(_ text: String?) throws(BridgeFailure) {
        guard let text, !ProjectID.isOne(text) else { return }
        throw UsageReason.badProject.failure("\"\(text)\" is no id of a project")
    }
}
