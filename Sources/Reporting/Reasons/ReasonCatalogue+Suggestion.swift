public import BridgePrimitives

extension ReasonCatalogue {
    /// What somebody may have meant who asked for codes that there are none of: by what a code ends with, by a slip in
    /// it, or by a slip in its area.
    public func suggestion(for text: String) -> String {
        let codes = entries.map(\.code.rawValue)
        let areas = codes.map { String($0.prefix { $0 != "/" }) }.uniqued()
        let word = ASCIIText.lowercased(text)
        if !text.contains("/"), let ending = codes.first(where: { $0.hasSuffix("/" + word) }) {
            return "did you mean \"\(ending)\"?"
        }
        return Suggestion.nearest(to: word, among: text.contains("/") ? codes : areas)
            ?? "codes begin with: \(areas.joined(separator: ", "))"
    }
}
