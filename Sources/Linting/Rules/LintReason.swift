public import BridgePrimitives

/// What native code, a page or a server is about to do wrong, told from their sources.
public enum LintReason: String, Reason {
    case nativeCookieNil = "lint/native-cookie-nil"
    case nativeCookieForced = "lint/native-cookie-forced"
    case nativeSameSiteNone = "lint/native-same-site-none"
    case nativeCookieRefused = "lint/native-cookie-refused"
    case secureFalse = "lint/secure-false"
    case expiresUnreadable = "lint/expires-unreadable"
    case maximumAgeWithoutVersion = "lint/maximum-age-without-version"
    case discardWithExpiry = "lint/discard-with-expiry"
    case httpOnlyUndocumented = "lint/http-only-undocumented"
    case sessionEndsWithProcess = "lint/session-ends-with-process"
    case cookieNotSent = "lint/cookie-not-sent"

    case cookieRefused = "lint/cookie-refused"
    case cookieAltered = "lint/cookie-altered"
    case severalInOneWrite = "lint/several-in-one-write"
    case lifetimeBeyondToken = "lint/lifetime-beyond-token"
    case httpOnlyReadByScript = "lint/http-only-read-by-script"
    case hostingStripsCookie = "lint/hosting-strips-cookie"
    case cookieNamesDiffer = "lint/cookie-names-differ"

    case wrongStore = "lint/wrong-store"
    case writeNotAwaited = "lint/write-not-awaited"
    case deleteNotAwaited = "lint/delete-not-awaited"
    case storeThrownAway = "lint/store-thrown-away"
    case storesTwice = "lint/two-private-stores"
    case cookieHeader = "lint/cookie-header"
    case writeBeforePage = "lint/write-before-page"

    case scriptAtDocumentEnd = "lint/script-at-document-end"
    case scriptInAllFrames = "lint/script-in-all-frames"
    case scriptOnEveryOrigin = "lint/script-on-every-origin"
    case scriptNeverRemoved = "lint/script-never-removed"

    case tokenUnescaped = "lint/token-unescaped"
    case tokenInURL = "lint/token-in-url"
    case tokenInSource = "lint/token-in-source"
    case tokenLogged = "lint/token-logged"
    case tokenKept = "lint/token-kept"
    case tokenMaybeStale = "lint/token-maybe-stale"

    case promiseNotAwaited = "lint/promise-not-awaited"
    case signInNotAwaited = "lint/sign-in-not-awaited"
    case nextCalledTwice = "lint/next-called-twice"
    case nextNotCalled = "lint/next-not-called"
    case returnBesideNext = "lint/return-beside-next"
    case cookieSplitAtEquals = "lint/cookie-split-at-equals"
    case scriptCookieHeader = "lint/script-cookie-header"
    case userBeforeReady = "lint/user-before-ready"
    case popupInWebView = "lint/popup-in-web-view"

    case setCookieReplaced = "lint/set-cookie-replaced"
    case anyOriginWithCredentials = "lint/any-origin-with-credentials"
    case emulatorOnOneSide = "lint/emulator-on-one-side"
    case unreadSource = "lint/unread-source"

    public var severity: LintSeverity {
        switch self {
        case .nativeCookieNil, .nativeCookieRefused, .secureFalse, .expiresUnreadable, .cookieNotSent, .cookieRefused,
            .severalInOneWrite, .httpOnlyReadByScript, .hostingStripsCookie, .wrongStore, .writeNotAwaited,
            .storeThrownAway, .writeBeforePage, .scriptAtDocumentEnd, .promiseNotAwaited, .signInNotAwaited,
            .nextCalledTwice, .nextNotCalled, .returnBesideNext, .scriptCookieHeader, .setCookieReplaced,
            .anyOriginWithCredentials:
            .error
        case .nativeCookieForced, .nativeSameSiteNone, .maximumAgeWithoutVersion, .discardWithExpiry, .cookieAltered,
            .lifetimeBeyondToken, .deleteNotAwaited, .storesTwice, .cookieHeader, .scriptInAllFrames,
            .scriptOnEveryOrigin, .scriptNeverRemoved, .tokenInURL, .tokenKept, .cookieSplitAtEquals, .userBeforeReady,
            .popupInWebView, .emulatorOnOneSide, .tokenLogged, .tokenInSource, .cookieNamesDiffer:
            .warning
        case .httpOnlyUndocumented, .sessionEndsWithProcess, .tokenUnescaped, .tokenMaybeStale, .unreadSource: .note
        }
    }

