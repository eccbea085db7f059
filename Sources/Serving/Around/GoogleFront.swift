import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Files
import Listening
package import Proxying
import Worlds

/// Stands in for Google's hosts, for one process: a proxy, and what that process must trust.
package struct GoogleFront: Hashable, Sendable {
    /// The proxy, `http://127.0.0.1:41234`.
    package let proxy: String
    /// A file of certificates: of this run's authority, of the local one, and of the system's.
    package let certificates: String

    /// What is asked of it.
    package struct Settings: Hashable, Sendable {
        /// Hosts elsewhere that are passed on all the same.
        package var allowedHosts: [AllowedHost]

        package init(allowedHosts: [AllowedHost] = []) { self.allowedHosts = allowedHosts }
    }
}

/// Lends `body` a proxy that answers Google's hosts by the auth service.
///
/// - Parameter controlPorts: where the proxy leads nobody.
func withGoogleFront<Value>(
    _ settings: GoogleFront.Settings, service: AuthService, authority: LocalAuthority, controlPorts: Set<Int>,
    clock: WorldClock, trace: TraceLog, _ body: (GoogleFront) async throws -> Value
) async throws -> Value {
    let hosts = GoogleHosts(projectID: service.projectID)
    let run = try RunAuthority(for: hosts.names, now: SystemTime.now)
    return try await withEphemeralStateDirectory { folder in
        let file = "trusted.pem"
        let trusted = [run.certificatePEM, authority.certificatePEM, SystemCertificates.pem()]
        try folder.write(Array(trusted.joined(separator: "\n").utf8), to: file, isPrivate: false)
        return try await withGoogleAnswers(service, clock: clock) { answering in
            let policy = ProxyPolicy(
                services: [answering], allowed: settings.allowedHosts, controlPorts: controlPorts)
            return try await withProxy(policy, authority: run, trace: trace) { proxy in
                try await body(GoogleFront(proxy: proxy.origin, certificates: folder.file(file)))
            }
        }
    }
}
