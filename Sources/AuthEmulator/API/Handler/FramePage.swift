import BridgePrimitives

/// `GET /emulator/auth/iframe`: the frame that the JavaScript SDK keeps in a page, out of sight.
///
/// It stands on this service's origin, so a popup's window can find it and hand it an event; and what the handler kept
/// when it went back to the page is there for it. Page and frame talk by a relay: by Google's library where the page uses
/// that, by this service's own (``PageScript/relay``) where the page has that.
enum FramePage: Sendable {
    /// Any page may have it, as any page may use the service.
    static let policy =
        "default-src 'none'; script-src 'self' https://apis.google.com; base-uri 'none'; form-action 'none'"

    static let answer: WireAnswer = {
        let page: Markup = """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Relay</title>
            <script type="module" src="\(exact: PageScript.frame.path)"></script></head><body></body></html>
            """
        var answer = WireAnswer(html: page.text)
        answer.policy = policy
        return answer
    }()
}
