import BridgePrimitives
import Linting

extension Check {
    static let time: [Check] = [
        Check(.clockOff, .time) { around in
            guard let service = around.serviceDate else { return .notApplicable }
            let difference = service.now - service.date
            guard difference > .seconds(60) || difference < .seconds(-60) else { return .fine }
            let isAhead = difference > .zero
            let seconds = abs(difference.wholeMilliseconds / 1000)
            return .wrong([
                Evidence(
                    service.url,
                    "this machine is \(Duration.seconds(seconds).worldText) \(isAhead ? "ahead" : "behind")"
                )
            ])
        },
        Check(.clockBeforeFiles, .time) { around in
            guard let newest = around.newestFile else { return .notApplicable }
            let ahead = newest.at - around.now
            return ahead > .seconds(3_600)
                ? .wrong([
                    Evidence(
                        newest.path,
                        "was written \(Duration.seconds(ahead.wholeMilliseconds / 1000).worldText) from now")
                ])
                : .fine
        },
        Check(.worldClockFrozen, .time) { around in
            guard let served = around.served else { return .notApplicable }
            return served.isFrozen ? .wrong([Evidence(served.url, "stands at \(served.now.rfc3339)")]) : .fine
        },
        Check(.worldClockMoved, .time) { around in
            guard let served = around.served else { return .notApplicable }
            let difference = served.now - around.now
            guard difference > .seconds(60) || difference < .seconds(-60), !served.isFrozen else { return .fine }
            return .wrong([Evidence(served.url, "it is \(served.now.rfc3339) there")])
        },
    ]

