import BridgePrimitives
import Foundation
import HTTPLoader
import TestSupport
import Testing

/// A service in a process of its own, which can be killed.
private final class ServedProcess {
    private let process = Process()
    let auth: String

    init(state: String) throws {
        process.executableURL = Tool.program
        process.arguments = ["serve", "--state", state, "--port-base", "0", "--json"]
        let output = Pipe()
        process.standardOutput = output
        try process.start()
        // The first line comes when all is listening.
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            line += bytes
        }
        auth = try JSONValue(parsing: line)["auth"]?.stringValue ?? ""
    }

    /// SIGKILL, which nothing can prepare for.
    func kill() {
        #if canImport(Glibc)
            Glibc.kill(process.processIdentifier, SIGKILL)
        #else
            Darwin.kill(process.processIdentifier, SIGKILL)
        #endif
        process.waitUntilExit()
    }
}

@Suite("A service that is killed", .timeLimit(.minutes(5)))
struct KilledServiceTests {
    private static func call(
        _ url: String, _ body: JSONValue, headers: HTTPHeaders = [:], over transport: CurlTransport
    )
        async throws -> JSONValue
    {
        let request = HTTPRequest.json(method: "POST", url: try WebURL(url), value: body, headers: headers)
        return try JSONValue(parsing: try await transport.perform(request).response.body)
    }

    /// Four clients sign up as fast as they can until the service dies under them; whoever got an answer is there after.
    @Test(.timeLimit(.minutes(5)))
    func hasOnDiskWhatItAcknowledged() async throws {
        let folder = try TemporaryFolder()
        let state = folder.path
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        let first = try ServedProcess(state: state)
        let signUp = first.auth + "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
        let (acknowledgements, acknowledged) = AsyncStream<String>.makeStream()
        let uids = try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while let uid = try? await Self.call(signUp, [:], over: transport)["localId"]?.stringValue {
                        acknowledged.yield(uid)
                    }
                }
            }
            var uids: Set<String> = []
            for await uid in acknowledgements {
                uids.insert(uid)
                if uids.count == 40 { first.kill() }
                if uids.count >= 40 { break }
            }
            // What was answered between the fortieth and the kill.
            try await group.waitForAll()
            acknowledged.finish()
            for await uid in acknowledgements { uids.insert(uid) }
            return uids
        }

        let second = try ServedProcess(state: state)
        defer { second.kill() }
        let list = try await Self.call(
            second.auth + "/identitytoolkit.googleapis.com/v1/projects/demo-bridge/accounts:query", [:],
            headers: ["Authorization": "Bearer owner"], over: transport)
        let kept = Set((list["userInfo"]?.arrayValue ?? []).compactMap { $0["localId"]?.stringValue })
        #expect(uids.count >= 40)
        #expect(uids.subtracting(kept).isEmpty)
    }
}
