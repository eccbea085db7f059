public import BridgePrimitives
import WebViews

/// All that is said about one code.
public struct ReasonPage: Sendable {
    /// How an engine answers the example.
    public struct EngineRow: Hashable, Sendable {
        /// The profile's name.
        public let engine: String
        public let outcome: String
        public let reasons: [ReasonCode]
        /// Whether the code is among ``reasons``.
        public let givesCode: Bool
    }

    /// An example as it was run for this page.
    public struct ShownExample: Sendable {
        public let story: String
        /// The engine that it was run as.
        public let profile: String
        /// A scenario's file and modules; nil where the steps say it all.
        public let wrongSource: [SourceText]
        public let wrong: ExampleRun
        public let mendedSource: [SourceText]
        public let mended: ExampleRun
        /// Empty where engines make no difference.
        public let engines: [EngineRow]
        /// What to type to run the same; nil where no verb takes it.
        public let command: String?
    }

    /// A text that belongs to an example, with its file's name.
    public struct SourceText: Hashable, Sendable {
        public let name: String
        public let text: String
    }

    public let entry: ReasonCatalogue.Entry
    public let area: ReasonArea
    public let example: ShownExample?
    public let snippets: [FixSnippet]
    public let symptoms: [Symptom]
    /// Other codes that the example gives, and not when it is mended.
    public let seeAlso: [ReasonCode]

    public var code: ReasonCode { entry.code }
    /// What the second half of the example is called: a code that needs no fix is nothing to mend.
    var mendedTitle: String { entry.fix.isEmpty ? "Without it" : "Mended" }

    /// Why there is no example; nil where there is one.
    public var missingExample: String? {
        guard example == nil else { return nil }
        if ReasonExample.of(code) != nil { return "There is an example, which could not be run here." }
        // The pages of scenarios ask for nothing; somebody's own, and views that an app's code makes, do.
        if PageWishReason(rawValue: code.rawValue) != nil {
            return
                "No example runs here: this is seen in a real engine, and in views of an app's own code (AppFrameworks)."
        }
        return area.name == "page"
            ? "No example runs here: this is seen in a real engine only (\(area.place))."
            : "Nobody has written an example for this code yet."
    }
}
