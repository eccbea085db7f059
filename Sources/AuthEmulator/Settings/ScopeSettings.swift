import BridgePrimitives

/// What holds for the users of one scope: a tenant's own switches, and those that it inherits from the project.
struct ScopeSettings: Sendable {
    let scope: AuthScope
    let isDisabled: Bool
    let allowsPasswords: Bool
    let allowsEmailLinks: Bool
    let allowsAnonymousUsers: Bool
    let secondFactors: SecondFactorSettings
    let improvedEmailPrivacy: Bool
    let allowsDuplicateEmails: Bool
    let passwordPolicy: PasswordPolicy

    init(_ project: AuthConfiguration) {
        scope = .project
        isDisabled = false
        (allowsPasswords, allowsEmailLinks) = (project.allowsPasswords, project.allowsEmailLinks)
        (allowsAnonymousUsers, secondFactors) = (project.allowsAnonymousUsers, project.secondFactors)
        (improvedEmailPrivacy, allowsDuplicateEmails) = (project.improvedEmailPrivacy, project.allowsDuplicateEmails)
        passwordPolicy = project.passwordPolicy
    }

    init(_ tenant: Tenant, of project: AuthConfiguration) {
        scope = AuthScope(tenantID: tenant.id)
        isDisabled = tenant.isDisabled
        (allowsPasswords, allowsEmailLinks) = (tenant.allowsPasswords, tenant.allowsEmailLinks)
        (allowsAnonymousUsers, secondFactors) = (tenant.allowsAnonymousUsers, tenant.secondFactors)
        (improvedEmailPrivacy, allowsDuplicateEmails) = (project.improvedEmailPrivacy, project.allowsDuplicateEmails)
        passwordPolicy = project.passwordPolicy
    }

    /// Whether this account is asked for a second factor.
    func asksForSecondFactor(of account: Account) -> Bool {
        secondFactors.isEnabled && !(account.secondFactors ?? []).isEmpty
    }
}
