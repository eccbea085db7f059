/// A form of a page, as a person finds it: what is filled in already, what can be chosen, which buttons there are.
public struct PageForm: Hashable, Sendable {
    public enum Method: String, Sendable { case get = "GET", post = "POST" }

    /// What a control adds to the form's entries.
    public enum Control: Hashable, Sendable {
        /// Not shown.
        case hidden
        /// Typed in; a text area and every kind of input that is none of the others.
        case text
        case radio(isChecked: Bool)
        case checkbox(isChecked: Bool)
        /// The values that can be chosen, in order.
        case choice([String])
    }

    public struct Field: Hashable, Sendable {
        public let name: String
        /// What is sent if nobody changes it.
        public let value: String
        public let control: Control
    }

    /// What sends the form.
    public struct Button: Hashable, Sendable {
        /// Nil for a button that adds nothing.
        public let name: String?
        public let value: String
        /// The words on it, white space collapsed.
        public let label: String
        /// Where it sends the form instead; nil for where the form goes.
        public let action: String?
    }

    /// As written; nil or empty for the page's own address.
    public let action: String?
    public let method: Method
    /// In document order, without buttons and without controls that are disabled or have no name.
    public let fields: [Field]
    public let buttons: [Button]

    /// The pairs that are sent (HTML, "constructing the entry list").
    ///
    /// - Parameters:
    ///   - button: the one that was pressed; nil for a form that is sent without.
    ///   - values: what the person chose or typed, by name. A radio button or a checkbox is checked when its own value
    ///     is chosen.
    public func entries(pressing button: Button?, filling values: [String: String] = [:]) -> [(String, String)] {
        var entries: [(String, String)] = []
        for field in fields {
            let chosen = values[field.name]
            switch field.control {
            case .hidden: entries.append((field.name, field.value))
            case .text, .choice: entries.append((field.name, chosen ?? field.value))
            case .radio(let isChecked), .checkbox(let isChecked):
                if chosen.map({ $0 == field.value }) ?? isChecked { entries.append((field.name, field.value)) }
            }
        }
        if let name = button?.name { entries.append((name, button?.value ?? "")) }
        return entries
    }
}

/// Something on a page that leads somewhere.
public struct PageLink: Hashable, Sendable {
    /// As written.
    public let target: String
    /// The words of it, white space collapsed.
    public let label: String
}
