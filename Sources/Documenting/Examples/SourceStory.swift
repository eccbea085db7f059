import Linting

/// Files of an app as `lint` reads them: no whole files, but the lines that count.
public struct SourceStory: Hashable, Sendable {
    public struct File: Hashable, Sendable {
        public let path: String
        public let text: String

        public init(_ path: String, _ text: String) { (self.path, self.text) = (path, text) }
    }

    public let files: [File]

    public init(_ files: [File]) { self.files = files }
}

extension ReasonExample {
    static func native(
        _ reason: LintReason, _ story: String, _ wrong: String, mended: String, besides: [LintReason] = []
    ) -> ReasonExample {
        files(reason, story, [.init("App.swift", wrong)], mended: [.init("App.swift", mended)], besides: besides)
    }

    static func script(
        _ reason: LintReason, _ story: String, _ wrong: String, mended: String, besides: [LintReason] = []
    ) -> ReasonExample {
        files(reason, story, [.init("guard.js", wrong)], mended: [.init("guard.js", mended)], besides: besides)
    }

    static func files(
        _ reason: LintReason, _ story: String, _ wrong: [SourceStory.File], mended: [SourceStory.File],
        besides: [LintReason] = []
    ) -> ReasonExample {
        ReasonExample(
            reason, story, .sources(SourceStory(wrong)), mended: .sources(SourceStory(mended)), besides: besides)
    }
}
