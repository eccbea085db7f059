/// Where on its way a credential is, from the one who issues it to the one who decides by it.
///
/// The stations are the same for every carrier (a cookie, a header, a script) and for every consumer (the page with its
/// guard, or a server that answers the page's requests).
package enum Station: Int, CaseIterable, Comparable, Sendable {
    /// The app or the page asks an issuer.
    case asked
    /// The issuer answers with a credential.
    case answered
    /// The asker gets the answer.
    case received
    /// A store has it, and has it still.
    case kept
    /// It comes to the consumer at the moment that counts.
    case presented
    /// The consumer looks, under the right name, and understands the value.
    case read
    /// It is valid there and then.
    case accepted
    /// The session lasts.
    case held

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
