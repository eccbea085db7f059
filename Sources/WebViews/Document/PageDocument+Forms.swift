import BridgePrimitives

extension PageDocument {
    /// Reads HTML as a web view does; bytes beyond the limits of a document are left out.
    ///
    /// - Parameter contentType: the value of `Content-Type`, whose `charset` counts; nil when there is none.
    /// - Complexity: O(n) in bytes.
    public init(html bytes: [UInt8], contentType: String?) {
        self = HTMLParser.document(bytes, contentType: ContentType(contentType))
    }

    /// All links, in document order.
    ///
    /// - Complexity: O(n) in elements, as all of these.
    public var links: [PageLink] {
        let texts = wholeTexts
        return elements.indices.compactMap { place in
            let element = elements[place]
            guard element.name == "a" || element.name == "area", let target = element["href"] else { return nil }
            return PageLink(target: ASCIIText.trimmed(target.utf8), label: ASCIIText.strippedAndCollapsed(texts[place]))
        }
    }

    /// All forms, in document order, each with its controls: those inside it, and those that name its id.
    public var forms: [PageForm] {
        let texts = wholeTexts
        let owners = formOwners
        return elements.indices.filter { elements[$0].name == "form" }.map { place in
            let form = elements[place]
            let controls = elements.indices.filter { owners[$0] == place && elements[$0]["disabled"] == nil }
            let isPost = ASCIIText.isSame(form["method"] ?? "", "post")
            return PageForm(
                action: form["action"].map { ASCIIText.trimmed($0.utf8) }, method: isPost ? .post : .get,
                fields: controls.compactMap { field(at: $0, text: texts[$0]) },
                buttons: controls.compactMap { button(at: $0, text: texts[$0]) })
        }
    }

    /// Where `<meta http-equiv="refresh">` leads, when it does so at once; nil when there is none.
    public var immediateRefresh: String? {
        let meta = elements.first { $0.name == "meta" && ASCIIText.isSame($0["http-equiv"] ?? "", "refresh") }
        guard let content = meta?["content"] else { return nil }
        let parts = content.utf8.split(separator: UInt8(ascii: ";"), maxSplits: 1)
        guard let delay = parts.first, ASCIIText.trimmed(delay) == "0", parts.count == 2 else { return nil }
        let target = ASCIIText.trimmed(parts[1])
        guard ASCIIText.lowercased(target.utf8.prefix(4)) == "url=" else { return nil }
        return ASCIIText.trimmed(target.utf8.dropFirst(4))
    }

    /// The text of the page as it is read, white space collapsed.
    public var text: String {
        let hidden: Set<String> = ["script", "style", "title", "template", "noscript"]
        return ASCIIText.strippedAndCollapsed(
            elements.filter { !hidden.contains($0.name) }.map(\.text).joined(separator: " "))
    }

    // MARK: - Controls

    private func field(at place: Int, text: String) -> PageForm.Field? {
        let element = elements[place]
        guard let name = element["name"], !name.isEmpty else { return nil }
        switch element.name {
        case "textarea": return PageForm.Field(name: name, value: text, control: .text)
        case "select":
            let options = elements.indices.filter { elements[$0].name == "option" && isInside(place, $0) }
            let values = options.map { option in
                elements[option]["value"] ?? ASCIIText.strippedAndCollapsed(elements[option].text)
            }
            let selected = options.firstIndex { elements[$0]["selected"] != nil } ?? 0
            guard values.indices.contains(selected) else { return nil }
            return PageForm.Field(name: name, value: values[selected], control: .choice(values))
        case "input":
            let isChecked = element["checked"] != nil
            switch ASCIIText.lowercased((element["type"] ?? "").utf8) {
            case "submit", "image", "button", "reset", "file": return nil
            case "hidden": return PageForm.Field(name: name, value: element["value"] ?? "", control: .hidden)
            case "radio":
                return PageForm.Field(
                    name: name, value: element["value"] ?? "on", control: .radio(isChecked: isChecked))
            case "checkbox":
                return PageForm.Field(
                    name: name, value: element["value"] ?? "on", control: .checkbox(isChecked: isChecked))
            default: return PageForm.Field(name: name, value: element["value"] ?? "", control: .text)
            }
        default: return nil
        }
    }

    private func button(at place: Int, text: String) -> PageForm.Button? {
        let element = elements[place]
        let type = ASCIIText.lowercased((element["type"] ?? "").utf8)
        let label: String
        switch element.name {
        case "button" where type != "button" && type != "reset": label = ASCIIText.strippedAndCollapsed(text)
        case "input" where type == "submit": label = element["value"] ?? "Submit"
        default: return nil
        }
        let name = element["name"].flatMap { $0.isEmpty ? nil : $0 }
        return PageForm.Button(
            name: name, value: element["value"] ?? "", label: label, action: element["formaction"])
    }

    /// The form that each element belongs to: the one that it names, or the nearest one around it.
    private var formOwners: [Int?] {
        var nearest: [Int?] = []
        nearest.reserveCapacity(elements.count)
        for (place, element) in elements.enumerated() {
            nearest.append(element.name == "form" ? place : element.parent.flatMap { nearest[$0] })
        }
        return elements.indices.map { place in
            guard let id = elements[place]["form"] else {
                return elements[place].name == "form" ? nil : nearest[place]
            }
            return elements.firstIndex { $0.name == "form" && $0["id"] == id }
        }
    }

    /// The text of each element with that of the elements inside it; the own text stands first.
    private var wholeTexts: [String] {
        var texts = elements.map(\.text)
        // Children come after their parents, so that the last ones are whole first; reversing keeps their order.
        var inner = [[String]](repeating: [], count: elements.count)
        for place in elements.indices.reversed() {
            if !inner[place].isEmpty { texts[place] += " " + inner[place].reversed().joined(separator: " ") }
            if let parent = elements[place].parent { inner[parent].append(texts[place]) }
        }
        return texts
    }

    private func isInside(_ ancestor: Int, _ place: Int) -> Bool {
        var next = elements[place].parent
        while let current = next {
            if current == ancestor { return true }
            next = elements[current].parent
        }
        return false
    }
}
