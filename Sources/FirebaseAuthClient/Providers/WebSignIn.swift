import BridgePrimitives
import Crypto

/// One sign-in on a provider's web page: where to go, and what the way back must look like.
struct WebSignIn: Sendable {
    let providerID: String
    let scopes: [String]
    let customParameters: [String: String]
    /// Joins the callback to this sign-in.
    let eventID: String
    /// Shown to the service with the callback; the page gets its hash alone.
    let sessionID: String

    /// - Throws: `webContextAlreadyPresented`, `webContextCancelled`, `webSignInUserInteractionFailure`, or what the
    ///   page itself reported.
    func credential(of auth: Auth) async throws(AuthError) -> AuthCredential {
        guard let presenter = auth.environment.presenter else {
            throw AuthError(.webSignInUserInteractionFailure, reason: .noPresenter)
        }
        let page = try presentation(for: auth)
        let isFirst = auth.state.withLock { state in
            defer { state.isPresenting = true }
            return !state.isPresenting
        }
        guard isFirst else { throw AuthError(.webContextAlreadyPresented) }
        let result = await presenter(page)
        auth.state.withLock { $0.isPresenting = false }
        switch result {
        case .success(let url): return try credential(fromCallback: url, scheme: page.callbackScheme)
        case .failure(.cancelled): throw AuthError(.webContextCancelled)
        case .failure(.failed(let message)): throw AuthError(.webSignInUserInteractionFailure, message: message)
        }
    }

    /// The handler page of the service, with the parameters that the iOS SDK gives it.
    func presentation(for auth: Auth) throws(AuthError) -> WebPresentation {
        let configuration = auth.configuration
        guard case .ios(let bundleID) = configuration.platform else {
            throw AuthError(.operationNotAllowed, message: "Only apps show a provider's page this way.")
        }
        let scheme = configuration.callbackScheme
        if let registered = auth.environment.urlSchemes, !registered.contains(where: { ASCIIText.isSame($0, scheme) }) {
            throw AuthError.fatal("Please register custom URL scheme '\(scheme)' in the app's Info.plist file.")
        }
        var items = [
            ("apiKey", configuration.apiKey), ("authType", "signInWithRedirect"), ("ibi", bundleID),
            ("sessionId", Self.hash(sessionID)), ("v", "FirebaseSDK/12.18.0"), ("eventId", eventID),
            ("providerId", providerID),
        ]
        if let client = configuration.clientID {
            items.append(("clientId", client))
        } else {
            items.append(("appId", configuration.googleAppID))
        }
        if let tenant = auth.tenantID { items.append(("tid", tenant)) }
        if !scopes.isEmpty { items.append(("scopes", scopes.joined(separator: ","))) }
        if !customParameters.isEmpty {
            // In the order of their names, so that equal parameters make equal URLs.
            let members = customParameters.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
            items.append(("customParameters", JSONValue.object(JSONObject(members)).text()))
        }
        let query = items.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return WebPresentation(
            url: "\(try auth.requests().origin)/emulator/auth/handler?\(query)", callbackScheme: scheme,
            providerID: providerID)
    }

    /// Reads `SCHEME://firebaseauth/link?deep_link_id=…`, in which an address carries `link` and `eventId`.
    func credential(fromCallback url: String, scheme: String) throws(AuthError) -> AuthCredential {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), ASCIIText.isSame(String(url[..<colon]), scheme),
            let callback = QueryItems(of: url)["deep_link_id"]
        else { throw AuthError(.webSignInUserInteractionFailure, reason: .foreignCallback) }
        let items = QueryItems(of: callback)
        if let text = items["firebaseError"] { throw Self.error(fromPage: text) }
        guard items["eventId"] == eventID, let link = items["link"], !link.isEmpty else {
            throw AuthError(.webSignInUserInteractionFailure, reason: .foreignCallback)
        }
        return OAuthCredential(providerID: providerID, sessionID: sessionID, responseURL: link)
    }

    /// `{"code":"auth/…","message":…}`, in the JavaScript SDK's words.
    private static func error(fromPage text: String) -> AuthError {
        let error = try? JSONValue(parsing: text)
        let code: AuthErrorCode =
            switch error?["code"]?.stringValue {
            case "auth/invalid-oauth-client-id": .invalidClientID
            case "auth/web-context-cancelled": .webContextCancelled
            case "auth/network-request-failed": .webNetworkRequestFailed
            case "auth/internal-error": .webInternalError
            default: .webSignInUserInteractionFailure
            }
        return AuthError(code, message: error?["message"]?.stringValue)
    }

    /// The SHA-256 in small hexadecimal digits.
    static func hash(_ text: String) -> String {
        Hexadecimal.text(SHA256.hash(data: Array(text.utf8)))
    }
}

extension FirebaseConfiguration {
    /// The scheme that web sign-ins come back with: the client id reversed, or `app-` and the app's id with hyphens.
    public var callbackScheme: String {
        guard let clientID else {
            return "app-" + googleAppID.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "-")
        }
        return clientID.split(separator: ".").reversed().joined(separator: ".")
    }
}

/// The decoded items of a URL's query; of equal names the first counts.
struct QueryItems: Sendable {
    private var items: [String: String] = [:]

    init(of url: String) {
        let bytes = Array(url.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else { return }
        for pair in bytes[(mark + 1)..<end].split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first else { continue }
            let key = Self.text(name)
            if items[key] == nil { items[key] = parts.count > 1 ? Self.text(parts[1]) : "" }
        }
    }

    subscript(name: String) -> String? { items[name] }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: PercentEncoding.decodeLeniently(bytes, plusIsBlank: false), as: UTF8.self)
    }
}
