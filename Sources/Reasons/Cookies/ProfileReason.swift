/// How sure one can be of a verdict that rests on a profile's value.
public enum ProfileReason: String, Reason {
    case reported = "profile/reported"
    case assumed = "profile/assumed"
}
