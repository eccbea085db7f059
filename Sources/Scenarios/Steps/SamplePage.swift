/// Whose code of the sample app opens the page, with views and stores that it makes itself.
public enum SamplePage: String, CaseIterable, Sendable {
    /// As the article ends: a user script without an expiry, and the app's own cookie storage.
    case article
    /// Into the view's own store, waited for.
    case repaired
    /// By a script that looks at the host and keeps the expiry.
    case repairedScript = "repaired-script"
    /// Nothing is handed over: what an earlier start has left has to do.
    case bare
}

extension StepDefinition {
    static let openSample = StepDefinition(
        "open-sample", .app, FieldType<SamplePage>.word, example: "article",
        "The sample app's own code opens the page: its `article` form, the `repaired` one, the repaired one by script, or a"
            + " `bare` load; but for that one, with a fresh exchange of its own."
    ) { .openSample($0) }
}
