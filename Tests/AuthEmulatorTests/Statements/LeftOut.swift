/// What the protocol's sheet says and the service does not do, with the reason; `docs/auth-service.md` lists them.
struct LeftOut: Sendable {
    /// The chapter of the protocol.
    let chapter: String
    let says: String
    let why: String

    static let all: [LeftOut] = [
        LeftOut(
            chapter: "1.1", says: "A body may have a gigabyte.",
            why: "It is read into memory; 16 MiB hold an import of a thousand users with all that they may have."),
        LeftOut(
            chapter: "1.4", says: "An API key that is sent twice is a violation of the form.",
            why: "No client does it; the last one counts."),
        LeftOut(
            chapter: "1.5", says: "An ID token without its firebase object is a failure of the service's own.",
            why: "A status of 500 makes clients retry; it answers INVALID_ID_TOKEN."),
        LeftOut(
            chapter: "1.6", says: "A body without a content type is not read, and most calls fail of that.",
            why: "It is read as JSON, which no client can tell from having sent the type."),
        LeftOut(
            chapter: "1.7", says: "Another method is answered without an error object.",
            why: "JavaScript takes that for a network failure; the object is there beside the message."),
        LeftOut(
            chapter: "1.8", says: "Any site's preflight is let into the private network.",
            why: "Every page of the web could then talk to this machine; pages of the machine itself are let in."),
        LeftOut(
            chapter: "1.8",
            says: "Pages of any site may use the control plane, and the credential that everybody knows.",
            why: "They could read the codes and empty the project; only pages of this machine may."),
        LeftOut(
            chapter: "2.0", says: "Password hashes are readable: fakeHash:salt=…:password=….",
            why: "Passwords are never kept so that they can be read; hashes of that form are taken by imports."),
        LeftOut(
            chapter: "2.0", says: "The raw id of a provider's row that was replaced still finds its user.",
            why: "It is a slip that lets somebody else's sign-in find the account."),
        LeftOut(
            chapter: "2.3", says: "An answer to a captcha is not implemented.",
            why: "Apps that show one are to work; it is ignored."),
        LeftOut(
            chapter: "2.7", says: "Production checks that the app is genuine before it sends a message.",
            why: "There is no app store, no push service and no reCAPTCHA here."),
        LeftOut(
            chapter: "2.11", says: "Who had an identity before somebody else linked it keeps the row in the record.",
            why: "A pair of provider and id names one user here: the row moves with it."),
        LeftOut(
            chapter: "2.13", says: "A provider starts a sign-in at its page, in production.",
            why: "Which addresses such a page has is not known; it answers 501, as the emulator does."),
        LeftOut(
            chapter: "2.14", says: "Two imported users may have one phone number, and the last is found by it.",
            why: "Signing in by message would find another user than before; the second row is left out with a message."
        ),
        LeftOut(
            chapter: "2.17", says: "Expressions, limits, offsets and other orders than by uid are not implemented.",
            why: "Production has them, and so has the service, lenient or strict."),
        LeftOut(
            chapter: "2.19", says: "The refusal of another tenant's refresh token has no blank before its colon.",
            why: "JavaScript would take the whole sentence for a code."),
        LeftOut(
            chapter: "2.20",
            says: "A request to enrol an authenticator app answers that phoneEnrollmentInfo is missing.",
            why: "Both services enrol apps, which the emulator does not know."),
        LeftOut(
            chapter: "2.20", says: "gc.apple.com is no first factor for a second one.",
            why: "Game Center signs nobody in here; the id is refused all the same."),
        LeftOut(
            chapter: "2.21", says: "An unreadable or orphaned sign-in answers a sentence without a code.",
            why: "Clients make a code of the whole sentence; INVALID_MFA_PENDING_CREDENTIAL stands before it."),
        LeftOut(
            chapter: "2.21", says: "Production requires a second factor of everybody where the state is MANDATORY.",
            why: "What it answers to whoever has none is in no open code; a backend sees it in the token's claims."),
        LeftOut(
            chapter: "2.23", says: "recaptchaConfig, passwordPolicy and sessionCookiePublicKeys answer 501.",
            why: "Clients get on with an answer; it is the one that suits them best."),
        LeftOut(
            chapter: "2.24", says: "Branches of the configuration that nobody knows are kept and shown.",
            why: "Nothing reads them; a setting that seems to hold and has no effect misleads."),
        LeftOut(
            chapter: "2.26", says: "Users who are made or deleted are announced to a Functions emulator.",
            why: "None runs beside this service."),
        LeftOut(
            chapter: "2.29", says: "The link is the handler's own address with the provider's answer added.",
            why: "Whatever stands in that address would be read as the provider's answer; the link holds that alone."),
        LeftOut(
            chapter: "2.29", says: "Both pages load scripts of Google's, so that neither works offline.",
            why: "The scripts are the service's own; the frame loads Google's relay only where its page has that too."),
        LeftOut(
            chapter: "2.29", says: "What a redirect brings back is in the tab's session storage alone.",
            why: "WebKit keeps that from the frame of a page on another port; short-lived cookies have it as well."),
        LeftOut(
            chapter: "2.6", says: "A SAMLResponse that is no JSON is a failure of the service's own.",
            why: "A status of 500 makes clients retry; it answers INVALID_IDP_RESPONSE."),
        LeftOut(
            chapter: "2.6", says: "Production's replies have oauthExpireIn, oauthRefreshToken and pendingToken.",
            why: "No provider here gives them out, and clients take them for optional."),
        LeftOut(
            chapter: "7", says: "What an App Check token says is verified, where App Check is enforced.",
            why: "Its keys are App Check's own. What is refused, and how, is as it is commonly reported of production."),
        LeftOut(
            chapter: "7.2", says: "What is beyond a quota may be answered with 429.",
            why: "The codes' usual status is 400; a fault answers 429 where an app's handling of it is to be seen."),
        LeftOut(
            chapter: "10", says: "Production tells functions the client's address, language and program.",
            why: "The emulator's constants are sent by both; what is behind a socket here is the same machine."),
        LeftOut(
            chapter: "10",
            says: "Session claims under the names iss, aud, sub and exp are a failure of the service's own.",
            why: "A status of 500 makes clients retry; reserved names answer FORBIDDEN_CLAIM."),
        LeftOut(
            chapter: "11.1", says: "Production gives a provider certificates of the service (spCertificates).",
            why: "The service signs no requests; what is sent there is dropped."),
    ]
}
