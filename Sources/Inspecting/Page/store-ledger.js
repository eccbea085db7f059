// What lies in which store after which event, by the writes that the trace has. The server knows more (what had expired,
// what an engine forgot); this is what the page shows until it answers, and where it cannot.

export class StoreLedger {
  #writes = [];
  #stores = new Set();

  note(event) {
    if (event.name === undefined || event.store === undefined) return;
    this.#stores.add(event.store);
    if (["stored", "replaced", "deleted"].includes(event.raw.outcome)) this.#writes.push(event);
  }

  noteStore(store) {
    if (store !== undefined) this.#stores.add(store);
  }

  /** The stores by name, the app's own first, each with its cookies after `sequence` (inclusive). */
  at(sequence = Infinity) {
    const stores = new Map([...this.#stores].sort(nativeFirst).map((name) => [name, new Map()]));
    for (const { raw, ...write } of this.#writes) {
      if (write.sequence > sequence) break;
      const attributes = typeof raw.attributes === "string" ? raw.attributes : "";
      const domain = attribute(attributes, "Domain") ?? raw.host ?? "";
      const path = attribute(attributes, "Path") ?? "/";
      const key = JSON.stringify([write.name, domain.replace(/^\./, ""), path]);
      const cookies = stores.get(write.store);
      if (raw.outcome === "deleted") cookies.delete(key);
      else cookies.set(key,
        { name: write.name, domain, path, value: raw.value, attributes, writtenAt: write.sequence });
    }
    return [...stores].map(([store, cookies]) => ({ store, cookies: [...cookies.values()] }));
  }
}

const nativeFirst = (a, b) => (b === "native storage") - (a === "native storage") || (a < b ? -1 : 1);

function attribute(attributes, name) {
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`, "i");
  return pattern.exec(attributes)?.[1].trim();
}
