import BridgePrimitives
import Foundation
import TestSupport
import Testing

/// A scenario that takes no time.
private let scenario = "name: quick\nsteps: [{ advance: 1m }]\nexpect: { verdict: not-opened }\n"

@Suite("What the tool writes", .serialized, .timeLimit(.minutes(5)))
struct OutputTests {
    /// Columns: the command, and what it leaves; `$out` is a file that was there before with mode 0640.
    @Test(arguments: [
        "$tool run s.yaml --report junit=$out", "$tool run s.yaml --report json=$out",
        "$tool cookies --save $out </dev/null",
    ])
    func aFileIsReplacedAndALinkStays(command: String) async throws {
        try await withFolder { folder in
            try scenario.write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(
                """
                echo old > target; chmod 640 target; ln -s target link; echo mine > target.part
                out=link; \(command) > /dev/null || exit 1
                test -L link || echo 'the link is gone'
                grep -q old target && echo 'the target was not written'
                grep -q mine target.part || echo 'the file beside it is gone'
                ls -A | grep -v -x -e target -e link -e target.part -e s.yaml -e '\\.output.*' -e '\\.errors.*'
                case "$(stat -c %a target)" in 640 | 600) ;; *) stat -c %a target ;; esac
                """, in: folder)
            #expect(run.exitCode == 0 && run.output.isEmpty, "\(run.output)\(run.errors)")
        }
    }

    /// A shell's process substitution, and standard output while it goes to a file.
    @Test func pipesAndOpenFilesAreWrittenWhereTheyAre() async throws {
        try await withFolder { folder in
            try scenario.write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            let piped = try await Shell(
                "$tool run s.yaml --report json=>(cat > piped) > /dev/null; wait $!; cat piped", in: folder)
            #expect(piped.exitCode == 0 && piped.output.contains(#""outcome": "passed""#), "\(piped.errors)")
            let open = try await Shell("$tool run s.yaml --report json=/dev/stdout > all; cat all", in: folder)
            #expect(open.output.hasPrefix("ok "), "\(open.output)")
            #expect(open.output.contains(#""outcome": "passed""#))
            #expect(open.output.contains("1 scenario: 1 passed"))
        }
    }

    /// Whose file it is, is looked at before anything is changed.
    @Test(arguments: ["# Netscape HTTP Cookie File", "SQLite format 3"])
    func aForeignFileIsNoStore(text: String) async throws {
        try await withFolder { folder in
            let run = try await Shell(
                """
                echo '\(text)' > foreign; chmod 644 foreign; before=$(cksum foreign; stat -c '%a %Y' foreign)
                $tool trace http://127.0.0.1:1/ --store foreign; code=$?
                test "$before" = "$(cksum foreign; stat -c '%a %Y' foreign)" || echo 'it was changed'
                ls -A | grep foreign- && echo 'something lies beside it'
                exit $code
                """, in: folder)
            #expect(run.exitCode == 69)
            #expect(run.output.isEmpty, "\(run.output)")
            #expect(run.errors.contains("error[cookie-database/not-a-database]: foreign is another application's"))
            #expect(run.errors.contains("move this one away"))
        }
    }

    /// A child that may make no file larger than nothing is as badly off as one on a full disk.
    @Test(arguments: [
        ("$tool demo --state new", "state/disk-full"), ("$tool run s.yaml --state new", "state/disk-full"),
        ("$tool serve --state new --port-base 0", "state/disk-full"),
        ("$tool serve --ephemeral --port-base 0", "state/disk-full"),
        ("$tool serve --state full --port-base 0", "state/disk-full"),
        ("echo '{\"op\":\"list\"}' | $tool cookies --save c.txt", "output/disk-full"),
        ("$tool trace http://127.0.0.1:1/ --store new.sqlite", "cookie-database/disk-full"),
        ("$tool trace http://127.0.0.1:1/ --store old.sqlite", "cookie-database/disk-full"),
        ("$tool reasons > r.txt", "output/disk-full"), ("$tool --help > h.txt", "output/disk-full"),
    ])
    func aFullDiskIsSaidToBeOne(command: String, code: String) async throws {
        try await withFolder { folder in
            try scenario.write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(
                """
                \(command.contains("full") ? "$tool run s.yaml --state full > /dev/null || exit 1" : "")
                \(command.contains("trace") ? "$tool trace http://127.0.0.1:1/ --store old.sqlite > /dev/null 2>&1" : "")
                { ulimit -f 0; \(command); } 2>&1 > /dev/null | cat; exit ${PIPESTATUS[0]}
                """, in: folder)
            #expect(run.exitCode == 69, "\(run.output)")
            #expect(run.output.contains("error[\(code)]"), "\(run.output)")
            #expect(!run.output.contains("remove") && !run.output.contains("elete"), "\(run.output)")
        }
    }

