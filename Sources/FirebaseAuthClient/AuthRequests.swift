import BridgePrimitives
import HTTPLoader

/// The auth service as a client reaches it: paths, headers and bodies of the SDK that the client stands for.
struct AuthRequests: Sendable {
    enum Call: CaseIterable, Sendable {
        case signUp, signInWithPassword, signInWithCustomToken, lookup, delete

        fileprivate var verb: String {
            switch self {
            case .signUp: "signUp"
            case .signInWithPassword: "signInWithPassword"
            case .signInWithCustomToken: "signInWithCustomToken"
            case .lookup: "lookup"
            case .delete: "delete"
            }
        }

        fileprivate var legacyName: String {
            switch self {
            case .signUp: "signupNewUser"
            case .signInWithPassword: "verifyPassword"
            case .signInWithCustomToken: "verifyCustomToken"
            case .lookup: "getAccountInfo"
            case .delete: "deleteAccount"
            }
        }
    }

    private let transport: any Transport
    private let platform: FirebaseConfiguration.Platform
    private let urls: [Call: WebURL]
    private let tokenURL: WebURL
    private let headers: HTTPHeaders

    /// - Throws: when host and key make no URL.
    init(_ configuration: FirebaseConfiguration, transport: any Transport) throws(BridgeFailure) {
        (self.transport, platform) = (transport, configuration.platform)
        let query = "?" + String(decoding: FormBody.encode([("key", configuration.apiKey)]), as: UTF8.self)
        let origin = configuration.host.origin
        var urls: [Call: WebURL] = [:]
        for call in Call.allCases {
            let path =
                switch configuration.platform {
                case .ios: "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(call.legacyName)"
                case .web: "/identitytoolkit.googleapis.com/v1/accounts:\(call.verb)"
                }
            urls[call] = try WebURL(origin + path + query)
        }
        self.urls = urls
        tokenURL = try WebURL(origin + "/securetoken.googleapis.com/v1/token" + query)
        switch configuration.platform {
        case .ios(let bundleID):
            headers = [
                "X-Client-Version": "iOS/FirebaseSDK/12.18.0/FirebaseCore-iOS", "X-Ios-Bundle-Identifier": bundleID,
                "X-Firebase-GMPID": configuration.googleAppID,
            ]
        case .web(let origin):
            headers = [
                "Origin": origin, "X-Client-Version": "Safari/JsCore/12.0.0/FirebaseCore-web",
                "X-Firebase-gmpid": configuration.googleAppID,
            ]
        }
    }

    /// `CLIENT_TYPE_IOS` or `CLIENT_TYPE_WEB`, which the SDKs send with sign-ups and passwords.
    var clientType: JSONValue {
        switch platform {
        case .ios: "CLIENT_TYPE_IOS"
        case .web: "CLIENT_TYPE_WEB"
        }
    }

    func perform(_ call: Call, _ members: JSONObject) async throws(AuthError) -> JSONObject {
        guard let url = urls[call] else { throw AuthError(.internalError) }
        return try await reply(to: .json(url: url, value: .object(members), headers: headers))
    }

    func refresh(_ refreshToken: String) async throws(AuthError) -> JSONObject {
        switch platform {
        case .ios:
            let body: JSONValue = ["grantType": "refresh_token", "refreshToken": .string(refreshToken)]
            return try await reply(to: .json(url: tokenURL, value: body, headers: headers))
        case .web:
            let fields = [("grant_type", "refresh_token"), ("refresh_token", refreshToken)]
            return try await reply(to: .form(url: tokenURL, fields: fields, headers: headers))
        }
    }

    /// The members of a good reply; every other reply is an error, as the SDKs read it.
    private func reply(to request: HTTPRequest) async throws(AuthError) -> JSONObject {
        let response: HTTPResponse
        do { response = try await transport.perform(request).response } catch {
            throw AuthError(.networkError, message: error.cause)
        }
        guard !response.body.isEmpty else { throw AuthError(.networkError, message: "The answer was empty.") }
        guard let value = try? JSONValue(parsing: response.body), let object = value.objectValue else {
            if case .web = platform { throw AuthError(.networkError, message: "The answer was no JSON object.") }
            throw AuthError(.internalError, message: "The answer was no JSON object.")
        }
        guard (200..<300).contains(response.status), object["errorMessage"] == nil else {
            throw AuthError(reply: value)
        }
        return object
    }
}
