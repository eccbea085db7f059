import BridgePrimitives
import RouterGuard
import Yams

extension FieldType<PageGuard> {
    /// `article`, `recommended`, `{ preset: …, waits-for-auth: false, … }`, or `{ module: src/router/guard.js }`.
    package static var pageGuard: Self {
        let words = PageGuard.Preset.allCases.map(\.rawValue)
        return FieldType(.wordOrSettings(words, PageGuard.settings.shape)) { node, reader in
            guard case .scalar = node else {
                guard var pageGuard = PageGuard.settings.read(node, &reader) else { return nil }
                guard let file = pageGuard.file else { return pageGuard }
                switch reader.vocabulary.guardModule(file, pageGuard.exportName) {
                case .success(let module): pageGuard.module = module
                case .failure(let complaint): return reader.refuse(complaint, node["module"] ?? node)
                }
                return pageGuard
            }
            return FieldType<PageGuard.Preset>.word.read(node, &reader).map { PageGuard($0) }
        }
    }
}

extension PageGuard {
    static let settings = Settings(
        "guard", startingWith: PageGuard(),
        [
            Field(
                "module", \.file, .file,
                "Your own guard: a JavaScript module that exports it, a function that takes the router and registers it, or"
                    + " the router with its routes; it runs unchanged, with the modules beside it that it imports."),
            Field(
                "export", \.exportName, .text,
                "Which of the module's exports; unless given its default one, or the one that there is."
            ).only(ofModule) { $0.file != nil },
            Field(
                "generation", \.generation, .number(3...5),
                "The Vue Router that runs the module: 3, 4 or 5; 4 unless given. 4 and 5 take returned decisions."
            ).only(ofModule) { $0.file != nil },
            Field("preset", \.preset, .word, "The version that the other keys depart from.").only(
                ofPreset, if: isPreset),
            Field(
                "cookie-reader", \.cookieReader, .word,
                "The library that the page reads cookies with; as in the preset unless given."
            ).only(ofPreset, if: isPreset),
            Field(
                "deletes-cookie", \.deletesCookie, .bool,
                "Whether the cookie goes once its token has served; as in the preset unless given."
            ).only(ofPreset, if: isPreset),
            Field(
                "retries", \.retries, .number(0...9),
                "How often a sign-in is tried again that the network has failed; as in the preset unless given."
            ).only(ofPreset, if: isPreset),
            Field("mode", \.mode, .word, "Where the page's router keeps its route."),
            Field(
                "waits-for-auth", \.waitsForAuth, .bool,
                "Whether the guard waits until auth has read its storage; one that does not reads before user scripts at"
                    + " document end. As in the preset unless given."
            ).only(ofPreset, if: isPreset),
        ])

    private static let ofModule = "this says how `module` is run, and there is none"
    private static let ofPreset = "this says how a preset is written, and `module` is a guard of your own"
    private static let isPreset: @Sendable (PageGuard) -> Bool = { $0.file == nil }
}
