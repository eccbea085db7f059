import Listening
@testable import Recording
import Testing

@Suite("What there is to do before and after a recording", .timeLimit(.minutes(5)))
struct SetupStepsTests {
    /// Columns: where the proxy listens, and whether devices reach it. An iPhone that is told 127.0.0.1 asks itself.
    @Test(
        arguments: [
            (["192.168.1.5"], true), (["192.168.1.5", "fd00::5"], true), (["127.0.0.1"], false), (["::1"], false),
            (["localhost"], false), (["127.0.0.1", "192.168.1.5"], true),
        ])
    func nobodyIsSentWhereNobodyListens(addresses: [String], reachesDevices: Bool) throws {
        let authority = try RunAuthority(forAnyHost: "test", now: SystemTime.now, life: .seconds(3600))
        let steps = SetupSteps(addresses: addresses, port: 8888)
        let page = SetupPage(authority: authority, addresses: addresses, port: 8888).html
        let before = steps.before.joined(separator: "\n")
        for text in [before, page] {
            #expect(text.contains("Configure Proxy › Manual") == reachesDevices, "\(text)")
            #expect(text.contains("iPhone") == reachesDevices, "\(text)")
            #expect(text.contains("No device reaches this: pass --host 0.0.0.0") != reachesDevices, "\(text)")
            #expect(text.contains(addresses[0]), "\(text)")
        }
        let after = steps.after.joined(separator: "\n")
        #expect(after.contains("Configure Proxy › Off") == reachesDevices, "\(after)")
        #expect(after.contains("iPhone") == reachesDevices, "\(after)")
    }

    /// Who resets a simulator's keychain loses more than the authority.
    @Test(arguments: ["192.168.1.5", "127.0.0.1"]) func whatAResetTakesWithItIsSaid(address: String) throws {
        let authority = try RunAuthority(forAnyHost: "test", now: SystemTime.now, life: .seconds(3600))
        let page = SetupPage(authority: authority, addresses: [address], port: 8888).html
        for text in [SetupSteps(addresses: [address], port: 8888).after.joined(separator: "\n"), page] {
            #expect(text.contains("simctl keychain booted reset") && text.contains("whole keychain"), "\(text)")
        }
    }
}
