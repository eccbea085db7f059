import BridgePrimitives
import Doctoring
import Linting

let emulatorRows: [DoctorRow] = [
    DoctorRow(
        .emulatorNotOnServer, "the server verifies production's tokens",
        wrong: Setup(["web/a.js": emulatedPage, "server/index.js": server]),
        right: Setup([
            "web/a.js": emulatedPage, "server/index.js": server,
            "server/.env": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099",
        ])),
    DoctorRow(
        .emulatorOnlyOnServer, "no client was told",
        wrong: Setup(["web/a.js": page, "server/.env": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"]),
        right: Setup(["web/a.js": emulatedPage, "server/.env": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"])),
    DoctorRow(
        .emulatorNotOnPage, "the app alone", wrong: Setup(["A.swift": emulatedApp, "web/a.js": page]),
        right: Setup(["A.swift": emulatedApp, "web/a.js": emulatedPage])),
    DoctorRow(
        .emulatorNotInApp, "the page alone", wrong: Setup(["A.swift": app, "web/a.js": emulatedPage]),
        right: Setup(["A.swift": emulatedApp, "web/a.js": emulatedPage])),
    DoctorRow(
        .emulatorInProduction, "unsigned tokens in production",
        wrong: Setup([".env.production": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"]),
        right: Setup([".env.development": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"])),
]
