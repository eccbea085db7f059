package import AuthEmulator
package import BridgePrimitives
package import BridgeTrace
import HandoffBackend
import RouterGuard
import Scenarios
import Tokens

// What the services take from the settings.
extension WorldSettings {
    package func authService(
        store: AccountStore, keys: KeyRing, material: WorldMaterial, clock: WorldClock, trace: TraceLog
    ) throws(BridgeFailure) -> AuthService {
        let service = try AuthService(
            projectID: projectID, strictness: strictness, tokenForm: tokenForm, store: store, keys: keys,
            serviceAccount: material.serviceAccount, clock: clock, trace: trace, ids: IdentitySource(seed: seed),
            configuration: AuthConfiguration(improvedEmailPrivacy: emailEnumerationProtection))
        service.singleProjectMode = singleProject
        return service
    }

    package var pageConfiguration: SampleWebApp.Configuration {
        SampleWebApp.Configuration(
            auth: nil, apiKey: apiKey, projectID: projectID, cookieName: pageCookieName ?? cookieName)
    }

    /// Where the auth service publishes the certificates of ID tokens.
    package static let certificatePath =
        "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"

    var redirectTargets: [String: String] { Dictionary(redirects.map { ($0.from, $0.to) }) { first, _ in first } }

    var framedPages: [String: [String]] { Dictionary(frames.map { ($0.at, $0.shows) }) { first, _ in first } }

    /// The cookie that the backend sets: the usual one, or one with the attributes that a scenario gives.
    var cookie: TokenCookie {
        get throws(BridgeFailure) {
            guard let cookieAttributes else {
                guard cookieName != TokenCookie.handoff.name else { return .handoff }
                return try TokenCookie(name: cookieName)
            }
            return try TokenCookie(name: cookieName, attributes: cookieAttributes)
        }
    }
}
