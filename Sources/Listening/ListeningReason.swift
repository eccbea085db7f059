public import BridgePrimitives
import Files

/// Why a service cannot listen or keep its state, or answers a request before any handler sees it.
public enum ListeningReason: String, FailureReason {
    case portInUse = "server/port-in-use"
    case addressNotAvailable = "server/address-not-available"
    case portNotAllowed = "server/port-not-allowed"
    case couldNotListen = "server/could-not-listen"
    case tooFewDescriptors = "server/too-few-descriptors"
    case nameNotLocal = "server/name-not-local"
    case bodyTooLarge = "server/body-too-large"
    case foreignHost = "server/foreign-host"
    case foreignOrigin = "server/foreign-origin"
    case foreignPeer = "server/foreign-peer"
    case wrongToken = "server/wrong-token"
    case repeatedHost = "server/repeated-host"
    case unknownMethod = "server/unknown-method"
    case malformedRequest = "server/malformed-request"
    case noIPv6 = "server/no-ipv6"
    case authorityReplaced = "server/authority-replaced"
    case internalFault = "server/internal-fault"
    case endedEarly = "server/ended-early"
    case stateNotWritable = "state/not-writable"
    case stateDiskFull = "state/disk-full"
    case stateUnreadable = "state/unreadable"
    case authorityUnreadable = "state/unreadable-authority"
    case stateInUse = "state/in-use"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .internalFault, .endedEarly: .internalFault
        case .bodyTooLarge, .repeatedHost, .unknownMethod, .malformedRequest, .authorityUnreadable: .unreadableInput
        case .foreignHost, .foreignOrigin, .foreignPeer, .wrongToken: .usage
        case .portInUse, .addressNotAvailable, .portNotAllowed, .couldNotListen, .tooFewDescriptors, .noIPv6,
            .nameNotLocal, .authorityReplaced, .stateNotWritable, .stateDiskFull, .stateUnreadable, .stateInUse:
            .unavailable
        }
    }

    public var meaning: String {
        switch self {
        case .portInUse: "Another process listens on the port already."
        case .addressNotAvailable: "The address is none of this machine's."
        case .portNotAllowed: "The system does not let this user listen on the port."
        case .couldNotListen: "The system refused to listen."
        case .tooFewDescriptors: "The process may not open as many files and sockets as it needs."
        case .noIPv6: "This machine has no loopback address of IPv6."
        case .nameNotLocal: "The local authority vouches for this machine and private networks only."
        case .authorityReplaced: "The local authority that was kept could not go on, and a new one was made."
        case .bodyTooLarge: "The request's body is larger than the service takes."
        case .foreignHost: "The request names a host under which the service does not answer."
        case .foreignOrigin: "A page of another site sent the request."
        case .foreignPeer: "The request came over the network, not over this machine's loopback."
        case .wrongToken: "The control token is not the one that was set."
        case .repeatedHost: "The request has more than one Host field, and they could name different hosts."
        case .unknownMethod: "The request's method is none that is known here, or what came is no HTTP."
        case .malformedRequest: "What came is no request of HTTP/1.1, or its head is too large."
        case .internalFault: "The service failed on a request that it should have been able to answer."
        case .endedEarly: "A listener ended before it was asked to."
        case .stateNotWritable: "The state directory cannot be made or written."
        case .stateDiskFull: "There is no room for the state; what was kept before still is."
        case .stateUnreadable: "A file in the state directory cannot be read."
        case .authorityUnreadable: "A file of the local authority is damaged."
        case .stateInUse: "Another process uses the state directory."
        }
    }

    public var fix: String {
        switch self {
        case .portInUse: "Pass --port-base 0 and read the chosen ports from the first line."
        case .addressNotAvailable: "Listen on 127.0.0.1."
        case .portNotAllowed: "Choose a port above 1023, or pass --port-base 0."
        case .couldNotListen: "Pass --port-base 0 and read the chosen ports from the first line."
        case .tooFewDescriptors: "Run it in a shell with `ulimit -n 1024`, or pass fewer --jobs."
        case .noIPv6: "Give the loopback device the address ::1, or go on with 127.0.0.1."
        case .nameNotLocal: "Use localhost, a name under .localhost or .local, or an address of a private network."
        case .authorityReplaced: "Trust the new ca.pem, and remove the old authority where it was trusted."
        case .bodyTooLarge: "Send less."
        case .foreignHost: "Ask at 127.0.0.1, localhost or a name under .localhost."
        case .foreignOrigin: "Ask from a page on this machine, or from a program that sends no Origin."
        case .foreignPeer: "Ask at 127.0.0.1 on this machine, or start serve with --control-token and send it."
        case .wrongToken: "Send what --control-token was given."
        case .repeatedHost: "Send one Host field."
        case .unknownMethod: "Use a method such as GET or POST; speak HTTPS to the TLS port only."
        case .malformedRequest: "Send a request line, and header fields of at most 64 KiB."
        case .internalFault, .endedEarly: "Look at the service's log."
        case .stateNotWritable: "Pass --state DIR with a directory of yours; serve and exec also take --ephemeral."
        case .stateDiskFull: "Make room on the disk, or pass another --state DIR."
        case .authorityUnreadable: "Put back a copy, or move it away and trust the authority that is made then."
        case .stateUnreadable: "Move it away, and a new one is made, or pass another --state DIR."
        case .stateInUse: "Stop the other process, or pass another --state DIR; serve and exec also take --ephemeral."
        }
    }
}

extension ListeningReason {
    init(notWriting failure: SystemFailure) {
        self =
            if failure.isLackOfDescriptors { .tooFewDescriptors } else if failure.isLackOfRoom { .stateDiskFull } else {
                .stateNotWritable
            }
    }
}
