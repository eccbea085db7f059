import BridgePrimitives
import Cookies
import CookieStores
import Diagnosis
import FirebaseAuthClient
import HTTPLoader
import Scenarios
import SimulatedDevice
import WebViews

extension World {
    /// What a trial does just before a page is opened or loaded again.
    func prepareTrial() async {
        guard let arrivals else { return }
        arrivals.take(app.handedOverToken)
        if settings.trial.makes(.exchangedJustBefore) || settings.trial.makes(.exchanged), app.currentUserID != nil {
            // A failure is the scenario's to meet.
            _ = try? await app.shareSession(field: "idtoken")
            arrivals.take(app.handedOverToken)
            let jar = browser.dataStore.httpCookieStore.jar
            for cookie in jar.all() where arrivals.isSession(cookie.name, cookie.value) {
                jar.store(native: NativeCookie(cookie))
            }
        }
        if settings.trial.makes(.pageSignedOutWithApp), let user = browser.pageAuth.currentUser?.uid,
            user != app.currentUserID
        {
            try? browser.pageAuth.signOut()
        }
    }
}

extension SessionInjection {
    /// The copies that a trial adds to what the app has written into a view's store.
    func writeForTrial(to dataStore: WebsiteDataStore) async {
        guard let arrivals = world.arrivals else { return }
        for intervention in world.settings.trial.interventions {
            for cookie in copies(intervention, arrivals) { await dataStore.httpCookieStore.setCookie(cookie) }
        }
    }

    private func copies(_ intervention: Intervention, _ arrivals: TrialArrivals) -> [NativeCookie] {
        let (app, web) = (world.app, world.addresses.web)
        func plain(_ name: String, _ value: String) -> NativeCookie {
            NativeCookie(name: name, value: value, domain: web.host, isSecure: web.isSecure)
        }
        switch intervention {
        case .copiedFromAppStorage:
            return world.installedApp.cookieStorage.cookies.filter { arrivals.isSession($0.name, $0.value) }
                .map { NativeCookie($0).forHost(web.host) }
        case .handedOver:
            if let cookie = app.handedOver { return [cookie.forHost(web.host)] }
            return app.handedOverToken.map { [plain(world.settings.cookieName, $0)] } ?? []
        case .copiedIntoPageStore: return arrivals.written.last.map { [$0] } ?? []
        case .headerAlsoInStore:
            return headers.all("Cookie").flatMap(CookieFields.pairs).map { plain($0.name, $0.value) }
        default: return []
        }
    }
}

extension NativeCookie {
    /// The same cookie for that host, unless it is for a whole domain.
    fileprivate func forHost(_ host: String) -> NativeCookie {
        var cookie = self
        if !domain.hasPrefix(".") { cookie.domain = host }
        return cookie
    }
}
