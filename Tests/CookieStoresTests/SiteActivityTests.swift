import Testing

@testable import CookieStores

@Suite("Days of use", .timeLimit(.minutes(5)))
struct SiteActivityTests {
    @Test("A day counts once, and days before the last one are put in their place")
    func days() {
        var activity = SiteActivity()
        // 3 comes after the clock was set back; -1 is before 1970.
        var isNew: [Bool] = []
        for day in [5, 5, 9, 3, 3, -1] as [Int64] { isNew.append(activity.noteDay(day)) }
        #expect(isNew == [true, false, true, true, false, true])
        #expect(activity.days == [-1, 3, 5, 9])
        #expect([-2, -1, 3, 4, 8, 9].map { activity.daysOfUse(after: $0) } == [4, 3, 2, 2, 1, 0])
    }

    @Test("An interaction on an earlier day does not move the last one back")
    func interactions() {
        var activity = SiteActivity()
        #expect(activity.lastInteraction("a.test") == nil)
        activity.noteInteraction("a.test", day: 7)
        activity.noteInteraction("a.test", day: 4)
        #expect(activity.lastInteraction("a.test") == 7)
    }

    @Test("Memory is bounded: the oldest days and sites make room")
    func bounds() {
        var activity = SiteActivity()
        for day in 0...Int64(SiteActivity.dayLimit) { _ = activity.noteDay(day) }
        #expect(activity.days.count == SiteActivity.dayLimit)
        #expect(activity.days.first == 1)
        for site in 0...SiteActivity.siteLimit { activity.noteInteraction("s\(site).test", day: Int64(site)) }
        #expect(activity.lastInteraction("s0.test") == nil)
        #expect(activity.lastInteraction("s1.test") == 1)
    }
}
