import type { Documents } from '#engine';
import { currentTime, newId, PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { charsetOf, readText } from '#plugins/text-extraction/contract.ts';
import type { DocumentSource, ImportSources, PendingImport } from './contract.ts';
import { rawAddress } from './raw-address.ts';
import type { PendingImportStore } from './store.ts';

/** What texts that wait are sealed for. */
export const PURPOSE = 'import-sources.pending';
/** Milliseconds a document waits to be confirmed (app DSL, import). */
const PATIENCE = 10 * 60_000;
/** Documents of a workspace that wait. */
const MAX = 10;
/** Milliseconds to fetch one, all in all. */
const FETCH_TIME = 30_000;
/** Redirects that are followed. */
const REDIRECTS = 5;

export interface SourcesParts {
  readonly documents: Pick<Documents, 'limits'>;
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly store: PendingImportStore;
  /** Milliseconds to fetch a document; for tests. */
  readonly fetchTime?: number;
}

/** Fetches documents, and keeps those that wait. */
export class SourcesService implements ImportSources {
  readonly #parts: SourcesParts;

  constructor(parts: SourcesParts) {
    this.#parts = parts;
  }

  async text({ yaml, url }: DocumentSource, signal: AbortSignal): Promise<string> {
    if (yaml !== undefined && url === undefined) return yaml;
    if (url === undefined || yaml !== undefined) {
      throw invalidSource('Send either the document (yaml) or an https address of it (url).', 'yaml');
    }
    return this.#fetched(httpsAddress(url), signal);
  }

  async hold(workspaceId: string, text: string): Promise<PendingImport> {
    const { secrets, store } = this.#parts;
    const id = newId();
    const expiresAt = currentTime() + PATIENCE;
    const sealed = secrets.seal(workspaceId, PURPOSE, text);
    await store.keep(workspaceId, { id, sealed, expiresAt: new Date(expiresAt) }, MAX);
    return { id, expiresAt };
  }

  async confirmed<Result>(workspaceId: string, id: string, work: (text: string) => Promise<Result>): Promise<Result> {
    const { secrets, store } = this.#parts;
    const kept = await store.take(workspaceId, id);
    if (kept === null) {
      const message = `No document waits as ${id}: each waits for ten minutes, and is imported once. Send it again.`;
      throw new PlatformError('not-found', 'import-sources.not_found', message, { field: 'import_id' });
    }
    try {
      return await work(secrets.open(workspaceId, PURPOSE, kept.sealed));
    } catch (error) {
      await store.keep(workspaceId, kept, MAX);
      throw error;
    }
  }

  async #fetched(address: URL, signal: AbortSignal): Promise<string> {
    const time = AbortSignal.timeout(this.#parts.fetchTime ?? FETCH_TIME);
    try {
      const answer = await this.#parts.egress.request({
        url: rawAddress(address).href,
        method: 'GET',
        headers: [['accept', 'application/yaml, text/yaml, text/plain, */*;q=0.5']],
        maxRedirects: REDIRECTS,
        httpsOnly: true,
        decompress: true,
        signal: AbortSignal.any([signal, time]),
      });
      if (answer.status !== 200) {
        answer.body.destroy();
        throw noDocument(`${address.host} gave no document: it answered ${answer.status}.`);
      }
      const bytes = await answer.bytes(this.#parts.documents.limits.documentBytes);
      return readText(bytes, charsetOf(answer.headers['content-type'])).text;
    } catch (error) {
      signal.throwIfAborted();
      if (time.aborted) throw noDocument(`${address.host} took too long to give the document.`);
      // What the client says names the host, and nothing secret of the address.
      const isTold = error instanceof PlatformError && error.code.startsWith('egress.');
      if (isTold) throw noDocument(`The document could not be fetched: ${error.message}`);
      throw error;
    }
  }
}

function httpsAddress(text: string): URL {
  const address = URL.parse(text);
  if (address?.protocol !== 'https:' || address.username !== '' || address.password !== '') {
    throw invalidSource('url must be an https address without a name and password in it.', 'url');
  }
  return address;
}

function invalidSource(message: string, field: string): PlatformError {
  return new PlatformError('invalid', 'import-sources.invalid_param', message, { field });
}

function noDocument(message: string): PlatformError {
  return new PlatformError('invalid', 'import-sources.no_document', message, { field: 'url' });
}
