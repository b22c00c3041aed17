import type { Egress } from '#plugins/egress/contract.ts';
import {
  integrityOf,
  PACKAGE_LIMITS,
  type PackageReader,
  type RegistrySignature,
  readFacts,
  readSignature,
} from '#plugins/plugin-packages/contract.ts';
import type { FetchedPackage, PackageDetails, PackageSummary } from './contract.ts';
import { matches } from './matches.ts';
import { damaged, type Source, unavailable } from './source.ts';
import { summaryOf } from './summary.ts';
import { chosenVersion, newestFirst } from './versions.ts';

type Json = Readonly<Record<string, unknown>>;

export interface RegistryOptions {
  readonly name: string;
  /** Address of the registry. */
  readonly url: string;
  /** Sent as a bearer token to the registry's own origin. */
  readonly token?: string;
  readonly egress: Pick<Egress, 'request'>;
  /** Where packages are read, in the turn of this source. */
  readonly read: PackageReader;
}

const documentBytes = 20 * 1024 * 1024;
const searchBytes = 4 * 1024 * 1024;
const timeMs = 20_000;
/** What says that a package is one of ours. */
const keyword = 'weft-plugin';

/** A registry of the npm protocol. */
export class RegistrySource implements Source {
  readonly kind = 'registry';
  readonly name: string;
  readonly #options: RegistryOptions;
  readonly #root: URL;

  constructor(options: RegistryOptions) {
    this.name = options.name;
    this.#options = options;
    this.#root = new URL(options.url.endsWith('/') ? options.url : `${options.url}/`);
  }

  /**
   * Registries look for words, and not all of them for keywords: those that find nothing so are asked for the words alone.
   * What they don't know of packages is looked for here.
   */
  async search({
    text = '',
    offset,
    limit,
    ...query
  }: Parameters<Source['search']>[0]): Promise<readonly PackageSummary[]> {
    const page = { from: String(offset), size: String(limit) };
    const tagged = await this.#found({ ...page, text: `keywords:${keyword} ${text}`.trim() });
    const found = tagged.length > 0 ? tagged : (await this.#found({ ...page, text })).filter(isOurs);
    return found
      .flatMap((description) => this.#summaryOf(description))
      .filter((summary) => matches(summary, { ...query, text }));
  }

  async show(name: string): Promise<PackageDetails | null> {
    const found = await this.#document(name);
    if (found === null) return null;
    const { versions, time, readme } = found;
    const newest = chosenVersion(Object.keys(versions));
    if (newest === null) return null;
    const description = Object(versions[newest]) as Json;
    const facts = readFacts(JSON.stringify(description));
    const sizeOf = (version: string) => numberOf(Object(Object(versions[version]).dist).unpackedSize);
    return {
      ...summaryOf(facts, this.name),
      manifest: facts.manifest,
      license: facts.license,
      readme: textOf(description.readme) || readme,
      size: sizeOf(newest),
      versions: newestFirst(Object.keys(versions)).map((version) => ({
        version,
        integrity: textOf(Object(Object(versions[version]).dist).integrity) || null,
        publishedAt: timeOf(time[version]),
        size: sizeOf(version),
      })),
    };
  }

  async fetch(name: string, wanted?: string): Promise<FetchedPackage | null> {
    const found = await this.#document(name);
    const version = found === null ? null : chosenVersion(Object.keys(found.versions), wanted);
    if (found === null || version === null) return null;
    const dist = Object(Object(found.versions[version]).dist) as Json;
    const integrity = textOf(dist.integrity);
    if (!integrity.startsWith('sha512-') || !URL.canParse(textOf(dist.tarball))) throw damaged(name, this.name);
    const bytes = await this.#bytes(new URL(textOf(dist.tarball)));
    if (integrityOf(bytes) !== integrity) throw damaged(name, this.name);
    const read = await this.#options.read(bytes, this.name);
    // The document of a registry and the tarball are two things: only what the tarball says counts.
    if (read.name !== name || read.version !== version) throw damaged(name, this.name);
    return {
      bytes,
      source: this.name,
      sourceKind: this.kind,
      publishedAt: timeOf(found.time[version]),
      signature: readSignature(dist.weftSignature),
      registrySignatures: asList(dist.signatures).flatMap(registrySignature),
    };
  }

  async #found(query: Readonly<Record<string, string>>): Promise<readonly Json[]> {
    const url = new URL('-/v1/search', this.#root);
    url.search = new URLSearchParams(query).toString();
    const { objects } = Object(await this.#json(url, searchBytes)) as Json;
    return asList(objects).map((object) => Object(Object(object).package) as Json);
  }

  async #document(name: string): Promise<{ versions: Json; time: Json; readme: string } | null> {
    const url = new URL(name.replace('/', '%2f'), this.#root);
    const body = await this.#json(url, documentBytes);
    if (body === null) return null;
    const { versions, time, readme } = Object(body) as Json;
    return { versions: Object(versions) as Json, time: Object(time) as Json, readme: textOf(readme) };
  }

  async #json(url: URL, limit: number): Promise<unknown> {
    const response = await this.#request(url, 'application/json');
    if (response.status === 404) {
      response.body.destroy();
      return null;
    }
    try {
      return JSON.parse(await response.text(limit));
    } catch (error) {
      throw unavailable(this.name, 'its answer is no JSON, or too long.', error);
    }
  }

  async #bytes(url: URL): Promise<Uint8Array> {
    const response = await this.#request(url, '*/*');
    return response.bytes(PACKAGE_LIMITS.packed);
  }

  async #request(url: URL, accept: string) {
    const { token, egress } = this.#options;
    const isOwn = url.origin === this.#root.origin;
    const response = await egress.request({
      url: url.href,
      method: 'GET',
      headers: [
        ['accept', accept],
        ...(token !== undefined && isOwn ? [['authorization', `Bearer ${token}`] as const] : []),
      ],
      signal: AbortSignal.timeout(timeMs),
      maxRedirects: 3,
      decompress: true,
    });
    if (response.status === 200 || response.status === 404) return response;
    response.body.destroy();
    throw unavailable(this.name, `it answered with the status ${response.status}.`);
  }

  #summaryOf(description: Json): readonly PackageSummary[] {
    const name = textOf(description.name);
    const version = textOf(description.version) || textOf(Object(description['dist-tags']).latest);
    if (name === '' || version === '') return [];
    const publisher = textOf(Object(description.publisher).username);
    const about = textOf(description.description).slice(0, 300);
    const plain = { name, version, kind: null, title: name, about, icon: null, categories: [], publisher };
    try {
      // Some registries tell the whole package.json.
      return [{ ...summaryOf(readFacts(JSON.stringify(description)), this.name), publisher }];
    } catch {
      return [{ ...plain, source: this.name }];
    }
  }
}

function isOurs({ keywords, weft }: Json): boolean {
  return asList(keywords).includes(keyword) || weft !== undefined;
}

function registrySignature(value: unknown): readonly RegistrySignature[] {
  const { keyid, sig } = Object(value) as Json;
  return typeof keyid === 'string' && typeof sig === 'string' ? [{ keyid, sig }] : [];
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

function timeOf(value: unknown): number | null {
  const time = Date.parse(textOf(value));
  return Number.isNaN(time) ? null : time;
}
