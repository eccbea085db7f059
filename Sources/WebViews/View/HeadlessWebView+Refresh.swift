public import BridgePrimitives
import BridgeTrace
import HTTPLoader

/// A refresh that a document has asked for and that is still to come.
struct PendingRefresh: Sendable {
    let url: WebURL
    /// On the world's clock.
    let due: Instant
    /// Whether it was asked for with a delay of a second at most, as WebKit tells redirects from reloads.
    let isImmediate: Bool
}

extension HeadlessWebView {
    /// Follows the refreshes that documents ask for with a delay, each when the world's clock says so; those without
    /// one are part of the load already.
    ///
    /// Another load of the view, and cancelling the caller, end the wait.
    /// - Parameter deadline: refreshes that are due later are traced as not followed.
    /// - Returns: what came of those that were followed; nil when none was.
    @discardableResult
    public func followRefreshes(until deadline: Instant) async -> NavigationResult? {
        var result: NavigationResult?
        for _ in 0..<ScriptNavigation.limit {
            let waiting = page
            guard result?.failure == nil, let refresh = waiting.refresh else { return result }
            guard refresh.due <= deadline else {
                skipRefresh(.refreshLater)
                return result
            }
            do { try await clock.sleep(until: refresh.due) } catch { return result }
            guard waiting === page, waiting.refresh != nil else { return result }
            let next = await latest { view, load in await view.runRefresh(load: load) }
            result = result?.followed(by: next) ?? next
        }
        skipRefresh(.tooManyRefreshes)
        return result
    }

    /// When the document that is shown wants to be left, on the world's clock; nil for one that does not.
    package var pendingRefresh: Instant? { page.refresh?.due }

    /// Follows the refresh of the document that is shown, where its time has come; ``followRefreshes(until:)`` goes on
    /// to those of the documents behind it.
    package func followDueRefresh() async {
        guard isRefreshDue else { return }
        _ = await latest { view, load in await view.runRefresh(load: load) }
    }

    /// Whether the document that is shown wants to be left at once.
    var isRefreshDue: Bool { page.refresh.map { $0.due <= clock.now } ?? false }

    func runRefresh(load: Int) async -> NavigationResult {
        guard let refresh = page.refresh else {
            return NavigationResult(failure: NavigationFailure(.nothingToReload), url: url)
        }
        page.refresh = nil
        note(.refresh, refresh.url)
        // A document that goes on at once leaves no entry behind; one that was looked at does.
        let history: HistoryChange = refresh.isImmediate ? .replace : .push
        return await run(
            Navigation(HTTPRequest(url: refresh.url), from: page.url, origin: page.host.origin, history: history),
            load: load)
    }

    /// The refresh is not followed, and the trace says why.
    func skipRefresh(_ reason: NavigationReason) {
        guard let refresh = page.refresh else { return }
        page.refresh = nil
        note(.refresh, refresh.url, reasons: [reason.code])
    }

    /// Takes down what the document asks for; the header is there before the elements are.
    func noteRefresh(of page: LoadedPage) {
        guard let refresh = page.refreshHeader.flatMap({ DeclarativeRefresh($0) }) ?? page.document.refresh else {
            return
        }
        let base = page.document.baseURL(fallback: page.url.baseURL)
        let target: WebURL?
        if refresh.address.isEmpty {
            target = page.url.web
        } else {
            target = base.map { try? $0.resolving(refresh.address) } ?? (try? WebURL(refresh.address))
        }
        guard let target else {
            return note(
                .refresh, trace.masking.url(refresh.address), reasons: [NavigationReason.refreshUnsupported.code])
        }
        guard page.place.isMainFrame else {
            return note(.refresh, target, reasons: [NavigationReason.refreshInFrame.code])
        }
        page.refresh = PendingRefresh(
            url: target, due: clock.now + refresh.delay, isImmediate: refresh.delay <= .seconds(1))
    }
}
