@testable import Wording

// What servers print, by language.
extension ErrorLineTests {
    private static let python = [
        Row(
            why: "Python, uncaught",
            text: """
                Traceback (most recent call last):
                  File "/app/server.py", line 41, in do_POST
                    user = verify(fields["idToken"])
                                  ~~~~~~^^^^^^^^^^^
                  File "/usr/lib/python3/dist-packages/firebase_admin/auth.py", line 3, in verify
                    raise InvalidIdTokenError(message)
                firebase_admin._auth_utils.InvalidIdTokenError: Token used too early, 1 < 2.
                """, line: "firebase_admin._auth_utils.InvalidIdTokenError: Token used too early, 1 < 2.",
            language: .python, place: "/app/server.py:41"),
        Row(
            why: "Python, an error without words",
            text:
                "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    f()\nKeyboardInterrupt",
            line: "KeyboardInterrupt", language: .python, place: "a.py:1"),
        Row(
            why: "Python, chained: the last is the outer one",
            text: """
                Traceback (most recent call last):
                  File "/app/a.py", line 2, in f
                    {}['idToken']
                KeyError: 'idToken'

                The above exception was the direct cause of the following exception:

                Traceback (most recent call last):
                  File "/app/b.py", line 9, in g
                    f()
                app.errors.ExchangeError: no token in the body
                """, line: "app.errors.ExchangeError: no token in the body", language: .python, place: "/app/b.py:9"),
        Row(
            why: "Python, chained: the one whose sentence is known",
            text: """
                Traceback (most recent call last):
                  File "/app/a.py", line 2, in f
                google.auth.exceptions.InvalidValue: Token expired, 1 < 2

                During handling of the above exception, another exception occurred:

                Traceback (most recent call last):
                  File "/app/b.py", line 9, in g
                RuntimeError: no session
                """, line: "google.auth.exceptions.InvalidValue: Token expired, 1 < 2", language: .python,
            place: "/app/a.py:2"),
        Row(
            why: "Python, syntax",
            text: "  File \"/app/server.py\", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax",
            line: "SyntaxError: invalid syntax", language: .python, place: "/app/server.py:1"),
        Row(
            why: "Python, a group: the true one is inside",
            text: """
                  + Exception Group Traceback (most recent call last):
                  |   File "/app/a.py", line 7, in <module>
                  |     raise ExceptionGroup("several", [ValueError("x")])
                  | ExceptionGroup: several (1 sub-exception)
                  +-+---------------- 1 ----------------
                    | ValueError: no project id
                    +------------------------------------
                """, line: "ValueError: no project id", language: nil),
        Row(
            why: "Python, sys.exit", text: "GOOGLE_APPLICATION_CREDENTIALS is not set",
            line: "GOOGLE_APPLICATION_CREDENTIALS is not set", isGuess: true),
        Row(
            why: "Python, http.server",
            text: """
                ----------------------------------------
                Exception occurred during processing of request from ('127.0.0.1', 58690)
                Traceback (most recent call last):
                  File "/usr/lib/python3.11/socketserver.py", line 316, in _handle_request_noblock
                    self.process_request(request, client_address)
                  File "/app/server.py", line 12, in do_POST
                    body["idToken"]
                KeyError: 'idToken'
                ----------------------------------------
                127.0.0.1 - - [28/Nov/2026 21:24:02] "POST /session HTTP/1.1" 500 -
                """, line: "KeyError: 'idToken'", language: .python, place: "/app/server.py:12"),
        Row(
            why: "Flask, with an access line in colours",
            text: """
                 * Serving Flask app 'server'
                [2026-11-28 21:25:01,268] ERROR in app: Exception on /session [POST]
                Traceback (most recent call last):
                  File "/usr/lib/python3/dist-packages/flask/app.py", line 2525, in wsgi_app
                    response = self.full_dispatch_request()
                  File "/app/server.py", line 6, in session
                    raise ValueError("boom")
                ValueError: boom
                127.0.0.1 - - [28/Nov/2026 21:25:01] "\u{1B}[35m\u{1B}[1mPOST /session HTTP/1.1\u{1B}[0m" 500 -
                """, line: "ValueError: boom", language: .python, place: "/app/server.py:6"),
        Row(
            why: "uvicorn",
            text: "INFO:     127.0.0.1:51184 - \"GET / HTTP/1.1\" 500 Internal Server Error\n"
                + "ERROR:    Exception in ASGI application\nTraceback (most recent call last):\n"
                + "  File \"/app/main.py\", line 4, in y\n    raise X\nRuntimeError: boom",
            line: "RuntimeError: boom", language: .python, place: "/app/main.py:4"),
        Row(
            why: "gunicorn",
            text: "[2026-11-28 21:25:08 +0000] [27914] [INFO] Starting gunicorn 27.0\n"
                + "[2026-11-28 21:25:08 +0000] [27914] [ERROR] Error handling request /y\n"
                + "Traceback (most recent call last):\n  File \"/app/w.py\", line 2, in app\nValueError: boom",
            line: "ValueError: boom", language: .python, place: "/app/w.py:2"),
        Row(
            why: "Django, without a CSRF cookie",
            text:
                "Forbidden (CSRF cookie not set.): /session\n[28/Nov/2026 21:25:17] \"POST /session HTTP/1.1\" 403 2870",
            line: "Forbidden (CSRF cookie not set.): /session", language: .python),
    ]

