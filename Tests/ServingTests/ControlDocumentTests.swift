import BridgePrimitives
import HTTPLoader
import Serving
import Testing

@Suite("The control endpoints' document", .timeLimit(.minutes(5)))
struct ControlDocumentTests {
    @Test func itIsServedAsItIsPrinted() async throws {
        try await Served.world { addresses, transport in
            let answer = try await Served.call("GET", addresses.control + "/__bridge/openapi.json", over: transport)
            #expect(answer.status == 200)
            #expect(try JSONValue(parsing: answer.body) == ControlDocument.json)
        }
    }

    /// What can be had without a body is there, and what the document does not have is not.
    @Test func itsPathsAreThoseThatAreServed() async throws {
        let paths = try #require(ControlDocument.json["paths"]?.objectValue)
        #expect(paths.names.contains("/__bridge/clock") && paths.names.contains("/inbox"))
        try await Served.world { addresses, transport in
            for (path, item) in paths {
                for method in ["GET", "POST", "PUT", "DELETE"] {
                    let operation = item[ASCIIText.lowercased(method)]
                    let answer = try await Served.call(method, addresses.control + path, over: transport)
                    if let operation {
                        let statuses = operation["responses"]?.objectValue?.names ?? []
                        #expect(statuses.contains("\(answer.status)"), "\(method) \(path) answered \(answer.status)")
                    } else {
                        #expect(answer.status == 404, "\(method) \(path) answered \(answer.status)")
                    }
                }
            }
        }
    }

    @Test func eachExampleOfARequestIsTaken() async throws {
        let paths = try #require(ControlDocument.json["paths"]?.objectValue)
        var count = 0
        for (path, item) in paths {
            for (method, operation) in item.objectValue ?? JSONObject() {
                guard let content = operation["requestBody"]?["content"]?.objectValue else { continue }
                for (type, media) in content {
                    let example = try #require(media["example"], "\(method) \(path) has no example of \(type)")
                    count += 1
                    try await Served.world { addresses, transport in
                        let body = example.stringValue ?? example.text()
                        let request = HTTPRequest(
                            method: method.uppercased(), url: try WebURL(addresses.control + path),
                            body: Array(body.utf8))
                        let answer = try await transport.perform(request).response
                        #expect(answer.status == 200, "\(method) \(path): \(answer.text)")
                    }
                }
            }
        }
        #expect(count == 5)
    }
}
