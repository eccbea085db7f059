/// Forms of lines that servers print, and what they are.
///
/// The order is that of the questions: what certainly names an error, then frames, then lines without information.
enum LineTable {
    /// What a line is.
    enum Role: Sendable {
        /// It names an error; if several belong together, this is the outer one and stands first.
        case error(ServerLanguage?)
        /// It names the cause of the error above.
        case cause(ServerLanguage?)
        /// It names an error that was thrown because of the one above.
        case consequence(ServerLanguage?)
        /// The next line that is not dropped says what is wrong.
        case title
        /// The lines of Python's traceback follow, and then the error.
        case traceback
        /// The error above caused the one below.
        case innerFirst
        /// `FILE:LINE`; a source line and a caret follow.
        case place
        case frame(ServerLanguage)
        /// A request is printed until the next empty line.
        case requestDump
        /// An access line, start-up chatter, a caret: it names no error.
        case noise
    }

    struct Row: Sendable {
        let pattern: LinePattern
        let role: Role

        init(_ text: String, _ role: Role) {
            self.pattern = LinePattern(text)
            self.role = role
        }
    }

    static let rows: [Row] = errors + frames + access.map { Row($0, .noise) } + chatter.map { Row($0, .noise) }

    // MARK: - Lines that name an error

    private static let errors: [Row] = [
        // Python.
        Row("Traceback (most recent call last):", .traceback),
        Row("Exception Group Traceback (most recent call last):", .traceback),
        Row("The above exception was the direct cause of the following exception:", .innerFirst),
        Row("During handling of the above exception, another exception occurred:", .innerFirst),
        Row("Forbidden (CSRF {}): {}", .error(.python)),

        // Ruby.
        Row("{file}:{line}:in {}: {text} ({type})", .error(.ruby)),
        Row("{file}:{line}:in {}: {text} ({}::{type})", .error(.ruby)),
        Row("{file.rb}:{line}: syntax error{}", .error(.ruby)),
        Row("{error} - {text}:", .error(.ruby)),
        Row("Rack app ({}): #<{text}>", .error(.ruby)),
        Row("{error} ({text}):", .error(.ruby)),
        Row("ActionController::{text}:", .error(.ruby)),
        Row("Caused by: {error} ({text})", .cause(.ruby)),
        Row("Can't verify CSRF token authenticity.", .error(.ruby)),

        // Go.
        Row("panic: {text} [recovered]", .error(.go)),
        Row("panic: {text}", .error(.go)),
        Row("http: panic serving {}: {text}", .error(.go)),
        Row("[PANIC RECOVER] {text} goroutine {}", .error(.go)),
        Row("[Recovery] {} panic recovered:", .title),
        Row("Error #{n}: {text}", .error(.go)),

        // Java and Kotlin.
        Row("Exception in thread {}: {text}", .error(.java)),
        Row("Exception in thread {} {error}", .error(.java)),
        Row("Servlet.service() for servlet {} with root cause", .title),
        Row("Caused by: {type}: {text}", .cause(.java)),
        Row("Caused by: {error}", .cause(.java)),
        Row("Suppressed: {type}: {text}", .cause(.java)),
        Row("Description:", .title),

        // PHP. Its own server prints the error in the access line.
        Row("{}Fatal error: {}Uncaught {type}: {text} in {file}:{line}", .error(.php)),
        Row("{}Fatal error: {text} in {file} on line {line}", .error(.php)),
        Row("{}Fatal error: {text}", .error(.php)),
        Row("Next {type}: {text} in {file}:{line}", .consequence(.php)),
        Row("{}Parse error: {text} in {file} on line {line}", .error(.php)),
        Row("{}Warning: {text} in {file} on line {line}", .error(.php)),
        Row("{} [{n}]: {method} {} - Uncaught {type}: {text}", .error(.php)),
        Row("{text} {\"exception\":\"[object] ({type}(code: {n}): {} at {file}:{line}){}", .error(.php)),
        Row("{}Failed to listen on {}", .error(.php)),

        // .NET.
        Row("Unhandled exception. {type}: {text}", .error(.dotNET)),
        Row("---> {type}: {text}", .cause(.dotNET)),
        Row("fail: {}[{n}]", .title),
        Row("crit: {}[{n}]", .title),

        // Node.
        Row("(node:{n}) UnhandledPromiseRejectionWarning: {text}", .error(.node)),
        Row("[cause]: {text}", .cause(.node)),
        Row("{}[request error] [{method}] {}", .title),
        Row("[nuxt] [request error] {text}", .error(.node)),
        Row("[next-auth][error][{}]{}", .title),
        Row("[{error}: {text}]{}", .error(.node)),
        Row("node:{}:{line}", .place),
        Row("{file.js}:{line}", .place), Row("{file.mjs}:{line}", .place), Row("{file.cjs}:{line}", .place),
        Row("{file.ts}:{line}", .place), Row("{file.mts}:{line}", .place), Row("{file.ts}x:{line}", .place),
    ]

