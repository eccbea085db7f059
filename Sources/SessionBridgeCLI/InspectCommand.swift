import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Files
import Inspecting
import Listening
import TraceReports

struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Shows traces and HAR files in a web page: why is the user not signed in?",
        discussion: """
            The files are what --trace FILE of demo, run, trace, serve and exec has written, or HAR files of browsers and \
            proxies, which are read as `explain` reads them; - is standard input. The page is served on this machine \
            alone, until Ctrl-C.

              session-bridge run Scenarios --trace run.jsonl
              session-bridge inspect run.jsonl
              session-bridge inspect capture.har --cookie fb_token

            --html, --mermaid and --exposure make a report instead and serve no page; FILE#2 is the trace of that number.

              session-bridge demo --trace demo.jsonl
              session-bridge inspect demo.jsonl --html demo.html
              session-bridge inspect demo.jsonl --mermaid -
              session-bridge inspect demo.jsonl --exposure
            """)

    @Argument(
        help: ArgumentHelp("Trace or HAR files, or - for standard input.", valueName: "file"),
        completion: .file(extensions: ["jsonl", "har"]))
    var files: [String]

    @OptionGroup var input: TraceFileInput
    @OptionGroup var page: InspectorOptions

    @Flag(help: "Print the page's address as JSON on standard output.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write one trace as a Mermaid sequence diagram to this file, or to standard output with -.",
            valueName: "file"),
        completion: .file(extensions: ["mmd"]))
    var mermaid: String?

    @Flag(help: "The diagram has all events, also the keychain and tokens that were taken.")
    var allEvents = false

    @Flag(help: "Print which hosts, scripts, logs and URLs saw each token and each value of the handoff's cookie.")
    var exposure = false

    @Option(
        help: ArgumentHelp(
            "Write the page with the traces in it to this HTML file, or to standard output with -.",
            valueName: "file"),
        completion: .file(extensions: ["html"]))
    var html: String?

    @Option(help: ArgumentHelp("Only traces of this name.", valueName: "name"))
    var traceName: String?

    func validate() throws {
        let reports = [("--mermaid", mermaid != nil), ("--exposure", exposure), ("--html", html != nil)].filter(\.1)
        guard reports.count < 2 else {
            throw ValidationError("\(reports.map(\.0).joined(separator: " and ")) are two reports: ask for one")
        }
        guard (mermaid == nil && html == nil) || !json else {
            throw ValidationError("--json is for --exposure and for the page")
        }
        guard mermaid != nil || !allEvents else { throw ValidationError("--all-events is for --mermaid") }
        guard mermaid == nil || files.count == 1 else { throw ValidationError("--mermaid takes one file") }
    }

    func run() async throws {
        try await runningVerb {
            let read = try files.map { typed in
                let selection = input.selection(typed)
                return (selection, try input.traces(of: selection.file))
            }
            if let mermaid {
                for (selection, all) in read {
                    try draw(try selection.trace(of: all, named: traceName), to: mermaid)
                }
                return
            }
            let chosen = try read.map { selection, all in
                (selection.file, try selection.traces(of: all, named: traceName))
            }
            if let html { return try write(chosen, to: html) }
            if exposure {
                tellExposure(chosen.flatMap(\.1))
                return
            }
            let hub = InspectorHub(isNewestFirst: false)
            for (file, traces) in chosen {
                for trace in traces { hub.add(trace, file: file) }
            }
            let ending = await EndingSignal()
            try await page.serving(hub, as: .inspect, isJSON: json) { await ending.wait() }
            if let code = ending.exitCode, code != 0 { throw ExitCode(code) }
        }
    }

    private func draw(_ trace: RecordedTrace, to path: String) throws {
        let text = SequenceDiagram(trace, hasAllEvents: allEvents).text
        if text.count > SequenceDiagram.mermaidLimit {
            Console.note("session-bridge: the diagram is longer than Mermaid shows by itself: set its maxTextSize")
        }
        try write(text, to: path)
    }

    private func write(_ chosen: [(file: String, traces: [RecordedTrace])], to path: String) throws {
        let masking = Masking(.fingerprints)
        let traces = chosen.flatMap { file, traces in
            traces.map { InspectorFile.Trace($0, file: masking.text(file).text) }
        }
        let title = files.count == 1 ? masking.text(files[0]).text : "\(files.count) files"
        try write(
            InspectorFile(traces, title: title, reasons: .all, producer: SessionBridgeVersion.producer).text, to: path)
    }

    private func write(_ document: String, to path: String) throws {
        if path == "-" {
            Console.print(document: String(document.dropLast()))
        } else {
            try OutputFile.write(document, to: path)
        }
    }

    private func tellExposure(_ traces: [RecordedTrace]) {
        for (index, trace) in traces.enumerated() {
            let report = ExposureReport(trace)
            if json {
                Console.print(report.json.text())
            } else {
                if index > 0 { Console.print("") }
                Console.print(report.lines)
            }
        }
    }
}

/// For verbs that show what happened in a page.
struct InspectorOptions: ParsableArguments {
    @Option(
        name: .customLong("ui-port"),
        help: ArgumentHelp("The port of the inspector's page; any free one without it.", valueName: "port"))
    var port = 0

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--ui-port takes a number from 0 to 65535") }
    }

    /// Serves the page as long as `body` runs.
    func serving(
        _ hub: InspectorHub, as mode: InspectorAPI.Mode, device: DeviceControl? = nil, isJSON: Bool = false,
        while body: () async throws -> Void
    ) async throws {
        let api = InspectorAPI(
            hub: hub, mode: mode, producer: SessionBridgeVersion.producer, reasons: .all, device: device)
        try await withListener(api, at: ListenAddress(port: port), name: "inspector", portAdvice: "pass --ui-port 0") {
            listener in
            // A page that looks on would hold the listener open.
            defer { hub.close() }
            let address = listener.origin + "/inspector/"
            // What a run prints are its results.
            switch (mode, isJSON) {
            case (.inspect, true): Console.print((["inspector": .string(address)] as JSONValue).text())
            case (.inspect, false): Console.print("inspector     \(address)")
            case (.run, _), (.serve, _): Console.note("inspector     \(address)")
            }
            try Console.checkOutput()
            if !isJSON, mode == .inspect { Console.note("Ready. Ctrl-C stops it.") }
            try await body()
        }
    }
}
