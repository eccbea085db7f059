import Foundation
import HTTPLoader
import Reasons
import TestSupport
import Testing

@Suite("TLS, against openssl's own server", .serialized, .timeLimit(.minutes(5)))
struct CurlTransportTLSTests {
    @Test func trustDecides() async throws {
        let server = try await TLSServer(name: "app.localhost")
        defer { server.stop() }
        let cases: [(TrustedCertificates, String, TransportReason?)] = [
            (.only(pem: server.certificate), "app.localhost", nil),
            (.systemAnd(pem: server.certificate), "app.localhost", nil),
            (.system, "app.localhost", .tlsUntrusted),  // nobody vouches for it
            (.only(pem: server.certificate), "other.localhost", .tlsHostMismatch),
            (.only(pem: server.certificate), "127.0.0.1", .tlsHostMismatch),  // an address is no name
        ]
        for (trust, host, expected) in cases {
            let transport = try CurlTransport(trust: trust)
            let url = try WebURL("https://\(host):\(server.port)/")
            do {
                let exchange = try await transport.perform(HTTPRequest(url: url))
                #expect(expected == nil)
                #expect(exchange.response.status == 200)
                #expect(exchange.timings.tls >= exchange.timings.connect)
            } catch {
                #expect(error.code == expected, "\(error)")
                #expect(error.cause.hasPrefix("\(host):\(server.port): "))
            }
        }
    }

    /// TLS 1.3 tells so after the handshake, when the request is on its way.
    @Test func aServerThatWantsACertificateOfItsClientIsNamed() async throws {
        let server = try await TLSServer(name: "app.localhost", wantsClientCertificate: true)
        defer { server.stop() }
        let transport = try CurlTransport(trust: .only(pem: server.certificate))
        let url = try WebURL("https://app.localhost:\(server.port)/")
        let failure = await failure { () throws(TransportFailure) in try await transport.perform(HTTPRequest(url: url))
        }
        #expect(failure?.code == .certificateWanted, "\(String(describing: failure))")
    }

    @Test func aTLSServerAnswersPlainRequestsWithNonsense() async throws {
        let server = try await TLSServer(name: "app.localhost")
        defer { server.stop() }
        let transport = try CurlTransport()
        let url = try WebURL("http://127.0.0.1:\(server.port)/")
        let failure = await failure { () throws(TransportFailure) in try await transport.perform(HTTPRequest(url: url))
        }
        #expect([.connectionLost, .malformedResponse].contains(failure?.code))
    }
}
