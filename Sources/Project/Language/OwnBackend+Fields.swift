import BridgePrimitives
import Scenarios

extension OwnBackend {
    static let settings = Settings(
        "backend", startingWith: OwnBackend(url: TextTemplate("")),
        [
            Field(
                "url", \.url, .urlTemplate,
                "Where it is. With `start`, `${port}` is a free port, which the command gets as PORT."
            ).required("your backend has no address", "add `url: http://localhost:3000`"),
            Field(
                "start", \.start, .settings(ServiceStart.ofBackend), "How to start it; unless given it runs already."),
            Field("exchange", \.exchange, .settings(OwnExchange.settings), "How your app trades its ID token."),
        ],
        complaint: { ServiceStart.complaint(about: $0.url, $0.start) })
}

extension OwnExchange {
    static let settings = Settings(
        "exchange", startingWith: OwnExchange(),
        [
            Field(
                "request", \.request, .settings(ExchangeRequest.settings),
                "What your app sends, `${id-token}` in it; a form with `idtoken` unless given."),
            Field(
                "token", \.token, .tokenPlace,
                "Where the answer has the custom token; in the cookie `customtoken` unless given."),
        ])
}

extension ExchangeRequest {
    static let settings = Settings(
        "request", startingWith: ExchangeRequest.empty,
        [
            Field("method", \.method, .method, "GET, POST, PUT or PATCH."),
            Field("path", \.path, .pathTemplate, "From the backend's root."),
            Field("headers", \.headers, .texts(placeholders: [TextTemplate.idToken]), "Headers besides."),
            Field("json", \.json, .json(placeholders: [TextTemplate.idToken]), "A JSON body."),
            Field("form", \.form, .texts(placeholders: [TextTemplate.idToken]), "A form as the body.")
                .only("a body is JSON or a form, not both") { $0.json == nil },
            Field("bearer", \.bearer, .bearer, "Sent as `Authorization: Bearer …`: `${id-token}`."),
        ],
        complaint: { request in
            if request.method == "GET", request.json != nil || request.form != nil {
                return Vocabulary.Complaint(
                    ProjectReason.contradiction, message: "a GET has no body", fix: "write `method: POST`")
            }
            guard !request.carriesToken else { return nil }
            return Vocabulary.Complaint(
                ProjectReason.noPlaceholder, message: "the ID token has no place in this request",
                fix: "write `json: { id_token: \"${id-token}\" }`, `form:` or `bearer:`")
        })
}
