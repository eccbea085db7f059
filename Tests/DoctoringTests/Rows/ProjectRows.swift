import BridgePrimitives
import Doctoring
import Linting

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
