import BridgePrimitives
import Foundation
import HTTPLoader

/// A million accounts in the service's database: how fast they come in, how soon a service that has them is ready, how
/// large it is, whether looking one up takes longer, and what a backup taken meanwhile costs those who ask.
enum ScaleBench {
    private static let accounts = 1_000_000
    /// As many as one `batchCreate` takes.
    private static let page = 1000
    /// As many lists are under way at a time: while one is stored another is read.
    private static let lists = 3
    private static let seconds = 3
    private static let connections = 8

    static func run(transport: CurlTransport, into table: BenchTable) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-scale-\(getpid())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            let arguments = ["--state", folder, "--lenient", "--quiet"]
            let tool = try ServedTool(arguments)
            try await add(0..<page, to: tool, over: transport)
            let few = try lookUps(among: page, at: tool)
            let start = ContinuousClock.now
            try await add(page..<accounts, to: tool, over: transport)
            let rate = Double(accounts - page) / (ContinuousClock.now - start).inSeconds
            let bound = try rowsPerSecond()
            table.add(
                BenchRow(
                    what: "batchCreate", subject: "\(accounts) accounts, on disk, \(lists) lists at a time",
                    value: rate, unit: "accounts/s",
                    against: "50 000/s; sqlite3 alone \(BenchTable.number(bound))/s", ratio: rate / 50_000, target: 1))
            let many = try lookUps(among: accounts, at: tool)
            for (name, before) in few.sorted(by: { $0.key < $1.key }) {
                guard let after = many[name] else { continue }
                table.add(
                    BenchRow(
                        what: "lookup by \(name)", subject: "\(accounts) accounts", value: after, unit: "requests/s",
                        against: "\(BenchTable.number(before))/s among \(page)", ratio: after / before, target: 1 / 1.3)
                )
            }
            try backup(folder, of: tool, usual: many["email"] ?? 0, into: table)
            tool.stop()
            try restart(arguments, into: table)
        } catch let missing as ServedTool.Missing {
            table.add(
                BenchRow(what: "a million accounts", subject: "serve", unit: "", note: "missing: \(missing.what)"))
        }
    }

    // MARK: - Coming in

    private static func add(_ numbers: Range<Int>, to tool: ServedTool, over transport: CurlTransport) async throws {
        let url = try WebURL(
            "\(tool.auth)/identitytoolkit.googleapis.com/v1/projects/\(tool.project)/accounts:batchCreate")
        var pages = stride(from: numbers.lowerBound, to: numbers.upperBound, by: page).makeIterator()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<lists {
                if let first = pages.next() {
                    group.addTask { try await addPage(from: first, to: url, over: transport) }
                }
            }
            while try await group.next() != nil {
                if let first = pages.next() {
                    group.addTask { try await addPage(from: first, to: url, over: transport) }
                }
            }
        }
    }

    private static func addPage(from first: Int, to url: WebURL, over transport: CurlTransport) async throws {
        let rows = (first..<first + page).map { number in
            """
            {"localId":"user-\(number)","email":"user-\(number)@example.com","phoneNumber":"+8190\(10_000_000 + number)",\
            "displayName":"User \(number)"}
            """
        }
        let request = HTTPRequest(
            method: "POST", url: url, headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
            body: Array("{\"users\":[\(rows.joined(separator: ","))]}".utf8))
        let response = try await transport.perform(request).response
        guard response.status == 200, try JSONValue(parsing: response.body)["error"]?.arrayValue?.isEmpty != false
        else { throw ServedTool.Missing(what: "an import that is taken whole") }
    }

    /// The same rows and indices in SQLite alone, a thousand to a transaction.
    private static func rowsPerSecond() throws -> Double {
        let script = """
            import sqlite3, tempfile, time, os
            path = os.path.join(tempfile.mkdtemp(), "a.sqlite")
            db = sqlite3.connect(path, isolation_level=None)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("CREATE TABLE a (t TEXT, i TEXT, e TEXT, p TEXT, n TEXT, c INTEGER,"
                       " PRIMARY KEY (t, i), UNIQUE (t, e), UNIQUE (t, p))")
            count, start = 200_000, time.time()
            for first in range(0, count, 1000):
                db.execute("BEGIN")
                db.executemany("INSERT INTO a VALUES ('', ?, ?, ?, ?, 0)", [
                    (f"user-{n}", f"user-{n}@example.com", f"+8190{10000000 + n}", f"User {n}")
                    for n in range(first, first + 1000)])
                db.execute("COMMIT")
            print(count / (time.time() - start))
            os.remove(path)
            """
        guard
            let rate = Double(
                try output(of: "python3", ["-c", script]).trimmingCharacters(in: .whitespacesAndNewlines))
        else { throw ServedTool.Missing(what: "python3 with sqlite3") }
        return rate
    }

    // MARK: - Being found

    /// Requests per second of an administrator who looks for accounts all over the table, by what they look by.
    private static func lookUps(among count: Int, at tool: ServedTool) throws -> [String: Double] {
        var rates: [String: Double] = [:]
        for (name, value) in [("email", "user-%d@example.com"), ("phoneNumber", "+8190%d")] {
            let base = name == "email" ? 0 : 10_000_000
            rates[name] = try wrk(
                """
                local turn = 0
                request = function()
                  turn = (turn + 7919) % \(count)
                  return wrk.format(nil, nil, nil, string.format('{"\(name)":["\(value)"]}', \(base) + turn))
                end
                """, at: tool)
        }
        return rates
    }

    private static func wrk(_ request: String, at tool: ServedTool, seconds: Int = seconds) throws -> Double {
        let script = FileManager.default.temporaryDirectory.appendingPathComponent("bench-scale-\(getpid()).lua").path
        defer { try? FileManager.default.removeItem(atPath: script) }
        try """
        wrk.method = "POST"
        wrk.headers["Content-Type"] = "application/json"
        wrk.headers["Authorization"] = "Bearer owner"
        \(request)
        function done(summary)
          io.write(string.format("answers %d refused %d microseconds %d\\n", summary.requests,
            summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout,
            summary.duration))
        end
        """.write(toFile: script, atomically: true, encoding: .utf8)
        return try ServiceBench.rate(
            ofWrk: [
                "-t1", "-c\(connections)", "-d\(seconds)s", "-s", script,
                "\(tool.auth)/identitytoolkit.googleapis.com/v1/projects/\(tool.project)/accounts:lookup",
            ])
    }

    // MARK: - Being kept

    private static func backup(
        _ folder: String, of tool: ServedTool, usual: Double, into table: BenchTable
    ) throws {
        let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
            .appendingPathComponent("session-bridge")
        let copy = Process()
        copy.executableURL = program
        copy.arguments = ["backup", "\(folder)/copy", "--state", folder, "--no-project-file", "--quiet"]
        RSABound.unblockSignals()
        let start = ContinuousClock.now
        try copy.run()
        let rate = try wrk(
            """
            local turn = 0
            request = function()
              turn = (turn + 7919) % \(accounts)
              return wrk.format(nil, nil, nil, string.format('{"email":["user-%d@example.com"]}', turn))
            end
            """, at: tool, seconds: 1)
        copy.waitUntilExit()
        let took = (ContinuousClock.now - start).inSeconds
        guard copy.terminationStatus == 0 else { throw ServedTool.Missing(what: "a backup that ends well") }
        table.add(
            BenchRow(
                what: "backup while it serves", subject: "\(accounts) accounts", value: took, unit: "s",
                against: "lookups meanwhile \(BenchTable.number(rate))/s, else \(BenchTable.number(usual))/s"))
    }

    private static func restart(_ arguments: [String], into table: BenchTable) throws {
        var (times, sizes): ([Double], [Double]) = ([], [])
        for _ in 0..<5 {
            let tool = try ServedTool(arguments)
            times.append(tool.startup.inSeconds * 1000)
            if let size = tool.residentMegabytes { sizes.append(size) }
            tool.stop()
        }
        table.add(ServiceBench.limit("serve, ready", "\(accounts) accounts", median(times), "ms", 100))
        if !sizes.isEmpty {
            table.add(
                ServiceBench.limit("serve, resident memory", "\(accounts) accounts", median(sizes), "MB", 150))
        }
    }
}
