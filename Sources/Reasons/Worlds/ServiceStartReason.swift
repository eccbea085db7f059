/// Why a service that a project file starts, the backend or what serves the page, does not come up.
public enum ServiceStartReason: String, FailureReason {
    case notStarted = "start/not-started"
    case endedEarly = "start/ended-early"
    case notReady = "start/not-ready"
    case portInUse = "start/port-in-use"
    case notTrusted = "start/certificate-not-trusted"
    case plainHTTP = "start/plain-http"
}
