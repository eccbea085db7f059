import BridgePrimitives
import BridgeTrace
import Cookies

// The middle of the way: from the backend's answer to where the cookie is looked for.
extension Journey {
    /// Why the cookie was not in `place`.
    ///
    /// Each try to bring it into the web view is a gap of its own, and the first of them is the cause; what was only
    /// put elsewhere counts when nothing was tried. Tries whose cookie was taken away again count no more, and what took
    /// it is the cause where nothing was tried since.
    func absence(from place: CookiePlace) -> Gap {
        let limit: Int
        switch place {
        case .store: limit = .max
        case .request: limit = pageRequests.first?.sequence ?? .max
        case .script: limit = guardRead?.sequence ?? .max
        }
        let loss = loss(from: place, before: limit)
        let tried = writes.filter { $0.sequence > loss.last ?? -1 && !isOver($0.event, at: $0.sequence) }
        var tries = tried.compactMap { triedToWrite($0.event, at: $0.sequence, place, limit) }
        switch place {
        case .script, .store: tries += scripts
        case .request: break
        }
        if tries.isEmpty, let gap = loss.gap { return nothingTried(place, since: gap) }
        tries += withheld(from: place) + (place == .script ? hidden : [])
        if tried.allSatisfy(\.event.isNativeStorage), let otherName { tries.append(otherName) }
        return tries.min { $0.isBefore($1) } ?? nothingTried(place, since: nil)
    }

    // MARK: - What was tried

    private func triedToWrite(_ write: CookieWriteEvent, at sequence: Int, _ place: CookiePlace, _ limit: Int) -> Gap? {
        guard !write.isNativeStorage else { return nil }
        // What got nowhere is in no other store.
        guard write.isInStore else { return refusal(of: write, at: sequence) }
        if let pageStore, write.store != pageStore {
            let writer = write.source == .native ? "The app" : write.source.rawValue
            return Gap(
                HandoffReason.wrongDataStore,
                "\(writer) put \(cookieName) into the store of the \(write.store); the page is on another one, that of the \(pageStore).",
                at: sequence)
        }
        if place != .store, write.source == .native, !CopyForOtherHost.covers(write.host, appHost) {
            return Gap(
                HandoffReason.copyForOtherHost,
                CopyForOtherHost.message(cookieName, host: write.host, appHost: appHost), at: sequence)
        }
        if place == .script, write.attributeNames.contains("httponly") {
            let edge = cutByEdge.map { " No server saw it either: \($0) did not pass it on." } ?? ""
            return Gap(
                ScriptReason.httpOnly,
                "\(cookieName) is in the web view's store with HttpOnly, so the guard's script cannot see it.\(edge)",
                fix: "Leave HttpOnly out of the copy in the web view, or hand the token over in a user script.",
                at: sequence)
        }
        guard sequence > limit else { return nil }
        if place == .request {
            return write.source == .script
                ? Gap(
                    SendReason.setAfterRequest,
                    "The page's first request left before the script could write \(cookieName).",
                    at: sequence) : nil
        }
        return Gap(
            HandoffReason.writtenTooLate,
            "\(write.source.rawValue) wrote \(cookieName) after the guard had read its cookies.", at: sequence)
    }

    /// What the store, or the engine, has against a write; nil when it has nothing against it.
    func refusal(of write: CookieWriteEvent, at sequence: Int) -> Gap? {
        // Apple's initializer, which answers nil; no store was asked.
        if let reason = write.reasons.lazy.compactMap({ NativeCookieReason(rawValue: $0.rawValue) }).first,
            !write.isInStore
        {
            return Gap(
                reason, "\(write.store) made no cookie of \(CookieLabel.text(write.name)). \(reason.meaning)",
                at: sequence)
        }
        guard !write.isInStore, !write.isDeletion,
            let reason = write.reasons.lazy.compactMap({ StoreReason(rawValue: $0.rawValue) }).first(where: {
                !$0.isNote
            })
        else { return nil }
        let place = write.host.isEmpty ? "" : " of \(write.host)"
        return Gap(
            reason,
            "The \(write.store)'s jar refused \(CookieLabel.text(write.name)), which \(write.source.rawValue)\(place) wanted to set. \(reason.meaning)",
            at: sequence)
    }

    /// The store knows the cookie, and has it no more or does not send it.
    private func withheld(from place: CookiePlace) -> [Gap] {
        guard let request = pageRequests.first else { return [] }
        return request.event.withheld.filter { $0.name == cookieName }.flatMap(\.reasons).compactMap { code in
            guard let reason = SendReason(rawValue: code.rawValue), reason != .otherStore,
                place == .request || reason.isLoss
            else { return nil }
            let next = place == .script ? nextObstacle(before: request.sequence) : nil
            return Gap(
                reason,
                "The web view asked for \(request.event.url) without \(cookieName). \(reason.meaning)\(next?.message ?? "")",
                fix: reason.fix + (next?.fix ?? ""), at: request.sequence)
        }
    }

