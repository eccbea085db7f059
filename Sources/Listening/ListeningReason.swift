public import BridgePrimitives
import Files

/// Why a service cannot listen or keep its state, or answers a request before any handler sees it.
public enum ListeningReason: String, FailureReason {
    case portInUse = "server/port-in-use"
    case addressNotAvailable = "server/address-not-available"
    case portNotAllowed = "server/port-not-allowed"
    case couldNotListen = "server/could-not-listen"
    case nameNotLocal = "server/name-not-local"
    case bodyTooLarge = "server/body-too-large"
    case foreignHost = "server/foreign-host"
    case foreignOrigin = "server/foreign-origin"
    case internalFault = "server/internal-fault"
    case endedEarly = "server/ended-early"
    case stateNotWritable = "state/not-writable"
    case stateDiskFull = "state/disk-full"
    case stateUnreadable = "state/unreadable"
    case stateInUse = "state/in-use"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .internalFault, .endedEarly: .internalFault
        case .bodyTooLarge: .unreadableInput
        case .foreignHost, .foreignOrigin: .usage
        case .portInUse, .addressNotAvailable, .portNotAllowed, .couldNotListen, .nameNotLocal, .stateNotWritable,
            .stateDiskFull, .stateUnreadable, .stateInUse:
            .unavailable
        }
    }

    public var meaning: String {
        switch self {
        case .portInUse: "Another process listens on the port already."
        case .addressNotAvailable: "The address is none of this machine's."
        case .portNotAllowed: "The system does not let this user listen on the port."
        case .couldNotListen: "The system refused to listen."
        case .nameNotLocal: "The local authority vouches for loopback names only."
        case .bodyTooLarge: "The request's body is larger than the service takes."
        case .foreignHost: "The request names a host that is not this machine."
        case .foreignOrigin: "A page of another site sent the request."
        case .internalFault: "The service failed on a request that it should have been able to answer."
        case .endedEarly: "A listener ended before it was asked to."
        case .stateNotWritable: "The state directory cannot be made or written."
        case .stateDiskFull: "There is no room for the state; what was kept before still is."
        case .stateUnreadable: "A file in the state directory cannot be read."
        case .stateInUse: "Another process uses the state directory."
        }
    }

    public var fix: String {
        switch self {
        case .portInUse: "Pass --port-base 0 and read the chosen ports from the first line."
        case .addressNotAvailable: "Listen on 127.0.0.1."
        case .portNotAllowed: "Choose a port above 1023, or pass --port-base 0."
        case .couldNotListen: "Pass --port-base 0 and read the chosen ports from the first line."
        case .nameNotLocal: "Use localhost, a name under .localhost, or a loopback address."
        case .bodyTooLarge: "Send less."
        case .foreignHost: "Ask at 127.0.0.1, localhost or a name under .localhost."
        case .foreignOrigin: "Ask from a page on this machine, or from a program that sends no Origin."
        case .internalFault, .endedEarly: "Look at the service's log."
        case .stateNotWritable: "Pass --state DIR with a directory of yours, or --ephemeral."
        case .stateDiskFull: "Make room on the disk, or pass another --state DIR."
        case .stateUnreadable: "Move it away, and a new one is made, or pass another --state DIR."
        case .stateInUse: "Stop the other process, or pass another --state DIR or --ephemeral."
        }
    }
}

extension ListeningReason {
    init(notWriting failure: SystemFailure) { self = failure.isLackOfRoom ? .stateDiskFull : .stateNotWritable }
}
