/// What else there is to say of a change of an account that was made.
public enum AccountChangeReason: String, Reason {
    case claimsChanged = "auth/claims-changed"
    case sessionsEnded = "auth/sessions-ended"
}
