extension ArticleSnippets {
    static let signInWithApple = ArticleSnippets(
        title: "Sign in with Apple",
        snippets: [
            Snippet(
                "Make a nonce of `SecRandomCopyBytes`, sixteen bytes at a time.", "SignInWithApple/RandomNonce",
                "public static func make("),
            Snippet(
                "Stop the app where there are no random bytes: `fatalError`.", "SignInWithApple/RandomNonce",
                "public struct Failure",
                "Thrown: a sign-in can be tried again, a crash cannot (`nonce/no-random-bytes`)."),
            Snippet(
                "Hash it: SHA-256, in hexadecimal.", "SignInWithApple/RandomNonce", "public static func sha256(",
                "Without `String(format:)`."),
            Snippet(
                "Make the request with scopes and the hash, and perform it.", "SignInWithApple/AppleSignIn",
                "public func signIn(completion"),
            Snippet(
                "Say over which window the sheet is shown.", "SignInWithApple/AppleSignIn",
                "public func presentationAnchor(",
                "The window is given to the object; the article takes its view's, which is nil before it is shown. A"
                    + " controller without a provider is noted (`apple-sheet/no-anchor`)."),
            Snippet(
                "In the delegate, make Firebase's credential of identity token and raw nonce.",
                "SignInWithApple/AppleSignIn", "controller: ASAuthorizationController, didCompleteWithAuthorization",
                "Guards end in an error instead of `fatalError`; the name is kept, since Apple tells it once."),
            Snippet(
                "In the delegate, look at the error.", "SignInWithApple/AppleSignIn",
                "public func authorizationController(controller: ASAuthorizationController, didCompleteWithError",
                "Passed on: who closed the sheet is no failure (`apple-sheet/cancelled`)."),
            Snippet(
                "Switch the provider on in the console.", "SignInWithApple/AppleSignIn",
                "Auth.auth().signIn(with: credential)",
                "Forgotten, this call is refused: `disable-provider` in a scenario (`client/operation-not-allowed`)."),
        ])

    static let secondFactors = ArticleSnippets(
        title: "Second factors with async/await",
        snippets: [
            Snippet(
                "Name what a login can come to.", "SecondFactors/AccountService", "public enum LoginType",
                "A case more: enrolment is needed where the app insists on a factor."),
            Snippet(
                "Register, and have the verification mail sent.", "SecondFactors/AccountService",
                "public func register("),
            Snippet(
                "Send that mail once more.", "SecondFactors/AccountService", "public func resendVerificationMail(",
                "Refused to whose address is verified; the service's limit comes through (`client/quota-exceeded`)."),
            Snippet(
                "After the link: reload the user.", "SecondFactors/AccountService", "public func refreshVerification(",
                "A fresh ID token with it: the one in memory says unverified for up to an hour."),
            Snippet(
                "Log in; catch `secondFactorRequired` as an `NSError`.", "SecondFactors/AccountService",
                "public func login("),
            Snippet(
                "Take the resolver out of `userInfo`.", "SecondFactors/SecondFactors",
                "public nonisolated static func resolver(", "The domain is compared as well as the number."),
            Snippet(
                "Let in nobody without a second factor.", "SecondFactors/AccountService", "public func requireMember(",
                "The app's own rule: Firebase leaves factors to the user."),
            Snippet(
                "Enrol a phone: session, message, assertion.", "SecondFactors/SecondFactors", "public func enroll("),
            Snippet(
                "Enrol an authenticator app.", "SecondFactors/SecondFactors", "public func enrollTOTP(",
                "More than the article: what there is since."),
            Snippet("Take factors away.", "SecondFactors/SecondFactors", "public func unenrollAll("),
            Snippet(
                "Send the message for the second factor when its screen appears.", "SecondFactors/SecondFactorScreen",
                "public func sendCode(",
                "On a tap: each appearance would be a message that somebody pays for, and makes the code before it void."
            ),
            Snippet(
                "Resolve the sign-in with the code.", "SecondFactors/SecondFactorScreen", "public func submit("),
            Snippet(
                "Finish a sign-in in one call, with whichever factor.", "SecondFactors/SecondFactors",
                "public func finish(", "For who has no screens, as a scenario."),
            Snippet(
                "Other ways in that such apps have: a code by message.", "SecondFactors/PhoneSignIn",
                "public func signIn("),
            Snippet(
                "Other ways in: a link by mail.", "SecondFactors/EmailLinkSignIn", "public func sendLink("),
        ])

    static let appTransfer = ArticleSnippets(
        title: "The transfer of an app to another team",
        snippets: [
            Snippet(
                "Look at what the keychain has: `SecItemCopyMatching` with `kSecMatchLimitAll`.",
                "AppTransfer/KeychainListing", "public init(", "Services, accounts and groups; no item's data."),
            Snippet(
                "Find Firebase's item under the Google app id and the app's name.", "AppTransfer/CredentialTransfer",
                "private var item", "A wrong id or name is told apart from nobody (`transfer/other-key`)."),
            Snippet(
                "Copy it into the preferences.", "AppTransfer/CredentialTransfer", "public func keepCopy(",
                "Sealed where a secret is given; without one it is the article's copy, which backups have too."),
            Snippet(
                "Copy it at the start.", "AppTransfer/TransferringApp", "public func start("),
            Snippet(
                "Copy it at each sign-in.", "AppTransfer/TransferringApp", "public func signedIn("),
            Snippet(
                "Write it back in the new team's version, before `configure()`.", "AppTransfer/CredentialTransfer",
                "public func restore(", "Afterwards is a mistake with a name (`transfer/restored-too-late`)."),
            Snippet(
                "Delete it.", "AppTransfer/TransferringApp", "public func signOut(",
                "The article's stays: it holds a refresh token (`handoff/copy-left-in-preferences`)."),
        ])
}
