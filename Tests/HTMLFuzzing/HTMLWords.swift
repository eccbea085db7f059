import FuzzSupport

enum HTMLWords {
    static let openings = [
        "<p>", "<div>", "<form action=/x method=post id=f>", "<form>", "<a href=/a>", "<a href=' /b '>",
        "<button name=b value=1>",
        "<input name=i value=v>", "<input type=hidden name=h form=f>", "<input type=radio name=r checked>",
        "<input type=submit>",
        "<select name=s>", "<option selected value=o>", "<option>", "<textarea name=t>", "<script>", "<script src=x>",
        "<script type=module>", "<script type='importmap'>", "<style>", "<title>", "<base href=//b.test/c>",
        "<base href=':'>",
        "<meta charset=utf-8>", "<meta charset=shift_jis>", "<meta http-equiv=refresh content='0; url=/x'>",
        "<meta http-equiv=Refresh content=\"5\">", "<iframe src=/f sandbox='allow-scripts'>", "<iframe srcdoc='<p>x'>",
        "<frame src=data:,x>", "<template>", "<noscript>", "<table>", "<tr>", "<td>", "<svg>", "<math>", "<body>",
        "<html>",
        "<head>", "<h1>", "<b>", "<_x:y>", "<P CLASS=x>", "<a b c d=e f='g' h=\"i\">", "<input disabled name=d>",
        "<area href=z>",
    ]
    static let closings = [
        "</p>", "</div>", "</form>", "</a>", "</button>", "</select>", "</option>", "</textarea>", "</script>",
        "</style>",
        "</title>", "</template>", "</noscript>", "</table>", "</body>", "</html>", "</x>", "</", "<!--", "-->", "--!>",
        "<!",
        "<![CDATA[", "]]>", "<?x", "?>", ">", "/>", "<", "&amp;", "&#0;", "&#x110000;", "&nosuch;", "&",
    ]
    static let texts = [
        "text", " ", "\n", "\"", "'", "=", " #=x", " a=1", "document.cookie", "location", "é", "\u{1F36A}", "\u{A0}",
        "\\u", ",",
        ";", "charset=", "base64", "data:text/html;base64,PGI+", "0; url=", "5;URL='/x", "99999999999999999999", ".5",
        "%41", "+",
        "text/html", "utf-16le", "ISO-2022-JP", "\u{1B}$B", "\u{1B}(B", "a/b;charset=\"x\"", "<p a#=b>",
        "x" + String(repeating: "y", count: 30),
    ]
    static let all = openings + closings + texts
}

extension FuzzChance {
    mutating func html(for way: HTMLInput.Way) -> [UInt8] {
        switch way {
        case .document: return Array(pieces(upTo: 20).utf8)
        case .texts: return Array(list(upTo: 4, separator: "") { $0.pick(HTMLWords.texts) }.utf8)
        case .repeated:
            let separator = [HTMLInput.separator]
            return Array(
                [pieces(upTo: 3), pieces(upTo: 3), pieces(upTo: 2)].map { Array($0.utf8) }.joined(separator: separator))
        }
    }

    private mutating func pieces(upTo limit: Int) -> String {
        list(upTo: limit, separator: "") { chance in
            chance.pick([HTMLWords.openings, HTMLWords.openings, HTMLWords.closings, HTMLWords.texts][chance.below(4)])
        }
    }
}