    /// Whether the cookie of a write that went well had come to its end before the page asked for it.
    private func isOver(_ write: CookieWriteEvent, at sequence: Int) -> Bool {
        guard write.isInStore, !write.isNativeStorage, let request = pageRequests.first, sequence < request.sequence,
            !withheld(from: .script).isEmpty
        else { return false }
        // Of several cookies of that name one may still be there.
        let hidden = guardRead?.event.hidden.filter { $0.name == cookieName } ?? []
        return hidden.allSatisfy { $0.reasons.contains(ScriptReason.expired.code) }
    }

    /// The store has the cookie, and the guard's script does not see it.
    private var hidden: [Gap] {
        guard let read = guardRead else { return [] }
        let mentions = read.event.hidden.filter { $0.name == cookieName }
        return mentions.compactMap { mention in
            // What is gone is told by the request that went without it, where there was one.
            let reasons = mention.reasons.compactMap { ScriptReason(rawValue: $0.rawValue) }
            guard let reason = reasons.contains(.expired) ? .expired : reasons.first,
                reason != .expired || withheld(from: .script).isEmpty
            else { return nil }
            let write = writes.last { $0.sequence < read.sequence && $0.event.isInStore && !$0.event.isNativeStorage }
            return Gap(
                reason,
                "\(cookieName) is in the web view's store for \(mention.domain)\(mention.path), and the guard's script at"
                    + " \(read.event.url) cannot see it. \(reason.meaning)",
                at: reason == .expired ? read.sequence : write?.sequence ?? read.sequence)
        }
    }

    /// User scripts of the page that ended without having written the cookie.
    private var scripts: [Gap] {
        var gaps: [Gap] = []
        var hasWritten = false
        for event in page {
            switch event.kind {
            case .cookieWrite(let write) where write.source == .script && write.name == cookieName: hasWritten = true
            case .script(let script) where script.origin != .evaluated:
                defer { hasWritten = false }
                guard !hasWritten else { continue }
                gaps.append(
                    failure(of: script, at: event.sequence)
                        ?? Gap(
                            HandoffReason.scriptWroteNothing,
                            "The \(script.origin.rawValue) ran at \(script.url) and did not write \(cookieName).",
                            at: event.sequence))
            default: continue
            }
        }
        return gaps
    }

    func failure(of script: ScriptEvent, at sequence: Int) -> Gap? {
        guard let code = script.reasons.first, let reason = ScriptFailureReason(rawValue: code.rawValue) else {
            return nil
        }
        let place = script.line.map { " at line \($0)\(script.column.map { ", column \($0)" } ?? "")" } ?? ""
        let exception = script.exception.map { ": \($0)" } ?? "."
        return Gap(reason, "The \(script.origin.rawValue) failed\(place)\(exception)", at: sequence)
    }

    private var cutByEdge: String? {
        page.lazy.compactMap { event in
            guard case .edge(let edge) = event.kind, edge.dropped.contains(self.cookieName) else { return nil }
            return edge.edge
        }.first
    }

    // MARK: - Where nothing was tried

    /// - Parameter loss: what took away what had been there; nil where nothing was.
    private func nothingTried(_ place: CookiePlace, since loss: Gap?) -> Gap {
        let request = pageRequests.first
        let missed = request?.sequence ?? events.last?.sequence
        if place == .request, let script = page.first(where: \.isUserScript) {
            return Gap(
                SendReason.setAfterRequest,
                "The page's first request left before the user script could write \(cookieName).",
                at: script.sequence)
        }
        if let request, request.event.notes.contains(SendReason.manualHeaderDropped.code) {
            return Gap(
                SendReason.manualHeaderDropped,
                "The app wrote \(cookieName) into the Cookie header, and the engine dropped it.", at: request.sequence)
        }
        if place != .request, let request, let carrying = headerOnly(request, since: loss) {
            let isFirst = carrying.sequence == request.sequence
            return Gap(
                HandoffReason.headerOnly,
                "The app wrote \(cookieName) into the Cookie header of the first request: a server saw it, "
                    + (isFirst
                        ? "no script can."
                        : "no script can, and the web view's store has none for \(request.event.url)."),
                at: request.sequence)
        }
        let native = writes.filter { $0.event.isNativeStorage && $0.sequence > loss?.sequence ?? -1 }
        if let copy = native.first(where: { $0.event.source == .native && $0.event.isInStore }) {
            return Gap(
                SendReason.otherStore,
                "The app put \(cookieName) into its own HTTPCookieStorage only; the web view has a store of its own.",
                fix: SendReason.otherStore.fix(isHTTPOnly: isHTTPOnly, isSecureOnHTTP: isSecureOnHTTP),
                at: copy.sequence)
        }
        for (sequence, write) in native {
            if let refusal = refusal(of: write, at: sequence) { return refusal }
        }
        if nativeUserID == nil, let signedOut { return signedOut }
        if let loss { return loss }
        if events.contains(where: { $0.sequence >= beginning && $0.mintsCustomToken }) {
            return Gap(
                HandoffReason.neverHandedOver,
                "The backend answered with \(answer), and the app put it nowhere that the web view looks.", at: missed)
        }
        if let answer = serverWithoutCookie { return answer }
        if let nativeUserID {
            return Gap(
                HandoffReason.noExchange,
                "The app is signed in as \(nativeUserID) and never posted its ID token to the backend.", at: missed)
        }
        return Gap(HandoffReason.notSignedIn, "Nobody signed in to the app, so there was no session.", at: missed)
    }

