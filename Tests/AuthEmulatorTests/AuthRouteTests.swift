@testable import AuthEmulator
import Testing

@Suite("Paths")
struct AuthRouteTests {
    private static let toolkit = "/identitytoolkit.googleapis.com"

    @Test(arguments: [
        ("POST", toolkit + "/v1/accounts:signUp", AuthRoute(endpoint: .signUp)),
        ("POST", toolkit + "/v1/accounts%3AsignUp", AuthRoute(endpoint: .signUp)),  // some clients escape the colon
        ("POST", "/v1/accounts:signInWithPassword", AuthRoute(endpoint: .signInWithPassword)),  // bare
        ("POST", toolkit + "/v1/accounts:signInWithCustomToken", AuthRoute(endpoint: .signInWithCustomToken)),
        ("POST", toolkit + "/v1/projects/p/accounts", AuthRoute(endpoint: .signUp, project: "p")),
        ("POST", toolkit + "/v1/projects/p/accounts:update", AuthRoute(endpoint: .update, project: "p")),
        (
            "POST", toolkit + "/v1/projects/p/tenants/t/accounts:lookup",
            AuthRoute(endpoint: .lookup, project: "p", tenant: "t")
        ),
        ("POST", "/securetoken.googleapis.com/v1/token", AuthRoute(endpoint: .token)),
        ("POST", "/v1/token", AuthRoute(endpoint: .token)),
        // iOS and pyrebase
        (
            "POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyCustomToken",
            AuthRoute(endpoint: .signInWithCustomToken)
        ),
        ("POST", "/identitytoolkit/v3/relyingparty/getAccountInfo", AuthRoute(endpoint: .lookup)),
        ("POST", "/identitytoolkit/v3/relyingparty/setAccountInfo", AuthRoute(endpoint: .update)),
        (
            "GET", "/www.googleapis.com/robot/v1/metadata/x509/a%40b.example",
            AuthRoute(endpoint: .certificates(address: "a@b.example"))
        ),
        (
            "GET", "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
            AuthRoute(endpoint: .keySet(address: "securetoken@system.gserviceaccount.com"))
        ),
        ("GET", "/", AuthRoute(endpoint: .status)),
    ])
    func findTheirEndpoint(method: String, path: String, route: AuthRoute) {
        #expect(AuthRoute.match(method: method, path: path) == route)
    }

    @Test(arguments: [
        ("GET", toolkit + "/v1/accounts:signUp"),  // wrong method
        ("DELETE", "/securetoken.googleapis.com/v1/token"),
        ("POST", "/"),
        ("GET", "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword"),  // the method is kept
        ("POST", toolkit + "/v1/token"),  // a family of another host
        ("POST", "/securetoken.googleapis.com/v1/accounts:signUp"),
        ("POST", toolkit + "/v1/projects/p/accounts:signInWithPassword"),  // no administrator signs in like this
        ("POST", toolkit + "/v1/projects//accounts"),
        ("POST", toolkit + "/v1/accounts:signUp/"),
        ("POST", toolkit + "/v1/accounts:signup"),
        ("POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyClient"),
        ("GET", "/robot/v1/metadata/x509"),
        ("POST", toolkit + toolkit + "/v1/accounts:signUp"),
        ("POST", ""), ("GET", "//"), ("GET", "/%00"), ("POST", "/v1/accounts:signUp\u{301}"),
    ])
    func orNothing(method: String, path: String) {
        #expect(AuthRoute.match(method: method, path: path) == nil)
    }
}
