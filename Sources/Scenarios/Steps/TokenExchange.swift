/// What the app posts to its backend to get a custom token.
public struct TokenExchange: Sendable {
    /// Which token it posts. All but the first are mistakes that are made, or somebody's who should not get in.
    public enum Token: String, CaseIterable, Sendable {
        /// A fresh ID token of the app's user.
        case fresh
        /// The ID token that the app has in memory, however old.
        case stale
        /// The user's ID token of two hours ago.
        case expired
        /// An ID token of another Firebase project, signed with the keys that Google has for all projects.
        case foreignProject = "foreign-project"
        /// An ID token whose end is missing, as after a column that was too narrow.
        case cut
        /// The custom token of the last exchange.
        case custom
        /// A good ID token of another account.
        case ofOtherUser = "of-other-user"
    }

    /// The name of the form field.
    var field = "idtoken"
    var token = Token.fresh

    static let fields = [
        Field<Self>("field", \.field, .text, "The name of the form field that carries the ID token."),
        Field(
            "token", \.token, .word,
            "Which token is posted: a fresh ID token, the one in memory however old (`stale`), one that expired an hour ago, one of another project, one whose end is missing, the custom token, or another user's."
        ),
    ]
}
