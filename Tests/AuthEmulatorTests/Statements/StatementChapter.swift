import Testing

/// A chapter of the protocol: what `docs/auth-service.md` groups statements by.
struct StatementChapter: Sendable {
    /// `2.12`, with which the ids of its statements begin.
    let number: String
    let title: String
    let statements: [Statement]

    /// In the order of the protocol's sheet.
    static let all: [StatementChapter] = [
        StatementChapter(number: "1.1", title: "Projects", statements: Statement.projects),
        StatementChapter(number: "1.2", title: "Families of paths", statements: Statement.pathFamilies),
        StatementChapter(number: "1.3", title: "Version 3's names", statements: Statement.legacyNames),
        StatementChapter(
            number: "1.4", title: "Credentials, and the order of checks", statements: Statement.credentials),
        StatementChapter(
            number: "1.5", title: "Whose tenant a request is about", statements: Statement.tenantResolution),
        StatementChapter(number: "1.6", title: "Reading a request", statements: Statement.decoding),
        StatementChapter(number: "1.7", title: "Failures", statements: Statement.envelope),
        StatementChapter(number: "1.8", title: "Browsers", statements: Statement.browsers),
        StatementChapter(number: "2.0", title: "Users, ids and tokens", statements: Statement.data),
        StatementChapter(number: "2.1", title: "Signing up", statements: Statement.signUp),
        StatementChapter(number: "2.2", title: "Looking up", statements: Statement.lookup),
        StatementChapter(number: "2.3", title: "Signing in with a password", statements: Statement.passwords),
        StatementChapter(number: "2.4", title: "Signing in with a custom token", statements: Statement.customTokens),
        StatementChapter(number: "2.5", title: "Signing in with a link", statements: Statement.emailLinks),
        StatementChapter(
            number: "2.6", title: "Signing in with an identity provider",
            statements: Statement.providerRequests + Statement.providerReplies + Statement.providerMerging
                + Statement.providerLinking),
        StatementChapter(number: "2.7", title: "Codes by message", statements: Statement.phoneCodes),
        StatementChapter(number: "2.8", title: "Signing in with a number", statements: Statement.phoneSignIn),
        StatementChapter(number: "2.9", title: "Codes by e-mail", statements: Statement.oobCodes),
        StatementChapter(number: "2.10", title: "Setting a password anew", statements: Statement.resetPassword),
        StatementChapter(
            number: "2.11", title: "Changing an account",
            statements: Statement.update + Statement.updateCredentials + Statement.updateProfile
                + Statement.updateByCode),
        StatementChapter(number: "2.12", title: "Deleting an account", statements: Statement.delete),
        StatementChapter(number: "2.13", title: "How an address can sign in", statements: Statement.createAuthURI),
        StatementChapter(number: "2.14", title: "Importing users", statements: Statement.batchCreate),
        StatementChapter(number: "2.15", title: "Pages of users", statements: Statement.batchGet),
        StatementChapter(number: "2.16", title: "Deleting many", statements: Statement.batchDelete),
        StatementChapter(number: "2.17", title: "Queries", statements: Statement.query),
        StatementChapter(number: "2.18", title: "Session cookies", statements: Statement.sessionCookies),
        StatementChapter(number: "2.19", title: "Refreshing", statements: Statement.refreshing),
        StatementChapter(number: "2.20", title: "Enrolling second factors", statements: Statement.enrollment),
        StatementChapter(
            number: "2.21", title: "Signing in with second factors", statements: Statement.secondFactor),
        StatementChapter(number: "2.22", title: "Passkeys", statements: Statement.passkeys),
        StatementChapter(number: "2.23", title: "What clients ask of a project", statements: Statement.clientReads),
        StatementChapter(number: "2.24", title: "Tenants and configuration", statements: Statement.tenants),
        StatementChapter(number: "2.25", title: "What is not implemented", statements: Statement.unavailable),
        StatementChapter(number: "2.27", title: "The emulator's control plane", statements: Statement.control),
        StatementChapter(number: "2.28", title: "The page behind links", statements: Statement.actionPage),
        StatementChapter(
            number: "2.29", title: "Popups and redirects of pages and apps", statements: Statement.handler),
        StatementChapter(number: "3.1", title: "ID tokens", statements: Statement.idTokens),
        StatementChapter(number: "3.2", title: "Custom tokens", statements: Statement.mintedTokens),
        StatementChapter(number: "3.3", title: "Refresh tokens", statements: Statement.refreshTokens),
        StatementChapter(number: "3.4", title: "Session cookies' form", statements: Statement.cookieTokens),
        StatementChapter(number: "3.5", title: "Published keys", statements: Statement.keys),
        StatementChapter(
            number: "3.6", title: "What Admin SDKs make of tokens", statements: Statement.adminVerification),
        StatementChapter(number: "3.7", title: "What ends sessions", statements: Statement.revocation),
        StatementChapter(number: "4.2", title: "What the iOS SDK needs of replies", statements: Statement.iosReplies),
        StatementChapter(number: "5.5", title: "Replies that ask for more", statements: Statement.specialReplies),
        StatementChapter(number: "7", title: "Settings of this service's own", statements: Statement.settings),
        StatementChapter(number: "7.2", title: "Quotas, on request", statements: Statement.quotas),
        StatementChapter(number: "8", title: "The service as a whole", statements: Statement.notes),
        StatementChapter(
            number: "10", title: "Blocking functions",
            statements: Statement.functionCalls + Statement.functionAnswers + Statement.functionFirings
                + Statement.functionFailures),
        StatementChapter(
            number: "11.1", title: "Configurations of identity providers", statements: Statement.providerConfigs),
        StatementChapter(
            number: "11.2", title: "SAML, OIDC and which providers are enabled",
            statements: Statement.providerSwitches + Statement.samlEmulated + Statement.samlRefused),
    ]
}

@Suite("The chapters of statements", .timeLimit(.minutes(5)))
struct StatementChapterTests {
    @Test func idsBelongToTheirChapterAndAreGivenOnce() {
        var seen: Set<String> = []
        for chapter in StatementChapter.all {
            for statement in chapter.statements {
                #expect(statement.id.hasPrefix("\(chapter.number)-"), "\(statement.id)")
                #expect(seen.insert(statement.id).inserted, "\(statement.id) is given twice")
                #expect(statement.says.hasSuffix(".") && !statement.says.contains("|"), "\(statement.id)")
            }
        }
    }
}
