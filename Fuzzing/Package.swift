// swift-tools-version: 6.2
import PackageDescription

// A package of its own, built with libFuzzer: its targets are links to those of session-bridge, since a dependency on the
// whole package would build its servers and clients too.
let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    ],
    targets: [
        .target(name: "CReasonTable"),
        .target(name: "Reasons", dependencies: ["CReasonTable"], exclude: ["reasons.tsv"]),
        .target(name: "BridgePrimitives", dependencies: ["Reasons"]),
        .target(name: "Files", dependencies: ["Reasons"]),
        .target(name: "RouterGuard", dependencies: ["BridgePrimitives", "Reasons"]),
        .target(name: "Captures", dependencies: ["BridgePrimitives"]),
        .target(name: "Cookies", dependencies: ["BridgePrimitives", "Reasons"]),
        .target(
            name: "Tokens",
            dependencies: [
                "BridgePrimitives", "Reasons", .target(name: "CCrypto", condition: .when(platforms: [.linux])),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .target(
            name: "BridgeTrace",
            dependencies: ["BridgePrimitives", .product(name: "Crypto", package: "swift-crypto")]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
        .systemLibrary(name: "CCrypto", pkgConfig: linuxOnly("libcrypto")),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0"),
        .target(name: "HTTPLoader", dependencies: ["BridgePrimitives", "CCurl", "Files", "Reasons"]),
        .target(name: "YAMLReading", dependencies: [.product(name: "Yams", package: "Yams")]),
        .target(
            name: "Scenarios",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "Reasons", "RouterGuard", "YAMLReading",
                .product(name: "Yams", package: "Yams"),
            ]),
        // Of the web view only what reads HTML: the rest needs JavaScriptCore and databases.
        .target(
            name: "WebViews", dependencies: ["BridgePrimitives", "CXML2", "HTTPLoader"],
            exclude: [
                "DocumentCookies.swift", "DocumentPlace.swift", "DocumentURL.swift", "PartyContext+Blocking.swift",
                "ResponseContent.swift",
            ]),

        .target(name: "FuzzSupport", dependencies: ["BridgePrimitives"]),
        .target(name: "CookieFuzzing", dependencies: ["BridgePrimitives", "Cookies", "FuzzSupport"]),
        .target(name: "HARFuzzing", dependencies: ["BridgePrimitives", "Captures", "FuzzSupport"]),
        .target(name: "HTMLFuzzing", dependencies: ["BridgePrimitives", "FuzzSupport", "HTTPLoader", "WebViews"]),
        .target(name: "HTTPFuzzing", dependencies: ["BridgePrimitives", "Cookies", "FuzzSupport", "HTTPLoader"]),
        .target(name: "JSONFuzzing", dependencies: ["BridgePrimitives", "FuzzSupport"]),
        .target(name: "ScenarioFuzzing", dependencies: ["BridgePrimitives", "FuzzSupport", "Scenarios"]),
        .target(name: "TokenFuzzing", dependencies: ["BridgePrimitives", "FuzzSupport", "Tokens"]),
        .target(
            name: "YAMLFuzzing", dependencies: ["FuzzSupport", "YAMLReading", .product(name: "Yams", package: "Yams")]),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CookieFuzzing", "FuzzSupport", "HARFuzzing", "HTMLFuzzing", "HTTPFuzzing", "JSONFuzzing",
                "ScenarioFuzzing", "TokenFuzzing", "YAMLFuzzing",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

/// On macOS swift-crypto takes the place of libcrypto.
func linuxOnly(_ package: String) -> String? {
    #if os(Linux)
        package
    #else
        nil
    #endif
}

for target in package.targets where [.regular, .executable].contains(target.type) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
