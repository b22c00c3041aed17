import type { Keeper, Kept } from './draft-store.ts';

const STORE = 'drafts';

type Stamped = Kept & { readonly at?: number };

/** Keeps what was not sent, and what can be taken back, in this browser. Where it keeps nothing, nothing is kept. */
export function browserKeeper(key: string): Keeper {
  let opened: Promise<IDBDatabase> | undefined;
  let latest: Stamped | undefined;
  let writing: Stamped | undefined;
  let stamp = 0;
  const tabCopy = tabCopyOf(key);
  const open = () => {
    opened ??= openDatabase();
    return opened;
  };
  async function write(): Promise<void> {
    if (writing !== undefined) return;
    try {
      while (latest !== undefined) {
        writing = latest;
        latest = undefined;
        const database = await open();
        await done(database.transaction(STORE, 'readwrite').objectStore(STORE).put(writing, key));
      }
    } catch {
      // Full, or private browsing: the server has what was sent.
      latest = undefined;
    } finally {
      writing = undefined;
    }
  }
  // The database answers later, and a page that is left waits for no answer.
  let isLeft = false;
  const onLeave = () => {
    isLeft = true;
    const pending = latest ?? writing;
    if (pending !== undefined) tabCopy.write(pending);
  };
  // Browsers may bring back a page that was left.
  const onBack = () => {
    isLeft = false;
  };
  addEventListener('pagehide', onLeave);
  addEventListener('pageshow', onBack);
  return {
    async load() {
      const last = tabCopy.take();
      const database = await open();
      const kept = (await done(database.transaction(STORE).objectStore(STORE).get(key))) as Stamped | undefined;
      return last !== undefined && (last.at ?? 0) >= (kept?.at ?? 0) ? last : kept;
    },
    save(kept) {
      stamp = Math.max(stamp + 1, Date.now());
      latest = { ...kept, at: stamp };
      // Fields that hold what is typed tell it when the page is left, which may be later.
      if (isLeft) tabCopy.write(latest);
      void write();
    },
    close() {
      removeEventListener('pagehide', onLeave);
      removeEventListener('pageshow', onBack);
    },
  };
}

/** What a page says at once when it is left, for the same tab alone: kept until that opens the draft again. */
function tabCopyOf(key: string) {
  const name = `weft-draft ${key}`;
  return {
    write(kept: Stamped): void {
      // A long history may be too much: what is not saved counts more than what can be taken back.
      for (const each of [kept, { ...kept, history: { done: [], undone: [] } }]) {
        try {
          sessionStorage.setItem(name, JSON.stringify(each));
          return;
        } catch {
          // Tried without.
        }
      }
    },
    take(): Stamped | undefined {
      try {
        const text = sessionStorage.getItem(name);
        sessionStorage.removeItem(name);
        return text === null ? undefined : (JSON.parse(text) as Stamped);
      } catch {
        return undefined;
      }
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