    private static let ruby = [
        Row(
            why: "Ruby, uncaught, with a cause",
            text: """
                /app/server.rb:3:in `verify': bad token (ArgumentError)
                \tfrom /app/server.rb:9:in `<main>'
                /app/server.rb:2:in `fetch': key not found: :idToken (KeyError)
                \tfrom /app/server.rb:2:in `verify'
                """, line: "/app/server.rb:3:in `verify': bad token (ArgumentError)", language: .ruby,
            place: "/app/server.rb:3"),
        Row(
            why: "Ruby, in a library",
            text: "/usr/lib/ruby/3.1/json.rb:216:in `parse': unexpected token (JSON::ParserError)\n"
                + "\tfrom /usr/lib/ruby/3.1/json.rb:3:in `x'\n\tfrom /app/server.rb:9:in `<main>'",
            line: "/usr/lib/ruby/3.1/json.rb:216:in `parse': unexpected token (JSON::ParserError)", language: .ruby,
            place: "/app/server.rb:9"),
        Row(
            why: "Ruby, a thread",
            text: "#<Thread:0x00007f /app/s.rb:1 run> terminated with exception (report_on_exception is true):\n"
                + "/app/s.rb:1:in 'block': boom (RuntimeError)\n",
            line: "/app/s.rb:1:in 'block': boom (RuntimeError)", language: .ruby, place: "/app/s.rb:1"),
        Row(
            why: "WEBrick",
            text: "[2026-11-28 21:25:53] INFO  WEBrick 1.8.1\n[2026-11-28 21:25:53] ERROR KeyError: idToken\n"
                + "\t/app/server.rb:7:in `fetch'\n\t/usr/lib/ruby/webrick/httpserver.rb:140:in `service'\n"
                + "127.0.0.1 - - [28/Nov/2026:21:25:53 UTC] \"GET /y HTTP/1.1\" 500 320\n- -> /y",
            line: "KeyError: idToken", language: .ruby, place: "/app/server.rb:7"),
        Row(
            why: "Sinatra",
            text: "2026-11-28 21:27:03 - KeyError - key not found: :idToken:\n\t/app/app.rb:4:in `fetch'\n"
                + "127.0.0.1 - - [28/Nov/2026:21:27:03 +0000] \"POST / HTTP/1.1\" 500 30 0.0031",
            line: "KeyError - key not found: :idToken:", language: .ruby, place: "/app/app.rb:4"),
        Row(
            why: "puma",
            text: "2026-11-28 21:28:02 +0000 Rack app (\"GET /y\" - (127.0.0.1)): #<KeyError: idToken>",
            line: "Rack app (\"GET /y\" - (127.0.0.1)): #<KeyError: idToken>", language: .ruby),
        Row(
            why: "Rails",
            text: """
                Started POST "/session" for 127.0.0.1 at 2026-11-28 21:28:02 +0000
                Processing by SessionsController#create as JSON
                  Parameters: {"idToken"=>"[FILTERED]"}
                Completed 500 Internal Server Error in 5ms (ActiveRecord: 0.0ms)

                KeyError (key not found: :idToken):

                app/controllers/sessions_controller.rb:3:in 'create'
                """, line: "KeyError (key not found: :idToken):", language: .ruby,
            place: "app/controllers/sessions_controller.rb:3"),
        Row(
            why: "Rails, a form without a token",
            text:
                "Started POST \"/session\" for 127.0.0.1\nCan't verify CSRF token authenticity.\nCompleted 422 Unprocessable",
            line: "Can't verify CSRF token authenticity.", language: .ruby),
    ]

