import BridgePrimitives
import Foundation
import HTTPLoader
import Serving
import TestSupport
import Testing
import Worlds

@Suite("How the authority is trusted", .timeLimit(.minutes(5)))
struct TrustPageTests {
    @Test func theSamplesPages() async throws {
        try await Served.world { addresses, transport in
            let rows = [
                ("/ca", 200, "text/html; charset=utf-8"), ("/__bridge/ca", 200, "text/html; charset=utf-8"),
                ("/ca/session-bridge.mobileconfig", 200, "application/x-apple-aspen-config"),
                ("/__bridge/ca/session-bridge.mobileconfig", 200, "application/x-apple-aspen-config"),
                ("/ca/session-bridge.pem", 200, "application/x-pem-file"), ("/ca/", 302, nil),
                ("/cabin", 200, "text/html; charset=utf-8"),  // the page's own routes
            ]
            for (path, status, type) in rows {
                let answer = try await Served.call("GET", addresses.web + path, over: transport)
                #expect(answer.status == status && answer.headers.first("content-type") == type, "\(path)")
            }
            let page = try await Served.call("GET", addresses.web + "/ca", over: transport)
            #expect(page.text.contains("Certificate Trust Settings"))
            // It leads to nothing that somebody else serves.
            #expect(!page.text.contains("http://") && !page.text.contains("src="))
            #expect(page.headers.first("content-security-policy") == "default-src 'none'; style-src 'unsafe-inline'")
            #expect(addresses.trustPage == addresses.web + "/ca")
            let pem = try await Served.call("GET", addresses.web + "/ca/session-bridge.pem", over: transport)
            #expect(
                pem.text == String(decoding: try Data(contentsOf: URL(fileURLWithPath: addresses.ca)), as: UTF8.self))
            #expect(try await Served.call("POST", addresses.web + "/ca", [:], over: transport).status == 405)
            // Other hosts of the same port have no such page.
            let partner = addresses.web.replacing("app.localhost", with: "partner.localhost")
            #expect(try await Served.call("GET", partner + "/ca", over: transport).text.contains("another site"))
        }
    }

    /// Somebody's own routes are not known here, so nothing of theirs is taken.
    @Test func anAppOfOnesOwnKeepsItsPath() async throws {
        try await withFolder { folder in
            try "<!doctype html><p>Mine".write(toFile: folder + "/index.html", atomically: true, encoding: .utf8)
            try await Served.world(configuring: { serving in
                serving.settings.webRoot = folder
            }) { addresses, transport in
                #expect(try await Served.call("GET", addresses.web + "/ca", over: transport).text.contains("Mine"))
                #expect(addresses.trustPage == addresses.web + "/__bridge/ca")
                let page = try await Served.call("GET", addresses.trustPage, over: transport)
                #expect(page.text.contains("session-bridge.mobileconfig"))
            }
        }
    }

    /// An authority has one profile, which replaces itself; another one's stands beside it.
    @Test func theProfileFollowsFromTheCertificate() async throws {
        let first = try await profiles(2)
        let other = try await profiles(1)
        #expect(first[0] == first[1])
        #expect(first[0].map(\.uuid) != other[0].map(\.uuid))
        #expect(first[0].map(\.type) == ["Configuration", "com.apple.security.root"])
        #expect(Set(first[0].map(\.uuid)).count == 2)
        for payload in first[0] { #expect(UUID(uuidString: payload.uuid)?.uuidString == payload.uuid) }
    }

    private struct Payload: Equatable { let type, uuid, identifier: String }

    private func profiles(_ count: Int) async throws -> [[Payload]] {
        let found = Mutex<[[Payload]]>([])
        try await Served.world { addresses, transport in
            for _ in 0..<count {
                let answer = try await Served.call(
                    "GET", addresses.web + "/ca/session-bridge.mobileconfig", over: transport)
                let plist = try PropertyListSerialization.propertyList(from: Data(answer.body), format: nil)
                let profile = try #require(plist as? [String: Any])
                let content = try #require((profile["PayloadContent"] as? [[String: Any]])?.first)
                let pem = String(decoding: try Data(contentsOf: URL(fileURLWithPath: addresses.ca)), as: UTF8.self)
                let body = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
                #expect(content["PayloadContent"] as? Data == Data(base64Encoded: body))
                #expect(profile["PayloadVersion"] as? Int == 1 && content["PayloadVersion"] as? Int == 1)
                let payloads = try [profile, content].map { payload in
                    Payload(
                        type: try #require(payload["PayloadType"] as? String),
                        uuid: try #require(payload["PayloadUUID"] as? String),
                        identifier: try #require(payload["PayloadIdentifier"] as? String))
                }
                found.withLock { $0.append(payloads) }
            }
        }
        return found.withLock { $0 }
    }
}
