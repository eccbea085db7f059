import BridgePrimitives
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Text of others that would colour, erase, turn round or forge lines of a terminal.
@Suite("Hostile text on a terminal", .serialized, .timeLimit(.minutes(5)))
struct HostileTextTests {
    /// An escape sequence, a bell, both line ends, a sequence of C1, an override, a character of no width.
    private static let evil = "\u{1B}[2J\u{7}\rFORGED\nFORGED: ok\u{9B}31m\u{202E}\u{2066}\u{200B}end"

    /// As JSON and YAML hold it: the latter takes no control characters as they are.
    private static func quoted(_ text: String) -> String { VisibleText.escaped(JSONValue.string(text).text()) }

    /// What a terminal gets of a line of ours: letters, and nothing that it obeys.
    private static func check(_ text: String, _ place: String) {
        // It came through, or there would be nothing to see here.
        #expect(text.contains("FORGED"), "\(place): \(text)")
        #expect(!text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("FORGED") }, "\(place): \(text)")
        for line in text.split(separator: "\n") {
            #expect(VisibleText.escaped(String(line)) == line, "\(place): \(VisibleText.escaped(String(line)))")
        }
    }

    /// Each verb, with text of others where it takes some.
    @Test(arguments: [
        "$tool \"$evil\"", "$tool demo \"--$evil\"", "$tool demo --profile \"$evil\"", "$tool demo --seed \"$evil\"",
        "$tool reasons \"$evil\"", "$tool profiles \"$evil\"", "$tool schema \"$evil\"",
        "$tool run \"$evil\"", "$tool run bad.yaml", "$tool run broken.yaml", "$tool run failing.yaml --flow",
        "$tool run failing.yaml --flow --json", "$tool run failing.yaml --filter \"$evil\"",
        "$tool explain --url https://a.test/ --set-cookie \"a$evil=1; Path=/$evil; Domain=$evil\"",
        "$tool explain --url https://a.test/ --script --set-cookie \"a$evil=1\"",
        "$tool explain --url https://a.test/ --set-cookie \"a$evil=1\" --json",
        "$tool cookies --load \"$evil\" < /dev/null",
        "cp cookies.txt \"$evil\"; $tool cookies --load \"$evil\" < /dev/null",
        "$tool cookies < cookies.jsonl",
        "$tool trace http://127.0.0.1:1/ --timeout \"$evil\"",
        "$tool trace http://127.0.0.1:1/ --store \"/nowhere/$evil\"",
        "$tool trace http://127.0.0.1:1/ --cookie \"a$evil=1; Path=/$evil\" --inject \"throw '$evil'\"",
        "$tool serve --ephemeral --port-base 0 --web \"$evil\"", "$tool serve --ephemeral --port-base 0 --seeds s.yaml",
        "$tool serve --ephemeral --port-base 0 --import \"$evil\"",
    ])
    func isShownAndNotObeyed(command: String) async throws {
        try await withFolder { folder in
            let quoted = Self.quoted(Self.evil)
            for (name, text) in [
                "failing.yaml": """
                name: \(quoted)
                steps: [sign-in: { with: password }, exchange, open: { path: \(Self.quoted("/" + Self.evil)) }]
                expect: { route: \(quoted), signed-in-as: \(quoted) }
                """,
                "bad.yaml": "name: x\nsteps: [\(quoted)]\nexpect: { route: main }\n",
                "broken.yaml": "name: x \(Self.evil)\n: [",
                "s.yaml": "users: [{ uid: \(quoted), \(quoted): 1 }]\n",
                "cookies.txt": "# Netscape HTTP Cookie File\nFORGED\u{1B}[2J\u{202E}\tx\n",
                "cookies.jsonl": """
                {"op":"set","url":"https://a.test/","header":\(JSONValue.string("a\(Self.evil)=1; Path=/\(Self.evil)").text())}
                {"op":\(quoted)}
                """,
            ] { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
            let run = try await Shell("{ \(command); } 2>&1", in: folder, environment: ["evil": Self.evil])
            Self.check(run.output, command)
        }
    }

    /// What a server sends: names, paths, titles, redirects, exceptions.
    @Test(arguments: [
        "Set-Cookie: a\u{1B}[2JFORGED\u{9B}\u{202E}=1; Path=/\u{202E}x\u{1B}[2J; Domain=\u{202E}FORGED\r\n",
        "Location: /next\u{1B}[2J\u{202E}FORGED\r\n",
    ])
    func whatAServerSendsIsShown(field: String) async throws {
        let server = try ScriptedServer { request in
            let isFirst = request.line.hasPrefix("GET / ")
            let status = isFirst && field.hasPrefix("Location") ? "302 Found" : "200 OK"
            let body =
                "<title>\u{1B}[2J\u{202E}FORGED&#10;FORGED\u{9B}</title><script>throw 'x\\nFORGED\\u001b[2J'</script>"
            return .close(
                "HTTP/1.1 \(status)\r\n\(isFirst ? field : "")Content-Type: text/html; charset=utf-8\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        defer { server.stop() }
        try await withFolder { folder in
            for form in ["", "--json"] {
                let run = try await Shell(
                    "$tool trace http://127.0.0.1:\(server.port)/ \(form) --inject \"throw '$evil'\" 2>&1", in: folder,
                    environment: ["evil": "x\u{1B}[2J\u{202E}FORGED"])
                Self.check(run.output, field + form)
            }
        }
    }

    /// A report is read by others, who want it well-formed.
    @Test func aJUnitReportIsXMLWhateverIsInIt() async throws {
        try await withFolder { folder in
            let quoted = "\"<&>'\(Self.quoted(Self.evil).dropFirst().dropLast())\\u0001\\uFFFE]]>\""
            try "name: \(quoted)\nsteps: [open: { path: / }]\nexpect: { route: \(quoted) }\n"
                .write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell("$tool run s.yaml --report junit=r.xml", in: folder)
            #expect(run.exitCode == 1, "\(run.errors)")
            let report = try Data(contentsOf: URL(fileURLWithPath: folder + "/r.xml"))
            let parser = XMLParser(data: report)
            #expect(parser.parse(), "\(String(describing: parser.parserError))")
            Self.check(String(decoding: report, as: UTF8.self), "r.xml")
        }
    }
}
