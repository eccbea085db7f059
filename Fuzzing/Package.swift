// swift-tools-version: 6.2
import PackageDescription

// A package of its own, built with libFuzzer and without any dependency: the three pure targets are links to those of
// session-bridge, since a dependency on the whole package would build its servers and clients too.
let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "BridgePrimitives"),
        .target(name: "Cookies", dependencies: ["BridgePrimitives"]),
        .target(name: "CookieFuzzing", dependencies: ["BridgePrimitives", "Cookies"]),
        .executableTarget(name: "fuzz-cookies", dependencies: ["CookieFuzzing"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
