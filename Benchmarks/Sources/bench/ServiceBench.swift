import BridgePrimitives
import Foundation
import HTTPLoader
import Tokens

/// The auth service as a process of its own: how soon it is ready, how large it is, and how much one `wrk` on loopback
/// gets out of it.
enum ServiceBench {
    private static let seconds = 5
    private static let connections = 16
    private static let accounts = 100_000

    static func run(transport: CurlTransport, into table: BenchTable) async throws {
        do {
            try startup(into: table)
            let bound = RSABound.opensslSignaturesPerSecond()
            for strictness in ["strict", "lenient"] {
                try await load(strictness, bound: bound, transport: transport, into: table)
            }
            try await crowd(transport: transport, into: table)
        } catch let missing as ServedTool.Missing {
            table.add(BenchRow(what: "auth service", subject: "serve", unit: "", note: "missing: \(missing.what)"))
        }
    }

    // MARK: - Start

    /// With keys and certificates that an earlier start has made, as at a developer's second `serve`.
    private static func startup(into table: BenchTable) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(getpid())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try ServedTool(["--state", folder]).stop()
        var times: [Double] = []
        var sizes: [Double] = []
        for _ in 0..<7 {
            let tool = try ServedTool(["--state", folder])
            times.append(tool.startup.inSeconds * 1000)
            if let size = tool.residentMegabytes { sizes.append(size) }
            tool.stop()
        }
        table.add(limit("serve, ready", "keys cached", median(times), "ms", 150))
        if !sizes.isEmpty { table.add(limit("serve, resident memory", "ready", median(sizes), "MB", 60)) }
    }

    /// A row whose ratio says how often the value fits into its limit: less than 1 is too much.
    static func limit(
        _ what: String, _ subject: String, _ value: Double, _ unit: String, _ limit: Double
    ) -> BenchRow {
        BenchRow(
            what: what, subject: subject, value: value, unit: unit,
            against: "at most \(BenchTable.number(limit)) \(unit)",
            ratio: limit / value, target: 1)
    }

    // MARK: - Requests

    private struct Call {
        let name: String
        let path: String
        let contentType: String
        let body: String
        /// RSA signatures that an answer costs.
        let signatures: Int
    }

    private static func load(
        _ strictness: String, bound: Double?, transport: CurlTransport, into table: BenchTable
    ) async throws {
        let tool = try ServedTool(["--ephemeral", "--\(strictness)"])
        defer { tool.stop() }
        for call in try await calls(of: tool, isStrict: strictness == "strict", transport: transport) {
            var row = BenchRow(
                what: call.name, subject: "\(strictness), \(connections) connections", unit: "requests/s")
            do {
                let rate = try wrk(call, at: tool)
                row.value = rate
                if call.signatures > 0 {
                    let bound = bound.map { $0 / Double(call.signatures) }
                    row.against =
                        bound.map { "RSA bound of one core \(BenchTable.number($0))/s" } ?? "openssl, which is missing"
                    row.ratio = bound.map { rate / $0 }
                }
            } catch let missing as ServedTool.Missing { row.note = "missing: \(missing.what)" }
            table.add(row)
        }
    }

    private static func calls(
        of tool: ServedTool, isStrict: Bool, transport: CurlTransport
    ) async throws -> [Call] {
        let user = try await post(
            tool.auth + path("accounts:signUp"), ["email": "bench@example.com", "password": "correct-horse"],
            over: transport)
        let (idToken, refreshToken) = (user["idToken"] ?? "", user["refreshToken"]?.stringValue ?? "")
        let lookup: JSONValue = ["idToken": idToken]
        let custom: JSONValue = ["token": .string(try customToken(for: tool)), "returnSecureToken": true]
        let json = "application/json", form = "application/x-www-form-urlencoded"
        // Strict tokens are signed; unsigned ones cost no RSA.
        let signatures = isStrict ? 1 : 0
        return [
            Call(name: "lookup", path: path("accounts:lookup"), contentType: json, body: lookup.text(), signatures: 0),
            Call(
                name: "signInWithCustomToken", path: path("accounts:signInWithCustomToken"), contentType: json,
                body: custom.text(), signatures: signatures),
            Call(
                name: "refresh", path: "/securetoken.googleapis.com/v1/token?key=bench", contentType: form,
                body: String(
                    decoding: FormBody.encode([("grant_type", "refresh_token"), ("refresh_token", refreshToken)]),
                    as: UTF8.self),
                signatures: signatures),
        ]
    }

    private static func path(_ verb: String) -> String { "/identitytoolkit.googleapis.com/v1/\(verb)?key=bench" }

    /// Minted by the service account that the tool keeps beside its authority's certificate.
    private static func customToken(for tool: ServedTool) throws -> String {
        let folder = URL(fileURLWithPath: tool.world["ca"]?.stringValue ?? "").deletingLastPathComponent()
        let file = try Data(contentsOf: folder.appendingPathComponent("service-account.json"))
        let account = try ServiceAccount(json: JSONValue(parsing: Array(file)))
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        return try account.customToken(uid: "bench", issuedAt: now)
    }

    /// Requests per second that were answered with success.
    private static func wrk(_ call: Call, at tool: ServedTool) throws -> Double {
        let script = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(getpid()).lua").path
        defer { try? FileManager.default.removeItem(atPath: script) }
        let text = """
            wrk.method = "POST"
            wrk.headers["Content-Type"] = "\(call.contentType)"
            wrk.body = [==[\(call.body)]==]
            function done(summary)
              io.write(string.format("answers %d refused %d microseconds %d\\n", summary.requests,
                summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout,
                summary.duration))
            end
            """
        try text.write(toFile: script, atomically: true, encoding: .utf8)
        return try rate(ofWrk: ["-t1", "-c\(connections)", "-d\(seconds)s", "-s", script, tool.auth + call.path])
    }

    /// What a run of wrk comes to whose script ends with a line of `answers`, `refused` and `microseconds`.
    static func rate(ofWrk arguments: [String]) throws -> Double {
        let report = try output(of: "wrk", arguments)
        guard let line = report.split(separator: "\n").last(where: { $0.hasPrefix("answers ") }) else {
            throw ServedTool.Missing(what: "a report of wrk")
        }
        let figures = line.split(separator: " ").compactMap { Double($0) }
        guard figures.count == 3, figures[2] > 0 else { throw ServedTool.Missing(what: "figures in \(line)") }
        guard figures[1] == 0 else { throw ServedTool.Missing(what: "\(Int(figures[1])) answers of success") }
        return figures[0] / (figures[2] / 1_000_000)
    }

    // MARK: - Many accounts

    private static func crowd(transport: CurlTransport, into table: BenchTable) async throws {
        let tool = try ServedTool(["--ephemeral", "--lenient"])
        defer { tool.stop() }
        let url = "\(tool.auth)/identitytoolkit.googleapis.com/v1/projects/\(tool.project)/accounts:batchCreate"
        let page = 1000
        let start = ContinuousClock.now
        for first in stride(from: 0, to: accounts, by: page) {
            let users = (first..<first + page).map { number -> JSONValue in
                [
                    "localId": .string("user-\(number)"), "email": .string("user-\(number)@example.com"),
                    "displayName": .string("User \(number)"),
                ]
            }
            _ = try await post(
                url, ["users": .array(users)], headers: ["Authorization": "Bearer owner"], over: transport)
        }
        let rate = Double(accounts) / (ContinuousClock.now - start).inSeconds
        table.add(
            BenchRow(what: "batchCreate", subject: "\(page) accounts a call", value: rate, unit: "accounts/s"))
        table.add(
            BenchRow(
                what: "serve, resident memory", subject: "\(accounts) accounts", value: tool.residentMegabytes,
                unit: "MB"))
    }

    private static func post(
        _ url: String, _ body: JSONValue, headers: HTTPHeaders = [:], over transport: CurlTransport
    ) async throws -> JSONValue {
        let request = HTTPRequest.json(url: try WebURL(url), value: body, headers: headers)
        let response = try await transport.perform(request).response
        guard response.status == 200 else {
            throw ServedTool.Missing(what: "an answer of success from \(request): \(response.status)")
        }
        return try JSONValue(parsing: response.body)
    }
}
