import BridgePrimitives
import CookieStores
public import Cookies

/// Runs examples: through the real jar, the header reader, the token verifiers, the exchange's judgement, the headless
/// web view and whole worlds.
public final class ExampleRunner: Sendable {
    private let stateFolder: String?
    private let keys = Mutex<ExampleKeys?>(nil)

    /// - Parameter stateFolder: where the keys of worlds are kept; nil for the user's folder.
    public init(stateFolder: String? = nil) { self.stateFolder = stateFolder }

    /// - Parameter profile: whose cookie behaviour counts; a scenario says so itself, and a token has none.
    /// - Throws: what an example is not written for: an address that is none, keys that cannot be made.
    public func run(_ form: ExampleForm, as profile: CookieProfile) async throws -> ExampleRun {
        switch form {
        case .cookies(let story):
            return try story.run(as: profile, suffixes: PublicSuffixList.standard, start: Self.start)
        case .properties(let properties): return Self.run(properties)
        case .headerFields(let lines, let url): return try Self.run(lines, from: url)
        case .token(let story): return try story.run(keys: try signingKeys())
        case .exchange(let story): return try story.run(keys: try signingKeys())
        case .view(let story): return try await story.run(as: profile, start: Self.start)
        case .sources(let story): return story.run(at: Self.start)
        case .scenario(let story): return try await story.run(stateFolder: stateFolder)
        }
    }

    /// When examples happen, so that each run tells the same.
    static let start = Instant(secondsSinceEpoch: TokenStory.now)

    private func signingKeys() throws(BridgeFailure) -> ExampleKeys {
        if let made = keys.withLock({ $0 }) { return made }
        let made = try ExampleKeys()
        keys.withLock { $0 = $0 ?? made }
        return made
    }

    private static func run(_ properties: NativeCookieProperties) -> ExampleRun {
        let call = ExampleStep("HTTPCookie(properties: [\(words(properties).joined(separator: ", "))])")
        do {
            let cookie = try NativeCookie(properties, now: start)
            return ExampleRun([ExampleStep(call.done, "a cookie for \(cookie.domain)\(cookie.path)")])
        } catch {
            return ExampleRun([ExampleStep(call.done, "nil", reasons: error.reasons.map(\.code))])
        }
    }

    private static func words(_ properties: NativeCookieProperties) -> [String] {
        var words: [String] = []
        if let name = properties.name { words.append(".name: \"\(name)\"") }
        if let value = properties.value { words.append(".value: \"\(value)\"") }
        if let domain = properties.domain { words.append(".domain: \"\(domain)\"") }
        if let url = properties.originURL { words.append(".originURL: \(url.string)") }
        if let path = properties.path { words.append(".path: \"\(path)\"") }
        if let sameSite = properties.sameSite { words.append(".sameSitePolicy: \"\(sameSite.rawValue)\"") }
        return words
    }

    private static func run(_ lines: [String], from url: String) throws -> ExampleRun {
        let url = try CookieURL(url)
        let cookies = NativeCookie.cookies(withSetCookieFields: lines.map { Array($0.utf8) }, for: url, now: start)
        return ExampleRun(
            lines.map { ExampleStep("\(url.string) answers  Set-Cookie: \($0)") }
                + cookies.map { read in
                    ExampleStep(
                        "HTTPCookie.cookies(withResponseHeaderFields:for:)",
                        read.cookie.map { "\($0.name)=\($0.value) for \($0.domain)\($0.path)" } ?? "no cookie",
                        reasons: read.notes.map(\.code))
                })
    }
}
