import BridgePrimitives
import Doctoring
import Linting

/// A set-up that is wrong in one way, beside one that is right in the same way.
struct DoctorRow: Sendable {
    let reason: DoctorReason
    let why: String
    let wrong: Setup
    let right: Setup

    init(_ reason: DoctorReason, _ why: String, wrong: Setup, right: Setup) {
        (self.reason, self.why, self.wrong, self.right) = (reason, why, wrong, right)
    }
}

/// Files of a small app, and what is around them.
struct Setup: Sendable {
    /// Written to a folder of its own, and read from there.
    var files: [String: String] = [:]
    /// What the machine would say.
    var around: @Sendable (inout Surroundings) -> Void = { _ in }

    init(_ files: [String: String] = [:], around: @escaping @Sendable (inout Surroundings) -> Void = { _ in }) {
        (self.files, self.around) = (files, around)
    }
}

/// Sunday, 22 November 2026, noon.
let doctorNow = Instant(secondsSinceEpoch: 1_795_348_800)

private func plist(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>\(body)</dict></plist>
    """
}

private func strings(_ members: [(String, String)]) -> String {
    plist(members.map { "<key>\($0.0)</key><string>\($0.1)</string>" }.joined())
}

private let page = "import { getAuth } from 'firebase/auth'\nconst auth = getAuth(app)\n"
private let emulatedPage = page + "connectAuthEmulator(auth, 'http://127.0.0.1:9099')\n"
private let app = "import FirebaseAuth\nFirebaseApp.configure()\n"
private let emulatedApp = app + "Auth.auth().useEmulator(withHost: \"127.0.0.1\", port: 9099)\n"
private let server = "import admin from 'firebase-admin'\nadmin.initializeApp()\n"

private func load(_ url: String) -> String { "webView.load(URLRequest(url: URL(string: \"\(url)\")!))" }

private func configuration(id: String = "shop-1", key: String = "AIzaSyA1", domain: String = "shop-1.firebaseapp.com")
    -> String
{
    "initializeApp({ apiKey: '\(key)', authDomain: '\(domain)', projectId: '\(id)' })"
}

private func project(_ change: @escaping @Sendable (inout Surroundings.Project) -> Void) -> Setup {
    Setup { around in
        var project = Surroundings.Project(path: "session-bridge.yaml")
        change(&project)
        around.project = project
    }
}

private func environment(_ values: [(String, String)]) -> Setup {
    Setup { around in around.variables += values.map { Surroundings.Variable($0.0, $0.1) } }
}

private func ports(onIPv6: Bool, isServe: Bool = false) -> [Surroundings.Port] {
    [Surroundings.Port(9099, purpose: "serve's auth service", onIPv4: true, onIPv6: onIPv6, isServe: isServe)]
}

let addressRows: [DoctorRow] = [
    DoctorRow(
        .emulatorSchemeGiven, "Admin SDKs put the scheme in front themselves",
        wrong: Setup([".env": "# local\nFIREBASE_AUTH_EMULATOR_HOST=http://127.0.0.1:9099"]),
        right: Setup([".env": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"])),
    DoctorRow(
        .emulatorSchemeMissing, "the web SDK wants a URL",
        wrong: Setup(["a.js": "connectAuthEmulator(auth, 'localhost:9099')"]),
        right: Setup(["a.js": "connectAuthEmulator(auth, 'http://localhost:9099')"])),
    DoctorRow(
        .emulatorAnyAddress, "nobody is at 0.0.0.0",
        wrong: Setup(["A.swift": "Auth.auth().useEmulator(withHost: \"0.0.0.0\", port: 9099)"]),
        right: Setup(["A.swift": "Auth.auth().useEmulator(withHost: \"192.168.1.7\", port: 9099)"])),
    DoctorRow(
        .loopbackNamesMixed, "a cookie of localhost is none of 127.0.0.1",
        wrong: Setup(["A.swift": load("http://localhost:5173/"), ".env": "API_URL=http://127.0.0.1:3000"]),
        right: Setup([
            "A.swift": load("http://localhost:5173/")
                + "\nAuth.auth().useEmulator(withHost: \"127.0.0.1\", port: 9099)",
            ".env": "API_URL=http://localhost:3000\nHOST=127.0.0.1",
        ])),
    DoctorRow(
        .localhostIPv6First, "::1 is asked first, and nobody answers",
        wrong: Setup(["a.js": "connectAuthEmulator(auth, 'http://localhost:9099')"]) {
            $0.addresses["localhost"] = ["::1", "127.0.0.1"]
            $0.ports = ports(onIPv6: false)
        },
        right: Setup(["a.js": "connectAuthEmulator(auth, 'http://localhost:9099')"]) {
            $0.addresses["localhost"] = ["::1", "127.0.0.1"]
            $0.ports = ports(onIPv6: true)
        }),
    DoctorRow(
        .localhostUnknown, "another machine's address",
        wrong: Setup { $0.addresses["localhost"] = ["10.0.0.1"] },
        right: Setup { $0.addresses["localhost"] = ["127.0.0.1"] }),
    DoctorRow(
        .localhostNamesUnknown, "a native loader asks the system",
        wrong: Setup(["A.swift": load("http://app.localhost:8080/")]) { $0.addresses["app.localhost"] = [] },
        right: Setup(["A.swift": load("http://app.localhost:8080/")]) { $0.addresses["app.localhost"] = ["127.0.0.1"] }),
    DoctorRow(
        .portInUse, "somebody is there, and it is no serve",
        wrong: Setup { $0.ports = ports(onIPv6: false) },
        right: Setup {
            $0.ports = ports(onIPv6: false, isServe: true)
            $0.served = Surroundings.Served(url: "http://127.0.0.1:4040", now: doctorNow)
        }),
    DoctorRow(
        .portPrivileged, "443 is not everybody's",
        wrong: Setup(["firebase.json": #"{"emulators":{"auth":{"port":443}}}"#]),
        right: Setup(["firebase.json": #"{"emulators":{"auth":{"port":9099}}}"#])),
    DoctorRow(
        .portsTheSame, "two on one",
        wrong: Setup(["firebase.json": #"{"emulators":{"auth":{"port":9099},"ui":{"port":9099}}}"#]),
        right: Setup(["firebase.json": #"{"emulators":{"auth":{"port":9099},"ui":{"port":4000}}}"#])),
    DoctorRow(
        .emulatorPortsMixed, "client and configuration",
        wrong: Setup(["firebase.json": #"{"emulators":{"auth":{"port":9199}}}"#, "a.js": emulatedPage]),
        right: Setup(["firebase.json": #"{"emulators":{"auth":{"port":9099}}}"#, "a.js": emulatedPage])),
]

let emulatorRows: [DoctorRow] = [
    DoctorRow(
        .emulatorNotOnServer, "the server verifies production's tokens",
        wrong: Setup(["web/a.js": emulatedPage, "server/index.js": server]),
        right: Setup([
            "web/a.js": emulatedPage, "server/index.js": server,
            "server/.env": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099",
        ])),
    DoctorRow(
        .emulatorOnlyOnServer, "no client was told",
        wrong: Setup(["web/a.js": page, "server/.env": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"]),
        right: Setup(["web/a.js": emulatedPage, "server/.env": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"])),
    DoctorRow(
        .emulatorNotOnPage, "the app alone", wrong: Setup(["A.swift": emulatedApp, "web/a.js": page]),
        right: Setup(["A.swift": emulatedApp, "web/a.js": emulatedPage])),
    DoctorRow(
        .emulatorNotInApp, "the page alone", wrong: Setup(["A.swift": app, "web/a.js": emulatedPage]),
        right: Setup(["A.swift": emulatedApp, "web/a.js": emulatedPage])),
    DoctorRow(
        .emulatorInProduction, "unsigned tokens in production",
        wrong: Setup([".env.production": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"]),
        right: Setup([".env.development": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"])),
]

let projectRows: [DoctorRow] = [
    DoctorRow(
        .projectsMixed, "the plist of one, the page of another",
        wrong: Setup([
            "GoogleService-Info.plist": strings([("PROJECT_ID", "shop-dev")]), "a.js": configuration(),
            ".firebaserc": #"{"projects":{"default":"shop-1"}}"#,
        ]),
        right: Setup([
            "dev/GoogleService-Info.plist": strings([("PROJECT_ID", "shop-dev")]),
            "GoogleService-Info.plist": strings([("PROJECT_ID", "shop-1")]), "a.js": configuration(),
            ".firebaserc": #"{"projects":{"default":"shop-1","dev":"shop-dev"}}"#,
        ])),
    DoctorRow(
        .keyPlaceholder, "an example's text", wrong: Setup(["a.js": configuration(key: "YOUR_API_KEY")]),
        right: Setup(["a.js": configuration()])),
    DoctorRow(
        .keysMixed, "two keys of one project",
        wrong: Setup(["a.js": configuration(), "b.js": configuration(key: "AIzaSyB2")]),
        right: Setup(["a.js": configuration(), "b.js": configuration()])),
    DoctorRow(
        .authDomainForeign, "another project's",
        wrong: Setup(["a.js": configuration(domain: "shop-2.firebaseapp.com")]),
        right: Setup(["a.js": configuration(domain: "auth.shop.example")])),
    DoctorRow(
        .bundleMixed, "made for another app",
        wrong: Setup([
            "ios/GoogleService-Info.plist": strings([("BUNDLE_ID", "com.example.old")]),
            "ios/Info.plist": strings([("CFBundleIdentifier", "com.example.shop")]),
        ]),
        right: Setup([
            "ios/GoogleService-Info.plist": strings([("BUNDLE_ID", "com.example.old")]),
            "ios/Info.plist": strings([("CFBundleIdentifier", "$(PRODUCT_BUNDLE_IDENTIFIER)")]),
        ])),
    DoctorRow(
        .firebasePlistMissing, "configure() looks for it",
        wrong: Setup(["ios/A.swift": app, "ios/Info.plist": strings([("CFBundleName", "Shop")])]),
        right: Setup([
            "ios/A.swift": app, "ios/Info.plist": strings([("CFBundleName", "Shop")]),
            "ios/GoogleService-Info.plist": strings([("PROJECT_ID", "shop-1")]),
        ])),
]

let clockRows: [DoctorRow] = [
    DoctorRow(
        .clockOff, "a minute and more",
        wrong: Setup { $0.serviceDate = ("http://localhost:3000", doctorNow + .seconds(61), doctorNow) },
        right: Setup { $0.serviceDate = ("http://localhost:3000", doctorNow + .seconds(60), doctorNow) }),
    DoctorRow(
        .clockBeforeFiles, "a file of tomorrow", wrong: Setup { $0.newestFile = ("a.js", doctorNow + .seconds(3601)) },
        right: Setup { $0.newestFile = ("a.js", doctorNow + .seconds(3600)) }),
    DoctorRow(
        .worldClockFrozen, "it stands still",
        wrong: Setup {
            var served = Surroundings.Served(url: "http://127.0.0.1:4040", now: doctorNow)
            served.isFrozen = true
            $0.served = served
        },
        right: Setup { $0.served = Surroundings.Served(url: "http://127.0.0.1:4040", now: doctorNow) }),
    DoctorRow(
        .worldClockMoved, "an hour ahead",
        wrong: Setup { $0.served = Surroundings.Served(url: "http://127.0.0.1:4040", now: doctorNow + .seconds(3600)) },
        right: Setup { $0.served = Surroundings.Served(url: "http://127.0.0.1:4040", now: doctorNow + .seconds(2)) }),
]

let appRows: [DoctorRow] = [
    DoctorRow(
        .transportSecurity, "http to the world",
        wrong: Setup(["A.swift": load("http://shop.example/"), "Info.plist": plist("")]),
        right: Setup([
            "A.swift": load("http://www.shop.example/"),
            "Info.plist": plist(
                "<key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict><key>shop.example</key><dict><key>NSIncludesSubdomains</key><true/><key>NSExceptionAllowsInsecureHTTPLoads</key><true/></dict></dict></dict>"
            ),
        ])),
    DoctorRow(
        .transportSecurityLocal, "http to a machine nearby",
        wrong: Setup(["A.swift": load("http://192.168.1.7:5173/"), "Info.plist": plist("")]),
        right: Setup([
            "A.swift": load("http://192.168.1.7:5173/"),
            "Info.plist": plist(
                "<key>NSAppTransportSecurity</key><dict><key>NSAllowsLocalNetworking</key><true/></dict>"),
        ])),
    DoctorRow(
        .appBoundHostMissing, "not in the list",
        wrong: Setup([
            "A.swift": load("https://shop.example/"),
            "Info.plist": plist("<key>WKAppBoundDomains</key><array><string>other.example</string></array>"),
        ]),
        right: Setup([
            "A.swift": load("https://www.shop.example/"),
            "Info.plist": plist("<key>WKAppBoundDomains</key><array><string>shop.example</string></array>"),
        ])),
    DoctorRow(
        .appBoundFlagMissing, "the list alone takes scripts and cookies away",
        wrong: Setup([
            "A.swift": "let v = WKWebView()",
            "Info.plist": plist("<key>WKAppBoundDomains</key><array><string>shop.example</string></array>"),
        ]),
        right: Setup([
            "A.swift": "let v = WKWebView()\nc.limitsNavigationsToAppBoundDomains = true",
            "Info.plist": plist("<key>WKAppBoundDomains</key><array><string>shop.example</string></array>"),
        ])),
    DoctorRow(
        .appBoundListMissing, "the flag alone lets nothing load",
        wrong: Setup(["A.swift": "c.limitsNavigationsToAppBoundDomains = true", "Info.plist": plist("")]),
        right: Setup([
            "A.swift": "c.limitsNavigationsToAppBoundDomains = true",
            "Info.plist": plist("<key>WKAppBoundDomains</key><array><string>shop.example</string></array>"),
        ])),
    DoctorRow(
        .appBoundTooMany, "eleven",
        wrong: Setup([
            "Info.plist": plist(
                "<key>WKAppBoundDomains</key><array>\((1...11).map { "<string>s\($0).example</string>" }.joined())</array>"
            )
        ]),
        right: Setup([
            "Info.plist": plist(
                "<key>WKAppBoundDomains</key><array>\((1...10).map { "<string>s\($0).example</string>" }.joined())</array>"
            )
        ])),
    DoctorRow(
        .urlSchemeMissing, "Google's answer has nowhere to go",
        wrong: Setup([
            "A.swift": "GIDSignIn.sharedInstance.signIn()", "Info.plist": plist(""),
            "GoogleService-Info.plist": strings([("REVERSED_CLIENT_ID", "com.googleusercontent.apps.1")]),
        ]),
        right: Setup([
            "A.swift": "GIDSignIn.sharedInstance.signIn()",
            "Info.plist": plist(
                "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>com.googleusercontent.apps.1</string></array></dict></array>"
            ),
            "GoogleService-Info.plist": strings([("REVERSED_CLIENT_ID", "com.googleusercontent.apps.1")]),
        ])),
    DoctorRow(
        .keychainGroupMissing, "a group without an entitlement",
        wrong: Setup([
            "A.swift": "try Auth.auth().useUserAccessGroup(\"TEAM1.com.example.shared\")", "A.entitlements": plist(""),
        ]),
        right: Setup([
            "A.swift": "try Auth.auth().useUserAccessGroup(\"TEAM1.com.example.shared\")",
            "A.entitlements": plist(
                "<key>keychain-access-groups</key><array><string>$(AppIdentifierPrefix)com.example.shared</string></array>"
            ),
        ])),
    DoctorRow(
        .associatedDomainForm, "no URLs there",
        wrong: Setup([
            "A.entitlements": plist(
                "<key>com.apple.developer.associated-domains</key><array><string>https://shop.example</string></array>")
        ]),
        right: Setup([
            "A.entitlements": plist(
                "<key>com.apple.developer.associated-domains</key><array><string>webcredentials:shop.example</string></array>"
            )
        ])),
]

let otherRows: [DoctorRow] = [
    DoctorRow(
        .hostingCookieName, "Hosting passes one name on",
        wrong: Setup([
            "firebase.json": #"{"hosting":{"rewrites":[{"source":"**","run":{"serviceId":"api"}}]}}"#,
            "s.js": "const t = req.cookies.customtoken",
        ]),
        right: Setup([
            "firebase.json": #"{"hosting":{"rewrites":[{"source":"**","destination":"/index.html"}]}}"#,
            "s.js": "const t = req.cookies.customtoken",
        ])),
    DoctorRow(
        .secureOnInsecure, "Secure, and http",
        wrong: project {
            $0.cookieAttributes = "Path=/; Secure"
            $0.webURL = "http://localhost:5173"
        },
        right: project {
            $0.cookieAttributes = "Path=/; Secure"
            $0.webURL = "https://localhost:5173"
        }),
    DoctorRow(
        .handoverHTTPOnly, "the page cannot read it",
        wrong: Setup(["a.js": "signInWithCustomToken(getAuth(), t)"]) {
            var project = Surroundings.Project(path: "p.yaml")
            project.cookieAttributes = "Path=/; HttpOnly"
            $0.project = project
        },
        right: Setup(["a.js": "signInWithCustomToken(getAuth(), t)"]) {
            var project = Surroundings.Project(path: "p.yaml")
            project.cookieAttributes = "Path=/"
            $0.project = project
        }),
    DoctorRow(
        .authorityNotTrusted, "the system does not know it, and the page is called over https",
        wrong: Setup(["A.swift": load("https://app.localhost:8443/")]) { $0.trustsAuthority = false },
        right: Setup(["A.swift": load("http://app.localhost:8080/")]) { $0.trustsAuthority = false }),
    DoctorRow(
        .authorityExpired, "at its end it has ended", wrong: Setup { $0.authorityExpiry = doctorNow },
        right: Setup { $0.authorityExpiry = doctorNow + .seconds(1) }),
    DoctorRow(
        .certificateChecksOff, "nothing is checked", wrong: Setup([".env": "NODE_TLS_REJECT_UNAUTHORIZED=0"]),
        right: Setup([".env": "NODE_TLS_REJECT_UNAUTHORIZED=1"])),
    DoctorRow(
        .proxyCatchesLoopback, "localhost through the proxy",
        wrong: environment([("https_proxy", "http://proxy:3128"), ("no_proxy", "localhost")]),
        right: environment([("https_proxy", "http://proxy:3128"), ("no_proxy", "localhost, 127.0.0.1")])),
    DoctorRow(
        .proxyNameIgnored, "capitals alone", wrong: environment([("HTTP_PROXY", "http://proxy:3128")]),
        right: environment([("HTTP_PROXY", "http://proxy:3128"), ("http_proxy", "http://proxy:3128")])),
    DoctorRow(
        .serviceAccountMissing, "nothing to sign with",
        wrong: Setup(["s.js": server + "admin.auth().createCustomToken(uid)"]),
        right: Setup(["s.js": server + "admin.auth().createCustomToken(uid)\nadmin.credential.cert(key)"])),
    DoctorRow(
        .serviceAccountNotThere, "no such file",
        wrong: Setup([".env": "GOOGLE_APPLICATION_CREDENTIALS=key.json"]),
        right: Setup([".env": "GOOGLE_APPLICATION_CREDENTIALS='key.json'", "key.json": "{}"])),
    DoctorRow(
        .webSDKTooOld, "authStateReady came with 10.1",
        wrong: Setup(["package.json": #"{"dependencies":{"firebase":"^10.0.0"}}"#, "a.js": "auth.authStateReady()"]),
        right: Setup(["package.json": #"{"dependencies":{"firebase":"^10.1.0"}}"#, "a.js": "auth.authStateReady()"])),
    DoctorRow(
        .routerVersionMixed, "version 4's function, version 3's package",
        wrong: Setup([
            "package.json": #"{"dependencies":{"vue-router":"~3.6"}}"#,
            "r.js": "import { createRouter } from 'vue-router'",
        ]),
        right: Setup([
            "package.json": #"{"dependencies":{"vue-router":"^4.2.0"}}"#,
            "r.js": "import { createRouter } from 'vue-router'",
        ])),
    DoctorRow(
        .nativeSDKTooOld, "of both package managers",
        wrong: Setup(["Podfile.lock": "PODS:\n  - FirebaseAuth (9.6.0):\n    - X\n"]),
        right: Setup([
            "Package.resolved": #"{"pins":[{"identity":"firebase-ios-sdk","state":{"version":"11.0.0"}}],"version":2}"#
        ])),
    DoctorRow(
        .engineMissing, "asked for, and not there",
        wrong: Setup {
            var project = Surroundings.Project(path: "p.yaml")
            project.engine = "chromium"
            $0.project = project
            $0.engines = ["chromium": "there is no chromium"]
        },
        right: Setup {
            var project = Surroundings.Project(path: "p.yaml")
            project.engine = "chromium"
            $0.project = project
            $0.engines = ["chromium": nil]
        }),
    DoctorRow(
        .stateNotWritable, "no room",
        wrong: Setup {
            $0.stateFolder = "/state"
            $0.stateProblem = "No space left on device"
        }, right: Setup { $0.stateFolder = "/state" }),
    DoctorRow(
        .pageFolderMissing, "not built", wrong: project { $0.webFolder = ("dist", false) },
        right: project { $0.webFolder = ("dist", true) }),
    DoctorRow(
        .signInPathNoPath, "no slash", wrong: project { $0.signInPath = "login" },
        right: project { $0.signInPath = "/login" }),
]
