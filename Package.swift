// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "session-bridge",
    platforms: [.macOS(.v15)],
    products: [
        // What a test imports: the world, and the modules whose types it gives.
        .library(
            name: "SessionBridge",
            targets: [
                "AppFrameworks", "AuthEmulator", "BridgePrimitives", "BridgeTrace", "Captures",
                "CookieStores", "Cookies", "Diagnosis", "Exploring", "Faults",
                "FirebaseAuthClient",
                "HTTPLoader", "HandoffBackend", "IdentityProviders", "Listening", "PageEngines", "Project", "Proxying",
                "Reasons",
                "RouterGuard",
                "Scenarios", "SessionBridge", "SimulatedDevice", "Tokens",
                "WebViews",
                "Worlds",
            ]),
        // Scenarios and worlds in Swift Testing and XCTest.
        .library(name: "SessionBridgeTesting", targets: ["SessionBridgeTesting"]),
        .executable(name: "session-bridge", targets: ["SessionBridgeCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without its support for swift-configuration, which nothing here uses: 21 000 lines less to compile.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: ["FullFoundation"]),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Every reason code, and a table of what each means and what to do about it.
        .target(name: "CReasonTable"),
        .target(
            name: "Reasons", dependencies: ["CReasonTable"], exclude: ["reasons.tsv"],
            swiftSettings: [.strictMemorySafety()]),
        // The bytes of sentences.tsv, compiled in the same way.
        .target(name: "CSentenceTable"),

        // Pure cores: no I/O, no clock of their own.
        .target(name: "BridgePrimitives", dependencies: ["Reasons"], swiftSettings: [.strictMemorySafety()]),
        .target(
            name: "Cookies", dependencies: ["BridgePrimitives", "Reasons"], swiftSettings: [.strictMemorySafety()]),
        .target(
            name: "RouterGuard", dependencies: ["BridgePrimitives", "Reasons"], swiftSettings: [.strictMemorySafety()]),
        .target(
            name: "Tokens",
            dependencies: [
                "BridgePrimitives", "Reasons", .target(name: "CCrypto", condition: .when(platforms: [.linux])),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ], swiftSettings: [.strictMemorySafety()]),
        // What goes wrong on purpose: which requests a fault meets, and what becomes of them.
        .target(name: "Faults", dependencies: ["BridgePrimitives"], swiftSettings: [.strictMemorySafety()]),
        .target(
            name: "BridgeTrace",
            dependencies: ["BridgePrimitives", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: [.strictMemorySafety()]),

        // What browsers and proxies recorded, read and written.
        .target(name: "Captures", dependencies: ["BridgePrimitives"], swiftSettings: [.strictMemorySafety()]),

        // What other people's programs print, and how they write values.
        .target(
            name: "Wording", dependencies: ["BridgePrimitives", "CSentenceTable", "Reasons"],
            exclude: ["Sentences/sentences.tsv"], swiftSettings: [.strictMemorySafety()]),

        // The orders of a program's concurrent events.
        .target(name: "Exploring", dependencies: ["BridgePrimitives"], swiftSettings: [.strictMemorySafety()]),

        // What an app's sources are about to do.
        .target(
            name: "Linting", dependencies: ["BridgePrimitives", "Cookies", "RouterGuard"],
            swiftSettings: [.strictMemorySafety()]),
        // How an app and a machine are set up.
        .target(
            name: "Doctoring", dependencies: ["BridgePrimitives", "Cookies", "Linting", "Reasons"],
            swiftSettings: [.strictMemorySafety()]),

        // C libraries, one thin target each.
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: linuxOnly("libcrypto"), providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"]), .brew(["libpsl"])]),
        .systemLibrary(
            name: "CJavaScriptCore", pkgConfig: linuxOnly("javascriptcoregtk-4.1"),
            providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),

        // Edges.
        .target(name: "Files", dependencies: ["Reasons"]),
        .target(name: "HTTPLoader", dependencies: ["BridgePrimitives", "CCurl", "Files", "Reasons"]),
        .target(
            name: "Databases",
            dependencies: ["BridgePrimitives", "Files", "Reasons", .product(name: "GRDB", package: "GRDB.swift")]),
        .target(name: "ChildProcesses", dependencies: ["BridgePrimitives"]),
        // Neither JavaScript nor HTML: the device and the native client link this and not the web view.
        .target(
            name: "CookieStores",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CPSL", "Cookies", "Databases", "HTTPLoader", "Reasons",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .target(
            name: "WebViews",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CJavaScriptCore", "CXML2", "CookieStores", "Cookies", "HTTPLoader",
                "Reasons",
            ]),
        .target(
            name: "Listening",
            dependencies: [
                "BridgePrimitives", "Faults", "Files", "Reasons", "Tokens",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]),
        // What leads other processes here instead of to Google.
        .target(
            name: "Proxying",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Listening", "Reasons",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ]),
        // Pages in a real engine, through its own API, with all that they send and get read at the proxy.
        .target(
            name: "PageEngines",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Captures", "ChildProcesses", "CookieStores",
                "Cookies", "Files", "HTTPLoader", "Listening", "Proxying", "WebViews",
            ]),
        .target(
            name: "AuthEmulator",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Databases", "Faults", "Files", "HTTPLoader", "Listening", "Reasons",
                "Tokens", "Wording", "YAMLReading",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Yams", package: "Yams"),
            ],
            resources: [.embedInCode("API/Scripts")]),
        .target(
            name: "IdentityProviders",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "HTTPLoader", "Listening", "Reasons", "Tokens",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        .target(
            name: "SimulatedDevice",
            dependencies: ["BridgePrimitives", "BridgeTrace", "CookieStores", "Cookies"]),
        // The parts of Apple's frameworks that apps call, under Apple's names.
        .target(
            name: "AppFrameworks",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CookieStores", "Cookies", "HTTPLoader", "IdentityProviders",
                "Reasons", "SimulatedDevice", "WebViews", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        .target(
            name: "FirebaseAuthClient",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Files", "HTTPLoader", "Reasons", "SimulatedDevice", "Tokens",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        // What an app's code looks like: the articles' flows, which the world runs as its native app. It imports what an
        // app imports, and nothing else of this package.
        .target(
            name: "SampleApp", dependencies: ["AppFrameworks", "FirebaseAuthClient"], path: "Examples/SampleApp",
            exclude: ["README.md"]),
        .target(
            name: "HandoffBackend",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CookieStores", "Databases", "HTTPLoader", "Listening", "Reasons",
                "Tokens",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),

        // Composition.
        // All YAML goes through it, within limits.
        .target(name: "YAMLReading", dependencies: [.product(name: "Yams", package: "Yams")]),
        .target(
            name: "Scenarios",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Reasons", "RouterGuard", "YAMLReading",
                .product(name: "Yams", package: "Yams"),
            ]),
        // The user's own app, as a project file describes it, what its backend's answers mean, and the files that it and its
        // scenarios are read from.
        .target(
            name: "Project",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "Cookies", "Faults", "Files", "HTTPLoader", "HandoffBackend",
                "Listening", "Reasons", "RouterGuard", "Scenarios", "Tokens", "Wording",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Yams", package: "Yams"),
            ]),
        // Pure: reads traces, and says what a person should know. Knows the reasons of all that write events.
        .target(
            name: "Diagnosis",
            dependencies: ["BridgePrimitives", "BridgeTrace", "Cookies", "Reasons", "Tokens", "Wording"]),
        // Pure: the shipped faults, and what became of a handoff under each.
        .target(
            name: "FaultMatrix", dependencies: ["BridgePrimitives", "BridgeTrace", "Faults"],
            swiftSettings: [.strictMemorySafety()]),
        // Pure: one trace as a table, as a diagram or by what saw its secrets, and two beside each other.
        .target(name: "TraceReports", dependencies: ["BridgePrimitives", "BridgeTrace", "Diagnosis"]),
        // A device, the services, a web view and one clock.
        .target(
            name: "Worlds",
            dependencies: [
                "AppFrameworks", "AuthEmulator", "BridgePrimitives", "BridgeTrace", "ChildProcesses", "CookieStores",
                "Cookies", "Diagnosis", "Exploring", "Faults", "Files", "FirebaseAuthClient", "HTTPLoader",
                "HandoffBackend",
                "IdentityProviders", "Listening", "PageEngines", "Project", "Proxying", "Reasons", "RouterGuard",
                "SampleApp",
                "Scenarios", "SimulatedDevice", "Tokens", "WebViews", "Wording",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        // Many phones on one world's services, and the lines that ask them for handoffs.
        .target(
            name: "Handoffs",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Cookies", "HTTPLoader", "Scenarios", "WebViews", "Worlds",
            ]),
        // Shows traces: the page, and what it asks for.
        .target(
            name: "Inspecting",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CookieStores", "Cookies", "Listening", "TraceReports",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            resources: [.embedInCode("Page")]),
        // What explains a HAR file: its requests beside the model's, and what went wrong in them.
        .target(
            name: "Explaining",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Captures", "CookieStores", "Cookies", "Diagnosis", "Files",
                "HTTPLoader", "PageEngines", "Scenarios", "Tokens", "TraceReports", "Wording",
            ]),
        // A world that stays, and what steers it from outside.
        .target(
            name: "Serving",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "BridgeTrace", "Faults", "Files", "HTTPLoader", "HandoffBackend",
                "IdentityProviders", "Inspecting", "Listening", "Project", "Proxying", "Tokens", "Worlds",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        // A proxy between real devices and the world, which explains their cookies as they pass.
        .target(
            name: "Recording",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "BridgeTrace", "Captures", "CookieStores", "Cookies", "Explaining",
                "HTTPLoader", "Inspecting", "Listening", "PageEngines", "Proxying", "Scenarios", "TraceReports",
                "Worlds",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        // The one import of a test.
        .target(
            name: "SessionBridge",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CookieStores", "Cookies", "Diagnosis", "FirebaseAuthClient",
                "HTTPLoader", "Listening", "Project", "Scenarios", "WebViews", "Worlds",
            ]),
        // What a test of a team's own records: issues with the causes and fixes that the command prints.
        .target(
            name: "SessionBridgeTesting",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Cookies", "HTTPLoader", "Listening", "Project", "Scenarios",
                "Worlds",
            ]),
        .executableTarget(
            name: "SessionBridgeCLI",
            dependencies: [
                "AppFrameworks", "AuthEmulator", "BridgePrimitives", "BridgeTrace", "Captures", "ChildProcesses",
                "CookieStores", "Cookies", "Diagnosis", "Doctoring", "Explaining", "Exploring", "FaultMatrix", "Faults",
                "Files", "HTTPLoader", "HandoffBackend", "Handoffs", "Inspecting", "Linting", "Listening",
                "PageEngines", "Project", "Proxying", "Reasons", "Recording", "RouterGuard", "Scenarios", "Serving",
                "SimulatedDevice", "Tokens", "TraceReports", "WebViews", "Worlds", "YAMLReading",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ],
            resources: [.embedInCode("Reasons/symptoms.yaml")]),

        // Tests mirror sources.
        // Keys and certificates for tests that start worlds.
        .target(
            name: "WorldTestSupport",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Listening", "Project", "Reasons", "Scenarios", "Worlds",
            ],
            path: "Tests/WorldTestSupport"),
        // What several test targets use; imports no test library, so that it builds like any other target.
        .target(
            name: "TestSupport", dependencies: ["BridgePrimitives", .product(name: "Yams", package: "Yams")],
            path: "Tests/TestSupport"),
        // Properties of what reads others' texts, for seeded tests; the package in Fuzzing runs the same under libFuzzer.
        .target(name: "FuzzSupport", dependencies: ["BridgePrimitives"], path: "Tests/FuzzSupport"),
        .target(
            name: "CookieFuzzing", dependencies: ["BridgePrimitives", "Cookies", "FuzzSupport"],
            path: "Tests/CookieFuzzing", swiftSettings: [.strictMemorySafety()]),
        .target(
            name: "HARFuzzing", dependencies: ["BridgePrimitives", "Captures", "FuzzSupport"],
            path: "Tests/HARFuzzing"),
        .target(
            name: "HTMLFuzzing", dependencies: ["BridgePrimitives", "FuzzSupport", "HTTPLoader", "WebViews"],
            path: "Tests/HTMLFuzzing"),
        .target(
            name: "HTTPFuzzing", dependencies: ["BridgePrimitives", "Cookies", "FuzzSupport", "HTTPLoader"],
            path: "Tests/HTTPFuzzing"),
        .target(name: "JSONFuzzing", dependencies: ["BridgePrimitives", "FuzzSupport"], path: "Tests/JSONFuzzing"),
        .target(
            name: "ScenarioFuzzing", dependencies: ["BridgePrimitives", "FuzzSupport", "Scenarios"],
            path: "Tests/ScenarioFuzzing"),
        .target(
            name: "TokenFuzzing", dependencies: ["BridgePrimitives", "FuzzSupport", "Tokens"],
            path: "Tests/TokenFuzzing"),
        .target(
            name: "YAMLFuzzing",
            dependencies: ["FuzzSupport", "YAMLReading", .product(name: "Yams", package: "Yams")],
            path: "Tests/YAMLFuzzing"),
        // Runs files of guard cases through the model of Vue Router: `swift run guard-oracle FILE`.
        .target(
            name: "GuardOracle", dependencies: ["BridgePrimitives", "Files", "RouterGuard"],
            path: "Tests/GuardOracle/Library"),
        .executableTarget(
            name: "guard-oracle",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "GuardOracle",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Tests/GuardOracle/Command"),
        .testTarget(
            name: "BridgePrimitivesTests",
            dependencies: ["BridgePrimitives", "FuzzSupport", "JSONFuzzing"]),
        .testTarget(
            name: "CookiesTests",
            dependencies: ["BridgePrimitives", "CookieFuzzing", "Cookies", "FuzzSupport", "Reasons", "TestSupport"]),
        .testTarget(
            name: "RouterGuardTests", dependencies: ["BridgePrimitives", "Reasons", "RouterGuard", "TestSupport"]),
        .testTarget(
            name: "GuardOracleTests", dependencies: ["BridgePrimitives", "GuardOracle", "RouterGuard", "TestSupport"],
            resources: [.copy("Fixtures")]),
        .testTarget(name: "ExploringTests", dependencies: ["BridgePrimitives", "Exploring"]),
        .testTarget(name: "WordingTests", dependencies: ["BridgePrimitives", "Reasons", "Wording"]),
        .testTarget(name: "SessionBridgeTests", dependencies: ["Reasons", "SessionBridge", "TestSupport", "Tokens"]),
        .testTarget(name: "FilesTests", dependencies: ["Files", "Reasons", "TestSupport"]),
        .testTarget(
            name: "TokensTests",
            dependencies: ["BridgePrimitives", "FuzzSupport", "TokenFuzzing", "Tokens"]),
        .testTarget(
            name: "BridgeTraceTests", dependencies: ["BridgePrimitives", "BridgeTrace", "TestSupport"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "CapturesTests",
            dependencies: ["BridgePrimitives", "Captures", "FuzzSupport", "HARFuzzing", "TestSupport"],
            resources: [.copy("Fixtures")]),
        .testTarget(name: "FaultsTests", dependencies: ["BridgePrimitives", "Faults"]),
        .testTarget(
            name: "FaultMatrixTests",
            dependencies: ["BridgePrimitives", "BridgeTrace", "FaultMatrix", "Faults"]),
        .testTarget(
            name: "HTTPLoaderTests",
            dependencies: [
                "BridgePrimitives", "CCurl", "FuzzSupport", "HTTPFuzzing", "HTTPLoader", "Reasons", "TestSupport",
            ]),
        .testTarget(name: "ChildProcessesTests", dependencies: ["ChildProcesses", "TestSupport"]),
        .testTarget(
            name: "CookieStoresTests",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CookieStores", "Cookies", "Databases", "HTTPLoader", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "WebViewsTests",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CookieStores", "Cookies", "FuzzSupport", "HTMLFuzzing",
                "HTTPLoader", "Project", "Reasons", "Scenarios", "TestSupport", "WebViews",
            ]),
        .testTarget(
            name: "ListeningTests",
            dependencies: [
                "BridgePrimitives", "Faults", "HTTPLoader", "Listening", "TestSupport", "Tokens",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]),
        .testTarget(
            name: "ProxyingTests",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Listening", "Proxying", "Reasons", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .testTarget(
            name: "PageEnginesTests",
            dependencies: [
                "BridgePrimitives", "Cookies", "PageEngines", "TestSupport", "WebViews",
            ]),
        .testTarget(
            name: "AuthEmulatorTests",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "BridgeTrace", "Databases", "Faults", "HTTPLoader", "Listening",
                "Reasons", "TestSupport",
                "Tokens",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "IdentityProvidersTests",
            dependencies: [
                "Reasons", "BridgePrimitives", "BridgeTrace", "HTTPLoader", "IdentityProviders",
                "Listening",
                "Tokens",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "SimulatedDeviceTests",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CookieStores", "Cookies", "SimulatedDevice", "TestSupport",
            ]),
        .testTarget(
            name: "AppFrameworksTests",
            dependencies: [
                "AppFrameworks", "AuthEmulator", "BridgePrimitives", "BridgeTrace", "CookieStores", "Cookies",
                "HTTPLoader",
                "IdentityProviders", "Listening", "SimulatedDevice", "TestSupport", "Tokens", "WebViews", "Worlds",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        .testTarget(
            name: "FirebaseAuthClientTests",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "BridgeTrace", "CookieStores", "Cookies", "FirebaseAuthClient",
                "HTTPLoader", "Listening", "Reasons", "SimulatedDevice", "TestSupport", "Tokens",
            ]),
        .testTarget(
            name: "HandoffBackendTests",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "BridgeTrace", "Databases", "HTTPLoader", "HandoffBackend",
                "Listening", "TestSupport", "Tokens", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        // In the language mode that many apps have.
        .testTarget(
            name: "SwiftFiveAppTests",
            dependencies: ["AppFrameworks", "BridgeTrace", "FirebaseAuthClient", "WorldTestSupport", "Worlds"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "SampleAppTests",
            dependencies: [
                "AppFrameworks", "AuthEmulator", "BridgePrimitives", "BridgeTrace", "Diagnosis", "FirebaseAuthClient",
                "HTTPLoader", "IdentityProviders", "RouterGuard", "SampleApp", "Scenarios", "SimulatedDevice",
                "TestSupport", "WebViews", "WorldTestSupport", "Worlds",
            ]),
        .testTarget(
            name: "YAMLReadingTests",
            dependencies: ["FuzzSupport", "YAMLFuzzing", "YAMLReading", .product(name: "Yams", package: "Yams")]),
        .testTarget(
            name: "ScenariosTests",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CXML2", "FuzzSupport", "ScenarioFuzzing", "Scenarios",
                "TestSupport",
            ], resources: [.copy("Fixtures")]),
        .testTarget(
            name: "ProjectTests",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Files", "HTTPLoader", "Project", "RouterGuard", "Scenarios",
                "TestSupport", "Worlds",
            ]),
        .testTarget(
            name: "LintingTests",
            dependencies: ["BridgePrimitives", "CookieStores", "Cookies", "Linting", "Reasons"]),
        .testTarget(
            name: "DoctoringTests",
            dependencies: ["BridgePrimitives", "Doctoring", "Linting", "SessionBridgeCLI", "TestSupport"]),
        .testTarget(
            name: "TraceReportsTests",
            dependencies: ["BridgePrimitives", "BridgeTrace", "Cookies", "HTTPLoader", "TraceReports"]),
        .testTarget(
            name: "DiagnosisTests",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "BridgeTrace", "CookieStores", "Cookies", "Diagnosis",
                "WebViews",
            ]),
        .testTarget(
            name: "WorldsTests",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "BridgeTrace", "Cookies", "Diagnosis", "Exploring", "Faults",
                "FirebaseAuthClient",
                "HTTPLoader",
                "IdentityProviders", "Listening",
                "Project", "Proxying",
                "Reasons", "RouterGuard", "Scenarios", "SimulatedDevice", "TestSupport", "Tokens", "WebViews",
                "WorldTestSupport",
                "Worlds",
            ], exclude: ["Races/Fixtures"]),
        .testTarget(
            name: "ExplainingTests",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Captures", "Cookies", "Explaining", "TestSupport", "TraceReports",
            ]),
        .testTarget(
            name: "InspectingTests",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Cookies", "Inspecting", "Listening", "RouterGuard",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            exclude: ["Page"]),
        .testTarget(
            name: "RecordingTests",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Captures", "Cookies", "Explaining", "HTTPLoader", "Listening",
                "Proxying", "Recording", "Scenarios", "TestSupport", "WorldTestSupport", "Worlds",
            ], exclude: ["same-traffic.tsv"]),
        .testTarget(
            name: "ServingTests",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "BridgeTrace", "Files", "HTTPLoader", "Listening", "Serving",
                "TestSupport", "Worlds",
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        .testTarget(
            name: "SessionBridgeTestingTests",
            dependencies: ["SessionBridge", "SessionBridgeTesting", "TestSupport", "WorldTestSupport"]),
        // The tests of the example package, which need not be built a second time for it.
        .testTarget(
            name: "ShopTests", dependencies: ["SessionBridge", "SessionBridgeTesting"],
            path: "Examples/swift-testing/Tests/ShopTests"),
        .testTarget(
            name: "HandoffsTests",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Cookies", "HTTPLoader", "Handoffs", "Scenarios", "WorldTestSupport",
                "Worlds",
            ]),
        .testTarget(
            name: "SessionBridgeCLITests",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "BridgeTrace", "ChildProcesses", "CookieStores", "Cookies",
                "Diagnosis", "FaultMatrix", "Files", "FirebaseAuthClient", "HTTPLoader", "HandoffBackend", "Listening",
                "PageEngines", "Project", "Reasons", "RouterGuard", "Scenarios", "SessionBridgeCLI", "TestSupport",
                "Tokens", "WebViews", "Worlds",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

/// On macOS the system's framework takes the place of JavaScriptCore's GTK port, and swift-crypto that of libcrypto.
func linuxOnly(_ package: String) -> String? {
    #if os(Linux)
        package
    #else
        nil
    #endif
}

// Drives real browsers, which not every machine has: `make test-browsers` names them in this variable.
if Context.environment["SESSION_BRIDGE_BROWSERS"] != nil {
    package.targets.append(
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "AuthEmulator", "BridgePrimitives", "BridgeTrace", "ChildProcesses", "CookieStores",
                "Cookies",
                "Faults", "FirebaseAuthClient",
                "HTTPLoader", "Inspecting", "Listening", "PageEngines", "Project", "Proxying", "Scenarios", "Serving",
                "SessionBridgeCLI", "TestSupport", "WebViews", "WorldTestSupport", "Worlds",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            exclude: ["SignIn/Page", "Vue/Page", "Vue/requirements.txt"]))
}

// But for the target that is compiled as an app is which knows none of this.
for target in package.targets
where [.regular, .executable, .test].contains(target.type) && target.name != "SwiftFiveAppTests" {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
}

// Warnings are errors in CI alone, which sets this variable: another compiler warns of other things.
if Context.environment["SESSION_BRIDGE_WARNINGS"] == "errors" {
    for target in package.targets
    where [.regular, .executable, .test].contains(target.type) && target.name != "SwiftFiveAppTests" {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
        // Swift 6.2 does not know the group, and refuses what it does not know.
        #if compiler(>=6.3)
            target.swiftSettings?.append(.treatWarning("ExplicitSendable", as: .error))
        #endif
    }
}

// Thread Sanitizer gets a lock that it sees: scripts/sanitize names it in this variable.
if Context.environment["SESSION_BRIDGE_SANITIZE"] == "thread" {
    for target in package.targets where [.regular, .executable, .test].contains(target.type) {
        target.swiftSettings?.append(.define("SANITIZE_THREAD"))
    }
}
