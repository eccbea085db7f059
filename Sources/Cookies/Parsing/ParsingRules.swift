import BridgePrimitives

/// What the parser needs of a profile, without the evidence: read once for a jar, and cheap to hand around.
struct ParsingRules: Sendable {
    let pairLimit: Int
    let attributeLimit: Int
    let controlCharacters: ControlCharacterRule
    let nameless: NamelessRule
    let scriptTextGetsEquals: Bool
    let quotedSemicolonProtected: Bool
    let headerText: HeaderTextRule
    let emptyTextRemovesNameless: Bool
    let ignoresBareAttributes: Bool
    let unusableLifetime: UnusableLifetimeRule
    let precedence: LifetimePrecedence
    let maxAgeTakesPlus: Bool
    let emptyMaxAgeExpires: Bool
    let dates: CookieDateDialect
    let noneIsReadAs: SameSite
    let unknownSameSiteIsReadAs: SameSite

    init(_ profile: CookieProfile) {
        pairLimit = profile.pairLimit.value ?? .max
        attributeLimit = profile.attributeLimit.value ?? .max
        controlCharacters = profile.controlCharacters.value
        nameless = profile.nameless.value
        scriptTextGetsEquals = profile.scriptTextGetsEquals.value
        quotedSemicolonProtected = profile.quotedSemicolonProtected.value
        headerText = profile.headerText.value
        emptyTextRemovesNameless = profile.emptyTextRemovesNameless.value
        ignoresBareAttributes = profile.bareAttribute.value == .ignored
        unusableLifetime = profile.unusableLifetime.value
        precedence = profile.lifetimePrecedence.value
        maxAgeTakesPlus = profile.maxAgeTakesPlus.value
        emptyMaxAgeExpires = profile.emptyMaxAgeExpires.value
        dates = profile.dates.value
        noneIsReadAs = profile.noneIsReadAs.value
        unknownSameSiteIsReadAs = profile.unknownSameSiteIsReadAs.value
    }
}
