import BridgePrimitives

/// The handler's documents. What is put into them is text, and a page's event is data of an attribute that the handler's
/// own script reads.
enum HandlerDocument: Sendable {
    /// No script but the handler's own, and no frame around it: who is to click in it must see it.
    static let policy =
        "default-src 'none'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// - Parameters:
    ///   - waiting: the page that waits for one of the events in `body`.
    static func page(_ title: Markup, head: Markup = "", waiting: WaitingPage? = nil, body: Markup) -> WireAnswer {
        let (script, data, alert): (Markup, Markup, Markup) =
            waiting.map { page in
                let returnURL: Markup = page.returnURL.map { " data-return-url=\"\(exact: $0)\"" } ?? ""
                return (
                    "<script type=\"module\" src=\"\(exact: PageScript.handler.path)\"></script>",
                    " data-storage-key=\"\(exact: page.storageKey)\"\(returnURL)",
                    "<p role=\"alert\"></p>"
                )
            } ?? ("", "", "")
        let page: Markup = """
            <!doctype html><html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            \(head)<title>\(title)</title>\(script)</head><body\(data)><main>
            <h1>\(title)</h1>
            \(body)\(alert)
            </main></body></html>
            """
        var answer = WireAnswer(html: page.text)
        answer.policy = policy
        return answer
    }

    /// What a user clicks to have this delivered.
    static func control(_ delivery: AppCallback.Delivery, _ label: Markup) -> Markup {
        switch delivery {
        case .address(let target): "<a href=\"\(exact: target)\">\(label)</a>"
        case .event(let event, _):
            "<button type=\"button\" data-event=\"\(exact: JSONValue.object(event.json).text())\">\(label)</button>"
        }
    }

    /// A page that delivers by itself, and has something to click for browsers that do not.
    ///
    /// No redirect: the provider's form led here, and its page allows forms to lead to this service only.
    static func handOver(_ delivery: AppCallback.Delivery, _ words: String) -> WireAnswer {
        let control: Markup = "<p>\(words)</p><p\(isAtOnce(delivery))>\(control(delivery, "Back to the app"))</p>"
        switch delivery {
        case .address(let target):
            return page(
                "Back to the app", head: "<meta http-equiv=\"refresh\" content=\"0; url=\(exact: target)\">",
                body: control)
        case .event(_, let waiting): return page("Back to the app", waiting: waiting, body: control)
        }
    }

    private static func isAtOnce(_ delivery: AppCallback.Delivery) -> Markup {
        if case .event = delivery { " data-at-once" } else { "" }
    }

    /// For the user, where no app is known that could be told.
    static func refusal(_ meaning: String, fix: String, codes: [ReasonCode]) -> WireAnswer {
        let codes = codes.map { code -> Markup in "<p><code>\(code.rawValue)</code></p>" }
        var answer = page("This sign-in cannot go on", body: "<p>\(meaning)</p><p>\(fix)</p>\(codes)")
        answer.status = 400
        return answer
    }
}
