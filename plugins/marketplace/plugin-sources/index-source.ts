import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { currentTime } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import { integrityOf, keyIdOf, PACKAGE_LIMITS, type PackageReader } from '#plugins/plugin-packages/contract.ts';
import type { FetchedPackage, PackageDetails, PackageSummary } from './contract.ts';
import { INDEX_FILE, INDEX_SIGNATURE, type IndexEntry, readIndex } from './index-file.ts';
import { matches } from './matches.ts';
import { damaged, type Source, unavailable } from './source.ts';
import { summaryOf } from './summary.ts';
import { chosenVersion, newestFirst } from './versions.ts';

export interface IndexOptions {
  readonly name: string;
  /** Where the index lies, with the tarballs beside it: a folder of the server, or an address. */
  readonly place: { readonly path: string } | { readonly url: string };
  /** Public keys, one of which must have signed the index: base64 of their DER forms. */
  readonly keys: readonly string[];
  readonly egress: Pick<Egress, 'request'>;
  /** Where packages are read, in the turn of this source. */
  readonly read: PackageReader;
  /** Hears of entries that are none. */
  skipped(entry: string, error: unknown): void;
}

const indexBytes = 20 * 1024 * 1024;
const signatureBytes = 4096;
const timeMs = 20_000;
/** Milliseconds for which what was read counts. */
const freshFor = 60_000;

/** An `index.json` that somebody the operator trusts has signed, with the tarballs beside it: needs no registry, nor a network. */
export class IndexSource implements Source {
  readonly kind = 'index';
  readonly name: string;
  readonly #options: IndexOptions;
  #read: { readonly at: number; readonly entries: Promise<readonly IndexEntry[]> } | undefined;

  constructor(options: IndexOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async search(query: Parameters<Source['search']>[0]): Promise<readonly PackageSummary[]> {
    const entries = await this.#all();
    const names = [...new Set(entries.map(({ facts }) => facts.name))];
    const newest = names.flatMap((name) => this.#chosen(entries, name) ?? []);
    const all = newest.map((entry) => summaryOf(entry.facts, this.name)).filter((one) => matches(one, query));
    return all.toSorted((a, b) => (a.title < b.title ? -1 : 1)).slice(query.offset, query.offset + query.limit);
  }

  async show(name: string): Promise<PackageDetails | null> {
    const entries = await this.#all();
    const newest = this.#chosen(entries, name);
    if (newest === undefined) return null;
    const own = new Map(
      entries.filter(({ facts }) => facts.name === name).map((entry) => [entry.facts.version, entry]),
    );
    const versions = newestFirst([...own.keys()]).flatMap((version) => {
      const entry = own.get(version);
      return entry === undefined
        ? []
        : [{ version, integrity: entry.integrity, publishedAt: entry.publishedAt, size: entry.size }];
    });
    const { facts, readme, size } = newest;
    return { ...summaryOf(facts, this.name), manifest: facts.manifest, license: facts.license, readme, size, versions };
  }

  async fetch(name: string, wanted?: string): Promise<FetchedPackage | null> {
    const entry = this.#chosen(await this.#all(), name, wanted);
    if (entry === undefined) return null;
    const bytes = await this.#file(entry.file, PACKAGE_LIMITS.packed);
    if (integrityOf(bytes) !== entry.integrity) throw damaged(name, this.name);
    const read = await this.#options.read(bytes, this.name);
    if (read.name !== name || read.version !== entry.facts.version) throw damaged(name, this.name);
    return {
      ...{ bytes, source: this.name, sourceKind: this.kind, publishedAt: entry.publishedAt },
      ...{ signature: entry.signature, registrySignatures: [] },
    };
  }

  #chosen(entries: readonly IndexEntry[], name: string, wanted?: string): IndexEntry | undefined {
    const own = entries.filter(({ facts }) => facts.name === name);
    const version = chosenVersion(
      own.map(({ facts }) => facts.version),
      wanted,
    );
    return own.find(({ facts }) => facts.version === version);
  }

  #all(): Promise<readonly IndexEntry[]> {
    if (this.#read === undefined || currentTime() - this.#read.at > freshFor) {
      const entries = this.#readAll();
      // What failed is tried again.
      entries.catch(() => {
        this.#read = undefined;
      });
      this.#read = { at: currentTime(), entries };
    }
    return this.#read.entries;
  }

  async #readAll(): Promise<readonly IndexEntry[]> {
    const [index, signature] = await Promise.all([
      this.#file(INDEX_FILE, indexBytes),
      this.#file(INDEX_SIGNATURE, signatureBytes),
    ]);
    const keys = this.#options.keys.map((publicKey) => ({ id: keyIdOf(publicKey), publicKey }));
    try {
      return readIndex(index, signature, { keys, skipped: this.#options.skipped });
    } catch (error) {
      if (error instanceof RangeError) throw unavailable(this.name, `${error.message}.`, error);
      throw error;
    }
  }

  async #file(name: string, limit: number): Promise<Buffer> {
    const { place, egress } = this.#options;
    if ('path' in place) {
      const stream = createReadStream(join(place.path, name));
      return this.#bounded(stream, limit, name);
    }
    const url = new URL(encodeURIComponent(name), place.url.endsWith('/') ? place.url : `${place.url}/`);
    const response = await egress.request({
      url: url.href,
      method: 'GET',
      headers: [['accept', '*/*']],
      signal: AbortSignal.timeout(timeMs),
      maxRedirects: 3,
      decompress: true,
    });
    if (response.status === 200) return Buffer.from(await response.bytes(limit));
    response.body.destroy();
    throw unavailable(this.name, `it answered with the status ${response.status} for ${name}.`);
  }

  async #bounded(stream: AsyncIterable<Buffer>, limit: number, name: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of stream) {
        size += chunk.length;
        if (size > limit) throw new RangeError(`it has more than ${limit} bytes`);
        chunks.push(chunk);
      }
    } catch (error) {
      throw unavailable(this.name, `its file ${name} can't be read.`, error);
    }
    return Buffer.concat(chunks);
  }
}
