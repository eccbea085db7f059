import BridgePrimitives
import Hummingbird
import Listening
import Tokens

/// The certificate endpoint of an auth service: publishes real certificates of real keys, and can be told to behave
/// badly.
final class CertificateServer: HTTPResponderBuilder, HTTPResponder {
    typealias Context = BasicRequestContext

    struct Behaviour: Sendable {
        var certificates: JSONValue = [:]
        /// Sent instead of the certificates.
        var text: String?
        var status = 200
        var cacheControl: String? = "public, max-age=21600, must-revalidate, no-transform"
        var age: String?
    }

    private struct State: Sendable {
        var behaviour = Behaviour()
        var requests = 0
    }

    private let state = Mutex(State())

    /// How often it was asked.
    var requests: Int { state.withLock { $0.requests } }

    func publish(_ keys: SigningKey...) throws {
        var certificates = JSONObject()
        for key in keys {
            certificates[key.keyID] = .string(
                try key.certificatePEM(commonName: "securetoken", validFrom: Story.start, for: .seconds(86_400)))
        }
        let published = JSONValue.object(certificates)
        change { $0.certificates = published }
    }

    func change(_ change: @Sendable (inout Behaviour) -> Void) { state.withLock { change(&$0.behaviour) } }

    func buildResponder() -> CertificateServer { self }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let behaviour = state.withLock { state in
            state.requests += 1
            return state.behaviour
        }
        var response = Response(
            status: .init(code: behaviour.status), json: behaviour.certificates)
        if let text = behaviour.text { response.body = ResponseBody(byteBuffer: ByteBuffer(string: text)) }
        response.headers[.contentLength] = nil
        response.headers[.cacheControl] = behaviour.cacheControl
        response.headers[.age] = behaviour.age
        return response
    }
}
