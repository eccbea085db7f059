import BridgePrimitives
import Project
import Scenarios
import Testing

@Suite("What init guesses and writes", .timeLimit(.minutes(5)))
struct ProjectGuessTests {
    private static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>API_KEY</key>
          <string>AIzaSy</string>
          <key>PROJECT_ID</key><string>shop-plist</string>
        </dict></plist>
        """

    private static func answers(_ change: (inout ProjectAnswers) -> Void) -> ProjectAnswers {
        var answers = ProjectGuess(files: [:]).answers
        change(&answers)
        return answers
    }

    @Test(arguments: [
        ([:], answers { _ in }, []),
        (
            ["GoogleService-Info.plist": plist], answers { ($0.projectID, $0.apiKey) = ("shop-plist", "AIzaSy") },
            ["project shop-plist, from GoogleService-Info.plist", "its API key, from GoogleService-Info.plist"]
        ),
        // The later word counts: what the Firebase CLI uses here.
        (
            ["GoogleService-Info.plist": plist, ".firebaserc": #"{"projects":{"default":"shop"}}"#],
            answers { ($0.projectID, $0.apiKey) = ("shop", "AIzaSy") },
            [
                "project shop-plist, from GoogleService-Info.plist", "its API key, from GoogleService-Info.plist",
                "project shop, from .firebaserc",
            ]
        ),
        (
            [
                "firebase.json": #"{"hosting":[{"public":"dist"}]}"#,
                "package.json": #"{"devDependencies":{"vite":"7"}}"#,
            ],
            answers { $0.page = "dist" }, ["the page in dist, from firebase.json"]
        ),
        (
            ["package.json": #"{"devDependencies":{"vite":"7"},"dependencies":{"vue":"3"}}"#],
            answers { $0.page = "http://localhost:5173" },
            ["the page at http://localhost:5173, from package.json (vite)"]
        ),
        (
            ["package.json": #"{"scripts":{"start":"node ."},"dependencies":{"express":"5","firebase-admin":"13"}}"#],
            answers {
                ($0.backendURL, $0.command, $0.hasAdminSDK) = ("http://localhost:${port}", "npm start", true)
            },
            [
                "strictness lenient, from package.json (firebase-admin)",
                "a backend that `npm start` starts, from package.json (express); it must listen at PORT",
            ]
        ),
        // What is broken, or of another shape, says nothing.
        (
            [
                "package.json": "{", ".firebaserc": #"{"projects":["a"]}"#,
                "firebase.json": #"{"hosting":{"public":7}}"#,
                "GoogleService-Info.plist": "<key>PROJECT_ID</key><string>a<b/></string><key>API_KEY</key>",
            ], answers { _ in }, []
        ),
        (["firebase.json": #"{"hosting":{"public":"gone"}}"#], answers { _ in }, []),
    ])
    func eachFileSaysItsPart(files: [String: String], answers: ProjectAnswers, grounds: [String]) {
        let guess = ProjectGuess(files: files) { $0 != "gone" }
        #expect(guess.answers == answers)
        #expect(guess.grounds == grounds)
    }

    /// Whatever is guessed or answered can be read back, and says the same.
    @Test func whatIsWrittenIsRead() throws {
        let plain = try Self.read(Self.answers { _ in })
        #expect(plain.backend == nil && !plain.web.isOwn && plain.cookieName == "customtoken")
        let own = try Self.read(
            Self.answers {
                ($0.projectID, $0.apiKey, $0.hasAdminSDK) = ("shop", "AIza: \"x\" #", true)
                ($0.backendURL, $0.command) = ("http://localhost:${port}", "npm run 'dev' # \\ \"x\"")
                ($0.tokenPlace, $0.page, $0.cookieName) = ("cookie fb_token", "http://localhost:5173", "fb_token")
            })
        #expect(own.auth.apiKey == "AIza: \"x\" #" && own.auth.strictness == .lenient)
        #expect(own.backend?.start?.command == "npm run 'dev' # \\ \"x\"" && own.backend?.choosesPort == true)
        #expect(own.backend?.exchange.token == .cookie("fb_token"))
        #expect(own.backend?.exchange.request.json == ["id_token": "${id-token}"])
        #expect(own.web.url?.text == "http://localhost:5173" && own.cookieName == "fb_token")
    }

    /// An answer cannot become a key of the file.
    @Test(arguments: ["a\nversion: 2", "\u{0}", "]}", "${env.HOME}", "- x", "é\u{2028}b"])
    func answersStayAnswers(hostile: String) {
        do throws(ScenarioProblems) {
            let project = try Self.read(Self.answers { $0.apiKey = hostile })
            #expect(project.auth.apiKey == hostile)
        } catch {
            #expect(error.problems.allSatisfy { $0.code.rawValue.hasPrefix("project/") }, "\(error)")
        }
    }

    private static func read(_ answers: ProjectAnswers) throws(ScenarioProblems) -> AppProject {
        try ProjectFile.project(in: ProjectText.text(answers), file: ProjectFile.name, vocabulary: Vocabulary())
    }
}
