import Scenarios

extension FieldType<Handover> {
    static var handover: Self {
        .one(
            "handover",
            of: [
                Choice(
                    "user-script", .settings(OwnScript.settings),
                    "Your own user script, from its file, with `${token}` where the token belongs: as it is, so the quotes"
                        + " are yours."
                ) { .userScript($0) },
                Choice(
                    "cookie-store", .settings(CookieCopy.settings), alone: CookieCopy(),
                    "`httpCookieStore.setCookie` of the web view."
                ) { .cookieStore($0) },
                Choice(
                    "native-storage", .settings(CookieCopy.settings), alone: CookieCopy(),
                    "The app's own HTTPCookieStorage, which no web view reads."
                ) { .nativeStorage($0) },
                Choice("header", .settings(OwnHeader.settings), "A header of the first request.") { .header($0) },
                Choice(
                    "message", .settings(OwnMessage.settings),
                    "A script message handler: your page posts to it, and your app answers with a script. In a real engine,"
                        + " since the headless web view runs no scripts of the page."
                ) { .message($0) },
            ], example: "- user-script: { file: Bridge.js }")
    }
}

extension OwnScript {
    static let settings = Settings(
        "user-script", startingWith: OwnScript(),
        [
            Field("file", \.source, .script, "The script's file.")
                .required("which script?", "add `file: Bridge.js`"),
            Field("at", \.time, .word, "When it runs."),
            Field("main-frame-only", \.isForMainFrameOnly, .bool, "Whether frames within the page do without it."),
        ])
}

extension CookieCopy {
    static let settings = Settings(
        "cookie", startingWith: CookieCopy(),
        [
            Field(
                "name", \.name, .checked { $0.cookieComplaint($1, "") },
                "Its name; that of the backend's cookie, or else the one that your page reads, unless given."),
            Field(
                "attributes", \.attributes, .checked { $0.cookieComplaint("customtoken", $1) },
                "Its attributes, as in a Set-Cookie line, Max-Age in place of Expires; those of the backend's cookie unless given."
            ),
            Field("awaited", \.isAwaited, .bool, "Whether the app waits until the store has it."),
        ])
}

extension OwnHeader {
    static let settings = Settings(
        "header", startingWith: OwnHeader(),
        [
            Field("name", \.name, .headerName, "Its name.").required("which header?", "add `name: Authorization`"),
            Field("value", \.value, .tokenTemplate, "Its value, `${token}` in it."),
        ])
}

extension OwnMessage {
    static let settings = Settings(
        "message", startingWith: OwnMessage(),
        [
            Field("handler", \.handler, .scriptName, "Its name, as in `window.webkit.messageHandlers.NAME`.")
                .required("which handler?", "add `handler: bridge`"),
            Field("answer", \.answer, .tokenTemplate, "What your app evaluates in the page, `${token}` in it.")
                .required("what does the app answer?", "add `answer: window.receiveToken('${token}')`"),
        ])
}