    static let trust: [Check] = [
        Check(.authorityNotTrusted, .trust) { around in
            // Who goes to serve over http needs none.
            guard let isTrusted = around.trustsAuthority, around.usesLocalTLS else { return .notApplicable }
            return isTrusted
                ? .fine
                : .wrong([Evidence(around.authorityPath ?? "the authority", "is not among the system's certificates")])
        },
        Check(.authorityExpired, .trust) { around in
            guard let expiry = around.authorityExpiry else { return .notApplicable }
            return expiry > around.now
                ? .fine : .wrong([Evidence(around.authorityPath ?? "the authority", "ended on \(expiry.rfc3339)")])
        },
        Check(.certificateChecksOff, .trust) { around in
            let variables = around.variables.filter {
                ($0.name == "NODE_TLS_REJECT_UNAUTHORIZED" && $0.value == "0")
                    || ($0.name == "PYTHONHTTPSVERIFY" && $0.value == "0")
            }
            return around.variables.isEmpty ? .notApplicable : Answer(variables.map { Evidence($0.title, "is 0") })
        },
        Check(.proxyCatchesLoopback, .trust) { around in
            let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "HTTP_PROXY"].filter {
                around.environment($0)?.isEmpty == false
            }
            guard !proxies.isEmpty else { return .notApplicable }
            let excluded = (around.environment("no_proxy") ?? around.environment("NO_PROXY") ?? "").split {
                ", ".contains($0)
            }
            .map { ASCIIText.lowercased(String($0)) }
            if excluded.contains("*") { return .fine }
            let missing = ["localhost", "127.0.0.1"].filter { name in
                !excluded.contains { $0 == name || (name == "127.0.0.1" && $0.hasPrefix("127.0.0.0/")) }
            }
            return missing.isEmpty
                ? .fine
                : .wrong([
                    Evidence(
                        "\(proxies.joined(separator: ", ")) in the environment",
                        "no_proxy does not name \(missing.joined(separator: " and "))")
                ])
        },
        Check(.proxyNameIgnored, .trust) { around in
            guard around.environment("HTTP_PROXY")?.isEmpty == false else { return .notApplicable }
            return around.environment("http_proxy") != nil
                ? .fine : .wrong([Evidence("HTTP_PROXY in the environment", "has no http_proxy beside it")])
        },
    ]

    static let versions: [Check] = [
        Check(.serviceAccountMissing, .versions) { around in
            let minting = around.servers.filter { $0.has(word: "createCustomToken") }
            guard let first = minting.first else { return .notApplicable }
            let hasKey =
                !around.variables("GOOGLE_APPLICATION_CREDENTIALS").isEmpty
                || !around.variables("FIREBASE_AUTH_EMULATOR_HOST").isEmpty
                || around.servers.contains {
                    $0.has(word: "cert") || $0.has(word: "serviceAccountId") || $0.has(word: "applicationDefault")
                }
                // On Google's machines the runtime's account signs.
                || around.servers.contains { $0.modules.contains { $0.hasPrefix("firebase-functions") } }
            return hasKey ? .fine : .wrong([Evidence(first.path, "calls createCustomToken")])
        },
        Check(.serviceAccountNotThere, .versions) { around in
            let variables = around.variables("GOOGLE_APPLICATION_CREDENTIALS")
            guard !variables.isEmpty else { return .notApplicable }
            return Answer(
                variables.filter { around.namedFiles[$0.value] == false }.map { Evidence($0.title, "names no file") })
        },
        Check(.webSDKTooOld, .versions) { around in
            guard let (version, path) = around.version(of: "firebase") else { return .notApplicable }
            // When each came: the SDK's release notes.
            let needs: [(word: String, version: Version)] = [
                ("authStateReady", Version(10, 1)), ("connectAuthEmulator", Version(9)), ("initializeAuth", Version(9)),
            ]
            return Answer(
                needs.compactMap { need in
                    guard version < need.version, let page = around.pages.first(where: { $0.has(word: need.word) })
                    else {
                        return nil
                    }
                    return Evidence(page.path, "calls \(need.word), of \(need.version); \(path) has \(version)")
                })
        },
        Check(.routerVersionMixed, .versions) { around in
            guard let (version, path) = around.version(of: "vue-router") else { return .notApplicable }
            let (word, other) = version.major >= 4 ? ("VueRouter", "createRouter") : ("createRouter", "VueRouter")
            return Answer(
                around.pages.filter { $0.has(word: word) && !$0.has(word: other) && $0.modules.contains("vue-router") }
                    .map { Evidence($0.path, "uses \(word); \(path) has vue-router \(version)") })
        },
        Check(.nativeSDKTooOld, .versions) { around in
            let found = ["firebase-ios-sdk", "FirebaseAuth"].lazy.compactMap { around.version(of: $0) }.first
            guard let (version, path) = found else { return .notApplicable }
            // Privacy manifests: firebase-ios-sdk's changelog, 10.22.0.
            return version < Version(10, 22) ? .wrong([Evidence(path, "has \(version)")]) : .fine
        },
        Check(.engineMissing, .versions) { around in
            guard let project = around.project, let engine = project.engine, let problem = around.engines[engine] else {
                return .notApplicable
            }
            return problem.map { .wrong([Evidence("\(project.path) (web: engine)", "\(engine): \($0)")]) } ?? .fine
        },
    ]

    static let files: [Check] = [
        Check(.stateNotWritable, .files) { around in
            guard !around.stateFolder.isEmpty else { return .notApplicable }
            return around.stateProblem.map { .wrong([Evidence(around.stateFolder, $0)]) } ?? .fine
        },
        Check(.pageFolderMissing, .files) { around in
            guard let project = around.project, let folder = project.webFolder else { return .notApplicable }
            return folder.exists
                ? .fine : .wrong([Evidence("\(project.path) (web: folder)", "there is no \(folder.path)")])
        },
        Check(.signInPathNoPath, .files) { around in
            guard let project = around.project, let path = project.signInPath else { return .notApplicable }
            return path.hasPrefix("/") && !path.hasPrefix("//")
                ? .fine
                : .wrong([Evidence("\(project.path) (web: sign-in-path)", "\"\(path)\" has no slash in front, or two")])
        },
    ]
}
