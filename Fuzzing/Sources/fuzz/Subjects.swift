import CookieFuzzing
import FuzzSupport
import HARFuzzing
import HTMLFuzzing
import HTTPFuzzing
import JSONFuzzing
import ScenarioFuzzing
import TokenFuzzing
import YAMLFuzzing

/// All that can be fuzzed.
enum Subjects {
    static let all: [any FuzzSubject.Type] = [
        CookieFuzz.self, JSONFuzz.self, YAMLFuzz.self, ScenarioFuzz.self, TokenFuzz.self, URLFuzz.self, AnswerFuzz.self,
        HTMLFuzz.self, HARFuzz.self,
    ]

    static func named(_ name: String) -> (any FuzzSubject.Type)? { all.first { $0.name == name } }
}
