import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Explaining
import Listening
import Project
import WebViews
import Worlds

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains a Set-Cookie line, or a HAR that a browser or proxy recorded: which cookie was lost where,"
            + " and why.",
        discussion: """
            Of a HAR each request is compared with what the engine of --profile would have sent, from Safari, Chrome, \
            Firefox, Playwright, Proxyman, Charles or mitmproxy; the first line is the finding that matters. Chrome \
            leaves cookies out unless sensitive data is asked for. An app, its web views and other devices are told apart by what \
            they say of themselves, and each has a jar of its own.

              session-bridge explain capture.har --profile ios18
              session-bridge explain capture.har --cookie fb_token --json

            Of a line it asks about other paths, schemes and hosts, requests that another site starts, and script; --request asks \
            about your own URLs instead. Nothing is loaded.

              session-bridge explain --set-cookie 'sid=1; Secure; HttpOnly' \\
                --url https://app.example.com/login
              session-bridge explain --script --set-cookie 'token=abc' \\
                --url http://localhost:3000/ --profile chromium
              curl -si https://app.example.com/ | \\
                session-bridge explain --set-cookie - --url https://app.example.com/
            """)

    @Argument(help: ArgumentHelp("A HAR file, or - for standard input.", valueName: "file"))
    var capture: String?

    @Option(
        help: ArgumentHelp(
            "The cookie that hands the session over, in a HAR. Default: the project file's, or else customtoken.",
            valueName: "name"))
    var cookie: String?

    @Option(
        name: .customLong("set-cookie"),
        help: ArgumentHelp(
            "A Set-Cookie line; may be repeated, in order. \"-\" reads them from standard input, one a line, or the head of a response as curl -i prints it.",
            valueName: "line"))
    var setCookie: [String] = []

    @Option(help: ArgumentHelp("The URL whose response, or whose page's script, sets it.", valueName: "url"))
    var url: String?

    @Flag(help: "The line is what a script assigns to document.cookie.")
    var script = false

    @Option(
        help: ArgumentHelp(
            "The engine whose cookie behaviour counts. Default: ios18, and in a HAR the nearest to what each client says"
                + " it is.", valueName: "name"))
    var profile: String?

    @Option(help: ArgumentHelp("Ask about a request for this URL instead of the usual ones; may be repeated."))
    var request: [String] = []

    @Option(help: ArgumentHelp("The page that starts those requests; without it the app does.", valueName: "url"))
    var initiator: String?

    @Flag(help: "Those requests are for subresources or fetched, not navigations.")
    var subresource = false

    @Option(help: ArgumentHelp("The method of those requests.", valueName: "method"))
    var method = "GET"

    @Option(help: ArgumentHelp("How long after the line was set they are made: 61m, 8d.", valueName: "duration"))
    var after: String?

    @Option(
        name: .customLong("tracking-prevention"),
        help: ArgumentHelp("on or off; without it what the engine has by default.", valueName: "on|off"))
    var trackingPrevention: Toggle?

    @Flag(help: "The responding host hides another site, by a CNAME or a far address, as tracking prevention finds.")
    var cloaked = false

    @Option(
        help: ArgumentHelp(
            "What stands in front of the backend: \(EdgeProfile.all.map(\.name).joined(separator: ", ")).",
            valueName: "name"))
    var edge = EdgeProfile.direct.name

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(name: .customLong("show-secrets"), help: "Print cookie values in full.")
    var showSecrets = false

    enum Toggle: String, CaseIterable, ExpressibleByArgument { case on, off }

    @OptionGroup var project: ProjectOptions
    @OptionGroup var timing: TimeoutOptions

    func validate() throws {
        guard capture == nil else {
            guard optionsOfALine.isEmpty else {
                throw ValidationError(
                    "a HAR is explained as it is: leave out \(optionsOfALine.joined(separator: ", "))")
            }
            return
        }
        guard !setCookie.isEmpty else {
            throw ValidationError("Missing expected argument: a HAR file, or --set-cookie <line>")
        }
        guard url != nil else { throw ValidationError("Missing expected argument '--url <url>'") }
        guard cookie == nil else { throw ValidationError("--cookie names the cookie that matters in a HAR file") }
        guard method.utf8.count <= 16, method.utf8.allSatisfy({ ASCIIText.isLetter($0) || $0 == 0x2D }) else {
            throw ValidationError("--method takes a method such as POST")
        }
    }

    /// What was given and only says something about one line.
    private var optionsOfALine: [String] {
        [
            ("--set-cookie", !setCookie.isEmpty), ("--url", url != nil), ("--script", script),
            ("--request", !request.isEmpty), ("--initiator", initiator != nil), ("--subresource", subresource),
            ("--method", method != "GET"), ("--after", after != nil),
            ("--tracking-prevention", trackingPrevention != nil), ("--cloaked", cloaked),
            ("--edge", edge != EdgeProfile.direct.name),
        ].filter(\.1).map(\.0)
    }

    func run() async throws {
        if let capture { return try await explain(capture) }
        try await runningVerb(showSecrets ? .revealed : .fingerprints, within: timing.timeout) {
            let profile = try (profile ?? "ios18").asCookieProfile()
            let edge = try edge.asEdgeProfile()
            let explanation = CookieExplanation(
                try question(), profile: profile, suffixes: PublicSuffixList.standard)
            let masking = Masking(showSecrets ? .revealed : .fingerprints)
            guard !json else {
                Console.print(explanation.json(edge: edge, masking: masking).text())
                return
            }
            for line in ExplanationText(explanation, edge: edge, masking: masking).lines { Console.print(line) }
        }
    }

    private func explain(_ path: String) async throws {
        let policy: Masking.Policy = showSecrets ? .revealed : .fingerprints
        try await runningVerb(policy, within: timing.timeout) {
            let profile = try profile?.asCookieProfile()
            let report = CaptureReport(
                try CaptureFiles.read(path), profile: profile,
                cookieName: try cookie ?? project.read(isQuiet: json)?.project.cookieName ?? "customtoken",
                masking: Masking(policy))
            if json {
                Console.print(report.json.text())
            } else {
                Console.print(report.lines)
            }
        }
    }

    private func question() throws -> CookieQuestion {
        let url = try address(url ?? "", "--url")
        let now = SystemTime.now
        var question = CookieQuestion(
            try lines(), from: url, writer: script ? .script : .response, probes: try probes(for: url),
            trackingPrevention: trackingPrevention.map { $0 == .on }, isCloaked: cloaked, setAt: now)
        if let after {
            guard let duration = Duration(worldText: after), duration >= .zero else {
                throw BridgeFailure(
                    UsageReason.badDuration, cause: "\"\(after)\" is no duration", fix: "write 61m or 8d")
            }
            question.askedAt = now + duration
        }
        return question
    }

    private func probes(for url: CookieURL) throws -> [CookieProbe] {
        let initiator = try initiator.map { try address($0, "--initiator") }
        guard !request.isEmpty else {
            guard initiator == nil, !subresource, method == "GET" else {
                throw BridgeFailure(
                    UsageReason.noRequest,
                    cause: "--initiator, --subresource and --method say how a request is made, and there is none")
            }
            return CookieProbe.usual(for: url, suffixes: PublicSuffixList.standard)
        }
        let starter = initiator.map { "by a page at \($0.host):" } ?? "by the app:"
        return try request.flatMap { text in
            let asked = try address(text, "--request")
            return [
                CookieProbe(
                    (subresource ? "fetched " : "loaded ") + starter, requesting: asked, initiator: initiator,
                    isTopLevelNavigation: !subresource, method: method.uppercased()),
                CookieProbe(scriptOf: asked, from: initiator, isFramed: subresource),
            ]
        }
    }

    private func lines() throws -> [String] {
        guard setCookie.contains("-") else { return setCookie.map(SetCookieText.line) }
        let typed = setCookie.filter { $0 != "-" }.map(SetCookieText.line)
        return try typed + SetCookieText.lines(in: try StandardInput.allLines())
    }

    private func address(_ text: String, _ option: String) throws(BridgeFailure) -> CookieURL {
        let hasScheme = text.contains(":")
        guard hasScheme || !TypedSecrets.areInHost(of: text) else { throw BridgeFailure.tokenForAddress(option) }
        let url = try CookieURL(typed: hasScheme ? text : "https://\(text)") { cause, fix in
            BridgeFailure(UsageReason.badURL, cause: "\(option): \(cause)", fix: fix)
        }
        if !hasScheme { Console.note("\(option): \(text) names no scheme, so it is taken as https") }
        return url
    }
}

extension String {
    /// - Throws: `usage/unknown-edge` with the names that there are.
    func asEdgeProfile() throws -> EdgeProfile {
        guard let edge = EdgeProfile.named(self) else {
            throw BridgeFailure(
                UsageReason.unknownEdge, cause: "there is no edge \"\(self)\"",
                fix: Suggestion.listing(EdgeProfile.all.map(\.name), for: self))
        }
        return edge
    }
}
