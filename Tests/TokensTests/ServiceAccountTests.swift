import BridgePrimitives
import Testing
import Tokens

@Suite("Service-account files", .timeLimit(.minutes(5)))
struct ServiceAccountTests {
    @Test func anAccountComesBackFromItsFile() throws {
        let account = ServiceAccount(projectID: "demo-bridge", key: try TokenFixture.key)
        #expect(account.email == "firebase-adminsdk@demo-bridge.iam.gserviceaccount.com")
        let again = try ServiceAccount(json: JSONValue(parsing: account.json.reveal().text(indented: true)))
        #expect(again.email == account.email)
        #expect(again.projectID == "demo-bridge")
        #expect(again.key.keyID == "k1")
        #expect(again.key.pem.reveal() == account.key.pem.reveal())
    }

    /// Clients such as oauth2client stop at a file without these, though they use none of them here.
    @Test(arguments: [
        "client_id", "auth_uri", "token_uri", "auth_provider_x509_cert_url", "client_x509_cert_url", "universe_domain",
        "private_key_id",
    ])
    func theFileHasAllMembersOfARealOne(name: String) throws {
        let file = ServiceAccount(projectID: "demo-bridge", key: try TokenFixture.key).json.reveal()
        #expect(file[name]?.stringValue?.isEmpty == false)
        #expect(file["client_id"]?.stringValue?.count == 21)
    }

    @Test(arguments: ["type", "project_id", "client_email", "private_key"])
    func eachMemberIsNeeded(name: String) throws {
        let whole = ServiceAccount(projectID: "demo-bridge", key: try TokenFixture.key).json.reveal()
        for value in [nil, "", 1] as [JSONValue?] {
            var object = try #require(whole.objectValue)
            object[name] = value
            let failure = #expect(throws: BridgeFailure.self) { try ServiceAccount(json: .object(object)) }
            #expect(failure?.code.rawValue == "token/unreadable-service-account")
            #expect(failure?.cause.contains(name) == true)
        }
    }

    @Test func aKeyIsNotQuotedWhenItCannotBeRead() throws {
        var object = try #require(
            ServiceAccount(projectID: "demo-bridge", key: try TokenFixture.key).json.reveal().objectValue)
        object["private_key"] = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----"
        let failure = #expect(throws: BridgeFailure.self) { try ServiceAccount(json: .object(object)) }
        #expect(failure?.code.rawValue == "token/unreadable-key")
        #expect(failure?.description.contains("c2VjcmV0") == false)
    }

    @Test func anAuthorizedUserFileIsNoServiceAccount() {
        #expect(throws: BridgeFailure.self) { try ServiceAccount(json: ["type": "authorized_user"]) }
        #expect(throws: BridgeFailure.self) { try ServiceAccount(json: nil) }
    }
}
