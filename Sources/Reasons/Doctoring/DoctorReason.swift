/// What is wrong with a set-up, before anything runs.
public enum DoctorReason: String, Reason {
    case emulatorSchemeGiven = "doctor/emulator-scheme-given"
    case emulatorSchemeMissing = "doctor/emulator-scheme-missing"
    case emulatorAnyAddress = "doctor/emulator-any-address"
    case loopbackNamesMixed = "doctor/loopback-names-mixed"
    case localhostIPv6First = "doctor/localhost-ipv6-first"
    case localhostUnknown = "doctor/localhost-unknown"
    case localhostNamesUnknown = "doctor/localhost-names-unknown"
    case portInUse = "doctor/port-in-use"
    case portPrivileged = "doctor/port-privileged"
    case portsTheSame = "doctor/ports-the-same"
    case emulatorPortsMixed = "doctor/emulator-ports-mixed"

    case emulatorNotOnServer = "doctor/emulator-not-on-server"
    case emulatorOnlyOnServer = "doctor/emulator-only-on-server"
    case emulatorNotOnPage = "doctor/emulator-not-on-page"
    case emulatorNotInApp = "doctor/emulator-not-in-app"
    case emulatorInProduction = "doctor/emulator-in-production"

    case projectsMixed = "doctor/projects-mixed"
    case keyPlaceholder = "doctor/key-placeholder"
    case keysMixed = "doctor/keys-mixed"
    case authDomainForeign = "doctor/auth-domain-foreign"
    case bundleMixed = "doctor/bundle-mixed"
    case firebasePlistMissing = "doctor/firebase-plist-missing"

    case clockOff = "doctor/clock-off"
    case clockBeforeFiles = "doctor/clock-before-files"
    case worldClockFrozen = "doctor/world-clock-frozen"
    case worldClockMoved = "doctor/world-clock-moved"

    case transportSecurity = "doctor/transport-security"
    case transportSecurityLocal = "doctor/transport-security-local"
    case appBoundHostMissing = "doctor/app-bound-host-missing"
    case appBoundFlagMissing = "doctor/app-bound-flag-missing"
    case appBoundListMissing = "doctor/app-bound-list-missing"
    case appBoundTooMany = "doctor/app-bound-too-many"
    case urlSchemeMissing = "doctor/url-scheme-missing"
    case keychainGroupMissing = "doctor/keychain-group-missing"
    case associatedDomainForm = "doctor/associated-domain-form"

    case hostingCookieName = "doctor/hosting-cookie-name"
    case secureOnInsecure = "doctor/secure-on-insecure"
    case handoverHTTPOnly = "doctor/handover-http-only"

    case authorityNotTrusted = "doctor/authority-not-trusted"
    case authorityExpired = "doctor/authority-expired"
    case certificateChecksOff = "doctor/certificate-checks-off"
    case proxyCatchesLoopback = "doctor/proxy-catches-loopback"
    case proxyNameIgnored = "doctor/proxy-name-ignored"

    case serviceAccountMissing = "doctor/service-account-missing"
    case serviceAccountNotThere = "doctor/service-account-not-there"

    case webSDKTooOld = "doctor/web-sdk-too-old"
    case routerVersionMixed = "doctor/router-version-mixed"
    case nativeSDKTooOld = "doctor/native-sdk-too-old"
    case engineMissing = "doctor/engine-missing"

    case stateNotWritable = "doctor/state-not-writable"
    case pageFolderMissing = "doctor/page-folder-missing"
    case signInPathNoPath = "doctor/sign-in-path-no-path"
}
