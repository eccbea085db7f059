import BridgePrimitives
import BridgeTrace
import Foundation
import Listening
import Reporting
import TestSupport
import Testing
import Worlds

@Suite("A scenario as one file that can be played elsewhere", .timeLimit(.minutes(5)))
struct ScenarioBundleTests {
    private static let password = "correct-Horse-battery-9"
    private static let lost = """
        name: Only in the native storage
        user: { email: taro@example.com, password: \(password) }
        profile: ios17
        steps:
          - sign-in
          - exchange
          - open: { path: /, inject: native-storage }
        expect: { verdict: signed-out }
        """
    private static let own = """
        name: A guard of one's own
        guard: { module: guard.js }
        steps:
          - sign-in
          - exchange
          - open: { path: /orders, inject: cookie-store }
        expect: { verdict: signed-in }
        """
    private static let guardModule = """
        import { wanted } from "./wanted.js";
        export default function guard(to, from, next) { next(wanted(to) ? "/signin" : true); }
        """

    /// Columns: the scenario, its cause and whether it ends as expected: here, and from the file's text alone.
    @Test(arguments: [
        (lost, nil, true), (own, "guard/cookie-not-read", false),
        ("name: Nothing\nsteps: [sign-in]\nexpect: { verdict: signed-in }\n", "handoff/not-opened", false),
    ])
    func endsAsItDid(text: String, cause: String?, hasPassed: Bool) async throws {
        let (made, again) = try await withEphemeralStateDirectory { state in
            let bundle = ScenarioBundle(settings: WorldSettings(), stateFolder: state.path)
            var made = RecordedTrace(head: TraceHead(id: "", name: ""))
            // Away before it is played again.
            try await withFolder { folder in
                try Self.write(text, to: folder)
                made = try await bundle.make(of: folder + "/s.yaml")
            }
            let read = try #require(TraceFile(Array(made.text.utf8)).traces.first)
            #expect(read.text == made.text)
            return (made, try await bundle.replay(try #require(read.input)))
        }
        #expect(made.outcome?.rootCause?.code.rawValue == cause && made.outcome?.hasPassed == hasPassed)
        #expect(ScenarioBundle.Ending(again) == ScenarioBundle.Ending(made))
        #expect(!made.text.contains(Self.password))
    }

    /// A scenario that is made of several files: all go along, and nothing else is needed where it is played again.
    @Test func carriesTheFilesThatItIsMadeOf() async throws {
        let files = [
            "session-bridge.yaml": "version: 1\n", "folder.yaml": "tags: t\nvariables: { pw: \(Self.password) }\n",
            "in/folder.yaml": "user: { email: a@b.test, password: '${var.pw}' }\n",
            "shared/login.yaml":
                "parameters: { field: ~ }\nsteps:\n  - sign-in\n  - exchange: { field: '${param.field}' }\n",
            "in/rows.csv": "way,password\nnative-storage,\(Self.password)\n",
            "in/s.yaml": """
            name: By ${row.way}
            rows: { file: rows.csv }
            steps:
              - use: { file: ../shared/login.yaml, with: { field: idtoken } }
              - open: { path: "${exchange.cookie.path}", inject: "${row.way}" }
            expect: { verdict: signed-out }
            """,
        ]
        let (made, again) = try await withEphemeralStateDirectory { state in
            let bundle = ScenarioBundle(settings: WorldSettings(), stateFolder: state.path)
            var made = RecordedTrace(head: TraceHead(id: "", name: ""))
            try await withFolder { folder in
                for (name, text) in files {
                    let place = URL(fileURLWithPath: "\(folder)/\(name)")
                    try FileManager.default.createDirectory(
                        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try Data(text.utf8).write(to: place)
                }
                made = try await bundle.make(of: folder + "/in/s.yaml")
            }
            let read = try #require(TraceFile(Array(made.text.utf8)).traces.first)
            return (made, try await bundle.replay(try #require(read.input)))
        }
        #expect(made.outcome?.hasPassed == true && made.head.name == "By native-storage")
        #expect(
            made.input?.modules.keys.sorted() == ["folder.yaml", "in/folder.yaml", "in/rows.csv", "shared/login.yaml"])
        #expect(ScenarioBundle.Ending(again) == ScenarioBundle.Ending(made))
        #expect(!made.text.contains(Self.password))
    }

    /// Columns: the file, the code, and what is said.
    @Test(arguments: [
        (lost + "\n---\n" + own, "bundle/several-scenarios", "has 2 scenarios"),
        (
            lost + "\n# token eyJhbGciOiJSUzI1NiJ9.eyJ1aWQiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlc2lnbmF0dXJl",
            "bundle/holds-a-secret", "s.yaml:9 "
        ),
    ])
    func whatCannotBeBundledIsSaid(text: String, code: String, said: String) async throws {
        try await withFolder { folder in
            try Self.write(text, to: folder)
            let failure = await #expect(throws: BridgeFailure.self) {
                _ = try await ScenarioBundle(settings: WorldSettings(), stateFolder: folder + "/state")
                    .make(of: folder + "/s.yaml")
            }
            #expect(failure?.code.rawValue == code && failure?.cause.contains(said) == true, "\(failure as Any)")
        }
    }

    private static func write(_ text: String, to folder: String) throws {
        let files = [
            ("s.yaml", text), ("guard.js", guardModule),
            ("wanted.js", "export const wanted = (to) => to.path !== '/signin';"),
        ]
        for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
    }
}
