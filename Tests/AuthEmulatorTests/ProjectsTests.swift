@testable import AuthEmulator
import BridgePrimitives
import TestSupport
import Testing

@Suite("Projects that are named", .timeLimit(.minutes(5)))
struct ProjectsTests {
    @Test(
        arguments: [
            ("demo-2", "demo-2.sqlite"), ("Demo", "%44emo.sqlite"), ("example.com:demo", "example%2Ecom%3Ademo.sqlite"),
            ("..", "%2E%2E.sqlite"), ("../../x", "%2E%2E%2F%2E%2E%2Fx.sqlite"), ("é", "%C3%A9.sqlite"),
            ("%2E", "%252%45.sqlite"),
            (String(repeating: "x", count: 64), String(repeating: "x", count: 64) + ".sqlite"),
            ("", nil), (String(repeating: "x", count: 65), nil), ("a\u{0}b", nil), ("a\r\nb", nil), ("\u{7F}", nil),
        ] as [(String, String?)])
    func haveFilesThatLeadNowhereElse(id: String, fileName: String?) {
        let project = ProjectID(id)
        #expect(project?.fileName == fileName)
        #expect(fileName.flatMap { ProjectID(fileName: $0) } == project)
    }

    @Test(arguments: ["", ".sqlite", "x", "x.sqlite-wal", "Demo.sqlite", "%2.sqlite", "%41%.sqlite", "x.sqlite.sqlite"])
    func otherFilesAreNone(fileName: String) {
        #expect(ProjectID(fileName: fileName) == nil)
    }

    @Test func areKeptBesideTheServicesOwnAndGoWithAReset() throws {
        try withFolder { folder in
            func service() throws -> AuthService {
                try Fixture(store: AccountStore(path: "\(folder)/accounts.sqlite")).service
            }
            var uid = ""
            do { uid = try service().service(ofProject: "Other").seed(SeedUser(email: "a@example.com")) }
            let again = try service()
            #expect(again.otherProjects == ["Other"])
            let other = try again.service(ofProject: "Other")
            #expect(try other.account(localID: uid)?.email == "a@example.com")
            #expect(
                try again.service(ofProject: "Other") === other && again.service(ofProject: Fixture.project) === again)
            try again.reset()
            #expect(again.otherProjects.isEmpty)
            #expect(try again.service(ofProject: "Other").account(localID: uid) == nil)
        }
    }

    @Test func areSeeded() throws {
        let service = try Fixture().service
        try service.plant(
            Seeds(
                json: [
                    "users": [["uid": "taro"]],
                    "projects": [
                        [
                            "id": "other", "users": [["uid": "hana"]],
                            "configuration": ["signIn": ["allowDuplicateEmails": true]],
                        ]
                    ],
                ]))
        let other = try service.service(ofProject: "other")
        #expect(try other.account(localID: "hana") != nil && other.account(localID: "taro") == nil)
        #expect(other.configuration.allowsDuplicateEmails && !service.configuration.allowsDuplicateEmails)
    }

    @Test(
        arguments: [
            (["projects": [:]], "\"projects\" is no list"), (["projects": [[:]]], "projects[0] has no \"id\""),
            (
                ["projects": [["id": "p", "users": [["uid": 1]]]]],
                "projects[0].users[0].uid is no member of a user, or of the wrong type"
            ),
            (
                ["projects": [["id": "p", "projects": []]]],
                "\"projects[0].projects\" is none of users, tenants, configuration, testPhoneNumbers"
            ),
        ] as [(JSONValue, String)])
    func seedsThatAreWrongAreNamed(json: JSONValue, cause: String) {
        let failure = #expect(throws: BridgeFailure.self) { try Seeds(json: json) }
        #expect(failure?.cause == "the seeds cannot be read: \(cause)")
    }

    @Test(
        arguments: [
            ([["projectId": "p"]], "there is no list under \"projects[0].users\""),
            ([["users": []]], "projects[0].projectId: is missing"),
            (
                [["projectId": .string(Fixture.project), "users": []]],
                "projects[0].projectId: is no id of a further project"
            ),
            (
                [["projectId": "p", "users": []], ["projectId": "p", "users": []]],
                "projects[1].projectId: is another project's too"
            ),
            ([["projectId": "p", "users": [["email": "x"]]]], "projects[0].users[0].localId: is missing"),
        ] as [(JSONValue, String)])
    func exportsThatAreWrongAreNamed(projects: JSONValue, cause: String) throws {
        let service = try Fixture().service
        try service.seed(SeedUser(localID: "taro"))
        let failure = #expect(throws: BridgeFailure.self) {
            try service.importState(["users": [], "projects": projects])
        }
        #expect(failure?.cause == "the export cannot be read: \(cause)")
        #expect(try service.account(localID: "taro") != nil)  // nothing was touched
    }

    /// One seed gives one run, in whichever order projects are named.
    @Test func idsDoNotDependOnTheOrder() throws {
        func uids(_ order: [String]) throws -> [String] {
            let service = try Fixture().service
            for id in order { _ = try service.service(ofProject: id) }
            return try ["a", "b"].map { try service.service(ofProject: $0).seed(SeedUser()) }
        }
        let first = try uids(["a", "b"])
        #expect(try uids(["b", "a"]) == first && first[0] != first[1])
    }
}
