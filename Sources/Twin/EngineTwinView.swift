import BridgePrimitives
import BridgeTrace
import Cookies
import Scenarios
import Worlds

/// A page in a real engine, through the engine's own API: it takes what a WKWebView takes.
struct EngineTwinView: RealView {
    let engine: EngineBrowser
    let world: World

    func open(_ opening: PageOpening, injecting injection: SessionInjection) async throws -> TwinViewState {
        try await watch {
            try await engine.open(opening, injecting: injection, nativeUserID: world.app.currentUserID)
        }
    }

    func reload() async throws -> TwinViewState {
        try await watch { try await engine.reload(nativeUserID: world.app.currentUserID) }
    }

    func take(_ step: PageStep) async throws -> TwinViewState {
        try await watch { _ = try await WorldPlayer(world: world).take(step, in: engine) }
    }

    func follow(_ step: Step) async throws {
        switch step {
        case .device(let event): try await engine.follow(event)
        case .signOut(let signOut) where signOut.forgetsEverything: try await engine.removeAllData()
        case .view(.removeData(let removal)): try await engine.remove(removal)
        case .view(.deleteCookie(let deletion)) where deletion.store == .webView:
            try await engine.deleteCookies(named: deletion.name)
        case .view(.deleteCookies): try await engine.deleteAllCookies()
        default: break
        }
    }

    func picture() async throws -> [UInt8]? { try await engine.picture() }

    private func watch(_ load: () async throws -> Void) async throws -> TwinViewState {
        let mark = engine.trace.mark
        try await load()
        let page = engine.lastPage
        return TwinViewState(
            requests: TwinViewState.documents(in: engine.trace.events(from: mark)),
            jar: (page?.stored ?? []).map { JarCookie($0) }, documentCookie: page?.visible?.reveal() ?? "",
            route: page?.route, address: page?.address ?? "", userID: page?.userID, masking: world.trace.masking)
    }
}
