package import AuthEmulator
package import BridgePrimitives
import Listening
package import Proxying

/// Lends `body` a service that answers Google's hosts by the auth service, for a proxy.
package func withGoogleAnswers<Value>(
    _ service: AuthService, clock: WorldClock, _ body: (ProxyPolicy.Service) async throws -> Value
) async throws -> Value {
    let hosts = GoogleHosts(projectID: service.projectID)
    return try await withListener(
        AuthAPI(service: service, isSecure: true, front: .google(hosts)), name: "Google's hosts", clock: clock,
        limits: AuthAPI.listenerLimits
    ) { answers in
        try await body(
            ProxyPolicy.Service(name: answers.name, hosts: hosts.names, address: answers.address) {
                hosts.have(method: $0, host: $1, path: $2)
            })
    }
}