    public var meaning: String {
        switch self {
        case .nativeCookieNil: "HTTPCookie(properties:) gives nil for these properties."
        case .nativeCookieForced: "A cookie whose properties are known only when the app runs is unwrapped by force."
        case .nativeSameSiteNone: "Apple's API has no value for SameSite=None, and the cookie counts as one without it."
        case .nativeCookieRefused: "The web view's store refuses this cookie."
        case .secureFalse: "Any value of .secure makes the cookie Secure, FALSE too, as Apple documents the key."
        case .expiresUnreadable: "The value of .expires is no date, so the cookie ends with the process."
        case .maximumAgeWithoutVersion: ".maximumAge counts only with .version 1, so the cookie ends with the process."
        case .discardWithExpiry: ".discard makes the cookie end with the process, whatever its date."
        case .httpOnlyUndocumented: "HTTPCookie reads a property called HttpOnly, which Apple does not document."
        case .sessionEndsWithProcess: "The cookie has no expiry, so the session is gone once the app is killed."
        case .cookieNotSent: "The request that the same code makes goes out without the cookie."
        case .cookieRefused: "The cookie is not stored."
        case .cookieAltered: "The cookie is not stored as it is written."
        case .severalInOneWrite: "One assignment to document.cookie sets one cookie; the rest is read as attributes."
        case .lifetimeBeyondToken: "The cookie outlives the custom token in it, which is good for one hour."
        case .httpOnlyReadByScript: "Script reads a cookie that is set HttpOnly."
        case .hostingStripsCookie: "Firebase Hosting passes only the cookie __session to functions and Cloud Run."
        case .cookieNamesDiffer:
            "A cookie is read by a name that nobody sets, and one is set whose name differs in separators or case."
        case .wrongStore: "The cookie is put into HTTPCookieStorage, and web views have a store of their own."
        case .writeNotAwaited: "The page is loaded before setCookie has said that the store has the cookie."
        case .deleteNotAwaited: "Cookies are set while those before them are still being deleted."
        case .storeThrownAway: "Each call of nonPersistent() makes a new store, and nothing holds this one."
        case .storesTwice: "Each call of nonPersistent() makes a new store, and there are several."
        case .cookieHeader: "A Cookie header on a URLRequest is no cookie: at most that one request has it."
        case .writeBeforePage: "Before the first load the document is about:blank, which keeps no cookies."
        case .scriptAtDocumentEnd:
            "A script at document end writes the cookie after the page's own scripts have read it."
        case .scriptInAllFrames: "The script that writes the cookie runs in frames of other sites too."
        case .scriptOnEveryOrigin: "The script writes the cookie on every site that the web view shows."
        case .scriptNeverRemoved: "The script that writes the cookie stays after sign-out."
        case .tokenUnescaped: "A token is put between a script's quotes as it is."
        case .tokenInURL: "A token is put into a URL, which histories, logs and Referer headers keep."
        case .tokenInSource: "A token stands in the source, where whoever reads the source has it."
        case .tokenLogged: "A token is written to a log."
        case .tokenKept: "A token that is good for an hour is kept beyond it."
        case .tokenMaybeStale: "The ID token may be an hour old, with the claims of then."
        case .promiseNotAwaited: "The Admin SDK gives a promise, and it is taken for the token or the claims in it."
        case .signInNotAwaited: "The guard or the page goes on before signInWithCustomToken has signed anybody in."
        case .nextCalledTwice: "A branch of the guard calls next twice."
        case .nextNotCalled: "A branch of the guard never calls next, so the navigation hangs."
        case .returnBesideNext: "A guard that takes next decides by calling it; what it returns here decides nothing."
        case .cookieSplitAtEquals:
            "The cookie is cut at its first equals sign: other cookies, and values with one, break it."
        case .scriptCookieHeader: "Script cannot set a Cookie header: the engine drops it without a word."
        case .userBeforeReady: "currentUser is null until auth has read its storage, so a reload looks signed out."
        case .popupInWebView: "Sign-in by popup or redirect does not work in a WKWebView."
        case .setCookieReplaced: "Setting a header replaces it, so of two Set-Cookie the last goes out alone."
        case .anyOriginWithCredentials: "An answer with credentials must name the origin: browsers refuse *."
        case .emulatorOnOneSide: "One side talks to the auth emulator and the other to production."
        case .unreadSource: "A part of the file could not be told apart, and was not judged."
        }
    }

