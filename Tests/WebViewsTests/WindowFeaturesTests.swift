import Testing
import WebViews

@Suite("What a page says of a window that it opens, HTML §7.2.2.1", .timeLimit(.minutes(5)))
struct WindowFeaturesTests {
    @Test(arguments: [
        ("", "- - - -"), ("width=300", "- - 300 -"), ("WIDTH=300,Height=200", "- - 300 200"),
        ("left=1,top=2,width=3,height=4", "1 2 3 4"), ("screenX=1,screenY=-2", "1 -2 - -"),
        ("innerWidth=3,innerHeight=4", "- - 3 4"),
        ("width = 300 , height\t=\n200", "- - 300 200"),  // separators around the sign
        ("width=300 height=200", "- - 300 200"),  // a blank ends a value too
        ("width 300", "- - - -"),  // a name alone, and another one
        ("width=300.5,height=2px", "- - 300 2"), ("width=wide,height=", "- - - -"),
        ("width=1,width=2", "- - 2 -"),  // the last counts
        ("width=999999999999999999999", "- - - -"),  // more than any screen has
        (",,,===,", "- - - -"), ("width==300", "- - 300 -"), ("menubar,width=300,toolbar=no", "- - 300 -"),
        ("\u{0}width=300", "- - - -"), ("wıdth=300", "- - - -"),  // other names, as bytes
    ])
    func sizes(text: String, expected: String) {
        let features = WindowFeatures(parsing: text)
        let numbers = [features.x, features.y, features.width, features.height]
        #expect(numbers.map { $0.map(String.init) ?? "-" }.joined(separator: " ") == expected)
    }

    @Test(arguments: [
        ("", false, false), ("noopener", true, false), ("NoOpener=yes", true, false), ("noopener=true", true, false),
        ("noopener=1", true, false), ("noopener=-1", true, false), ("noopener=0", false, false),
        ("noopener=no", false, false), ("noopener,noopener=0", false, false), ("noreferrer", true, true),
        ("noopener=0,noreferrer", true, true),  // who is not told of is no opener either
        ("popup,noopene", false, false),
    ])
    func flags(text: String, hasNoOpener: Bool, hasNoReferrer: Bool) {
        let features = WindowFeatures(parsing: text)
        #expect(features.hasNoOpener == hasNoOpener)
        #expect(features.hasNoReferrer == hasNoReferrer)
    }
}
