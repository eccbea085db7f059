import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Files
import HTTPLoader
import Listening
import PageEngines
import Project
import Proxying
import Scenarios
import SimulatedDevice
import WebViews
import Worlds

struct TraceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Loads a URL as the web view would and tells where each cookie went, and why.",
        discussion: """
            Redirects are followed hop by hop, and so is <meta http-equiv=refresh>. The page's own scripts do not run; \
            user scripts do.

            With --engine webkitgtk or chromium the page opens in that engine itself, with all its scripts, and a proxy \
            reads what is really sent. Where that is not what the profile says, a line of its own names the profile's \
            value that would explain it. Why a cookie was stored or withheld is the model's word. make webkit builds \
            what the first needs, scripts/setup browsers installs the other.

              session-bridge trace https://app.example.com/ \\
                --cookie 'sid=1; HttpOnly; Secure'
              session-bridge trace https://app.example.com/ \\
                --inject "document.cookie='customtoken=abc;path=/'"
            """)

    @Argument(
        help: ArgumentHelp(
            "The page's address; https is tried where it names no scheme, and a path is one of the project file's page.",
            valueName: "url"))
    var url: String

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var web: ProfileOptions
    @OptionGroup var tracing: TraceFileOptions

    @Option(
        help: ArgumentHelp("A Set-Cookie line that the host is taken to have sent; may be repeated.", valueName: "line")
    )
    var cookie: [String] = []

    @Option(
        name: .customLong("load-cookies"),
        help: ArgumentHelp(
            "Begin with the cookies of this file, a cookies.txt or a storage state.", valueName: "file"))
    var loadCookies: String?

    @Option(
        name: .customLong("save-cookies"),
        help: ArgumentHelp("Write the store's cookies here at the end; .json for a storage state.", valueName: "file"))
    var saveCookies: String?

    @Option(
        help: ArgumentHelp(
            "Keep the store's cookies in this SQLite file, as an app's data store does: the next trace is a relaunch.",
            valueName: "file"))
    var store: String?

    @OptionGroup var recording: HAROptions

    @Option(help: ArgumentHelp("A user script at document start; may be repeated.", valueName: "script"))
    var inject: [String] = []

    @Option(
        name: .customLong("inject-at-end"),
        help: ArgumentHelp("A user script at document end; may be repeated.", valueName: "script"))
    var injectAtEnd: [String] = []

    @Option(
        name: [.customShort("H"), .long], help: ArgumentHelp("A header of the first request.", valueName: "name: value")
    )
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "What loads the page: model, webkitgtk or chromium.",
            discussion: "Default: as the project file says, where no option is for the model alone, or else model.",
            valueName: "engine"))
    var engine: EngineName?

    @Option(
        name: .customLong("read-host"),
        help: ArgumentHelp(
            "With a real engine, also read what goes to this host elsewhere by TLS; may be repeated.",
            valueName: "name"))
    var readHosts: [String] = []

    @Option(help: ArgumentHelp("How long the whole command may take: 10s, 500ms.", valueName: "duration"))
    var timeout: String = "30s"

    @Option(help: ArgumentHelp("Also trust the certificates in this PEM file.", valueName: "file"))
    var ca: String?

    func validate() throws {
        guard let engine = engine?.kind else {
            if !readHosts.isEmpty {
                throw ValidationError(
                    "--read-host says what is read of --engine webkitgtk or chromium; the model reads all")
            }
            return
        }
        if let option = modelOption {
            throw ValidationError("\(option) is for the model; leave it out with --engine \(engine.rawValue)")
        }
        if let name = readHosts.first(where: { AllowedHost($0) == nil || $0.hasPrefix("*") }) {
            throw ValidationError("--read-host takes a name such as api.example.com, and what lies under it: \(name)")
        }
    }

    /// One that was given and that no engine takes.
    private var modelOption: String? {
        let given = [
            (loadCookies, "--load-cookies"), (saveCookies, "--save-cookies"), (store, "--store"), (ca, "--ca"),
        ]
        return given.first { $0.0 != nil }?.1
    }

    /// Nil for the model.
    private func chosenEngine() throws -> PageEngineKind? {
        if let engine { return engine.kind }
        guard modelOption == nil, let name = try project.read(isQuiet: true)?.project.web.engine else { return nil }
        return name.kind
    }

    func run() async throws {
        // What is wrong with a project file is told below.
        if let engine = try? chosenEngine() { return try await run(in: engine) }
        try await runningVerb(common.masking, within: timeout, courtesy: CommandDeadline.courtesy) {
            let project = try project.load(isQuiet: common.quiet, startsCommands: false)
            var opening = PageTracing(url: try address(in: project?.project))
            opening.profile = try web.given() ?? project?.worldSettings().profile ?? WorldSettings().profile
            opening.masking = common.masking
            opening.cookies = cookie
            opening.userScripts = userScripts
            opening.headers = try headers()
            opening.timeout = try timeout.asTimeout()
            let output = try tracing.output(isSecret: common.showSecrets)
            if let saveCookies { try OutputFile.check(saveCookies) }
            try recording.check()
            var isFileUnreadable = false
            if let loadCookies {
                let file = try CookieFiles.read(loadCookies, now: SystemTime.now)
                for complaint in CookieFiles.complaints(file, path: loadCookies) { Console.note(complaint) }
                opening.storedCookies += file.cookies
                isFileUnreadable = !file.problems.isEmpty
            }
            let database = try store.map { (path) throws(BridgeFailure) in try CookieDatabase(path: path) }
            if let database {
                // The process that saved them has ended: what had no expiry ended with it.
                try database.removeNonPersistent(store: Self.storeName)
                opening.storedCookies += try database.load(store: Self.storeName)
            }
            let transport = try TracingTransport.make(certificates: ca, stateFolder: common.state)
            let page = await opening.run(over: transport)
            output?.append(page.recording)
            try output?.finish()
            if common.json {
                Console.print(page.json.text())
            } else {
                for line in TracedPageText.lines(for: page, isBrief: common.quiet) { Console.print(line) }
            }
            try recording.write([(page.title.text, page.events)])
            try database?.save(page.storedCookies, store: Self.storeName)
            if let saveCookies { try CookieFiles.write(CookieFile(cookies: page.storedCookies), to: saveCookies) }
            if let failure = page.result.failure {
                Console.note(
                    "session-bridge: \(page.masking.url(url)) did not open: \(page.masking.text(failure.description))")
                throw ExitCode(BridgeFailure.Kind.unavailable.exitCode)
            }
            if isFileUnreadable { throw ExitCode(BridgeFailure.Kind.unreadableInput.exitCode) }
        }
    }

    /// The name of the view's store in a database.
    private static let storeName = "default"

    var userScripts: [UserScript] {
        inject.map { UserScript(source: $0, injectionTime: .atDocumentStart) }
            + injectAtEnd.map { UserScript(source: $0, injectionTime: .atDocumentEnd) }
    }

    func address(in project: AppProject?) throws -> WebURL {
        if url.hasPrefix("/"), let page = project?.web.url {
            guard !page.mentions("port") else {
                throw BridgeFailure(
                    UsageReason.badURL, cause: "web.url is \(page.text), and trace starts nothing",
                    fix: "start your page, and give its whole address")
            }
            return try WebURL(page.text).resolving(url)
        }
        if url.hasPrefix("/") {
            throw BridgeFailure(
                UsageReason.badURL, cause: "\(url) is a path, and no project file has a web.url",
                fix: "give the whole address; demo and run serve a web.folder")
        }
        guard !url.contains("://") else { return try WebURL(url) }
        guard !TypedSecrets.areInHost(of: url) else { throw BridgeFailure.tokenForAddress("the address") }
        let address = try WebURL("https://\(url)")
        if !common.quiet {
            // Without the address itself, which may hold a secret.
            Console.note("session-bridge: the address has no scheme, so https is tried; put http:// before it for http")
        }
        return address
    }

    func headers() throws -> HTTPHeaders {
        var headers = HTTPHeaders()
        for line in header {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw BridgeFailure(
                    UsageReason.badHeader, cause: "\"\(line)\" is no header")
            }
            headers.append(String(parts[0]), String(parts[1].drop { $0 == " " }))
        }
        return headers
    }
}
