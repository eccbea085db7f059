public import HTTPLoader
public import Reasons
public import WebViews

/// A page in the in-app browser, as the person in front of it sees it.
public struct BrowserPage: Sendable {
    public let url: WebURL
    /// HTTP's: an error page is a page too.
    public let status: Int
    public let document: PageDocument

    public init(url: WebURL, status: Int, document: PageDocument) {
        (self.url, self.status, self.document) = (url, status, document)
    }

    public var title: String { document.title }
    public var text: String { document.text }
    public var links: [PageLink] { document.links }
    public var forms: [PageForm] { document.forms }

    /// Where a link or a form of the page leads, before redirects.
    func request(for action: PersonAction) -> BrowserStep? {
        switch action {
        case .follow(let link): return BrowserStep(to: link.target)
        case .submit(let form, let button, let values):
            let target = button?.action ?? form.action ?? ""
            return BrowserStep(to: target, form: form.method, entries: form.entries(pressing: button, filling: values))
        case .close: return nil
        }
    }
}

/// What a person does with a page.
public enum PersonAction: Sendable {
    case follow(PageLink)
    /// - Parameter values: what is chosen or typed, by the fields' names.
    case submit(PageForm, pressing: PageForm.Button?, filling: [String: String] = [:])
    /// Closes the browser.
    case close(WebSessionReason)
}

/// Somebody in front of the in-app browser.
public protocol Person: Sendable {
    /// Looks at a page and does one thing. Every page is shown but those that go on by themselves.
    func act(on page: BrowserPage) async -> PersonAction
}

/// The next load: an address, as it is written on the page, and what is sent there.
struct BrowserStep: Sendable {
    let target: String
    var form: PageForm.Method = .get
    /// Nil for a link, which keeps the address's own query.
    var entries: [(String, String)]?

    init(to target: String) { self.target = target }

    init(to target: String, form: PageForm.Method, entries: [(String, String)]) {
        (self.target, self.form, self.entries) = (target, form, entries)
    }
}
