import BridgePrimitives
import CookieStores
import Scenarios
import SimulatedDevice

// What the world's app is, before anybody has touched it.
extension WorldSettings {
    static let team = "TEAM123456", bundleID = "com.example.shop"
    private static let otherBundleID = "com.example.club"
    static let googleAppID = "1:12345:ios:0123456789abcdef"
    static let otherGoogleAppID = "1:12345:ios:fedcba9876543210"
    static let clientID = "12345-shop.apps.googleusercontent.com"
    private static let reversedClientID = "com.googleusercontent.apps.12345-shop"

    /// The app as its team's App Store record has it.
    var appBundle: AppBundle { bundle(of: .first) }

    /// One of the team's two apps, both of one Firebase project.
    func bundle(of app: DeviceStep.TeamApp) -> AppBundle {
        let (bundleID, appID) =
            switch app {
            case .first: (Self.bundleID, Self.googleAppID)
            case .other: (Self.otherBundleID, Self.otherGoogleAppID)
            }
        return AppBundle(
            team: Self.team, bundleID: bundleID, keychainAccessGroups: accessGroup.map { [$0] } ?? [],
            resources: ["GoogleService-Info.plist": googleServiceInfo(appID: appID, bundleID: bundleID)],
            urlSchemes: [Self.reversedClientID], information: AppInformation(appBoundDomains: boundDomains))
    }

    /// The property list that the Firebase console gives for an app.
    func googleServiceInfo(appID: String, bundleID: String = bundleID) -> [UInt8] {
        let rows = [
            ("API_KEY", apiKey), ("PROJECT_ID", projectID), ("GOOGLE_APP_ID", appID), ("BUNDLE_ID", bundleID),
            ("CLIENT_ID", Self.clientID), ("REVERSED_CLIENT_ID", Self.reversedClientID), ("GCM_SENDER_ID", "12345"),
        ].map { "<key>\($0)</key><string>\(MarkupText.escaped($1))</string>" }
        return Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>\(rows.joined())</dict></plist>
            """.utf8)
    }
}
