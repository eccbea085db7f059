import BridgePrimitives
import Yams

extension FieldType<PageGuard> {
    /// `article`, `recommended`, or `{ preset: …, waits-for-auth: false, … }`.
    package static var pageGuard: Self {
        let words = PageGuard.Preset.allCases.map(\.rawValue)
        return FieldType(.wordOrSettings(words, PageGuard.settings.shape)) { node, reader in
            guard case .scalar = node else { return PageGuard.settings.read(node, &reader) }
            return FieldType<PageGuard.Preset>.word.read(node, &reader).map { PageGuard($0) }
        }
    }
}

extension PageGuard {
    static let settings = Settings(
        "guard", startingWith: PageGuard(),
        [
            Field("preset", \.preset, .word, "The version that the other keys depart from."),
            Field(
                "cookie-reader", \.cookieReader, .word,
                "The library that the page reads cookies with; as in the preset unless given."),
            Field(
                "deletes-cookie", \.deletesCookie, .bool,
                "Whether the cookie goes once its token has served; as in the preset unless given."),
            Field(
                "retries", \.retries, .number(0...9),
                "How often a sign-in is tried again that the network has failed; as in the preset unless given."),
            Field("mode", \.mode, .word, "Where the page's router keeps its route."),
            Field(
                "waits-for-auth", \.waitsForAuth, .bool,
                "Whether the guard waits until auth has read its storage; one that does not reads before user scripts at"
                    + " document end. As in the preset unless given."),
        ])
}
