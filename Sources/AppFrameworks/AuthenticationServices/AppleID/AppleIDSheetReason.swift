public import BridgePrimitives

/// Why the system's sheet for Sign in with Apple gave no credential.
public enum AppleIDSheetReason: String, Reason {
    case noProcess = "apple-sheet/no-process"
    case noSheet = "apple-sheet/no-sheet"
    case noRequest = "apple-sheet/no-request"
    case notInForeground = "apple-sheet/not-in-foreground"
    case noAccount = "apple-sheet/no-account"
    case cancelled = "apple-sheet/cancelled"
    case scripted = "apple-sheet/scripted"
    case unknownClient = "apple-sheet/unknown-client"
    case processEnded = "apple-sheet/process-ended"
    // A note on a request that went well.
    case noAnchor = "apple-sheet/no-anchor"

    public var meaning: String {
        switch self {
        case .noProcess: "The code runs outside of an app's process."
        case .noSheet: "The device has nothing that answers for Sign in with Apple."
        case .noRequest: "The controller was given no request for Sign in with Apple."
        case .notInForeground: "The app is not in the foreground, so that nothing may be shown."
        case .noAccount: "Nobody is signed in to an Apple Account on the device."
        case .cancelled: "The user closed the sheet."
        case .scripted: "The sheet was told to fail."
        case .unknownClient: "Apple knows no app of this bundle id."
        case .processEnded: "The app ended while the sheet was open."
        case .noAnchor:
            "The controller had no presentationContextProvider, so that the system chose the window for its sheet."
        }
    }

    public var fix: String {
        switch self {
        case .noProcess: "Run the app's code with AppProcess.run."
        case .noSheet: "Provide an AppleIDSheet in the device's services."
        case .noRequest: "Make the request with ASAuthorizationAppleIDProvider.createRequest."
        case .notInForeground: "Perform requests when the user asks for it, with the app in view."
        case .noAccount: "Sign in in the device's settings, or show the other ways to sign in."
        case .cancelled: "Treat it as a choice, not as a failure, and show no alert."
        case .scripted: "Show the alert that the app has for this error."
        case .unknownClient: "Register the bundle id with the capability Sign in with Apple."
        case .processEnded: "Begin again when the app is opened again."
        case .noAnchor: "Set presentationContextProvider, keep it, and give the window that the button is in."
        }
    }
}