    // MARK: - Frames

    private static let frames: [Row] = [
        Row("File \"{file}\", line {line}, in {}", .frame(.python)),
        Row("File \"{file}\", line {line}", .frame(.python)),
        Row("[Previous line repeated {n} more times]", .frame(.python)),
        Row("from {file}:{line}:in {}", .frame(.ruby)),
        Row("{file}:{line}:in {}", .frame(.ruby)),
        Row("from {file}:{line}", .frame(.ruby)),
        Row("{file.go}:{line} +0x{}", .frame(.go)),
        Row("{file.go}:{line} (0x{}", .frame(.go)),
        Row("{file.go}:{line}", .frame(.go)),
        Row("goroutine {n} [{}]:", .frame(.go)),
        Row("created by {}", .frame(.go)),
        Row("[signal SIG{}", .frame(.go)),
        Row("exit status {n}", .frame(.go)),
        Row("at {function}({file.java}:{line}){}", .frame(.java)),
        Row("at {function}({file.kt}:{line}){}", .frame(.java)),
        Row("at {}(Native Method){}", .frame(.java)),
        Row("at {}(Unknown Source){}", .frame(.java)),
        Row("... {n} more", .frame(.java)),
        Row("... {n} common frames omitted", .frame(.java)),
        Row("at {} in {file}:line {line}", .frame(.dotNET)),
        Row("--- End of {}stack trace{}", .frame(.dotNET)),
        Row("at {} ({file}:{line}:{n}){}", .frame(.node)),
        Row("at async {file}:{line}:{n}{}", .frame(.node)),
        Row("at {file}:{line}:{n}{}", .frame(.node)),
        Row("at {} (<anonymous>){}", .frame(.node)),
        Row("at {} (native){}", .frame(.node)),
        Row("... {n} lines matching cause stack trace ...", .frame(.node)),
        Row("at {}({})", .frame(.dotNET)),
        Row("#{n} {file}({line}): {}", .frame(.php)),
        Row("#{n} {}", .frame(.php)),
        Row("thrown in {} on line {n}", .frame(.php)),
        Row("Stack trace:", .frame(.php)), Row("[stacktrace]", .frame(.php)), Row("\"}", .frame(.php)),
        Row("Require stack:", .noise), Row("- /{}", .noise), Row("throw {}", .noise), Row("Node.js v{}", .noise),
        Row("Emitted 'error' event on {}", .noise),
        Row("{method} {} HTTP/{n}.{n}", .requestDump),
    ]

    // MARK: - Lines that name no error

    private static let access = [
        "{}\"{method} {} HTTP/{}\" {n}{}", "{} code {n}, message {}", "- -> {}", "[GIN] {}",
        // morgan, Next.
        "{method} {} {n} {} ms{}", "{method} {} {n} in {}", "{} - {method} {} HTTP/{} {n} {}", "{method} /{} {n}",
        "│ {method} {}", "└─ {}",
        // PHP's own server, `artisan serve`.
        "{} Accepted", "{} Closing", "{} [{n}]: {method} {}", "{}...{} ~ {}ms",
        // Rails, Django, ASP.NET.
        "Started {method} \"{}", "Processing by {}", "Parameters: {}", "Completed {n} {}", "Redirected to {}",
        "Rendered {}", "Rendering {}", "Filter chain halted {}", "Information for cause:{}",
        "Internal Server Error: /{}",
        "Not Found: /{}", "Bad Request: /{}", "Unauthorized: /{}", "Forbidden: /{}", "Method Not Allowed{}",
        "Request starting {}", "Request finished {}", "Executed endpoint {}", "Executing endpoint {}", "info: {}",
        "dbug: {}", "trce: {}",
    ]

