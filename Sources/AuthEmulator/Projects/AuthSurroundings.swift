import BridgePrimitives
import Faults

/// What all projects of one service share beside its keys: faults, the audit log, providers, who calls functions, where the
/// web app is.
final class AuthSurroundings: Sendable {
    let faults = FaultBook()
    let audit = AuditLog()
    /// Hosts where the web app is, as whoever started the services says.
    let announcedDomains = Mutex<[String]>([])
    /// What identity providers say of their tokens; nil when none is simulated.
    let directory = Mutex<(any IdentityProviderDirectory)?>(nil)
    /// Who calls the projects' functions; see ``AuthService/functionCaller``.
    let functionCaller = Mutex<(any FunctionCaller)?>(nil)
    let singleProjectMode = Mutex(SingleProjectMode.warning)
}
