import BridgePrimitives
import Foundation
import TestSupport
import Testing

@Suite("The proxy for real devices", .timeLimit(.minutes(5)))
struct ProxyVerbTests {
    /// Columns: the script, its exit code, and what standard error holds.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("$tool proxy --port 70000", 64, "--port takes a number from 0 to 65535"),
            ("$tool proxy --ui-port 70000", 64, "--ui-port takes"),
            ("$tool proxy --no-inspector --ui-port 4040", 64, "two wishes"),
            ("$tool proxy --allow localhost", 64, "--allow"),  // without a port
            ("$tool proxy --allow 'a b:80'", 64, "--allow"),
            ("$tool proxy --only https://a.example", 64, "--only"),
            ("$tool proxy --pass a:1", 64, "--pass"),
            ("$tool proxy --seeds users.yaml", 64, "--google-hosts"),
            ("$tool proxy --profile ios99", 64, "error[usage/unknown-profile]"),
            ("$tool proxy --google-hosts --project 'A B'", 64, "error[usage/bad-project]"),
            ("$tool proxy --port 0 --host 198.51.100.77", 69, "error[server/address-not-available]"),
            ("$tool proxy --port 0 --upstream-ca /nowhere", 65, "error[state/unreadable-authority]"),
            ("echo x > ca.pem; $tool proxy --port 0 --upstream-ca ca.pem", 65, "error[state/unreadable-authority]"),
            ("$tool proxy --port 0 --har /nowhere/x.har", 69, "error[output/"),
            ("$tool proxy --port 0 --trace /nowhere/x", 69, "error[output/"),
        ] as [(String, Int32, String)])
    func saysWhatIsWrong(script: String, exitCode: Int32, errors: String) async throws {
        try await withFolder { folder in
            let run = try await Shell(script, in: folder)
            #expect(run.exitCode == exitCode, "\(run.errors)")
            #expect(run.errors.contains(errors), "\(run.errors)")
            #expect(run.output.isEmpty)
        }
    }

    /// Runs the verb, asks it for something as a proxy, and ends it with a signal.
    private func recorded(_ options: String, asking request: String, in folder: String) async throws -> Shell {
        try await Shell(
            """
            mkfifo out
            $tool proxy --port 0 \(options) > out 2> err & service=$!
            exec 4< out; read -r ready <&4; echo "$ready"
            port=$(echo "$ready" | sed -E 's/.*127\\.0\\.0\\.1:([0-9]+).*/\\1/')
            exec 3<>/dev/tcp/127.0.0.1/$port
            printf '\(request)' >&3; echo "answer $(head -1 <&3)"
            kill -INT $service; cat <&4; wait $service; code=$?
            cat err >&2; exit $code
            """, in: folder)
    }

    @Test(.timeLimit(.minutes(5))) func tellsEachRequestAndHowToUndoIt() async throws {
        try await withFolder { folder in
            let run = try await recorded(
                "--no-inspector", asking: "GET http://127.1:22/ HTTP/1.0\\r\\nUser-Agent: probe/1\\r\\n\\r\\n",
                in: folder)
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(run.output.contains("answer HTTP/1.1 403 Forbidden"), "\(run.output)")
            #expect(run.output.contains("authority     session-bridge proxy "))
            #expect(run.output.contains("#1 is probe at 127.0.0.1"))
            #expect(run.output.contains("proxy/loopback-closed") && run.output.contains("pass --allow 127.1:22"))
            #expect(run.output.contains("Nothing was read."))
            // Nobody but this machine reaches it: there is nothing to set or undo on a device.
            #expect(run.output.contains("No device reaches this: pass --host 0.0.0.0"), "\(run.output)")
            #expect(run.errors.contains("To undo it on this machine") && run.errors.contains("Take the proxy out"))
            #expect(!run.output.contains("iPhone") && !run.errors.contains("iPhone"))
        }
    }

    @Test(.timeLimit(.minutes(5))) func writesWhatItRecorded() async throws {
        let server = try ScriptedServer { _ in .ok("x", headers: "Set-Cookie: sid=a-value-of-mine; Path=/\r\n") }
        defer { server.stop() }
        try await withFolder { folder in
            let run = try await recorded(
                "--no-inspector --json --allow localhost:\(server.port) --trace t.jsonl --har h.har",
                asking: "GET http://localhost:\(server.port)/a HTTP/1.0\\r\\nCookie: old=another-value\\r\\n\\r\\n",
                in: folder)
            #expect(run.exitCode == 0, "\(run.errors)")
            let lines = try run.output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("{") }.map {
                try JSONValue(parsing: String($0))
            }
            #expect(lines.map { $0["event"]?.stringValue } == ["ready", "client", "request", "end"])
            #expect(lines[2]["unknown"]?.arrayValue?.first?.stringValue == "old")
            #expect(lines[2]["set"]?.arrayValue?.first?["outcome"]?.stringValue == "stored")
            let (trace, har) = (
                try String(contentsOfFile: folder + "/t.jsonl", encoding: .utf8),
                try String(contentsOfFile: folder + "/h.har", encoding: .utf8)
            )
            #expect(trace.contains("\"entry\":\"trace\"") && trace.contains("\"sid\""))
            #expect(har.contains("http://localhost:\(server.port)/a"))
            for text in [run.output, trace, har] {
                #expect(!text.contains("a-value-of-mine") && !text.contains("another-value"), "\(text)")
            }
        }
    }

    @Test(.timeLimit(.minutes(5))) func answersGooglesHostsWhereItIsAskedTo() async throws {
        try await withFolder { folder in
            let run = try await recorded(
                "--no-inspector --google-hosts",
                asking: "GET http://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
                    + " HTTP/1.0\\r\\n\\r\\n", in: folder)
            #expect(
                run.output.contains("answer HTTP/1.1 200 OK") || run.output.contains("answer HTTP/1.0 200"),
                "\(run.output)")
        }
    }

    /// Columns: the command, to which the port is added, the flag that is named, and what the port was for.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("proxy --port", "--port 0", "the proxy"), ("proxy --port 0 --ui-port", "--ui-port 0", "inspector"),
            ("inspect t.jsonl --ui-port", "--ui-port 0", "inspector"),
            ("run s.yaml --ui --ui-port", "--ui-port 0", "inspector"),
        ])
    func aPortInUseNamesTheWayOut(command: String, flag: String, name: String) async throws {
        let server = try ScriptedServer { _ in .ok("x") }
        defer { server.stop() }
        try await withFolder { folder in
            try #"{"entry":"trace","version":1,"id":"1","name":"t"}"#.write(
                toFile: folder + "/t.jsonl", atomically: true, encoding: .utf8)
            try "name: n\nsteps:\n  - sign-in\nexpect: { verdict: not-opened }\n".write(
                toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell("$tool \(command) \(server.port)", in: folder)
            #expect(run.exitCode == 69)
            #expect(
                run.errors.contains("error[server/port-in-use]") && run.errors.contains("pass \(flag) for"),
                "\(run.errors)")
            let cause = "port \(server.port) for \(name) is already bound on 127.0.0.1"
            #expect(run.errors.contains(cause), "\(run.errors)")
            #expect(!run.errors.contains("errno") && !run.errors.contains("--port-base"), "\(run.errors)")
        }
    }
}
