// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "session-bridge",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    ],
    targets: [
        // Pure cores: no I/O, no clock of their own.
        .target(name: "BridgePrimitives", swiftSettings: [.strictMemorySafety()]),
        .target(name: "Cookies", dependencies: ["BridgePrimitives"], swiftSettings: [.strictMemorySafety()]),
        .target(
            name: "Tokens",
            dependencies: [
                "BridgePrimitives", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ], swiftSettings: [.strictMemorySafety()]),
        .target(
            name: "BridgeTrace",
            dependencies: ["BridgePrimitives", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: [.strictMemorySafety()]),

        // C libraries, one thin target each.
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"]), .brew(["libpsl"])]),
        .systemLibrary(
            name: "CJavaScriptCore", pkgConfig: javaScriptCorePackage,
            providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),

        // Edges.
        .target(name: "HTTPLoader", dependencies: ["BridgePrimitives", "CCurl"]),
        .target(
            name: "WebViews",
            dependencies: [
                "BridgePrimitives", "BridgeTrace", "CJavaScriptCore", "CPSL", "CXML2", "Cookies", "HTTPLoader",
            ]),

        // Tests mirror sources.
        .testTarget(name: "BridgePrimitivesTests", dependencies: ["BridgePrimitives"]),
        .testTarget(name: "CookiesTests", dependencies: ["BridgePrimitives", "Cookies"]),
        .testTarget(name: "TokensTests", dependencies: ["BridgePrimitives", "Tokens"]),
        .testTarget(name: "BridgeTraceTests", dependencies: ["BridgePrimitives", "BridgeTrace"]),
        .testTarget(name: "HTTPLoaderTests", dependencies: ["BridgePrimitives", "CCurl", "HTTPLoader"]),
        .testTarget(
            name: "WebViewsTests",
            dependencies: ["BridgePrimitives", "BridgeTrace", "Cookies", "HTTPLoader", "WebViews"]),
    ],
    swiftLanguageModes: [.v6]
)

/// On macOS the system framework is imported instead of the GTK port's library.
var javaScriptCorePackage: String? {
    #if os(Linux)
        "javascriptcoregtk-4.1"
    #else
        nil
    #endif
}

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .treatAllWarnings(as: .error),
            .treatWarning("ExplicitSendable", as: .error),
        ]
}
