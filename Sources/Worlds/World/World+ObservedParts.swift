import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import FirebaseAuthClient
import Scenarios
import SimulatedDevice
import Tokens

// What expectations may ask for beside how it ended.
extension World {
    /// The cookies of all stores, and the tokens that app and page have.
    func describeStores(in observation: inout Observation) {
        let native = installedApp.cookieStorage.jar.all().map { ObservedCookie(NativeCookie($0), in: .native) }
        if let engine {
            // One view on one store: what it has is the app's.
            observation.cookies = native + (engine.lastPage?.stored ?? []).map { ObservedCookie($0, in: .webView) }
        } else {
            observation.cookies =
                native
                + browser.stores.flatMap { store, dataStore in
                    dataStore.httpCookieStore.jar.all().map { ObservedCookie(NativeCookie($0), in: store) }
                }
            observation.currentStore = browser.currentStore
        }
        let held: [(TokenCondition.Kind, String?)] = [
            (.custom, app.handedOverToken),
            (.id, app.currentUserID == nil ? nil : app.auth.currentUser?.keptIDToken.reveal()),
            (.pageID, engine == nil ? browser.pageAuth.currentUser?.keptIDToken.reveal() : nil),
        ]
        observation.tokens = held.compactMap { kind, text in
            text.flatMap { try? UnverifiedToken(parsing: $0) }.map { ObservedToken(kind, claims: $0.payload) }
        }
    }

    /// What the auth service was asked, and how long all took.
    func describeCalls(in observation: inout Observation) {
        observation.authCalls = authService.audit.all.map { entry in
            ObservedAuthCall(
                endpoint: entry.endpoint, isRefused: !(200..<400).contains(entry.status),
                reason: entry.code.flatMap { AuthReason(wireCode: $0) }?.code)
        }
        observation.stepTimes = stepTimes.withLock(\.self)
        (observation.now, observation.masking) = (clock.now, trace.masking)
        observation.worldTime = clock.now - start.world
        observation.realTime = clock.systemTime - start.system
    }
}

extension ObservedCookie {
    fileprivate init(_ cookie: NativeCookie, in store: CookieCondition.Store) {
        let identity = cookie.identity
        self.init(
            store: store, name: cookie.name, value: Secret(cookie.value), domain: identity.domain,
            path: identity.path, isHostOnly: identity.isHostOnly, isSecure: cookie.isSecure,
            isHTTPOnly: cookie.isHTTPOnly, sameSite: cookie.sameSite, expiry: cookie.expiry)
    }
}
