// Where a page keeps its user for its service worker too: IndexedDB, since a worker has no localStorage. The methods are
// those of `Storage`, and answer later.

const DATABASE = "session-bridge";
const TABLE = "kept";

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class KeptUser {
  async getItem(key) {
    return (await this.use("readonly", (table) => table.get(key))) ?? null;
  }

  setItem(key, text) {
    return this.use("readwrite", (table) => table.put(text, key));
  }

  removeItem(key) {
    return this.use("readwrite", (table) => table.delete(key));
  }

  /** Opened each time: a connection that stays open would be in the way of whoever deletes the site's data. */
  async use(mode, body) {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
    const database = await settled(opening);
    try {
      const transaction = database.transaction(TABLE, mode);
      const committed = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      const [result] = await Promise.all([settled(body(transaction.objectStore(TABLE))), committed]);
      return result;
    } finally {
      database.close();
    }
  }
}
