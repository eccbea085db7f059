import AppFrameworks
import BridgePrimitives
import FirebaseAuthClient
import HTTPLoader
import SampleApp
import Scenarios

extension World {
    /// The sample app's code does all: exchange, cookie, web view. The model's page is in that view.
    func openSample(_ page: SamplePage) async throws(StepFailure) {
        let step = "open-sample"
        try app.requireProcess(for: step)
        do {
            guard engine == nil else {
                throw PageEngineReason.modelOnly.failure("the app's own web view in \(settings.engine.rawValue)")
            }
            guard let backend = URL(string: addresses.backend.origin), let web = URL(string: addresses.web.origin + "/")
            else { throw URLError(.badURL) }
            try await app.run { try await self.open(page, backend: backend, web: web) }
            await browser.settled()
        } catch SessionExchange.Failure.refused(let status, _) {
            throw StepFailure(
                step: step, HandoffReason.exchangeRefused, message: "the backend answered \(status)")
        } catch SessionExchange.Failure.noCookie {
            throw StepFailure(step: step, HandoffReason.noTokenInAnswer)
        } catch SessionSharing.Failure.nobodySignedIn {
            throw StepFailure(step: step, HandoffReason.notSignedIn)
        } catch {
            throw StepFailure(step: step, error)
        }
    }

    @MainActor private func open(_ page: SamplePage, backend: URL, web: URL) async throws {
        let cookieName = settings.cookieName
        func cookie() async throws -> HTTPCookie {
            let exchange = SessionExchange(backend: backend, page: web, cookieName: cookieName)
            return try await SessionSharing(exchange).share()
        }
        switch page {
        case .article:
            let (article, cookie) = (ArticlePage(page: web), try await cookie())
            try await article.open(with: cookie)
        case .repaired:
            let (repaired, cookie) = (RepairedPage(page: web), try await cookie())
            try await repaired.open(with: cookie)
        case .repairedScript:
            let (repaired, cookie) = (RepairedPage(page: web), try await cookie())
            try await repaired.openByScript(with: cookie)
        case .bare:
            try await PageLoad(of: web).run(in: WKWebView())
        }
    }
}
