@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Paths", .timeLimit(.minutes(5)))
struct PathRouterTests {
    private static let toolkit = "/identitytoolkit.googleapis.com"
    private static let legacy = "/www.googleapis.com/identitytoolkit/v3/relyingparty"

    @Test(
        arguments: [
            ("POST", toolkit + "/v1/accounts:signUp", "accounts:signUp", [:]),
            ("POST", toolkit + "/v1/accounts%3AsignUp", "accounts:signUp", [:]),  // some clients escape the colon
            ("POST", "/v1/accounts:signInWithPassword", "accounts:signInWithPassword", [:]),  // bare
            ("POST", toolkit + "/v1/projects/p/accounts", "accounts:signUp", ["project": "p"]),
            ("POST", toolkit + "/v1/projects/p/accounts:update", "accounts:update", ["project": "p"]),
            (
                "POST", toolkit + "/v1/projects/p/tenants/t/accounts:lookup", "accounts:lookup",
                ["project": "p", "tenant": "t"]
            ),
            ("GET", toolkit + "/v1/projects/p/accounts:batchGet", "accounts:batchGet", ["project": "p"]),
            (
                "POST", toolkit + "/v1/projects/p:createSessionCookie", "projects:createSessionCookie",
                ["project": "p"]
            ),
            (
                "POST", toolkit + "/v1/projects/p/tenants/t%3AcreateSessionCookie", "projects:createSessionCookie",
                ["project": "p", "tenant": "t"]
            ),
            ("POST", toolkit + "/v1/projects/p:queryAccounts", "accounts:query", ["project": "p"]),
            ("POST", toolkit + "/v2/accounts/mfaEnrollment:start", "mfaEnrollment:start", [:]),
            ("GET", toolkit + "/v2/projects/p/tenants/t", "tenants:get", ["project": "p", "id": "t"]),
            ("PATCH", toolkit + "/v2/projects/p/config", "config:patch", ["project": "p"]),
            ("POST", "/securetoken.googleapis.com/v1/token", "token", [:]),
            ("POST", "/v1/token", "token", [:]),
            // iOS and pyrebase
            ("POST", legacy + "/verifyCustomToken", "accounts:signInWithCustomToken", [:]),
            ("POST", "/identitytoolkit/v3/relyingparty/getAccountInfo", "accounts:lookup", [:]),
            ("GET", legacy + "/getProjectConfig", "projects", [:]),
            ("GET", legacy + "/publicKeys", "keys:publicKeys", [:]),
            ("POST", legacy + "/downloadAccount", "accounts:batchGet", [:]),
            (
                "GET", "/www.googleapis.com/robot/v1/metadata/x509/a%40b.example", "keys:certificates",
                ["address": "a@b.example"]
            ),
            (
                "DELETE", "/emulator/v1/projects/p/tenants/t/accounts", "emulator:deleteAccounts",
                ["project": "p", "tenant": "t"]
            ),
            ("GET", "/", "emulator:status", [:]),
        ] as [(String, String, String, [String: String])])
    func findTheirEndpoint(method: String, path: String, id: String, parameters: [String: String]) {
        let route = EndpointTable.router.match(method: method, path: path)
        #expect(route?.endpoint.id == id)
        #expect(route?.parameters == parameters)
    }

    @Test(arguments: [
        ("GET", toolkit + "/v1/accounts:signUp"),  // wrong method
        ("DELETE", "/securetoken.googleapis.com/v1/token"),
        ("POST", "/"),
        ("GET", legacy + "/verifyPassword"),  // the method is kept
        ("POST", legacy + "/getProjectConfig"),
        ("POST", toolkit + "/v1/token"),  // a family of another host
        ("POST", "/securetoken.googleapis.com/v1/accounts:signUp"),
        ("POST", toolkit + "/v1/projects/p/accounts:signInWithPassword"),  // no administrator signs in like this
        ("POST", toolkit + "/v1/projects//accounts"),
        ("POST", toolkit + "/v1/accounts:signUp/"),
        ("POST", toolkit + "/v1/accounts:signup"),
        ("POST", toolkit + "%2Fv1%2Faccounts:signUp"),  // an escaped slash is no separator
        ("POST", legacy + "/verifyClient"),
        ("GET", "/robot/v1/metadata/x509"),
        ("POST", toolkit + toolkit + "/v1/accounts:signUp"),
        ("POST", ""), ("GET", "//"), ("GET", "/%00"), ("POST", "/v1/accounts:signUp\u{301}"),
    ])
    func orNothing(method: String, path: String) {
        #expect(EndpointTable.router.match(method: method, path: path)?.endpoint.id == nil)
    }

    /// A client that comes by DNS names the real service in `Host`; its bare path is then of that family only.
    @Test(arguments: [
        ("/v1/token", "securetoken.googleapis.com", "token"),
        ("/v1/token", "securetoken.googleapis.com:443", "token"),
        ("/v1/token", "identitytoolkit.googleapis.com", nil),
        ("/v1/accounts:signUp", "identitytoolkit.googleapis.com", "accounts:signUp"),
        ("/v1/accounts:signUp", "securetoken.googleapis.com", nil),
        ("/identitytoolkit/v3/relyingparty/signupNewUser", "www.googleapis.com", "accounts:signUp"),
        ("/v1/accounts:signUp", "127.0.0.1:9099", "accounts:signUp"),  // any family
        ("/v1/accounts:signUp", "", "accounts:signUp"),
    ])
    func chooseTheFamilyByHost(path: String, host: String, id: String?) {
        #expect(EndpointTable.router.match(method: "POST", path: path, host: host)?.endpoint.id == id)
    }

    /// Nothing in the table can be reached by two rows.
    @Test func noTwoRowsShareAPath() {
        var seen = Set<String>()
        for endpoint in EndpointTable.all {
            for path in endpoint.paths { #expect(seen.insert("\(endpoint.method) \(path)").inserted, "\(path)") }
        }
    }
}
