import BridgePrimitives

extension HTMLReport {
    /// For a screen of any width, light or dark, and for paper.
    static let style: Markup = """

        :root{color-scheme:light dark;--line:#8884;--bad:#b3261e;--good:#1a7f37;--warn:#8a5a00;--dim:#666;--box:#8881}
        @media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--good:#6fdd8b;--warn:#ffc46b;--dim:#aaa}}
        body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:78rem;padding:1rem;overflow-wrap:anywhere}
        h1{font-size:1.4rem;margin:0}h2{font-size:1.15rem;border-top:1px solid var(--line);padding-top:1rem}
        h3{font-size:1rem;margin:1.2rem 0 .3rem}
        header p,footer{color:var(--dim)}footer{border-top:1px solid var(--line);margin-top:2rem;padding-top:.5rem}
        code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
        dl{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;margin:.5rem 0}dl div{display:flex;gap:.4rem}
        dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
        .cause{background:var(--box);border-left:4px solid var(--bad);padding:.1rem 1rem .3rem}.cause h3{margin:.6rem 0 0}
        .fix{margin:.1rem 0}.good{color:var(--good)}.bad{color:var(--bad)}.dim{color:var(--dim)}.warn{color:var(--warn)}
        .choice{border:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.8rem 0;padding:.3rem .8rem}
        body:has(#show-failed:checked) :is(section,nav li):not(.failed),
        body:has(#show-flaky:checked) :is(section,nav li):not(.flaky),
        body:has(#show-passed:checked) :is(section,nav li):not(.passed),
        body:has(#show-known:checked) :is(section,nav li):not(.known),
        body:has(#show-not-run:checked) :is(section,nav li):not(.not-run),
        body:has(#show-unknown:checked) :is(section,nav li):not(.unknown){display:none}
        ul{margin:.3rem 0;padding-left:1.2rem}td ul,.traces{list-style:none;padding:0;margin:0}
        .wide{overflow-x:auto}table{border-collapse:collapse;width:100%;min-width:42rem;font-size:.9em}
        th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;border-bottom:1px solid var(--line)}
        td:first-child{white-space:nowrap;font-variant-numeric:tabular-nums}td{overflow-wrap:anywhere;min-width:4rem}
        tr:target,section:target>h2{background:#ffb30040}summary{cursor:pointer;margin:.8rem 0 .3rem;font-weight:600}
        @media screen and (max-width:44rem){table,tbody,thead,tr,td{display:block;min-width:0}th{display:inline-block;border:0}
        td{border:0;padding:.1rem .6rem}tbody tr{border-bottom:1px solid var(--line);padding:.3rem 0}td:first-child{white-space:normal}}
        @media print{details:not([open])>:not(summary){display:block}a{color:inherit;text-decoration:none}.wide{overflow:visible}}

        """
}