    /// Whoever started it waits for a line that never comes.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: ["--json", ""])
    func servicesEndWhereTheirAddressesCannotBeTold(option: String) async throws {
        try await withFolder { folder in
            let run = try await Shell("$tool serve --ephemeral --port-base 0 \(option) > /dev/full", in: folder)
            #expect(run.exitCode == 69)
            #expect(run.errors.contains("error[output/disk-full]"), "\(run.errors)")
            #expect(!run.errors.contains("Ready"))
        }
    }

    /// Columns: the damaged file, what is in it, and how the one line begins that names it.
    @Test(
        arguments: [
            ("auth-keys.json", "", 65, "state/unreadable-keys"),
            ("auth-keys.json", "{\"keys\":[", 65, "state/unreadable"),
            ("auth-keys.json", #"{"keys":[{"keyID":"k","privateKey":"x"}],"sessionKey":""}"#, 65, "state/unreadable"),
            ("service-account.json", "", 65, "token/unreadable-service-account"),
            ("service-account.json", "{}", 65, "token/unreadable-service-account"),
            ("apple-key.pem", "", 65, "token/unreadable-key"),
            (
                "apple-key.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", 65,
                "token/unreadable-key"
            ),
            ("ca-key.pem", "-----BEGIN PRIVATE KEY-----\nAAAA", 65, "state/unreadable-authority"),
            ("ca.pem", "", 65, "state/unreadable-authority"),
            ("auth-keys.json", nil, 69, "state/unreadable"), ("service-account.json", nil, 69, "state/unreadable"),
            ("apple-key.pem", nil, 69, "state/unreadable"), ("ca-key.pem", nil, 69, "state/unreadable"),
            ("server-key.pem", nil, 69, "state/unreadable"),
        ] as [(String, String?, Int32, String)])
    func aDamagedKeyFileIsNamed(name: String, text: String?, exitCode: Int32, code: String) async throws {
        try await withFolder { folder in
            try scenario.write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            _ = try await Shell("$tool run s.yaml && cp -R \"$SESSION_BRIDGE_STATE\" state", in: folder)
            let path = folder + "/state/" + name
            try FileManager.default.removeItem(atPath: path)
            if let text {
                try text.write(toFile: path, atomically: false, encoding: .utf8)
            } else {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            let run = try await Shell("$tool run s.yaml --state state", in: folder)
            #expect(run.exitCode == exitCode, "\(run.errors)")
            let said = run.errors + run.output
            #expect(said.contains("error[\(code)") && said.contains("state/\(name)"), "\(said)")
            #expect(said.contains("ove it away") || said.contains("ove the file away"), "\(said)")
        }
    }

    /// Editors on Windows put a mark at the beginning of text files.
    @Test(
        arguments: [
            ("printf '\\357\\273\\277%s' \"$(cat s.yaml)\" > b.yaml; $tool run b.yaml", 0),
            (
                "printf '\\357\\273\\277# Netscape HTTP Cookie File\\n' > c.txt; $tool cookies --load c.txt < /dev/null",
                0
            ),
            ("printf '\\357\\273\\277{\"cookies\":[]}' > c.json; $tool cookies --load c.json < /dev/null", 0),
            ("printf '\\357\\273\\277{\"op\":\"list\"}\\n' | $tool cookies", 0),
            (
                "printf '\\357\\273\\277a=1; Secure\\n' | $tool explain --set-cookie - --url https://a.test/ | grep '  a = '",
                0
            ),
        ] as [(String, Int32)])
    func aByteOrderMarkIsSkipped(script: String, exitCode: Int32) async throws {
        try await withFolder { folder in
            try scenario.write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(script, in: folder)
            #expect(run.exitCode == exitCode, "\(run.output)\(run.errors)")
            #expect(!run.output.contains("error"), "\(run.output)")
        }
    }
}

@Suite("One seed, one report", .serialized, .timeLimit(.minutes(5)))
struct DeterminismTests {
    /// Runs that fail tell where the evidence lies: the order of events must be the same each time. The app waits for
    /// the unlock here, beside the steps.
    @Test(.timeLimit(.minutes(3)))
    func twentyRunsTellTheSame() async throws {
        try await withFolder { folder in
            try """
            name: The app waits for the unlock
            steps: [sign-in, reboot, launch: { prewarm: true }, unlock, launch, exchange, open: { path: / }]
            expect: { signed-in-as: nobody }
            ---
            name: Nobody answers
            steps: [sign-in, stop-backend, exchange]
            expect: { route: main }
            """.write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(
                #"""
                for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
                    $tool run s.yaml --seed 7 --report json=r.json > said; test $? = 1 || cat said
                    sed -E -e 's/"milliseconds": [0-9.]+/T/' -e 's/(port |:)[0-9]{4,5}/P/g' \
                        -e 's/[0-9-]+T[0-9:.]+Z/I/g' r.json | cksum
                done | sort -u
                """#, in: folder)
            #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
        }
    }
}
