import BridgePrimitives
import HTTPLoader

/// The auth service as a client reaches it: paths, headers and bodies of the SDK that the client stands for.
struct AuthRequests: Sendable {
    private let transport: any Transport
    private let platform: FirebaseConfiguration.Platform
    /// What follows each path: the API key.
    private let query: String
    /// Scheme, host and port of the service.
    let origin: String
    private let tokenURL: WebURL
    private let headers: HTTPHeaders

    /// - Throws: when host and key make no URL.
    init(_ configuration: FirebaseConfiguration, host: WebURL, transport: any Transport) throws(BridgeFailure) {
        (self.transport, platform, origin) = (transport, configuration.platform, host.origin)
        let query = "?" + String(decoding: FormBody.encode([("key", configuration.apiKey)]), as: UTF8.self)
        self.query = query
        tokenURL = try WebURL(host.origin + "/securetoken.googleapis.com/v1/token" + query)
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

    /// - Parameter language: goes along as `X-Firebase-Locale`; nil for the project's own.
    func perform(_ call: AuthCall, _ members: JSONObject, language: String?) async throws(AuthError) -> JSONObject {
        let url = try address(of: call)
        var headers = headers
        if let language { headers.set("X-Firebase-Locale", language) }
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

    /// Parsed when it is asked for: a client makes few of the calls that there are, and a run makes many clients.
    private func address(of call: AuthCall) throws(AuthError) -> WebURL {
        let path =
            switch platform {
            case .ios: call.iosPath
            case .web: call.webPath
            }
        do { return try WebURL(origin + path + query) } catch { throw AuthError(.internalError, message: error.cause) }
    }

    /// The members of a good reply; every other reply is an error, as the SDKs read it.
    private func reply(to request: HTTPRequest) async throws(AuthError) -> JSONObject {
        let response: HTTPResponse
        do { response = try await transport.perform(request).response } catch {
            throw AuthError(.networkError, message: error.cause)
        }
        guard let object = (try? JSONValue(parsing: response.body))?.objectValue else {
            // What is no JSON the SDKs for iOS and the web call by different names; an answer without a body they do not.
            throw foreign(response, to: request, response.body.isEmpty ? .networkError : nil)
        }
        guard (200..<300).contains(response.status) else {
            guard let error = AuthError(reply: .object(object)) else { throw foreign(response, to: request) }
            throw error
        }
        return object
    }

    /// An answer in which nothing is the service's; the iOS SDK calls it an internal error, the JavaScript SDK a failure
    /// of the network.
    private func foreign(
        _ response: HTTPResponse, to request: HTTPRequest, _ code: AuthErrorCode? = nil
    ) -> AuthError {
        let usual: AuthErrorCode = if case .web = platform { .networkError } else { .internalError }
        let what = response.body.isEmpty ? "nothing" : "what is not an answer of the auth service"
        return AuthError(
            code ?? usual,
            message: "\(request.url.origin)\(request.url.path) answered \(response.status) with \(what).",
            reason: .answerOfAnother)
    }
}
