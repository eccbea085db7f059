import BridgePrimitives
import HTTPLoader
import Listening

/// A web app or a backend of the user's own, as it was announced.
struct AnnouncedAddress: Sendable {
    /// `the web app`.
    let what: String
    let url: WebURL

    /// Longer than a development server needs on this machine; nobody waits for a slow one.
    private static let patience = Duration.seconds(3)

    /// Asks for it once.
    ///
    /// - Returns: what is odd about the answer; nil when it is as it should be.
    func oddity(over transport: CurlTransport) async -> BridgeFailure? {
        do {
            let answer = try await withDeadline(Self.patience, on: WorldClock { SystemTime.now }) {
                try await transport.perform(HTTPRequest(url: url)).response
            }
            return redirect(answer)
        } catch let failure as TransportFailure {
            return self.failure(failure)
        } catch {
            return nil  // cancelled: whoever waits no longer does
        }
    }

    private func redirect(_ answer: HTTPResponse) -> BridgeFailure? {
        guard (300..<400).contains(answer.status), let location = answer.headers.first("location"),
            let target = try? url.resolving(location), !target.sameOrigin(as: url)
        else { return nil }
        return AnnouncedReason.redirects.failure(
            "\(what) at \(url.origin) answers \(answer.status), to \(target.origin)")
    }

    private func failure(_ failure: TransportFailure) -> BridgeFailure {
        let reason: AnnouncedReason =
            switch failure.code {
            case .tlsUntrusted, .tlsHostMismatch: .notTrusted
            default: .unreachable
            }
        return reason.failure("\(what) at \(url.origin): \(failure.cause)")
    }
}
