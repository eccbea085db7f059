import BridgePrimitives
import Doctoring
import Linting

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
