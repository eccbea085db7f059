import BridgePrimitives
import HTTPLoader
import TestSupport
import Testing

@testable import BrowserDriving

@Suite("Answers of a driver, W3C WebDriver §6", .timeLimit(.minutes(5)))
struct DriverWireTests {
    @Test(arguments: [
        (200, #"{"value":null}"#, JSONValue.null),
        (200, #"{"value":{"sessionId":"1"}}"#, ["sessionId": "1"] as JSONValue),
        // A script may well return an object that looks like an error: the status decides.
        (200, #"{"value":{"error":"no such element"}}"#, ["error": "no such element"] as JSONValue),
    ])
    func giveTheirValue(status: Int, body: String, value: JSONValue) throws {
        #expect(try DriverWire.value(of: answer(status, body), to: "GET title") == value)
    }

    @Test(arguments: [
        (404, #"{"value":{"error":"no such element","message":"none"}}"#, BrowserReason.noSuchElement),
        (404, #"{"value":{"error":"stale element reference","message":""}}"#, .noSuchElement),
        (500, #"{"value":{"error":"javascript error","message":"ReferenceError: x"}}"#, .scriptFailed),
        (500, #"{"value":{"error":"timeout"}}"#, .timedOut),
        (400, #"{"value":{"error":"insecure certificate"}}"#, .insecureCertificate),
        (400, #"{"value":{"error":"element not interactable"}}"#, .cannotInteract),
        (500, #"{"value":{"error":"session not created"}}"#, .noSession),
        (500, #"{"value":{"error":"unknown error","message":"net::ERR_CONNECTION_REFUSED"}}"#, .refused),
        (500, #"{"value":{"error":"an error of next year"}}"#, .refused),
        (500, #"{"value":{}}"#, .badAnswer),  // an error without a code
        (200, #"{}"#, .badAnswer),  // no value at all
        (200, "", .badAnswer),
        (200, "<html>", .badAnswer),  // something else listens at the port
        (200, "[[[[", .badAnswer),
    ])
    func becomeFailures(status: Int, body: String, reason: BrowserReason) {
        let failure = #expect(throws: BridgeFailure.self) {
            try DriverWire.value(of: answer(status, body), to: "GET title")
        }
        #expect(failure?.code == reason.code)
    }

    @Test func keepOnlyTheFirstLineOfAStack() {
        let body = #"{"value":{"error":"javascript error","message":"Error: no\n  at <anonymous>"}}"#
        let failure = #expect(throws: BridgeFailure.self) {
            try DriverWire.value(of: answer(500, body), to: "POST execute/sync")
        }
        #expect(failure?.cause == "POST execute/sync: javascript error, Error: no")
    }

    /// The driver dies in the middle of a command: its connection ends without an answer.
    @Test func aDriverThatDiesIsNamed() async throws {
        let server = try ScriptedServer { _ in .close([]) }
        defer { server.stop() }
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        let wire = DriverWire(base: try WebURL("http://127.0.0.1:\(server.port)"), transport: transport)
        let failure = await #expect(throws: BridgeFailure.self) {
            try await wire.call("GET", "/session/1/title", within: .seconds(60))
        }
        #expect(failure?.code == BrowserReason.driverLost.code)
        #expect(failure?.cause.hasPrefix("the driver at 127.0.0.1:") == true)
    }

    private func answer(_ status: Int, _ body: String) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(body.utf8))
    }
}
