import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate';
import type { DocumentLimits } from '#plugins/text-extraction/protocol.ts';
import { Refusal } from './refusal.ts';

/** Unpacked bytes that are never suspicious, however well they were packed. */
const freeBytes = 10 * 1024 * 1024;

/**
 * A zip archive whose parts are unpacked one by one, each into exactly the space its directory declares, and all of
 * them within the limits. Names are keys of a table and never paths.
 */
export class Archive {
  readonly #bytes: Uint8Array;
  readonly #limits: DocumentLimits;
  readonly #sizes = new Map<string, number>();
  #expanded = 0;

  constructor(bytes: Uint8Array, limits: DocumentLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    try {
      unzipSync(bytes, { filter: (entry) => this.#note(entry) });
    } catch (error) {
      throw error instanceof Refusal ? error : broken();
    }
  }

  get names(): readonly string[] {
    return [...this.#sizes.keys()];
  }

  has(name: string): boolean {
    return this.#sizes.has(name);
  }

  /** A part by its name; undefined when there is none. */
  read(name: string): Uint8Array | undefined {
    return this.#readAll([name]).get(name);
  }

  /** A new archive of some parts, for a library that unpacks by itself. */
  repack(isWanted: (name: string) => boolean, check: (part: Uint8Array, name: string) => void): Uint8Array {
    const parts = this.#readAll(this.names.filter(isWanted));
    for (const [name, part] of parts) check(part, name);
    return zipSync(Object.fromEntries(parts), { level: 0 });
  }

  #readAll(names: readonly string[]): ReadonlyMap<string, Uint8Array> {
    const wanted = new Set(names.filter((name) => this.#sizes.has(name)));
    for (const name of wanted) this.#expand(this.#sizes.get(name) ?? 0);
    try {
      const parts = unzipSync(this.#bytes, { filter: ({ name }) => wanted.delete(name) });
      return new Map(Object.entries(parts));
    } catch {
      throw broken();
    }
  }

  #note({ name, originalSize }: UnzipFileInfo): false {
    if (this.#sizes.size >= this.#limits.archiveEntries) {
      throw new Refusal('limit', `is an archive with more than ${this.#limits.archiveEntries} entries, the limit`);
    }
    // Of two entries of one name the first counts, everywhere.
    if (!this.#sizes.has(name)) this.#sizes.set(name, originalSize);
    return false;
  }

  #expand(size: number): void {
    this.#expanded += size;
    const { expandedBytes, expansionRatio } = this.#limits;
    const isBomb = this.#expanded > Math.max(freeBytes, this.#bytes.length * expansionRatio);
    if (this.#expanded <= expandedBytes && !isBomb) return;
    const limit = isBomb
      ? `${expansionRatio} times its size`
      : `${Math.round(expandedBytes / 1024 / 1024)} MB (text-extraction.expandedMb)`;
    throw new Refusal('limit', `unpacks to more than ${limit}, the limit for archives`);
  }
}

function broken(): Refusal {
  return new Refusal('unreadable', 'is damaged: the archive inside can not be unpacked');
}

/** The name a reference inside a part leads to: relative to the part's folder, or from the root. */
export function resolveName(from: string, target: string): string {
  const base = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '..') base.pop();
    else if (segment !== '' && segment !== '.') base.push(segment);
  }
  return base.join('/');
}
