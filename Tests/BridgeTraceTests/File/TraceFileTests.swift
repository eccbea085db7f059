import BridgePrimitives
@testable import BridgeTrace
import Foundation
import TestSupport
import Testing

@Suite("Trace files", .timeLimit(.minutes(5)))
struct TraceFileTests {
    private func fixture(_ name: String = "version-1") throws -> String {
        let url = try #require(
            Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: "Fixtures"))
        return try String(contentsOf: url, encoding: .utf8)
    }

    @Test func oldFilesAreReadForEver() throws {
        let file = TraceFile(Array(try fixture().utf8))
        #expect(file.problems.map(\.description) == [])
        #expect(file.traces.map(\.events.count) == [18, 38, 45, 50, 16, 48, 47, 2])
        let failed = try #require(file.traces.first { $0.outcome?.hasPassed == false })
        #expect(failed.head.source == "scenarios/wrong.yaml:2:1")
        #expect(failed.head.profile == "ios18" && failed.head.engine == "model" && failed.head.expected == .signedOut)
        #expect(failed.outcome?.verdict == .signedIn)
        #expect(failed.outcome?.rootCause?.code.rawValue == "run/expectation-not-met")
        #expect(file.traces.last?.outcome == nil)
    }

    /// What is read and written again is the same file, causes and all: nothing is lost on the way.
    @Test(arguments: ["version-1", "version-1-failures"])
    func readAndWrittenAgainItIsTheSame(name: String) throws {
        let text = try fixture(name)
        let again = TraceFile(Array(text.utf8)).traces.map(\.text).joined()
        for (line, before) in zip(again.split(separator: "\n"), text.split(separator: "\n")) {
            #expect(line == before)
        }
        #expect(again.count == text.count)
    }

    /// Kinds that came later have files of their own: the old one stays as it was.
    @Test func everyKindOfEventIsInAnOldFile() throws {
        let later = try fixture("version-1-faults") + fixture("version-1-failures")
        #expect(TraceFile(Array(later.utf8)).problems.map(\.description) == [])
        let kinds = Set(
            try (fixture() + later).split(separator: "\n").compactMap { line in
                try JSONValue(parsing: String(line))["event"]?.stringValue
            })
        #expect(kinds == Set(TraceSchema.kinds.map(\.name)))
    }

    /// A token in a line that a server prints, and in an exception's message, is hidden as in every text from outside.
    @Test func secretsInPrintedLinesAndErrorsAreMasked() {
        let masking = Masking(.fingerprints)
        _ = masking.secret("opensesame-opensesame")
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        let words = "no user for opensesame-opensesame"
        for kind: TraceEvent.Kind in [
            .printed(PrintedEvent(process: "backend", stream: .err, text: masking.text(words))),
            .pageError(PageErrorEvent(.uncaught, message: masking.text(words), reasons: [])),
            .requestFailed(
                FailedRequestEvent(
                    method: "GET", url: masking.url("https://a.test/?t=opensesame-opensesame"),
                    words: masking.text(words), reasons: [])),
        ] {
            log.record(kind, by: .page)
        }
        let written = RecordedTrace(head: TraceHead(id: "1", name: "n"), events: log.events).text
        #expect(!written.contains("opensesame"))
        #expect(written.split(separator: "no user for <").count == 4, "\(written)")
    }

    @Test func theSchemaListsEveryMember() throws {
        let common = Set(TraceSchema.event.map(\.name) + ["entry", "event"])
        for line in try fixture().split(separator: "\n") {
            let object = try #require(try JSONValue(parsing: String(line)).objectValue)
            let known =
                switch object["entry"]?.stringValue {
                case "trace": Set(TraceSchema.head.map(\.name) + ["entry"])
                case "outcome": Set(TraceSchema.outcome.map(\.name) + ["entry"])
                default:
                    common.union(
                        TraceSchema.kinds.first { $0.name == object["event"]?.stringValue }?.members.map(\.name) ?? [])
                }
            #expect(Set(object.names).subtracting(known) == [], "\(line.prefix(200))")
        }
    }

    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func thePageIsTheTable() throws {
        let page = Checkout.root.appendingPathComponent("docs/trace-file.md")
        let text = TraceSchema.reference + "\n"
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }

    /// What the services alone saw: the cookies that came, what they set, and that no more was in sight.
    @Test func aRequestFromOutsideIsReadAsItWasWritten() throws {
        let masking = Masking(.fingerprints)
        var head = TraceHead(id: "1", name: "serve")
        head.seenFrom = .services
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        for cookies in [
            [],
            [
                MaskedField(name: "customtoken", value: masking.secret("opensesame")),
                .init(name: "", value: MaskedText("x")),
            ],
        ] {
            log.record(
                .served(
                    ServedEvent(
                        method: "GET", url: masking.url("http://app.localhost/"), status: cookies.isEmpty ? nil : 200,
                        cookies: cookies, setCookieNames: cookies.map(\.name), elapsed: .milliseconds(2))), by: .page)
        }
        let written = RecordedTrace(head: head, events: log.events)
        let read = try #require(TraceFile(Array(written.text.utf8)).traces.first)
        #expect(read.head == head && read.text == written.text)
        #expect(!written.text.contains("opensesame"))
        let later = written.text.replacingOccurrences(of: #""services""#, with: #""satellites""#)
        #expect(TraceFile(Array(later.utf8)).traces.first?.head.seenFrom == nil)
    }

    private static let head = #"{"entry":"trace","version":1,"id":"1","name":"n"}"# + "\n"
    private static let clock =
        #"{"entry":"event","sequence":0,"at":"2026-11-21T09:00:00Z","actor":"test","event":"clock"}"# + "\n"

    /// Columns: the file, how many events are read, what is told of the rest.
    @Test(
        "What cannot be used is told with its line, and the rest is read",
        arguments: [
            ("", 0, []), ("\n \r\n\t\n", 0, []),
            (head + clock, 1, []), ("\u{FEFF}" + head + clock, 1, []), (clock, 1, []),
            (head + clock.replacingOccurrences(of: "\n", with: ""), 1, []),  // no end of line
            (head + clock + clock.prefix(40), 1, ["line 3 is no JSON object"]),  // cut short
            (head + clock + clock, 1, [#"line 3 has no "sequence", or not of its type"#]),  // a number twice
            ("[]\n\"x\"\n1\n" + clock, 1, (1...3).map { "line \($0) is no JSON object" }),
            ("{}", 0, [#"line 1 has no "entry", or not of its type"#]),
            (#"{"entry":"trace","version":2,"id":"1"}"#, 0, ["line 1 is of version 2, and this tool reads up to 1"]),
            (#"{"entry":"trace","version":"1","id":"1"}"#, 0, [#"line 1 has no "version", or not of its type"#]),
            (#"{"entry":"news","of":"a later version"}"# + "\n" + clock, 1, []),
            (clock.replacingOccurrences(of: "clock", with: "dance"), 0, [#"line 1 has an unknown "event": dance"#]),
            (clock.replacingOccurrences(of: "test", with: "nobody"), 0, [#"line 1 has an unknown "actor": nobody"#]),
            (clock.replacingOccurrences(of: "2026-", with: "x"), 0, [#"line 1 has no "at", or not of its type"#]),
            (
                clock.replacingOccurrences(of: ":0,", with: ":1e999,"), 0,
                [#"line 1 has no "sequence", or not of its type"#]
            ),
            (clock.replacingOccurrences(of: #""actor""#, with: #""later":{"a":[1]},"actor""#), 1, []),
            (
                #"{"entry":"event","sequence":0,"at":"2026-11-21T09:00:00Z","actor":"app","event":"request","hop":1,"#
                    + #""method":"GET","url":"u","sent":["a"]}"#, 0, [#"line 1 has no "sent", or not of its type"#]
            ),
            (
                clock.replacingOccurrences(of: #""clock""#, with: #""page-error","origin":"thrown""#), 0,
                [#"line 1 has an unknown "origin": thrown"#]
            ),
            (clock.replacingOccurrences(of: #""clock""#, with: #""page-error","origin":"printed","line":{}"#), 1, []),
            (
                clock.replacingOccurrences(of: #""clock""#, with: #""printed","process":"web","stream":"stdin""#), 0,
                [#"line 1 has an unknown "stream": stdin"#]
            ),
            (
                clock.replacingOccurrences(of: #""clock""#, with: #""process","process":7,"action":"ended""#), 0,
                [#"line 1 has no "process", or not of its type"#]
            ),
            (
                clock.replacingOccurrences(
                    of: #""clock""#, with: #""process","process":"web","action":"ended","status":1e99"#), 1, []
            ),
            (
                clock.replacingOccurrences(of: #""clock""#, with: #""request-failed","url":null"#), 0,
                [#"line 1 has no "url", or not of its type"#]
            ),
            (
                clock.replacingOccurrences(of: #""clock""#, with: #""response","hop":1,"answered_by":"moon""#), 0,
                [#"line 1 has an unknown "answered_by": moon"#]
            ),
            (#"{"entry":"outcome","verdict":"fine"}"#, 0, [#"line 1 has an unknown "verdict": fine"#]),
            (#"{"entry":"outcome","milliseconds":-1e300,"findings":[],"root_cause":{"code":"a/b"}}"#, 0, []),
            (String(repeating: "[", count: 100_000), 0, ["line 1 is no JSON object"]),
        ] as [(String, Int, [String])])
    func hostile(text: String, events: Int, problems: [String]) {
        let file = TraceFile(Array(text.utf8))
        #expect(file.traces.reduce(0) { $0 + $1.events.count } == events)
        #expect(file.problems.map(\.description) == problems)
    }

    @Test(
        arguments: [
            (head, true), ("\u{FEFF}" + clock, true), (#"{"log":{"version":"1.2"}}"#, false), ("", false),
            ("entry", false), (head.replacingOccurrences(of: "}\n", with: ""), false),
        ] as [(String, Bool)])
    func isKnownByItsFirstLine(text: String, isOne: Bool) { #expect(TraceFile.isOne(Array(text.utf8)) == isOne) }
}
