/// A file whose settings hold for all scenarios of its folder and of those below.
public struct FolderFile: Hashable, Sendable {
    /// What it is called.
    public static let name = "folder.yaml"

    /// Its path.
    public let file: String
    public let text: String

    public init(file: String, text: String) { (self.file, self.text) = (file, text) }

    /// A scenario's keys but those that make it this one.
    static let settings = Settings(
        name, startingWith: ScenarioDraft(),
        ScenarioDraft.settings.fields.filter {
            !["name", "rows", "steps", "expect", "known-failure"].contains($0.key)
        },
        isDocument: true)
}
