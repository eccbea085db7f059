import AppFrameworks
import SimulatedDevice
import Testing

@Suite("SecRandomCopyBytes", .timeLimit(.minutes(5))) @MainActor
struct SecRandomTests {
    @Test("It fills what it is given, and no more")
    func fills() async throws {
        try await withApp { app in
            app.device.services.provide(DeviceRandomness { Array(repeating: 7, count: $0) })
            var bytes = [UInt8](repeating: 0, count: 4)
            #expect(SecRandomCopyBytes(kSecRandomDefault, 3, &bytes) == errSecSuccess)
            #expect(bytes == [7, 7, 7, 0])
            #expect(SecRandomCopyBytes(kSecRandomDefault, 0, &bytes) == errSecSuccess)
            #expect(SecRandomCopyBytes(kSecRandomDefault, -1, &bytes) == errSecParam)
        }
    }

    @Test("Without a source of the device's own it is the system's")
    func system() async throws {
        try await withApp { _ in
            var (a, b) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
            #expect(SecRandomCopyBytes(kSecRandomDefault, a.count, &a) == errSecSuccess)
            #expect(SecRandomCopyBytes(kSecRandomDefault, b.count, &b) == errSecSuccess)
            #expect(a != b)
        }
    }

    @Test("A generator that fails leaves the memory as it was, as does one that gives too little")
    func failing() async throws {
        try await withApp { app in
            for source in [DeviceRandomness.failing, DeviceRandomness { _ in [1] }] {
                app.device.services.provide(source)
                var bytes = [UInt8](repeating: 0, count: 4)
                #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) != errSecSuccess)
                #expect(bytes == [0, 0, 0, 0])
            }
        }
    }
}