    private static let go = [
        Row(
            why: "Go, a panic",
            text: "panic: runtime error: invalid memory address or nil pointer dereference [recovered]\n"
                + "[signal SIGSEGV: segmentation violation]\n\ngoroutine 1 [running]:\nmain.main()\n"
                + "\t/usr/local/go/src/net/http/server.go:1\n\t/app/main.go:12 +0x1d\nexit status 2",
            line: "panic: runtime error: invalid memory address or nil pointer dereference [recovered]", language: .go,
            place: "/app/main.go:12"),
        Row(
            why: "Go, a handler",
            text: "2026/11/28 21:24:08 http: panic serving 127.0.0.1:37416: boom err\ngoroutine 20 [running]:\n"
                + "net/http.(*conn).serve.func1()\n\t/usr/local/go/src/net/http/server.go:1850 +0xbf\n"
                + "main.handler(...)\n\t/app/main.go:9 +0x11",
            line: "http: panic serving 127.0.0.1:37416: boom err", language: .go, place: "/app/main.go:9"),
        Row(
            why: "Go, log.Fatal", text: "2026/11/28 21:24:08 error getting Auth client: project id is required",
            line: "error getting Auth client: project id is required", language: .go, isGuess: true),
        Row(
            why: "gin, which prints the request first",
            text: "\u{1B}[31m2026/11/28 21:24:08 [Recovery] 2026/11/28 - 21:24:08 panic recovered:\n"
                + "POST /session HTTP/1.1\nHost: localhost:8080\nAuthorization: *\nCookie: a=b\n\nno app\n"
                + "/app/main.go:9 (0x1)\n\u{1B}[0m\n[GIN] 2026/11/28 - 21:24:08 | 500 |   51.2µs |  127.0.0.1 | POST     \"/x\"",
            line: "no app", language: .go, place: "/app/main.go:9"),
        Row(
            why: "echo, in JSON",
            text:
                #"{"time":"x","method":"POST","uri":"/session","status":401,"error":"code=401, message=ID token has expired at: 1"}"#,
            line: "code=401, message=ID token has expired at: 1"),
    ]

