import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Cookies
import Files
import Listening
import Proxying
import Recording
import Worlds

struct ProxyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract:
            "Stands between a real iPhone, simulator or browser and the world, and explains each request's cookies.",
        discussion: """
            All is passed on, and nothing is answered here but with --google-hosts. The device is told to trust an authority \
            that is made for this run and good for a day: http://\(RecordingRules.pageHost)/, opened through the proxy, has \
            it with the steps. Each request is compared with what an engine of the device's iOS version would have sent.

              session-bridge proxy --host 0.0.0.0
              session-bridge proxy --host 0.0.0.0 --only '*.example.com' --har phone.har
              session-bridge proxy --allow localhost:5173

            Devices of private networks are served, this machine's loopback is closed to them but for --allow. What hides \
            traffic is named: certificates that an app pins (--pass lets it work unread), HTTP/3, an authority that is not \
            trusted yet. Clients are spoken with in HTTP/1.1, WebSockets and event streams pass.
            """)

    @Option(
        help: ArgumentHelp("Listen on this address of this machine; 0.0.0.0 lets devices in.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The proxy's port; 0 for any free one.", valueName: "port"))
    var port = 8888

    @Option(
        help: ArgumentHelp(
            "The cookie profile of all clients; without it the nearest to what each says it is.", valueName: "name"))
    var profile: String?

    @Option(help: ArgumentHelp("The cookie that hands the session over.", valueName: "name"))
    var cookie = "customtoken"

    @Option(
        help: ArgumentHelp("Read this host, or *.NAME, and pass others unread; may be repeated.", valueName: "name"))
    var only: [AllowedHostOption] = []

    @Option(
        name: .customLong("pass"),
        help: ArgumentHelp("Pass this host, or *.NAME, unread: apps that pin certificates work.", valueName: "name"))
    var unread: [AllowedHostOption] = []

    @Option(
        help: ArgumentHelp(
            "Let devices reach this server of this machine, under this very name; may be repeated.",
            valueName: "host:port"))
    var allow: [AllowedServerOption] = []

    @Option(
        name: .customLong("upstream-ca"),
        help: ArgumentHelp("Also trust servers that these certificates vouch for.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    var upstreamAuthorities: String?

    @Flag(name: .customLong("google-hosts"), help: "Answer Google's hosts here, by an auth service of this run.")
    var googleHosts = false

    @Option(help: ArgumentHelp("With --google-hosts: the Firebase project that ID tokens are for.", valueName: "id"))
    var project: String?

    @Option(
        help: ArgumentHelp("With --google-hosts: users, tenants and settings to begin with.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var seeds: String?

    @OptionGroup var tracing: TraceFileOptions
    @OptionGroup var har: HAROptions

    @Option(
        name: .customLong("ui-port"),
        help: ArgumentHelp("The port of the inspector's page; any free one without it.", valueName: "port"))
    var inspectorPort = 0

    @Flag(name: .customLong("no-inspector"), help: "Serve no inspector.")
    var hasNoInspector = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Flag(name: .customLong("show-secrets"), help: "Print cookie values and tokens in full.")
    var showSecrets = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535") }
        guard (0...65_535).contains(inspectorPort) else {
            throw ValidationError("--ui-port takes a number from 0 to 65535")
        }
        guard !hasNoInspector || inspectorPort == 0 else {
            throw ValidationError("--no-inspector and --ui-port are two wishes")
        }
        guard googleHosts || project == nil && seeds == nil else {
            throw ValidationError("--project and --seeds are for the auth service of --google-hosts")
        }
    }

    func run() async throws {
        let policy: Masking.Policy = showSecrets ? .revealed : .fingerprints
        try await runningVerb(policy) {
            let recording = try recording(policy)
            try har.check()
            let output = try tracing.output(isSecret: showSecrets)
            // Caught before anything starts: a signal during the start must stop what has started by then.
            let ending = await EndingSignal()
            let (isJSON, masking) = (json, Masking(policy))
            let removal = Mutex<[String]>([])
            let outcome = try await recording.run { news in
                if isJSON {
                    Console.print(RecordingText.json(news, masking).text())
                } else {
                    Console.print(RecordingText.lines(for: news, masking))
                }
            } _: { addresses in
                if isJSON { Console.print(addresses.json.text()) } else { Console.print(addresses.lines) }
                try Console.checkOutput()
                removal.withLock { $0 = addresses.removal }
                if !isJSON { Console.note("Ready. Ctrl-C stops it.") }
                await Self.wait(for: ending, until: addresses.expiry)
            }
            for client in outcome.clients { output?.append(client.trace) }
            try output?.finish()
            try har.write(outcome.clients.map(\.capturedPart))
            if isJSON {
                Console.print(outcome.json.text())
            } else {
                Console.print(RecordingText.lines(for: outcome))
                Console.note(removal.withLock { $0 })
            }
            if let code = ending.exitCode, code != 0 { throw ExitCode(code) }
        }
    }

    private func recording(_ policy: Masking.Policy) throws -> Recording {
        var recording = Recording()
        (recording.host, recording.port) = (host, port)
        (recording.only, recording.unread) = (only.map(\.host), unread.map(\.host))
        recording.allowed = Set(allow.map(\.host))
        recording.profile = try profile?.asCookieProfile()
        (recording.cookieName, recording.masking) = (cookie, policy)
        recording.inspectorPort = hasNoInspector ? nil : inspectorPort
        if let upstreamAuthorities {
            let bytes: [UInt8]
            do { bytes = try InputFile.read(upstreamAuthorities, upTo: 1 << 20) } catch {
                throw ListeningReason.authorityUnreadable.failure(
                    "--upstream-ca: \(upstreamAuthorities) cannot be read", fix: "name a file of certificates")
            }
            recording.furtherAuthorities = String(decoding: bytes, as: UTF8.self)
        }
        recording.answersGoogle = googleHosts
        if let project {
            try ServeCommand.checkProject(project)
            recording.settings.projectID = project
        }
        recording.settings.masking = policy
        recording.seedFile = seeds
        return recording
    }

    /// An authority that has ended is one that no device takes: the day is over.
    private static func wait(for ending: EndingSignal, until expiry: Instant) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await ending.wait() }
            group.addTask {
                guard (try? await Task.sleep(for: expiry - SystemTime.now)) != nil else { return }
                Console.note("session-bridge: the authority's day is over; start anew")
            }
            await group.next()
            group.cancelAll()
        }
    }
}

/// A server of `--allow`.
struct AllowedServerOption: ExpressibleByArgument {
    let host: ProxiedHost

    init?(argument: String) {
        guard let host = ProxiedHost(target: argument) else { return nil }
        self.host = host
    }
}