    private static let chatter = [
        "Exception in thread Thread-{}", "Exception in ASGI application", "Exception in worker process",
        "Exception on /{}", "Error handling request{}", "Exception occurred during processing of request from {}",
        "Task exception was never retrieved", "future: <{}",
        "#<Thread:{} terminated with exception{}", "throw er; // {}", "An unhandled exception has occurred {}",
        "Connection id {}: An unhandled exception was thrown by the application.", "APPLICATION FAILED TO START",
        "Action:", "+---{}", "{}> {n} | {}", "{n} | {}", "> {n} | {}", "digest: {}", "code: {}",
        // Flask, uvicorn, gunicorn, Django.
        "Serving Flask app {}", "Debug mode: {}", "WARNING: This is a development server{}",
        "Press CTRL+C to quit", "Running on {}", "Restarting with {}", "Debugger is active!", "Debugger PIN: {}",
        "Started server process {}", "Started reloader process {}", "Waiting for application {}",
        "Application startup complete.", "Application shutdown complete.", "Finished server process {}",
        "Shutting down{}", "Uvicorn running on {}", "Starting gunicorn {}", "Listening at: {}", "Using worker: {}",
        "Booting worker with pid: {}", "Handling signal: {}", "Worker exiting {}", "Watching for file changes {}",
        "Performing system checks...", "System check identified {}", "You have {n} unapplied migration{}",
        "Run 'python manage.py migrate' {}", "Django version {}", "Starting development server at {}",
        "Quit the server with {}",
        // Ruby.
        "Puma starting in {}", "Puma version: {}", "Min threads: {}", "Max threads: {}", "Environment: {}", "PID: {}",
        "Listening on {}", "Use Ctrl-C to stop", "== Sinatra {}", "WEBrick {}", "WEBrick::{}", "ruby {}",
        "=> Booting {}",
        "=> Rails {}", "=> Run {}", "Exiting",
        // Go, Node, Java, PHP, .NET.
        "[GIN-debug] [WARNING] {}", "[GIN-debug] {method} {}", "⇨ http server started on {}", "Server listening {}",
        "Server running {}", "Listening {}", "PHP {} Development Server ({}) started", "Now listening on: {}",
        "Application started. Press Ctrl+C {}", "Hosting environment: {}", "Content root path: {}",
        "Application is shutting down...", "{}DeprecationWarning: {}", "{}ExperimentalWarning: {}",
        "(Use `node --trace-{}", "Warning: connect.session() MemoryStore is not{}",
        "designed for a production environment{}", "memory, and will not scale past a single process.",
        "Starting {} using Java {}", "No active profile set, {}", "Tomcat started on port{}", "▲ Next.js {}",
        "- Local: {}", "- Network: {}", "ready - {}", "✓ {}", "○ {}",
    ]

    // MARK: - What stands before a message

    struct Prefix: Sendable {
        let pattern: LinePattern
        let isError: Bool
        let language: ServerLanguage?

        init(_ text: String, isError: Bool = false, _ language: ServerLanguage? = nil) {
            self.pattern = LinePattern(text)
            self.isError = isError
            self.language = language
        }
    }