    /// The server that got the app's ID token with the page's request, and whose answer left no cookie.
    private var serverWithoutCookie: Gap? {
        let unkept = writes.last { $0.event.source == .response && !$0.event.isNativeStorage && !$0.event.isInStore }
        let reasons = unkept?.event.reasons.compactMap { StoreReason(rawValue: $0.rawValue) } ?? []
        if let unkept, let reason = reasons.first(where: { !$0.isNote }) {
            return Gap(
                reason,
                "The server answered with \(cookieName), which the web view's store does not have. \(reason.meaning)",
                at: unkept.sequence)
        }
        let asked = pageRequests.first { request in
            request.event.fields.contains { ASCIIText.isSame($0.name.utf8, "authorization".utf8) }
        }
        guard let asked else { return nil }
        return Gap(
            HandoffReason.noTokenInAnswer,
            "The server got the app's Authorization header with the request for \(asked.event.url), and set no cookie"
                + " called \(cookieName).", fix: "Let it set \(cookieName) in that answer, for the page's host.",
            at: asked.sequence)
    }

    /// Whether the cookie has an attribute in any of the app's or the backend's writes: whichever of them is copied.
    private func has(_ attribute: String) -> Bool {
        writes.contains { $0.event.isNativeStorage && $0.event.attributeNames.contains(attribute) }
    }

    private var isHTTPOnly: Bool { has("httponly") }

    private var isSecureOnHTTP: Bool {
        has("secure") && pageRequests.first.map { $0.event.url.text.hasPrefix("http://") } == true
    }

    /// The request that had the cookie from the app's own header: that for the page, or one for an earlier page of the
    /// same view. What the store sent, and lost before the guard read it, was no header of the app's, though the guard
    /// finds nothing in either case.
    private func headerOnly(_ request: (sequence: Int, event: RequestEvent), since loss: Gap?) -> (
        sequence: Int, event: RequestEvent
    )? {
        let sent = request.event.sent.filter { $0.name == cookieName }
        if let loss {
            guard loss.sequence.map({ $0 < request.sequence }) != false else { return nil }
            return sent.contains { $0.writer == .app } ? request : nil
        }
        if !sent.isEmpty { return request }
        let earlier = events.lazy.compactMap { event -> (sequence: Int, event: RequestEvent)? in
            guard event.sequence >= self.beginning, event.sequence < request.sequence, event.actor == .webView,
                case .request(let earlier) = event.kind,
                earlier.sent.contains(where: { $0.name == self.cookieName && $0.writer == .app })
            else { return nil }
            return (event.sequence, earlier)
        }
        return earlier.first
    }
}

extension SendReason {
    /// Whether the cookie is not there any more, or not yet, for requests and for scripts alike.
    var isLoss: Bool {
        switch self {
        case .expired, .sessionEnded, .evicted, .deletedByInactivity, .clearedBySite, .lostBeforeFlush: true
        case .otherHost, .hostOnly, .path, .secure, .sameSiteStrict, .sameSiteLax, .sameSiteDefault,
            .sameSiteTaintedByRedirect, .thirdPartyBlocked, .partitionMismatch, .schemeNotSupported, .nameless,
            .otherStore, .notCommittedYet, .manualHeaderWins, .manualHeaderDropped, .credentialsOmitted,
            .setAfterRequest, .severalOfOneName:
            false
        }
    }
}

extension TraceEvent {
    fileprivate var isUserScript: Bool {
        guard case .script(let script) = kind else { return false }
        return script.origin != .evaluated
    }
}
