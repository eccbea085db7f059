import BridgePrimitives
import BridgeTrace
import Foundation
import HTTPTypes
import Hummingbird
import Listening
import NIOCore
import Testing

@testable import Inspecting

@Suite("What the inspector's page asks for", .timeLimit(.minutes(5)))
struct InspectorAPITests {
    private let hub = InspectorHub()
    private var api: InspectorAPI {
        InspectorAPI(hub: hub, mode: .inspect, producer: "session-bridge 1", reasons: .all)
    }

    private func ask(
        _ method: String, _ path: String, _ body: String = "", host: String = "127.0.0.1:1"
    ) async throws -> Response {
        try await api.response(
            to: PlainRequest(method: method, host: host, path: path, body: Array(body.utf8)))
    }

    private func text(of response: Response) async throws -> String {
        let writer = CollectedBody()
        try await response.body.write(writer)
        return writer.text
    }

    /// Columns: the action, whether there is a device, the status, the code.
    @Test func aDeviceDoesWhatItIsToldWhereThereIsOne() async throws {
        let rows: [(action: String, hasDevice: Bool, status: HTTPResponse.Status, code: String?)] = [
            ("lock", false, .conflict, "inspector/no-device"), ("relaunch", true, .ok, nil), ("lock", true, .ok, nil),
            ("unlock", true, .conflict, "inspector/step-failed"), ("fly", true, .notFound, "inspector/no-such-page"),
            ("", true, .notFound, "inspector/no-such-page"), ("lock", false, .conflict, "inspector/no-device"),
        ]
        let done = Mutex<[String]>([])
        let device = DeviceControl()
        let api = InspectorAPI(
            hub: hub, mode: .run, producer: "session-bridge 1", reasons: .all, device: device)
        for row in rows {
            let request = PlainRequest(
                method: "POST", host: "127.0.0.1:1", path: "/__bridge/device:\(row.action)", body: Array("{}".utf8))
            let look = {
                let response = try await api.response(to: request)
                let body = try JSONValue(parsing: try await text(of: response))
                #expect(response.status == row.status && body["code"]?.stringValue == row.code, "\(row): \(body)")
                let session = PlainRequest(method: "GET", host: "127.0.0.1:1", path: "/inspector/api/session", body: [])
                let state = try JSONValue(parsing: try await text(of: try await api.response(to: session)))
                #expect(state["device"]?.boolValue == row.hasDevice, "\(row)")
            }
            guard row.hasDevice else {
                try await look()
                continue
            }
            let failure = Mutex<(any Error)?>(nil)
            await device.lend { (action) async throws(BridgeFailure) in
                done.withLock { $0.append(action.rawValue) }
                guard action != .unlock else { throw InspectorReason.stepFailed.failure("it has no passcode") }
            } while: {
                do { try await look() } catch { failure.withLock { $0 = error } }
            }
            if let failure = failure.withLock({ $0 }) { throw failure }
        }
        #expect(done.withLock { $0 } == ["relaunch", "lock", "unlock"])
        // A page of another site does not lock anybody's phone.
        #expect(try await ask("POST", "/__bridge/device:lock", host: "evil.test").status == .forbidden)
    }

