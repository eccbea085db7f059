import Foundation

/// Runs the other jars: their programs stand in `Benchmarks/Peers` and are built where that needs doing.
enum CookieBenchPeers {
    struct Peer {
        let name: String
        var result: CookieBench.Result?
        /// What to install, or what went wrong, when there is no result.
        var missing: String?
    }

    /// How a peer is built (nothing for a script) and run. `{}` stands for the folder of this run.
    private struct Recipe {
        let name: String
        let build: [String]?
        let run: [String]
        let package: String
    }

    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Peers").path

    private static let recipes = [
        Recipe(
            name: "libsoup 3",
            build: [
                "sh", "-c",
                "cc -O2 -o \"$1/libsoup\" \"$2/libsoup.c\" $(pkg-config --cflags --libs libsoup-3.0)", "sh", "{}",
                sources,
            ],
            run: ["{}/libsoup"], package: "libsoup-3.0-dev"),
        Recipe(
            name: "Go net/http/cookiejar",
            build: [
                "env", "GO111MODULE=off", "GOPATH=/usr/share/gocode", "GOCACHE={}/go", "go", "build", "-o",
                "{}/cookiejar", "\(sources)/cookiejar.go",
            ],
            run: ["{}/cookiejar"], package: "golang-golang-x-net-dev"),
        Recipe(
            name: "tough-cookie", build: nil,
            run: ["env", "NODE_PATH=/usr/share/nodejs", "node", "\(sources)/tough-cookie.js"],
            package: "node-tough-cookie"),
    ]

    static func run(_ workload: CookieWorkload) throws -> [Peer] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cookie-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (sets, lookups) = (folder.appendingPathComponent("sets"), folder.appendingPathComponent("lookups"))
        try workload.write(sets: sets, lookups: lookups)
        return recipes.map { recipe in
            func filled(_ words: [String]) -> [String] {
                words.map { $0.replacingOccurrences(of: "{}", with: folder.path) }
            }
            let missing = "missing: apt-get install \(recipe.package)"
            if let build = recipe.build, ChildProcess.output(of: filled(build)) == nil {
                return Peer(name: recipe.name, missing: missing)
            }
            let command = filled(recipe.run) + [sets.path, lookups.path, String(CookieBench.passes)]
            let figures = (ChildProcess.output(of: command) ?? "").split(separator: "\n").first?
                .split(separator: " ").compactMap { Double($0) }
            guard let figures, figures.count == 3 else { return Peer(name: recipe.name, missing: missing) }
            return Peer(
                name: recipe.name,
                result: CookieBench.Result(
                    setsPerSecond: figures[0], getsPerSecond: figures[1], headerBytes: Int(figures[2])))
        }
    }
}

/// A program that is run to its end.
enum ChildProcess {
    /// What the program wrote; nil if it could not be run or failed.
    static func output(of command: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text : nil
    }
}
