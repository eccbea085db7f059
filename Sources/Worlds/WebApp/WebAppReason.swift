public import BridgePrimitives

/// Why the web app cannot be served.
public enum WebAppReason: String, FailureReason {
    case notFound = "web/not-found"
    case notBuilt = "web/not-built"
    case notAFolder = "web/not-a-folder"
    case tooLarge = "web/too-large"
    case outsideFolder = "web/outside-folder"
    case sdkMissing = "web/sdk-missing"
    case sdkIncomplete = "web/sdk-incomplete"

    public var kind: BridgeFailure.Kind { .unavailable }

    public var meaning: String {
        switch self {
        case .notFound: "There is no index.html in the web app's folder."
        case .notBuilt: "The folder holds a web app's sources, which browsers cannot run."
        case .notAFolder: "A web app is a folder, and a file was named."
        case .tooLarge: "The file is larger than any that a web app is served with."
        case .outsideFolder: "The file is a symbolic link that leads out of the web app's folder."
        case .sdkMissing: "The folder has no firebase package."
        case .sdkIncomplete: "The firebase package cannot be used by browsers as it is."
        }
    }

    public var fix: String {
        switch self {
        case .notFound:
            "Build the page, and name its folder with `web.folder` in the project file, or with serve --web."
        case .notBuilt: "Run npm run build there, and name its dist folder."
        case .notAFolder: "Name the folder that has the index.html in it."
        case .tooLarge: "Serve it from elsewhere, or take it out of the folder."
        case .outsideFolder: "Copy the file into the folder."
        case .sdkMissing: "Run npm install firebase there."
        case .sdkIncomplete: "Run npm install firebase there."
        }
    }
}
