import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import FirebaseAuthClient
import SampleApp
import SimulatedDevice
import Tokens
import WebViews

/// What a sign-out has left behind: in the app's stores, in the web view, on the page.
///
/// Firebase's `signOut()` forgets the user in the keychain and nothing else; the rest is the app's to forget.
struct LeftoverFindings {
    let world: World

    /// Empty as long as nobody signed out of the app, and while the same user is signed in again.
    var findings: [Finding] {
        guard let signOut = lastSignOut else { return [] }
        let user = world.app.currentUserID
        guard user != signOut.uid else { return [] }
        let name = world.settings.cookieName
        /// Whether one of the cookies carries a token of the user who signed out.
        func isLeft(in cookies: [(name: String, value: String)]) -> Bool {
            cookies.contains { cookie in
                guard cookie.name == name, let token = try? UnverifiedToken(parsing: cookie.value) else { return false }
                return token.payload["uid"]?.stringValue == signOut.uid
            }
        }
        func finding(_ reason: HandoffReason, _ message: String, _ holds: Bool) -> Finding? {
            holds ? Finding(reason, message, evidence: [signOut.sequence]) : nil
        }
        let webUser = world.engine.map { $0.lastPage?.userID } ?? world.browser.pageAuth.currentUser?.uid
        let viewCookies =
            world.engine.map { ($0.lastPage?.stored ?? []).map { ($0.name, $0.value) } }
            ?? world.browser.dataStore.httpCookieStore.jar.all().map { ($0.name, $0.value) }
        return [
            finding(
                .leftInNativeStorage, "The app signed out, and its own HTTPCookieStorage still has \(name).",
                isLeft(in: world.installedApp.cookieStorage.cookies.map { ($0.name, $0.value) })),
            finding(
                .leftInWebView, "The app signed out, and the web view's store still has \(name).",
                isLeft(in: viewCookies)),
            finding(
                .pageStillSignedIn, "The app signed out, and the page still has the session of \(webUser ?? "").",
                webUser == signOut.uid),
            finding(
                .copyLeftInPreferences, "The app signed out, and its preferences still hold a copy of the user.",
                user == nil && world.installedApp.defaults.value(forKey: CredentialTransfer.key) != nil),
        ].compactMap(\.self)
    }

    private var lastSignOut: (sequence: Int, uid: String)? {
        for event in world.trace.events.reversed() {
            guard event.actor == .app, case .account(let account) = event.kind, account.action == .signedOut,
                let uid = account.uid
            else { continue }
            return (event.sequence, uid)
        }
        return nil
    }
}
