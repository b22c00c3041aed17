/** What lies in a store to say whose its contents are. Anyone who can read the store can read it: it is no secret. */
export interface StoreMark {
  /** Changes with each renewal: a copy of the database has it for a moment only. */
  readonly nonce: string;
  /** The ones before it, the newest first: a database that fails over may lack the last ones. */
  readonly before: readonly string[];
  /** Which database it is (`BlobRecords.place`). */
  readonly place: string;
  /** Which store it is, of those that can tell (`BlobStore.identity`). */
  readonly store: string;
  /** Who renewed it, for people. */
  readonly holder: string;
  /** When, in ISO 8601, for people. */
  readonly at: string;
}

/** Names that are remembered besides the current one. */
const REMEMBERED = 2;

export function markText(mark: StoreMark): string {
  return `${JSON.stringify(mark, null, 2)}\n`;
}

/** What can't be understood is somebody's all the same: of an unknown nonce. */
export function parseMark(text: string): StoreMark {
  try {
    const { nonce, before, place, store, holder, at } = JSON.parse(text) as Partial<StoreMark>;
    return {
      nonce: String(nonce ?? ''),
      before: Array.isArray(before) ? before.map(String) : [],
      place: String(place ?? ''),
      store: String(store ?? ''),
      holder: String(holder ?? 'somebody'),
      at: String(at ?? 'an unknown time'),
    };
  } catch {
    return { nonce: '', before: [], place: '', store: '', holder: 'somebody', at: 'an unknown time' };
  }
}

/** The names of the marks that the next one follows. */
export function remembered(mark: StoreMark): readonly string[] {
  return [mark.nonce, ...mark.before].slice(0, REMEMBERED);
}
