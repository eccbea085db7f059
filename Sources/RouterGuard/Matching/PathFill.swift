import BridgePrimitives

extension PathPattern {
    /// Why a path could not be built from params.
    struct FillProblem: Error, Hashable {
        let cause: String
    }

    /// Builds a path: literal text as it is, values percent-encoded and checked against their patterns.
    ///
    /// `pathMatch`, when it is a string, feeds the first unnamed parameter.
    func fill(_ values: RouteValues) throws(FillProblem) -> String {
        var path = ""
        var number = -1
        for token in tokens {
            switch token {
            case .text(let text): path += String(decoding: text, as: UTF16.self)
            case .parameter(let parameter):
                number += 1
                path += try segment(for: parameter, number: number, values: values)
            }
        }
        return path
    }

    private func segment(
        for parameter: PathParameter, number: Int, values: RouteValues
    ) throws(FillProblem) -> String {
        let prefix = String(decoding: parameter.prefix, as: UTF16.self)
        let key = parameter.fillKey
        var value = values[key]
        if key == "0", case .string? = values["pathMatch"] { value = values["pathMatch"] }
        switch value {
        case nil, .null?:
            guard parameter.isOptional else { throw FillProblem(cause: "Expected \"\(key)\" to be defined") }
            return parameter.isPartial ? prefix : ""
        case .array(let elements)?:
            guard parameter.isRepeated else { throw FillProblem(cause: "Expected \"\(key)\" to not repeat") }
            guard !elements.isEmpty else {
                guard parameter.isOptional else { throw FillProblem(cause: "Expected \"\(key)\" to not be empty") }
                return ""
            }
            let delimiter = String(decoding: parameter.delimiter, as: UTF16.self)
            var result = ""
            for (index, element) in elements.enumerated() {
                let encoded = Self.encode(scriptText(element), sparingSlash: false)
                guard accepts(encoded, forParameter: number) else {
                    throw FillProblem(cause: "Expected all \"\(key)\" to match their pattern")
                }
                result += (index == 0 ? prefix : delimiter) + encoded
            }
            return result
        case let value?:
            let encoded = Self.encode(scriptText(value), sparingSlash: parameter.isAsterisk)
            guard accepts(encoded, forParameter: number) else {
                throw FillProblem(cause: "Expected \"\(key)\" to match its pattern")
            }
            return prefix + encoded
        }
    }

    private static func encode(_ text: String, sparingSlash: Bool) -> String {
        let encodedMarks = Array((sparingSlash ? "?#" : "/?#").utf8)
        return PercentCoding.encode(text, sparing: PercentCoding.uriMarks.filter { !encodedMarks.contains($0) })
    }
}
