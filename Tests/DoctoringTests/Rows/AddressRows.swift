import BridgePrimitives
import Doctoring
import Linting

let addressRows: [DoctorRow] = [
    DoctorRow(
        .emulatorSchemeGiven, "Admin SDKs put the scheme in front themselves",
        wrong: Setup([".env": "# local\nFIREBASE_AUTH_EMULATOR_HOST=http://127.0.0.1:9099"]),
        right: Setup([".env": "FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"])),
    DoctorRow(
        .emulatorSchemeMissing, "the web SDK wants a URL",
        wrong: Setup(["a.js": "connectAuthEmulator(auth, 'localhost:9099')"]),
        right: Setup(["a.js": "connectAuthEmulator(auth, 'http://localhost:9099')"])),
    DoctorRow(
        .emulatorAnyAddress, "nobody is at 0.0.0.0",
        wrong: Setup(["A.swift": "Auth.auth().useEmulator(withHost: \"0.0.0.0\", port: 9099)"]),
        right: Setup(["A.swift": "Auth.auth().useEmulator(withHost: \"192.168.1.7\", port: 9099)"])),
    DoctorRow(
        .loopbackNamesMixed, "a cookie of localhost is none of 127.0.0.1",
        wrong: Setup(["A.swift": load("http://localhost:5173/"), ".env": "API_URL=http://127.0.0.1:3000"]),
        right: Setup([
            "A.swift": load("http://localhost:5173/")
                + "\nAuth.auth().useEmulator(withHost: \"127.0.0.1\", port: 9099)",
            ".env": "API_URL=http://localhost:3000\nHOST=127.0.0.1",
        ])),
    DoctorRow(
        .localhostIPv6First, "::1 is asked first, and nobody answers",
        wrong: Setup(["a.js": "connectAuthEmulator(auth, 'http://localhost:9099')"]) {
            $0.addresses["localhost"] = ["::1", "127.0.0.1"]
            $0.ports = ports(onIPv6: false)
        },
        right: Setup(["a.js": "connectAuthEmulator(auth, 'http://localhost:9099')"]) {
            $0.addresses["localhost"] = ["::1", "127.0.0.1"]
            $0.ports = ports(onIPv6: true)
        }),
    DoctorRow(
        .localhostUnknown, "another machine's address",
        wrong: Setup { $0.addresses["localhost"] = ["10.0.0.1"] },
        right: Setup { $0.addresses["localhost"] = ["127.0.0.1"] }),
    DoctorRow(
        .localhostNamesUnknown, "a native loader asks the system",
        wrong: Setup(["A.swift": load("http://app.localhost:8080/")]) { $0.addresses["app.localhost"] = [] },
        right: Setup(["A.swift": load("http://app.localhost:8080/")]) { $0.addresses["app.localhost"] = ["127.0.0.1"] }),
    DoctorRow(
        .portInUse, "somebody is there, and it is no serve",
        wrong: Setup { $0.ports = ports(onIPv6: false) },
        right: Setup {
            $0.ports = ports(onIPv6: false, isServe: true)
            $0.served = Surroundings.Served(url: "http://127.0.0.1:4040", now: doctorNow)
        }),
    DoctorRow(
        .portPrivileged, "443 is not everybody's",
        wrong: Setup(["firebase.json": #"{"emulators":{"auth":{"port":443}}}"#]),
        right: Setup(["firebase.json": #"{"emulators":{"auth":{"port":9099}}}"#])),
    DoctorRow(
        .portsTheSame, "two on one",
        wrong: Setup(["firebase.json": #"{"emulators":{"auth":{"port":9099},"ui":{"port":9099}}}"#]),
        right: Setup(["firebase.json": #"{"emulators":{"auth":{"port":9099},"ui":{"port":4000}}}"#])),
    DoctorRow(
        .emulatorPortsMixed, "client and configuration",
        wrong: Setup(["firebase.json": #"{"emulators":{"auth":{"port":9199}}}"#, "a.js": emulatedPage]),
        right: Setup(["firebase.json": #"{"emulators":{"auth":{"port":9099}}}"#, "a.js": emulatedPage])),
]
