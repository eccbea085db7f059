// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who only uses the tool builds it.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "session-bridge", path: ".."),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    ],
    targets: [
        // Bare libcurl in C, and a server that answers as fast as it can: the loader's peer.
        .target(name: "CLoaderPeer", linkerSettings: [.linkedLibrary("curl")]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CLoaderPeer", .product(name: "SessionBridge", package: "session-bridge"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .treatAllWarnings(as: .error),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
