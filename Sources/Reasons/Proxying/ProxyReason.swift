/// Why the proxy did not do what it was asked, or what whoever watches should know of how it did.
public enum ProxyReason: String, Reason {
    // What it was asked for
    case hostRefused = "proxy/host-refused"
    case controlPort = "proxy/control-port"
    case badRequest = "proxy/bad-request"
    case repeatedHost = "proxy/repeated-host"
    case headTooLarge = "proxy/head-too-large"
    case foreignClient = "proxy/foreign-client"
    case tooManyConnections = "proxy/too-many-connections"
    // What a real device may not
    case publicClient = "proxy/public-client"
    case loopbackClosed = "proxy/loopback-closed"
    case metadataClosed = "proxy/metadata-closed"
    case nobodysAddress = "proxy/nobodys-address"
    case ownPort = "proxy/own-port"
    // The client's side
    case notTrusted = "proxy/not-trusted"
    case authorityNotTrusted = "proxy/authority-not-trusted"
    case certificatePinned = "proxy/certificate-pinned"
    case handshakeFailed = "proxy/handshake-failed"
    case passedUnread = "proxy/passed-unread"
    case http3Offered = "proxy/http3-offered"
    // The other side
    case nameUnknown = "proxy/name-unknown"
    case unreachable = "proxy/unreachable"
    case timedOut = "proxy/timed-out"
    case brokenOff = "proxy/broken-off"
    case certificateWanted = "proxy/client-certificate-wanted"
    case certificateUnverified = "proxy/certificate-unverified"
    case notSimulated = "proxy/not-simulated"
}
