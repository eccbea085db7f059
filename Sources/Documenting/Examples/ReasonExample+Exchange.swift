import Project

extension ReasonExample {
    private static let json = ["Content-Type: application/json"]
    private static let found = ExampleForm.exchange(
        ExchangeStory(200, headers: json, #"{"customToken":"${custom-token}"}"#))

    private static func answer(
        _ status: Int, _ headers: [String] = json, _ body: String = "", at place: TokenPlace = .json("customToken")
    ) -> ExampleForm {
        .exchange(ExchangeStory(status, headers: headers, body, at: place))
    }

    /// What a backend's answer to the ID token can lack.
    static let exchange: [ReasonExample] = [
        ReasonExample(
            ExchangeReason.serverError, "The Admin SDK has no credentials, and the backend fails.",
            answer(500, json, #"{"error":{"message":"Could not load the default credentials."}}"#), mended: found),
        ReasonExample(
            ExchangeReason.noEndpoint, "The app posts to another path than the backend has.",
            answer(404, json, #"{"message":"Cannot POST /auth/exchange"}"#), mended: found),
        ReasonExample(
            ExchangeReason.notAccepted, "The backend verifies for another project than the app's.",
            answer(401, json, #"{"message":"Firebase ID token has incorrect \"aud\" claim."}"#), mended: found),
        ReasonExample(
            ExchangeReason.refused, "The app posts idToken, and the backend reads id_token.",
            answer(400, json, #"{"message":"id_token is required"}"#), mended: found),
        ReasonExample(
            ExchangeReason.formProtection, "A framework asks every POST for the token of its forms.",
            answer(403, json, #"{"message":"CSRF token missing"}"#), mended: found),
        ReasonExample(
            ExchangeReason.otherSlash, "The backend's path ends with a slash, and the app's does not.",
            answer(301, ["Location: /auth/exchange/"]), mended: found, besides: [ExchangeReason.notJSON]),
        ReasonExample(
            ExchangeReason.redirected,
            "Middleware in front of the exchange sends whoever has no session to the sign-in page.",
            answer(302, ["Location: /login"]), mended: found, besides: [ExchangeReason.notJSON]),
        ReasonExample(
            ExchangeReason.html, "The web server answers unknown paths with the single-page app.",
            answer(200, ["Content-Type: text/html"], "<!doctype html><title>Shop</title>"), mended: found,
            besides: [ExchangeReason.notJSON]),
        ReasonExample(
            ExchangeReason.notJSON, "The backend answers with the token alone, as text.",
            answer(200, ["Content-Type: text/plain"], "ok"), mended: found),
        ReasonExample(
            ExchangeReason.saysError, "The backend catches what the Admin SDK throws, and answers with 200.",
            answer(200, json, #"{"error":"the user is disabled"}"#), mended: found, besides: [ExchangeReason.noToken]),
        ReasonExample(
            ExchangeReason.noToken, "The token stands under another name than the app looks for.",
            answer(200, json, #"{"token":"abc"}"#), mended: found),
        ReasonExample(
            ExchangeReason.emptyToken, "The backend answers with a variable that nothing was put into.",
            answer(200, json, #"{"customToken":""}"#), mended: found),
        ReasonExample(
            ExchangeReason.printedValue, "createCustomToken was not awaited, and the cookie has the promise as text.",
            answer(200, ["Set-Cookie: customtoken=%5Bobject%20Promise%5D; Path=/"], at: .cookie("customtoken")),
            mended: answer(200, ["Set-Cookie: customtoken=${custom-token}; Path=/"], at: .cookie("customtoken"))),
        ReasonExample(
            ExchangeReason.controlCharacter,
            "The backend reads the token from what a script prints, with its line break.",
            answer(200, json, #"{"customToken":"${custom-token}\n"}"#), mended: found),
        ReasonExample(
            ExchangeReason.twoTokens, "The backend sets the cookie anew and does not take the old one back.",
            answer(
                200,
                [
                    "Set-Cookie: customtoken=${custom-token}; Path=/auth",
                    "Set-Cookie: customtoken=${second-token}; Path=/",
                ], at: .cookie("customtoken")),
            mended: answer(200, ["Set-Cookie: customtoken=${custom-token}; Path=/"], at: .cookie("customtoken"))),
        ReasonExample(
            ExchangeReason.idTokenCameBack, "The backend verifies the ID token and answers with the same one.",
            answer(200, json, #"{"customToken":"${id-token}"}"#), mended: found),
        ReasonExample(
            ExchangeReason.otherProject, "The backend mints with the service account of the staging project.",
            answer(200, json, #"{"customToken":"${other-token}"}"#), mended: found),
    ]
}