    /// Each ends with the message, which is called `rest`.
    static let prefixes: [Prefix] = [
        Prefix("[GIN-debug] [ERROR] {rest}", isError: true, .go),
        Prefix("{n}/{n}/{n} {n}:{n}:{n} {type}.go:{n}: {rest}", .go),
        Prefix("{n}/{n}/{n} {n}:{n}:{n} {rest}", .go),
        Prefix("[{n}-{n}-{n} {n}:{n}:{n},{n}] ERROR in {}: {rest}", isError: true, .python),
        Prefix("[{n}-{n}-{n} {n}:{n}:{n} {}] [{n}] [ERROR] {rest}", isError: true, .python),
        Prefix("[{n}-{n}-{n} {n}:{n}:{n} {}] [{n}] [{}] {rest}"),
        Prefix("[{n}-{n}-{n} {n}:{n}:{n}] ERROR {rest}", isError: true, .ruby),
        Prefix("[{n}-{n}-{n} {n}:{n}:{n}] FATAL {rest}", isError: true, .ruby),
        Prefix("[{n}-{n}-{n} {n}:{n}:{n}] {}.ERROR: {rest}", isError: true, .php),
        Prefix("[{n}-{n}-{n} {n}:{n}:{n}] WARN{b}{rest}"),
        Prefix("[{n}-{n}-{n} {n}:{n}:{n}] INFO{b}{rest}"),
        Prefix("[{n}-{type}-{n} {n}:{n}:{n} {type}] {rest}"),
        Prefix("E, [{}] ERROR -- {}: {rest}", isError: true, .ruby),
        Prefix("F, [{}] FATAL -- {}: {rest}", isError: true, .ruby),
        Prefix("I, [{}] INFO -- {}: {rest}"),
        Prefix("{n}-{n}-{n}{} ERROR {n} --- [{}] {} : {rest}", isError: true, .java),
        Prefix("{n}-{n}-{n} {n}:{n}:{n} - {rest}", isError: true, .ruby),
        Prefix("{n}-{n}-{n} {n}:{n}:{n} +{n} {rest}"),
        Prefix("{n}-{n}-{n} {n}:{n}:{n} -{n} {rest}"),
        Prefix("ERROR:{b}{rest}", isError: true),
        Prefix("ERROR:{type}:{rest}", isError: true, .python),
        Prefix("CRITICAL:{type}:{rest}", isError: true, .python),
        Prefix("WARNING:{type}:{rest}"), Prefix("INFO:{type}:{rest}"), Prefix("INFO:{b}{rest}"),
        Prefix("ERROR: {rest}", isError: true), Prefix("error: {rest}", isError: true),
        Prefix("error - {rest}", isError: true, .node),
        Prefix("⨯ {rest}", isError: true, .node), Prefix("X {rest}", isError: true, .node), Prefix("⚠ {rest}"),
        Prefix("[auth][error] {rest}", isError: true, .node),
        Prefix("[auth][cause]: {rest}", isError: true, .node),
        Prefix("[unhandledRejection] {rest}", isError: true, .node),
        Prefix("* {rest}"),
    ]

    /// `name  | `, as Docker Compose puts it before each line.
    static let container = LinePattern("{type}-{n}{b}| {rest}")

    // MARK: - Ports and libraries

    /// What a line in lower case contains if the port belongs to another program.
    static let takenPort: [LinePattern] = [
        "{}address already in use{}", "{}address is already in use{}", "{}eaddrinuse{}", "{}port {n} is in use{}",
        "{}port {n} is already in use{}", "{}port {n} was already in use{}", "{}that port is already in use{}",
        "{}connection in use:{}", "{}already performing on port{}",
    ].map { LinePattern($0) }

    /// Servers that then take the next port go on.
    static let nextPort = LinePattern("{}, trying {n} instead{}")

    /// What paths of libraries contain; all else is the user's own code.
    static let libraries = [
        "node_modules/", "node:", "internal/", "site-packages/", "dist-packages/", "/usr/lib/", "/usr/local/lib/",
        "/lib/python", "/gems/", "/lib/ruby/", "<internal:", "<frozen ", "/vendor/", "/usr/local/go/", "/usr/share/",
        "/go/pkg/mod/", "/go/src/runtime/", "/go/src/net/", "/.cargo/", "/opt/", "/_work/", "/src/libraries/",
    ]

    /// How functions of libraries begin, where frames have no path.
    static let libraryFunctions = [
        "java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin.", "kotlinx.", "io.ktor.", "org.springframework.",
        "org.apache.", "com.google.", "org.eclipse.", "io.netty.", "reactor.", "io.jsonwebtoken.", "com.auth0.",
        "com.nimbusds.", "java.base/", "app//java.", "app//org.",
    ]
}
