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
    /// - Complexity: O(n) in elements and their texts, as all of these.
    public var links: [PageLink] {
        let tree = PageTree(elements)
        return elements.indices.compactMap { place in
            let element = elements[place]
            guard element.name == "a" || element.name == "area", let target = element["href"] else { return nil }
            return PageLink(
                target: ASCIIText.trimmed(target.utf8), label: ASCIIText.strippedAndCollapsed(tree.text(of: place)))
        }
    }

    /// All forms, in document order, each with its controls: those inside it, and those that name its id.
    public var forms: [PageForm] {
        let tree = PageTree(elements)
        let (controls, options) = (controls(in: tree), options(in: tree))
        return elements.indices.filter { elements[$0].name == "form" }.map { place in
            let (form, controls) = (elements[place], controls[place] ?? [])
            let isPost = ASCIIText.isSame(form["method"] ?? "", "post")
            return PageForm(
                action: form["action"].map { ASCIIText.trimmed($0.utf8) }, method: isPost ? .post : .get,
                fields: controls.compactMap { field(at: $0, in: tree, options: options[$0] ?? []) },
                buttons: controls.compactMap { button(at: $0, in: tree) })
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

    /// - Parameter options: of a list, in order.
    private func field(at place: Int, in tree: PageTree, options: [Int]) -> PageForm.Field? {
        let element = elements[place]
        guard let name = element["name"], !name.isEmpty else { return nil }
        switch element.name {
        case "textarea": return PageForm.Field(name: name, value: tree.text(of: place), control: .text)
        case "select":
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

    private func button(at place: Int, in tree: PageTree) -> PageForm.Button? {
        let element = elements[place]
        let type = ASCIIText.lowercased((element["type"] ?? "").utf8)
        let label: String
        switch element.name {
        case "button" where type != "button" && type != "reset":
            label = ASCIIText.strippedAndCollapsed(tree.text(of: place))
        case "input" where type == "submit": label = element["value"] ?? "Submit"
        default: return nil
        }
        let name = element["name"].flatMap { $0.isEmpty ? nil : $0 }
        return PageForm.Button(
            name: name, value: element["value"] ?? "", label: label, action: element["formaction"])
    }

    /// The controls of each form that are not disabled: of the one that they name, or of the nearest one around them.
    private func controls(in tree: PageTree) -> [Int: [Int]] {
        var named: [String: Int] = [:]
        for (place, element) in elements.enumerated() where element.name == "form" {
            if let id = element["id"], named[id] == nil { named[id] = place }
        }
        let nearest = tree.nearest("form")
        var controls: [Int: [Int]] = [:]
        for (place, element) in elements.enumerated() where element["disabled"] == nil {
            let around = element.name == "form" ? nil : nearest[place]
            guard let form = element["form"].map({ named[$0] }) ?? around else { continue }
            controls[form, default: []].append(place)
        }
        return controls
    }

    /// The options of each list.
    private func options(in tree: PageTree) -> [Int: [Int]] {
        let nearest = tree.nearest("select")
        var options: [Int: [Int]] = [:]
        for (place, element) in elements.enumerated() where element.name == "option" {
            if let list = nearest[place] { options[list, default: []].append(place) }
        }
        return options
    }
}