    private static let node = [
        Row(
            why: "Node, uncaught",
            text: """
                /app/server.js:3
                  throw new Error("boom one");
                        ^

                Error: boom one
                    at verify (/app/server.js:3:9)
                    at node:internal/main/run_main_module:23:47 {
                  code: 'auth/argument-error',
                  [cause]: TypeError: inner
                      at x (/app/b.js:1:1)
                }

                Node.js v20.20.2
                """, line: "Error: boom one", language: .node, place: "/app/server.js:3"),
        Row(
            why: "Node, in a library",
            text: "FirebaseAuthError: Firebase ID token has expired.\n"
                + "    at FirebaseTokenVerifier.verify (/app/node_modules/firebase-admin/lib/auth/token-verifier.js:1:2)\n"
                + "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n"
                + "    at async /app/src/session.js:14:20 {\n  errorInfo: {\n    code: 'auth/id-token-expired'\n  }\n}",
            line: "FirebaseAuthError: Firebase ID token has expired.", language: .node,
            place: "/app/src/session.js:14"),
        Row(
            why: "Node, with the caller's words",
            text: "failed: TypeError: Cannot read properties of undefined (reading 'idToken')\n    at /app/a.js:7:3",
            line: "failed: TypeError: Cannot read properties of undefined (reading 'idToken')", language: .node,
            place: "/app/a.js:7"),
        Row(
            why: "Node, a rejection that is no error",
            text: "(node:17477) UnhandledPromiseRejectionWarning: nope\n(Use `node --trace-warnings ...` to show)",
            line: "(node:17477) UnhandledPromiseRejectionWarning: nope", language: .node),
        Row(
            why: "Next", text: " ⨯ [Error: no service account] { digest: '123' }\n POST /api/session 500 in 12ms",
            line: "[Error: no service account] { digest: '123' }", language: .node),
        Row(
            why: "Nuxt", text: "[nuxt] [request error] [unhandled] [500] no app\n  at f (./server/api/x.js:1:2)",
            line: "[nuxt] [request error] [unhandled] [500] no app", language: .node, place: "./server/api/x.js:1"),
        Row(
            why: "Auth.js, in colours",
            text: "\u{1B}[31m[auth][error]\u{1B}[0m MissingSecret: Please define a `secret`.",
            line: "MissingSecret: Please define a `secret`.", language: .node),
        Row(
            why: "Express and morgan",
            text:
                "Error: no app\n    at /app/s.js:9:1\n\u{1B}[0mPOST /session \u{1B}[31m500\u{1B}[0m 3.1 ms - 12\u{1B}[0m",
            line: "Error: no app", language: .node, place: "/app/s.js:9"),
        Row(
            why: "pino",
            text:
                #"{"level":50,"err":{"type":"Error","message":"no app","stack":"Error: no app\n    at /app/s.js:9:1"},"msg":"x"}"#,
            line: "Error: no app", language: .node, place: "/app/s.js:9"),
        Row(why: "pino, without an error", text: #"{"level":30,"msg":"listening"}"#, line: nil),
    ]

    private static let others = [
        Row(
            why: "Java",
            text: "Exception in thread \"main\" java.lang.RuntimeException: outer\n"
                + "\tat com.google.firebase.auth.FirebaseAuth.x(FirebaseAuth.java:3)\n\tat shop.Main.main(Main.java:12)\n"
                + "Caused by: java.lang.IllegalStateException: inner\n\t... 12 more",
            line: "Exception in thread \"main\" java.lang.RuntimeException: outer", language: .java,
            place: "Main.java:12"),
        Row(
            why: "Java, the cause is known",
            text: "Exception in thread \"main\" java.lang.RuntimeException: outer\n\tat shop.Main.main(Main.java:12)\n"
                + "Caused by: java.lang.IllegalStateException: FirebaseApp with name [DEFAULT] doesn't exist.\n"
                + "\tat shop.Auth.get(Auth.kt:5)",
            line: "Caused by: java.lang.IllegalStateException: FirebaseApp with name [DEFAULT] doesn't exist.",
            language: .java, place: "Auth.kt:5"),
        Row(
            why: "Spring: the root cause stands after an empty line",
            text:
                "2026-11-28T21:25:53.123Z ERROR 6544 --- [app] [nio-8080-exec-8] o.a.c.C : Servlet.service() for servlet "
                + "[dispatcherServlet] in context with path [] threw exception [x] with root cause\n\n"
                + "java.lang.IllegalArgumentException: ID token must not be null or empty\n"
                + "\tat com.google.x.Y.z(Y.java:1) ~[y.jar:1]\n\tat shop.SessionController.create(SessionController.java:30)",
            line: "java.lang.IllegalArgumentException: ID token must not be null or empty", language: .java,
            place: "SessionController.java:30"),
        Row(
            why: "Spring does not start",
            text:
                "***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\n"
                + "Web server failed to start. Port 8080 was already in use.\n\nAction:\n\nIdentify and stop the process.",
            line: "Web server failed to start. Port 8080 was already in use.", isPortTaken: true),
        Row(
            why: "PHP: the first is the inner one",
            text: "PHP Fatal error:  Uncaught RuntimeException: inner in /app/a.php:3\nStack trace:\n#0 {main}\n\n"
                + "Next LogicException: outer in /app/b.php:7\nStack trace:\n#0 /app/c.php(2): f()\n#1 {main}\n"
                + "  thrown in /app/b.php on line 7",
            line: "Next LogicException: outer in /app/b.php:7", language: .php, place: "/app/b.php:7"),
        Row(
            why: "PHP's own server puts it into the access line",
            text: "[Sat Nov 28 21:25:57 2026] 127.0.0.1:42500 Accepted\n"
                + "[Sat Nov 28 21:25:57 2026] 127.0.0.1:42500 [200]: GET /a.php - Uncaught RuntimeException: boom in /app/a.php:1\n"
                + "[Sat Nov 28 21:25:57 2026] 127.0.0.1:42500 Closing",
            line:
                "[Sat Nov 28 21:25:57 2026] 127.0.0.1:42500 [200]: GET /a.php - Uncaught RuntimeException: boom in /app/a.php:1",
            language: .php),
        Row(
            why: "PHP, a warning", text: "PHP Warning:  Undefined array key \"idToken\" in /app/a.php on line 1",
            line: "PHP Warning:  Undefined array key \"idToken\" in /app/a.php on line 1", language: .php,
            place: "/app/a.php:1"),
        Row(
            why: "Laravel",
            text:
                #"[2026-01-01 12:00:00] local.ERROR: no app {"exception":"[object] (Error(code: 0): no app at /app/app/Http/S.php:9)"#
                + "\n[stacktrace]\n#0 /app/vendor/laravel/x.php(3): f()\n\"} ",
            line: #"no app {"exception":"[object] (Error(code: 0): no app at /app/app/Http/S.php:9)"#, language: .php,
            place: "/app/app/Http/S.php:9"),
        Row(
            why: ".NET",
            text: "Unhandled exception. System.InvalidOperationException: no app\n"
                + " ---> System.ArgumentException: inner\n   at FirebaseAdmin.X.Y()\n"
                + "   at Shop.Program.Main(String[] args) in /app/Program.cs:line 5\n   --- End of inner exception stack trace ---",
            line: "Unhandled exception. System.InvalidOperationException: no app", language: .dotNET,
            place: "/app/Program.cs:5"),
        Row(
            why: "ASP.NET: the third line",
            text: "fail: Microsoft.AspNetCore.Diagnostics.DeveloperExceptionPageMiddleware[1]\n"
                + "      An unhandled exception has occurred while executing the request.\n"
                + "      System.ArgumentException: App argument must not be null.\n"
                + "         at Shop.Session.Post() in /app/Session.cs:line 9",
            line: "System.ArgumentException: App argument must not be null.", language: .dotNET,
            place: "/app/Session.cs:9"),
    ]

    private static let ports = [
        Row(
            why: "Python",
            text: "Traceback (most recent call last):\n  File \"/app/s.py\", line 3, in <module>\n"
                + "OSError: [Errno 98] Address already in use",
            line: "OSError: [Errno 98] Address already in use", language: .python, place: "/app/s.py:3",
            isPortTaken: true),
        Row(
            why: "uvicorn, and chatter after it",
            text:
                "ERROR:    [Errno 98] error while attempting to bind on address ('127.0.0.1', 45682): address already in use\n"
                + "INFO:     Waiting for application shutdown.\nINFO:     Application shutdown complete.",
            line: "[Errno 98] error while attempting to bind on address ('127.0.0.1', 45682): address already in use",
            isPortTaken: true),
        Row(
            why: "gunicorn",
            text: "[2026-11-28 21:25:08 +0000] [27914] [ERROR] Connection in use: ('127.0.0.1', 45683)\n"
                + "[2026-11-28 21:25:08 +0000] [27914] [ERROR] Can't connect to ('127.0.0.1', 45683)",
            line: "Connection in use: ('127.0.0.1', 45683)", language: .python, isPortTaken: true),
        Row(
            why: "Django", text: "Error: That port is already in use.", line: "Error: That port is already in use.",
            isPortTaken: true),
        Row(
            why: "Ruby",
            text:
                "/usr/lib/ruby/3.1/socket.rb:201:in `bind': Address already in use - bind(2) for 127.0.0.1:45691 (Errno::EADDRINUSE)\n"
                + "\tfrom /app/s.rb:2:in `<main>'",
            line:
                "/usr/lib/ruby/3.1/socket.rb:201:in `bind': Address already in use - bind(2) for 127.0.0.1:45691 (Errno::EADDRINUSE)",
            language: .ruby, place: "/app/s.rb:2", isPortTaken: true),
        Row(
            why: "Sinatra",
            text: "== Someone is already performing on port 45693!\n== Sinatra has ended his set (crowd applauds)",
            line: "== Someone is already performing on port 45693!", isPortTaken: true),
        Row(
            why: "Go", text: "2026/11/28 21:24:08 listen tcp 127.0.0.1:45674: bind: address already in use",
            line: "listen tcp 127.0.0.1:45674: bind: address already in use", language: .go, isPortTaken: true),
        Row(
            why: "Node",
            text: "node:events:502\n      throw er; // Unhandled 'error' event\n      ^\n\n"
                + "Error: listen EADDRINUSE: address already in use :::3000\n    at Server.setupListenHandle (node:net:1817:16)\n"
                + "    at Object.<anonymous> (/app/s.js:4:3)\nEmitted 'error' event on Server instance at:\n"
                + "    at emitErrorNT (node:net:1796:8) {\n  code: 'EADDRINUSE'\n}\n\nNode.js v20.20.2",
            line: "Error: listen EADDRINUSE: address already in use :::3000", language: .node, place: "/app/s.js:4",
            isPortTaken: true),
        Row(
            why: "Java",
            text: "Exception in thread \"main\" java.net.BindException: Address already in use\n"
                + "\tat java.base/sun.nio.ch.Net.bind0(Native Method)\n\tat shop.Main.main(Main.java:8)",
            line: "Exception in thread \"main\" java.net.BindException: Address already in use", language: .java,
            place: "Main.java:8", isPortTaken: true),
        Row(
            why: "PHP",
            text: "[Sat Nov 28 21:25:57 2026] Failed to listen on 127.0.0.1:45692 (reason: Address already in use)",
            line: "[Sat Nov 28 21:25:57 2026] Failed to listen on 127.0.0.1:45692 (reason: Address already in use)",
            language: .php, isPortTaken: true),
        Row(
            why: "Kestrel",
            text:
                "Unhandled exception. System.IO.IOException: Failed to bind to address http://127.0.0.1:5000: address already in use.\n"
                + " ---> Microsoft.AspNetCore.Connections.AddressInUseException: Address in use",
            line:
                "Unhandled exception. System.IO.IOException: Failed to bind to address http://127.0.0.1:5000: address already in use.",
            language: .dotNET, isPortTaken: true),
        Row(
            why: "Next takes the next port and goes on", text: " ⚠ Port 3000 is in use, trying 3001 instead.",
            line: nil),
    ]

    private static let nothing = [
        Row(why: "no line", text: "", line: nil),
        Row(
            why: "only access lines",
            text: """
                127.0.0.1 - - [28/Nov/2026:21:27:03 +0000] "GET / HTTP/1.1" 200 2 "-" "curl/7"
                INFO:     127.0.0.1:51184 - "GET / HTTP/1.1" 200 OK
                GET /x 200 12 - 3.1 ms
                ::1 - GET /x HTTP/1.1 200 12 - 3.1 ms
                [GIN] 2026/11/28 - 21:24:08 | 200 |   51.2µs |  127.0.0.1 | GET      "/x"
                 GET / 200 in 12ms
                 POST /api/x 500 in 1.2s (next.js: 14ms, application-code: 61ms)
                [Sat Nov 28 21:25:57 2026] 127.0.0.1:42498 [404]: GET /z.png - No such file or directory
                  2026-11-28 21:25:57 /a.php ....... ~ 0.5ms
                Started GET "/x" for 127.0.0.1 at 2026-11-28
                Completed 500 Internal Server Error in 5ms (Views: 1)
                """, line: nil),
        Row(
            why: "only chatter",
            text: """
                 * Serving Flask app 'a'
                 * Debug mode: off
                WARNING: This is a development server. Do not use it in a production deployment.
                 * Running on http://127.0.0.1:5000
                Press CTRL+C to quit
                INFO:     Started server process [1]
                Puma starting in single mode...
                * Listening on http://127.0.0.1:9292
                == Sinatra (v3.0.5) has taken the stage on 4567
                Listening on 3000
                Now listening on: http://localhost:5000
                (node:1) [DEP0040] DeprecationWarning: The `punycode` module is deprecated.
                """, line: nil),
    ]

    static let rows = python + ruby + go + node + others + ports + nothing
}
