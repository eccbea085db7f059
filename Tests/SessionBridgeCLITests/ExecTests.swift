import BridgePrimitives
import Foundation
import TestSupport
import Testing

@Suite("A command with services around it", .timeLimit(.minutes(5)))
struct ExecTests {
    @Test(arguments: ["--help", "-h"])
    func saysHowItIsUsed(flag: String) throws {
        let run = try Tool(["exec", flag])
        #expect(run.exitCode == 0 && run.output.hasPrefix("OVERVIEW: Runs a command"), "\(run.errors)")
    }

    /// Columns: the script, its exit code, its output, and what standard error holds.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("$tool exec -- sh -c 'echo out; exit 7'", 7, "out\n", "the command asked the services nothing"),
            ("$tool exec sh -c 'exit 0'", 0, "", "session-bridge: the command asked"),
            ("echo in | $tool exec --quiet -- cat", 0, "in\n", ""),
            ("$tool exec --quiet -- printf '%s|' -- --help -h 'a b' ''", 0, "--|--help|-h|a b||", ""),
            ("$tool exec --quiet printf '%s|' --quiet --verbose", 0, "--quiet|--verbose|", ""),
            ("$tool exec -- sh -c 'kill -TERM $$'", 143, "", "asked the services nothing"),
            ("$tool exec -- sh -c 'kill -KILL $$'", 137, "", ""),
            ("$tool exec -- no-such-command-anywhere", 127, "", "error[command/not-found]: no-such-command-anywhere: "),
            ("$tool exec -- /etc/passwd", 126, "", "error[command/not-runnable]: /etc/passwd: "),
            ("$tool exec -- /", 126, "", "error[command/not-runnable]: /: "),
            ("$tool exec", 64, "", "there is no command"),
            ("$tool exec --", 64, "", "there is no command"),
            ("$tool exec --googel-hosts -- true", 64, "", "Unknown option '--googel-hosts'"),
            ("$tool exec --allow-host a.example -- true", 64, "", "--google-hosts"),
            ("$tool exec --google-hosts --allow-host 'a b' -- true", 64, "", "--allow-host"),
            ("$tool exec --google-hosts --lenient -- true", 64, "", "--tokens signed"),
            ("$tool exec --ephemeral --state x -- true", 64, "", "--ephemeral keeps nothing"),
            ("$tool exec --seeds /nowhere -- echo never", 65, "", "error[seeds/unreadable]"),
            ("$tool exec --summary /nowhere/x -- echo never", 69, "", "error[output/"),
        ] as [(String, Int32, String, String)])
    func isRunAsAShellRunsIt(script: String, exitCode: Int32, output: String, errors: String) async throws {
        try await withFolder { folder in
            let run = try await Shell(script, in: folder)
            #expect(run.exitCode == exitCode, "\(run.errors)")
            #expect(run.output == output)
            #expect(
                errors.isEmpty ? run.errors.isEmpty || exitCode == 137 : run.errors.contains(errors), "\(run.errors)")
        }
    }

    /// A backend and a page of the file's are the tests' own to start; flags win over the file.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("", "demo-mine", 0, ""), ("--project demo-other", "demo-other", 0, ""),
            ("--no-project-file", "demo-bridge", 0, ""), ("--google-hosts", "", 64, "--tokens signed"),
            ("--google-hosts --strict", "demo-mine", 0, ""), ("--project-file no.yaml", "", 65, "no.yaml"),
        ] as [(String, String, Int32, String)])
    func takesTheAuthServiceOfAProjectFile(flags: String, project: String, exitCode: Int32, errors: String) async throws
    {
        try await withFolder { folder in
            let file = """
                version: 1
                auth: { project: demo-mine, strictness: lenient, port: 9099 }
                backend: { url: "http://localhost:${port}", start: { command: "touch started; exit 1" } }
                """
            try file.write(toFile: folder + "/session-bridge.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(
                "$tool exec --quiet \(flags) -- sh -c 'printf %s $GCLOUD_PROJECT'; code=$?; [ ! -e started ] && exit $code",
                in: folder)
            #expect(run.exitCode == exitCode, "\(run.errors)")
            #expect(run.output == project)
            #expect(errors.isEmpty || run.errors.contains(errors), "\(run.errors)")
        }
    }

    /// The command decides what a signal means, and what it exits with.
    @Test(.timeLimit(.minutes(5)), arguments: [("TERM", 3), ("HUP", 3), ("USR1", 3), ("USR2", 3)] as [(String, Int32)])
    func signalsAreTheCommands(signal: String, exitCode: Int32) async throws {
        try await withFolder { folder in
            let run = try await Shell(
                """
                mkfifo ready
                $tool exec --quiet -- bash -c 'trap "echo heard; kill $!; exit 3" \(signal); sleep 60 & echo > ready; wait' &
                service=$!; read -r line < ready
                kill -\(signal) $service; wait $service
                """, in: folder)
            #expect(run.exitCode == exitCode, "\(run.errors)")
            #expect(run.output == "heard\n")
        }
    }

    /// Neither sockets nor databases of ours, and whatever the shell opened for it.
    @Test(.timeLimit(.minutes(5)))
    func filesAreThoseThatTheShellOpened() async throws {
        try await withFolder { folder in
            let run = try await Shell(
                """
                # What leaked from tests that start programs at the same moment is not the shell's.
                for file in $(ls /proc/$$/fd); do
                    if [ $file -gt 2 ] && [ $file -ne 255 ]; then eval "exec $file>&-"; fi
                done
                echo hello > file
                bash -c 'ls /proc/self/fd | wc -l' 3< file
                $tool exec --quiet -- bash -c 'ls /proc/self/fd | wc -l; cat <&3' 3< file
                """, in: folder)
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 3 && lines[0] == lines[1] && lines[2] == "hello", "\(run.output)\(run.errors)")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func nothingIsLeftBehind() async throws {
        try await withFolder { folder in
            let run = try await Shell(
                """
                mkdir tmp; export TMPDIR="$PWD/tmp"
                $tool exec --google-hosts --quiet -- sh -c 'test -s "$SSL_CERT_FILE" && test -s "$GOOGLE_APPLICATION_CREDENTIALS" && echo there'
                ls tmp | wc -l
                """, in: folder)
            #expect(run.output.filter { $0 != " " } == "there\n0\n", "\(run.output)\(run.errors)")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func aStateFolderKeepsAccounts() async throws {
        try await withFolder { folder in
            let run = try await Shell(
                #"""
                printf 'users:\n- uid: taro\n  email: taro@example.com\n  password: correct-horse\n' > users.yaml
                $tool exec --quiet --state kept --seeds users.yaml -- true
                $tool exec --quiet --state kept -- bash -c '
                  exec 3<>/dev/tcp/127.0.0.1/${SESSION_BRIDGE_AUTH##*:}
                  body="{\"email\":\"taro@example.com\",\"password\":\"correct-horse\"}"
                  printf "POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${#body}\r\n\r\n%s" "$body" >&3
                  grep -o "\"localId\":\"[a-z]*\"" <&3'
                """#, in: folder)
            #expect(run.output == "\"localId\":\"taro\"\n", "\(run.output)\(run.errors)")
        }
    }

    /// The summary as JSON, with a request of the command's own.
    @Test(.timeLimit(.minutes(5)))
    func tellsWhatWasSeenAndRefused() async throws {
        try await withFolder { folder in
            let run = try await Shell(
                #"""
                $tool exec --summary seen.json --google-hosts -- bash -c '
                  port=${HTTPS_PROXY##*:}
                  exec 3<>/dev/tcp/127.0.0.1/$port
                  printf "CONNECT api.stripe.com:443 HTTP/1.1\r\n\r\n" >&3
                  read -r line <&3; echo "$line"'
                """#, in: folder)
            #expect(
                run.output
                    == "HTTP/1.1 403 Forbidden by session-bridge: pass --allow-host api.stripe.com to let it through\r\n",
                "\(run.output)")
            #expect(
                run.errors.contains("1 × proxy  refused CONNECT api.stripe.com:443  proxy/host-refused"),
                "\(run.errors)")
            let bytes = try #require(FileManager.default.contents(atPath: folder + "/seen.json"))
            let json = try JSONValue(parsing: Array(bytes))
            #expect(json["refused"]?.arrayValue?.first?["reasons"] == ["proxy/host-refused"])
        }
    }
}
