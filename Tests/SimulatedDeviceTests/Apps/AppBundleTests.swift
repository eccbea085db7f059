import SimulatedDevice
import Testing

@Suite("What an app belongs to", .timeLimit(.minutes(5)))
struct AppBundleTests {
    /// Columns: the entitlement, all groups in order. The first is where items go that name no group.
    @Test(
        arguments: [
            ([], ["TEAM.app"]),  // no sharing: its own
            (["TEAM.shared"], ["TEAM.shared", "TEAM.app"]),  // the own one is always there, last
            (["TEAM.app", "TEAM.shared"], ["TEAM.app", "TEAM.shared"]),  // named first: stays the default
            (["TEAM.shared", "TEAM.app"], ["TEAM.shared", "TEAM.app"]),
            (["OTHER.shared"], ["TEAM.app"]),  // another team's: no profile would sign it
            (["TEAMX.shared"], ["TEAM.app"]),  // a longer prefix is another team
            (["shared", ""], ["TEAM.app"]),  // no prefix
        ] as [([String], [String])])
    func groupsAreThoseOfTheEntitlementAndItsOwn(entitlement: [String], groups: [String]) {
        let bundle = AppBundle(team: "TEAM", bundleID: "app", keychainAccessGroups: entitlement)
        #expect(bundle.accessGroups == groups && bundle.defaultAccessGroup == groups[0])
        #expect(bundle.accessGroup == "TEAM.app")
    }

    @Test func aTransferLeavesForeignNamesAlone() {
        let bundle = AppBundle(
            team: "TEAM", bundleID: "app", keychainAccessGroups: ["TEAM.shared", "TEAM.app", "OTHER.x"])
        #expect(bundle.transferred(to: "NEW").keychainAccessGroups == ["NEW.shared", "NEW.app", "OTHER.x"])
    }
}
