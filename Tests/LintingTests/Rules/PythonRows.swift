import Reasons

private func row(_ reason: LintReason, _ why: String, wrong: String, right: String) -> RuleRow {
    RuleRow(reason, why, [("server.py", wrong)], [("server.py", right)])
}

let pythonRows: [RuleRow] = [
    row(
        .cookieRefused, "SameSite=None asks for Secure",
        wrong: "resp.set_cookie('session', s, samesite='None')",
        right: """
            resp.set_cookie('session', s, samesite='None', secure=True)
            resp.set_cookie('session', s, **options)  # which may have it
            resp.set_cookie("session", s, samesite=mode)
            """),
    row(
        .cookieRefused, "a field by hand",
        wrong: #"resp.headers["Set-Cookie"] = "session=1; SameSite=None""#,
        right: #"resp.headers["Set-Cookie"] = "session=1; SameSite=None; Secure""#),
    row(
        .lifetimeBeyondToken, "seconds, and a name for them",
        wrong: """
            DAYS = 5
            def exchange():
                response.set_cookie(
                    key="customtoken",
                    value=token,
                    max_age=60 * 60 * 24 * 5,
                )
            """,
        right: """
            HOUR = 3600
            response.set_cookie(key="customtoken", value=token, max_age=HOUR)
            response.set_cookie("session", value, max_age=timedelta(days=5))
            """),
    RuleRow(
        .httpOnlyReadByScript, "the page reads what the server hides from it",
        [
            ("server.py", "response.set_cookie('customtoken', token, path='/', httponly=True)"),
            ("web/guard.js", "const token = Cookies.get('customtoken')"),
        ],
        [
            ("server.py", "response.set_cookie('customtoken', token, path='/', httponly=False)"),
            ("web/guard.js", "const token = Cookies.get('customtoken')"),
        ]),
    row(
        .unreadSource, "what is no source", wrong: "a = 1\u{0}",
        right: """
            text = r'''a " ' \\''' ; b = f"{x['y']} {{z}}" 'c'  # "open
            '''
            set_cookie( that nobody closes
            '''
            s = 'not closed
            """),
]
