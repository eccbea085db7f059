import BridgePrimitives
import Foundation
import HTTPLoader

/// As much of W3C WebDriver as a handoff needs, against WebKitWebDriver under Xvfb.
struct WebDriver {
    /// Why there is no browser to measure.
    struct Missing: Error { let what: String }

    private let base: WebURL
    private let transport: CurlTransport
    private let processes: [Process]

    /// Starts a display and a driver.
    ///
    /// - Throws: ``Missing`` naming what is not installed.
    static func webKitGTK(transport: CurlTransport) async throws -> WebDriver {
        for tool in ["WebKitWebDriver", "Xvfb"] where path(of: tool) == nil { throw Missing(what: tool) }
        let display = ":\(100 + Int(getpid()) % 800)", port = 20_000 + Int(getpid()) % 20_000
        let screen = try start("Xvfb", [display, "-screen", "0", "800x600x24"], [:])
        let driver = try start(
            "WebKitWebDriver", ["--port=\(port)"],
            ["DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"])
        let webDriver = WebDriver(
            base: try WebURL("http://127.0.0.1:\(port)"), transport: transport, processes: [driver, screen])
        do {
            try await webDriver.waitUntilReady()
        } catch {
            webDriver.stop()
            throw error
        }
        return webDriver
    }

    func stop() {
        for process in processes where process.isRunning {
            process.terminate()
            process.waitUntilExit()
        }
    }

    /// A fresh browser, for as long as `body` runs.
    func withSession<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let browser = Self.miniBrowser ?? "MiniBrowser"
        let answer = try await call(
            "POST", "/session",
            [
                "capabilities": [
                    "alwaysMatch": [
                        "acceptInsecureCerts": true,
                        "webkitgtk:browserOptions": ["binary": .string(browser), "args": ["--automation"]],
                    ]
                ]
            ])
        guard let id = answer["sessionId"]?.stringValue else { throw Missing(what: "a session of WebKitGTK") }
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body("/session/\(id)")) } catch { outcome = .failure(error) }
        _ = try await call("DELETE", "/session/\(id)", nil)
        return try outcome.get()
    }

    func open(_ url: String, in session: String) async throws {
        _ = try await call("POST", session + "/url", ["url": .string(url)])
    }

    @discardableResult
    func evaluate(_ script: String, in session: String) async throws -> JSONValue {
        try await call("POST", session + "/execute/sync", ["script": .string(script), "args": []])
    }

    private func call(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        let url = try base.resolving(path)
        let request =
            body.map { HTTPRequest.json(method: method, url: url, value: $0) } ?? HTTPRequest(method: method, url: url)
        let exchange = try await transport.perform(request)
        let answer = try JSONValue(parsing: exchange.response.body)
        guard exchange.response.status == 200, let value = answer["value"] else {
            throw Missing(what: "an answer of the driver: \(answer.text().prefix(200))")
        }
        return value
    }

    private func waitUntilReady() async throws {
        for _ in 0..<100 {
            if let status = try? await call("GET", "/status", nil), status["ready"] == true { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Missing(what: "a driver that gets ready")
    }

    // MARK: - Processes

    private static func start(_ tool: String, _ arguments: [String], _ environment: [String: String]) throws -> Process
    {
        let process = Process()
        process.executableURL = path(of: tool).map { URL(fileURLWithPath: $0) }
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        return process
    }

    private static func path(of tool: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static var miniBrowser: String? {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        return (folders.map { "/usr/lib/\($0)" } + ["/usr/lib", "/usr/libexec"])
            .map { "\($0)/webkit2gtk-4.1/MiniBrowser" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
