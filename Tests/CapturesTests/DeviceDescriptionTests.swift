import Captures
import Testing

@Suite("Devices by their User-Agent", .timeLimit(.minutes(5)))
struct DeviceDescriptionTests {
    /// Columns: what was sent, what it is said to be, the profile, and whether that is a guess.
    @Test(
        arguments: [
            // An app's web view names no browser
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                    + " Mobile/15E148", "iPhone, iOS 18.1, web view", "ios18", false
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                    + " Version/17.5 Mobile/15E148 Safari/604.1", "iPhone, iOS 17.5, Safari", "ios17", false
            ),
            // From 26 on the system's number stands still, and Safari's own goes on
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                    + " Version/26.0 Mobile/15E148 Safari/604.1", "iPhone, iOS 26, Safari", "ios26", false
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                    + " Mobile/15E148", "iPhone, iOS 18.7 or later, web view", "ios18", true
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 16_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
                "iPad, iPadOS 16.3, web view", "ios17", false
            ),
            ("Shop/1 CFNetwork/1568.200.51 Darwin/24.1.0", "iOS 18 or a Mac, app Shop", "ios18", false),
            ("Shop/1 CFNetwork/1410.1 Darwin/22.6.0", "iOS 16 or a Mac, app Shop", "ios17", false),
            ("Shop/1 CFNetwork/3826 Darwin/25.0.0", "iOS 26 or a Mac, app Shop", "ios26", false),
            ("%E5%BA%97/1 CFNetwork/1568 Darwin/24.0.0", "iOS 18 or a Mac, app 店", "ios18", false),
            (
                "FirebaseAuth.iOS/11.0.0 com.example.shop/1.0 iPhone/18.1 hw/iPhone15_3",
                "iPhone, iOS 18.1, app FirebaseAuth.iOS", "ios18", false
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0"
                    + " Safari/537.36", "Linux, Chromium", "chromium", false
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15",
                "Linux, Safari", "webkitgtk", false
            ),
            ("curl/8.5.0", "curl", "rfc6265bis", true),
            ("", "without a User-Agent", "rfc6265bis", true),
            // Whoever is on the network may write what they like
            ("Mozilla/5.0", "a browser", "rfc6265bis", true),
            (
                "Mozilla/5.0 AppleWebKit/605.1.15 CPU iPhone OS 99999999999999999999", "iPhone, web view", "ios18",
                true
            ),
            ("CFNetwork/ Darwin/", "CFNetwork", "rfc6265bis", true),
            ("/", "", "rfc6265bis", true),
        ] as [(String, String, String, Bool)])
    func areToldApart(userAgent: String, text: String, profile: String, isGuessed: Bool) {
        let device = DeviceDescription(userAgent: userAgent)
        #expect((device.text, device.profile, device.isProfileGuessed) == (text, profile, isGuessed))
    }

    @Test func aLongNameIsCutOff() {
        #expect(DeviceDescription(userAgent: String(repeating: "x", count: 100_000)).text.count == 60)
    }
}
