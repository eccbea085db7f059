public import CookieStores

/// What is installed of an app: who signed it, who it is, and what it brings along.
public struct AppBundle: Hashable, Sendable {
    /// The developer's team, the first part of access groups: ten capitals and digits, as `TEAM123456`.
    public var team: String
    /// `com.example.shop`.
    public var bundleID: String
    /// `CFBundleShortVersionString`.
    public var version: String
    /// The keychain-access-groups entitlement, with the team's prefix: `TEAM123456.shared`. Groups of another team's
    /// prefix give nothing, since no profile would sign them.
    public var keychainAccessGroups: [String]
    /// Files of the main bundle by name, `GoogleService-Info.plist` among them.
    public var resources: [String: [UInt8]]
    /// Schemes of `CFBundleURLTypes`.
    public var urlSchemes: [String]
    /// What Info.plist says about web views. Stores read it when they are made: an update shows in a new installation.
    public var information: AppInformation

    public init(
        team: String, bundleID: String, version: String = "1.0", keychainAccessGroups: [String] = [],
        resources: [String: [UInt8]] = [:], urlSchemes: [String] = [], information: AppInformation = AppInformation()
    ) {
        (self.team, self.bundleID, self.version) = (team, bundleID, version)
        (self.keychainAccessGroups, self.resources) = (keychainAccessGroups, resources)
        (self.urlSchemes, self.information) = (urlSchemes, information)
    }

    /// The application identifier, `TEAM.BUNDLE`: the group that only this app belongs to.
    public var accessGroup: String { "\(team).\(bundleID)" }

    /// All groups whose items the app may have, in the order in which the system lists them: those of the entitlement,
    /// then the app's own.
    public var accessGroups: [String] {
        let shared = keychainAccessGroups.filter { $0.hasPrefix(team + ".") && $0 != accessGroup }
        // Named in the entitlement, the own group has the place that it has there.
        let isNamed = keychainAccessGroups.contains(accessGroup)
        return isNamed ? keychainAccessGroups.filter { $0.hasPrefix(team + ".") } : shared + [accessGroup]
    }

    /// Where items go that name no group: the first of ``accessGroups``. With keychain sharing that is the first shared
    /// group.
    public var defaultAccessGroup: String { accessGroups.first ?? accessGroup }

    /// The same app in the hands of another team: groups keep their names and get the new prefix.
    public func transferred(to newTeam: String) -> AppBundle {
        var bundle = self
        bundle.team = newTeam
        bundle.keychainAccessGroups = keychainAccessGroups.map { group in
            group.hasPrefix(team + ".") ? newTeam + group.dropFirst(team.count) : group
        }
        return bundle
    }
}
