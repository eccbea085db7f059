import Foundation
import TestSupport
import Testing

/// Secrets in wrong command lines: an error quotes what was typed, and ends up in the logs of CI.
@Suite("Secrets in what was typed", .serialized, .timeLimit(.minutes(5)))
struct TypedSecretsTests {
    private static let opaque = "cAnArY7f3Kq9Zx2Lm5Vb8Nw1Tj4Hs6Rd0"
    private static let password = "pw-cAnArY-Horse-Battery-Staple-77"
    private static let token =
        "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1aWQiOiJ1MSIsImNBbkFyWSI6InNlY3JldCJ9." + opaque
    /// Parts of them, in any letter case.
    private static let needles = ["canary", "eyjhbgci", "eyj1awqi", "horse-battery", "nbkfywsi"]

    /// `SECRET` stands for each of them in turn.
    private static let commands = [
        // An unexpected argument, and one in the place of a verb.
        "SECRET", "token SECRET", "token decde SECRET", "token decode x SECRET", "demo SECRET", "compare SECRET",
        "schema SECRET", "init SECRET", "cookies SECRET", "help SECRET", "report html SECRET", "exec SECRET",
        "exec -- /nowhere/SECRET",
        // The value of an option, behind a space and behind `=`.
        "demo --seed SECRET", "demo --seed=SECRET", "demo --profile SECRET", "demo --engine=SECRET",
        "demo --timeout SECRET",
        "demo --tokens SECRET", "run s.yaml --jobs SECRET", "run s.yaml --report SECRET", "run s.yaml --shard SECRET",
        "run s.yaml --clock SECRET", "run s.yaml --annotations SECRET", "run s.yaml --var SECRET",
        "run s.yaml --filter SECRET", "run s.yaml --tag SECRET", "token verify a --as SECRET",
        "token verify a --at SECRET",
        "token mint --uid u --lifetime SECRET", "token mint --uid u --kind SECRET", "serve --port-base SECRET",
        "serve --single-project SECRET", "serve --edge SECRET --ephemeral", "serve --host SECRET --ephemeral",
        "serve --cors-origin SECRET --ephemeral", "serve --project SECRET --ephemeral", "faults --only SECRET",
        "faults --service SECRET", "faults --fail-under SECRET", "explore s.yaml --random SECRET",
        "proxy --allow SECRET",
        "proxy --allow u:SECRET@host:99", "proxy --host SECRET", "exec --allow-host SECRET -- true",
        "demo --generate-completion-script SECRET",
        "explain --set-cookie sid=SECRET --url a.test --after SECRET",
        "explain --set-cookie sid=SECRET --url a.test --edge SECRET",
        "explain --set-cookie sid=SECRET --url a.test --request http://a.test/ --method SECRET",
        "explain --set-cookie sid=SECRET --url a.test --initiator SECRET", "explain --set-cookie=SECRET --url http://",
        "trace http://127.0.0.1:9/ --engine webkitgtk --read-host *.SECRET",
        // A flag that takes none, and options that are not there.
        "demo --json=SECRET", "demo --token SECRET", "demo --password=SECRET", "token --token=SECRET", "token --SECRET",
        "token -SECRET", "exec --bogus=SECRET",
        // What belongs to a cookie, a header and a body.
        "trace http://127.0.0.1:9/ -H SECRET", "trace http://127.0.0.1:9/ --header=SECRET",
        "trace http://127.0.0.1:9/ -H 'Cookie: sid=SECRET' --bogus", "trace http://127.0.0.1:9/ -H 'X: SECRET' SECRET",
        "trace http://127.0.0.1:9/ --cookie SECRET --engine SECRET",
        #"token mint --uid u --claims '{"password":"SECRET"'"#, "token mint --uid u --claims SECRET --email SECRET x",
        "run s.yaml --var password=SECRET", "serve --control-token SECRET --ephemeral",
        // Addresses.
        "trace ftp://a.test/?token=SECRET", "trace http://u:SECRET@a.test:x/", "trace http://a.test:SECRET/",
        "trace SECRET",
        "trace 'http://127.0.0.1:9/?token=SECRET' http://127.0.0.1:9/?id_token=SECRET",
        "handoff --stdio --auth SECRET", "serve --backend ftp://u:SECRET@a.test/ --ephemeral --port-base 0",
        "explain --set-cookie a=1 --url ftp://u:SECRET@a.test/?token=SECRET",
        "doctor --serve-url http://u:SECRET@127.0.0.1:9/", "doctor --serve-url SECRET",
        // Files that are not there.
        "run SECRET", "run s-SECRET.yaml", "run ./nowhere/SECRET/s.yaml", "run nowhere:SECRET", "explain SECRET",
        "inspect SECRET", "diff SECRET a", "lint SECRET", "lint /nowhere/SECRET", "doctor SECRET", "report SECRET",
        "report merge SECRET", "explore SECRET", "faults SECRET", "demo --project-file SECRET",
        "demo --project-file=x/SECRET.yaml", "demo --state /proc/SECRET", "cookies --load SECRET", "profiles SECRET",
        "reasons SECRET", "reasons --scenarios SECRET --markdown", "trace http://127.0.0.1:9/ --ca SECRET",
        "trace http://127.0.0.1:9/ --load-cookies SECRET", "trace http://127.0.0.1:9/ --store /nowhere/SECRET",
        "run s.yaml --report html=/nowhere/SECRET", "run s.yaml --last-failed-file /nowhere/SECRET",
        "serve --seeds SECRET --ephemeral --port-base 0", "serve --web /nowhere/SECRET --ephemeral --port-base 0",
        "serve --service-account SECRET --ephemeral --port-base 0",
        // The environment.
        "demo # SESSION_BRIDGE_STATE=/proc/SECRET", "serve --bogus # SESSION_BRIDGE_CONTROL_TOKEN=SECRET",
    ]

    @Test(arguments: [opaque, password, token]) func areInNoMessage(secret: String) async throws {
        try await withFolder { folder in
            try "name: x\nsteps: [sign-in]\nexpect: { verdict: signed-in }\n".write(
                toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            for command in Self.commands {
                // Behind `#` are variables that the command gets.
                let parts = command.replacing("SECRET", with: secret).components(separatedBy: " # ")
                let run = try await Shell("\(parts.dropFirst().joined()) timeout 60 $tool \(parts[0])", in: folder)
                let text = run.output + run.errors
                for needle in Self.needles where text.lowercased().contains(needle) {
                    let line = text.split(separator: "\n").first { $0.lowercased().contains(needle) } ?? ""
                    Issue.record("\(command) printed \(needle): \(line.prefix(300))")
                }
                #expect(run.exitCode != 70 && run.exitCode != 124, "\(command): \(run.exitCode)")
            }
        }
    }

    /// A typing error is still named, and --show-secrets shows secrets.
    @Test(arguments: [
        ("demo --seed many", "The value 'many' is invalid"), ("demo extra", "Unexpected argument 'extra'"),
        ("token decde", "Unexpected argument 'decde'"), ("trce", "there is no verb \"trce\""),
        ("run scenarios/34-what-articles-say.yaml", "scenarios/34-what-articles-say.yaml"),
        ("demo \(token) --show-secrets", "Unexpected argument '\(token)'"),
        ("demo --seed=\(opaque) --show-secrets", "The value '\(opaque)' is invalid"),
        ("demo --token hunter2", "Unknown option '--token"),
    ])
    func showWhatIsNoSecret(command: String, message: String) async throws {
        try await withFolder { folder in
            let run = try await Shell("$tool \(command)", in: folder)
            #expect(run.errors.contains(message), "\(run.errors)")
        }
    }
}
