import AppFrameworks
import AuthEmulator
public import BridgePrimitives
import CookieStores
import Cookies
import Faults
import FirebaseAuthClient
import HTTPLoader
import HandoffBackend
import IdentityProviders
import PageEngines
import Project
import Proxying
import RouterGuard
import SimulatedDevice
import Tokens
import WebViews

extension ReasonList {
    public static let diagnosis = ReasonList(
        HandoffReason.self, PageReason.self, RaceReason.self, CredentialTransferReason.self, AppReason.self)
}

extension ReasonCatalogue {
    /// Every reason that can stand in a trace: of all modules that write events.
    public static let traced = ReasonCatalogue([
        .bridgePrimitives, .cookies, .cookieStores, .webViews, .httpLoader, .tokens, .authEmulator, .identityProviders,
        .firebaseAuthClient, .appFrameworks, .simulatedDevice, .handoffBackend, .routerGuard, .project,
        .proxying, .pageEngines, .faults, .diagnosis,
    ])
}
