/// Why the web app cannot be served.
public enum WebAppReason: String, FailureReason {
    case notFound = "web/not-found"
    case notBuilt = "web/not-built"
    case notAFolder = "web/not-a-folder"
    case tooLarge = "web/too-large"
    case outsideFolder = "web/outside-folder"
    case sdkMissing = "web/sdk-missing"
    case sdkIncomplete = "web/sdk-incomplete"
}