    public var fix: String {
        switch self {
        case .nativeCookieNil: "Give .name, .value, .path and .domain (or .originURL), each as a String."
        case .nativeCookieForced: "Write guard let cookie = HTTPCookie(properties: properties) else { return }."
        case .nativeSameSiteNone: "Leave .sameSitePolicy out, or let a response of the server set the cookie."
        case .nativeCookieRefused: "Change what the store's reason names."
        case .secureFalse: "Leave .secure out for a cookie that is not Secure."
        case .expiresUnreadable: "Give a Date: .expires: Date(timeIntervalSinceNow: 3600)."
        case .maximumAgeWithoutVersion: "Give .expires: Date(timeIntervalSinceNow: seconds), or add .version: \"1\"."
        case .discardWithExpiry: "Leave .discard out."
        case .httpOnlyUndocumented: "Let a response of the server set HttpOnly cookies."
        case .sessionEndsWithProcess: "Give .expires, or hand the session over again at each start."
        case .cookieNotSent: "Give the cookie the domain, path and scheme of the page that is loaded."
        case .cookieRefused: "Change what the store's reasons name."
        case .cookieAltered: "Write what all engines keep."
        case .severalInOneWrite: "Assign to document.cookie once for each cookie."
        case .lifetimeBeyondToken: "Give it Max-Age=3600 at most, and delete it after signInWithCustomToken."
        case .httpOnlyReadByScript: "Set it without HttpOnly, or let the server trade it and give the page a token."
        case .hostingStripsCookie: "Call the cookie __session, or serve the backend from a host of its own."
        case .cookieNamesDiffer: "Write one name on both sides, letter for letter."
        case .wrongStore: "Write await webView.configuration.websiteDataStore.httpCookieStore.setCookie(cookie)."
        case .writeNotAwaited: "Write await store.setCookie(cookie), or load in its completion handler."
        case .deleteNotAwaited: "Set the new cookies in the completion handler, or after an await."
        case .storeThrownAway: "Keep one store, and give it to the configuration of the web view."
        case .storesTwice:
            "Make one store for all web views that share a session."
        case .cookieHeader: "Put the cookie into the web view's store with httpCookieStore.setCookie."
        case .writeBeforePage: "Use a WKUserScript at document start, or httpCookieStore.setCookie."
        case .scriptAtDocumentEnd: "Write injectionTime: .atDocumentStart."
        case .scriptInAllFrames: "Write forMainFrameOnly: true."
        case .scriptOnEveryOrigin: "Begin the script with if (location.origin === 'https://app.example.com')."
        case .scriptNeverRemoved: "Call userContentController.removeAllUserScripts() on sign-out."
        case .tokenUnescaped:
            "Encode it as JSON first: String(decoding: try JSONEncoder().encode(token), as: UTF8.self)."
        case .tokenInURL: "Hand it over in a cookie, or in the body of a POST."
        case .tokenInSource: "Take it out, and ask for one when the program runs; let whoever it signs in sign out."
        case .tokenLogged: "Log that there is a token, or its last four characters."
        case .tokenKept: "Keep nothing, and ask for a fresh one: getIDTokenForcingRefresh(true)."
        case .tokenMaybeStale: "Call getIDTokenForcingRefresh(true) before the session is handed over."
        case .promiseNotAwaited: "Write await before the call, in an async function."
        case .signInNotAwaited: "Write await signInWithCustomToken(auth, token), and go on behind it."
        case .nextCalledTwice: "Write return before the first next(…)."
        case .nextNotCalled: "Call next on every branch, or take two parameters and return the decision."
        case .returnBesideNext: "Write return next(…), or take the two parameters (to, from) and return the decision."
        case .cookieSplitAtEquals: "Part at '; ', find the name, and take what follows its first =."
        case .scriptCookieHeader: "Write fetch(url, { credentials: 'include' }), or set an Authorization header."
        case .userBeforeReady: "Write await auth.authStateReady() first."
        case .popupInWebView: "Sign in natively, and hand over a custom token."
        case .setCookieReplaced: "Give all cookies in one list, or write appendHeader or res.cookie for each."
        case .anyOriginWithCredentials: "Answer with the Origin of the request where you know it, and Vary: Origin."
        case .emulatorOnOneSide: "Name the emulator on both sides: useEmulator(withHost:port:), connectAuthEmulator."
        case .unreadSource: "Check that the file is whole."
        }
    }
}

/// How much a finding matters.
public enum LintSeverity: String, Hashable, Sendable, CaseIterable {
    /// It fails, or somebody gets what is not theirs.
    case error
    /// It fails in some engine, or under circumstances.
    case warning
    /// Good to know.
    case note
}
