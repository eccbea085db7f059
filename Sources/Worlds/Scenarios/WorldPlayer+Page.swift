import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Scenarios
import WebViews

// What happens in the page that is shown.
extension WorldPlayer {
    func perform(_ step: PageStep) async throws(StepFailure) {
        world.scriptValue.withLock { $0 = nil }
        let value =
            if let engine = world.engine {
                try await take(step, in: engine)
            } else {
                try await take(step, in: world.browser)
            }
        world.scriptValue.withLock { $0 = value }
    }

    /// Takes a step in the page that a view of the model's shows.
    ///
    /// - Returns: what a script gave; nil for other steps.
    private func take(_ step: PageStep, in browser: AppBrowser) async throws(StepFailure) -> JSONValue? {
        try await take(step, in: ModelPage(of: browser, in: world))
    }

    /// The same where a real engine shows the page.
    private func take(_ step: PageStep, in engine: EngineBrowser) async throws(StepFailure) -> JSONValue? {
        try await take(step, in: EngineShownPage(engine, nativeUserID: world.app.currentUserID))
    }

    private func take(_ step: PageStep, in page: (any ShownPage)?) async throws(StepFailure) -> JSONValue? {
        let name = Step.page(step).name
        try world.app.requireProcess(for: name)
        guard let page else {
            throw StepFailure(step: name, HandoffReason.nothingToReload, message: "no page is open yet")
        }
        do {
            switch step {
            case .navigate(let address): try await page.load(try url(of: address, in: page, name))
            case .link(let click): try await follow(click, in: page, name)
            case .form(let form): try await page.send(form, to: try url(of: form.to, in: page, name))
            case .fetch(let fetch):
                let url = try url(of: fetch.to, in: page, name)
                if let unanswered = try await page.fetch(url, fetch) {
                    throw StepFailure(
                        step: name, because: unanswered.reasons, PageReason.requestFailed, message: unanswered.message)
                }
            case .script(let script):
                switch try await page.evaluate(script.source) {
                case .success(let value): return value
                case .failure(let failure):
                    throw StepFailure(step: name, failure.reason, message: words(of: failure, in: script))
                }
            case .message(let message): try await page.post(message)
            case .waitFor(let wait): try await self.wait(wait, for: page, name)
            }
        } catch { throw StepFailure(step: name, error) }
        return nil
    }

    /// - Throws: for a host that the scenario may not ask, if a real engine would ask it past this process.
    private func url(of address: PageAddress, in page: any ShownPage, _ step: String) throws -> WebURL {
        let url = try world.addresses.url(of: address)
        if page is EngineShownPage, let reason = world.reach.refusal(of: url) {
            throw StepFailure(step: step, reason, message: ScenarioReach.words(for: reason, url))
        }
        return url
    }

    private func follow(_ click: LinkClick, in page: any ShownPage, _ name: String) async throws {
        let link: ShownLink
        if let selector = click.selector {
            guard let found = try await page.link(at: selector) else {
                let shown = world.trace.masking.text(selector).text
                throw StepFailure(
                    step: name, PageReason.noSuchLink, message: "the page that is shown has no link at \"\(shown)\"")
            }
            link = found
        } else if let address = click.to {
            link = ShownLink(to: try url(of: address, in: page, name), target: click.target.rawValue)
        } else {
            return
        }
        try await page.click(link)
    }

    private func wait(_ wait: Wait, for page: any ShownPage, _ name: String) async throws {
        guard
            let reason = try await page.wait(within: wait.within, until: { try await look(wait.condition, page).holds })
        else { return }
        let otherwise = try await look(wait.condition, page).otherwise
        let why =
            reason == .nothingPending
            ? "nothing is still to come that could change it" : "that has not changed within \(wait.within.worldText)"
        throw StepFailure(step: name, reason, message: "\(otherwise), and \(why)")
    }

    /// - Returns: whether the condition holds, and one clause for a report of one that does not.
    private func look(
        _ condition: Wait.Condition, _ page: any ShownPage
    ) async throws -> (holds: Bool, otherwise: String) {
        switch condition {
        case .cookie(let name):
            (try await page.hasCookie(named: name), "the web view's store has no cookie \(name)")
        case .route(let name):
            switch try await page.ending().route {
            case name?: (true, "")
            case let other?: (false, "the page shows the route \(other)")
            case nil: (false, "the page shows no route")
            }
        case .verdict(let wanted):
            switch try await page.ending().verdict {
            case wanted: (true, "")
            case let other: (false, "the handoff has ended \(other.rawValue)")
            }
        case .script(let script):
            switch try await page.value(of: script.source) {
            case .success(let value): (value.isTruthy, "the script gave what is false")
            // Only what is no null has no JSON.
            case .failure(let failure) where failure.reason == .unsupportedResult: (true, "")
            case .failure(let failure): (false, "the script failed: \(words(of: failure, in: script))")
            }
        }
    }

    /// The exception's, without what may be a secret.
    private func words(of failure: ScriptFailure, in script: PageScript) -> String {
        let place = failure.line.map { line in " at \(line)" + (failure.column.map { ":\($0)" } ?? "") } ?? ""
        return failure.message(maskedBy: world.trace.masking, quoting: script.isQuotable ? script.source : "").text
            + place
    }
}

extension JSONValue {
    /// What JavaScript's `Boolean(value)` gives.
    var isTruthy: Bool {
        switch self {
        case .null, .bool(false), .integer(0), .string(""): false
        case .number(let number): number != 0 && !number.isNaN
        case .bool, .integer, .string, .array, .object: true
        }
    }
}
