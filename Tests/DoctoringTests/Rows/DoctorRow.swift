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

func plist(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>\(body)</dict></plist>
    """
}

func strings(_ members: [(String, String)]) -> String {
    plist(members.map { "<key>\($0.0)</key><string>\($0.1)</string>" }.joined())
}

let page = "import { getAuth } from 'firebase/auth'\nconst auth = getAuth(app)\n"
let emulatedPage = page + "connectAuthEmulator(auth, 'http://127.0.0.1:9099')\n"
let app = "import FirebaseAuth\nFirebaseApp.configure()\n"
let emulatedApp = app + "Auth.auth().useEmulator(withHost: \"127.0.0.1\", port: 9099)\n"
let server = "import admin from 'firebase-admin'\nadmin.initializeApp()\n"

func load(_ url: String) -> String { "webView.load(URLRequest(url: URL(string: \"\(url)\")!))" }

func configuration(id: String = "shop-1", key: String = "AIzaSyA1", domain: String = "shop-1.firebaseapp.com")
    -> String
{
    "initializeApp({ apiKey: '\(key)', authDomain: '\(domain)', projectId: '\(id)' })"
}

func project(_ change: @escaping @Sendable (inout Surroundings.Project) -> Void) -> Setup {
    Setup { around in
        var project = Surroundings.Project(path: "session-bridge.yaml")
        change(&project)
        around.project = project
    }
}

func environment(_ values: [(String, String)]) -> Setup {
    Setup { around in around.variables += values.map { Surroundings.Variable($0.0, $0.1) } }
}

func ports(onIPv6: Bool, isServe: Bool = false) -> [Surroundings.Port] {
    [Surroundings.Port(9099, purpose: "serve's auth service", onIPv4: true, onIPv6: onIPv6, isServe: isServe)]
}
