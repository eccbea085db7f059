// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "shop-tests", platforms: [.macOS(.v15)],
    // In a package of your own: .package(url: …, from: …)
    dependencies: [.package(name: "session-bridge", path: "../..")],
    targets: [
        .testTarget(
            name: "ShopTests",
            dependencies: [
                .product(name: "SessionBridge", package: "session-bridge"),
                .product(name: "SessionBridgeTesting", package: "session-bridge"),
            ])
    ],
    swiftLanguageModes: [.v6])
