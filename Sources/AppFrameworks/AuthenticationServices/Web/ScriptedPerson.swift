import Reasons
import WebViews

/// A person who knows what they want: an account, a refusal, or to close the page.
///
/// They read what is written on buttons and links, as people do, and know nothing of parameters or hidden fields.
public struct ScriptedPerson: Person {
    public enum Wish: Hashable, Sendable {
        /// Presses the button, or follows the link, that names the account: `@taro_dev`, `Taro Yamada`,
        /// `taro@icloud.com`.
        case signIn(as: String, hidesEmail: Bool = false)
        /// Presses the button that says no.
        case deny
        /// Closes the page at once.
        case close
    }

    public let wish: Wish

    public init(_ wish: Wish) { self.wish = wish }

    public func act(on page: BrowserPage) async -> PersonAction {
        switch wish {
        case .close: return .close(.cancelledByPerson)
        case .deny: return press(page) { Self.refusals.contains($0) } ?? goOn(page)
        case .signIn(let name, let hidesEmail):
            let filling = hidesEmail ? ["email": "hide"] : [:]
            let wanted = Self.words(name)
            return press(page, filling: filling) { label in Self.names(Self.words(label), wanted) } ?? goOn(page)
        }
    }

    /// Presses the first button, or follows the first link, whose words are right.
    private func press(
        _ page: BrowserPage, filling values: [String: String] = [:], _ isRight: (String) -> Bool
    ) -> PersonAction? {
        for form in page.forms {
            if let button = form.buttons.first(where: { isRight($0.label) }) {
                return .submit(form, pressing: button, filling: values)
            }
        }
        return page.links.first { isRight($0.label) }.map { .follow($0) }
    }

    /// A page with one button, or with one link, asks nothing: it only wants to be gone on from.
    private func goOn(_ page: BrowserPage) -> PersonAction {
        if page.forms.count == 1, let form = page.forms.first, form.buttons.count == 1 {
            return .submit(form, pressing: form.buttons.first)
        }
        if page.forms.isEmpty, page.links.count == 1, let link = page.links.first { return .follow(link) }
        return .close(.nothingToDo)
    }

    private static let refusals: Set<String> = ["Cancel", "Deny", "Don’t allow", "No"]

    /// Whole words in their order: `Jun` is not `June`.
    private static func names(_ label: [String], _ wanted: [String]) -> Bool {
        guard !wanted.isEmpty, label.count >= wanted.count else { return false }
        return (0...(label.count - wanted.count)).contains { label[$0...].starts(with: wanted) }
    }

    private static func words(_ text: String) -> [String] {
        text.utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
