import BridgePrimitives
import Doctoring
import Linting

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
