import Scenarios

/// How it is known from outside that a page is signed in.
public enum SignedInProof: Hashable, Sendable {
    /// The auth service signed somebody in for the page.
    case signIn
    /// The document has an element that this selector finds.
    case selector(String)
    /// A script in the page gives something true.
    case script(String)
    /// The page asked for a URL whose path begins so, and got an answer below 300.
    case request(String)
}

extension FieldType<SignedInProof> {
    static var signedInProof: Self {
        .one(
            "signed-in",
            of: [
                Choice("auto", .text, alone: "", "The auth service signed a user in for the page.") { _ in .signIn },
                Choice("selector", .text, "A CSS selector of an element that only a signed-in page has.") {
                    .selector($0)
                },
                Choice("script", .text, "A JavaScript expression that is true on a signed-in page.") { .script($0) },
                Choice(
                    "request", .path,
                    "A path; a signed-in page asks for it, or for what is below it, and is answered below 300."
                ) { .request($0) },
            ], example: "signed-in: { selector: \"#account\" }")
    }
}
