import BridgePrimitives
import Cookies

/// An input taken apart: three bytes of choices, then records with 0xFF between, a byte that no UTF-8 has.
struct FuzzInput {
    /// What is done with the records.
    enum Subject: UInt8, CaseIterable {
        case setCookie, script, dates, netscape, storageState, urls, folding, story
    }

    let subject: Subject
    let profile: CookieProfile
    /// The index of the page that most of it happens on.
    let page: CookieURL
    let payload: [UInt8]

    static let separator: UInt8 = 0xFF
    static let headerLength = 3
    /// Beyond it only the first bytes count, so that one input costs little.
    static let lengthLimit = 1 << 14

    /// 2026-11-21T09:00:00Z.
    static let now = Instant(secondsSinceEpoch: 1_795_251_600)

    static let pages: [CookieURL] = [
        "https://app.test/a/b", "http://www.app.test/", "https://www.app.test/a", "http://127.0.0.1/",
        "https://[::1]/x", "file:///x/y", "https://github.io/", "https://app.test./", "http://localhost/",
        "https://app.test/ab",
        "https://sub.www.app.test/a/b/c",
    ].compactMap { try? CookieURL($0) }

    init(_ bytes: [UInt8]) {
        func choice(_ index: Int) -> Int { index < bytes.count ? Int(bytes[index]) : 0 }
        subject = Subject.allCases[choice(0) % Subject.allCases.count]
        profile = CookieProfile.all[choice(1) % CookieProfile.all.count]
        page = Self.pages[choice(2) % Self.pages.count]
        payload = Array(bytes.dropFirst(Self.headerLength).prefix(Self.lengthLimit))
    }

    var records: [[UInt8]] {
        payload.split(separator: Self.separator, omittingEmptySubsequences: false).map { Array($0) }
    }

    var payloadText: String { String(decoding: payload, as: UTF8.self) }
}

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }
}
