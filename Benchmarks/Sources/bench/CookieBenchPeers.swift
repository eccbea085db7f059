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
        /// Fewer for one that takes half a minute a pass.
        var rounds = CookieBench.rounds
        var passes = CookieBench.passes
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
            package: "node-tough-cookie", rounds: 1, passes: 1),
    ]

    /// Runs all peers, in rounds.
    ///
    /// - Parameter between: what takes its turn between two rounds.
    static func run(_ workload: CookieWorkload, between: () throws -> Void) throws -> [Peer] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cookie-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (sets, lookups) = (folder.appendingPathComponent("sets"), folder.appendingPathComponent("lookups"))
        try workload.write(sets: sets, lookups: lookups)
        var peers = recipes.map { recipe in
            let isBuilt = recipe.build.map { ChildProcess.output(of: filled($0, folder)) != nil } ?? true
            return Peer(
                name: recipe.name, missing: isBuilt ? nil : "missing: apt-get install \(recipe.package)")
        }
        for round in 0..<CookieBench.rounds {
            if round > 0 { try between() }
            for (number, recipe) in recipes.enumerated()
            where round < recipe.rounds && peers[number].missing == nil {
                let command = filled(recipe.run, folder) + [sets.path, lookups.path, String(recipe.passes)]
                guard let result = result(ChildProcess.output(of: command)) else {
                    peers[number].missing = "missing: apt-get install \(recipe.package)"
                    continue
                }
                peers[number].result = peers[number].result.map { $0.better(result) } ?? result
            }
        }
        return peers
    }

    private static func filled(_ words: [String], _ folder: URL) -> [String] {
        words.map { $0.replacingOccurrences(of: "{}", with: folder.path) }
    }

    private static func result(_ output: String?) -> CookieBench.Result? {
        let figures = (output ?? "").split(separator: "\n").first?.split(separator: " ").compactMap { Double($0) }
        guard let figures, figures.count == 3 else { return nil }
        return CookieBench.Result(
            setsPerSecond: figures[0], getsPerSecond: figures[1], headerBytes: Int(figures[2]))
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
