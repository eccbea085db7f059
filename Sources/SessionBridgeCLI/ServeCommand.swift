import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Cookies
import Foundation
import HandoffBackend
import HTTPLoader
import Listening
import Serving
import Worlds

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves the auth service, the backend and the sample web app.",
        discussion: """
            Accounts, keys and certificates are kept between runs; --ephemeral keeps nothing. Stop it with Ctrl-C: \
            requests in flight finish, and what was acknowledged is on disk. So do SIGTERM, SIGHUP and SIGQUIT. A \
            second signal, a second later or more, ends it at once.

            It listens on this machine only. --host 0.0.0.0 lets phones and other machines of the network in, under this \
            machine's addresses, and prints what to type there; what steers the world stays here unless they send \
            --control-token.

            Each request that is refused is one line on standard error, with its reasons and what to do; --verbose adds \
            each request, --quiet leaves both out.
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var projectFile: ProjectOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions
    @OptionGroup var tracing: TraceFileOptions

    @Option(
        help: ArgumentHelp(
            "The Firebase project that ID tokens are for.", discussion: "Default: \(WorldSettings().projectID).",
            valueName: "id"))
    var project: String?

    @Option(
        help: ArgumentHelp(
            "What becomes of requests that name another project: off serves it, warn says so too, error refuses it.",
            discussion: "Default: off.", valueName: "mode"))
    var singleProject: SingleProjectOption?

    @Flag(name: .shortAndLong, help: "Also tell each request: method, URL, status, milliseconds.")
    var verbose = false

    @Flag(help: "Keep nothing: accounts in memory, fresh keys.")
    var ephemeral = false

    @Option(
        name: .customLong("port-base"),
        help: ArgumentHelp(
            "Six ports in a row from here, eight with --host; 0 for any free ones.", valueName: "port"))
    var portBase: Int?

    @Option(help: ArgumentHelp("Users, tenants and settings to begin with, in YAML.", valueName: "file"))
    var seeds: String?

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "Begin with this accounts.json, or the folder of firebase emulators:export, instead of what is kept.",
            valueName: "path"))
    var importPath: String?

    @Option(
        name: .customLong("export-on-exit"),
        help: ArgumentHelp(
            "Write all accounts here at the end: a file that ends in .json, or a folder the emulator can import.",
            valueName: "path"))
    var exportPath: String?

    @Option(
        name: .customLong("service-account"),
        help: ArgumentHelp("Take custom tokens of this service account; without it one is made.", valueName: "file"))
    var serviceAccount: String?

    @Option(
        help: ArgumentHelp(
            "A web app of your own: a folder, served instead of the sample, or a URL, which is announced.",
            valueName: "folder or url"))
    var web: String?

    @Option(
        help: ArgumentHelp(
            "What stands in front of backend and web app: \(EdgeProfile.all.map(\.name).joined(separator: ", ")).",
            valueName: "name"))
    var edge = EdgeProfile.direct.name

    @Option(help: ArgumentHelp("A backend of your own, announced instead of ours.", valueName: "url"))
    var backend: String?

    @Option(
        help: ArgumentHelp(
            "Also listen on this address of this machine, 0.0.0.0 for all: lets phones in.", valueName: "address"))
    var host: String?

    @Option(
        name: .customLong("control-token"),
        help: ArgumentHelp(
            "Let those steer who send this as \(ControlAccess.tokenField); better in \(Self.tokenVariable).",
            valueName: "token"))
    var controlToken: String?

    @Option(
        name: .customLong("cors-origin"),
        help: ArgumentHelp(
            "Let pages of this origin call the backend with cookies, besides this machine's; may be repeated.",
            valueName: "origin"))
    var corsOrigins: [String] = []

    /// Where the token is looked for that is not typed: what is typed stands in the shell's history and in `ps`.
    private static let tokenVariable = "SESSION_BRIDGE_CONTROL_TOKEN"

    func validate() throws {
        if ephemeral, common.state != nil { throw ValidationError("--ephemeral keeps nothing, so it takes no --state") }
        if let portBase, portBase != 0, !(1...65_528).contains(portBase) {
            throw ValidationError("--port-base takes 0, or a port up to 65528")
        }
        if controlToken != nil, host == nil {
            throw ValidationError("--control-token is for other machines, which --host lets in")
        }
    }

    /// - Throws: `usage/bad-project`.
    static func checkProject(_ project: String) throws(BridgeFailure) {
        guard !ProjectID.isOne(project) else { return }
        throw BridgeFailure(UsageReason.badProject, cause: "\"\(project)\" is no id of a Firebase project")
    }

    /// The token that was typed, or else stands in the environment; nil where other machines are not let in.
    ///
    /// - Throws: `usage/bad-token`, without the token.
    private func givenToken() throws(BridgeFailure) -> Secret<String>? {
        let environment = ProcessInfo.processInfo.environment[Self.tokenVariable].flatMap { $0.isEmpty ? nil : $0 }
        guard host != nil, let token = controlToken ?? environment else { return nil }
        guard (16...256).contains(token.utf8.count), token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            let name = controlToken == nil ? Self.tokenVariable : "--control-token"
            throw BridgeFailure(
                UsageReason.badToken, cause: "\(name) has \(token.utf8.count) bytes, or others than ASCII's")
        }
        return Secret(token)
    }

    /// - Throws: `usage/bad-origin`.
    private static func origin(_ text: String) throws(BridgeFailure) -> String {
        guard let origin = CrossOriginPolicy.origin(text) else {
            throw BridgeFailure(UsageReason.badOrigin, cause: "--cors-origin: \"\(text)\" is no origin")
        }
        return origin
    }

    /// - Throws: `usage/bad-url`.
    private static func address(_ text: String, _ option: String) throws(BridgeFailure) -> String {
        do throws(BridgeFailure) {
            _ = try WebURL(text)
            return text
        } catch {
            throw BridgeFailure(UsageReason.badURL, cause: "\(option): \(error.cause)", fix: error.fix)
        }
    }

    func run() async throws {
        try await runningVerb(common.masking) {
            if let project { try Self.checkProject(project) }
            var serving = Serving()
            let file = try projectFile.load(isQuiet: common.quiet, startsCommands: true)
            if let file { try serving.adopt(file) }
            if let project { serving.settings.projectID = project }
            serving.settings.seed = seeding.seed
            serving.settings.edge = try edge.asEdgeProfile()
            serving.settings.masking = common.masking
            strictness.apply(to: &serving.settings)
            if let singleProject { serving.settings.singleProject = singleProject.mode }
            serving.stateFolder =
                file == nil
                ? common.state : ProjectOptions.stateFolder(common.state, of: serving.settings.projectID)
            serving.isEphemeral = ephemeral
            // A folder's name has no scheme.
            if let web {
                let isURL = web.contains("://")
                serving.webURL = isURL ? try Self.address(web, "--web") : nil
                (serving.settings.webRoot, serving.settings.startedPage) = (isURL ? nil : web, nil)
            }
            if let seeds { serving.seedFile = seeds }
            (serving.importPath, serving.exportPath) = (importPath, exportPath)
            serving.serviceAccountFile = serviceAccount
            if let backend {
                serving.backendURL = try Self.address(backend, "--backend")
                serving.settings.ownBackend = nil
            }
            let output = try tracing.output(isSecret: common.showSecrets)
            output?.begin(serving.traceHead)
            let text = common.quiet ? nil : ServedEventText(isVerbose: verbose)
            serving.observer = { event in
                // Whoever steers the world has a log of its own.
                if event.actor != .control { output?.append(event) }
                if let line = text?.line(for: event) { Console.note(line) }
            }
            serving.network = try host.flatMap { (host) throws(BridgeFailure) in try LocalNetwork.opened(by: host) }
            serving.controlToken = try givenToken()
            serving.crossOrigins = try corsOrigins.map { (text) throws(BridgeFailure) in try Self.origin(text) }
            serving.warn = { Console.note("session-bridge: \($0.warning)") }
            if verbose { serving.mention = { Console.note("session-bridge: \($0.warning)") } }
            if let portBase { serving.ports = Serving.Ports(base: portBase) }
            let (isJSON, isQuiet, masking) = (common.json, common.quiet, Masking(common.masking))
            // Caught before anything starts: a signal during the start must stop what has started by then.
            let ending = await EndingSignal()
            try await serving.run { addresses in
                if isJSON {
                    Console.print(addresses.json(masking: masking).text())
                } else {
                    for row in addresses.rows {
                        Console.print(row.name.padded(to: 14, gap: 1) + row.value)
                    }
                }
                // Whoever started it waits for these lines and for nothing else.
                try Console.checkOutput()
                #if os(macOS)
                    if !isJSON, !isQuiet {
                        Console.note(
                            "Safari and Node.js on a Mac do not resolve names under localhost. Once, for them:")
                        Console.note(
                            "  echo \"127.0.0.1 \(WorldMaterial.hostNames.filter { $0.hasSuffix(".localhost") }.joined(separator: " "))\" | sudo tee -a /etc/hosts"
                        )
                    }
                #endif
                if !isJSON, !isQuiet { Console.note("Ready. Ctrl-C stops it.") }
            } untilStopped: {
                await ending.wait()
            }
            try output?.finish()
            if let code = ending.exitCode, code != 0 { throw ExitCode(code) }
        }
    }
}
