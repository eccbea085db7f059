import BridgePrimitives
import Doctoring
import Linting

let clockRows: [DoctorRow] = [
    DoctorRow(
        .clockOff, "a minute and more",
        wrong: Setup { $0.serviceDate = ("http://localhost:3000", doctorNow + .seconds(61), doctorNow) },
        right: Setup { $0.serviceDate = ("http://localhost:3000", doctorNow + .seconds(60), doctorNow) }),
    DoctorRow(
        .clockBeforeFiles, "a file of tomorrow", wrong: Setup { $0.newestFile = ("a.js", doctorNow + .seconds(3601)) },
        right: Setup { $0.newestFile = ("a.js", doctorNow + .seconds(3600)) }),
    DoctorRow(
        .worldClockFrozen, "it stands still",
        wrong: Setup {
            var served = Surroundings.Served(url: "http://127.0.0.1:4040", now: doctorNow)
            served.isFrozen = true
            $0.served = served
        },
        right: Setup { $0.served = Surroundings.Served(url: "http://127.0.0.1:4040", now: doctorNow) }),
    DoctorRow(
        .worldClockMoved, "an hour ahead",
        wrong: Setup { $0.served = Surroundings.Served(url: "http://127.0.0.1:4040", now: doctorNow + .seconds(3600)) },
        right: Setup { $0.served = Surroundings.Served(url: "http://127.0.0.1:4040", now: doctorNow + .seconds(2)) }),
]
