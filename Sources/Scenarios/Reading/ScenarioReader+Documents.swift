package import BridgePrimitives
import YAMLReading
package import Yams

extension ScenarioReader {
    /// Reads a file's YAML and lends it to `body`, document by document; those that are empty are left out.
    ///
    /// - Parameters:
    ///   - codes: what the file's kind calls the reasons of ``ScenarioReason``.
    ///   - body: is not called for a file that is too large; gets the documents before the first that is no YAML.
    /// - Throws: everything that is wrong with the file, from top to bottom.
    package static func read<Value>(
        _ text: String, of file: String, environment: [String: String], vocabulary: Vocabulary,
        codes: [ReasonCode: ReasonCode] = [:], _ body: (inout ScenarioReader, [Node]) -> Value
    ) throws(ScenarioProblems) -> Value {
        var reader = ScenarioReader(
            file: file, lines: lines(of: text), environment: environment, vocabulary: vocabulary, codes: codes)
        var value: Value?
        if text.utf8.count > ScenarioFile.sizeLimit {
            reader.note(.tooLarge, nil, "the file is larger than \(ScenarioFile.sizeLimit) bytes", "split it")
        } else {
            let (documents, problem) = BoundedYAML.documents(in: text)
            if let problem { reader.note(problem) }
            value = body(&reader, documents.filter { $0.null == nil })
        }
        guard reader.problems.isEmpty, let value else {
            // Keys are looked at one after the other; people read from top to bottom.
            let files = reader.problems.map(\.location.file).uniqued()
            throw ScenarioProblems(
                files.flatMap { file in
                    reader.problems.filter { $0.location.file == file }.sorted {
                        ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
                    }
                })
        }
        return value
    }
}