    /// Every file of the folder, with a policy under which nothing of a trace can become a script.
    @Test func thePageIsBuiltIn() async throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/Inspecting/Page")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == InspectorPage.files.keys.sorted())
        for name in names {
            let response = try await ask("GET", "/inspector/\(name)")
            #expect(response.status == .ok)
            #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
            #expect(response.headers[.xContentTypeOptions] == "nosniff")
            let file = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            #expect(try await text(of: response) == file)
        }
    }

    /// Text of a trace reaches the page as text alone.
    @Test func noModuleWritesMarkup() {
        for (name, bytes) in InspectorPage.files {
            let source = String(decoding: bytes, as: UTF8.self)
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
                #expect(!source.contains(word), "\(name) has \(word)")
            }
            #expect(!source.contains("https://") || name.hasSuffix(".js"), "\(name) asks elsewhere")
        }
    }

    /// Columns: method, path, body, status, code.
    @Test(
        arguments: [
            ("GET", "/", "", 302, nil), ("GET", "/inspector/", "", 200, nil),
            ("GET", "/inspector/api/session", "", 200, nil), ("GET", "/inspector/api/traces", "", 200, nil),
            ("GET", "/inspector/api/traces/1", "", 200, nil),
            ("GET", "/inspector/api/traces/0", "", 404, "inspector/no-such-trace"),
            ("GET", "/inspector/api/traces/-1", "", 404, "inspector/no-such-trace"),
            ("GET", "/inspector/api/traces/99999999999999999999", "", 404, "inspector/no-such-trace"),
            ("GET", "/inspector/api/people", "", 404, "inspector/no-such-page"),
            ("GET", "/inspector/api/clients", "", 404, "inspector/no-such-page"),
            ("GET", "/inspector/../../etc/passwd", "", 404, "inspector/no-such-page"),
            ("GET", "/inspector/%2e%2e/main.js", "", 404, "inspector/no-such-page"),
            ("POST", "/inspector/api/ask", #"{"trace":"1","url":"https://app.test/"}"#, 200, nil),
            ("POST", "/inspector/api/ask", #"{"trace":"1","url":"https://app.test/","until":-5}"#, 200, nil),
            ("POST", "/inspector/api/ask", #"{"trace":"1","url":"nothing"}"#, 400, "inspector/bad-question"),
            ("POST", "/inspector/api/ask", #"{"trace":1,"url":"https://a/"}"#, 400, "inspector/bad-question"),
            ("POST", "/inspector/api/ask", "", 400, "inspector/bad-question"),
            ("POST", "/inspector/api/ask", String(repeating: "[", count: 50_000), 400, "inspector/bad-question"),
            ("POST", "/inspector/api/judge", #"{"trace":"1","profile":"chromium"}"#, 200, nil),
            ("POST", "/inspector/api/judge", #"{"trace":"1","profile":"netscape"}"#, 400, "inspector/unknown-profile"),
            ("POST", "/inspector/api/judge", #"{"trace":"1"}"#, 400, "inspector/bad-question"),
            ("POST", "/inspector/api/judge", #"{"trace":"2","profile":"ios18"}"#, 400, "inspector/no-such-trace"),
            ("DELETE", "/inspector/", "", 404, "inspector/no-such-page"),
        ] as [(String, String, String, Int, String?)])
    func answers(method: String, path: String, body: String, status: Int, code: String?) async throws {
        hub.add(RecordedTrace(head: TraceHead(id: "x", name: "one")))
        let response = try await ask(method, path, body)
        #expect(response.status.code == status)
        if let code {
            #expect(try JSONValue(parsing: try await text(of: response))["code"]?.stringValue == code)
        }
    }

    /// Typed by hand into the page, which shows the message and the fix: in a person's words.
    @Test func aURLThatIsNoneIsSaidToAPerson() async throws {
        hub.add(RecordedTrace(head: TraceHead(id: "x", name: "one")))
        let answer = try await ask("POST", "/inspector/api/ask", #"{"trace":"1","url":"not a URL"}"#)
        let told = try JSONValue(parsing: try await text(of: answer))
        #expect(told["message"]?.stringValue == "That is no URL that can be read")
        #expect(told["fix"]?.stringValue == "Write it whole, as https://app.example.com/.")
    }

    /// A page elsewhere that was led here by its name gets nothing.
    @Test func anotherSitesPageIsRefused() async throws {
        #expect(try await ask("GET", "/inspector/api/traces", host: "evil.test").status == .forbidden)
    }

    @Test func aTraceIsGivenAsItsFile() async throws {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: Masking(.fingerprints))
        log.record(.clock(ClockEvent(change: "+1m")), by: .test)
        hub.add(RecordedTrace(head: TraceHead(id: "x", name: "one"), events: log.events), file: "t.jsonl")
        let read = TraceFile(Array(try await text(of: try await ask("GET", "/inspector/api/traces/1")).utf8))
        #expect(read.problems == [] && read.traces.map(\.events) == [log.events])
    }
}

private final class CollectedBody: ResponseBodyWriter {
    private var buffer = ByteBuffer()
    var text: String { String(buffer: buffer) }
    func write(_ buffer: ByteBuffer) async throws { self.buffer.writeImmutableBuffer(buffer) }
    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
