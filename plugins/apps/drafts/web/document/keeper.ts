import type { Keeper, Kept } from './draft-store.ts';

const STORE = 'drafts';

/** Keeps what was not sent, and what can be taken back, in this browser. Where it keeps nothing, nothing is kept. */
export function browserKeeper(key: string): Keeper {
  let opened: Promise<IDBDatabase> | undefined;
  let latest: Kept | undefined;
  let isWriting = false;
  const open = () => {
    opened ??= openDatabase();
    return opened;
  };
  async function write(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    try {
      while (latest !== undefined) {
        const value = latest;
        latest = undefined;
        const database = await open();
        await done(database.transaction(STORE, 'readwrite').objectStore(STORE).put(value, key));
      }
    } catch {
      // Full, or private browsing: the server has what was sent.
      latest = undefined;
    } finally {
      isWriting = false;
    }
  }
  return {
    async load() {
      const database = await open();
      return (await done(database.transaction(STORE).objectStore(STORE).get(key))) as Kept | undefined;
    },
    save(kept) {
      latest = kept;
      void write();
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('weft-drafts', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
