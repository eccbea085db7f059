import Foundation
import TestSupport
import Testing

/// Secrets of others, put wherever one can stand, through every verb and format that shows something: found zero times.
///
/// Not here are `cookies`, a jar for scripts that prints what is in it, and `token mint`, which makes what it prints.
@Suite("No secret in any output", .serialized, .timeLimit(.minutes(5)))
struct CanaryTests {
    private static let opaque = "cAnArY7f3Kq9Zx2Lm5Vb8Nw1Tj4Hs6Rd0"
    private static let password = "pw-cAnArY-Horse-Battery-Staple-77"
    private static let claims = Data(
        #"{"uid":"canary-uid-1234567890","claims":{"role":"canaryAdmin"},"exp":1795400000}"#.utf8)
    /// Signed by nobody, and as long as a real one.
    private static let token =
        "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9." + base64URL(claims) + "."
        + String(repeating: "cAnArY7f3Kq9Zx2L", count: 16)
    /// Parts of the secrets: half a token is a leak too.
    private static let needles = [
        opaque, String(opaque.prefix(16)), password, "cAnArY-Horse", String(repeating: "cAnArY7f3Kq9Zx2L", count: 2),
        String(base64URL(claims).prefix(24)),
    ]

    private static let scenario = """
        name: Canaries \(token)
        user: { email: taro@example.com, password: \(password) }
        web: { redirects: { from: /old, to: "/?token=\(opaque)" } }
        steps:
          - sign-in
          - exchange
          - open: { path: "/old?code=\(opaque)#access_token=\(token)", inject: [ { user-script: { value: \(token) } }, header ] }
          - reload
        expect: { verdict: signed-in, signed-in-as: "\(opaque)", route: "\(token)" }
        """

    private static let capture = """
        {"log":{"version":"1.2","creator":{"name":"Proxy \(token)","version":"\(opaque)"},
        "pages":[{"id":"p","title":"\(token)","startedDateTime":"2026-11-22T10:00:00.000Z","pageTimings":{}}],
        "entries":[{"startedDateTime":"2026-11-22T10:00:00.000Z","time":1,"pageref":"p","_note":"\(token)",
        "request":{"method":"POST","url":"https://user:\(opaque)@app.test/a;s=\(token)?token=\(opaque)#\(token)","httpVersion":"HTTP/1.1",
        "cookies":[{"name":"customtoken","value":"\(token)"}],"queryString":[{"name":"token","value":"\(opaque)"}],
        "headers":[{"name":"Cookie","value":"customtoken=\(token); sid=\(opaque)"},{"name":"Authorization","value":"Bearer \(token)"},
        {"name":"Referer","value":"https://app.test/?token=\(opaque)"},{"name":"X-Note","value":"see \(token)"}],
        "postData":{"mimeType":"application/x-www-form-urlencoded","text":"idtoken=\(token)&password=\(password)"},"headersSize":-1,"bodySize":-1},
        "response":{"status":302,"statusText":"\(opaque)","httpVersion":"HTTP/1.1","cookies":[],
        "headers":[{"name":"Set-Cookie","value":"customtoken=\(token); Path=/; Domain=other.test"},{"name":"Set-Cookie","value":"sid=\(opaque)"},
        {"name":"Location","value":"https://app.test/?customtoken=\(token)"}],
        "content":{"size":0,"mimeType":"text/html","text":"\(token)"},"redirectURL":"","headersSize":-1,"bodySize":-1},"cache":{},"timings":{"send":0,"wait":1,"receive":0}}]}}
        """

    private static let project = """
        version: 1
        auth: { project: demo, api-key: \(opaque) }
        backend: { url: http://localhost:9, exchange: { requests: { headers: { X-Key: \(token) } } } }
        """

    private static let lines = """
        {"id":1,"op":"\(token)"}
        {"id":2,"op":"handoff","password":"\(password)","email":"a@example.com","path":"/?token=\(opaque)#\(token)"}
        {"id":3,"op":"sign-in","device":"a","email":"a@example.com","password":"\(password)x"}
        {"id":4,"op":"open","device":"\(token)"}
        {"id":5,"op":"handoff","profile":"\(token)"}
        {"id":6,"op":"handoff","inject":"query","path":"/old?code=\(opaque)"}
        {"id":7,"op":"handoff","password":"\(password)","pasword":"\(password)"}
        {"id":8,"op":"handoff","password":"\(password)
        \(opaque)
        """

    /// The commands; what they write stands beside the inputs and is searched with them.
    private static let commands = [
        "run s.yaml --no-project-file --flow --report junit=o.xml --report json=o.json --report html=o.html --trace o.jsonl --har o.har",
        "run s.yaml --no-project-file --json --flow",
        "demo --no-project-file --trace demo.jsonl --har demo.har",
        "explain c.har", "explain c.har --json", "explain c-\(opaque).har", "explain nothing-\(opaque).har",
        "inspect c.har --html c.html", "inspect c.har --mermaid c.mmd --all-events", "inspect c.har --exposure",
        "inspect c.har --exposure --json", "inspect c-\(opaque).har --html c2.html",
        "inspect o.jsonl --exposure", "inspect o.jsonl --mermaid o.mmd --all-events", "inspect o.jsonl --html o2.html",
        "diff c.har o.jsonl", "diff c.har o.jsonl --json", "diff demo.jsonl o.jsonl",
        "explain --set-cookie 'customtoken=\(token); Secure' --url 'https://app.test/?token=\(opaque)'",
        "explain --set-cookie 'customtoken=\(token); Secure' --url https://app.test/ --json",
        "explain --script --set-cookie 'sid=\(token)' --url 'http://app.test/' --request 'https://app.test/?id_token=\(token)'",
        "token decode \(token)", "token decode \(token) --json", "token decode \(opaque)",
        "token decode 'customtoken=\(token); Path=/'",
        "token decode \(token).\(opaque)", "token verify \(token)", "token verify \(token) --json",
        "run p.yaml", "run broken.yaml", "run s-\(opaque).yaml", "demo --project-file p.yaml",
        "demo --profile \(token)",
        "trace 'http://127.0.0.1:9/?token=\(opaque)#\(token)' --cookie 'customtoken=\(token)'",
        "trace 'http://127.0.0.1:9/' --header 'Authorization: Bearer \(token)' --json",
        "reasons \(token)", "\(token)", "handoff --stdio --no-project-file <h.jsonl",
    ]

    @Test func isFoundNowhere() async throws {
        try await withFolder { folder in
            let inputs = [
                "s.yaml": Self.scenario, "c.har": Self.capture, "c-\(Self.opaque).har": Self.capture,
                "p.yaml": Self.project, "h.jsonl": Self.lines,
                "broken.yaml": "name: x\nuser: { pasword: \(Self.password) }\nsteps:\n - sign-in: \(Self.token)\n",
            ]
            for (name, text) in inputs {
                try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
            }
            for command in Self.commands {
                let run = try await Shell("timeout 60 $tool \(command)", in: folder)
                for needle in Self.needles where (run.output + run.errors).contains(needle) {
                    let line = (run.output + run.errors).split(separator: "\n").first { $0.contains(needle) } ?? ""
                    Issue.record("\(command.prefix(60)) printed \(needle.prefix(10))…: \(line.prefix(300))")
                }
                #expect(
                    run.exitCode != 70 && run.exitCode != 124,
                    "\(command.prefix(60)): \(run.exitCode) \(run.errors.prefix(200))")
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where inputs[name] == nil {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
                let text = String(decoding: bytes, as: UTF8.self)
                for needle in Self.needles {
                    guard let place = text.firstRange(of: needle) else { continue }
                    Issue.record("\(name) has \(needle.prefix(10))…: \(text[..<place.lowerBound].suffix(120))")
                }
            }
            let written = try FileManager.default.contentsOfDirectory(atPath: folder).filter { inputs[$0] == nil }
            #expect(
                Set([
                    "o.xml", "o.json", "o.html", "o.jsonl", "o.har", "c.html", "c.mmd", "c2.html", "o.mmd", "o2.html",
                ])
                .isSubset(of: written), "each report was written")
        }
    }

    /// Somebody who asks for values is told so in each output.
    @Test func whoeverAsksForSecretsIsToldSo() async throws {
        try await withFolder { folder in
            let run = try await Shell(
                "timeout 60 $tool demo --no-project-file --show-secrets --trace d.jsonl; $tool inspect d.jsonl --html d.html",
                in: folder)
            let trace = try String(contentsOfFile: folder + "/d.jsonl", encoding: .utf8)
            #expect(trace.contains(#""secrets":"shown""#) && trace.contains("eyJ"), "\(run.errors.prefix(300))")
            let page = try String(contentsOfFile: folder + "/d.html", encoding: .utf8)
            #expect(page.contains(#""title":"d.jsonl","secrets":"shown""#))
        }
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
