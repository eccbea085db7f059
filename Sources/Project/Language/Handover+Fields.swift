import Scenarios

extension FieldType<Handover> {
    static var handover: Self {
        .one(
            "handover",
            of: [
                Choice(
                    "user-script", .settings(OwnScript.settings),
                    "Your own user script, from its file, with `${token}` where the token belongs."
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
                "Its name; the one that your page reads unless given."),
            Field(
                "attributes", \.attributes, .checked { $0.cookieComplaint("customtoken", $1) },
                "Its attributes, as in a Set-Cookie line; those of the backend's cookie unless given."),
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
