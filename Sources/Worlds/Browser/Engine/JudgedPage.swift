import BridgePrimitives
import BridgeTrace
import HTTPLoader
import PageEngines
import Project
import RouterGuard
import WebViews

/// A page in an engine, as it is seen from outside, and what that means.
///
/// Pure: signed in is a page for which the auth service has signed the app's user in, or that shows the proof which the
/// project file asks for, and that is not the sign-in page.
struct JudgedPage: Sendable {
    /// Where the view is; nil where nothing is shown.
    var url: WebURL?
    /// Of the web app; a page elsewhere is none of the app's.
    var web: WebURL
    var mode = RouterMode.history
    var signInPath: String
    /// Whose sign-ins or sessions the auth service has accepted from the page, the last one last.
    var users: [String] = []
    var nativeUserID: String?
    /// Whether the proof is there; nil where none is asked for beside the sign-in.
    var isProven: Bool?
    var hasThrown = false
    /// What it wanted of somebody who is not there, in order.
    var asked: [PageWishReason] = []
    /// Whether a script of the page does not end.
    var isBusy = false
    /// Whether the app has message handlers and the page has posted to none.
    var hasNotAsked = false
    /// What is wrong with the proof that is asked for; nil when nothing is.
    var proofTrouble: String?
    /// Of the document; nil where no server answered.
    var status: Int?
    /// Why the page did not load; nil when it did.
    var failure: BridgeFailure?
    /// What kept it from loading, as far as the proxy knows.
    var failureCauses: [ReasonCode] = []
    /// What the page still waits for when it was given up; nil for a page that came to rest.
    var waitingFor: String?
    var isLooping = false

    /// The address that the page's router sees.
    var path: String? {
        guard let url else { return nil }
        guard mode == .hash else { return url.fragment.map { "\(url.target)#\($0)" } ?? url.target }
        let fragment = url.fragment ?? ""
        return fragment.hasPrefix("/") ? fragment : "/" + fragment
    }

    private var plainPath: String { String((path ?? "").prefix { $0 != "?" && $0 != "#" }) }

    var isOnSignInPage: Bool {
        let path = plainPath
        return path == signInPath || (path.hasSuffix("/") && path.dropLast() == signInPath)
    }

    /// Whether nothing better is to be waited for.
    var isSignedIn: Bool {
        guard !isOnSignInPage, failure == nil, !isElsewhere else { return false }
        return isProven ?? (users.last != nil)
    }

    /// Whether it looks like an end, and is left only now and then.
    var isAtDeadEnd: Bool { isOnSignInPage || hasThrown || isErrorPage || hasFramesAlone }

    /// Whether the document is one of ours that has nothing but frames, and so no script that could sign anybody in.
    var hasFramesAlone = false

    var isErrorPage: Bool { (status ?? 200) >= 400 }
    /// Whether it is a page of another host, which the web app's routes say nothing of.
    var isElsewhere: Bool { url.map { $0.host != web.host } ?? false }

    /// What there is to say beside the reasons.
    var detail: String {
        if let failure { return failure.cause }
        if let proofTrouble, !isSignedIn { return "web.signed-in gave: \(proofTrouble)" }
        return waitingFor ?? ""
    }

    var verdict: Verdict {
        if failure != nil { return .failed }
        if isLooping { return .looping }
        if isSignedIn { return users.last.map { $0 != nativeUserID } == true ? .otherUser : .signedIn }
        if waitingFor != nil { return .hanging }
        if isErrorPage, !isOnSignInPage { return .failed }
        return hasThrown && !isOnSignInPage ? .pageError : .signedOut
    }

    /// Most telling first.
    var reasons: [ReasonCode] {
        var (before, after) = ([PageReason](), [PageReason]())
        if isLooping { before.append(.looping) }
        if isBusy { before.append(.busy) } else if waitingFor != nil, !isSignedIn { before.append(.waiting) }
        if proofTrouble != nil, !isSignedIn { before.append(.badProof) }
        if hasNotAsked, !isSignedIn { before.append(.neverAsked) }
        if isErrorPage, !isSignedIn, failure == nil { before.append(.errorStatus) }
        let wishes = isSignedIn ? [] : asked.uniqued()
        if hasThrown, !isSignedIn { after.append(.threw) }
        if isOnSignInPage, users.last != nil { after.append(.signedInTooLate) }
        if isProven == true { after.append(.proven) }
        if isProven == false { after.append(.noProof) }
        if users.last != nil { after.append(.signedIn) } else if isProven == nil { after.append(.noSignIn) }
        if isOnSignInPage { after.append(.onSignInPage) }
        return (isElsewhere ? [HandoffReason.leftTheApp.code] : [])
            + (verdict == .otherUser ? [HandoffReason.otherUser.code] : [])
            + (failure.map { [$0.code] + failureCauses } ?? [])
            + before.map(\.code) + wishes.map(\.code) + after.map(\.code)
    }
}
